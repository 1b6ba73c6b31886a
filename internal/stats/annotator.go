package stats

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Alignment says how near a rating is to those of the remaining raters.
type Alignment int

// The two ways of the paper.
const (
	EqualRatings  Alignment = iota // the more equal ratings, the nearer: for categories
	SquaredErrors                  // the smaller the squared differences, the nearer: for scores
)

// The advantage that a judge model is granted for costing less (Calderon et al. 2025, section 3.3).
const (
	EpsilonExperts = 0.2  // human raters are experts
	EpsilonSkilled = 0.15 // human raters are skilled, students for example
	EpsilonCrowd   = 0.1  // human raters are crowd workers
)

// AnnotatorPlan says how the alternative annotator test is done. The zero values of FalseDiscoveries and PassAt mean
// 0.05 and 0.5.
type AnnotatorPlan struct {
	Alignment        Alignment
	Epsilon          float64 // 0 to 1
	FalseDiscoveries float64 // level of the correction for several raters
	PassAt           float64 // winning rate from which the judge passes
}

// AnnotatorTest is the alternative annotator test of a judge model: may it stand in for a human rater?
type AnnotatorTest struct {
	Raters      []AnnotatorComparison
	WinningRate Figure // share of raters whom the judge may replace
	Advantage   Figure // mean chance that the judge is at least as near to the others as a rater is
	Passed      bool   // the winning rate reaches the mark; false when there is none
	Left        int64  // items that fewer than two raters or the judge did not rate
}

// AnnotatorComparison compares the judge with one rater, both against the remaining raters.
type AnnotatorComparison struct {
	Rater     int     // 0-based column
	Items     int64   // items compared
	Nearer    int64   // items on which the judge is nearer than the rater
	Alike     int64   // items on which both are as near
	JudgeWins float64 // share of items on which the judge is at least as near
	RaterWins float64 // share on which the rater is
	P         float64 // one-sided: the rater's lead is below epsilon
	Adjusted  float64 // Benjamini and Yekutieli over the raters
	Replaced  bool
	Test      string // "t", or "signed_rank" below 30 items
	Skipped   bool   // too few items; not part of the rates
}

// Rules of the paper: from so many items on the t test holds; below this minimum nothing is tested.
const (
	manyItems     = 30
	minItems      = 5
	minAnnotators = 2
)

// AlternativeAnnotator compares the judge's ratings (one an item) with the human raters' (one row an item, one column
// a rater), leaving out one rater at a time (Calderon, Reichart, Dror 2025, ACL, 16051-16081). The paper asks for at
// least three raters and 30 items; with fewer items the signed-rank test takes the place of the t test, and notes
// say so. It refuses lists of different length, epsilon outside 0 to 1 and values that are not finite.
func AlternativeAnnotator(judge []Rating, humans [][]Rating, plan AnnotatorPlan) (AnnotatorTest, error) {
	if plan.FalseDiscoveries == 0 {
		plan.FalseDiscoveries = 0.05
	}
	if plan.PassAt == 0 {
		plan.PassAt = 0.5
	}
	if err := plan.check(judge, humans); err != nil {
		return AnnotatorTest{}, err
	}
	raters := 0
	for _, row := range humans {
		raters = max(raters, len(row))
	}
	t := AnnotatorTest{Left: leftOutItems(judge, humans)}
	var tested []*AnnotatorComparison
	var p []float64
	t.Raters = make([]AnnotatorComparison, raters)
	for r := range t.Raters {
		c := plan.compare(judge, humans, r)
		t.Raters[r] = c
		if !c.Skipped {
			tested = append(tested, &t.Raters[r])
			p = append(p, c.P)
		}
	}
	adjusted, err := AdjustP(p)
	if err != nil {
		return AnnotatorTest{}, fmt.Errorf("correcting for several raters: %w", err)
	}
	for i, c := range tested {
		c.Adjusted = adjusted.BenjaminiYekutieli[i]
		c.Replaced = c.Adjusted <= plan.FalseDiscoveries
	}
	t.summarise(tested, plan)
	return t, nil
}

func (plan AnnotatorPlan) check(judge []Rating, humans [][]Rating) error {
	switch {
	case len(judge) != len(humans):
		return fmt.Errorf("the judge rated %d items, the raters %d", len(judge), len(humans))
	case !(plan.Epsilon >= 0 && plan.Epsilon <= 1):
		return fmt.Errorf("epsilon is %v, allowed is 0 to 1", plan.Epsilon)
	case !(plan.FalseDiscoveries > 0 && plan.FalseDiscoveries < 1) || !(plan.PassAt > 0 && plan.PassAt <= 1):
		return fmt.Errorf("level %v or mark %v is impossible", plan.FalseDiscoveries, plan.PassAt)
	}
	for i, row := range humans {
		for _, r := range append([]Rating{judge[i]}, row...) {
			if r.given && !finite(r.value) {
				return fmt.Errorf("item %d has a rating that is not a finite number", i+1)
			}
		}
	}
	return nil
}

// usable items have the judge's rating and two or more raters.
func usable(judge Rating, row []Rating) bool {
	n := 0
	for _, r := range row {
		if r.given {
			n++
		}
	}
	return judge.given && n >= minAnnotators
}

func leftOutItems(judge []Rating, humans [][]Rating) (n int64) {
	for i, row := range humans {
		if !usable(judge[i], row) {
			n++
		}
	}
	return n
}

func (plan AnnotatorPlan) compare(judge []Rating, humans [][]Rating, rater int) AnnotatorComparison {
	c := AnnotatorComparison{Rater: rater}
	var leads []float64 // the rater wins less the judge wins: -1, 0 or 1
	for i, row := range humans {
		if rater >= len(row) || !row[rater].given || !usable(judge[i], row) {
			continue
		}
		j, h := plan.distance(judge[i].value, row, rater), plan.distance(row[rater].value, row, rater)
		lead := cmp.Compare(j, h)
		switch lead {
		case -1:
			c.Nearer++
		case 0:
			c.Alike++
		}
		leads = append(leads, float64(lead))
	}
	c.Items = int64(len(leads))
	if c.Skipped = c.Items < minItems; c.Skipped {
		c.P, c.Adjusted = 1, 1
		return c
	}
	c.JudgeWins = share(c.Nearer+c.Alike, c.Items)
	c.RaterWins = share(c.Items-c.Nearer, c.Items)
	c.P, c.Test = leadBelow(leads, plan.Epsilon)
	return c
}

// distance of a value from the ratings of all but one rater, up to a factor that is the same for all values.
func (plan AnnotatorPlan) distance(v float64, row []Rating, without int) float64 {
	sum := 0.0
	for j, r := range row {
		if j == without || !r.given {
			continue
		}
		if plan.Alignment == SquaredErrors {
			sum += float64((v - r.value) * (v - r.value))
		} else if v != r.value {
			sum++
		}
	}
	return sum
}

// leadBelow tests whether the mean lead is below epsilon.
func leadBelow(leads []float64, epsilon float64) (p float64, test string) {
	n := float64(len(leads))
	if len(leads) < manyItems {
		shifted := make([]float64, len(leads))
		for i, v := range leads {
			shifted[i] = v - epsilon
		}
		t, err := SignedRankTest(shifted, ZerosDropped)
		if err != nil {
			return 1, "signed_rank"
		}
		return t.PLess, "signed_rank"
	}
	mean, squares := orderedSum(leads)/n, 0.0
	for _, v := range leads {
		squares += (v - mean) * (v - mean)
	}
	if squares < 1e-12 {
		return boolTo(mean >= epsilon), "t"
	}
	t := (mean - epsilon) / math.Sqrt(squares/(n-1)/n)
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.CDF(t), "t"
}
