package conduct

import (
	"cmp"
	"context"
	"slices"

	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// Endings counts what became of all answers of a test that came in, by origin: those that took part, and those that are
// none or wait, each with the number of all.
func (c *Conduct) Endings(ctx context.Context, ref Ref) ([]report.Ending, error) {
	answers, err := c.db.Answers(ctx, ref)
	if err != nil {
		return nil, err
	}
	asides, err := c.Asides(ctx, ref)
	if err != nil {
		return nil, err
	}
	type row struct {
		condition study.Condition
		fate      report.Fate
	}
	counts, all := make(map[row]int), make(map[study.Condition]int)
	add := func(condition study.Condition, fate report.Fate) {
		counts[row{condition, fate}]++
		all[condition]++
	}
	for _, a := range answers {
		add(a.Condition, fateOfAnswer(a))
	}
	for _, a := range asides {
		add(a.Answer.Condition, fateOfAside(a))
	}
	var list []report.Ending
	for r, n := range counts {
		list = append(list, report.Ending{Condition: r.condition, Fate: r.fate, N: n, Of: all[r.condition]})
	}
	slices.SortFunc(list, func(a, b report.Ending) int {
		order := func(e report.Ending) int { return slices.Index(study.Conditions(), e.Condition) }
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(slices.Index(report.Fates(), a.Fate), slices.Index(report.Fates(), b.Fate)))
	})
	return list, nil
}

func fateOfAnswer(a study.Answer) report.Fate {
	switch {
	case a.Withdrawn:
		return report.Withdrawn
	case a.Accepted:
		return report.Accepted
	}
	return report.TookPart
}

func fateOfAside(a Aside) report.Fate {
	if a.Open {
		return report.Undecided
	}
	if a.Problem.ID == "import.left-out" && a.Answer.Finish.Usable() {
		return report.LeftOut
	}
	return report.FateOf(a.Answer.Finish)
}
