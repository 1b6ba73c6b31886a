package extract

import (
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"iucomstudien/internal/study"
)

func encoded(t testing.TB, page *charmap.Charmap, text string) []byte {
	t.Helper()
	out, err := page.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return out
}

func utf16Bytes(text string, little bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return out
}

func TestEncodingIsFoundByContent(t *testing.T) {
	const (
		german  = "Die Klausel „Lieferfristen sind unverbindlich“ ist unwirksam – § 308 Nr. 1 BGB; Größe: 5 m², 1.250 €. Völlig üblich, Ärger möglich."
		polish  = "Spółdzielnia nie może potrącić zaległych opłat z kaucji bez oświadczenia złożonego na piśmie (art. 498 § 1 k.c.). Żółć i gęś."
		polish2 = "Wypowiedzenie jest wadliwe, ponieważ nie wskazano przyczyny; żądanie łącznie, ćwierć, źródło, śąŚĄŹ."
	)
	for _, c := range []struct {
		name, encoding, text string
		data                 []byte
	}{
		{"plain", "utf-8", german, []byte(german)},
		{"mark", "utf-8-bom", polish, []byte("\xef\xbb\xbf" + polish)},
		{"UTF-16 with mark, little", "utf-16le-bom", polish, append([]byte{0xff, 0xfe}, utf16Bytes(polish, true)...)},
		{"UTF-16 with mark, big", "utf-16be-bom", german, append([]byte{0xfe, 0xff}, utf16Bytes(german, false)...)},
		{"UTF-16 without mark, little", "utf-16le", german, utf16Bytes(german, true)},
		{"UTF-16 without mark, big", "utf-16be", polish, utf16Bytes(polish, false)},
		{"German Excel", "windows-1252", german, encoded(t, charmap.Windows1252, german)},
		{"Polish Excel", "windows-1250", polish, encoded(t, charmap.Windows1250, polish)},
		{"Polish, ISO", "iso-8859-2", polish2, encoded(t, charmap.ISO8859_2, polish2)},
		{"one umlaut only", "windows-1252", "Muster für alle", encoded(t, charmap.Windows1252, "Muster für alle")},
		{"one Polish letter only", "windows-1250", "suma w złotych", encoded(t, charmap.Windows1250, "suma w złotych")},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Decode(c.data)
			if err != nil {
				t.Fatal(err)
			}
			if d.Encoding != c.encoding || d.Text != c.text {
				t.Errorf("read as %s:\n%s\nwant %s:\n%s", d.Encoding, d.Text, c.encoding, c.text)
			}
			if d.Damaged != 0 {
				t.Errorf("%d damaged characters", d.Damaged)
			}
		})
	}
}

func TestTwoFittingEncodingsAreAskedAbout(t *testing.T) {
	d, err := Decode([]byte("Nr;Name\n1;Se\xf1or"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Rival == "" || d.RivalTxt == d.Text {
		t.Errorf("read as %s without a rival", d.Encoding)
	}
	for encoding, want := range map[string]string{"windows-1252": "Señor", "windows-1250": "Seńor", "iso-8859-2": "Seńor"} {
		text, err := Recode([]byte("Se\xf1or"), encoding)
		if err != nil || string(text) != want {
			t.Errorf("read as %s by choice: %q, %v", encoding, text, err)
		}
	}
	if _, err := Recode(nil, "klingon"); !study.HasProblem(err, "file.unknown-encoding") {
		t.Error(err)
	}
	clear, err := Decode(encoded(t, charmap.Windows1252, "Die Kündigung ist für Käufer unwirksam, § 5 MRG"))
	if err != nil || clear.Rival != "" {
		t.Errorf("a clear text has the rival %q (%v)", clear.Rival, err)
	}
}

func TestZeroByteInTextIsRefused(t *testing.T) {
	for _, data := range []string{"Ein Text\x00 mit Null", "a\x00b", "\xff\xfea\x00\x00\x00b\x00"} {
		if _, err := Decode([]byte(data)); !study.HasProblem(err, "file.binary") {
			t.Errorf("%q: %v", data, err)
		}
	}
}

func TestTextCutInsideALetterStaysUTF8(t *testing.T) {
	text := "Größe und Äußerung über Öl"
	d, err := Decode([]byte(text + "\xc3"))
	if err != nil || d.Encoding != "utf-8" || d.Damaged != 1 || !strings.HasPrefix(d.Text, text) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestEveryGermanAndPolishTextComesBack(t *testing.T) {
	for _, c := range []struct {
		page     *charmap.Charmap
		alphabet string
		must     string
	}{
		{charmap.Windows1252, "abcdefghij äöüÄÖÜß§€„“–", "für die Prüfung größer "},
		{charmap.Windows1250, "abcdefghij ąćęłńóśźżĄĆĘŁŃÓŚŹŻ§–", "żądać oświadczeń łącznie "},
	} {
		letters := []rune(c.alphabet)
		rapid.Check(t, func(rt *rapid.T) {
			text := c.must + string(rapid.SliceOfN(rapid.SampledFrom(letters), 0, 80).Draw(rt, "text"))
			data, err := c.page.NewEncoder().Bytes([]byte(text))
			if err != nil {
				rt.Fatal(err)
			}
			d, err := Decode(data)
			if err != nil || d.Text != text {
				rt.Fatalf("%q came back as %q (%s, %v)", text, d.Text, d.Encoding, err)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "\xff\xfe", "\xfe\xff\x00", "a\x00b\x00", "gr\xfc\xdfe", "\xef\xbb\xbfx", "za\xbf\xf3\xb3\xe6"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err == nil && strings.ContainsRune(d.Text, 0) {
			t.Error("a zero byte came through")
		}
	})
}
