package folder

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// SetTimes gives everything in a folder, and the folder itself, one time, so that no file tells when it was made.
func SetTimes(dir string, at time.Time) error {
	var found []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		found = append(found, path)
		return err
	})
	if err != nil {
		return explain("listing", dir, err)
	}
	for i := len(found) - 1; i >= 0; i-- { // what lies deepest first: setting a file's time touches no folder above it
		if err := os.Chtimes(found[i], at, at); err != nil {
			return explain("setting the time of", found[i], err)
		}
	}
	return nil
}
