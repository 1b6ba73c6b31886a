package wizard

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Conduct is what the steps need of the study's conduct.
type Conduct interface {
	Study(ctx context.Context, id string) (study.Study, error)
	Tests(ctx context.Context, studyID string) ([]study.Test, error)
	Test(ctx context.Context, ref conduct.Ref) (study.Test, error)
	CreateTest(ctx context.Context, t study.Test) (study.Test, error)
	Cases(ctx context.Context, words string) ([]study.Case, error)
	Case(ctx context.Context, id string) (study.Case, error)
	KeepCase(ctx context.Context, k study.Case) (study.Case, error)
	Gold(ctx context.Context, ref conduct.Ref) ([]study.GoldDocument, error)
	AddGold(ctx context.Context, ref conduct.Ref, files []conduct.File) ([]study.GoldDocument, error)
	GoldFolder(ctx context.Context, ref conduct.Ref) (string, error)
	Answers(ctx context.Context, ref conduct.Ref) ([]study.Answer, error)
	PreviewAnswers(ctx context.Context, ref conduct.Ref, files []conduct.File, hint conduct.Hint) (conduct.AnswerPreview, error)
	ImportAnswers(ctx context.Context, ref conduct.Ref, p conduct.AnswerPreview) (conduct.Imported, error)
	Blind(ctx context.Context, ref conduct.Ref, o conduct.BlindOptions, report job.Report) error
	Blinded(ctx context.Context, ref conduct.Ref) ([]conduct.BlindedText, error)
	Persons(ctx context.Context, studyID string) ([]string, error)
	HandOut(ctx context.Context, ref conduct.Ref, accept string, report job.Report) (conduct.HandedOut, error)
	Steps(ctx context.Context, ref conduct.Ref) ([]conduct.StepState, error)
	Run(ctx context.Context, ref conduct.Ref, report job.Report) error
	PreviewRatings(ctx context.Context, ref conduct.Ref, files []conduct.File) ([]conduct.SheetPreview, error)
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
	Start(title string, work func(ctx context.Context, report job.Report) error, after func())
	ChooseFiles(then func(files []conduct.File))
	Confirm(question, yes string, then func())
	OpenFolder(path string)
	ShowResult(ref conduct.Ref)
}

// pages are the seven steps in their order; their texts stand under "wizard.<name>".
var pages = []string{"ready", "case", "gold", "answers", "blinding", "stard", "start"}

// Wizard shows one study and the test it has or will have.
type Wizard struct {
	conduct Conduct
	host    Host
	study   study.Study
	ref     conduct.Ref // Test is "" as long as there is none

	steps *widgets.StepList
	page  *fyne.Container
	shown int
	root  fyne.CanvasObject
	view  view                // what the pages show, read anew by Refresh
	hint  func() conduct.Hint // what the page of answers says about the origin of the next files
}

// view is what stands behind the pages at one moment.
type view struct {
	test    study.Test
	kase    study.Case
	gold    []study.GoldDocument
	answers []study.Answer
	steps   []conduct.StepState
}

// New opens the steps of a study, with its latest test where there is one.
func New(ctx context.Context, c Conduct, host Host, studyID string) (*Wizard, error) {
	w := &Wizard{conduct: c, host: host}
	var err error
	if w.study, err = c.Study(ctx, studyID); err != nil {
		return nil, err
	}
	tests, err := c.Tests(ctx, studyID)
	if err != nil {
		return nil, err
	}
	w.ref.Study = studyID
	if len(tests) > 0 {
		w.ref.Test = tests[len(tests)-1].ID
	}
	w.page = container.NewStack()
	w.steps = widgets.NewStepList(nil)
	w.steps.OnChosen = func(i int) { w.show(i) }
	side := container.NewBorder(heading(w.study.Name), nil, nil, nil, w.steps)
	split := container.NewHSplit(side, w.page)
	split.Offset = 0.26
	w.root = split
	if err := w.Refresh(ctx); err != nil {
		return nil, err
	}
	w.steps.Select(w.firstOpen())
	return w, nil
}

// Root is what the window shows.
func (w *Wizard) Root() fyne.CanvasObject { return w.root }

// Ref is the test in hand.
func (w *Wizard) Ref() conduct.Ref { return w.ref }

// StudyID is the study in hand.
func (w *Wizard) StudyID() string { return w.study.ID }

// Shown is the name of the page that is shown.
func (w *Wizard) Shown() string { return pages[w.shown] }

// Show opens a page by its name.
func (w *Wizard) Show(name string) {
	for i, p := range pages {
		if p == name {
			w.steps.Select(i)
			w.show(i)
		}
	}
}

// Refresh reads the study anew and draws list and page.
func (w *Wizard) Refresh(ctx context.Context) error {
	v, err := w.read(ctx)
	if err != nil {
		return err
	}
	w.view = v
	w.steps.SetSteps(w.stepStates())
	w.show(w.shown)
	return nil
}

// read gathers what the pages show.
func (w *Wizard) read(ctx context.Context) (v view, err error) {
	if w.ref.Test == "" {
		return v, nil
	}
	if v.test, err = w.conduct.Test(ctx, w.ref); err != nil {
		return v, err
	}
	if v.kase, err = w.conduct.Case(ctx, v.test.CaseID); err != nil {
		return v, err
	}
	if v.gold, err = w.conduct.Gold(ctx, w.ref); err != nil {
		return v, err
	}
	if v.answers, err = w.conduct.Answers(ctx, w.ref); err != nil {
		return v, err
	}
	v.steps, err = w.conduct.Steps(ctx, w.ref)
	return v, err
}

// show draws a page.
func (w *Wizard) show(i int) {
	if i < 0 || i >= len(pages) {
		return
	}
	w.shown = i
	draw := map[string]func() fyne.CanvasObject{
		"ready": w.readyPage, "case": w.casePage, "gold": w.goldPage, "answers": w.answersPage,
		"blinding": w.blindingPage, "stard": w.stardPage, "start": w.startPage,
	}[pages[i]]
	name := pages[i]
	top := container.NewVBox(heading(w.t("wizard."+name)), explanation(w.t("wizard."+name+".about")), widget.NewSeparator())
	w.page.Objects = []fyne.CanvasObject{container.NewPadded(container.NewBorder(top, nil, nil, nil, draw()))}
	w.page.Refresh()
}

// again reads and draws after something was changed, and tells the person when it can not.
func (w *Wizard) again() {
	if err := w.Refresh(context.Background()); err != nil {
		w.host.Fault(err)
	}
}

// t is a text in the window's language.
func (w *Wizard) t(key string, args ...any) string { return w.host.Words().T(key, args...) }

// heading is the title of a page.
func heading(text string) fyne.CanvasObject {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.SizeName = "subHeadingText"
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

// explanation is the short text under a title.
func explanation(text string) fyne.CanvasObject {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}
