package app

import (
	"testing"

	"iucomstudien/internal/study"
)

func TestTargetQuestionAndReferenceAreSetByThePerson(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("stard")
	example := h.shell.words.T("field.example", "text", h.shell.words.T("field.target.example"))

	// Another question is another case of yes and no: the reference goes.
	h.entryWith(example).SetText("Ist die Kündigung rechtzeitig?")
	h.tapKey("wizard.stard.keep")
	h.sees(h.shell.words.T("absence.missing"))

	h.choice(h.shell.words.T("target.no"))
	h.tapKey("wizard.stard.set") // nobody has said who decides
	h.sees(h.shell.words.T("problem.reference.no-author"))
	h.entryWith(h.shell.words.T("wizard.stard.author")).SetText("Prof. Muster")
	h.tapKey("wizard.stard.set")
	h.sees("no (", "Prof. Muster")
}

func TestModelGradesFromTheLastPage(t *testing.T) {
	h := blindedSample(t, study.English)
	h.withModel()
	h.handOut()
	h.shell.message.clear()
	h.shell.wizard.Show("start")
	h.tapKey("wizard.grading.open")
	h.tapKey("wizard.asking.estimate")
	// People's answers need a word of their own before they may go to a provider.
	h.sees("did not agree")
}
