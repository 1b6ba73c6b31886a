package protocol

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/stard/page"
	"iucomstudien/internal/study"
)

// Stage is how much was known when the protocol was written.
type Stage string

// The stages. Only Before is a preregistration without reserve.
const (
	Before    Stage = "before"    // no answer and no rating was in
	Answers   Stage = "answers"   // answers were in, no rating
	Ratings   Stage = "ratings"   // ratings were in; nothing was unblinded
	Unblinded Stage = "unblinded" // the key had been opened
)

// Known counts what was there when the protocol was written.
type Known struct {
	Answers   int
	Sheets    int
	Gradings  int
	KeyOpened int // times, beside the unblinding of tests
	Unblinded int // tests
}

// Stage is the latest stage that the counts allow.
func (k Known) Stage() Stage {
	switch {
	case k.KeyOpened+k.Unblinded > 0:
		return Unblinded
	case k.Sheets+k.Gradings > 0:
		return Ratings
	case k.Answers > 0:
		return Answers
	}
	return Before
}

// Case is a case that is to be compared.
type Case struct {
	Test, Title, Area, Jurisdiction, LawAsOf string
	Question                                 string // target question; "" for none
	Reference                                study.Maybe[study.Target]
	FactsSHA256                              string
	Seed                                     int32
	Gold                                     []study.GoldDocument // without their text
	UseGold                                  bool
}

// Hypothesis is one as the study log holds it.
type Hypothesis struct {
	evaluation.Hypothesis
	Time time.Time
	Hash string // of its entry
}

// Model is what the protocol says.
type Model struct {
	Program    string
	Written    time.Time
	Version    int // 1 for the first
	Study      study.Study
	Known      Known
	Cases      []Case
	Hypotheses []Hypothesis
	Graders    []string              // models that graded already
	Texts      map[string]stard.Text // what the study lead wrote, by item of the STARD checklist
	LogHead    string                // hash of the last entry before the protocol
	LogEntries int
}

// leadItems are the items of the checklist that a protocol needs beforehand.
var leadItems = []string{"3", "4", "5", "6", "7", "9", "11", "12a", "12b", "17", "18", "28", "30"}

// writer puts a model into words.
type writer struct {
	stard.Words
	*Model
	list stard.Checklist
}

// HTML writes the protocol as one page.
func HTML(w io.Writer, m *Model, cat *lang.Catalogue) error {
	d, err := document(m, cat)
	if err != nil {
		return err
	}
	return page.HTML(w, d)
}

// Docx writes the protocol as a Word file.
func Docx(w io.Writer, m *Model, cat *lang.Catalogue) error {
	d, err := document(m, cat)
	if err != nil {
		return err
	}
	return page.Docx(w, d)
}

func document(m *Model, cat *lang.Catalogue) (page.Document, error) {
	list, err := stard.Bundled()
	if err != nil {
		return page.Document{}, err
	}
	w := &writer{stard.Words{Catalogue: cat}, m, list}
	d := page.Document{
		Language: cat.Language(), Eyebrow: w.T("protocol.title"), Title: w.Stated(m.Study.Name),
		Facts: []page.Fact{
			{Name: w.T("report.field.lead"), Value: w.Stated(m.Study.Lead)},
			{Name: w.T("report.field.institution"), Value: w.Stated(m.Study.Institution)},
			{Name: w.T("report.field.study"), Value: w.Stated(m.Study.ID)},
			{Name: w.T("protocol.written"), Value: w.Moment(m.Written)},
			{Name: w.T("protocol.version"), Value: strconv.Itoa(m.Version)},
			{Name: w.T("protocol.log-head"), Value: w.T("protocol.log-head.value", "entries", m.LogEntries, "hash", w.Stated(m.LogHead))},
		},
		LeadName: w.T("protocol.stage"), Lead: w.stage(), Footer: w.T("protocol.footer", "program", m.Program), Number: w.Numbering(),
	}
	for i, part := range []struct {
		id     string
		blocks func() ([]page.Block, error)
	}{{"purpose", w.purpose}, {"cases", w.cases}, {"hypotheses", w.hypotheses}, {"conduct", w.conduct}, {"scales", w.scales}, {"analysis", w.analysis}} {
		blocks, err := part.blocks()
		if err != nil {
			return d, err
		}
		title := w.T("report.section.numbered", "n", i+1, "title", w.T("protocol.section."+part.id))
		d.Sections = append(d.Sections, page.Section{ID: part.id, Title: title, Blocks: blocks})
	}
	return d, nil
}

// stage says honestly what was known.
func (w *writer) stage() []page.Block {
	k := w.Known
	return []page.Block{
		page.Paragraph(w.T("protocol.stage." + string(k.Stage()))),
		page.Paragraph(w.T("protocol.known", "answers", k.Answers, "sheets", k.Sheets, "gradings", k.Gradings, "opened", k.KeyOpened, "unblinded", k.Unblinded)),
	}
}

// purpose is what the study lead says, item by item; what is not said yet is a task.
func (w *writer) purpose() ([]page.Block, error) {
	var blocks []page.Block
	for _, id := range leadItems {
		it, err := w.list.Item(id)
		if err != nil {
			return nil, fmt.Errorf("items of the protocol: %w", err)
		}
		blocks = append(blocks, page.Block{Kind: page.Heading, ID: "item-" + id, Text: it.Demand[w.Language()]})
		if text := w.Texts[id].Text; text != "" {
			blocks = append(blocks, page.Block{Kind: page.Quote, Text: text})
			continue
		}
		blocks = append(blocks, page.Block{Kind: page.Task, Label: w.T("stard.items.open"), Text: w.T("protocol.task", "what", it.Lead[w.Language()], "item", id)})
	}
	return blocks, nil
}

// cases lists what is to be compared.
func (w *writer) cases() ([]page.Block, error) {
	planned := 0
	for _, h := range w.Hypotheses {
		planned = max(planned, h.Cases)
	}
	size := w.T("protocol.planned.none")
	if planned > 0 {
		size = w.N("protocol.planned", planned)
	}
	blocks := []page.Block{page.Paragraph(w.N("protocol.cases", len(w.Cases))), page.Paragraph(size)}
	t := page.Table{Caption: w.T("protocol.table.cases"), Columns: []page.Column{
		{Title: w.T("stard.column.test"), Width: 11}, {Title: w.T("field.title"), Width: 20}, {Title: w.T("stard.column.question"), Width: 24},
		{Title: w.T("stard.column.reference"), Width: 12}, {Title: w.T("field.law-as-of"), Width: 13}, {Title: w.T("protocol.seed"), Right: true, Width: 13}, {Title: w.T("protocol.facts"), Width: 20}}}
	for _, c := range w.Cases {
		question := c.Question
		if question == "" {
			question = w.T("report.none")
		}
		reference := w.T("stard.no-reference")
		if c.Reference.IsKnown() {
			reference = w.Target(c.Reference)
		}
		t.Rows = append(t.Rows, page.Row(c.Test, c.Title, question, reference, w.Stated(c.LawAsOf), strconv.Itoa(int(c.Seed)), c.FactsSHA256[:min(12, len(c.FactsSHA256))]+"…"))
	}
	if len(t.Rows) > 0 {
		blocks = append(blocks, page.Of(t))
	}
	var gold []string
	for _, c := range w.Cases {
		for _, g := range c.Gold {
			gold = append(gold, c.Test+": "+g.Name+" (SHA-256 "+g.SHA256+")")
		}
	}
	if len(gold) > 0 {
		blocks = append(blocks, page.Paragraph(w.T("protocol.gold")), page.List(gold...))
	} else {
		blocks = append(blocks, page.Paragraph(w.T("protocol.no-gold")))
	}
	return blocks, nil
}

// hypotheses are those that the log holds.
func (w *writer) hypotheses() ([]page.Block, error) {
	if len(w.Hypotheses) == 0 {
		return []page.Block{page.Paragraph(w.T("protocol.no-hypothesis"))}, nil
	}
	var blocks []page.Block
	for _, h := range w.Hypotheses {
		var origins []string
		for _, c := range h.Conditions {
			origins = append(origins, w.Condition(c))
		}
		cases := w.T("report.not-stated")
		if h.Cases > 0 {
			cases = strconv.Itoa(h.Cases)
		}
		blocks = append(blocks, page.Block{Kind: page.Heading, ID: "hypothesis-" + h.ID, Text: h.ID + ": " + h.Claim},
			page.Block{Kind: page.Facts, Facts: []page.Fact{
				{Name: w.T("confirm.field.outcome"), Value: w.T("confirm.outcome." + string(h.Outcome))},
				{Name: w.T("confirm.field.conditions"), Value: w.List(origins)},
				{Name: w.T("confirm.field.test"), Value: w.T("confirm.test." + string(h.Test))},
				{Name: w.T("confirm.field.level"), Value: w.Number(h.Level, 3)},
				{Name: w.T("confirm.field.cases"), Value: cases},
				{Name: w.T("confirm.field.recorded"), Value: w.Moment(h.Time) + ", " + h.Hash},
			}})
	}
	return append(blocks, page.Small(w.T("protocol.holm"))), nil
}

// conduct says how answers are collected, blinded and rated.
func (w *writer) conduct() ([]page.Block, error) {
	points := []string{w.T("protocol.conduct.collect"), w.T("protocol.conduct.blind"), w.T("protocol.conduct.rate"), w.T("protocol.conduct.guess"), w.T("protocol.conduct.unblind")}
	grader := w.T("protocol.grader.open")
	if len(w.Graders) > 0 {
		grader = w.T("protocol.grader", "models", w.List(w.Graders))
	}
	return []page.Block{page.List(points...), page.Paragraph(grader)}, nil
}

// scales are the scales of the sheet.
func (w *writer) scales() ([]page.Block, error) {
	gold := slices.ContainsFunc(w.Cases, func(c Case) bool { return c.UseGold })
	target := slices.ContainsFunc(w.Cases, func(c Case) bool { return c.Question != "" })
	keys := []string{"grade", "grid", "rates", "system-a"}
	if gold {
		keys = append([]string{"category", "agreement"}, keys...)
	}
	var points []string
	for _, key := range keys {
		points = append(points, w.T("report.scale."+key))
	}
	if target {
		points = append(points, w.T("stard.reading.categories"))
	}
	return []page.Block{page.List(points...)}, nil
}

// analysis is what the program computes, with its sources.
func (w *writer) analysis() ([]page.Block, error) {
	sources, err := stard.Citations("krippendorff2019", "zapf2016", "cohen1960", "wilson1927", "newcombe1998", "bang2004", "james1996", "mcnemar1947",
		"fagerland2013", "cochran1950", "wilcoxon1945", "friedman1937", "holm1979", "bossuyt2015")
	if err != nil {
		return nil, err
	}
	points := []string{w.T("protocol.analysis.agreement"), w.T("protocol.analysis.blinding"), w.T("protocol.analysis.accuracy"), w.T("stard.analysis.indeterminate"),
		w.T("protocol.analysis.missing"), w.T("protocol.analysis.hypotheses"), w.T("protocol.analysis.rest")}
	return []page.Block{page.List(points...), page.Paragraph(w.T("stard.documentation.sources")), page.List(sources...)}, nil
}
