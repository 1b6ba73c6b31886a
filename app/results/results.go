package results

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

// Conduct is what the page needs of the study's conduct.
type Conduct interface {
	ResultView(ctx context.Context, ref conduct.Ref, l study.Language) (conduct.ResultView, error)
	Verify(ctx context.Context, ref conduct.Ref) (conduct.Verification, error)
	ReportFile(ref conduct.Ref) (string, error)
	TestFolder(ref conduct.Ref) (string, error)
	StardFolder(studyID string) (string, error)
	Stard(ctx context.Context, studyID string, tell job.Report) (conduct.Written, error)
	StardTasks(ctx context.Context, studyID string, l study.Language) ([]conduct.StardTask, error)
	WriteStardItem(ctx context.Context, studyID, id, text string) (stard.Item, error)
	KeepDraft(studyID, text string)
	Draft(ctx context.Context, studyID string) (string, error)
	Protocol(ctx context.Context, studyID string, late bool) (conduct.WrittenProtocol, error)
	WriteConsent(ctx context.Context, path string, o conduct.ConsentOptions) (conduct.WrittenConsent, error)
	MethodsText(ctx context.Context, studyID string, l study.Language) (string, error)
	Adjudicator
}

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	Say(text string)
	Fault(err error)
	Start(j host.Job)
	Ask(q host.Question)
	Focus(o fyne.Focusable)
	PartTurned() // the person turned to another part
	OpenFolder(path string)
	OpenStudy(id string)
	NewTest(studyID string)
	SaveFile(name string, data []byte) // asks where
	CopyText(text, said string)
	CopyPicture(name string, png []byte)
}

// Show brings a screen into the window, with the name of its study and where the keyboard begins.
type Show func(screen fyne.CanvasObject, title string, first fyne.Focusable)

// Open computes the result of a test beside the window and shows it, with one of its parts in front; "" for the first.
func Open(c Conduct, h Host, ref conduct.Ref, part string, show Show) *Page {
	p := &Page{conduct: c, host: h, ref: ref, words: h.Words(), show: show, part: part}
	h.Start(host.Job{
		Title: p.t("step.compute"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			p.view, err = c.ResultView(ctx, ref, p.words.Language())
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				p.root = p.draw()
				p.back()
			}
		},
	})
	return p
}

// Part is the name of the part in front.
func (p *Page) Part() string { return p.part }

// Page draws one result.
type Page struct {
	conduct Conduct
	host    Host
	ref     conduct.Ref
	words   *lang.Catalogue
	show    Show
	view    conduct.ResultView

	root   fyne.CanvasObject
	first  fyne.Focusable
	tabs   *widgets.Tabs
	part   string          // in front
	checks *fyne.Container // what the test was verified for; empty until it was
}

// t is a text in the window's language.
func (p *Page) t(key string, args ...any) string { return p.words.T(key, args...) }

// back shows the result, with the part in front that was there.
func (p *Page) back() { p.show(p.root, p.view.Study.Name, p.first) }

// draw puts title, first steps and the parts of the result together.
func (p *Page) draw() fyne.CanvasObject {
	p.checks = widgets.Column()
	p.tabs = widgets.NewTabs([]widgets.Tab{
		{Name: "overview", Title: p.t("result.part.overview"), Draw: p.overview},
		{Name: "answers", Title: p.t("result.answers"), Draw: p.answers},
		{Name: "agreement", Title: p.t("result.part.agreement"), Draw: p.agreement},
		{Name: "charts", Title: p.t("result.part.charts"), Draw: p.charts},
		{Name: "next", Title: p.t("result.part.next"), Draw: p.next},
		{Name: "log", Title: p.t("result.part.log"), Draw: p.log},
	}, p.part)
	p.part = p.tabs.Chosen()
	p.tabs.OnChosen = func(name string) {
		p.part = name
		p.host.PartTurned()
	}
	report := widgets.NewIconButton(p.t("result.open-report"), theme.DocumentIcon(), func() { p.open(p.conduct.ReportFile(p.ref)) })
	report.Importance = widget.HighImportance
	p.first = report
	folder := widgets.NewIconButton(p.t("wizard.open-folder"), theme.FolderOpenIcon(), func() { p.open(p.conduct.TestFolder(p.ref)) })
	back := widgets.NewIconButton(p.t("result.back"), theme.NavigateBackIcon(), func() { p.host.OpenStudy(p.ref.Study) })
	return framed(p.t("result.title", "test", p.ref.Test), widgets.Row(report, folder, back), p.tabs.Root)
}

// bodyLines is how high the body of a screen stays however large texts are, in heights of the text.
const bodyLines = 16

// framed puts a title and what stands below it around the body of a screen.
func framed(title string, head, body fyne.CanvasObject) fyne.CanvasObject {
	margin := theme.InnerPadding()
	return widgets.Inset(2*margin, margin, widgets.NewPage(widgets.Filled(2, widgets.Heading(title), head, widgets.Tall(bodyLines, body))))
}

// open shows a file or folder with the system's own means.
func (p *Page) open(path string, err error) {
	if err != nil {
		p.host.Fault(err)
		return
	}
	p.host.OpenFolder(path)
}
