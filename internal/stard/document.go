package stard

import (
	"slices"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard/page"
)

// writer puts a model into words.
type writer struct {
	Words
	*Model
	list    Checklist
	sources []string // of the methods
}

// document is the report as a document, for page and Word file alike.
func document(m *Model, cat *lang.Catalogue) (page.Document, error) {
	list, err := Bundled()
	if err != nil {
		return page.Document{}, err
	}
	sources, err := Citations("bossuyt2015", "cohen2016", "wilson1927", "newcombe1998", "katz1978", "woolf1955")
	if err != nil {
		return page.Document{}, err
	}
	w := &writer{Words{cat}, m, list, sources}
	d := page.Document{
		Language: cat.Language(), Eyebrow: w.T("stard.eyebrow"), Title: w.Stated(m.Study.Name), Subtitle: w.T("stard.by-analogy"),
		Facts: []page.Fact{
			{Name: w.T("report.field.lead"), Value: w.Stated(m.Study.Lead)},
			{Name: w.T("report.field.institution"), Value: w.Stated(m.Study.Institution)},
			{Name: w.T("report.field.study"), Value: w.Stated(m.Study.ID)},
			{Name: w.T("report.field.written"), Value: w.Moment(m.Written)},
		},
		LeadName: w.T("stard.summary"), Lead: w.summary(), Contents: w.T("report.contents"), Footer: w.T("stard.footer", "program", m.Program),
		Number: w.numbering(),
	}
	for i, part := range w.parts() {
		title := w.T("report.section.numbered", "n", i+1, "title", w.T("stard.section."+part.id))
		d.Sections = append(d.Sections, page.Section{ID: part.id, Title: title, Blocks: part.blocks()})
	}
	return d, nil
}

// numbering gives the words for tables and figures.
func (w Words) numbering() page.Numbering {
	return page.Numbering{
		Table:  func(n int) string { return w.T("report.table.no", "n", n) },
		Figure: func(n int) string { return w.T("report.figure.no", "n", n) },
	}
}

// Numbering gives the words for tables and figures to other documents of a study.
func (w Words) Numbering() page.Numbering { return w.numbering() }

// part is a section of the report and what makes its blocks.
type part struct {
	id     string
	blocks func() []page.Block
}

// parts are the sections in their order. The places of the checklist name them.
func (w *writer) parts() []part {
	all := []part{
		{"title", w.titlePart}, {"cases", w.casesPart}, {"flow", w.flowPart}, {"tables", w.tablesPart}, {"figures", w.figuresPart},
		{"areas", w.areasPart}, {"agreement", w.agreementPart}, {"origins", w.originsPart}, {"reference", w.referencePart},
		{"reading", w.readingPart}, {"analysis", w.analysisPart}, {"times", w.timesPart}, {"events", w.eventsPart},
		{"limits", w.limitsPart}, {"checklist", w.checklistPart}, {"items", w.itemsPart}, {"documentation", w.documentationPart},
	}
	return slices.DeleteFunc(all, func(p part) bool { return p.id == "areas" && len(w.Result.Areas) == 0 })
}

// summary is what a reader who reads nothing else should know.
func (w *writer) summary() []page.Block {
	f := w.Result.Flow
	say := func(key, text string) page.Block {
		return page.Block{Kind: page.Text, Label: w.T("stard.lead." + key), Text: text}
	}
	blocks := []page.Block{say("what", w.T("stard.lead.what.text"))}
	blocks = append(blocks, say("cases", w.N("stard.lead.cases.text", f.Asked, "referenced", f.Referenced, "eligible", f.Eligible)))
	if len(w.Result.Tables) == 0 {
		blocks = append(blocks, say("result", w.T("stard.nothing")))
	}
	if task := w.referenceTask(); task != "" {
		blocks = append(blocks, page.Block{Kind: page.Task, Label: w.T("stard.items.open"), Text: task})
	}
	for _, t := range w.Result.Tables {
		blocks = append(blocks, page.Block{Kind: page.Text, Label: w.Condition(t.Condition), Text: w.sentence(t)})
	}
	blocks = append(blocks, say("caution", w.caution()))
	open := len(w.OpenTasks(w.list))
	return append(blocks, page.Block{Kind: page.Text, Label: w.T("stard.lead.tasks"), Text: w.N("stard.lead.tasks.text", open), Link: "checklist", LinkTo: w.T("stard.to-checklist")})
}

// referenceTask says what is missing before answers can be compared with anything; nothing where every case has it.
func (w *writer) referenceTask() string {
	f := w.Result.Flow
	switch {
	case f.Asked == 0:
		return w.T("stard.task.no-target")
	case len(f.NoReference) > 0:
		return w.N("stard.task.reference", len(f.NoReference), "tests", w.List(f.NoReference))
	}
	return ""
}

// sentence says the result of one condition.
func (w *writer) sentence(t Table) string {
	right := t.Figure(Accuracy)
	s := w.T("stard.sentence.none")
	if v, ok := right.Figure.Value(); ok {
		s = w.T("stard.sentence", "k", right.K, "n", right.N, "percent", w.Number(100*v, 1),
			"low", w.Number(100*right.Interval.Low, 1), "high", w.Number(100*right.Interval.High, 1))
	}
	if n := t.Indeterminate(); n > 0 {
		s += " " + w.N("stard.sentence.indeterminate", n)
	}
	if n := t.Missing(); n > 0 {
		s += " " + w.N("stard.sentence.missing", n)
	}
	return s
}

// fewCases is the number of cases below which the intervals are so wide that little follows from a figure.
const fewCases = 30

// caution says how far the result carries.
func (w *writer) caution() string {
	switch n := w.Result.Flow.Referenced; {
	case n == 0:
		return w.T("stard.caution.none")
	case n < fewCases:
		return w.N("stard.caution.few", w.Result.Flow.Referenced)
	}
	return w.T("stard.caution")
}

// titlePart proposes a title and an abstract's figures (items 1 and 2).
func (w *writer) titlePart() []page.Block {
	blocks := []page.Block{page.Small(w.T("stard.title.proposed"))}
	blocks = append(blocks, page.Block{Kind: page.Quote, Text: w.T("stard.title.line", "conditions", w.List(w.conditionNames()))})
	if text := w.Texts["1"].Text; text != "" {
		blocks = append(blocks, page.Small(w.T("stard.title.final")), page.Block{Kind: page.Quote, Text: text})
	}
	return blocks
}

func (w *writer) conditionNames() []string {
	var names []string
	for _, t := range w.Result.Tables {
		names = append(names, w.Condition(t.Condition))
	}
	if len(names) == 0 {
		names = []string{w.T("stard.no-condition")}
	}
	return names
}

// columns makes columns of pairs: the key of a name and a width, negative for numbers.
func (w Words) columns(pairs ...any) []page.Column {
	var list []page.Column
	for i := 0; i+1 < len(pairs); i += 2 {
		width := pairs[i+1].(int)
		list = append(list, page.Column{Title: w.T("stard.column." + pairs[i].(string)), Width: max(width, -width), Right: width < 0})
	}
	return list
}
