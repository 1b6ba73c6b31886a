package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// agreementPlan is what is expected of reviewers.
type agreementPlan struct {
	alpha, width, gaps float64
	scale              string
	shares             []float64
	reviewers, answers []int
	studies            int
	seed               uint64
	out                string
}

func (t *terminal) planAgreementCommand() *cobra.Command {
	var p agreementPlan
	c := &cobra.Command{Use: "agreement", Short: t.words.T("cli.plan.agreement"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error { return t.planAgreement(c.Context(), p) }}
	c.Flags().Float64Var(&p.alpha, "alpha", 0.75, t.words.T("cli.flag.alpha"))
	c.Flags().Float64Var(&p.width, "width", 0.3, t.words.T("cli.flag.width"))
	c.Flags().StringVar(&p.scale, "scale", "nominal", t.words.T("cli.flag.scale"))
	c.Flags().Float64SliceVar(&p.shares, "shares", []float64{0.4, 0.3, 0.3}, t.words.T("cli.flag.shares"))
	c.Flags().IntSliceVar(&p.reviewers, "reviewers", []int{2, 3, 5}, t.words.T("cli.flag.reviewers"))
	c.Flags().IntSliceVar(&p.answers, "answers", []int{6, 12, 20, 30, 50, 80, 120, 200}, t.words.T("cli.flag.planned-answers"))
	c.Flags().Float64Var(&p.gaps, "gaps", 0.02, t.words.T("cli.flag.gaps"))
	c.Flags().IntVar(&p.studies, "simulations", 2000, t.words.T("cli.flag.simulations"))
	c.Flags().Uint64Var(&p.seed, "seed", 1, t.words.T("cli.flag.plan-seed"))
	c.Flags().StringVar(&p.out, "out", "", t.words.T("cli.flag.out"))
	return c
}

// check refuses what can not be simulated.
func (p agreementPlan) check() (stats.Scale, error) {
	scale, err := stats.ParseScale(p.scale)
	if err != nil {
		return 0, &study.Problem{ID: "plan.scale", Args: map[string]any{"value": p.scale}}
	}
	faults := []error{within("alpha", p.alpha, 0, 0.999), within("width", p.width, 0.01, 2), within("gaps", p.gaps, 0, 0.9),
		within("simulations", float64(p.studies), 100, 100_000), within("shares", float64(len(p.shares)), 2, 100),
		within("reviewers", float64(len(p.reviewers)), 1, 6), within("answers", float64(len(p.answers)), 1, 20)}
	sum := 0.0
	for _, s := range p.shares {
		faults = append(faults, within("shares", s, 0, 1e6))
		sum += s
	}
	if slices.Max(append(slices.Clone(p.shares), 0)) >= sum {
		faults = append(faults, &study.Problem{ID: "plan.one-value"})
	}
	for _, n := range p.reviewers {
		faults = append(faults, within("reviewers", float64(n), 2, 50))
	}
	for _, n := range p.answers {
		faults = append(faults, within("answers", float64(n), 2, 2000))
	}
	return scale, first(faults...)
}

func (t *terminal) planAgreement(ctx context.Context, p agreementPlan) error {
	scale, err := p.check()
	if err != nil {
		return err
	}
	slices.Sort(p.answers)
	out := plan{columns: []string{t.words.T("plan.column.reviewers"), t.words.T("plan.column.answers"), t.words.T("plan.column.interval"),
		t.words.T("plan.column.width"), t.words.T("plan.column.reach", "minimum", t.words.Number(stats.AlphaTentative, 3))}}
	out.Answer = t.words.T("plan.agreement.none", "width", t.short(p.width))
	best := int64(0)
	for _, reviewers := range p.reviewers {
		values := make([]float64, len(p.shares))
		for i := range values {
			values[i] = float64(i + 1)
		}
		found, err := stats.PlanAlpha(ctx, stats.AlphaPlan{Scale: scale, Values: values, Shares: p.shares, Alpha: p.alpha, Raters: reviewers,
			Gaps: p.gaps, Units: p.answers, Simulations: p.studies, Seed: p.seed})
		if err != nil {
			return err
		}
		line := chart.Line{Name: t.words.N("plan.reviewers", reviewers)}
		for _, a := range found {
			out.Rows = append(out.Rows, simulated(reviewers, a))
			out.lines = append(out.lines, t.simulatedLine(reviewers, a))
			if w, ok := a.Width.Value(); ok {
				line.Points = append(line.Points, chart.Point{X: float64(a.Units), Y: w})
			}
		}
		out.curve.Lines = append(out.curve.Lines, line)
		// Every answer costs each reviewer's time, so that the least number of ratings is what is looked for.
		size := stats.SizeForAlpha(found, p.width)
		if ratings := size.N * int64(reviewers); size.Reason == "" && (best == 0 || ratings < best) {
			best, out.Needed = ratings, &size.N
			out.Answer = t.words.N("plan.agreement.answer", reviewers, "answers", size.N, "ratings", ratings, "alpha", t.short(p.alpha), "width", t.short(p.width))
		}
	}
	if out.Needed == nil {
		out.Reason = string(stats.NoSizeReaches)
	}
	out.curve.Heading = t.planHeading("agreement")
	out.curve.XAxis, out.curve.YAxis = t.words.T("plan.column.answers"), t.words.T("plan.column.width")
	out.curve.Marks = []chart.Mark{{At: p.width, Name: t.words.T("plan.wanted")}}
	return t.finish(out, p.out)
}

// simulated is one simulated design.
func simulated(reviewers int, a stats.PlannedAlpha) planned {
	row := planned{Reviewers: reviewers, Answers: int64(a.Units)}
	for at, f := range map[**float64]stats.Figure{&row.Width: a.Width, &row.Reach: a.Reach} {
		if v, ok := f.Value(); ok {
			*at = &v
		}
	}
	if i := a.Mean.Interval; i != nil {
		row.Low, row.High = &i.Low, &i.High
	}
	return row
}

// simulatedLine is one simulated design in words.
func (t *terminal) simulatedLine(reviewers int, a stats.PlannedAlpha) []string {
	row := []string{fmt.Sprint(reviewers), fmt.Sprint(a.Units)}
	for _, f := range []stats.Figure{a.Mean, a.Width, a.Reach} {
		if _, ok := f.Value(); !ok {
			return append(row, t.reason(f.Reason()), "", "")
		}
	}
	width, _ := a.Width.Value()
	reach, _ := a.Reach.Value()
	limits := fmt.Sprintf("%s – %s", t.words.Number(a.Mean.Interval.Low, 2), t.words.Number(a.Mean.Interval.High, 2))
	return append(row, limits, t.words.Number(width, 2), t.words.T("report.percent", "x", t.words.Number(100*reach, 0)))
}
