package stats

import "strconv"

const annotatorReference = "Calderon, Reichart, Dror (2025), ACL, 16051-16081"

// Figures gives what one rater's comparison came to as figures: the shares of items on which the judge and the rater
// are at least as near to the others, and the corrected p value, whose variant names the test. With too few items
// none has a number.
func (c AnnotatorComparison) Figures(epsilon float64) (judge, rater, p Figure) {
	judge, rater, p = Undefined("judge_wins", TooFewUnits), Undefined("rater_wins", TooFewUnits), Undefined("annotator_p", TooFewUnits)
	if !c.Skipped {
		judge, rater, p = NewFigure("judge_wins", c.JudgeWins), NewFigure("rater_wins", c.RaterWins), NewFigure("annotator_p", c.Adjusted)
		p.Variant = c.Test
		if c.Test != "t" {
			p.Notes = []string{NoteFewItems}
		}
		w := &p.Working
		w.Formula = "H0: mean lead >= epsilon; lead = -1 where the judge is nearer, 0 where both are as near, 1 where the rater is"
		w.input("judge_nearer", float64(c.Nearer))
		w.input("as_near", float64(c.Alike))
		w.input("rater_nearer", float64(c.Items-c.Nearer-c.Alike))
		w.input("epsilon", epsilon)
		w.step("mean_lead", "(rater nearer - judge nearer) / items", c.RaterWins-c.JudgeWins)
		w.step("p_single", annotatorFormula[c.Test], c.P)
		w.step("p", "p of Benjamini and Yekutieli over all raters", c.Adjusted)
		judge.Working.Formula = "items on which the judge is nearer or as near / items"
		rater.Working.Formula = "items on which the rater is nearer or as near / items"
	}
	for _, f := range []*Figure{&judge, &rater, &p} {
		f.Reference = annotatorReference
		f.Counts = []Count{{"items", c.Items}}
	}
	return judge, rater, p
}

// annotatorFormula says how the lead is tested.
var annotatorFormula = map[string]string{
	"t":           "P(t with n - 1 degrees of freedom <= (mean lead - epsilon) / (sd / sqrt(n)))",
	"signed_rank": "exact one-sided signed-rank test of lead - epsilon",
}

// summarise makes the winning rate and the mean advantage of the raters that could be tested.
func (t *AnnotatorTest) summarise(tested []*AnnotatorComparison, plan AnnotatorPlan) {
	t.WinningRate, t.Advantage = Undefined("winning_rate", TooFewRaters), Undefined("advantage_probability", TooFewRaters)
	if len(t.Raters) >= minAnnotators && len(tested) < minAnnotators {
		t.WinningRate, t.Advantage = Undefined("winning_rate", TooFewUnits), Undefined("advantage_probability", TooFewUnits)
	}
	var notes []string
	if len(tested) >= minAnnotators {
		won, advantage := 0, 0.0
		for _, c := range tested {
			advantage += c.JudgeWins / float64(len(tested))
			if c.Replaced {
				won++
			}
			if c.Test != "t" && len(notes) == 0 {
				notes = append(notes, NoteFewItems)
			}
		}
		if len(tested) < 3 {
			notes = append(notes, NoteFewRaters)
		}
		rate := float64(won) / float64(len(tested))
		t.WinningRate, t.Advantage = NewFigure("winning_rate", rate), NewFigure("advantage_probability", advantage)
		t.Passed = rate >= plan.PassAt
		t.WinningRate.Working.input("replaced", float64(won))
	}
	for _, f := range []*Figure{&t.WinningRate, &t.Advantage} {
		f.Reference, f.Notes = annotatorReference, notes
		f.Counts = []Count{{"raters", int64(len(tested))}}
		if t.Left > 0 {
			f.LeftOut = []LeftOut{{"items", "too_few_ratings", t.Left}}
		}
		f.Working.input("epsilon", plan.Epsilon)
	}
	t.WinningRate.Working.input("raters", float64(len(tested)))
	t.WinningRate.Working.Formula = "raters whose lead is below epsilon / raters; Benjamini-Yekutieli over raters"
	t.Advantage.Working.Formula = "mean over raters of the share of items on which the judge is at least as near to the others"
	t.annotatorTable(tested)
}

// annotatorTable shows the comparison of each rater in the working of both figures.
func (t *AnnotatorTest) annotatorTable(tested []*AnnotatorComparison) {
	var names []string
	var cells [][]float64
	for _, c := range tested {
		names = append(names, strconv.Itoa(c.Rater+1))
		cells = append(cells, []float64{float64(c.Items), c.JudgeWins, c.RaterWins, c.P, c.Adjusted})
	}
	if len(cells) == 0 {
		return
	}
	for _, f := range []*Figure{&t.WinningRate, &t.Advantage} {
		f.Working.table("raters", names, []string{"items", "judge_wins", "rater_wins", "p_single", "p"}, cells)
	}
}
