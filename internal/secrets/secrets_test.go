package secrets_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

const planted = "sk-planted-abcdefghijklmnop-7391"

// ring is a keyring in memory that can be locked.
type ring struct {
	keys                map[string]string
	noGet, noSet, noDel bool
}

func newRing() *ring { return &ring{keys: map[string]string{}} }

var errLocked = errors.New("the keyring is locked")

func (r *ring) Get(name string) (string, error) {
	key, found := r.keys[name]
	switch {
	case r.noGet:
		return "", errLocked
	case !found:
		return "", secrets.ErrNone
	}
	return key, nil
}

func (r *ring) Set(name, key string) error {
	if r.noSet {
		return errLocked
	}
	r.keys[name] = key
	return nil
}

func (r *ring) Delete(name string) error {
	if r.noDel {
		return errLocked
	}
	delete(r.keys, name)
	return nil
}

// store is a store with its file in dir.
func store(dir string, k secrets.Keyring, phrase string) *secrets.Store {
	return secrets.New(secrets.Options{
		Keyring: k, Path: filepath.Join(dir, "keys.age"), Passphrase: func() (string, error) { return phrase, nil },
		Write: os.WriteFile,
	}).Quick()
}

func wantProblem(t *testing.T, err error, id string) {
	t.Helper()
	if !study.HasProblem(err, id) {
		t.Errorf("error = %v, want the problem %s", err, id)
	}
	if err != nil && strings.Contains(fmt.Sprintf("%+v", err), planted) {
		t.Errorf("the error quotes the key: %v", err)
	}
}

func wantKey(t *testing.T, s *secrets.Store, want string, where secrets.Place) {
	t.Helper()
	key, place, err := s.Get("work")
	if err != nil || key != want || place != where {
		t.Errorf("key = %q in %s, %v; want %q in %s", key, place, err, want, where)
	}
}

func TestAKeyStandsInTheKeyringWhereThereIsOne(t *testing.T) {
	dir, k := t.TempDir(), newRing()
	s := store(dir, k, "")
	place, err := s.Set("work", " "+planted+"\n")
	if err != nil || place != secrets.InKeyring || k.keys["work"] != planted {
		t.Fatalf("%s, %v, %v", place, err, k.keys)
	}
	wantKey(t, s, planted, secrets.InKeyring)
	if _, err := os.Stat(filepath.Join(dir, "keys.age")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file, too: %v", err)
	}
	if err := s.Delete("work"); err != nil {
		t.Fatal(err)
	}
	wantKey(t, s, "", secrets.Nowhere)
}

func TestWithoutAKeyringItStandsInALockedFile(t *testing.T) {
	for name, k := range map[string]secrets.Keyring{"none": nil, "one that does not work": &ring{noGet: true, noSet: true, noDel: true}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if place, err := store(dir, k, "open sesame").Set("work", planted); err != nil || place != secrets.InFile {
				t.Fatalf("%s, %v", place, err)
			}
			again := store(dir, k, "open sesame")
			wantKey(t, again, planted, secrets.InFile)
			if _, err := again.Set("other", "second-key"); err != nil {
				t.Fatal(err)
			}
			wantKey(t, store(dir, k, "open sesame"), planted, secrets.InFile)
			data, err := os.ReadFile(filepath.Join(dir, "keys.age"))
			if err != nil || bytes.Contains(data, []byte(planted)) || !bytes.HasPrefix(data, []byte("age-encryption.org/v1\n-> scrypt ")) {
				t.Errorf("file = %.60q, %v", data, err)
			}
			if err := again.Delete("work"); err != nil {
				t.Fatal(err)
			}
			wantKey(t, store(dir, k, "open sesame"), "", secrets.Nowhere)
		})
	}
}

func TestALockedFileTellsWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keys.age")
	_, err := store(dir, nil, "").Set("work", planted)
	wantProblem(t, err, "secrets.no-passphrase")
	if _, err := store(dir, nil, "right").Set("work", planted); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = store(dir, nil, "wrong").Get("work")
	wantProblem(t, err, "secrets.wrong-passphrase")
	_, err = store(dir, nil, "wrong").Set("work", planted)
	wantProblem(t, err, "secrets.wrong-passphrase")
	for name, data := range map[string][]byte{
		"empty": {}, "cut": whole[:len(whole)-5], "another file": []byte("Das ist ein Brief."),
		"too large": bytes.Repeat([]byte("x"), 2<<20), "turned": append(bytes.Clone(whole[:len(whole)-1]), whole[len(whole)-1]^1),
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			_, _, err := store(dir, nil, "right").Get("work")
			wantProblem(t, err, "secrets.damaged")
			_, err = store(dir, nil, "right").Set("work", planted)
			wantProblem(t, err, "secrets.damaged")
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
				t.Errorf("the file was changed: %v", err)
			}
		})
	}
}

func TestAKeyringThatKeepsTheOldKeyIsNotPassedOver(t *testing.T) {
	k := newRing()
	k.keys["work"], k.noSet = "old", true
	_, err := store(t.TempDir(), k, "phrase").Set("work", planted)
	wantProblem(t, err, "secrets.keyring")
	k.noDel = true
	wantProblem(t, store(t.TempDir(), k, "phrase").Delete("work"), "secrets.keyring")
}

func TestADiskThatTakesNothingKeepsTheOldKey(t *testing.T) {
	dir := t.TempDir()
	if _, err := store(dir, nil, "phrase").Set("work", "old-key"); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	s := secrets.New(secrets.Options{
		Path: filepath.Join(dir, "keys.age"), Passphrase: func() (string, error) { return "phrase", nil },
		Write: func(string, []byte, fs.FileMode) error { return full },
	}).Quick()
	if _, err := s.Set("work", planted); !errors.Is(err, full) {
		t.Errorf("error = %v", err)
	}
	if err := s.Delete("work"); !errors.Is(err, full) {
		t.Errorf("error = %v", err)
	}
	wantKey(t, s, "old-key", secrets.InFile)
}

func TestAnEmptyKeyIsRefused(t *testing.T) {
	_, err := store(t.TempDir(), newRing(), "x").Set("work", " \n")
	wantProblem(t, err, "secrets.empty")
}

func TestOnlyTheEndOfAKeyIsShown(t *testing.T) {
	for key, want := range map[string]string{planted: "…7391", "short-key": "…", "": "…"} {
		if got := secrets.Tail(key); got != want {
			t.Errorf("%q is shown as %q, want %q", key, got, want)
		}
	}
}

func TestTheSystemsKeyringIsKeptApartByFolder(t *testing.T) {
	keyring.MockInit() // a keyring in memory in the place of the machine's
	one, other := secrets.System("one folder"), secrets.System("another")
	if err := one.Set("work", planted); err != nil {
		t.Fatal(err)
	}
	if key, err := one.Get("work"); err != nil || key != planted {
		t.Errorf("key = %q, %v", key, err)
	}
	if _, err := other.Get("work"); !errors.Is(err, secrets.ErrNone) {
		t.Errorf("the other folder's keyring: %v", err)
	}
	if err := one.Delete("work"); err != nil {
		t.Fatal(err)
	}
	if err := one.Delete("work"); !errors.Is(err, secrets.ErrNone) {
		t.Errorf("deleted twice: %v", err)
	}
}
