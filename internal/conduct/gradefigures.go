package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// GraderRun is an AI grader as the report and the study lead see it.
type GraderRun struct {
	Rater    study.Rater
	Complete bool   // every request was answered; otherwise nothing of it counts
	Because  string // why it is not complete: the ID of a problem, or "stopped"; "" while it runs
	Provider string // "" for a recorded reply

	Configured string     // the model that the person named
	Reason     llm.Reason // why this one graded; Reason.Warns: the report warns expressly
	Repeats    int
	Parts      [][]study.Code // the codes of each request
	LeftOut    []study.Code   // answers that were not sent, since their authors did not agree

	Graded            int          // answers with a usable grading
	Refused           []study.Code // answers whose grading the model declined, or its provider blocked
	Cut               []study.Code // answers without a grading, since the reply ended early
	Missing           []study.Code // answers without a grading, since the reply left them out
	Departures        int          // departures that were named, over all answers
	WithoutEvidence   int          // departures without a decisive passage: a quality figure of the grading
	NoDifferentiation bool

	Spread     []grading.Spread    // of repetitions; nil without
	Preference *grading.Preference // nil before unblinding, or without a second complete grader
}

// GraderRuns lists the AI graders of a test: those that were asked, and a recorded reply.
func (c *Conduct) GraderRuns(ctx context.Context, ref Ref) ([]GraderRun, error) {
	sets, err := c.db.Gradings(ctx, ref)
	if err != nil {
		return nil, err
	}
	runs, err := c.db.GradingRuns(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := []GraderRun{}
	for _, run := range runs {
		var p graderPlan
		if err := json.Unmarshal(run.Plan, &p); err != nil {
			return nil, fmt.Errorf("reading who graded: %w", err)
		}
		list = append(list, GraderRun{
			Rater:    study.Rater{ID: run.Rater, Kind: study.AIRater, Model: p.Model},
			Complete: run.State == sqlite.GradingComplete, Because: p.Because, Provider: p.Provider, Configured: p.Configured,
			Reason:  llm.Reason{Why: p.Why, Family: p.Family, Shared: p.Shared, Unknown: p.Unknown},
			Repeats: p.Repeats, Parts: p.Parts, LeftOut: p.LeftOut,
		})
	}
	for _, set := range sets {
		i := slices.IndexFunc(list, func(r GraderRun) bool { return r.Rater.ID == set.Rater.ID })
		if i < 0 {
			list = append(list, GraderRun{Complete: true, Repeats: 1})
			i = len(list) - 1
		}
		list[i].Rater = set.Rater
		if err := c.judgeGrader(ctx, ref, &list[i], set); err != nil {
			return nil, err
		}
	}
	return list, c.preferences(ctx, ref, list, sets)
}

// judgeGrader gives the figures of one grader's gradings as such.
func (c *Conduct) judgeGrader(ctx context.Context, ref Ref, run *GraderRun, set sqlite.GradingSet) error {
	for _, g := range set.Gradings {
		if g.Graded() {
			run.Graded++
		} else if g.SystemA.Why() == study.Truncated {
			run.Cut = append(run.Cut, g.Rating.Code)
		} else if g.SystemA.Why() == study.NotReturned {
			run.Missing = append(run.Missing, g.Rating.Code)
		} else if g.SystemA.Why() == study.Refused {
			run.Refused = append(run.Refused, g.Rating.Code)
		}
		run.Departures += len(g.Departures)
		for _, d := range g.Departures {
			if d.Evidence == "" {
				run.WithoutEvidence++
			}
		}
	}
	run.NoDifferentiation = run.Graded == len(set.Gradings) && grading.NoDifferentiation(set.Gradings)
	repeats, err := c.db.GradingRepeats(ctx, ref, set.Rater.ID)
	if err != nil || !run.Complete {
		return err
	}
	run.Spread, err = grading.SpreadOf(append([][]study.Grading{set.Gradings}, repeats...))
	return err
}

// preferences measures, after unblinding, whether two graders prefer their own families.
func (c *Conduct) preferences(ctx context.Context, ref Ref, runs []GraderRun, sets []sqlite.GradingSet) error {
	t, err := c.db.Test(ctx, ref)
	if err != nil || t.State != study.Unblinded || len(sets) < 2 || slices.ContainsFunc(runs, func(r GraderRun) bool { return !r.Complete }) {
		return err
	}
	families, err := llm.LoadFamilies()
	if err != nil {
		return err
	}
	rows, err := c.keyRows(ctx, ref)
	if err != nil {
		return err
	}
	of := make(map[study.Code]string) // family of the answer's model
	for _, r := range rows {
		if !r.Condition.Human() {
			of[r.Code], _ = families.Family(r.Origin.Model)
		}
	}
	for i := range runs {
		own, known := families.Family(runs[i].Rater.Model)
		other := slices.IndexFunc(sets, func(s sqlite.GradingSet) bool { return s.Rater.ID != runs[i].Rater.ID })
		mine := slices.IndexFunc(sets, func(s sqlite.GradingSet) bool { return s.Rater.ID == runs[i].Rater.ID })
		if !known || other < 0 || mine < 0 {
			continue
		}
		if family, _ := families.Family(sets[other].Rater.Model); family == own {
			p := grading.NotMeasured()
			runs[i].Preference = &p
			continue
		}
		p, err := grading.SelfPreference(compared(sets[mine].Gradings, sets[other].Gradings, func(code study.Code) bool { return of[code] == own }))
		if err != nil {
			return err
		}
		runs[i].Preference = &p
	}
	return nil
}

// compared pairs the grades that both graders gave.
func compared(mine, other []study.Grading, own func(study.Code) bool) (list []grading.Compared) {
	for _, m := range mine {
		for _, o := range other {
			a, first := m.SystemA.Get()
			b, second := o.SystemA.Get()
			if m.Rating.Code == o.Rating.Code && first && second {
				list = append(list, grading.Compared{Own: own(m.Rating.Code), Grader: a.Mean, Other: b.Mean})
			}
		}
	}
	return list
}

// GradingFigures names the figures of the AI graders as such, for export: quality of the grading, spread of
// repetitions, self-preference. Names begin with "grading.<rater>.".
func (c *Conduct) GradingFigures(ctx context.Context, ref Ref) ([]evaluation.Named, error) {
	runs, err := c.GraderRuns(ctx, ref)
	if err != nil {
		return nil, err
	}
	var all []evaluation.Named
	for _, r := range runs {
		if !r.Complete {
			continue
		}
		add := func(name string, f stats.Figure) {
			all = append(all, evaluation.Named{Name: "grading." + r.Rater.ID + "." + name, Figure: f})
		}
		evidence := stats.Undefined("proportion", stats.NoData)
		if r.Departures > 0 {
			if evidence, err = stats.Proportion(int64(r.WithoutEvidence), int64(r.Departures)); err != nil {
				return nil, err
			}
		}
		add("departures_without_evidence", evidence)
		for _, s := range r.Spread {
			add("same."+s.Item, s.Same)
			for _, a := range s.Answers {
				if a.SD.Reason() != grading.IsNominal {
					add("sd."+s.Item+"."+string(a.Code), a.SD)
				}
			}
		}
		if p := r.Preference; p != nil {
			add("kindness.own_family", p.Own)
			add("kindness.others", p.Others)
			add("self_preference", p.Difference)
			add("self_preference.effect", p.Effect)
		}
	}
	return all, nil
}
