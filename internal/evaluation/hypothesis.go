package evaluation

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// Outcome is what a hypothesis speaks about: one value for each case and condition.
type Outcome string

// The outcomes. Right-or-wrong outcomes come first; the others are numbers.
const (
	IsCorrect      Outcome = "correct"       // most people found the answer correct
	ReadsRight     Outcome = "target-right"  // it answers the target question as the reference does
	CitesRight     Outcome = "sources-right" // the AI grading found no source invented or misquoted
	MeanAgreement  Outcome = "agreement"     // mean percentage of agreement with the gold standard that people gave
	MedianGrade    Outcome = "grade"         // median of the grades people gave, 1 best
	MedianGrid     Outcome = "grid"          // median of the grid levels people gave, 1 best, blocked worst
	RateOfSources  Outcome = "source-rate"   // sources invented or misquoted, per source checked
	RateOfFacts    Outcome = "fact-rate"     // facts invented, per statement checked
	defaultLevel           = 0.05
	maxClaim               = 1000 // characters
	maxPlannedCase         = 1_000_000
)

// Outcomes lists every outcome.
func Outcomes() []Outcome {
	return []Outcome{IsCorrect, ReadsRight, CitesRight, MeanAgreement, MedianGrade, MedianGrid, RateOfSources, RateOfFacts}
}

// Binary tells whether the outcome is right or wrong, and no number.
func (o Outcome) Binary() bool { return o == IsCorrect || o == ReadsRight || o == CitesRight }

// SmallerIsBetter tells whether the smaller value is the better one.
func (o Outcome) SmallerIsBetter() bool {
	return o == MedianGrade || o == MedianGrid || o == RateOfSources || o == RateOfFacts
}

// PlannedTest is the statistical test that a hypothesis names beforehand.
type PlannedTest string

// The tests: two conditions or more, outcomes right-or-wrong or numbers.
const (
	McNemarExact PlannedTest = "mcnemar-exact" // two conditions, right or wrong
	McNemarMidP  PlannedTest = "mcnemar-mid-p" // the same with mid-p, less conservative
	CochranQ     PlannedTest = "cochran-q"     // three conditions or more, right or wrong
	Wilcoxon     PlannedTest = "wilcoxon"      // two conditions, numbers: exact signed-rank test
	Friedman     PlannedTest = "friedman"      // three conditions or more, numbers
)

// PlannedTests lists every test.
func PlannedTests() []PlannedTest {
	return []PlannedTest{McNemarExact, McNemarMidP, CochranQ, Wilcoxon, Friedman}
}

// fits tells whether the test is made for such an outcome and so many conditions.
func (t PlannedTest) fits(o Outcome, conditions int) bool {
	switch t {
	case McNemarExact, McNemarMidP:
		return o.Binary() && conditions == 2
	case CochranQ:
		return o.Binary() && conditions > 2
	case Wilcoxon:
		return !o.Binary() && conditions == 2
	case Friedman:
		return !o.Binary() && conditions > 2
	}
	return false
}

// TestFor is the test that fits an outcome and so many conditions; mid-p is the default for two proportions, as the
// exact test is conservative.
func TestFor(o Outcome, conditions int) PlannedTest {
	for _, t := range []PlannedTest{McNemarMidP, CochranQ, Wilcoxon, Friedman} {
		if t.fits(o, conditions) {
			return t
		}
	}
	return ""
}

// Hypothesis is a claim that was written down before unblinding, with everything that decides on it.
type Hypothesis struct {
	ID         string            `json:"id"`         // "H1"
	Claim      string            `json:"claim"`      // in words
	Outcome    Outcome           `json:"outcome"`    //
	Conditions []study.Condition `json:"conditions"` // compared; two or more, each once
	Test       PlannedTest       `json:"test"`       //
	Level      float64           `json:"level"`      // of significance, two-sided, after Holm's correction
	Cases      int               `json:"cases"`      // planned number of cases; 0: not planned
}

// Planned checks a hypothesis and fills in what was left open: the test that fits, and 5 %. Problems:
// hypothesis.no-claim, hypothesis.long-claim, hypothesis.outcome, hypothesis.conditions, hypothesis.condition,
// hypothesis.test, hypothesis.level, hypothesis.cases.
func (h Hypothesis) Planned() (Hypothesis, error) {
	h.Claim = strings.Join(strings.Fields(h.Claim), " ")
	if h.Level == 0 {
		h.Level = defaultLevel
	}
	if h.Test == "" {
		h.Test = TestFor(h.Outcome, len(h.Conditions))
	}
	problem := func(id string, args map[string]any) error { return &study.Problem{ID: "hypothesis." + id, Args: args} }
	switch {
	case h.Claim == "":
		return h, problem("no-claim", nil)
	case len([]rune(h.Claim)) > maxClaim:
		return h, problem("long-claim", map[string]any{"most": maxClaim})
	case !slices.Contains(Outcomes(), h.Outcome):
		return h, problem("outcome", map[string]any{"value": string(h.Outcome), "allowed": words(Outcomes())})
	case len(h.Conditions) < 2:
		return h, problem("conditions", nil)
	case !h.Test.fits(h.Outcome, len(h.Conditions)):
		return h, problem("test", map[string]any{"value": string(h.Test), "outcome": string(h.Outcome), "conditions": len(h.Conditions),
			"fits": fitting(h.Outcome, len(h.Conditions))})
	case !(h.Level > 0 && h.Level <= 0.2):
		return h, problem("level", map[string]any{"value": h.Level})
	case h.Cases < 0 || h.Cases > maxPlannedCase:
		return h, problem("cases", map[string]any{"value": h.Cases})
	}
	for i, c := range h.Conditions {
		if !c.Valid() || slices.Contains(h.Conditions[:i], c) {
			return h, problem("condition", map[string]any{"value": string(c), "allowed": words(study.Conditions())})
		}
	}
	return h, nil
}

// fitting lists the tests for an outcome and so many conditions.
func fitting(o Outcome, conditions int) []string {
	var list []string
	for _, t := range PlannedTests() {
		if t.fits(o, conditions) {
			list = append(list, string(t))
		}
	}
	return list
}
