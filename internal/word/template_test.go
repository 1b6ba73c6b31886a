package word_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/assets/templates"
)

var update = flag.Bool("update", false, "make the template anew of its parts")

// TestTheTemplateIsMadeOfItsParts keeps the parts of the template readable: a change is made in testdata/document and
// brought into the template with -update. Who adapts the template in a word processor needs none of this.
func TestTheTemplateIsMadeOfItsParts(t *testing.T) {
	made := packed(t, filepath.Join("testdata", "document"))
	if *update {
		file := filepath.Join("..", "..", "assets", "templates", "word", "document.docx")
		if err := os.WriteFile(file, made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(parts(t, made), parts(t, templates.Document)); diff != "" {
		t.Errorf("the template differs from its parts (-parts +template):\n%s", diff)
	}
}

func packed(t *testing.T, dir string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		w, err := z.Create(name)
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
