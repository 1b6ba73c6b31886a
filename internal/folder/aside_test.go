package folder_test

import (
	"path/filepath"
	"testing"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

func TestAFileMovedAsideComesBackAsItWas(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "Gutachten.txt")
	put(t, path, "first")
	first, err := folder.Aside(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, "second")
	second, err := folder.Aside(path)
	if err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, map[string]string{".entfernt/Gutachten.txt": "first", ".entfernt/Gutachten (2).txt": "second"})
	if err := folder.Back(first, path); err != nil {
		t.Fatal(err)
	}
	if err := folder.Back(second, path); !study.HasProblem(err, "folder.name-taken") {
		t.Errorf("a file that lies there is replaced: %v", err)
	}
	wantTree(t, dir, map[string]string{"Gutachten.txt": "first", ".entfernt/Gutachten (2).txt": "second"})
}

func TestAFileThatIsNotThereIsNotMovedAside(t *testing.T) {
	dir := t.TempDir()
	if to, err := folder.Aside(filepath.Join(dir, "gone.txt")); to != "" || err != nil {
		t.Errorf("moved to %q: %v", to, err)
	}
	wantTree(t, dir, map[string]string{})
}
