package secrets

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"iucomstudien/internal/study"
)

// Place is where a key is kept. The words are shown by "secrets.place.<word>".
type Place string

const (
	InKeyring Place = "keyring"
	InFile    Place = "file"
	Nowhere   Place = "nowhere"
)

// Keyring is the operating system's, or another that keeps a text under a name.
type Keyring interface {
	// Get gives a key; [ErrNone] where the keyring works and has none under that name.
	Get(name string) (string, error)
	Set(name, key string) error
	// Delete removes a key; [ErrNone] as for Get.
	Delete(name string) error
}

// ErrNone says that a keyring has no key under a name.
var ErrNone = errors.New("no such key")

// Options are what a Store works with.
type Options struct {
	Keyring Keyring // nil: there is none, or it is not wanted
	Path    string  // of the locked file
	// Passphrase gives the passphrase of the locked file; it is asked for only when the file is needed. An empty one
	// means that the person gave none.
	Passphrase func() (string, error)
	// Write writes a file whole or not at all.
	Write func(path string, data []byte, perm fs.FileMode) error
}

// Store keeps keys by the name of their provider. It is safe for use by several goroutines.
type Store struct {
	ring Keyring
	file *file
}

// New is a store. Nothing is opened before it is needed.
func New(o Options) *Store {
	return &Store{ring: o.Keyring, file: &file{path: o.Path, passphrase: o.Passphrase, write: o.Write, work: workFactor}}
}

// Set keeps a key in place of an earlier one and says where. The file is used only where the keyring does not work.
//
// Problems: secrets.empty, secrets.keyring (Args: name; the keyring holds another and doesn't change it),
// secrets.no-passphrase, secrets.wrong-passphrase, secrets.damaged.
func (s *Store) Set(name, key string) (Place, error) {
	if key = strings.TrimSpace(key); key == "" {
		return Nowhere, &study.Problem{ID: "secrets.empty"}
	}
	if s.ring != nil && s.ring.Set(name, key) == nil {
		// The file must not go on holding an older one. Where it can't be opened now, the keyring comes first anyway.
		if s.file.exists() {
			_, _ = s.file.remove(name)
		}
		return InKeyring, nil
	}
	if s.ring != nil {
		if _, err := s.ring.Get(name); err == nil { // it would go on giving the old one
			return Nowhere, keyringFault(name)
		}
	}
	return InFile, s.file.set(name, key)
}

func keyringFault(name string) error {
	return &study.Problem{ID: "secrets.keyring", Args: map[string]any{"name": name}}
}

// Get gives a key and where it stands. Nowhere with "" and without an error: there is none.
//
// Problems: secrets.no-passphrase, secrets.wrong-passphrase, secrets.damaged.
func (s *Store) Get(name string) (string, Place, error) {
	if s.ring != nil {
		// A keyring that does not work is like one without the key: it may be in the file.
		if key, err := s.ring.Get(name); err == nil {
			return key, InKeyring, nil
		}
	}
	if !s.file.exists() {
		return "", Nowhere, nil
	}
	key, found, err := s.file.get(name)
	if err != nil || !found {
		return "", Nowhere, err
	}
	return key, InFile, nil
}

// Delete removes a key wherever it stands. It is no fault if there is none.
//
// Problems: secrets.keyring (Args: name; the keyring has it and does not give it up), and those of Get.
func (s *Store) Delete(name string) error {
	var fault error
	if s.ring != nil {
		if _, err := s.ring.Get(name); err == nil {
			if err := s.ring.Delete(name); err != nil {
				fault = keyringFault(name)
			}
		}
	}
	if !s.file.exists() {
		return fault
	}
	_, err := s.file.remove(name)
	return errors.Join(fault, err)
}

// Tail is how a key is shown: its last four characters, and nothing of a short one.
func Tail(key string) string {
	const shown, least = 4, 16
	if len(key) < least {
		return "…"
	}
	return fmt.Sprintf("…%s", key[len(key)-shown:])
}
