package studykey

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"filippo.io/age"
	"filippo.io/age/armor"

	"iucomstudien/internal/study"
)

// MinPassphrase is the least number of characters of a passphrase. scrypt makes each guess slow; a short word would be
// guessed all the same.
const MinPassphrase = 8

// WorkFactor is the cost of one guess at a passphrase, as a power of two: about a second on an ordinary laptop.
const WorkFactor = 18

// maxWorkFactor bounds what a prepared file may make the program compute: about a quarter of a minute.
const maxWorkFactor = 22

// Lock breaks the seal and gives the file key.json encrypted with a passphrase: age with scrypt, in its armoured form,
// which is plain ASCII. Any program for age opens it. Work is the cost of a guess, see [WorkFactor].
//
// Problem: key.passphrase-short (Args: least).
func (k Key) Lock(passphrase string, work int) ([]byte, error) {
	if utf8.RuneCountInString(passphrase) < MinPassphrase {
		return nil, &study.Problem{ID: "key.passphrase-short", Args: map[string]any{"least": MinPassphrase}}
	}
	plain, err := k.Encode()
	if err != nil {
		return nil, err
	}
	to, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, fmt.Errorf("locking the study key: %w", err)
	}
	to.SetWorkFactor(work)
	var out bytes.Buffer
	armoured := armor.NewWriter(&out)
	w, err := age.Encrypt(armoured, to)
	if err != nil {
		return nil, fmt.Errorf("locking the study key: %w", err)
	}
	_, err = w.Write(plain)
	if err := errors.Join(err, w.Close(), armoured.Close()); err != nil {
		return nil, fmt.Errorf("locking the study key: %w", err)
	}
	return out.Bytes(), nil
}

// Locked tells whether a file looks like a locked key.
func Locked(data []byte) bool {
	return strings.HasPrefix(strings.TrimSpace(string(data[:min(len(data), 100)])), armor.Header)
}

// Unlock opens a locked key and checks it as [Decode] does.
//
// Problems: key.wrong-passphrase; key.not-locked (the file is no locked key); key.broken (it is damaged); those of
// [Decode].
func Unlock(data []byte, passphrase string) (Key, error) {
	if !Locked(data) {
		return Key{}, &study.Problem{ID: "key.not-locked"}
	}
	if passphrase == "" {
		return Key{}, &study.Problem{ID: "key.wrong-passphrase"}
	}
	with, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return Key{}, fmt.Errorf("unlocking the study key: %w", err)
	}
	with.SetMaxWorkFactor(maxWorkFactor)
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(data)), with)
	if wrong := (*age.NoIdentityMatchError)(nil); errors.As(err, &wrong) {
		return Key{}, &study.Problem{ID: "key.wrong-passphrase"}
	}
	if err != nil {
		return Key{}, broken(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return Key{}, broken(err)
	}
	return Decode(plain)
}
