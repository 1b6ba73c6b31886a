package folder_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

// tree is everything below dir, texts by slash-separated names; hidden names included.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func wantTree(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Fatalf("on disk (-want +got):\n%s", diff)
	}
}

// old is a disk with a blind folder and a note beside it.
func old(t *testing.T) (base, dir string) {
	t.Helper()
	base = t.TempDir()
	dir = filepath.Join(base, "Blind")
	put(t, filepath.Join(dir, "X.txt"), "old X")
	put(t, filepath.Join(dir, "Q.txt"), "old Q")
	put(t, filepath.Join(base, "note.txt"), "mine")
	return base, dir
}

var files = []folder.File{{Name: "X.txt", Data: []byte("new X")}, {Name: "sheets/R01.csv", Data: []byte("code;grade")}}

func TestWritingAFileReplacesItWhole(t *testing.T) {
	base := t.TempDir()
	path := filepath.Join(base, "a", "b", "report.html")
	for _, text := range []string{"first, and longer", "second", ""} {
		if err := folder.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		wantTree(t, base, map[string]string{"a/b/report.html": text})
	}
	if runtime.GOOS == "windows" {
		return
	}
	for p, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", filepath.Base(p), info.Mode(), err, want)
		}
	}
}

func TestWritingIntoAFolderLeavesOthersFilesAlone(t *testing.T) {
	base, dir := old(t)
	if err := folder.WriteInto(dir, files, 0o644); err != nil {
		t.Fatal(err)
	}
	wantTree(t, base, map[string]string{
		"Blind/X.txt": "new X", "Blind/Q.txt": "old Q", "Blind/sheets/R01.csv": "code;grade", "note.txt": "mine",
	})
}

func TestWritingATreeLeavesNothingElseInIt(t *testing.T) {
	base, dir := old(t)
	for range 2 {
		if err := folder.WriteTree(dir, files, 0o644); err != nil {
			t.Fatal(err)
		}
		wantTree(t, base, map[string]string{"Blind/X.txt": "new X", "Blind/sheets/R01.csv": "code;grade", "note.txt": "mine"})
	}
}

func TestAFullDiskKeepsWhatWasThere(t *testing.T) {
	before := map[string]string{"Blind/X.txt": "old X", "Blind/Q.txt": "old Q", "note.txt": "mine"}
	writes := map[string]func(*folder.Full, string) error{
		"a file": func(d *folder.Full, dir string) error {
			return d.WriteFile(filepath.Join(dir, "X.txt"), []byte("new X and more"), 0o644)
		},
		"into a folder": func(d *folder.Full, dir string) error { return d.WriteInto(dir, files, 0o644) },
		"a tree":        func(d *folder.Full, dir string) error { return d.WriteTree(dir, files, 0o644) },
	}
	for name, write := range writes {
		for cause, want := range map[error]string{
			syscall.ENOSPC: "folder.disk-full", syscall.EDQUOT: "folder.disk-full", syscall.EACCES: "folder.no-permission",
			syscall.EROFS: "folder.no-permission",
		} {
			for room := range 8 { // the first file fits from 5 bytes on, the second never
				t.Run(name+" "+cause.Error(), func(t *testing.T) {
					base, dir := old(t)
					wantProblem(t, write(&folder.Full{Room: room, Why: cause}, dir), want)
					wantTree(t, base, before)
				})
			}
		}
	}
}

func TestATreeThatWasInterruptedIsSettledByTheNext(t *testing.T) {
	_, somewhere := old(t)
	freshName, oldName := folder.Beside(somewhere)
	for name, interrupt := range map[string]func(t *testing.T, dir string){
		"while writing": func(t *testing.T, dir string) {
			put(t, filepath.Join(filepath.Dir(dir), filepath.Base(freshName), "half.txt"), "ha")
		},
		"between the renames": func(t *testing.T, dir string) {
			put(t, filepath.Join(filepath.Dir(dir), filepath.Base(freshName), "X.txt"), "other")
			if err := os.Rename(dir, filepath.Join(filepath.Dir(dir), filepath.Base(oldName))); err != nil {
				t.Fatal(err)
			}
		},
		"before tidying up": func(t *testing.T, dir string) {
			put(t, filepath.Join(filepath.Dir(dir), filepath.Base(oldName), "X.txt"), "older")
		},
	} {
		t.Run(name, func(t *testing.T) {
			base, dir := old(t)
			interrupt(t, dir)
			// A call that fails brings the former folder back; one that succeeds replaces it.
			wantProblem(t, (&folder.Full{Why: syscall.ENOSPC}).WriteTree(dir, files, 0o644), "folder.disk-full")
			wantTree(t, base, map[string]string{"Blind/X.txt": "old X", "Blind/Q.txt": "old Q", "note.txt": "mine"})
			interrupt(t, dir)
			if err := folder.WriteTree(dir, files, 0o644); err != nil {
				t.Fatal(err)
			}
			wantTree(t, base, map[string]string{"Blind/X.txt": "new X", "Blind/sheets/R01.csv": "code;grade", "note.txt": "mine"})
		})
	}
}

func TestWhatIsNoFileIsNotReplaced(t *testing.T) {
	base, dir := old(t)
	target := filepath.Join(base, "note.txt")
	link := filepath.Join(dir, "link.txt")
	wantProblem(t, folder.WriteFile(dir, []byte("x"), 0o644), "folder.not-regular")
	wantProblem(t, folder.WriteTree(target, files, 0o644), "folder.name-taken")
	wantProblem(t, folder.WriteFile(filepath.Join(target, "x.txt"), nil, 0o644), "folder.name-taken")
	if err := os.Symlink(target, link); err == nil { // not everybody may make links on Windows
		wantProblem(t, folder.WriteFile(link, []byte("x"), 0o644), "folder.not-regular")
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
	wantTree(t, base, map[string]string{"Blind/X.txt": "old X", "Blind/Q.txt": "old Q", "note.txt": "mine"})
}

func TestNoFileLeadsOutOfItsFolder(t *testing.T) {
	for _, name := range []string{"../x", "a/../../x", "/etc/x", `..\x`, "a//b", "", "a/", "C:x"} {
		base, dir := old(t)
		bad := []folder.File{files[0], {Name: name}}
		wantProblem(t, folder.WriteTree(dir, bad, 0o644), "folder.unsafe-name")
		wantProblem(t, folder.WriteInto(dir, bad, 0o644), "folder.unsafe-name")
		wantTree(t, base, map[string]string{"Blind/X.txt": "old X", "Blind/Q.txt": "old Q", "note.txt": "mine"})
	}
}

func TestReading(t *testing.T) {
	base, dir := old(t)
	path := filepath.Join(dir, "X.txt")
	for name, c := range map[string]struct {
		path  string
		limit int64
		want  string
	}{
		"whole":           {path, 5, ""},
		"one byte more":   {path, 4, "folder.too-large"},
		"nothing there":   {filepath.Join(dir, "none"), 5, "folder.not-found"},
		"a folder":        {dir, 5, "folder.is-directory"},
		"a device":        {os.DevNull, 5, "folder.not-regular"},
		"file as folder":  {filepath.Join(path, "x"), 5, "folder.name-taken"},
		"an empty limit":  {path, 0, "folder.too-large"},
		"folder in place": {base, 5, "folder.is-directory"},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := folder.ReadFile(t.Context(), c.path, c.limit)
			if c.want != "" {
				wantProblem(t, err, c.want)
				return
			}
			if err != nil || !bytes.Equal(data, []byte("old X")) {
				t.Errorf("got %q, %v", data, err)
			}
		})
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := folder.ReadFile(stopped, path, 5); !errors.Is(err, context.Canceled) || len(study.Problems(err)) > 0 {
		t.Errorf("stopped: %v", err)
	}
}

func TestAProblemNamesFileAndFolder(t *testing.T) {
	dir := t.TempDir()
	_, err := folder.ReadFile(t.Context(), filepath.Join(dir, "Gutachten.docx"), 1)
	list := study.Problems(err)
	if len(list) != 1 || list[0].File != "Gutachten.docx" || list[0].Args["folder"] != dir {
		t.Errorf("got %v", err)
	}
	if strings.Contains(list[0].File, string(filepath.Separator)) {
		t.Error("the file's name is a path")
	}
}

func TestMakingAFolder(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "Kategorien", "Mietrecht", "goldstandard")
	for range 2 {
		if err := folder.MakeDir(dir); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Errorf("got %v, %v", info, err)
	}
	put(t, filepath.Join(base, "file"), "x")
	wantProblem(t, folder.MakeDir(filepath.Join(base, "file", "dir")), "folder.name-taken")
}
