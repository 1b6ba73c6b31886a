package wizard

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// staging is files with answers that were read and not taken over yet. What is shown is what is taken over: whoever
// changes the origin has the files read anew before anything can be imported.
type staging struct {
	wizard  *Wizard
	files   []conduct.File
	preview conduct.AnswerPreview
	found   []finding
	form    *originForm
	stale   bool // the form says more than the files were read with
	chosen  int

	take, reread *widgets.Button
}

// finding is one line of what files contain.
type finding struct {
	signal      widgets.Signal
	title, text string
	whole       string // shown when the line is chosen
}

// takeAnswers reads files and shows what an import would do.
func (w *Wizard) takeAnswers(files []conduct.File) {
	s := &staging{wizard: w, files: files, form: newOriginForm(w.t)}
	if w.staged != nil { // dropped beside files that wait already: all of them are looked at together
		s.files = append(append([]conduct.File(nil), w.staged.files...), files...)
		s.form = w.staged.form
	}
	s.read()
}

// read reads the files with what the form says.
func (s *staging) read() {
	w, hint := s.wizard, s.form.hint()
	var preview conduct.AnswerPreview
	w.host.Start(host.Job{
		Title: w.t("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			preview, err = w.conduct.PreviewAnswers(ctx, w.ref, s.files, hint)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				s.preview, s.stale, s.chosen = preview, false, 0
				s.found = w.findings(preview)
				w.staged = s
			}
			w.draw()
		},
	})
}

// draw shows what the files contain, the form for their origin, and the decision.
func (s *staging) draw() fyne.CanvasObject {
	w := s.wizard
	n := len(s.preview.Candidates())
	s.take = widgets.NewMainButton(w.host.Words().N("wizard.answers.take", n), s.importAll)
	s.reread = widgets.NewButton(w.t("wizard.answers.reread"), s.read)
	leave := widgets.NewButton(w.t("wizard.answers.leave"), func() {
		w.staged = nil
		w.draw()
	})
	s.form.changed = func() {
		s.stale = true
		s.settle()
	}
	s.settle()
	card := widgets.Card(widgets.Column(widgets.Text(w.t("wizard.answers.origin-about")), s.form.root, widgets.Row(s.reread)))
	w.first = s.form.condition
	return widgets.Filled(1, card, s.list(), widgets.Row(s.take, leave))
}

// settle lets import what was read as it is shown, and nothing else.
func (s *staging) settle() {
	s.take.SetEnabled(!s.stale && len(s.preview.Candidates()) > 0)
	s.reread.SetEnabled(s.stale)
}

// list shows a finding a line, and the whole of the one that is chosen.
func (s *staging) list() fyne.CanvasObject {
	whole := widgets.NewTextView("")
	list := widget.NewList(func() int { return len(s.found) },
		func() fyne.CanvasObject {
			title := widgets.Cut("")
			title.TextStyle.Bold = true
			return widgets.Line(1, widgets.NewLight(widgets.SignalOff), widgets.Tight(title, widgets.Cut("")))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects
			texts := row[1].(*fyne.Container).Objects
			row[0].(*widgets.Light).Set(s.found[i].signal)
			texts[0].(*widget.Label).SetText(s.found[i].title)
			texts[1].(*widget.Label).SetText(s.found[i].text)
		})
	list.OnSelected = func(i widget.ListItemID) {
		s.chosen = i
		whole.SetText(s.found[i].whole)
	}
	if len(s.found) > 0 {
		list.Select(s.chosen)
	}
	return widgets.Flush(widgets.Beside(0.5, list, whole))
}

// importAll takes over what is shown.
func (s *staging) importAll() {
	w := s.wizard
	var done conduct.Imported
	w.host.Start(host.Job{
		Title: w.t("step.import"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			done, err = w.conduct.ImportAnswers(ctx, w.ref, s.preview)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				w.staged = nil
				w.host.Say(w.host.Words().N("wizard.answers.imported", len(done.Answers)))
			}
			w.again()
		},
	})
}

// findings says line by line what would be imported and what would not, and why.
func (w *Wizard) findings(p conduct.AnswerPreview) []finding {
	words := w.host.Words()
	var list []finding
	fault := func(signal widgets.Signal, p *study.Problem) {
		sentence, remedy := words.Problem(p)
		list = append(list, finding{signal, w.t("wizard.answers.not-taken"), sentence, sentence + "\n\n" + remedy})
	}
	for _, f := range p.Files {
		if f.Error != nil {
			fault(widgets.SignalStop, f.Error)
		}
		said := make(map[*study.Problem]bool)
		for _, c := range f.Candidates {
			if c.Problem != nil {
				said[c.Problem] = true
			}
			if c.Problem != nil && c.Answer.Text == "" {
				fault(widgets.SignalStop, c.Problem)
				continue
			}
			list = append(list, w.candidate(c.Answer, c.Problem))
		}
		for _, one := range f.Problems {
			if !said[one] {
				fault(widgets.SignalWait, one)
			}
		}
		for _, one := range f.Questions {
			sentence, remedy := words.Problem(one)
			list = append(list, finding{widgets.SignalInfo, w.t("wizard.answers.please-check"), sentence, sentence + "\n\n" + remedy})
		}
	}
	return list
}

// candidate is the line of one answer.
func (w *Wizard) candidate(a study.Answer, why *study.Problem) finding {
	condition := w.t("wizard.answers.no-condition")
	if a.Condition != "" {
		condition = w.t("condition." + string(a.Condition))
	}
	title := fmt.Sprintf("%s · %s", condition, strings.Join(strings.Fields(w.whose(a)+" · "+fileOf(a)), " "))
	if why == nil {
		return finding{widgets.SignalGo, title, firstWords(a.Text), a.Text}
	}
	sentence, remedy := w.host.Words().Problem(why)
	return finding{widgets.SignalStop, title, sentence, sentence + " " + remedy + "\n\n" + a.Text}
}

// previewRunes is how much of an answer a line shows.
const previewRunes = 90

// firstWords is the beginning of a text, on one line.
func firstWords(text string) string {
	line := strings.Join(strings.Fields(text[:min(len(text), 8*previewRunes)]), " ")
	if runes := []rune(line); len(runes) > previewRunes {
		return string(runes[:previewRunes]) + " …"
	}
	return line
}
