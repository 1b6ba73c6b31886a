package stats

import (
	"encoding/json"
	"fmt"
)

// unitsInput is one row per unit and one column per rater; null is a gap.
type unitsInput struct {
	Level string       `json:"level"`
	Units [][]*float64 `json:"units"`
}

func (in unitsInput) read() (Scale, Units, error) {
	s, err := ParseScale(in.Level)
	if err != nil {
		return 0, Units{}, err
	}
	rows := make([][]Rating, len(in.Units))
	for i, row := range in.Units {
		rows[i] = make([]Rating, len(row))
		for j, v := range row {
			if v != nil {
				rows[i][j] = Rated(*v)
			}
		}
	}
	u, err := FromRatings(rows)
	return s, u, err
}

func stageKrippendorffAlpha(raw json.RawMessage) (map[string]any, error) {
	var in unitsInput
	if err := decode(raw, &in, "level", "units"); err != nil {
		return nil, err
	}
	s, u, err := in.read()
	if err != nil {
		return nil, err
	}
	f := Alpha(s, u)
	o := newOutput()
	o.figure("alpha", f)
	o.part("Do", f, "observed_disagreement")
	o.part("De", f, "expected_disagreement")
	o.set("pairable", u.Pairable())
	return o.single("alpha"), nil
}

// scaleOf numbers the categories of a declared scale.
type scaleOf map[any]int

func newScaleOf(categories []any) (scaleOf, error) {
	s := scaleOf{}
	for i, c := range categories {
		switch c.(type) {
		case float64, string, bool:
		default:
			return nil, fmt.Errorf("category %d is neither a number nor a word", i+1)
		}
		if _, twice := s[c]; twice {
			return nil, fmt.Errorf("category %v is declared twice", c)
		}
		s[c] = i
	}
	return s, nil
}

// step returns the 0-based step of a rating, -1 for null.
func (s scaleOf) step(rating any) (int, error) {
	switch rating.(type) {
	case nil:
		return -1, nil
	case float64, string, bool:
		if i, ok := s[rating]; ok {
			return i, nil
		}
	}
	return 0, fmt.Errorf("rating %v is not one of the declared categories", rating)
}

func stageCohenKappa(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Weights    string  `json:"weights"`
		Categories []any   `json:"categories"`
		Pairs      [][]any `json:"pairs"`
	}
	if err := decode(raw, &in, "weights", "categories", "pairs"); err != nil {
		return nil, err
	}
	w, err := ParseWeights(in.Weights)
	if err != nil {
		return nil, err
	}
	scale, err := newScaleOf(in.Categories)
	if err != nil {
		return nil, err
	}
	pairs := make([][2]int, len(in.Pairs))
	for i, p := range in.Pairs {
		if len(p) != 2 {
			return nil, fmt.Errorf("pair %d has %d ratings", i+1, len(p))
		}
		for j, r := range p {
			if pairs[i][j], err = scale.step(r); err != nil {
				return nil, fmt.Errorf("pair %d: %w", i+1, err)
			}
		}
	}
	table, err := NewPairTable(len(in.Categories), pairs)
	if err != nil {
		return nil, err
	}
	f := CohenKappa(w, table)
	o := newOutput()
	o.figure("kappa", f)
	o.part("po", f, "observed_agreement")
	o.part("pe", f, "expected_agreement")
	o.part("se", f, "standard_error")
	o.set("n", f.N("pairs"))
	return o.single("kappa"), nil
}

func readRatingCounts(raw json.RawMessage) (Weights, RatingCounts, error) {
	var in struct {
		Weights    string  `json:"weights"`
		Categories []any   `json:"categories"`
		Units      [][]any `json:"units"`
	}
	if err := decode(raw, &in, "weights", "categories", "units"); err != nil {
		return 0, RatingCounts{}, err
	}
	w, err := ParseWeights(in.Weights)
	if err != nil {
		return 0, RatingCounts{}, err
	}
	scale, err := newScaleOf(in.Categories)
	if err != nil {
		return 0, RatingCounts{}, err
	}
	units := make([][]int, len(in.Units))
	for i, row := range in.Units {
		units[i] = make([]int, len(row))
		for j, r := range row {
			if units[i][j], err = scale.step(r); err != nil {
				return 0, RatingCounts{}, fmt.Errorf("unit %d: %w", i+1, err)
			}
		}
	}
	counts, err := NewRatingCounts(len(in.Categories), units)
	return w, counts, err
}

func stageFleissKappa(raw json.RawMessage) (map[string]any, error) {
	w, counts, err := readRatingCounts(raw)
	if err != nil {
		return nil, err
	}
	return chanceCorrectedOutput(FleissKappa(w, counts)), nil
}

func stageGwet(raw json.RawMessage) (map[string]any, error) {
	w, counts, err := readRatingCounts(raw)
	if err != nil {
		return nil, err
	}
	return chanceCorrectedOutput(GwetAC(w, counts)), nil
}

func chanceCorrectedOutput(f Figure) map[string]any {
	o := newOutput()
	o.figure("value", f)
	o.part("pa", f, "observed_agreement")
	o.part("pe", f, "expected_agreement")
	o.part("se", f, "standard_error")
	o.interval("ci", f)
	return o.single("value")
}

func stageICC(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Units [][]*float64 `json:"units"`
	}
	if err := decode(raw, &in, "units"); err != nil {
		return nil, err
	}
	units := make([][]float64, len(in.Units))
	for i, row := range in.Units {
		for _, v := range row {
			if v == nil {
				return nil, fmt.Errorf("unit %d has a gap; the data must be complete", i+1)
			}
			units[i] = append(units[i], *v)
		}
	}
	c, err := IntraclassCorrelation(units)
	if err != nil {
		return nil, err
	}
	o, ci := newOutput(), newOutput()
	for _, m := range []struct {
		key string
		f   Figure
	}{{"MSR", c.MSR}, {"MSC", c.MSC}, {"MSE", c.MSE}, {"MSW", c.MSW}} {
		o.figure(m.key, m.f)
	}
	for _, m := range []struct {
		key string
		f   Figure
	}{{"ICC1", c.Single1}, {"ICC2", c.Single2}, {"ICC3", c.Single3},
		{"ICC1k", c.Mean1}, {"ICC2k", c.Mean2}, {"ICC3k", c.Mean3}} {
		o.figure(m.key, m.f)
		ci.interval(m.key, m.f)
	}
	o.set("ci", ci.several())
	return o.several(), nil
}
