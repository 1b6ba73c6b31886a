package evaluation

import (
	"slices"

	"iucomstudien/internal/study"
)

// CaseAnswers are the figures of the answers to one case, of one unblinded test.
type CaseAnswers struct {
	Case      string
	Reference study.Maybe[study.Target] // of the case's target question
	Answers   []AnswerFigures
}

// PairedCase is one case with a value for each condition of a hypothesis.
type PairedCase struct {
	Case   string    `json:"case"`
	Values []float64 `json:"values"` // in the order of the conditions; right is 1, wrong 0
}

// Answers makes the figures of the answers of a test and no more: what hypotheses over many tests need.
func Answers(in Input) ([]AnswerFigures, error) {
	b := newBook(in)
	all := make([]AnswerFigures, 0, len(b.codes))
	for _, c := range b.codes {
		a, err := b.answer(c)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// paired gives the cases that have a value under every condition, and those that do not. Answers to the same case are
// brought together, also from several tests: the case is what was drawn, not the answer.
func paired(h Hypothesis, tests []CaseAnswers) (complete []PairedCase, leftOut []string) {
	var cases []string
	for _, t := range tests {
		if !slices.Contains(cases, t.Case) {
			cases = append(cases, t.Case)
		}
	}
	slices.Sort(cases)
	for _, name := range cases {
		p := PairedCase{Case: name}
		for _, c := range h.Conditions {
			if v, ok := valueOf(h.Outcome, c, name, tests); ok {
				p.Values = append(p.Values, v)
			}
		}
		if len(p.Values) == len(h.Conditions) {
			complete = append(complete, p)
		} else {
			leftOut = append(leftOut, name)
		}
	}
	return complete, leftOut
}

// valueOf is the outcome of a condition in a case, over all its answers there.
func valueOf(o Outcome, condition study.Condition, name string, tests []CaseAnswers) (v float64, ok bool) {
	var values []float64
	var share [2]int // numerator and denominator of a rate
	for _, t := range tests {
		if t.Case != name {
			continue
		}
		for _, a := range t.Answers {
			if a.Condition != condition {
				continue
			}
			if r, is := rateOf(o, a); is {
				share[0], share[1] = share[0]+r.K, share[1]+r.N
			} else if v, ok := answerValue(o, a, t.Reference); ok {
				values = append(values, v)
			}
		}
	}
	switch {
	case o == RateOfSources || o == RateOfFacts:
		return float64(share[0]) / float64(max(share[1], 1)), share[1] > 0
	case len(values) == 0:
		return 0, false
	case o.Binary():
		return mostOf(values)
	case o == MeanAgreement:
		return meanOfValues(values), true
	}
	return middleOf(values), true
}

// rateOf is the rate that an outcome is about.
func rateOf(o Outcome, a AnswerFigures) (Rate, bool) {
	switch o {
	case RateOfSources:
		return a.Sources, true
	case RateOfFacts:
		return a.Facts, true
	}
	return Rate{}, false
}

// answerValue is the outcome of one answer.
func answerValue(o Outcome, a AnswerFigures, reference study.Maybe[study.Target]) (v float64, ok bool) {
	switch o {
	case IsCorrect:
		return correct(a.People.Categories)
	case ReadsRight:
		read, is := a.Reading.Target.Get()
		right, known := reference.Get()
		return oneIf(read == right), is && known
	case CitesRight:
		_, ok := a.Sources.Figure.Value()
		return oneIf(a.Sources.K == 0), ok
	case MeanAgreement:
		return a.People.Agreement.Figure.Value()
	case MedianGrade:
		return halfway(a.People.Grade)
	case MedianGrid:
		return halfway(a.People.GridMedian)
	}
	return 0, false
}

// correct tells whether more people found an answer correct than not; not decided on a tie or where nobody said.
func correct(counts map[study.Category]int) (v float64, ok bool) {
	yes, no := counts[study.Correct], 0
	for c, n := range counts {
		if c != study.Correct {
			no += n
		}
	}
	return oneIf(yes > no), yes != no
}

// mostOf is what most answers of a condition are; not decided on a tie.
func mostOf(values []float64) (v float64, ok bool) {
	right := 0
	for _, v := range values {
		if v == 1 {
			right++
		}
	}
	return oneIf(2*right > len(values)), 2*right != len(values)
}

// halfway places a median on the ranks of its scale: between two levels it lies halfway. Only the order of these
// places enters a test; no level is averaged in what is shown.
func halfway(m Median) (v float64, ok bool) {
	return float64(m.Better+m.Worse) / 2, m.N > 0
}

func meanOfValues(values []float64) float64 {
	sum := 0.0
	for _, v := range slices.Sorted(slices.Values(values)) {
		sum += v
	}
	return sum / float64(len(values))
}

func middleOf(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
