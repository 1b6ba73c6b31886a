package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// Ends of the names of a test's key files. The plain ones stand there or the locked one, never both.
const (
	keyFileEnding   = ".key.json"
	keyTableEnding  = ".key.csv"
	keyPageEnding   = ".key.html"
	keyLockedEnding = ".key.age"
)

// plainKeyEndings are the files that a lock takes away.
var plainKeyEndings = []string{keyFileEnding, keyTableEnding, keyPageEnding}

// KeyOpening says how and why a study key is opened. All of it but the passphrase goes into the study log.
type KeyOpening struct {
	Passphrase string // of a locked key
	Holder     string // ID of who sees it: they no longer rate blindly in this study; "" when nobody who might rate
	Why        string // free words; "" says nothing
	Lost       string // UnlockKey only: why a locked key is opened although its passphrase is lost; "" never does
}

// KeyLine is what the key says of one code.
type KeyLine struct {
	Code      study.Code
	RepeatOf  study.Code // the same answer stands first under this code; "" where this is the first
	Answer    string     // ID
	Condition study.Condition
	Origin    study.Origin
}

// ShowKey opens the key of a blinded test and gives it code by code. The log says that it was opened, by whom and why.
// A locked key needs its passphrase.
//
// Problems: test.not-blinded, key.locked (no passphrase was given), key.wrong-passphrase, those of a damaged file.
func (c *Conduct) ShowKey(ctx context.Context, ref Ref, o KeyOpening) ([]KeyLine, error) {
	key, err := c.keyFor(ctx, ref, o.Passphrase)
	if err != nil {
		return nil, err
	}
	if err := c.noteOpening(ctx, ref, o, "shown"); err != nil {
		return nil, err
	}
	var lines []KeyLine
	for _, r := range key.Open() {
		lines = append(lines, KeyLine{Code: r.Code, RepeatOf: r.RepeatOf, Answer: r.Answer, Condition: r.Condition, Origin: r.Origin})
	}
	return lines, nil
}

// KeyIsLocked tells whether the key of a test is locked with a passphrase.
func (c *Conduct) KeyIsLocked(ctx context.Context, ref Ref) (bool, error) {
	sum, err := c.lockOf(ctx, ref)
	return sum != "", err
}

// LockKey locks the key of a test that was handed out: in the folder Key there is one file then that only the passphrase
// opens, and the readable ones are gone. Until it is unlocked the key is neither shown nor the test unblinded.
//
// What it does not do: the program's database keeps the assignment, so that consent can be withdrawn and the test
// evaluated; it stands in the user's own account, readable for nobody else. And copies that somebody made of the readable
// files are out of reach. Nobody can recover a lost passphrase; see UnlockKey.
//
// Problems: handout.not-yet, key.already-locked, key.passphrase-short.
func (c *Conduct) LockKey(ctx context.Context, ref Ref, passphrase string) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	if !isHandedOut(s) {
		return &study.Problem{ID: "handout.not-yet", Args: map[string]any{"test": ref.Test}}
	}
	if locked, err := c.KeyIsLocked(ctx, ref); err != nil || locked {
		return errors.Join(err, lockedProblem(locked, "key.already-locked", ref))
	}
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return err
	}
	dir, err := c.home.Key(ref.Study)
	if err != nil {
		return err
	}
	data, err := key.Lock(passphrase, studykey.WorkFactor)
	if err != nil {
		return err
	}
	if err := folder.WriteFile(filepath.Join(dir, ref.Test+keyLockedEnding), data, 0o600); err != nil {
		return err
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, studylog.KeyLocked, ref.Test, lockNote{Locked: sumBytes(data)})
	})
	if err != nil {
		return err
	}
	return removeKeyFiles(dir, ref.Test, plainKeyEndings...)
}

// UnlockKey opens a locked key for good: the readable files stand in the folder Key again. The log says so.
//
// A passphrase that is lost opens nothing any more, and nobody can recover it. The study goes on all the same, since the
// database keeps the assignment: with Lost the readable files are written from there, and the log says that it was done
// without the passphrase and why. So a lock can not be taken off unseen.
//
// Problems: key.not-locked, key.locked (neither passphrase nor Lost), key.wrong-passphrase, those of a damaged file.
func (c *Conduct) UnlockKey(ctx context.Context, ref Ref, o KeyOpening) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	locked, err := c.KeyIsLocked(ctx, ref)
	if err != nil {
		return err
	}
	if !locked {
		return &study.Problem{ID: "key.not-locked"}
	}
	key, err := c.db.Key(ctx, ref)
	if err == nil && o.Lost == "" {
		key, err = c.keyFor(ctx, ref, o.Passphrase)
	}
	if err != nil {
		return err
	}
	dir, err := c.home.Key(ref.Study)
	if err != nil {
		return err
	}
	if err := c.writePlainKey(s, key, dir); err != nil {
		return err
	}
	if err := c.noteOpening(ctx, ref, o, "unlocked"); err != nil {
		return err
	}
	return removeKeyFiles(dir, ref.Test, keyLockedEnding)
}

// lockNote is what the log says of locking and opening a key.
type lockNote struct {
	Locked   string `json:"file_sha256,omitempty"` // of the locked file
	Unlocked bool   `json:"unlocked,omitempty"`
	How      string `json:"how,omitempty"` // shown, unlocked
	Why      string `json:"why,omitempty"`
	Holder   string `json:"key_holder,omitempty"`
	Lost     string `json:"without_passphrase,omitempty"`
}

func (c *Conduct) noteOpening(ctx context.Context, ref Ref, o KeyOpening, how string) error {
	note := lockNote{How: how, Why: o.Why, Holder: o.Holder}
	if how == "unlocked" {
		note.Unlocked, note.Lost = true, o.Lost
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error { return tx.Note(ctx, studylog.KeyOpened, ref.Test, note) })
}

// lockOf is the checksum of the locked file of a test; "" when its key is not locked.
func (c *Conduct) lockOf(ctx context.Context, ref Ref) (string, error) {
	log, err := c.db.Log(ctx, ref.Study)
	if err != nil {
		return "", err
	}
	return lockIn(ref, log)
}

func lockIn(ref Ref, log []studylog.Entry) (sum string, err error) {
	for _, e := range log {
		if e.Test != ref.Test || e.Kind != studylog.KeyLocked && e.Kind != studylog.KeyOpened {
			continue
		}
		var note lockNote
		if err := json.Unmarshal(e.Data, &note); err != nil {
			return "", fmt.Errorf("reading whether the key is locked: %w", err)
		}
		switch {
		case e.Kind == studylog.KeyLocked:
			sum = note.Locked
		case note.Unlocked:
			sum = ""
		}
	}
	return sum, nil
}

// keyFor gives the key of a test to somebody who may see it: with the passphrase where it is locked.
func (c *Conduct) keyFor(ctx context.Context, ref Ref, passphrase string) (studykey.Key, error) {
	kept, err := c.db.Key(ctx, ref)
	if err != nil {
		return studykey.Key{}, err
	}
	locked, err := c.KeyIsLocked(ctx, ref)
	if err != nil || !locked {
		return kept, err
	}
	if passphrase == "" {
		return studykey.Key{}, lockedProblem(true, "key.locked", ref)
	}
	return c.unlocked(ctx, ref, passphrase, kept)
}

// unlocked opens the locked file with its passphrase and compares it with the key that was fixed.
func (c *Conduct) unlocked(ctx context.Context, ref Ref, passphrase string, kept studykey.Key) (studykey.Key, error) {
	dir, err := c.home.Key(ref.Study)
	if err != nil {
		return studykey.Key{}, err
	}
	name := ref.Test + keyLockedEnding
	data, err := folder.ReadFile(ctx, filepath.Join(dir, name), maxFile)
	if err != nil {
		return studykey.Key{}, err
	}
	key, err := studykey.Unlock(data, passphrase)
	if err != nil {
		return studykey.Key{}, study.InFile(err, name)
	}
	return key, key.Verify(kept.Commitment())
}

// refuseLocked stops what needs the key where it is locked.
func (c *Conduct) refuseLocked(ctx context.Context, ref Ref) error {
	locked, err := c.KeyIsLocked(ctx, ref)
	return errors.Join(err, lockedProblem(locked, "key.locked", ref))
}

func lockedProblem(locked bool, id string, ref Ref) error {
	if !locked {
		return nil
	}
	return &study.Problem{ID: id, Args: map[string]any{"test": ref.Test}}
}

// writePlainKey writes the key of a test as a file for programs, and as a table and a page for people.
func (c *Conduct) writePlainKey(s *situation, key studykey.Key, dir string) error {
	words := c.wordsOf(s.study.Language)
	file, err := key.Encode()
	if err != nil {
		return err
	}
	table, err := key.CSV(words)
	if err != nil {
		return err
	}
	page, err := key.Page(words, string(words.Language()))
	if err != nil {
		return err
	}
	return folder.WriteInto(dir, []folder.File{
		{Name: s.ref.Test + keyFileEnding, Data: file},
		{Name: s.ref.Test + keyTableEnding, Data: table},
		{Name: s.ref.Test + keyPageEnding, Data: page},
	}, 0o600)
}

func removeKeyFiles(dir, test string, endings ...string) error {
	var failed []error
	for _, ending := range endings {
		failed = append(failed, ignoreMissing(os.Remove(filepath.Join(dir, test+ending))))
	}
	return errors.Join(failed...)
}
