package app

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// drawCase shows a case of the archive in full, and begins a test of it.
func (a *archive) drawCase(e conduct.ArchiveEntry, studies []study.Study) fyne.CanvasObject {
	k := e.Case
	about := strings.Join(filled(k.Area, k.Jurisdiction, k.LawAsOf, k.TargetQuestion), " · ")
	head := widgets.Tight(widgets.Strong(k.Title), widgets.Small(about))
	view := widgets.Flush(widgets.NewTextView(a.shell.caseText(e)))
	return widgets.Filled(1, head, view, a.begin(k, studies))
}

// begin makes a test of a case in a study that is chosen.
func (a *archive) begin(k study.Case, studies []study.Study) fyne.CanvasObject {
	s := a.shell
	if len(studies) == 0 {
		return widgets.Row(widgets.NewButton(s.words.T("home.new"), s.ShowNewStudy))
	}
	ids, names := make([]string, len(studies)), make([]string, len(studies))
	for i, one := range studies {
		at := len(studies) - 1 - i // the newest first
		ids[at], names[at] = one.ID, one.Name
	}
	choice := widgets.NewChoice(ids, names)
	choice.SetSelectedIndex(0)
	create := widgets.NewIconButton(s.words.T("archive.new-test"), theme.ContentAddIcon(), func() {
		id, ok := choice.Value()
		if !ok {
			return
		}
		if _, err := s.conduct.CreateTest(s.ctx, study.Test{StudyID: id, CaseID: k.ID, UseGold: true}); err != nil {
			s.Fault(err)
			return
		}
		s.OpenStudy(id)
	})
	return widgets.Flush(widgets.Line(0, choice, create))
}

// caseText is all there is of a case: facts and question, then what each run of the Reporter answered and found.
func (s *Shell) caseText(e conduct.ArchiveEntry) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(e.Case.Facts))
	if len(e.Runs) == 0 {
		b.WriteString("\n\n" + s.words.T("archive.no-run"))
	}
	for _, r := range e.Runs {
		head := s.words.T("archive.run", "n", r.Run, "study", r.Study, "test", r.Test, "date", r.Time.Format("2006-01-02"))
		b.WriteString("\n\n" + head + "\n" + strings.Join(filled(r.Record.Model, s.goldNote(r.Gold)), " · "))
		b.WriteString("\n\n" + strings.TrimSpace(r.Record.Answer))
		b.WriteString("\n\n" + s.words.N("archive.sources", len(r.Record.Sources)))
		for i, hit := range r.Record.Sources {
			fmt.Fprintf(&b, "\n\n[S%d] %s\n%s", i+1, hit.Title(), strings.TrimSpace(hit.Text))
		}
	}
	return b.String()
}

// goldNote says that a run was given the gold standard; "" when it was not.
func (s *Shell) goldNote(gold bool) string {
	if gold {
		return s.words.T("archive.gold")
	}
	return ""
}
