package folder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"iucomstudien/internal/study"
)

// choiceName is the file beside the database that says where the documents go, when not to the usual place. It is no
// part of the database: a copy of the database that is put in its place does not move documents.
const choiceName = "folders.json"

// choiceFormat is the version of that file.
const choiceFormat = "iucom-folders/1"

// choice is what the file says.
type choice struct {
	Format    string `json:"format"`
	Documents string `json:"documents"`
}

// longestChoice is the most that is read of the file, in bytes.
const longestChoice = 64 << 10

// Chosen tells whether another folder than the usual one was chosen for the documents.
func (h Home) Chosen() bool { return h.Documents != h.Usual }

// Missing tells whether the documents were put into a folder that is not there now: a drive is not connected, or the
// folder was moved by hand. The usual folder is made when it is needed and is never missing.
func (h Home) Missing() bool {
	info, err := os.Stat(h.Documents)
	return h.Chosen() && (err != nil || !info.IsDir())
}

// InFolder is where the documents stand in a folder that a person chose: below it under the program's own name, or in
// it when it has that name.
func InFolder(dir string) string {
	if filepath.Base(dir) == documentsName {
		return dir
	}
	return filepath.Join(dir, documentsName)
}

// ChooseDocuments lets the documents go to a folder from the next opening on, the usual one included. What stands in
// the present folder stays there.
func (h Home) ChooseDocuments(dir string) error {
	path := filepath.Join(h.Data, choiceName)
	if dir == h.Usual {
		return explain("removing", path, ignoreMissing(os.Remove(path)))
	}
	data, err := json.MarshalIndent(choice{choiceFormat, dir}, "", "\t")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return WriteFile(path, append(data, '\n'), 0o600)
}

// Again is the home with the folder for the documents that is chosen now.
//
// Problem: folder.choice-unreadable.
func (h Home) Again() (Home, error) {
	h.Documents = h.Usual
	return h.withChoice()
}

// withChoice is the home with the folder for the documents that was chosen, if one was.
//
// Problem: folder.choice-unreadable.
func (h Home) withChoice() (Home, error) {
	path := filepath.Join(h.Data, choiceName)
	data, err := ReadFile(context.Background(), path, longestChoice)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return h, nil
	case err != nil:
		return h, err
	}
	var c choice
	read := json.NewDecoder(bytes.NewReader(data))
	if err := read.Decode(&c); err != nil || c.Format != choiceFormat || !filepath.IsAbs(c.Documents) {
		return h, problem("folder.choice-unreadable", path, err)
	}
	h.Documents = filepath.Clean(c.Documents)
	return h, nil
}

// Removed removes a folder with everything in it. One that is not there is no fault.
//
// Problems: folder.open-elsewhere, folder.no-permission.
func Removed(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	var p *study.Problem
	if explained := explainReplacing(dir, err); errors.As(explained, &p) {
		return p
	}
	return fmt.Errorf("removing %s: %w", dir, err)
}
