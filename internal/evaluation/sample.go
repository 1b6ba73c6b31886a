package evaluation

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// SampleJSON is [Figures.Keys] as JSON.
func (f Figures) SampleJSON() (json.RawMessage, error) {
	raw, err := json.Marshal(f.Keys())
	if err != nil {
		return nil, fmt.Errorf("writing the figures with the keys of the sample: %w", err)
	}
	return raw, nil
}

// Keys gives the figures as one object with the keys and words of the sample study's expected values, for checks from
// the terminal: coefficients and probabilities rounded to four decimals, percents and means to two. What has no
// number is nil there and stands with its reason under "undefined".
func (f Figures) Keys() map[string]any {
	k := keys{undefined: map[string]any{}}
	all := map[string]any{
		"reviewers":                   k.reviewers(f),
		"hallucination_rates_percent": k.rates(f.Answers),
		"system_A":                    k.systemA(f.Answers),
		"undefined":                   k.undefined,
	}
	for _, c := range f.Conditions {
		name := "pooled_" + strings.ReplaceAll(string(c.Condition), "-", "_")
		all[name] = map[string]any{
			"sources": k.percent(name+".sources", c.Sources.Rate), "facts": k.percent(name+".facts", c.Facts.Rate),
		}
	}
	return all
}

// keys collects the reasons of what has no number, by path.
type keys struct{ undefined map[string]any }

func (k keys) reviewers(f Figures) map[string]any {
	r, withAI, kappas, majority := map[string]any{}, map[string]any{}, map[string]any{}, map[string]any{}
	for _, a := range f.Agreement {
		if a.Measure == OfGridUnblocked {
			continue
		}
		r[a.name()] = k.figure("reviewers."+a.name(), a.People)
		if a.WithAI.Reason() != NotAskedOfAI {
			withAI[a.name()] = k.figure("reviewers.with_ai."+a.name(), a.WithAI)
		}
	}
	for _, p := range f.AIPeople {
		kappas[p.Second.ID] = k.figure("reviewers.kappa_ai_reviewer_category."+p.Second.ID, p.Kappa)
	}
	for _, p := range f.People {
		name := "kappa_" + p.First.ID + "_" + p.Second.ID + "_category"
		r[name] = k.figure("reviewers."+name, p.Kappa)
	}
	for _, a := range f.Answers {
		if t, ok := a.Reading.Target.Get(); ok {
			majority[string(a.Code)] = targetWords[t]
		} else {
			majority[string(a.Code)] = nil
			k.undefined["reviewers.target_majority."+string(a.Code)] = a.Reading.Target.Why().String()
		}
	}
	r["with_ai"], r["kappa_ai_reviewer_category"], r["target_majority"] = withAI, kappas, majority
	r["share_identical_category_ai_human"] = k.figure("reviewers.share_identical_category_ai_human", f.Identical.Figure)
	r["blinding_humans"] = k.blinding("reviewers.blinding_humans", f.Humans)
	r["blinding_ai"] = k.blinding("reviewers.blinding_ai", f.AI)
	return r
}

// targetWords are the readings as the expected values write them.
var targetWords = map[study.Target]string{study.Yes: "ja", study.No: "nein", study.Indeterminate: "unbestimmt"}

// conclusionWords are the conclusions as the expected values write them.
var conclusionWords = map[stats.Conclusion]string{
	stats.NoConclusion:   "none (<8)",
	stats.AboveChance:    "above chance",
	stats.NotAboveChance: "not above chance",
	stats.GuessesAlike:   "none (all guesses alike)",
	stats.OriginsAlike:   "none (all origins alike)",
}

func (k keys) blinding(path string, b Blinding) map[string]any {
	return map[string]any{
		"n": b.Guesses, "h": b.Hits,
		"p0":         k.figure(path+".p0", b.Chance),
		"p":          k.figure(path+".p", b.P),
		"conclusion": conclusionWords[b.Conclusion],
	}
}

func (k keys) rates(answers []AnswerFigures) map[string]any {
	all := map[string]any{}
	for _, a := range answers {
		path := "hallucination_rates_percent." + string(a.Code)
		all[string(a.Code)] = map[string]any{
			"sources": k.percent(path+".sources", a.Sources), "facts": k.percent(path+".facts", a.Facts),
		}
	}
	return all
}

func (k keys) systemA(answers []AnswerFigures) map[string]any {
	all := map[string]any{}
	for _, a := range answers {
		if v, ok := a.SystemA.Get(); ok {
			all[string(a.Code)] = map[string]any{"mean": round(v.Mean, 2), "level": v.Level}
			continue
		}
		all[string(a.Code)] = nil
		k.undefined["system_A."+string(a.Code)] = a.SystemA.Why().String()
	}
	return all
}

func (k keys) figure(path string, f stats.Figure) any {
	if v, ok := f.Value(); ok {
		return round(v, 4)
	}
	k.undefined[path] = string(f.Reason())
	return nil
}

func (k keys) percent(path string, r Rate) any {
	if v, ok := r.Percent(); ok {
		return round(v, 2)
	}
	k.undefined[path] = string(r.Figure.Reason())
	return nil
}

func round(x float64, decimals int) float64 {
	p := math.Pow10(decimals)
	return math.Round(x*p) / p
}
