package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

func TestStepThreeTellsWhatReadersFoundAndLooksIntoTheFolderAgain(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.drop(file(t, "opinion.rtf", `{\rtf1\ansi The notice is void.{\v A note to myself.}\par}`))
	h.sees("void", "The document has hidden text. It was left out.", "please check")

	h.tapKey("wizard.gold.reload")
	h.sees("The folder is as it was read.")
	dir := filepath.Join(h.dir, "IUCOM Studien", "Kategorien", "Tenancy law", "goldstandard")
	if err := os.WriteFile(filepath.Join(dir, "second.txt"), []byte("The notice is valid."), 0o600); err != nil {
		t.Fatal(err)
	}
	h.tapKey("wizard.gold.reload")
	h.sees("Taken in: second.txt.")
	h.line("second.txt")
	h.sees("The notice is valid.")
	if screen := h.screen(); strings.Contains(screen, "hidden text") {
		t.Errorf("the warning of another document stands beside it:\n%s", screen)
	}
}

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
