package conduct

import (
	"context"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// LevelsA gives the weighted mean of each answer's quality levels by the AI grader (system A) with the way from them to
// the level that stands in the report: under the names "level_a.X". Empty without an AI grading.
func (c *Conduct) LevelsA(ctx context.Context, ref Ref) ([]evaluation.Named, error) {
	_, gradings, err := c.ratings(ctx, ref)
	if err != nil {
		return nil, err
	}
	systems, err := grading.BundledSystems()
	if err != nil {
		return nil, err
	}
	var all []evaluation.Named
	for _, g := range gradings {
		f := stats.Undefined("system_a", evaluation.NotReturned)
		if a, ok := g.SystemA.Get(); ok {
			f = stats.NewFigure("system_a", a.Mean)
			f.Working = levelWorking(systems, g, a)
		}
		all = append(all, evaluation.Named{Name: "level_a." + string(g.Rating.Code), Figure: f})
	}
	return all, nil
}

// levelWorking sets out levels and weights, the mean, and what the bars make of it.
func levelWorking(systems *grading.Systems, g study.Grading, a study.SystemA) stats.Working {
	w := stats.Working{Formula: "mean = sum of weight times Q / sum of weights; level = mean rounded, halves up; " +
		"5 when a bar of the first kind failed, else not better than 4 when one of the second kind failed"}
	table := stats.Table{Name: "quality_levels", Rows: []string{"quality", "weight"}, Cells: [][]float64{{}, {}}}
	sum, weights := 0.0, 0.0
	for _, c := range systems.A.Criteria {
		if q, ok := g.Quality[c.ID].Get(); ok {
			table.Columns = append(table.Columns, c.ID)
			table.Cells[0], table.Cells[1] = append(table.Cells[0], float64(q)), append(table.Cells[1], float64(c.Weight))
			sum += float64(q * c.Weight)
			weights += float64(c.Weight)
		}
	}
	failed := map[string]float64{}
	for _, b := range systems.A.Bars {
		if passed, ok := g.Bars[b.ID]; ok && !passed {
			failed[b.Effect]++
		}
	}
	level := float64(a.Level)
	w.Tables = []stats.Table{table}
	w.Inputs = []stats.Quantity{{Name: "bars_to_5", Value: failed[grading.EffectLevel5]}, {Name: "bars_to_4", Value: failed[grading.EffectCap4]}}
	w.Steps = []stats.Step{
		{Name: "weighted_sum", Formula: "sum of weight times Q", Value: &sum},
		{Name: "weights", Formula: "sum of weights of the criteria that apply", Value: &weights},
		{Name: "mean", Formula: "weighted sum / weights, two decimals", Value: &a.Mean},
		{Name: "level", Formula: "mean rounded, halves up, then the bars", Value: &level},
	}
	return w
}
