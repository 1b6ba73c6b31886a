package studykey_test

import (
	"bytes"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
)

// fast is the lowest work factor: tests need no protection.
const fast = 1

func TestALockedKeyOpensWithItsPassphraseAlone(t *testing.T) {
	key := demoKey(t)
	data, err := key.Lock("drei kleine Wörter", fast)
	if err != nil {
		t.Fatal(err)
	}
	if !studykey.Locked(data) || bytes.Contains(data, []byte(secret)) || bytes.Contains(data, []byte("student")) {
		t.Errorf("the file is not locked:\n%s", data)
	}
	again, err := studykey.Unlock(data, "drei kleine Wörter")
	if err != nil || !again.Equal(key) {
		t.Errorf("unlocked: %v, %v", again.Commitment(), err)
	}
	for _, wrong := range []string{"drei kleine wörter", "", "drei kleine Wörter "} {
		if _, err := studykey.Unlock(data, wrong); !study.HasProblem(err, "key.wrong-passphrase") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestWhatIsNoLockedKeyIsRefused(t *testing.T) {
	key := demoKey(t)
	if _, err := key.Lock("kurz", fast); !study.HasProblem(err, "key.passphrase-short") {
		t.Errorf("a short passphrase: %v", err)
	}
	if _, err := studykey.Unlock(encode(t, key), "drei kleine Wörter"); !study.HasProblem(err, "key.not-locked") {
		t.Errorf("a plain key: %v", err)
	}
	data, err := key.Lock("drei kleine Wörter", fast)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{
		"cut":     data[:len(data)/2],
		"changed": []byte(strings.Replace(string(data), string(data[len(data)-60]), "!", 1)),
	} {
		if _, err := studykey.Unlock(damaged, "drei kleine Wörter"); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}

func FuzzUnlock(f *testing.F) {
	data, err := demoKey(f).Lock("drei kleine Wörter", fast)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(encode(f, demoKey(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte("scrypt")) && !bytes.Contains(data, []byte(" 1\n")) {
			t.Skip("an expensive guess")
		}
		_, _ = studykey.Unlock(data, "drei kleine Wörter")
	})
}

func TestThePageOfTheKeyIsForThePersonWhoMayReadIt(t *testing.T) {
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		page, err := demoKey(t).Page(words, string(l))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{secret, "T01", "<th scope=\"row\">X</th>", demoKey(t).Commitment(), `lang="` + string(l) + `"`} {
			if !strings.Contains(string(page), want) {
				t.Errorf("%s: %q is not on the page", l, want)
			}
		}
		if strings.Contains(string(page), "‹") || strings.Contains(string(page), "<script") {
			t.Errorf("%s: a text without translation, or a script", l)
		}
	}
}

func TestAnAnswerMayStandTwiceWhenTheSecondSaysSo(t *testing.T) {
	rows := append(demoRows(), demoRows()[0])
	rows[2].Code = "Z"
	if _, err := studykey.New("S", "T1", 1, rows, salt(1)); err == nil {
		t.Error("twice without a word is taken")
	}
	rows[2].RepeatOf = "Y"
	if _, err := studykey.New("S", "T1", 1, rows, salt(1)); err == nil {
		t.Error("a repeat of another answer is taken")
	}
	rows[2].RepeatOf = "X"
	key, err := studykey.New("S", "T1", 1, rows, salt(1))
	if err != nil {
		t.Fatal(err)
	}
	data := encode(t, key)
	if !bytes.Contains(data, []byte(`"format": "iucom-key/2"`)) {
		t.Errorf("format of\n%s", data)
	}
	again, err := studykey.Decode(data)
	if err != nil || again.Open()[2].RepeatOf != "X" || !again.Equal(key) {
		t.Errorf("%+v, %v", again.Open(), err)
	}
}
