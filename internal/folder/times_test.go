package folder_test

import (
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

func TestOneTimeForAWholeFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "Blind")
	err := folder.WriteTree(dir, []folder.File{{Name: "a.txt", Data: []byte("a")}, {Name: "below/b.txt", Data: []byte("b")}}, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	if err := folder.SetTimes(dir, at); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && !info.ModTime().Equal(at) {
			t.Errorf("%s: %s", path, info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFolderThatIsNotThereHasNoTime(t *testing.T) {
	if err := folder.SetTimes(filepath.Join(t.TempDir(), "none"), time.Now()); !study.HasProblem(err, "folder.not-found") {
		t.Errorf("got %v", err)
	}
}
