package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"iucomstudien/internal/study"
)

// handOut writes the blind folder from the part of the page that is for it.
func (h *house) handOut() {
	h.t.Helper()
	h.tapKey("wizard.blinding.part.handing")
	h.tapKey("wizard.blinding.hand-out")
	h.goOnKnowing()
}

// goOnKnowing goes on where it is asked about doubtful places.
func (h *house) goOnKnowing() {
	h.t.Helper()
	if text := h.shell.words.T("wizard.blinding.doubts.go-on"); h.button(text) != nil {
		h.tap(text)
	}
}

func TestTheBlindFolderIsWrittenFromItsOwnPartOfThePageOnly(t *testing.T) {
	h := blindedSample(t, study.English)
	write := h.shell.words.T("wizard.blinding.hand-out")
	for _, part := range []string{"compare", "review", "leaks", "names", "align"} {
		h.tapKey("wizard.blinding.part." + part)
		if h.button(write) != nil {
			t.Errorf("the part %s offers to write the blind folder", part)
		}
	}
	h.tapKey("wizard.blinding.part.handing")
	if h.button(write) == nil {
		t.Error("the part for it does not offer to write the blind folder")
	}
}

// TestALeakIsSaidOnceWithAllItsFiles has a model and its provider named in an answer, of which the blind folder holds
// several files.
func TestALeakIsSaidOnceWithAllItsFiles(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("answers")
	h.drop(file(t, "one.txt", "The notice is void, as lumen-chat-4-demo of Lumenhaus has shown in detail before."), "answers/02_control.txt")
	h.sayOrigin(0, study.OtherAI)
	h.entry(0).SetText("Lumenhaus")
	h.entry(1).SetText("lumen-chat-4-demo")
	h.tap("Apply to all files")
	h.tap("Import 2 answers")
	h.shell.wizard.Show("blinding")
	h.tap("Blind the answers")
	said := func(where string) {
		screen := h.screen()
		_, remedy := h.shell.words.Problem(&study.Problem{ID: "handout.leak-model"})
		for text, want := range map[string]int{remedy: 1, "names the model behind an answer": 1, "names the provider of an answer": 1} {
			if n := strings.Count(screen, text); n != want {
				t.Errorf("%s says %q %d times:\n%s", where, text, n, screen)
			}
		}
		for _, text := range []string{"lumen-chat-4-demo", "In 5 files: Answer_", "03_All_answers.html"} {
			if !strings.Contains(screen, text) {
				t.Errorf("%s does not say %q:\n%s", where, text, screen)
			}
		}
	}
	h.tapKey("wizard.blinding.part.leaks")
	said("the part of the leak audit")
	h.handOut()
	said("the question before the hand-out")
	h.press(fyne.KeyEscape)
	h.tapKey("wizard.blinding.part.leaks")
	h.tapKey("wizard.leaks.to-review")
	h.sees(h.shell.words.T("wizard.review.choose"))
}

func TestReporterAndControlAreExplainedWhereAnOriginIsChosen(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("answers")
	h.drop("answers/01_reporter.txt")
	reporter, control := h.shell.words.T("condition.reporter.about"), h.shell.words.T("condition.control.about")
	h.sees(reporter, control)
	h.choice("Control")
	if screen := h.screen(); strings.Contains(screen, reporter) || !strings.Contains(screen, control) {
		t.Errorf("with control chosen it says:\n%s", screen)
	}
}
