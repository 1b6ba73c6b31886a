package secrets

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// system is the operating system's keyring: Keychain, Windows Credential Manager or Secret Service.
type system struct{ service string }

// System is the operating system's keyring. Service keeps the keys of one folder of the program apart from those of
// another.
func System(service string) Keyring { return system{service} }

// Get implements [Keyring].
func (s system) Get(name string) (string, error) {
	key, err := keyring.Get(s.service, name)
	return key, own(err)
}

// Set implements [Keyring].
func (s system) Set(name, key string) error { return own(keyring.Set(s.service, name, key)) }

// Delete implements [Keyring].
func (s system) Delete(name string) error { return own(keyring.Delete(s.service, name)) }

// own gives the package's own error for a key that is not there.
func own(err error) error {
	if errors.Is(err, keyring.ErrNotFound) {
		return ErrNone
	}
	return err
}
