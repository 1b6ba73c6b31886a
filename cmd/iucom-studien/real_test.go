//go:build !ci

package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// pictures names a folder into which the run writes what was on the screen.
var pictures = flag.String("pictures", "", "folder for pictures of the real window")

// words are the texts of the window.
func words(t testing.TB) *lang.Catalogue {
	t.Helper()
	c, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// english gives a text of the window.
func english(t testing.TB) func(key string, args ...any) string {
	t.Helper()
	return words(t).T
}

// sample is the path of a file of the bundled sample study.
func sample(t testing.TB, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "assets", "sample", "study-tenancy", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// there fails unless files lie below a folder, and none of them is empty.
func there(t testing.TB, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !info.IsDir() && info.Size() == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}

// TestSevenStepsInARealWindow takes the sample study from the first start to the report with mouse, keyboard and files
// dropped as from a file manager. What counts is what lies on the disk afterwards.
func TestSevenStepsInARealWindow(t *testing.T) {
	needsTools(t)
	say := english(t)
	w := openWindow(t, openDisplay(t, 1280, 800))
	w.keep("0-first-start")
	documents := filepath.Join(w.home, "IUCOM Studien")
	folder := filepath.Join(documents, "DEMO-MIETE-01", "Test-01")

	w.click(say("home.sample"))
	w.sees(say("wizard.blinding.blind"))
	for i, name := range []string{"ready", "case", "gold", "answers"} {
		w.key("ctrl+" + string(rune('1'+i)))
		w.sees(say("wizard.page-title", "n", i+1, "title", say("wizard."+name)))
		w.keep(string(rune('1'+i)) + "-" + name)
	}

	w.key("ctrl+3")
	extra := filepath.Join(t.TempDir(), "Größere Übersicht – Łódź.txt")
	if err := os.WriteFile(extra, []byte("Die Kündigung bedarf der gerichtlichen Form.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.drop(extra)
	w.sees(filepath.Base(extra))
	there(t, filepath.Join(documents, "Kategorien"), filepath.Join("Mietrecht", "goldstandard", filepath.Base(extra)))

	w.key("ctrl+5")
	w.click(say("wizard.blinding.blind"))
	w.click(say("wizard.blinding.part.handing"))
	w.click(say("wizard.blinding.hand-out"))
	w.sees(say("wizard.blinding.doubts.about")) // the sample leaves places undecided, and the window says which
	w.click(say("wizard.blinding.doubts.go-on"))
	w.sees("Blind.zip")
	w.keep("5-handed-out")
	there(t, folder, "Blind.zip", "Blind")

	w.key("ctrl+6")
	w.sees(say("wizard.stard.rule"))
	w.keep("6-stard")

	w.key("ctrl+7")
	w.drop(sample(t, "ratings/Bewertung_DEMO-MIETE-01_R01.csv"), sample(t, "ratings/Bewertung_DEMO-MIETE-01_R02.csv"),
		sample(t, "ratings/Bewertung_DEMO-MIETE-01_R03.csv"))
	w.sees(say("wizard.start.take-ratings"))
	w.keep("7-sheets")
	w.click(say("wizard.start.take-ratings"))
	w.click(say("wizard.start.unblind"))
	w.sees("can't be undone")
	w.keep("7-question")
	w.key("Tab", "Return") // Cancel has the keyboard, since nothing of this can be undone
	w.sees("Most people found correct: ")
	w.keep("8-result")
	there(t, folder, "Bericht/report.html", "Bericht/report.docx", "Bericht/data.json")

	w.key("ctrl+q")
	w.closed()
	if said := w.said.String(); strings.Contains(said, "Error in Fyne call thread") || strings.Contains(said, "panic") {
		t.Errorf("the program said: %s", said)
	}
}
