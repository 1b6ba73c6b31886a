package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/report"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// modelGraders are the AI graders as the report shows them, and whether they prefer their own families.
func (c *Conduct) modelGraders(ctx context.Context, ref Ref, answers []report.Answer) ([]report.GraderRun, []report.SelfPreference, error) {
	runs, err := c.GraderRuns(ctx, ref)
	if err != nil || len(runs) == 0 {
		return nil, nil, err
	}
	families, err := llm.LoadFamilies()
	if err != nil {
		return nil, nil, err
	}
	var list []report.GraderRun
	var preferences []report.SelfPreference
	for _, r := range runs {
		if r.Reason.Why == "" { // of a recorded reply nobody asked before
			_, r.Reason = families.ChooseGrader(llm.Choice{Model: r.Rater.Model}, nil, testedModels(answers))
		}
		list = append(list, graderOf(r))
		if r.Preference == nil {
			continue
		}
		family, _ := families.Family(r.Rater.Model)
		preferences = append(preferences, report.SelfPreference{Grader: r.Rater, Family: family, Own: r.Preference.Own, Others: r.Preference.Others,
			Difference: r.Preference.Difference, Effect: r.Preference.Effect})
	}
	return list, preferences, nil
}

// testedModels are the models of the AI answers under test.
func testedModels(answers []report.Answer) (models []string) {
	for _, a := range answers {
		if !a.Answer.Condition.Human() {
			models = append(models, a.Answer.Origin.Model)
		}
	}
	return models
}

func graderOf(r GraderRun) report.GraderRun {
	g := report.GraderRun{
		Rater: r.Rater, Provider: r.Provider, Configured: r.Configured, Independence: string(r.Reason.Why), Warns: r.Reason.Warns(),
		Shared: r.Reason.Shared, Unknown: r.Reason.Unknown, Complete: r.Complete, Because: r.Because, Repeats: r.Repeats,
		Graded: r.Graded, LeftOut: r.LeftOut, Refused: r.Refused, Departures: r.Departures, WithoutEvidence: r.WithoutEvidence, NoDifferentiation: r.NoDifferentiation,
	}
	if !r.Complete { // nothing of an incomplete run counts
		g.Graded, g.Departures, g.WithoutEvidence, g.NoDifferentiation = 0, 0, 0, false
		return g
	}
	for _, s := range r.Spread {
		g.Spread = append(g.Spread, spreadOf(s))
	}
	return g
}

// spreadOf is an item with the answer whose gradings lie farthest apart.
func spreadOf(s grading.Spread) report.GraderSpread {
	one := report.GraderSpread{Item: s.Item, Same: s.Same}
	widest := -1.0
	for i, a := range s.Answers {
		v, ok := a.SD.Value()
		if i == 0 || ok && v > widest {
			one.Widest = a.SD
		}
		if ok && v > widest {
			widest, one.Code = v, a.Code
		}
	}
	if widest <= 0 {
		one.Code = "" // they lie nowhere apart
	}
	return one
}

// aiIncomplete tells whether the run of the AI grader on which the figures would rest did not come to its end.
func (c *Conduct) aiIncomplete(ctx context.Context, ref Ref) (bool, error) {
	runs, err := c.db.GradingRuns(ctx, ref)
	return slices.ContainsFunc(runs, func(r sqlite.GradingRun) bool { return r.Rater == graderID && r.State != sqlite.GradingComplete }), err
}

// unfinished are the series of answers that were asked of a model and ended before all had one, by the last word of the log
// on each origin. What was asked for since counts.
func (c *Conduct) unfinished(ctx context.Context, ref Ref, log []studylog.Entry) ([]report.Unfinished, error) {
	last := make(map[study.Condition]report.Unfinished)
	for _, e := range log {
		if e.Test != ref.Test || e.Kind != studylog.Stopped {
			continue
		}
		var noted struct {
			Condition study.Condition `json:"condition"`
			Runs      int             `json:"runs"`
			Why       string          `json:"why"`
		}
		if err := json.Unmarshal(e.Data, &noted); err != nil {
			return nil, fmt.Errorf("reading entry %d of the study log: %w", e.Seq, err)
		}
		last[noted.Condition] = report.Unfinished{Condition: noted.Condition, Runs: noted.Runs, Because: noted.Why}
	}
	if len(last) == 0 {
		return nil, nil
	}
	runs, err := c.db.Runs(ctx, ref, "")
	if err != nil {
		return nil, err
	}
	var list []report.Unfinished
	for _, condition := range study.Conditions() {
		u, stopped := last[condition]
		done := make(map[int]bool)
		for _, r := range runs {
			if r.Condition == condition && r.Done {
				done[r.Number] = true
			}
		}
		if u.Done = len(done); stopped && u.Done < u.Runs {
			list = append(list, u)
		}
	}
	return list, nil
}
