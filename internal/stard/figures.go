package stard

import (
	"fmt"
	"slices"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// figures computes every measure of the table, in the order of [Names].
func (t Table) figures() ([]Figure, error) {
	a, err := t.Cells.Figures()
	if err != nil {
		return nil, err
	}
	c := t.Cells
	yes, no := c.TP+c.FN, c.FP+c.TN
	positive, err := stats.NewCompareProportions(c.TP, yes, c.FP, no)
	if err != nil {
		return nil, fmt.Errorf("positive likelihood ratio: %w", err)
	}
	negative, err := stats.NewCompareProportions(c.FN, yes, c.TN, no)
	if err != nil {
		return nil, fmt.Errorf("negative likelihood ratio: %w", err)
	}
	read := t.N() + int64(t.Indeterminate())
	decided, err := stats.Proportion(t.N(), read)
	if err != nil {
		return nil, fmt.Errorf("share of decided readings: %w", err)
	}
	all, err := stats.Proportion(c.TP+c.TN, read)
	if err != nil {
		return nil, fmt.Errorf("accuracy of all readings: %w", err)
	}
	share := func(name string, f stats.Figure, k, n int64) Figure { return Figure{name, f, k, n} }
	plain := func(name string, f stats.Figure) Figure {
		f.Method = name
		return Figure{Name: name, Figure: f}
	}
	return []Figure{
		share(Sensitivity, a.Sensitivity, c.TP, yes), share(Specificity, a.Specificity, c.TN, no),
		share(PPV, a.PPV, c.TP, c.TP+c.FP), share(NPV, a.NPV, c.TN, c.TN+c.FN),
		share(Accuracy, a.Accuracy, c.TP+c.TN, a.N), share(Prevalence, a.Prevalence, yes, a.N),
		// A likelihood ratio is a ratio of two proportions, and so has the interval of one.
		plain(PositiveLR, positive.Ratio), plain(NegativeLR, negative.Ratio), plain(DiagnosticOdds, positive.Odds),
		plain(Youden, a.Youden), plain(Balanced, a.BalancedAccuracy), plain(F1, a.F1), plain(MCC, a.MCC),
		share(Decided, decided, t.N(), read), share(AccuracyAll, all, c.TP+c.TN, read),
	}, nil
}

// IsShare tells whether a figure is a proportion, printed with numerator and denominator.
func IsShare(name string) bool {
	return slices.Contains([]string{Sensitivity, Specificity, PPV, NPV, Accuracy, Prevalence, Decided, AccuracyAll}, name)
}

// areasOf computes the accuracy within each area of law, where there is more than one.
func areasOf(participants []Participant, tables []Table) ([]Area, error) {
	var areas []string
	at := map[string]string{}
	for _, p := range participants {
		if _, ok := p.compared(); ok {
			at[p.Test] = p.Area
			if !slices.Contains(areas, p.Area) {
				areas = append(areas, p.Area)
			}
		}
	}
	if len(areas) < 2 {
		return nil, nil
	}
	slices.Sort(areas)
	var list []Area
	for _, area := range areas {
		for _, t := range tables {
			var r Reading
			for _, c := range t.Cases {
				if said, ok := c.Index.Get(); ok && at[c.Test] == area {
					r.count(said, c.Reference)
				}
			}
			a, err := r.Cells.Figures()
			if err != nil {
				return nil, fmt.Errorf("accuracy in %q: %w", area, err)
			}
			list = append(list, Area{Area: area, Condition: t.Condition, Right: Figure{Accuracy, a.Accuracy, r.Cells.TP + r.Cells.TN, a.N}})
		}
	}
	return list, nil
}

// severities counts the cases whose reference is yes by how clear they are, in the order of [Severities] with what was not
// said last.
func (m *Model) severities() []int {
	counts := make([]int, len(Severities())+1)
	for _, p := range m.Participants {
		if reference, ok := p.compared(); ok && reference == study.Yes {
			i := slices.Index(Severities(), p.Severity)
			if i < 0 {
				i = len(Severities())
			}
			counts[i]++
		}
	}
	return counts
}
