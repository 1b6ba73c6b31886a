package app

import (
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// handOut writes the blind folder from the part of the page that is for it.
func (h *house) handOut() {
	h.t.Helper()
	h.tapKey("wizard.blinding.part.handing")
	h.tapKey("wizard.blinding.hand-out")
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

func TestARemedyIsSaidOnceForAllThatItMends(t *testing.T) {
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
		if n := strings.Count(screen, remedy); n != 1 {
			t.Errorf("%s says the remedy %d times:\n%s", where, n, screen)
		}
		if !strings.Contains(screen, "lumen-chat-4-demo") || strings.Count(screen, "The blind folder names") < 2 {
			t.Errorf("%s does not say both findings:\n%s", where, screen)
		}
	}
	h.tapKey("wizard.blinding.part.leaks")
	said("the part of the leak audit")
	h.handOut()
	said("the question before the hand-out")
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
