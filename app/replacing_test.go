package app

import (
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// escapes closes the dialog in hand, which must be one.
func (h *house) escapes() {
	h.t.Helper()
	top := h.shell.win.Canvas().Overlays().Top()
	if top == nil {
		h.t.Fatal("no dialog is open")
	}
	top.Hide()
	h.shell.win.Canvas().Overlays().Remove(top)
	h.settle()
}

func TestTheTextOfAnAnswerIsReplacedInTheWindowAndComesBackByUndo(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("answers")
	h.line("Control")
	h.tapKey("wizard.answers.replace")
	h.escapes()

	files := []conduct.File{{Name: "other.txt", Data: []byte("Another text altogether.")}}
	h.shell.wizard.TakeText("a02", files)
	h.settle()
	h.sees("Another text altogether.", "other.txt", "checksums of both files")
	h.tapKey("app.undo")
	if screen := h.screen(); strings.Contains(screen, "Another text altogether.") {
		t.Errorf("the other text stays:\n%s", screen)
	}
	h.shell.wizard.TakeText("a02", append(files, files...))
	h.sees("one file")
}

func TestTheTextOfAnAnswerIsNotReplacedAfterTheHandOut(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.handedOut()
	h.shell.wizard.Show("answers")
	h.line("Control")
	if h.button(h.shell.words.T("wizard.answers.replace")) != nil {
		t.Error("a fixed text can be replaced")
	}
}
