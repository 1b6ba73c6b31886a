package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// states fails unless the seven steps have these states, in the words of the window.
func (h *house) states(keys ...string) {
	h.t.Helper()
	for i, step := range h.shell.wizard.Steps().Steps() {
		if want := h.shell.words.T("wizard.state." + keys[i]); step.State != want {
			h.t.Errorf("step %q is %q, want %q", step.Title, step.State, want)
		}
	}
}

// page fails unless this page is shown.
func (h *house) page(name string) {
	h.t.Helper()
	if got := h.shell.wizard.Shown(); got != name {
		h.t.Errorf("the page %s is shown, want %s", got, name)
	}
}

func TestSampleStudyByTapsFromTheStartPageToTheResult(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.sees("There is no study yet", "everything in it is invented")

	h.tap("Open the sample study")
	h.sees("T03 did not consent") // the refusal is said
	h.page("blinding")
	h.states("done", "done", "done", "done", "open", "done", "not-yet")

	h.tap("Back")
	h.page("answers")
	h.sees("Reporter", "modus-1-demo", "05_students.csv", "1 was not taken in")
	if got := find[*widget.List](h).Length(); got != 6 {
		t.Errorf("%d answers are listed, want 6", got)
	}

	h.tap("Next: Blinding")
	h.tap("Blind the answers")
	h.states("done", "done", "done", "done", "to-hand-out", "done", "not-yet")
	before, after := viewTexts(h)
	if !strings.Contains(before, "Gerne!") || strings.Contains(after, "Gerne!") {
		t.Errorf("the greeting stands before and not after blinding:\n%s\n---\n%s", before, after)
	}

	h.handOut()
	h.states("done", "done", "done", "done", "handed-out", "done", "waiting")
	h.sees("Blind.zip", "Never hand out the folder with the key")
	for _, name := range []string{"Blind.zip", "Blind"} {
		if _, err := os.Stat(filepath.Join(h.dir, "IUCOM Studien", "DEMO-MIETE-01", "Test-01", name)); err != nil {
			t.Error(err)
		}
	}

	h.tap("Next: STARD")
	h.sees("Ist die Kündigung vom 2. Februar 2026 wirksam?")
	h.tap("Next: Overview & start")
	h.sees("6 answers are compared.", "No rating sheet has come back yet.")
	h.tap("Bring in the sample's ratings")
	h.states("done", "done", "done", "done", "handed-out", "done", "to-unblind")

	h.tap("Unblind")
	h.sees("can't be undone")
	h.tap("Unblind")
	h.sees("Result of the test Test-01", "6 answers to the same legal question were compared", "Krippendorff")
	h.sees("hallucinated 3")

	h.tapKey("result.part.next")
	h.tap("Verify")
	h.sees("chain of the study log: holds", "every figure of the report: holds")
	h.tap("Open the report")
	if len(h.opened) != 1 || filepath.Base(h.opened[0]) != "report.html" {
		t.Errorf("opened %v", h.opened)
	}

	h.tap("Back to the steps")
	h.states("done", "done", "done", "done", "handed-out", "done", "unblinded")
	h.tap("Studies")
	h.sees("Kündigung wegen Mietzinsrückstands", "Test-01: unblinded")
	if h.button("Open the sample study") != nil {
		t.Error("the sample study is offered though it is there")
	}
}

// viewTexts are the texts of the two views of the page of blinding.
func viewTexts(h *house) (before, after string) {
	h.t.Helper()
	var views []*widgets.TextView
	for _, o := range inSight(h.roots()[0]) {
		if v, ok := o.(*widgets.TextView); ok {
			views = append(views, v)
		}
	}
	if len(views) != 2 {
		h.t.Fatalf("%d texts are shown beside each other, want 2", len(views))
	}
	return views[0].Text(), views[1].Text()
}

// drop drops files of the bundled sample onto the window.
func (h *house) drop(names ...string) {
	h.t.Helper()
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = name
		if !filepath.IsAbs(name) {
			paths[i] = sampleFile(h.t, name)
		}
	}
	h.shell.Dropped(paths)
	h.settle()
}

// newStudy makes a study with a case from dropped facts, up to the page of expert documents.
func (h *house) newStudy() { h.newStudyNamed("Zażółć gęślą – Größe") }

// newStudyNamed makes a study with a name and a case.
func (h *house) newStudyNamed(name string) {
	h.t.Helper()
	h.command("home.new")
	h.entry(0).SetText(name)
	h.entry(1).SetText("Univ.-Prof. Dr. Muster")
	h.tapKey("home.create")
	h.page("ready")
	h.shell.wizard.Show("case")
	h.drop("facts.en.txt")
	h.entry(0).SetText("Notice for arrears")
	h.entry(1).SetText("Tenancy law")
	h.tapKey("wizard.case.keep")
	h.page("gold")
}

func TestAGradingThatNeverWasIsNotCalledDone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.handedOut()
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	h.tap("Take over")
	h.tap("Unblind")
	h.tap("Unblind")
	h.tapKey("result.back")
	h.sees("left out")
}

func TestATypedCaseGoesAlongWithTheWayOn(t *testing.T) {
	h := newHouse(t, study.German, roomy)
	h.command("home.new")
	h.entry(0).SetText("Bordbistro")
	h.tapKey("home.create")
	h.shell.wizard.Show("case")
	h.tap("Weiter: Goldstandard")
	h.page("gold") // nothing was typed: the page says what is missing
	h.shell.wizard.Show("case")
	h.drop("facts.en.txt")
	h.entry(0).SetText("Kündigungsschutz im Bordbistro")
	h.entryWith("z. B. 2026-03-01").SetText("1.6.2024")
	h.tap("Weiter: Goldstandard")
	h.page("gold")
	h.states("missing", "done", "optional", "missing", "not-yet", "optional", "not-yet")
	h.shell.wizard.Show("case")
	h.sees("2024-06-01")
}

func TestATestOpensWhereItGoesOnThoughItsGoldStandardIsThin(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.drop("gold/gutachten-1.txt")
	h.shell.OpenStudy(h.shell.wizard.Ref().Study)
	h.page("answers")
}

func TestNewStudyFromScratchWithDroppedFiles(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.states("missing", "done", "optional", "missing", "not-yet", "optional", "not-yet")
	h.sees("Without a gold standard")

	h.drop("gold/gutachten-1.txt")
	h.states("missing", "done", "only-one", "missing", "not-yet", "optional", "not-yet")
	h.sees("rests on one document only", "Gutachten 1")
	h.drop("gold/gutachten-2.txt")
	h.sees("1 document added.")

	h.tap("Next: Answers")
	h.drop("answers/01_reporter.txt", "answers/02_control.txt", "answers/05_students.csv")
	h.sees("Where does 01_reporter.txt come from?", "origin not stated", "It is not said where the answer comes from.")
	if b := h.button("Import 2 answers"); b == nil || b.Disabled() {
		t.Errorf("what says its origin can be imported; buttons %q", h.buttons())
	}

	h.sayOrigin(0, study.Reporter)
	if !h.button("Import 2 answers").Disabled() {
		t.Error("what is shown was read with less than is said now, and can be imported")
	}
	h.tap("Apply")
	h.sees("Reporter")
	h.sayOrigin(1, study.Control)
	h.tap("Apply")
	h.tap("Import 4 answers")
	h.sees("4 answers imported.", "T03 did not consent")
	h.states("done", "done", "done", "done", "open", "optional", "not-yet")

	h.shell.wizard.Show("start")
	h.tap("Start")
	h.sees("doubtful places")
	h.goOnKnowing()
	h.states("done", "done", "done", "done", "handed-out", "optional", "waiting")
	h.sees("The blind folder is written.")
}

// sayOrigin chooses a line of what files contain and says where its file comes from.
func (h *house) sayOrigin(line int, c study.Condition) {
	h.t.Helper()
	find[*widget.List](h).Select(line)
	find[*widgets.Choice[study.Condition]](h).SetSelected(h.shell.words.T("condition." + string(c)))
}

func TestOriginOfOneFileCanBeSaidOfAll(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("answers")
	h.drop("answers/01_reporter.txt", "answers/02_control.txt")
	h.sayOrigin(0, study.OtherAI)
	h.tap("Apply to all files")
	h.tap("Import 2 answers")
	h.sees("Other AI", "2 answers imported.")
}

func TestFilesThatWaitAreLookedAtWithThoseDroppedLater(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("answers")
	h.drop("answers/01_reporter.txt")
	h.sayOrigin(0, study.Reporter)
	h.drop("answers/02_control.txt")
	h.sees("01_reporter.txt · Reporter", "02_control.txt · origin not stated")
	h.tap("Leave it")
	h.sees("There is no answer yet.")
}

func TestWhatWaitsForADecisionIsDecidedInTheList(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("answers")
	h.drop("answers/01_reporter.txt", "answers/02_control.txt")
	h.tap("Keep 2 answers for a later decision")
	h.sees("2 wait for your decision.", "nothing can be blinded before")
	h.states("missing", "done", "optional", "undecided", "not-yet", "optional", "not-yet")
	find[*widget.List](h).Select(0)
	h.tap("Reporter")
	find[*widget.List](h).Select(0)
	h.sees("1 answer waits for your decision.")
	h.tap("Leave it out")
	h.sees("can’t be taken back")
	h.tap("Leave it out")
	h.states("missing", "done", "optional", "missing", "not-yet", "optional", "not-yet")
}

func TestCaseFormKeepsWhatWasTyped(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("home.new")
	h.entry(0).SetText("Draft")
	h.tapKey("home.create")
	h.shell.wizard.Show("case")
	h.entry(0).SetText("Half a title")
	find[*widgets.Paper](h).SetText("Half the facts")
	h.shell.wizard.Show("answers")
	h.sees("Choose the case first")
	h.shell.wizard.Show("case")
	h.sees("Half a title", "Half the facts")
	h.tap("Studies")
	h.tap("Open")
	h.shell.wizard.Show("case")
	h.sees("Half a title", "Half the facts")
	h.shell.SetLanguage(study.Polish)
	h.page("case")
	h.sees("Half a title", "Sprawa")
}

func TestLongFactsAreShownAndNotEdited(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("home.new")
	h.entry(0).SetText("Long")
	h.tapKey("home.create")
	h.shell.wizard.Show("case")
	path := filepath.Join(t.TempDir(), "facts.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("The landlord gave notice. ", 400)), 0o600); err != nil {
		t.Fatal(err)
	}
	h.drop(path)
	if find[*widgets.TextView](h).Text() == "" {
		t.Error("the facts are not shown")
	}
	h.tap("Remove the text")
	find[*widgets.Paper](h)
}

func TestAnotherTestOfTheSameStudy(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.tap("Blind the answers")
	h.handOut()
	h.tap("New test")
	h.page("case")
	h.sees("Own question", "Archive")
	h.shell.wizard.Show("gold")
	h.sees("Choose the case first")
	find[*widgets.Choice[string]](h).SetSelected("Test-01")
	h.states("done", "done", "done", "done", "handed-out", "done", "waiting")
}
