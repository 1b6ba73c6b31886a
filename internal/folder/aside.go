package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// asideName is the folder, beside the files that lay there, of those that were moved out of the way. Its name begins with a
// point, so that no reader of folders goes into it.
const asideName = ".entfernt"

// Aside moves a file out of the way, into a folder beside it that nothing searches, and gives its new path. A file that
// lies there already under the name keeps it, and this one gets a number. A file that is not there is "" and no error.
func Aside(path string) (string, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err := replaceable(path); err != nil {
		return "", err
	}
	dir := filepath.Join(filepath.Dir(path), asideName)
	if err := MakeDir(dir); err != nil {
		return "", err
	}
	name := filepath.Base(path)
	to := filepath.Join(dir, name)
	for n := 2; ; n++ {
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return "", explain("moving aside", path, err)
		}
		end := filepath.Ext(name)
		to = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, end), n, end))
	}
	return to, move(path, to)
}

// Back moves a file that [Aside] moved to where it was. It is an error when another file has the place by now: Problem
// folder.name-taken.
func Back(from, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return problem("folder.name-taken", path, nil)
	}
	if err := move(from, path); err != nil {
		return err
	}
	_ = os.Remove(filepath.Dir(from)) // only when nothing else lies there
	return nil
}

// move renames within a folder's tree and makes that last.
func move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return explain("moving", from, err)
	}
	syncDir(filepath.Dir(from))
	syncDir(filepath.Dir(to))
	return nil
}
