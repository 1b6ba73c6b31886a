package app

import (
	"os"
	"path/filepath"
	"testing"

	"iucomstudien/internal/study"
)

func TestAnExpertDocumentIsRemovedInTheWindowAndComesBackByUndo(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.drop(file(t, "opinion.txt", "The notice is void for lack of form."))
	at := filepath.Join(h.dir, "IUCOM Studien", "Kategorien", "Tenancy law", "goldstandard", "opinion.txt")
	h.sees("opinion.txt", "void for lack of form")

	h.tapKey("wizard.gold.remove")
	h.sees("opinion.txt", "isn't deleted")
	h.tapKey("app.cancel")
	h.sees("opinion.txt")
	h.tapKey("wizard.gold.remove")
	h.tapKey("wizard.gold.remove.yes")
	h.sees(h.shell.words.T("wizard.gold.none"))
	if _, err := os.Stat(at); err == nil {
		t.Error("the file still lies in its folder")
	}

	h.tapKey("app.undo")
	h.sees("opinion.txt", "void for lack of form")
	if _, err := os.Stat(at); err != nil {
		t.Error(err)
	}
}
