package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// handedOut takes the sample study to where sheets come back.
func (h *house) handedOut() {
	h.t.Helper()
	h.tapKey("home.sample")
	h.tapKey("wizard.blinding.blind")
	h.handOut()
	h.shell.wizard.Show("start")
}

// file writes a file to be dropped.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSheetsAreShownAsUnderstoodBeforeTheyAreTaken(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.handedOut()
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv", "ratings/broken_for_import_tests.csv")
	h.sees("R01", "36 ratings understood", "R04", "is no allowed value here", "Nothing is taken over yet.")
	h.tap("Leave it")
	h.sees("No rating sheet has come back yet.")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.tap("Take over")
	h.states("done", "done", "done", "done", "handed-out", "done", "to-unblind")
}

func TestSheetsDroppedLaterJoinThoseThatWait(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.handedOut()
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R02.csv")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R02.csv") // once more, by mistake
	h.sees("R01", "R02")
	h.tap("Take over")
	h.sees("2 sheets are in: R01 (36 ratings), R02 (36 ratings)")
}

func TestASecondSheetOfAReviewerReplacesTheFirstOnlyOnAWord(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.handedOut()
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.tap("Take over")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.tap("Take over")
	h.sees("There already is a sheet of R01 in this test.")
	h.press(fyne.KeyReturn) // the keyboard is on Cancel
	h.sees("Nothing is taken over yet.")
	h.tap("Take over")
	h.tap("Replace the sheet")
	h.sees("Ratings: done.")
}

func TestWhoFilledASheetIsAskedWhereItDoesNotSay(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.handedOut()
	data, err := os.ReadFile(sampleFile(t, "ratings/Bewertung_DEMO-MIETE-01_R01.csv"))
	if err != nil {
		t.Fatal(err)
	}
	h.drop(file(t, "sheet.csv", strings.ReplaceAll(string(data), "R01", "")))
	h.sees("e.g. R01")
	h.tap("Take over")
	h.sees("The sheet does not say who filled it in.")
	h.entry(0).SetText("R09")
	h.tap("Take over")
	h.states("done", "done", "done", "done", "handed-out", "done", "to-unblind")
}

func TestWhatTheLeakAuditFindsIsAskedAbout(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("answers")
	h.drop(file(t, "one.txt", "The notice is ineffective, as lumen-chat-4-demo has shown in detail before."), "answers/02_control.txt")
	h.sayOrigin(0, study.OtherAI)
	h.entry(1).SetText("lumen-chat-4-demo")
	h.tap("Apply to all files")
	h.tap("Import 2 answers")
	h.shell.wizard.Show("blinding")
	h.tap("Blind the answers")
	h.handOut()
	h.sees("Leak audit", "may give an origin away")
	h.press(fyne.KeyEscape)
	h.states("done", "done", "optional", "done", "to-hand-out", "optional", "not-yet")
	h.handOut()
	for _, r := range "The model is the subject of the case" {
		h.shell.win.Canvas().Focused().TypedRune(r)
	}
	h.tap("Hand out all the same")
	h.states("done", "done", "optional", "done", "handed-out", "optional", "waiting")
}

func TestAWithdrawalAsksAndSaysWhatIsLeft(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("answers")
	find[*widget.List](h).Select(4)
	h.sees("T01")
	h.tap("Withdraw")
	h.sees("Take back the answer of T01?")
	h.tap("Withdraw")
	h.sees("What is left for you to do")
	h.tap("Understood")
	h.sees("withdrawn")
	if got := find[*widgets.TextView](h).Text(); got != "" {
		t.Errorf("the text is still there: %q", got)
	}
}

func TestAnOriginIsCorrectedUntilTheAnswersAreBlinded(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("answers")
	find[*widget.List](h).Select(1)
	h.tap("Correct the origin …")
	h.entry(1).SetText("another-model")
	h.tap("Keep the correction")
	h.sees("another-model")
	h.tap("Next: Blinding")
	h.tap("Blind the answers")
	h.handOut()
	h.shell.wizard.Show("answers")
	find[*widget.List](h).Select(1)
	if h.button("Correct the origin …") != nil || h.button("Add a file …") != nil {
		t.Errorf("answers can be changed after blinding: %q", h.buttons())
	}
}

func TestAStudyIsDeletedOnAWord(t *testing.T) {
	for name, c := range map[string]struct {
		key  string
		left bool
	}{"with its folders": {"home.delete.all", false}, "without": {"home.delete.keep", true}} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			h.tapKey("home.sample")
			folders, err := h.shell.conduct.StudyFolders(h.shell.wizard.Ref().Study)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(folders[0], 0o700); err != nil {
				t.Fatal(err)
			}
			h.tap("Studies")
			h.tap("Delete")
			h.sees("with its tests, answers and ratings?", folders[0], folders[1])
			h.press(fyne.KeyReturn) // the keyboard is on Cancel
			h.sees("Kündigung wegen Mietzinsrückstands")
			h.tap("Delete")
			h.tapKey(c.key)
			h.sees("There is no study yet.")
			if _, err := os.Stat(folders[0]); (err == nil) != c.left {
				t.Errorf("the folder is left: %v, want %v", err == nil, c.left)
			}
		})
	}
}

func TestAStudyWithoutANameIsSaidAndNotMade(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("home.new")
	h.press(fyne.KeyReturn)
	h.sees("The study has no name. Give it a name.", "New study")
	h.tap("Cancel")
	h.sees("There is no study yet.")
}

func TestGoldThatIsThereAlreadyIsRefused(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("gold")
	h.drop("gold/gutachten-1.txt")
	h.sees("gutachten-1.txt", "Copy details")
	if got := find[*widget.List](h).Length(); got != 2 {
		t.Errorf("%d documents, want 2", got)
	}
}
