package report

import (
	"math"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Finding is one paragraph of the summary: a lead word and what was found, in plain words.
type Finding struct {
	Lead string
	Text string
}

// Findings says the result of a test in the plain words of the report's summary.
func Findings(m *Model, cat *lang.Catalogue) []Finding {
	return newPage(m, cat).Summary()
}

// Summary says the result in plain words, before any table. What was not asked has no paragraph.
func (p *page) Summary() []Finding {
	var all []Finding
	add := func(lead, text string) {
		if text != "" {
			all = append(all, Finding{p.T("report.summary." + lead), text})
		}
	}
	add("incomplete", p.unfinished())
	add("compared", p.compared())
	add("no-measurement", p.noMeasurement())
	if len(p.Unfinished) == 0 { // an incomplete series gives no headline
		add("verdicts", p.verdicts())
		add("sources", p.sources())
		add("target", p.target())
	}
	add("agreement", p.agreementInWords())
	add("blinding", join(p.early(), p.blindingInWords(p.Figures.Humans, "people")))
	add("ai", p.aiInWords())
	add("ai-warning", p.graderInShort())
	add("kind", p.confirmed())
	add("scope", p.N("report.summary.scope-text", len(p.Answers)))
	return all
}

// compared says how many answers of which origin were compared and who rated them.
func (p *page) compared() string {
	var origins []string
	for _, c := range p.Figures.Conditions {
		origins = append(origins, p.T("report.origin-count", "n", len(c.Codes), "word", p.Condition(c.Condition)))
	}
	s := p.N("report.summary.compared-text", len(p.Answers), "origins", p.List(origins))
	if p.Case.LawAsOf != "" {
		s += " " + p.T("report.summary.key-date", "date", p.Case.LawAsOf)
	}
	if p.Figures.Gold && len(p.Gold) > 0 {
		s += " " + p.N("report.summary.gold", len(p.Gold))
	}
	if len(p.Sheets) == 0 {
		s += " " + p.T("report.summary.nobody")
	} else {
		s += " " + p.N("report.summary.people", len(p.Sheets))
	}
	if p.Grader != nil {
		if n := p.graded(); n == len(p.Answers) {
			s += " " + p.T("report.summary.grader")
		} else {
			s += " " + p.T("report.summary.grader-some", "n", n, "all", len(p.Answers))
		}
		if p.Grader.Replayed {
			s += " " + p.T("report.summary.replayed")
		}
	}
	return s
}

// verdicts names the answers by the category that most people gave; those without a majority apart.
func (p *page) verdicts() string {
	if !p.Figures.Gold || len(p.Sheets) == 0 {
		return ""
	}
	groups := map[study.Category][]*evaluation.AnswerFigures{}
	var split []*evaluation.AnswerFigures
	for i := range p.Figures.Answers {
		a := &p.Figures.Answers[i]
		if c, ok := majority(a.People.Categories); ok {
			groups[c] = append(groups[c], a)
		} else {
			split = append(split, a)
		}
	}
	s := ""
	for _, c := range study.Categories() {
		if names := groups[c]; len(names) > 0 {
			s = join(s, p.T("report.summary.majority."+string(c), "names", p.names(names)))
		}
	}
	if len(split) > 0 {
		s = join(s, p.T("report.summary.majority.none", "names", p.names(split)))
	}
	return s
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// majority is the word that most gave; none on a tie or where nobody gave one.
func majority(counts map[study.Category]int) (best study.Category, ok bool) {
	most := 0
	for _, c := range study.Categories() {
		switch n := counts[c]; {
		case n > most:
			best, most, ok = c, n, true
		case n == most:
			ok = false
		}
	}
	return best, ok
}

// manyNames is the number of answers above which a sentence counts them by origin: nobody reads a longer list.
const manyNames = 12

// names lists answers in a sentence.
func (p *page) names(list []*evaluation.AnswerFigures) string {
	var parts []string
	if len(list) <= manyNames {
		for _, a := range list {
			parts = append(parts, p.nameOf(*a))
		}
		return p.List(parts)
	}
	counts := map[study.Condition]int{}
	for _, a := range list {
		counts[a.Condition]++
	}
	for _, c := range append(study.Conditions(), "") {
		if n := counts[c]; n > 0 {
			parts = append(parts, p.T("report.origin-count", "n", n, "word", p.Condition(c)))
		}
	}
	return p.List(parts)
}

// nameOf is a code with its origin: «Q (Reporter)».
func (p *page) nameOf(a evaluation.AnswerFigures) string {
	return p.T("report.code-origin", "code", string(a.Code), "origin", p.Condition(a.Condition))
}

// sources says in which answers sources were invented or miscited.
func (p *page) sources() string {
	if p.Grader == nil {
		return ""
	}
	var invented, miscited []*evaluation.AnswerFigures
	checked, unverifiable := 0, 0
	for i := range p.Figures.Answers {
		a := &p.Figures.Answers[i]
		checked, unverifiable = checked+a.Sources.N, unverifiable+a.Sources.Unverifiable
		if a.Sources.Invented > 0 {
			invented = append(invented, a)
		}
		if a.Sources.Miscited > 0 {
			miscited = append(miscited, a)
		}
	}
	open := ""
	if unverifiable > 0 {
		open = p.T("report.summary.unverifiable", "n", unverifiable, "all", checked)
	}
	switch {
	case checked == 0:
		return p.T("report.summary.sources-unchecked")
	case len(invented)+len(miscited) == 0:
		return join(p.T("report.summary.sources-none", "checked", checked, "n", p.graded(), "all", len(p.Answers)), open)
	}
	s := p.T("report.summary.invented-none")
	if len(invented) > 0 {
		s = p.T("report.summary.invented", "names", p.names(invented))
	}
	if len(miscited) > 0 {
		s = join(s, p.T("report.summary.miscited", "names", p.names(miscited)))
	}
	return join(s, open)
}

// NothingLookedUp says that no citation was looked up in a register, and what figures of sources rest on then.
func (p *page) NothingLookedUp() string {
	if p.Grader == nil {
		return p.T("report.sources.none-at-all")
	}
	return p.T("report.sources.none")
}

// graded counts the answers of which there is an AI grading.
func (p *page) graded() int {
	n := 0
	for _, a := range p.Answers {
		if g, ok := p.at.grading(p.Model, a.Code); ok && g.Graded() {
			n++
		}
	}
	return n
}

// target compares what the answers say with the reference.
func (p *page) target() string {
	if !p.Figures.Target {
		return ""
	}
	reference, known := p.Case.Reference.Get()
	var same, other, open []*evaluation.AnswerFigures
	for i := range p.Figures.Answers {
		a := &p.Figures.Answers[i]
		switch t, ok := a.Reading.Target.Get(); {
		case !ok || t == study.Indeterminate:
			open = append(open, a)
		case t == reference:
			same = append(same, a)
		default:
			other = append(other, a)
		}
	}
	s := p.T("report.summary.question", "question", p.Case.TargetQuestion)
	if !known {
		return join(s, p.T("report.summary.no-reference"))
	}
	s = join(s, p.T("report.summary.reference", "reference", p.T("target."+string(reference))))
	for _, g := range []struct {
		key   string
		names []*evaluation.AnswerFigures
	}{{"same", same}, {"other", other}, {"open", open}} {
		if len(g.names) > 0 {
			s = join(s, p.T("report.summary.target."+g.key, "names", p.names(g.names)))
		}
	}
	return s
}

// agreementInWords reads the coefficient that comes first: of the category with a gold standard, else of the grid.
func (p *page) agreementInWords() string {
	measure := evaluation.OfGrid
	if p.Figures.Gold {
		measure = evaluation.OfCategory
	}
	for _, a := range p.Figures.Agreement {
		if a.Measure != measure {
			continue
		}
		strength := evaluation.StrengthOf(a.People)
		if strength == evaluation.Unknown {
			return p.T("report.summary.agreement-unknown", "measure", p.Measure(a.Measure), "reason", p.Reason(a.People.Reason()))
		}
		if a.People.Interval == nil {
			return p.T("report.summary.agreement-few", "measure", p.Measure(a.Measure), "alpha", p.Value(a.People, 2), "reason", p.Reason(a.People.NoInterval))
		}
		s := p.T("report.summary.agreement-"+string(strength), "measure", p.Measure(a.Measure),
			"alpha", p.Value(a.People, 2), "interval", p.Interval(a.People, 2))
		return join(s, p.below(a.People))
	}
	return ""
}

// below says how often replicates fell below the lowest limit for conclusions.
func (w words) below(f stats.Figure) string {
	if f.Interval == nil || len(f.Interval.Below) == 0 {
		return ""
	}
	b := f.Interval.Below[0]
	if math.Round(100*b.Share) == 0 {
		return "" // nothing speaks against the value
	}
	return w.T("report.summary.agreement-below", "share", w.cat.Number(100*b.Share, 0), "mark", w.cat.Number(b.Mark, 3))
}

// blindingInWords says whether guesses were better than chance.
func (p *page) blindingInWords(b evaluation.Blinding, who string) string {
	if b.Guesses == 0 {
		return p.T("report.summary.blinding-no-guesses")
	}
	args := []any{"hits", b.Hits, "n", b.Guesses, "p", p.probabilityIs(b.P)}
	if v, ok := b.Chance.Value(); ok {
		args = append(args, "expected", p.expected(v*float64(b.Guesses)))
	}
	return p.T("report.blinding."+who, args...) + " " + p.Conclusion(b.Conclusion)
}

// expected writes a number of guesses without decimals where it is whole.
func (w words) expected(n float64) string {
	if math.Abs(n-math.Round(n)) < 0.05 {
		return w.cat.Number(n, 0)
	}
	return w.cat.Number(n, 1)
}

// Conclusion is what a blinding check says, as a sentence.
func (w words) Conclusion(c stats.Conclusion) string {
	return w.T("report.blinding.conclusion." + strings.ReplaceAll(string(c), "_", "-"))
}

// Measure is the name of what agreement is computed of.
func (w words) Measure(m evaluation.Measure) string { return w.T("report.measure." + string(m)) }

// aiInWords says how often the AI grader gave a person's category.
func (p *page) aiInWords() string {
	if p.Grader == nil || !p.Figures.Gold {
		return ""
	}
	if _, ok := p.Figures.Identical.Figure.Value(); !ok {
		return ""
	}
	s := p.identical("report.summary.identical")
	if len(p.Figures.StandIn) > 0 {
		s = join(s, p.standIn(p.Figures.StandIn[0]))
	}
	return s
}

// Identical says how often both gave the same category, with the interval.
func (p *page) Identical() string { return p.identical("report.ai.identical") }

func (p *page) identical(key string) string {
	s := p.Figures.Identical
	percent, ok := s.Percent()
	if !ok {
		return p.Reason(s.Figure.Reason())
	}
	return p.T(key, "k", s.K, "n", s.N, "percent", p.cat.Number(percent, 1), "interval", p.PercentInterval(s))
}
