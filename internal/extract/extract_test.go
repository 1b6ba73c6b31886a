package extract

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// words is how texts are compared: as a sequence of words, soft hyphens and kinds of blanks aside.
func words(s string) string {
	s = strings.NewReplacer("\u00ad", "", "\u00a0", " ").Replace(norm.NFC.String(s))
	return strings.Join(strings.Fields(s), " ")
}

func load(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTextOfWholeFiles(t *testing.T) {
	for _, name := range []string{"tab-de.csv", "tab-de-cp1252.csv", "tab-de.xlsx", "tab-de.xls"} {
		t.Run(name, func(t *testing.T) {
			doc, err := Read(context.Background(), name, load(t, name))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := words(doc.Text), words(string(load(t, name+".expected.txt"))); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
