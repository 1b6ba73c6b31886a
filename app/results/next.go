package results

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// next lists what can be done with the result, in groups.
func (p *Page) next() fyne.CanvasObject {
	button := func(key string, do func()) fyne.CanvasObject { return widgets.NewButton(p.t(key), do) }
	box := widgets.Column(p.checks)
	for _, group := range []struct {
		name    string
		buttons []fyne.CanvasObject
	}{
		{"report", []fyne.CanvasObject{
			button("result.next.html", func() { p.open(p.conduct.ReportFile(p.ref)) }),
			button("result.next.word", p.openWord),
			button("result.next.folder", func() { p.open(p.conduct.TestFolder(p.ref)) })}},
		{"stard", []fyne.CanvasObject{
			button("result.next.stard-report", p.writeStard),
			button("result.next.stard-items", p.openItems),
			button("result.next.stard-folder", func() { p.open(p.conduct.StardFolder(p.ref.Study)) })}},
		{"paper", []fyne.CanvasObject{
			button("result.next.methods", p.showMethods),
			button("result.next.protocol", func() { p.writeProtocol(false) }),
			button("result.next.consent", p.writeConsent)}},
		{"further", []fyne.CanvasObject{
			button("result.next.ratings", p.askForRatings),
			button("wizard.new-test", func() { p.host.NewTest(p.ref.Study) }),
			button("result.next.adjudication", p.openAdjudication)}},
		{"verify", []fyne.CanvasObject{button("result.verify", p.verify)}},
	} {
		box.Add(widgets.Subheading(p.t("result.next." + group.name)))
		box.Add(widgets.Text(p.t("result.next." + group.name + ".about")))
		box.Add(widgets.Row(group.buttons...))
	}
	return widgets.NewScroll(box)
}

// openWord opens the report as a Word file, which stands beside the page.
func (p *Page) openWord() {
	path, err := p.conduct.ReportFile(p.ref)
	p.open(strings.TrimSuffix(path, filepath.Ext(path))+".docx", err)
}

// writeStard writes the STARD report of the study and opens it.
func (p *Page) writeStard() {
	var w conduct.Written
	p.host.Start(host.Job{
		Title: p.t("result.next.stard-report"), Quiet: true,
		Work: func(ctx context.Context, tell job.Report) (err error) {
			w, err = p.conduct.Stard(ctx, p.ref.Study, tell)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				p.host.OpenFolder(w.HTML())
			}
		},
	})
}

// showMethods shows the paragraph on methods for a paper, to be copied.
func (p *Page) showMethods() {
	text := ""
	p.host.Start(host.Job{
		Title: p.t("result.next.methods"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			text, err = p.conduct.MethodsText(ctx, p.ref.Study, p.words.Language())
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			back := widgets.NewButton(p.t("result.return"), p.back)
			copying := widgets.NewMainButton(p.t("result.copy-text"), func() { p.host.CopyText(text, p.t("result.text-copied")) })
			p.show(framed(p.t("result.next.methods"), widgets.Column(widgets.Text(p.t("result.methods.about")), widgets.Row(copying, back)),
				widgets.Flush(widgets.NewTextView(text))), p.view.Study.Name, copying)
		},
	})
}

// writeProtocol writes the study protocol and opens it. Once the key was opened the person is asked, and the protocol
// says at its head that it was written afterwards.
func (p *Page) writeProtocol(late bool) {
	var w conduct.WrittenProtocol
	var after error
	p.host.Start(host.Job{
		Title: p.t("result.next.protocol"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			w, err = p.conduct.Protocol(ctx, p.ref.Study, late)
			if study.HasProblem(err, "protocol.after-unblinding") {
				after, err = err, nil
			}
			return err
		},
		After: func(end job.End) {
			switch {
			case after != nil:
				p.host.Ask(host.Question{Title: p.t("result.next.protocol"), Text: p.t("result.protocol.late"), Yes: p.t("result.protocol.write-late"),
					Then: func() { p.writeProtocol(true) }})
			case end == job.Done && len(w.Files) > 0:
				p.host.OpenFolder(w.Files[0])
			}
		},
	})
}

// consentFile is the name of the consent form in the folder STARD.
const consentFile = "consent.docx"

// writeConsent writes the consent form of the study, opens it and says what is to be filled in by hand.
func (p *Page) writeConsent() {
	var w conduct.WrittenConsent
	p.host.Start(host.Job{
		Title: p.t("result.next.consent"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			dir, err := p.conduct.StardFolder(p.ref.Study)
			if err != nil {
				return err
			}
			w, err = p.conduct.WriteConsent(ctx, filepath.Join(dir, consentFile), conduct.ConsentOptions{Study: p.ref.Study, Language: p.view.Study.Language})
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			p.host.OpenFolder(w.File)
			if len(w.Open) > 0 {
				names := make([]string, len(w.Open))
				for i, f := range w.Open {
					names[i] = p.t("consent.field." + string(f))
				}
				p.host.Say(p.words.N("result.consent.open", len(names), "fields", strings.Join(names, ", "), "path", w.File))
			}
		},
	})
}

// askForRatings says why no rating comes in any more, and offers what can be done instead.
func (p *Page) askForRatings() {
	p.host.Ask(host.Question{Title: p.t("result.next.ratings"), Text: p.t("result.ratings.closed"), Yes: p.t("wizard.new-test"),
		Then: func() { p.host.NewTest(p.ref.Study) }})
}

// openAdjudication shows what reviewers agreed on where their categories differed.
func (p *Page) openAdjudication() { OpenAdjudication(p.conduct, p.host, p.ref, p.show, p.back) }

// verify checks the test against itself and shows what holds.
func (p *Page) verify() {
	var v conduct.Verification
	p.host.Start(host.Job{
		Title: p.t("result.verify"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			v, err = p.conduct.Verify(ctx, p.ref)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				p.checks.Objects = []fyne.CanvasObject{p.verified(v)}
				p.tabs.Again("next") // from its beginning, where the checks are
				p.host.Focus(p.first)
			}
		},
	})
}

// verified lists what was checked, each with a light and a word.
func (p *Page) verified(v conduct.Verification) fyne.CanvasObject {
	box := widgets.Column(widgets.Strong(p.t("result.verify")))
	for _, c := range v.Checks {
		signal, word := widgets.SignalGo, p.t("verify.ok")
		if !c.OK {
			signal, word = widgets.SignalStop, p.t("verify.broken")
		}
		text := p.t("verify."+c.Name) + ": " + word
		if c.Why != nil {
			sentence, remedy := p.words.Problem(c.Why)
			text += " (" + sentence + " " + remedy + ")"
		}
		box.Add(widgets.Lit(signal, 0, widgets.Text(text)))
	}
	return widgets.Card(box)
}
