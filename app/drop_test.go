package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/app/wizard"
	"iucomstudien/internal/study"
)

// goldDocument is an expert document of the sample.
const goldDocument = "gold/gutachten-1.txt"

func TestADocumentThatMayBeAnExpertsOrAnAnswerIsAskedAbout(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	for _, page := range []string{"ready", "case", "blinding", "stard", "start"} {
		h.shell.wizard.Show(page)
		h.drop(goldDocument)
		h.page(page)
		h.sees("What is this file?", "gutachten-1.txt")
		h.tapKey("wizard.unsure.neither")
		if strings.Contains(h.screen(), "What is this file?") {
			t.Errorf("%s goes on asking", page)
		}
	}
	h.shell.wizard.Show("ready")
	h.drop(goldDocument)
	if h.shell.win.Canvas().Focused() != h.button(h.shell.words.T("wizard.unsure.gold")) {
		t.Error("as long as there is no expert document, that is not the first choice")
	}
	h.tapKey("wizard.unsure.gold")
	h.page("gold")
	h.sees("gutachten-1.txt")

	h.shell.wizard.Show("stard")
	h.drop("answers/01_reporter.txt")
	if h.shell.win.Canvas().Focused() != h.button(h.shell.words.T("wizard.unsure.answers")) {
		t.Error("with an expert document in, answers are not the first choice")
	}
	h.tapKey("wizard.unsure.answers")
	h.page("answers")
	h.sees("01_reporter.txt · origin not stated")
}

func TestTheQuestionAboutADroppedFileStaysUntilItIsAnswered(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("stard")
	h.drop(goldDocument)
	for _, page := range wizard.Pages() {
		h.shell.wizard.Show(page)
		h.page(page)
		h.sees("What is this file?", "gutachten-1.txt")
	}
	h.drop(file(t, "other.txt", "The notice is effective."))
	h.sees("What are these 2 files?", "gutachten-1.txt", "other.txt")
	h.shell.SetLanguage(study.German)
	h.settle()
	h.sees("gutachten-1.txt", "other.txt")
	h.command("app.menu.studies")
	h.tapKey("home.open")
	h.sees("gutachten-1.txt", "other.txt")
	h.tapKey("wizard.unsure.gold")
	h.page("gold")
	if screen := h.screen(); strings.Contains(screen, h.shell.words.T("wizard.unsure.about")) {
		t.Errorf("it is asked on:\n%s", screen)
	}
	if got := find[*widget.List](h).Length(); got != 2 {
		t.Errorf("%d documents were taken in, want 2", got)
	}
}

func TestATableGoesToTheAnswersFromEveryPageAndIsAskedAboutAmongExpertDocuments(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.drop("answers/05_students.csv")
	h.sees("What is this file?")
	h.shell.wizard.Show("stard")
	h.drop("answers/05_students.csv")
	h.page("answers")
	h.sees("05_students.csv")
}

func TestRatingSheetsGoToTheOverviewFromEveryPageOnceAnswersAreOut(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("gold")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.sees("nothing was handed out yet")
	h.tapKey("app.dismiss")
	h.shell.wizard.Show("blinding")
	h.tapKey("wizard.blinding.blind")
	h.handOut()
	h.shell.wizard.Show("gold")
	h.drop(goldDocument)
	h.sees("are fixed since the hand-out")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.page("start")
	h.sees("R01", "36 ratings understood")
}

func TestADocumentDroppedBeforeThereIsACaseHoldsItsFacts(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("home.new")
	h.entry(0).SetText("Draft")
	h.tapKey("home.create")
	h.page("ready")
	h.drop("facts.en.txt")
	h.page("case")
	if facts := find[*widgets.Paper](h).Text; facts == "" {
		t.Error("the facts are not in the form")
	}
}
