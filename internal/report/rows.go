package report

import (
	"strconv"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
)

// MeanShort is a mean percentage alone, for narrow columns.
func (w words) MeanShort(m evaluation.Mean) string {
	v, ok := m.Figure.Value()
	if !ok {
		return w.Reason(m.Figure.Reason())
	}
	return w.T("report.percent", "x", w.cat.Number(v, 1))
}

// OfWhich takes a source rate apart: invented, miscited, and what could not be verified.
func (w words) OfWhich(r evaluation.Rate) string {
	if _, ok := r.Figure.Value(); !ok {
		return w.Reason(r.Figure.Reason())
	}
	return w.T("report.of-which", "invented", r.Invented, "miscited", r.Miscited, "unverifiable", r.Unverifiable)
}

// MeanRates are the means of the answers' own rates, with how many had nothing to count.
func (w words) MeanRates(c evaluation.ConditionFigures) string {
	one := func(p evaluation.Pooled) string {
		v, ok := p.Mean.Value()
		if !ok {
			return w.Reason(p.Mean.Reason())
		}
		s := w.T("report.percent", "x", w.cat.Number(v, 1))
		if p.LeftOut > 0 {
			s += " (" + w.N("report.rates-left-out", p.LeftOut) + ")"
		}
		return s
	}
	return one(c.Sources) + " / " + one(c.Facts)
}

// AlphaRow is a coefficient in words.
type AlphaRow struct{ Measure, Raters, Value, Interval, Below, Equal, Strength, RestsOn string }

// AlphaRows lists every coefficient that was asked for, of people alone and with the AI grader.
func (p *page) AlphaRows() []AlphaRow {
	var rows []AlphaRow
	for _, a := range p.Figures.Agreement {
		if a.People.Reason() == evaluation.NotAsked {
			continue
		}
		name := p.T("report.measure-level", "measure", p.Measure(a.Measure), "level", p.T("report.level."+a.Level))
		if a.Measure == evaluation.OfAgreement { // equal percentages are a matter of luck, not of agreement
			a.PeopleEqual, a.WithAIEqual = stats.Figure{}, stats.Figure{}
		}
		rows = append(rows, p.alphaRow(name, p.T("report.raters.people"), a.People, a.PeopleEqual))
		if p.Grader != nil && a.WithAI.Reason() != evaluation.NotAskedOfAI {
			rows = append(rows, p.alphaRow(name, p.T("report.raters.with-ai"), a.WithAI, a.WithAIEqual))
		}
	}
	return rows
}

func (p *page) alphaRow(measure, raters string, f, equal stats.Figure) AlphaRow {
	r := AlphaRow{Measure: measure, Raters: raters, Value: p.Value(f, 2), Interval: p.Interval(f, 2), Below: p.shares(f),
		Equal: p.T("absence.not-applicable"), Strength: p.T("report.strength." + string(evaluation.StrengthOf(f))), RestsOn: p.CountsOf(f)}
	if v, ok := equal.Value(); ok {
		r.Equal = p.T("report.percent", "x", p.cat.Number(100*v, 0))
	}
	if _, ok := f.Value(); !ok {
		r.Value, r.Strength = p.T("absence.undefined"), p.Reason(f.Reason())
	} else if f.Interval == nil { // the value alone carries nothing, however high it is
		r.Strength = p.T("report.strength." + string(evaluation.Weak))
	}
	return r
}

// Limit is one of the two usual limits of agreement.
func (w words) Limit(which string) string {
	if which == "low" {
		return w.cat.Number(stats.AlphaTentative, 3)
	}
	return w.cat.Number(stats.AlphaFirm, 3)
}

// shares says how many draws fell below the lower and the upper limit.
func (w words) shares(f stats.Figure) string {
	if f.Interval == nil || len(f.Interval.Below) == 0 {
		return w.T("absence.not-applicable")
	}
	var parts []string
	for _, b := range f.Interval.Below {
		parts = append(parts, w.T("report.percent", "x", w.cat.Number(100*b.Share, 0)))
	}
	return strings.Join(parts, " / ")
}

// IntervalNote says how the intervals of alpha were drawn, once for all; nothing where there is none.
func (p *page) IntervalNote() string {
	for _, a := range p.Figures.Agreement {
		if i := a.People.Interval; i != nil {
			key := "report.interval.drawn"
			if strings.HasSuffix(i.Method, "_bca") {
				key = "report.interval.drawn-bca"
			}
			return p.T(key, "level", p.cat.Number(100*i.Level, 0), "replicates", i.Replicates, "seed", i.Seed)
		}
	}
	return ""
}

// BlindingText says in a sentence how people, or the grader, guessed.
func (p *page) BlindingText(who string) string {
	if who == "people" {
		return p.blindingInWords(p.Figures.Humans, who)
	}
	return p.blindingInWords(p.Figures.AI, who)
}

// BlindingRow is a blinding check in words.
type BlindingRow struct{ Raters, Hits, Missing, Chance, P, BangHuman, BangAI string }

// BlindingRows lists people together and the AI grader.
func (p *page) BlindingRows() []BlindingRow {
	rows := []BlindingRow{p.blindingRow(p.T("report.raters.people"), p.Figures.Humans)}
	if p.Grader != nil {
		rows = append(rows, p.blindingRow(p.T("report.raters.ai"), p.Figures.AI))
	}
	return rows
}

// Stricter says what James' index and the permutation of origins within the question come to; nothing where there are
// too few guesses to say anything.
func (p *page) Stricter(who string) string {
	b := p.Figures.Humans
	if who != "people" {
		b = p.Figures.AI
	}
	if _, ok := b.Dealt.Value(); !ok || b.Guesses < stats.MinGuesses {
		return ""
	}
	s := p.T("report.blinding.stricter", "p", p.probabilityIs(b.Dealt), "james", p.withinRange(b.James, 0, 1))
	if i := b.Dealt.Interval; b.Dealt.Variant == stats.RandomDeals && i != nil {
		s += " " + p.T("report.blinding.stricter-drawn", "n", i.Replicates, "seed", strconv.FormatUint(i.Seed, 10),
			"low", p.cat.Number(i.Low, 4), "high", p.cat.Number(i.High, 4))
	}
	return s
}

// EachPerson says how often each person guessed right.
func (p *page) EachPerson() string {
	var parts []string
	for _, h := range p.Figures.Humans.Each {
		parts = append(parts, p.T("report.blinding.one", "id", h.Rater.ID, "hits", p.hits(h.Hits, h.Guesses)))
	}
	if len(parts) == 0 {
		return ""
	}
	return p.T("report.blinding.each", "list", strings.Join(parts, "; "))
}

func (p *page) hits(hits, n int) string {
	if n == 0 {
		return p.T("report.no-guesses")
	}
	return p.cat.Share(hits, n)
}

func (p *page) blindingRow(who string, b evaluation.Blinding) BlindingRow {
	r := BlindingRow{Raters: who, Hits: p.hits(b.Hits, b.Guesses), Missing: strconv.Itoa(b.Missing),
		Chance: p.Value(b.Chance, 2), P: p.Probability(b.P), BangHuman: p.T("absence.not-applicable"), BangAI: p.T("absence.not-applicable")}
	for i, bang := range b.Bang {
		s := p.bang(bang.Index)
		if i == 0 {
			r.BangHuman = s
		} else {
			r.BangAI = s
		}
	}
	return r
}

// ofGuesses is what an index of blinding counts.
const ofGuesses = "guesses"

// bang is an index of blinding with its interval, cut to the index's own range. On fewer guesses than the protocol
// asks for nothing is said: the interval would feign certainty.
func (p *page) bang(f stats.Figure) string {
	if _, ok := f.Value(); ok && f.N(ofGuesses) < stats.MinGuesses {
		return p.Reason(stats.TooFewGuesses)
	}
	return p.withinRange(f, -1, 1)
}

// withinRange is an index with its interval, cut to what the index can be.
func (p *page) withinRange(f stats.Figure, low, high float64) string {
	if f.Interval != nil {
		cut := *f.Interval
		cut.Low, cut.High = max(cut.Low, low), min(cut.High, high)
		f.Interval = &cut
		return p.Value(f, 2) + " " + p.Interval(f, 2)
	}
	return p.Value(f, 2)
}

// RefusalRow is an answer that was not taken in.
type RefusalRow struct{ Who, Place, Why string }

// RefusalRows says who, where and why.
func (p *page) RefusalRows() []RefusalRow {
	var rows []RefusalRow
	for _, r := range p.Refusals {
		sentence, _ := p.cat.Problem(&r.Problem)
		place := r.File
		if r.File != "" && r.At != "" {
			place += ", "
		}
		place += p.cat.At(r.At)
		rows = append(rows, RefusalRow{Who: p.Stated(r.Participant), Place: p.Stated(place), Why: sentence})
	}
	return rows
}

// RuleMeaning says what family of traces a rule of blinding removes.
func (w words) RuleMeaning(rule string) string {
	family := strings.TrimRight(rule, "0123456789")
	if key := "report.rule." + strings.ToLower(family); family != "" && w.cat.Has(key) {
		return w.T(key)
	}
	return w.T("report.rule.other")
}

// Method is a statistic that the report uses.
type Method struct{ Name, Formula, Reference string }

// Methods lists each statistic once, in the order of first use.
func (p *page) Methods() []Method {
	var all []Method
	seen := map[string]bool{}
	for _, n := range p.Figures.List() {
		f := n.Figure
		if _, ok := f.Value(); !ok || seen[f.Method+f.Variant] {
			continue
		}
		seen[f.Method+f.Variant] = true
		name := p.T("report.method-name." + strings.ReplaceAll(f.Method, "_", "-"))
		for _, key := range []string{"report.level." + f.Variant, "report.variant." + strings.ReplaceAll(f.Variant, "_", "-")} {
			if p.cat.Has(key) {
				name += ", " + p.T(key)
			}
		}
		reference := Reference(f.Reference, p.cat)
		if reference == "" {
			reference = p.T("report.reference-elementary")
		}
		all = append(all, Method{Name: name, Formula: p.Stated(Formula(f.Working.Formula, p.cat)), Reference: reference})
	}
	return all
}
