package stard

import (
	"strconv"
	"strings"
	"time"

	"iucomstudien/internal/stard/page"
	"iucomstudien/internal/studylog"
)

// originsPart describes the index tests so that they can be repeated (item 10a).
func (w *writer) originsPart() []page.Block {
	t := page.Table{Caption: w.T("stard.table.origins"), Columns: w.columns("test", 12, "code", 8, "condition", 14, "origin", 34, "became", 16, "sha256", 24)}
	for _, p := range w.Participants {
		for _, a := range p.Answers {
			became := w.T("stard.became.read", "reading", w.Target(a.Reading))
			if a.Lost != NotLost {
				became = w.T("stard.lost." + string(a.Lost))
			}
			code := string(a.Code)
			if code == "" {
				code = w.T("absence.not-applicable")
			}
			t.Rows = append(t.Rows, page.Row(p.Test, code, w.Condition(a.Condition), w.origin(a), became, w.Stated(shortSum(a.SHA256))))
		}
	}
	if len(t.Rows) == 0 {
		return []page.Block{page.Paragraph(w.T("stard.nothing"))}
	}
	blocks := []page.Block{page.Paragraph(w.T("stard.origins.intro")), page.Of(t)}
	for _, mixed := range w.mixedVersions() {
		blocks = append(blocks, page.Small(mixed))
	}
	return blocks
}

// origin says in one cell who or what made an answer.
func (w *writer) origin(a Answer) string {
	o := a.Origin
	if a.Condition.Human() {
		level := w.T("report.not-stated")
		if o.Qualification != "" {
			level = w.T("qualification." + string(o.Qualification))
		}
		return w.Stated(o.Participant) + ", " + level
	}
	parts := []string{w.Stated(o.Provider), w.Stated(o.Model)}
	date := o.Date
	if t, err := time.Parse(time.RFC3339, date); err == nil { // of a moment as a program writes it
		date = w.Moment(t)
	}
	for _, more := range []string{o.Version, date} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, ", ")
}

// shortSum is the beginning of a checksum; the whole stands in the data.
func shortSum(sum string) string {
	if len(sum) > 16 {
		return sum[:16] + "…"
	}
	return sum
}

// mixedVersions warns where answers of one condition come from more than one model or version (AI2).
func (w *writer) mixedVersions() []string {
	var list []string
	for _, t := range w.Result.Tables {
		if t.Condition.Human() {
			continue
		}
		seen := map[string]bool{}
		for _, p := range w.Participants {
			for _, a := range p.Answers {
				if a.Condition == t.Condition && a.Lost == NotLost {
					seen[strings.TrimSpace(a.Origin.Model+" "+a.Origin.Version)] = true
				}
			}
		}
		if len(seen) > 1 {
			list = append(list, w.T("stard.origins.mixed", "condition", w.Condition(t.Condition), "n", len(seen)))
		}
	}
	return list
}

// referencePart describes the reference standard (items 10b and 12b).
func (w *writer) referencePart() []page.Block {
	t := page.Table{Caption: w.T("stard.table.reference"), Columns: w.columns("test", 12, "reference", 14, "set-by", 30, "set-at", 18, "documents", 26)}
	for _, p := range w.Participants {
		var names []string
		for _, g := range p.Gold {
			names = append(names, g.Name+" ("+shortSum(g.SHA256)+")")
		}
		documents := strings.Join(names, "; ")
		if documents == "" {
			documents = w.T("report.none")
		}
		t.Rows = append(t.Rows, page.Row(p.Test, w.reference(p), w.Stated(p.ReferenceBy), w.Moment(p.ReferenceSet), documents))
	}
	blocks := []page.Block{page.Paragraph(w.T("stard.reference.intro"))}
	if len(t.Rows) > 0 {
		blocks = append(blocks, page.Of(t))
	}
	return blocks
}

// readingPart says how the index result came about and who knew what (items 12a and 13a).
func (w *writer) readingPart() []page.Block {
	shown := 0
	for _, p := range w.Participants {
		if p.GoldShown {
			shown++
		}
	}
	ai := 0
	for _, t := range w.Result.Tables {
		ai += t.ByAI
	}
	blocks := []page.Block{
		page.List(w.T("stard.reading.categories"), w.T("stard.reading.rule"), w.T("stard.reading.several"), w.codesOnly()),
		page.Paragraph(w.N("stard.reading.people", len(w.Reviewers), "ids", w.names(w.Reviewers))),
	}
	if len(w.Graders) > 0 {
		blocks = append(blocks, page.Paragraph(w.T("stard.reading.graders", "models", w.names(w.Graders))))
	}
	blocks = append(blocks, page.Paragraph(w.counted("stard.reading.by-ai", ai)), page.Paragraph(w.N("stard.reading.gold-shown", shown)))
	return append(blocks, page.Paragraph(w.counted("stard.reading.gaps", w.Gaps)))
}

// counted says a number of cells; none has a sentence of its own.
func (w Words) counted(key string, n int) string {
	if n == 0 {
		return w.T(key + "-none")
	}
	return w.N(key, n)
}

// codesOnly says what those who read knew, and when the keys were opened.
func (w *writer) codesOnly() string {
	if len(w.Early) == 0 {
		return w.T("stard.reading.codes")
	}
	return w.T("stard.reading.codes-early") + " " + studylog.SayEarly(w, w.Early)
}

// names lists IDs or models, or says that there is none.
func (w *writer) names(list []string) string {
	if len(list) == 0 {
		return w.T("report.none")
	}
	return w.List(list)
}

// analysisPart describes the estimates (items 14 to 17).
func (w *writer) analysisPart() []page.Block {
	return []page.Block{page.List(w.T("stard.analysis.estimates"), w.T("stard.analysis.ratios"), w.T("stard.analysis.no-test"), w.T("stard.analysis.indeterminate"),
		w.T("stard.analysis.missing"), w.T("stard.analysis.clusters"), w.T("stard.analysis.variation")), page.Small(w.T("stard.analysis.sources"))}
}

// timesPart shows what was done when (items 5, 13b and 22).
func (w *writer) timesPart() []page.Block {
	t := page.Table{Caption: w.T("stard.table.times"), Columns: w.columns("test", 12, "set-at", 18, "collected", 18, "rated", 18, "unblinded", 18, "days", -10, "order", 20)}
	for _, p := range w.Participants {
		t.Rows = append(t.Rows, page.Row(p.Test, w.Moment(p.ReferenceSet), w.Moment(p.Collected), w.Moment(p.Graded), w.Moment(p.Unblinded), w.days(p), w.order(p)))
	}
	blocks := []page.Block{page.Paragraph(w.T("stard.times.intro"))}
	if len(t.Rows) > 0 {
		blocks = append(blocks, page.Of(t))
	}
	for _, h := range w.Hypotheses {
		blocks = append(blocks, page.Small(w.T("stard.times.hypothesis", "id", h.ID, "claim", h.Claim, "time", w.Moment(h.Time))))
	}
	if len(w.Hypotheses) == 0 {
		blocks = append(blocks, page.Small(w.T("stard.times.no-hypothesis")))
	}
	return blocks
}

// days are the whole days from fixing the reference to the last answer, negative where the answers came first.
func (w *writer) days(p Participant) string {
	if p.ReferenceSet.IsZero() || p.Collected.IsZero() || !p.Reference.IsKnown() {
		return w.T("absence.not-applicable")
	}
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	n := int(day(p.Collected).Sub(day(p.ReferenceSet)).Hours() / 24)
	return strings.Replace(strconv.Itoa(n), "-", "−", 1)
}

// order says whether the reference was fixed before the answers came in.
func (w *writer) order(p Participant) string {
	switch {
	case !p.Reference.IsKnown():
		return w.T("stard.no-reference")
	case p.ReferenceSet.IsZero() || p.Collected.IsZero():
		return w.T("absence.not-verifiable")
	case p.ReferenceSet.Before(p.Collected):
		return w.T("stard.order.reference-first")
	}
	return w.T("stard.order.answers-first")
}

// eventsPart counts what went wrong (item 25).
func (w *writer) eventsPart() []page.Block {
	e := w.Events
	t := page.Table{Caption: w.T("stard.table.events"), Columns: w.columns("event", 75, "times", -25)}
	for _, row := range []struct {
		key string
		n   int
	}{{"failed", e.Failed}, {"blocked", e.Blocked}, {"withdrawn", e.Withdrawn}, {"refused", e.Refused}, {"invented", e.Invented}, {"opened", len(w.Early)}, {"unmasked", len(e.Unmasked)}} {
		t.Rows = append(t.Rows, page.Row(w.T("stard.event."+row.key), w.times(row.key, row.n)))
	}
	blocks := []page.Block{page.Of(t)}
	if len(e.Unmasked) > 0 {
		blocks = append(blocks, page.Small(w.T("stard.event.unmasked.tests", "tests", strings.Join(e.Unmasked, ", "))))
	}
	return blocks
}

// times is how often something happened, or why nobody knows.
func (w *writer) times(event string, n int) string {
	switch {
	case event != "invented":
	case len(w.Graders) == 0:
		return w.T("reason.no-ai-grading")
	case w.Events.Checked == 0:
		return w.T("stard.event.none-checked")
	}
	return strconv.Itoa(n)
}

// limitsPart lists the warnings that follow from the data (items 11 and 26).
func (w *writer) limitsPart() []page.Block { return []page.Block{page.List(w.warnings()...)} }

// warnings are the limits that the program can see.
func (w *writer) warnings() []string {
	list := []string{w.caution(), w.T("stard.limit.clusters"), w.T("stard.limit.prevalence")}
	one, late := 0, 0
	for _, p := range w.Participants {
		if _, ok := p.compared(); !ok {
			continue
		}
		if len(p.Gold) == 1 {
			one++
		}
		if p.ReferenceSet.IsZero() || !p.ReferenceSet.Before(p.Collected) {
			late++
		}
	}
	add := func(n int, key string) {
		if n > 0 {
			list = append(list, w.N("stard.limit."+key, n))
		}
	}
	add(one, "one-document")
	add(late, "late-reference")
	add(len(w.Events.Unmasked), "unmasked")
	if len(w.Early) > 0 {
		list = append(list, studylog.SayEarly(w, w.Early))
	}
	for _, t := range w.Result.Tables {
		if t.Indeterminate() > 0 {
			list = append(list, w.T("stard.limit.indeterminate", "condition", w.Condition(t.Condition), "n", t.Indeterminate(), "of", int(t.N())+t.Indeterminate()))
		}
		if t.Cells.TP+t.Cells.FN == 0 || t.Cells.FP+t.Cells.TN == 0 {
			list = append(list, w.T("stard.limit.one-kind", "condition", w.Condition(t.Condition)))
		}
	}
	return list
}

// documentationPart says where everything can be checked (item 29).
func (w *writer) documentationPart() []page.Block {
	return []page.Block{
		page.Paragraph(w.T("stard.documentation")),
		{Kind: page.Facts, Facts: []page.Fact{
			{Name: w.T("stard.documentation.entries"), Value: strconv.Itoa(w.LogEntries)},
			{Name: w.T("stard.documentation.head"), Value: w.Stated(w.LogHead)},
			{Name: w.T("stard.documentation.program"), Value: w.Program},
		}},
		page.Paragraph(w.T("stard.documentation.sources")),
		page.List(w.sources...),
	}
}
