package secrets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"filippo.io/age"

	"iucomstudien/internal/study"
)

// Format is the name and version of what stands in the locked file.
const Format = "iucom-keys/1"

// workFactor makes each guess of the passphrase cost about a second: 2^18 rounds.
const workFactor = 18

// maxWork is the hardest file that is opened; a forged one could keep the machine busy for hours.
const maxWork = 22

// maxFile is the largest locked file that is read, in bytes.
const maxFile = 1 << 20

// file is a file with all keys, locked with a passphrase. What it held is remembered once it was opened.
type file struct {
	path       string
	passphrase func() (string, error)
	write      func(path string, data []byte, perm fs.FileMode) error
	work       int

	mu     sync.Mutex
	phrase string            // that opened it; "" before
	keys   map[string]string // nil before it was opened
}

// content is what stands in the file.
type content struct {
	Format string            `json:"format"`
	Keys   map[string]string `json:"keys"`
}

func (f *file) exists() bool {
	_, err := os.Stat(f.path)
	return err == nil
}

func (f *file) get(name string) (string, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.open(); err != nil {
		return "", false, err
	}
	key, found := f.keys[name]
	return key, found, nil
}

func (f *file) set(name, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.open(); err != nil {
		return err
	}
	before, had := f.keys[name]
	f.keys[name] = key
	if err := f.save(); err != nil {
		if delete(f.keys, name); had {
			f.keys[name] = before
		}
		return err
	}
	return nil
}

func (f *file) remove(name string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.open(); err != nil {
		return false, err
	}
	before, had := f.keys[name]
	if !had {
		return false, nil
	}
	delete(f.keys, name)
	if err := f.save(); err != nil {
		f.keys[name] = before
		return false, err
	}
	return true, nil
}

// open reads the file, once. A file that is not there is like an empty one, and the passphrase given now will lock it.
func (f *file) open() error {
	if f.keys != nil {
		return nil
	}
	phrase, err := f.ask()
	if err != nil {
		return err
	}
	locked, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		f.phrase, f.keys = phrase, map[string]string{}
		return nil
	}
	if err != nil {
		return f.damaged(err)
	}
	if len(locked) > maxFile {
		return f.damaged(fmt.Errorf("%d bytes", len(locked)))
	}
	identity, err := age.NewScryptIdentity(phrase)
	if err != nil {
		return fmt.Errorf("preparing the passphrase: %w", err)
	}
	identity.SetMaxWorkFactor(maxWork)
	plain, err := age.Decrypt(bytes.NewReader(locked), identity)
	if wrong := (*age.NoIdentityMatchError)(nil); errors.As(err, &wrong) {
		return &study.Problem{ID: "secrets.wrong-passphrase", File: filepath.Base(f.path)}
	}
	if err != nil {
		return f.damaged(err)
	}
	data, err := io.ReadAll(plain)
	if err != nil {
		return f.damaged(err)
	}
	var c content
	if err := json.Unmarshal(data, &c); err != nil || c.Format != Format || c.Keys == nil {
		return f.damaged(fmt.Errorf("the content has not the format %s", Format)) // a JSON error would quote the content
	}
	f.phrase, f.keys = phrase, c.Keys
	return nil
}

func (f *file) damaged(cause error) error {
	return &study.Problem{ID: "secrets.damaged", File: filepath.Base(f.path), Err: cause,
		Args: map[string]any{"folder": filepath.Dir(f.path)}}
}

func (f *file) ask() (string, error) {
	none := &study.Problem{ID: "secrets.no-passphrase", File: filepath.Base(f.path)}
	if f.passphrase == nil {
		return "", none
	}
	phrase, err := f.passphrase()
	if err != nil {
		return "", err
	}
	if phrase == "" {
		return "", none
	}
	return phrase, nil
}

// save locks the keys and writes the file.
func (f *file) save() error {
	plain, err := json.Marshal(content{Format: Format, Keys: f.keys})
	if err != nil {
		return errors.New("writing down the keys failed")
	}
	recipient, err := age.NewScryptRecipient(f.phrase)
	if err != nil {
		return fmt.Errorf("preparing the passphrase: %w", err)
	}
	recipient.SetWorkFactor(f.work)
	var locked bytes.Buffer
	w, err := age.Encrypt(&locked, recipient)
	if err != nil {
		return fmt.Errorf("locking the keys: %w", err)
	}
	if _, err := w.Write(plain); err != nil {
		return fmt.Errorf("locking the keys: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("locking the keys: %w", err)
	}
	return f.write(f.path, locked.Bytes(), 0o600)
}
