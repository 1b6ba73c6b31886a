package grading

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"iucomstudien/internal/study"
)

type stageInput struct {
	ID        json.RawMessage `json:"id"`
	Reply     string          `json:"reply"`
	Codes     []study.Code    `json:"codes"`
	Nonce     string          `json:"nonce"`
	Gold      bool            `json:"gold"`
	Target    bool            `json:"target"`
	Truncated bool            `json:"truncated"`
}

type stageOutput struct {
	ID        json.RawMessage `json:"id,omitempty"`
	Gradings  []stageGrading  `json:"gradings"`
	Corrected []stageEntry    `json:"corrected"`
	Lenient   []stageEntry    `json:"lenient"`
	Repair    []stageRepair   `json:"repair"`
	Remarks   []stageEntry    `json:"remarks"`
}

type stageGrading struct {
	Code       study.Code         `json:"code"`
	Sources    *stageSources      `json:"sources"`
	Facts      *stageFacts        `json:"facts"`
	Bars       map[string]*string `json:"bars"`
	Quality    map[string]*int    `json:"quality"`
	Sub        map[string]*int    `json:"sub"`
	Category   *study.Category    `json:"category"`
	Agreement  *int               `json:"agreement"`
	Target     *study.Target      `json:"target"`
	Origin     *study.Guess       `json:"origin"`
	Grid       *study.Grid        `json:"grid"`
	SystemA    *stageSystemA      `json:"system_a"`
	Rates      stageRates         `json:"rates"`
	Departures []stageDeparture   `json:"departures"`
	Notes      []string           `json:"notes"`
}

type stageSources struct {
	N int `json:"n"`
	E int `json:"e"`
	F int `json:"f"`
	U int `json:"u"`
}

type stageFacts struct {
	N int `json:"n"`
	T int `json:"t"`
}

type stageSystemA struct {
	Mean  float64 `json:"mean"`
	Level int     `json:"level"`
}

// stageRates are percentages; null over no sources or no statements.
type stageRates struct {
	Sources *float64 `json:"sources"`
	Facts   *float64 `json:"facts"`
}

// stageDeparture is a departure; null for a part that was not returned.
type stageDeparture struct {
	Passage  *string `json:"passage"`
	Reason   *string `json:"reason"`
	Evidence *string `json:"evidence"`
	Solution *string `json:"solution"`
}

type stageEntry struct {
	Code  study.Code `json:"code,omitempty"`
	Field string     `json:"field,omitempty"`
	What  What       `json:"what"`
	From  string     `json:"from,omitempty"`
	To    string     `json:"to,omitempty"`
}

type stageRepair struct {
	Code   study.Code `json:"code"`
	Fields []string   `json:"fields"`
}

// Stage reads one line of the stage grade-reply: a reply and what it was asked for, and gives what was read. Only
// answers with a usable block have a grading; the others stand under repair.
func Stage(_ context.Context, line json.RawMessage) (any, error) {
	var in stageInput
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, fmt.Errorf("reading the line: %w", err)
	}
	for i, code := range in.Codes {
		if slices.Contains(in.Codes[:i], code) {
			return nil, &study.Problem{ID: "stage.code-twice", Args: map[string]any{"code": string(code)}}
		}
	}
	res, err := Parse(in.Reply, Expect{
		Codes: in.Codes, Nonce: in.Nonce, Gold: in.Gold, Target: in.Target, Truncated: in.Truncated,
	})
	if err != nil {
		return nil, err
	}
	out := stageOutput{
		ID: in.ID, Gradings: []stageGrading{}, Repair: []stageRepair{},
		Corrected: stageEntries(res.Corrected), Lenient: stageEntries(res.Lenient), Remarks: stageEntries(res.Remarks),
	}
	for _, g := range res.Gradings {
		if res.wasReturned(g.Rating.Code) {
			out.Gradings = append(out.Gradings, stageGradingOf(g))
		}
	}
	for _, r := range res.Repair {
		out.Repair = append(out.Repair, stageRepair(r))
	}
	return out, nil
}

func stageEntries(list []Entry) []stageEntry {
	out := make([]stageEntry, len(list))
	for i, e := range list {
		out[i] = stageEntry(e)
	}
	return out
}

func stageGradingOf(g study.Grading) stageGrading {
	out := stageGrading{
		Code:      g.Rating.Code,
		Bars:      make(map[string]*string),
		Quality:   levelsOf(g.Quality),
		Sub:       levelsOf(g.Sub),
		Category:  orNil(g.Rating.Category),
		Agreement: orNil(g.Rating.Agreement),
		Target:    orNil(g.Rating.Target),
		Origin:    orNil(g.Rating.Guess),
		Grid:      orNil(g.Rating.Grid),
		Notes:     append([]string{}, g.Notes...),

		Departures: []stageDeparture{},
	}
	for _, id := range numbered("K", bars) {
		out.Bars[id] = nil
		if passed, given := g.Bars[id]; given {
			word := barWord(passed)
			out.Bars[id] = &word
		}
	}
	if a, ok := g.SystemA.Get(); ok {
		out.SystemA = &stageSystemA{Mean: a.Mean, Level: a.Level}
	}
	if c, ok := g.Sources.Get(); ok {
		out.Sources = &stageSources{N: c.Checked, E: c.Invented, F: c.Miscited, U: c.Unverifiable}
		out.Rates.Sources = rate(c.Invented+c.Miscited, c.Checked)
	}
	if c, ok := g.Facts.Get(); ok {
		out.Facts = &stageFacts{N: c.Checked, T: c.Invented}
		out.Rates.Facts = rate(c.Invented, c.Checked)
	}
	for _, d := range g.Departures {
		out.Departures = append(out.Departures, stageDeparture{
			Passage: textOrNil(d.Passage), Reason: textOrNil(d.Reason), Evidence: textOrNil(d.Evidence), Solution: textOrNil(d.Solution),
		})
	}
	return out
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func levelsOf(m map[string]study.Maybe[int]) map[string]*int {
	out := make(map[string]*int, len(m))
	for id, v := range m {
		out[id] = orNil(v)
	}
	return out
}

func orNil[T any](m study.Maybe[T]) *T {
	if v, ok := m.Get(); ok {
		return &v
	}
	return nil
}

// rate is k of n in percent; there is none over nothing.
func rate(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	r := 100 * float64(k) / float64(n)
	return &r
}
