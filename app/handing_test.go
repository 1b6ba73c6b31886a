package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

func TestReviewersGetFoldersOfTheirOwnAndAreReminded(t *testing.T) {
	h := blindedSample(t, study.English)
	h.tapKey("wizard.blinding.part.handing")
	h.sees("all read the same folder")
	for _, name := range []string{"Dr. Eins", "Dr. Zwei", ""} {
		h.entryWith("Name").SetText(name)
		h.tapKey("wizard.handing.add")
		if h.shell.win.Canvas().Focused() != fyne.Focusable(h.entryWith("Name")) {
			t.Errorf("after %q the keyboard is not where the next reviewer is typed", name)
		}
	}
	h.sees("R01 · Dr. Eins", "R02 · Dr. Zwei")
	h.entryWith("E-mail").SetText("nowhere")
	h.tapKey("wizard.handing.add")
	h.sees("nowhere") // refused, and what was typed stays
	h.entryWith("E-mail").SetText("")
	h.tick(h.shell.words.T("wizard.handing.apart"))
	h.entryWith(h.shell.words.T("wizard.handing.each.example")).SetText("2")
	h.handOut()

	h.sees("Blind_R01.zip, Blind_R02.zip, Blind_R03.zip")
	if strings.Contains(h.screen(), "Blind.zip") {
		t.Error("a file that was not written is named as what to send")
	}

	dir := filepath.Join(h.dir, "IUCOM Studien", "DEMO-MIETE-01", "Test-01")
	for _, who := range []string{"R01", "R02", "R03"} {
		found, err := filepath.Glob(filepath.Join(dir, "*"+who+"*"))
		if err != nil || len(found) == 0 {
			t.Errorf("nothing was written for %s: %v", who, err)
		}
	}
	for _, file := range walked(t, dir) {
		if strings.Contains(file, "Eins") {
			t.Errorf("the name of a reviewer is in the path %s", file)
		}
	}
	h.shell.wizard.Show("start")
	h.sees("R01 · Dr. Eins", "not yet")
	h.tapKey("wizard.reviewers.remind")
	h.sees("Dr. Eins")
	h.tapKey("wizard.reviewers.copy")
	if text := h.app.Clipboard().Content(); !strings.Contains(text, "Dr. Eins") {
		t.Errorf("the clipboard holds %q", text)
	}
}

// tick sets the check with this text.
func (h *house) tick(text string) {
	h.t.Helper()
	for _, o := range inSight(h.roots()[0]) {
		if c, ok := o.(*widgets.Check); ok && c.Said() == text {
			c.SetChecked(true)
			return
		}
	}
	h.t.Fatalf("no check %q", text)
}

// walked lists all paths below a folder.
func walked(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		list = append(list, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
