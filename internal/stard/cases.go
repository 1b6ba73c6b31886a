package stard

import (
	"fmt"
	"strconv"
	"strings"

	"iucomstudien/internal/stard/page"
	"iucomstudien/internal/study"
)

// casesPart lists the cases (items 4, 7, 8, 20, 21).
func (w *writer) casesPart() []page.Block {
	blocks := []page.Block{page.Paragraph(w.N("stard.cases.intro", w.Result.Flow.Asked))}
	if w.Without > 0 {
		blocks = append(blocks, page.Small(w.N("stard.cases.without", w.Without)))
	}
	t := page.Table{Caption: w.T("stard.table.cases"), Columns: w.columns("test", 11, "question", 24, "area", 17, "length", -12, "answers", -13, "reference", 12, "created", 14)}
	for _, p := range w.Participants {
		t.Rows = append(t.Rows, page.Row(p.Test, w.Stated(p.Question), w.Stated(p.Area), strconv.Itoa(p.Length), strconv.Itoa(len(p.Answers)), w.reference(p), w.Day(p.Created)))
	}
	blocks = append(blocks, page.Of(t), page.Paragraph(w.severitySentence()))
	return append(blocks, w.whyNot()...)
}

// reference is the reference of a case, or why it has none.
func (w *writer) reference(p Participant) string {
	if p.Reference.IsKnown() {
		return w.Target(p.Reference)
	}
	return w.T("stard.no-reference")
}

func (w *writer) severitySentence() string {
	var parts []string
	for i, n := range w.severities() {
		severity := NotSaid
		if i < len(Severities()) {
			severity = Severities()[i]
		}
		parts = append(parts, fmt.Sprintf("%s %d", w.Severity(severity), n))
	}
	return w.T("stard.severity", "counts", strings.Join(parts, ", "))
}

// whyNot lists why the reference is no, where that was said.
func (w *writer) whyNot() []page.Block {
	t := page.Table{Caption: w.T("stard.table.why-not"), Columns: w.columns("test", 20, "why-not", 80)}
	for _, p := range w.Participants {
		if reference, ok := p.compared(); ok && reference == study.No {
			t.Rows = append(t.Rows, page.Row(p.Test, w.Stated(p.WhyNot)))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []page.Block{page.Of(t)}
}
