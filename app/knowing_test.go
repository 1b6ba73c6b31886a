package app

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"iucomstudien/internal/study"
)

// written tells whether the blind folder of the test in hand is there.
func (h *house) written() bool {
	h.t.Helper()
	dir, err := h.shell.conduct.TestFolder(h.shell.wizard.Ref())
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = os.Stat(filepath.Join(dir, "Blind.zip"))
	return err == nil
}

// TestDoubtfulPlacesAreNamedBeforeTheBlindFolderIsWritten begins the hand-out wherever it can be begun.
func TestDoubtfulPlacesAreNamedBeforeTheBlindFolderIsWritten(t *testing.T) {
	for name, begin := range map[string]func(h *house){
		"on the page of blinding": func(h *house) {
			h.tapKey("wizard.blinding.blind")
			h.tapKey("wizard.blinding.part.handing")
			h.tapKey("wizard.blinding.hand-out")
		},
		"by the start, with blinded answers": func(h *house) {
			h.tapKey("wizard.blinding.blind")
			h.shell.wizard.Show("start")
			h.tapKey("wizard.start.run")
		},
		"by the start, with answers as they came": func(h *house) {
			h.shell.wizard.Show("start")
			h.tapKey("wizard.start.run")
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			h.tapKey("home.sample")
			begin(h)
			h.sees("Nobody has decided about 3 doubtful places: Y (1), K (1), facts or gold standard (1).")
			h.press(fyne.KeyReturn) // the keyboard is on Cancel
			if h.written() {
				t.Fatal("the blind folder was written without a word")
			}
			begin = map[bool]func(*house){true: func(h *house) { h.tapKey("wizard.start.run") },
				false: func(h *house) { h.tapKey("wizard.blinding.hand-out") }}[h.shell.wizard.Shown() == "start"]
			begin(h)
			h.tapKey("wizard.blinding.doubts.look")
			h.page("blinding")
			h.sees("Dasselbe", "3 places are doubtful.")
			for range 3 {
				h.line("The word may be")
				h.tapKey("wizard.review.keep")
			}
			h.tapKey("wizard.blinding.part.handing")
			h.tapKey("wizard.blinding.hand-out")
			if !h.written() {
				t.Errorf("with everything decided the blind folder is not written:\n%s", h.screen())
			}
		})
	}
}
