package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Confirmatory is the part of a report that rests on hypotheses written down before unblinding. Its zero value says
// that there are none: everything in the report is exploratory then.
type Confirmatory struct {
	evaluation.Confirmatory
	Kept []KeptHypothesis // in the order of Hypotheses
}

// KeptHypothesis is a hypothesis as the study log holds it.
type KeptHypothesis struct {
	evaluation.Hypothesis
	Time      time.Time `json:"time"`
	Seq       int       `json:"seq"`           // of the log's entry
	Hash      string    `json:"hash"`          // of the log's entry
	Sheets    int       `json:"sheets_before"` // rating sheets that had come in before
	KeyOpened bool      `json:"key_opened"`    // the key had been opened before
}

// List names the figures of the part: "confirmatory.H1.p", "confirmatory.H1.paired_difference" …
func (c Confirmatory) List() []evaluation.Named {
	var all []evaluation.Named
	for _, h := range c.Hypotheses {
		prefix := "confirmatory." + h.ID + "."
		all = append(all, evaluation.Named{Name: prefix + "p", Figure: h.P}, evaluation.Named{Name: prefix + "adjusted", Figure: h.Adjusted})
		for _, f := range slices.Concat(h.Beside, h.Effects) {
			name := prefix + f.Method
			if study.Condition(f.Variant).Valid() {
				name += "." + f.Variant
			}
			all = append(all, evaluation.Named{Name: name, Figure: f})
		}
	}
	return all
}

// Pairs writes the values that the hypotheses were tested on as a tidy table: a row for each hypothesis, case and
// condition. What stands there is enough to test them anew.
func Pairs(w io.Writer, m *Model) error {
	rows := [][]string{{"hypothesis", "outcome", "test", "level", "case", "condition", "value"}}
	for _, h := range m.Confirmatory.Hypotheses {
		for _, p := range h.Paired {
			for i, c := range h.Conditions {
				rows = append(rows, []string{h.ID, string(h.Outcome), string(h.Test), exact(h.Level), p.Case, string(c), exact(p.Values[i])})
			}
		}
	}
	return writeTidy(w, rows)
}

// MarshalJSON writes each hypothesis with its record in the log and what came of it.
func (c Confirmatory) MarshalJSON() ([]byte, error) {
	type one struct {
		evaluation.Tested
		Time      string `json:"time"`
		Seq       int    `json:"seq"`
		Hash      string `json:"hash"`
		Sheets    int    `json:"sheets_before"`
		KeyOpened bool   `json:"key_opened"`
	}
	list := make([]one, len(c.Hypotheses))
	for i, h := range c.Hypotheses {
		list[i] = one{Tested: h}
		if i < len(c.Kept) {
			k := c.Kept[i]
			list[i].Time, list[i].Seq, list[i].Hash, list[i].Sheets, list[i].KeyOpened = stamp(k.Time), k.Seq, k.Hash, k.Sheets, k.KeyOpened
		}
	}
	raw, err := json.Marshal(map[string]any{"tests": c.Tests, "open": c.Open, "deleted": c.Deleted, "hypotheses": list})
	if err != nil {
		return nil, fmt.Errorf("writing the confirmatory part: %w", err)
	}
	return raw, nil
}

// HypothesisView is a hypothesis and its result in words.
type HypothesisView struct {
	ID, Claim, Result   string
	Plan                []Fact // outcome, origins, test, level, record
	Figures             []HypothesisFigure
	Notes               []string
	Compared, NotInPair string
}

// Fact is a name and what it is.
type Fact struct{ Name, Value string }

// HypothesisFigure is one figure of a hypothesis in words.
type HypothesisFigure struct{ Name, Value, Interval string }

// Results says every hypothesis with its result, without the page around it.
func Results(c Confirmatory, cat *lang.Catalogue) []HypothesisView {
	return newPage(&Model{Confirmatory: c}, cat).Hypotheses()
}

// Hypotheses says every hypothesis with its result.
func (p *page) Hypotheses() []HypothesisView {
	var views []HypothesisView
	for i, h := range p.Confirmatory.Hypotheses {
		v := HypothesisView{ID: h.ID, Claim: h.Claim, Result: p.result(h), Compared: p.N("confirm.compared", len(h.Paired))}
		v.Plan = []Fact{
			{p.T("confirm.field.outcome"), p.T("confirm.outcome." + string(h.Outcome))},
			{p.T("confirm.field.conditions"), p.conditionList(h.Conditions)},
			{p.T("confirm.field.test"), p.T("confirm.test." + string(h.Test))},
			{p.T("confirm.field.level"), p.cat.Number(h.Level, 3)},
		}
		if h.Cases > 0 {
			v.Plan = append(v.Plan, Fact{p.T("confirm.field.cases"), strconv.Itoa(h.Cases)})
		}
		if i < len(p.Confirmatory.Kept) {
			v.Plan = append(v.Plan, p.record(p.Confirmatory.Kept[i]))
		}
		if len(h.LeftOut) > 0 {
			v.NotInPair = p.N("confirm.left-out", len(h.LeftOut))
		}
		if _, ok := h.P.Value(); ok {
			v.Figures = p.hypothesisFigures(h)
		}
		for _, n := range h.P.Notes {
			v.Notes = append(v.Notes, p.T("report.note-meaning."+noteWord(n)))
		}
		views = append(views, v)
	}
	return views
}

// record says when a hypothesis was written down, and what was known by then.
func (p *page) record(k KeptHypothesis) Fact {
	text := p.T("confirm.recorded", "time", p.Moment(k.Time), "seq", k.Seq, "hash", k.Hash) + " " + p.N("confirm.sheets-before", k.Sheets)
	if k.KeyOpened {
		text += " " + p.T("confirm.key-opened")
	}
	return Fact{p.T("confirm.field.recorded"), text}
}

func (w words) conditionList(list []study.Condition) string {
	var names []string
	for _, c := range list {
		names = append(names, w.Condition(c))
	}
	return w.List(names)
}

func (p *page) hypothesisFigures(h evaluation.Tested) []HypothesisFigure {
	list := []HypothesisFigure{
		{p.methodName(h.P), p.Probability(h.P), p.T("absence.not-applicable")},
		{p.T("confirm.adjusted"), p.Probability(h.Adjusted), p.T("absence.not-applicable")},
	}
	for _, f := range h.Beside {
		one := HypothesisFigure{p.methodName(f), p.Value(f, 2), p.T("absence.not-applicable")}
		if strings.HasPrefix(f.Method, "mcnemar_") {
			one.Value = p.Probability(f)
		}
		list = append(list, one)
	}
	for _, f := range h.Effects {
		name := p.methodName(f)
		if c := study.Condition(f.Variant); c.Valid() {
			name = p.T("confirm.share-of", "origin", p.Condition(c))
		}
		list = append(list, HypothesisFigure{name, p.Value(f, 2), p.Interval(f, 2)})
	}
	return list
}

func (w words) methodName(f stats.Figure) string {
	return w.T("report.method-name." + strings.ReplaceAll(f.Method, "_", "-"))
}

// result says in a sentence what came of a hypothesis.
func (p *page) result(h evaluation.Tested) string {
	if _, ok := h.P.Value(); !ok {
		if h.P.Reason() == evaluation.OneCase {
			return p.T("confirm.result.one-case")
		}
		return p.T("confirm.result.undefined", "reason", p.Reason(h.P.Reason()))
	}
	args := []any{"p", p.probabilityIs(h.Adjusted), "level", p.cat.Number(h.Level, 3), "better", p.better(h)}
	switch {
	case h.P.HasNote(evaluation.NoteTestsOpen) || h.P.HasNote(evaluation.NoteNotYetPlanned):
		return p.T("confirm.result.preliminary", args...)
	case !h.Decided:
		return p.T("confirm.result.no", args...)
	case len(h.Conditions) == 2:
		return p.T("confirm.result.yes-two", args...)
	}
	return p.T("confirm.result.yes-many", args...)
}

// better names the condition of two with the better outcome.
func (p *page) better(h evaluation.Tested) string {
	if len(h.Conditions) != 2 || len(h.Effects) == 0 {
		return ""
	}
	v, ok := h.Effects[len(h.Effects)-1].Value() // the rank-biserial correlation never is 0 where ranks differ
	if !ok || v == 0 {
		return p.T("confirm.neither")
	}
	first := v > 0
	if h.Outcome.SmallerIsBetter() {
		first = !first
	}
	if first {
		return p.Condition(h.Conditions[0])
	}
	return p.Condition(h.Conditions[1])
}

// ConfirmBasis says what the confirmatory part rests on.
func (p *page) ConfirmBasis() string {
	s := p.N("confirm.basis", p.Confirmatory.Tests)
	if p.Confirmatory.Open > 0 {
		s += " " + p.N("confirm.open", p.Confirmatory.Open)
	}
	if p.Confirmatory.Deleted > 0 {
		s += " " + p.N("confirm.deleted", p.Confirmatory.Deleted)
	}
	return s
}

// confirmed says the kind of the results in the summary.
func (p *page) confirmed() string {
	if len(p.Confirmatory.Hypotheses) == 0 {
		return p.T("confirm.none")
	}
	var parts []string
	for _, h := range p.Confirmatory.Hypotheses {
		parts = append(parts, p.T("confirm.one", "id", h.ID, "claim", h.Claim, "result", p.result(h)))
	}
	return strings.Join(parts, " ") + " " + p.T("confirm.rest")
}
