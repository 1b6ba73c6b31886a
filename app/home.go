package app

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
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// ShowHome shows the studies, and offers the sample study where it is not there yet.
func (s *Shell) ShowHome() {
	s.wizard = nil
	studies, err := s.conduct.Studies(s.ctx)
	if err != nil {
		s.Fault(err)
	}
	create := widgets.NewIconButton(s.words.T("home.new"), theme.ContentAddIcon(), s.ShowNewStudy)
	sample := widgets.NewIconButton(s.words.T("home.sample"), theme.DocumentIcon(), s.OpenSample)
	first := create
	body := widgets.Column(widgets.Heading(s.words.T("home.title")), widgets.Text(s.words.T("home.about")))
	if len(studies) == 0 {
		first = sample
		sample.Importance = widget.HighImportance
		body.Add(widgets.Note(widgets.SignalInfo, s.words.T("home.none"), widgets.Row(sample, create)))
	} else {
		create.Importance = widget.HighImportance
		row := widgets.Row(create)
		if !s.sampleThere(studies) {
			row = widgets.Row(create, sample)
		}
		body.Add(row)
		for i := len(studies) - 1; i >= 0; i-- {
			body.Add(s.studyCard(studies[i]))
		}
	}
	margin := theme.InnerPadding()
	s.set(widgets.NewScroll(widgets.Inset(2*margin, margin, body)), "", s.ShowHome)
	s.Focus(first)
}

// sampleThere tells whether the sample study is among the studies.
func (s *Shell) sampleThere(studies []study.Study) bool {
	for _, one := range studies {
		if s.conduct.IsSampleStudy(one.ID) {
			return true
		}
	}
	return false
}

// studyCard shows a study with its state; the newest stands first.
func (s *Shell) studyCard(one study.Study) fyne.CanvasObject {
	signal, state := s.stateOf(one.ID)
	who := strings.Join(filled(one.Lead, one.Institution, one.Created.Format("2006-01-02")), " · ")
	open := widgets.NewButton(s.words.T("home.open"), func() { s.OpenStudy(one.ID) })
	remove := widgets.NewQuietButton(s.words.T("home.delete"), theme.DeleteIcon(), func() { s.askToDelete(one) })
	texts := widgets.Column(widgets.Tight(widgets.Strong(one.Name), widgets.Small(who)), widgets.Lit(signal, 0, widgets.Text(state)))
	return widgets.Card(widgets.Line(0, texts, widgets.Flush(container.NewHBox(open, remove))))
}

// filled leaves out what is empty.
func filled(texts ...string) []string {
	var list []string
	for _, t := range texts {
		if t != "" {
			list = append(list, t)
		}
	}
	return list
}

// stateOf says in a line how the latest test of a study stands.
func (s *Shell) stateOf(studyID string) (widgets.Signal, string) {
	tests, err := s.conduct.Tests(s.ctx, studyID)
	if err != nil || len(tests) == 0 {
		return widgets.SignalOff, s.words.T("home.no-test")
	}
	latest := tests[len(tests)-1]
	signal := widgets.SignalWait
	if latest.State == study.Unblinded {
		signal = widgets.SignalGo
	}
	return signal, latest.ID + ": " + s.words.T("state."+string(latest.State))
}

// askToDelete removes a study on the person's word.
func (s *Shell) askToDelete(one study.Study) {
	s.Ask(host.Question{
		Title: s.words.T("home.delete"), Text: s.words.T("home.delete.question", "name", one.Name), Yes: s.words.T("home.delete"), Careful: true,
		Then: func() {
			s.Start(host.Job{Title: s.words.T("home.delete"),
				Work:  func(ctx context.Context, _ job.Report) error { return s.conduct.DeleteStudy(ctx, one.ID) },
				After: func(job.End) { s.ShowHome() },
			})
		},
	})
}

// OpenSample makes the sample study and opens it.
func (s *Shell) OpenSample() {
	var ref conduct.Ref
	var refused []*study.Problem
	s.Start(host.Job{
		Title: s.words.T("home.sample"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			ref, refused, err = s.conduct.OpenSample(ctx, report)
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			s.OpenStudy(ref.Study)
			if len(refused) > 0 {
				s.Say(s.words.Error(study.JoinProblems(refused)))
			}
		},
	})
}
