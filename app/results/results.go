package results

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Conduct is what the page needs of the study's conduct.
type Conduct interface {
	Study(ctx context.Context, id string) (study.Study, error)
	Figures(ctx context.Context, ref conduct.Ref) (evaluation.Figures, error)
	Summary(ctx context.Context, ref conduct.Ref, l study.Language) ([]string, error)
	Verify(ctx context.Context, ref conduct.Ref) (conduct.Verification, error)
	ReportFile(ref conduct.Ref) (string, error)
	TestFolder(ref conduct.Ref) (string, error)
}

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	Fault(err error)
	Start(j host.Job)
	OpenFolder(path string)
	OpenStudy(id string)
}

// Open computes the result of a test beside the window and shows it, with the name of its study and where the keyboard
// begins.
func Open(c Conduct, h Host, ref conduct.Ref, show func(screen fyne.CanvasObject, title string, first fyne.Focusable)) {
	p := &page{conduct: c, host: h, ref: ref, words: h.Words()}
	name := ""
	h.Start(host.Job{
		Title: p.words.T("step.compute"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			s, err := c.Study(ctx, ref.Study)
			if err != nil {
				return err
			}
			name = s.Name
			if p.figures, err = c.Figures(ctx, ref); err != nil {
				return err
			}
			p.summary, err = c.Summary(ctx, ref, p.words.Language())
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				screen := p.draw()
				show(screen, name, p.first)
			}
		},
	})
}

// page draws one result.
type page struct {
	conduct Conduct
	host    Host
	ref     conduct.Ref
	words   *lang.Catalogue
	figures evaluation.Figures
	summary []string
	first   fyne.Focusable
	body    *fyne.Container
	scroll  *widgets.Scroll
	checks  *fyne.Container // what the test was verified for; empty until it was
}

func (p *page) draw() fyne.CanvasObject {
	p.checks = container.NewStack()
	p.body = widgets.Column(p.checks, p.conditions(), widget.NewSeparator(), p.findings(), widget.NewSeparator(), p.answers())
	title := widgets.Heading(p.words.T("result.title", "test", p.ref.Test))
	p.scroll = widgets.NewScroll(p.body)
	margin := theme.InnerPadding()
	return widgets.Inset(2*margin, margin, widgets.Filled(2, title, p.buttons(), p.scroll))
}

// findings says the result in the words of the printed report, with the lead word of each paragraph before it.
func (p *page) findings() fyne.CanvasObject {
	box := widgets.Column()
	for _, s := range p.summary {
		lead, text, _ := strings.Cut(s, ": ")
		box.Add(widgets.Entry(widgets.Wide(nameWidth, widgets.Strong(lead)), widgets.Text(text)))
	}
	return box
}

// buttons are the next steps.
func (p *page) buttons() fyne.CanvasObject {
	report := widgets.NewIconButton(p.words.T("result.open-report"), theme.DocumentIcon(), func() { p.open(p.conduct.ReportFile) })
	report.Importance = widget.HighImportance
	p.first = report
	folder := widgets.NewIconButton(p.words.T("wizard.open-folder"), theme.FolderOpenIcon(), func() { p.open(p.conduct.TestFolder) })
	verify := widgets.NewIconButton(p.words.T("result.verify"), theme.ConfirmIcon(), p.verify)
	back := widgets.NewIconButton(p.words.T("result.back"), theme.NavigateBackIcon(), func() { p.host.OpenStudy(p.ref.Study) })
	return widgets.Row(report, folder, verify, back)
}

func (p *page) open(where func(conduct.Ref) (string, error)) {
	path, err := where(p.ref)
	if err != nil {
		p.host.Fault(err)
		return
	}
	p.host.OpenFolder(path)
}

// verify checks the test against itself and shows what holds.
func (p *page) verify() {
	var v conduct.Verification
	p.host.Start(host.Job{
		Title: p.words.T("result.verify"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			v, err = p.conduct.Verify(ctx, p.ref)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				p.checks.Objects = []fyne.CanvasObject{p.verified(v)}
				p.body.Refresh()
				p.scroll.ScrollToTop()
			}
		},
	})
}

// verified lists what was checked, each with a light and a word.
func (p *page) verified(v conduct.Verification) fyne.CanvasObject {
	box := widgets.Column(widgets.Strong(p.words.T("result.verify")))
	for _, c := range v.Checks {
		signal, word := widgets.SignalGo, p.words.T("verify.ok")
		if !c.OK {
			signal, word = widgets.SignalStop, p.words.T("verify.broken")
		}
		text := p.words.T("verify."+c.Name) + ": " + word
		if !c.OK {
			text += " (" + p.detail(c) + ")"
		}
		box.Add(widgets.Lit(signal, 0, widgets.Text(text)))
	}
	return widgets.Card(box)
}

// detail is what a check looked at, or what does not hold.
func (p *page) detail(c conduct.Check) string {
	if c.Why == nil {
		return c.Detail
	}
	sentence, remedy := p.words.Problem(c.Why)
	return sentence + " " + remedy
}
