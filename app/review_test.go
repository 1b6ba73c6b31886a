package app

import (
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// blindedSample is the sample study right after blinding, on the page of blinding.
func blindedSample(t *testing.T, l study.Language) *house {
	t.Helper()
	h := newHouse(t, l, roomy)
	h.tapKey("home.sample")
	h.tapKey("wizard.blinding.blind")
	h.shell.message.clear()
	return h
}

func TestReplacementsAreReviewedInTheWindow(t *testing.T) {
	h := blindedSample(t, study.English)
	h.tapKey("wizard.blinding.part.review")
	h.sees("[PERSON-1]")

	// A word that the program left alone is replaced in all answers, and stands among the decisions.
	h.entryWith("Word or name as it stands in the text").SetText("Mahnung")
	h.tap("Replace in all answers")
	h.sees("Decided by you: person")
	if _, after := compared(h); strings.Contains(after, "trotz Mahnung") {
		t.Errorf("the word stands after it was replaced:\n%s", after)
	}

	// The decision is taken back, and the word stands again.
	h.tapKey("wizard.blinding.part.review")
	h.line("Mahnung")
	h.tap("Take the decision back")
	if _, after := compared(h); !strings.Contains(after, "trotz Mahnung") {
		t.Errorf("the word is gone though the decision was taken back:\n%s", after)
	}

	// A replacement is undone.
	h.tapKey("wizard.blinding.part.review")
	h.line("[PERSON-1]")
	h.tap("Leave as it is")
	h.sees("Decided by you: never replaced")
}

func TestLeakAuditIsShownBeforeTheFolderIsWritten(t *testing.T) {
	h := blindedSample(t, study.English)
	h.tapKey("wizard.blinding.part.leaks")
	h.sees("Nothing in the blind folder names an origin.", "What style still gives away", "Answers that stand out from the others")
}

func TestNothingIsDecidedAfterTheHandOut(t *testing.T) {
	h := blindedSample(t, study.English)
	h.handOut()
	h.tapKey("wizard.blinding.part.review")
	h.sees("nothing can be changed any more")
	if h.button("Replace in all answers") != nil {
		t.Error("a replacement is offered after the hand-out")
	}
}

// compared is the shown answer before and after, on the first part of the page.
func compared(h *house) (before, after string) {
	h.tapKey("wizard.blinding.part.compare")
	return viewTexts(h)
}
