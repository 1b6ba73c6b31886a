package wizard

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// Conduct is what the steps need of the study's conduct.
type Conduct interface {
	Study(ctx context.Context, id string) (study.Study, error)
	Tests(ctx context.Context, studyID string) ([]study.Test, error)
	Test(ctx context.Context, ref conduct.Ref) (study.Test, error)
	DeleteTest(ctx context.Context, ref conduct.Ref) error
	KeepDraft(studyID, text string)
	Draft(ctx context.Context, studyID string) (string, error)
	CreateTest(ctx context.Context, t study.Test) (study.Test, error)
	Cases(ctx context.Context, words string) ([]study.Case, error)
	Case(ctx context.Context, id string) (study.Case, error)
	KeepCase(ctx context.Context, k study.Case) (study.Case, error)
	Gold(ctx context.Context, ref conduct.Ref) ([]study.GoldDocument, error)
	AddGold(ctx context.Context, ref conduct.Ref, files []conduct.File) ([]study.GoldDocument, error)
	RemoveGold(ctx context.Context, ref conduct.Ref, name string) (conduct.RemovedGold, error)
	RestoreGold(ctx context.Context, ref conduct.Ref, r conduct.RemovedGold) error
	GoldFolder(ctx context.Context, ref conduct.Ref) (string, error)
	ReloadGold(ctx context.Context, ref conduct.Ref) (conduct.ReloadedGold, error)
	GoldWarnings(ctx context.Context, ref conduct.Ref) (map[string][]conduct.Warning, error)
	Answers(ctx context.Context, ref conduct.Ref) ([]study.Answer, error)
	Refused(ctx context.Context, ref conduct.Ref) ([]*study.Problem, error)
	PreviewAnswers(ctx context.Context, ref conduct.Ref, files []conduct.File, hint conduct.Hint) (conduct.AnswerPreview, error)
	ImportAnswers(ctx context.Context, ref conduct.Ref, p conduct.AnswerPreview) (conduct.Imported, error)
	SetOrigin(ctx context.Context, ref conduct.Ref, id string, condition study.Condition, origin study.Origin, question string) error
	ReplaceText(ctx context.Context, ref conduct.Ref, id string, f conduct.File) (conduct.ReplacedText, error)
	UndoReplaceText(ctx context.Context, ref conduct.Ref, r conduct.ReplacedText) error
	WithdrawConsent(ctx context.Context, ref conduct.Ref, participant string) (conduct.Withdrawal, error)
	Asides(ctx context.Context, ref conduct.Ref) ([]conduct.Aside, error)
	DecideAnswer(ctx context.Context, ref conduct.Ref, id string, d conduct.Decision) (conduct.Decided, error)
	Blind(ctx context.Context, ref conduct.Ref, o conduct.BlindOptions, report job.Report) error
	Blinded(ctx context.Context, ref conduct.Ref) ([]conduct.BlindedText, error)
	Review(ctx context.Context, ref conduct.Ref) (conduct.Review, error)
	Keep(ctx context.Context, ref conduct.Ref, surface string) (conduct.Corrected, error)
	Replace(ctx context.Context, ref conduct.Ref, surface, kind, as string) (conduct.Corrected, error)
	Forget(ctx context.Context, ref conduct.Ref, surface string) (conduct.Corrected, error)
	PlaceholderKinds() []string
	Providers(ctx context.Context) ([]conduct.Provider, error)
	SaveProvider(ctx context.Context, p conduct.Provider) error
	SetKey(ctx context.Context, name, key string) (secrets.Place, error)
	TestProvider(ctx context.Context, name string, ask bool) error
	SetReference(ctx context.Context, ref conduct.Ref, reference study.Target, author string) (study.Case, error)
	ReadReference(ctx context.Context, ref conduct.Ref, o conduct.ModelOrder, replace bool) (conduct.ReferenceRead, error)
	ForecastGrading(ctx context.Context, ref conduct.Ref, o conduct.GradeOrder) ([]conduct.GraderForecast, error)
	Attempts(ctx context.Context, ref conduct.Ref) ([]conduct.Attempt, error)
	Grade(ctx context.Context, ref conduct.Ref, o conduct.GradeOrder, report job.Report) ([]conduct.GraderRun, error)
	EditCase(ctx context.Context, id string, change func(*study.Case)) (study.Case, error)
	ForecastAsking(ctx context.Context, ref conduct.Ref, o conduct.AskOrder, report job.Report) (llm.Forecast, error)
	Ask(ctx context.Context, ref conduct.Ref, o conduct.AskOrder, report job.Report) (conduct.Asked, error)
	NamesSent(ctx context.Context, ref conduct.Ref) ([]string, error)
	RetryRequest(ctx context.Context, id int64) error
	CanBatch(p conduct.Provider) bool
	OpenBatches(ctx context.Context, ref conduct.Ref) ([]ledger.Batch, error)
	FetchBatches(ctx context.Context, ref conduct.Ref) ([]llm.BatchNews, error)
	CancelBatch(ctx context.Context, id string) error
	Audit(ctx context.Context, ref conduct.Ref) (conduct.Audit, error)
	Persons(ctx context.Context, studyID string) ([]string, error)
	HandOutTo(ctx context.Context, ref conduct.Ref, o conduct.HandOutOptions, report job.Report) (conduct.HandedOut, error)
	PlanOverlap(ctx context.Context, ref conduct.Ref, o conduct.Overlap) ([]conduct.Share, error)
	Contacts(ctx context.Context, studyID string) ([]conduct.Contact, error)
	AddReviewer(ctx context.Context, studyID string, who conduct.Contact) (conduct.Contact, error)
	RemoveReviewer(ctx context.Context, studyID, id string) error
	Reviewing(ctx context.Context, ref conduct.Ref) ([]conduct.ReviewerState, error)
	Remind(ctx context.Context, ref conduct.Ref, id string, l study.Language) (conduct.Reminder, error)
	Spending(ctx context.Context, ref conduct.Ref) (conduct.Spending, error)
	ForecastAligning(ctx context.Context, ref conduct.Ref, o conduct.AlignOrder) (llm.Forecast, error)
	Align(ctx context.Context, ref conduct.Ref, o conduct.AlignOrder, report job.Report) ([]conduct.AlignedAnswer, error)
	Handed(ctx context.Context, ref conduct.Ref) (conduct.HandedOut, error)
	Steps(ctx context.Context, ref conduct.Ref) ([]conduct.StepState, error)
	Run(ctx context.Context, ref conduct.Ref, report job.Report) error
	Reviewers(ctx context.Context, ref conduct.Ref) ([]conduct.Reviewer, error)
	PreviewRatingsAs(ctx context.Context, ref conduct.Ref, files []conduct.File, choices conduct.RatingChoices) ([]conduct.SheetPreview, error)
	SheetChanges(ctx context.Context, ref conduct.Ref, list []conduct.SheetPreview) ([]conduct.CellChange, error)
	ImportRatings(ctx context.Context, ref conduct.Ref, list []conduct.SheetPreview, replace bool) ([]conduct.SheetPreview, error)
	Unblind(ctx context.Context, ref conduct.Ref) error
	IsSample(ref conduct.Ref) bool
	RateSample(ctx context.Context, ref conduct.Ref, report job.Report) error
	TestFolder(ref conduct.Ref) (string, error)
}

// Host is what the pages need of the window around them.
type Host interface {
	Words() *lang.Catalogue
	Say(text string) // a line for the person
	Fault(err error) // what went wrong and how to mend it
	Mended()         // what went wrong was put right: it is not said any more
	Start(j host.Job)
	Ask(q host.Question)
	ChooseFile(kind conduct.FileKind, then func(files []conduct.File))  // one of a kind
	ChooseFiles(kind conduct.FileKind, then func(files []conduct.File)) // of a kind
	ChooseFolder(then func(files []conduct.File))
	OpenFolder(path string)
	ShowResult(ref conduct.Ref)
	ShowAdjudication(ref conduct.Ref) // what reviewers agree on where they differ
	Copy(text string)                 // onto the clipboard
	ShowProviders()                   // where models are entered
	Focus(o fyne.Focusable)
	// Beside looks something up while the window goes on, and shows it unless another screen was shown in the meantime.
	Beside(look func(ctx context.Context) (show func(), err error))
	PageTurned()                   // another page is shown
	PartTurned()                   // the person turned to another part of a page
	Done(text string, back func()) // says what was done, and offers to take it back
}

// pages are the seven steps in their order; their texts stand under "wizard.<name>".
var pages = []string{"ready", "case", "gold", "answers", "blinding", "stard", "start"}

// Pages lists the names of the seven steps in their order.
func Pages() []string { return append([]string(nil), pages...) }

// Wizard shows one study and the test it has or will have.
type Wizard struct {
	ctx     context.Context // of the window: ends with it
	conduct Conduct
	host    Host
	study   study.Study
	tests   []study.Test
	ref     conduct.Ref // Test is "" as long as there is none
	draft   *Draft

	steps *widgets.StepList
	side  *fyne.Container // above the steps: the study, and which of its tests
	page  *fyne.Container
	shown int
	root  fyne.CanvasObject
	fresh *seen          // read beside the window at the end of a job, for as long as its end is told
	view  view           // what the pages show, read anew by Refresh
	first fyne.Focusable // where the keyboard goes on the page in hand; nil: nowhere

	offers []fyne.CanvasObject // buttons that the page in hand offers at its end, on the line that leads away from it

	nextReviewer fyne.Focusable // field in which the name of a further reviewer is typed; nil: not shown yet

	fromArchive bool // the page of the case shows the archive, not the form

	staged  *staging                // answers that were read and not taken over yet; nil: none
	sheets  *sheetsIn               // rating sheets that were read and not taken over yet; nil: none
	chosen  string                  // answer whose text is shown; "" for none
	large   bool                    // it takes the room of the list
	code    string                  // blind code whose text is shown; "" for the first
	grading bool                    // the page of the start shows the form that lets an AI grade
	aligned []conduct.AlignedAnswer // what became of each answer when they were aligned last
	mending string                  // line of the readiness check whose form is open; "" for none
	warned  goldWarnings            // what readers said of the expert documents
	asking  bool                    // the page of answers shows the form that asks a model
}

// view is what stands behind the pages at one moment.
type view struct {
	test    study.Test
	kase    study.Case
	gold    []study.GoldDocument
	answers []study.Answer
	asides  []conduct.Aside // answers that wait for a person's word, and outcomes that are none
	refused []*study.Problem
	blinded []conduct.BlindedText
	steps   []conduct.StepState
	batches []ledger.Batch // of requests, that have not ended
}

// New opens the steps of a study, with its latest test where there is one. What is typed and not kept goes to draft.
func New(ctx context.Context, c Conduct, h Host, studyID string, draft *Draft) (*Wizard, error) {
	w := &Wizard{ctx: ctx, conduct: c, host: h, draft: draft}
	var err error
	if w.study, err = c.Study(ctx, studyID); err != nil {
		return nil, err
	}
	w.ref.Study = studyID
	if !draft.known {
		kept, err := c.Draft(ctx, studyID)
		if err != nil {
			return nil, err
		}
		if err := draft.take(kept); err != nil {
			return nil, err
		}
	}
	if w.tests, err = c.Tests(ctx, studyID); err != nil {
		return nil, err
	}
	if len(w.tests) > 0 {
		w.ref.Test = w.tests[len(w.tests)-1].ID
	}
	w.page = container.NewStack()
	w.side = container.NewStack()
	w.steps = widgets.NewStepList(make([]widgets.Step, len(pages)))
	w.steps.OnChosen = w.show
	margin := theme.Padding()
	side := widgets.On(widgets.ColorQuiet, widgets.Inset(margin, margin, widgets.Filled(1, w.side, widgets.NewScroll(w.steps))))
	w.root = container.NewBorder(nil, nil, side, nil, w.page)
	w.root.(*fyne.Container).Objects = []fyne.CanvasObject{side, w.page} // the keyboard goes from left to right
	if err := w.read(ctx); err != nil {
		return nil, err
	}
	w.shown = w.firstOpen()
	w.draw()
	return w, nil
}

// Root is what the window shows.
func (w *Wizard) Root() fyne.CanvasObject { return w.root }

// Ref is the test in hand.
func (w *Wizard) Ref() conduct.Ref { return w.ref }

// StudyName is the name of the study in hand.
func (w *Wizard) StudyName() string { return w.study.Name }

// Shown is the name of the page that is shown.
func (w *Wizard) Shown() string { return pages[w.shown] }

// Steps is the list of the seven steps.
func (w *Wizard) Steps() *widgets.StepList { return w.steps }

// First is where the keyboard begins.
func (w *Wizard) First() fyne.Focusable {
	if w.first != nil {
		return w.first
	}
	return w.steps
}

// Show opens a page by its name and puts the keyboard there.
func (w *Wizard) Show(name string) {
	for i, p := range pages {
		if p == name {
			w.show(i)
			w.host.Focus(w.First())
		}
	}
}

// show draws a page and leaves the keyboard where it is.
func (w *Wizard) show(i int) {
	if i < 0 || i >= len(pages) {
		return
	}
	turned := w.shown != i
	w.shown = i
	w.draw()
	if turned {
		w.host.PageTurned()
	}
}

// Refresh reads the study anew and draws list and page.
func (w *Wizard) Refresh(ctx context.Context) error {
	if err := w.read(ctx); err != nil {
		return err
	}
	w.draw()
	return nil
}

// again reads and draws after something was changed, and tells the person when it can not.
func (w *Wizard) again() {
	if w.fresh != nil {
		w.take(*w.fresh)
		w.draw()
	} else if err := w.Refresh(w.ctx); err != nil {
		w.host.Fault(err)
		return
	}
	w.refocus()
}

// redraw draws the page anew when it shows something else now.
func (w *Wizard) redraw() {
	w.draw()
	w.refocus()
}

// refocus puts the keyboard onto the page that was drawn anew, unless it is on the list of steps.
func (w *Wizard) refocus() {
	if !w.steps.Focused() {
		w.host.Focus(w.First())
	}
}

// draw shows list and page as they stand.
func (w *Wizard) draw() {
	w.typed()
	w.steps.SetSteps(w.stepStates())
	w.steps.Mark(w.shown)
	w.side.Objects = []fyne.CanvasObject{w.sideHead()}
	w.side.Refresh()
	w.first, w.offers = nil, nil
	w.page.Objects = []fyne.CanvasObject{w.framed(pages[w.shown], w.body(pages[w.shown]))}
	w.page.Refresh()
}

// showPart opens a part of the page of blinding.
func (w *Wizard) showPart(name string) {
	w.draft.Part = name
	w.Show("blinding")
}

// body is what a page shows between its title and its way on.
func (w *Wizard) body(name string) fyne.CanvasObject {
	draw := map[string]func() fyne.CanvasObject{
		"ready": w.readyPage, "case": w.casePage, "gold": w.goldPage, "answers": w.answersPage,
		"blinding": w.blindingPage, "stard": w.stardPage, "start": w.startPage,
	}[name]
	if w.ref.Test == "" && name != "ready" && name != "case" {
		return widgets.Column(widgets.Note(widgets.SignalInfo, w.t("wizard.needs-case"),
			widgets.Row(widgets.NewMainButton(w.t("wizard.case"), func() { w.Show("case") }))))
	}
	return draw()
}

// bodyLines is how high the body of a page stays however large texts are, in heights of the text.
const bodyLines = 16

// framed puts title, explanation and the way on around a page.
func (w *Wizard) framed(name string, body fyne.CanvasObject) fyne.CanvasObject {
	title := w.t("wizard.page-title", "n", w.shown+1, "title", w.t("wizard."+name))
	about := widgets.Text(w.about(name))
	margin := theme.InnerPadding()
	head := widgets.Illustrated(widgets.Column(widgets.Heading(title), about), drawing(name))
	page := widgets.NewPage(widgets.Filled(2, head, w.unsureNote(), widgets.Tall(bodyLines, body)))
	return widgets.Inset(margin, margin/2, widgets.Filled(0, page, w.footer()))
}

// about says what a page is for, and whether files can be dropped onto it now.
func (w *Wizard) about(name string) string {
	switch {
	case name == "answers" && w.staged != nil:
		return w.t("wizard.answers.origin-about")
	case name == "start" && w.sheets != nil:
		return w.t("wizard.start.sheets-about")
	}
	text := w.t("wizard." + name + ".about")
	if w.takesHere() {
		text += " " + w.t("wizard."+name+".drop")
	}
	return text
}

// footer holds what the page offers at its end, and leads to the page before and the page after.
func (w *Wizard) footer() fyne.CanvasObject {
	row := container.NewHBox()
	if w.shown > 0 {
		before := pages[w.shown-1]
		row.Add(widgets.NewIconButton(w.t("wizard.back"), theme.NavigateBackIcon(), func() { w.Show(before) }))
	}
	if w.shown < len(pages)-1 {
		after := pages[w.shown+1]
		next := widgets.NewIconButton(w.t("wizard.next", "page", w.t("wizard."+after)), theme.NavigateNextIcon(), func() { w.goOn(after) })
		next.IconPlacement = widget.ButtonIconTrailingText
		if w.goesOn() {
			next.Importance = widget.HighImportance
		}
		row.Add(next)
	}
	left := widgets.Row(w.offers...)
	left.Hidden = len(w.offers) == 0
	return widgets.Ends(left, widgets.Flush(row))
}

// goOn shows the next page. A case that was typed comes with it, as nothing goes on without one.
func (w *Wizard) goOn(after string) {
	if w.ref.Test == "" && w.Shown() == "case" && !w.fromArchive && w.draft.Case != (study.Case{}) {
		w.keepCase()
		return
	}
	w.Show(after)
}

// did tells what went wrong, or takes away what is said of an earlier fault, which is mended by now.
func (w *Wizard) did(err error) bool {
	if err != nil {
		w.host.Fault(err)
		return false
	}
	w.host.Mended()
	return true
}

// t is a text in the window's language.
func (w *Wizard) t(key string, args ...any) string { return w.host.Words().T(key, args...) }
