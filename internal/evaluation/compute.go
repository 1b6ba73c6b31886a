package evaluation

import (
	"context"
	"fmt"
	"slices"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Sheet is what one person rated.
type Sheet struct {
	Rater   study.Rater    `json:"rater"`
	Ratings []study.Rating `json:"ratings"`
	// Given are the codes that the rater got, where answers were shared out among raters; nil: all. An answer that
	// somebody never got is no gap of theirs.
	Given []study.Code `json:"given,omitempty"`
}

// NotGiven tells whether the rater never got an answer.
func (s Sheet) NotGiven(c study.Code) bool { return s.Given != nil && !slices.Contains(s.Given, c) }

// Input is all that the figures of a test are made of.
type Input struct {
	Codes      []study.Code                   // that take part, in blind order
	Sheets     []Sheet                        // of people
	Grader     study.Rater                    // the AI grader; without meaning when there are no gradings
	Gradings   []study.Grading                // of the AI grader; empty when there was none
	Incomplete bool                           // an AI grading was begun and did not come to its end: nothing of it counts
	Conditions map[study.Code]study.Condition // empty as long as the key is closed
	Gold       bool                           // category and agreement were asked
	Target     bool                           // a reading of the target question was asked
	Seed       uint64                         // of the intervals of alpha and kappa
	Replicates int                            // drawn for each interval; 0: as many as package stats draws for print
}

// enoughForBCa is the number of answers from which limits are corrected for bias and skewness. Plain percentiles are
// somewhat too narrow (in simulated studies of 20 answers they contained the true value in 92 of 100 cases, corrected
// ones in 95); but the correction itself rests on leaving out one answer at a time, and with a handful of them it can
// make an interval far too narrow.
const enoughForBCa = 10

// resampling is how intervals are drawn: single answers, since a test has one question; with the share of replicates
// below Krippendorff's two limits.
func (in Input) resampling() stats.Resampling {
	limits := stats.Percentile
	if len(in.Codes) >= enoughForBCa {
		limits = stats.BCa
	}
	return stats.Resampling{Limits: limits, Seed: in.Seed, Replicates: in.Replicates, Marks: []float64{stats.AlphaTentative, stats.AlphaFirm}}
}

// Compute makes the figures of a test. Ratings of codes that do not take part are left out. The error is that of a
// stopped context or of counts that can not be; whatever is missing in the input is a figure without a number.
func Compute(ctx context.Context, in Input) (Figures, error) {
	b := newBook(in)
	f := Figures{Raters: []study.Rater{}, Gold: in.Gold, Target: in.Target}
	for _, p := range b.people {
		f.Raters = append(f.Raters, p.Rater)
	}
	if b.ai != nil {
		grader := b.ai.Rater
		f.Grader = &grader
	}
	var err error
	if f.Agreement, err = b.agreement(ctx); err != nil {
		return Figures{}, fmt.Errorf("agreement of raters: %w", err)
	}
	if f.AIPeople, f.People, err = b.pairs(ctx); err != nil {
		return Figures{}, fmt.Errorf("agreement of pairs: %w", err)
	}
	if f.Identical, f.Matrix, err = b.identical(); err != nil {
		return Figures{}, fmt.Errorf("identical categories: %w", err)
	}
	if f.StandIn, err = b.standIn(); err != nil {
		return Figures{}, fmt.Errorf("the AI grader in the place of a person: %w", err)
	}
	if f.LeftOut, err = b.leftOut(); err != nil {
		return Figures{}, fmt.Errorf("agreement without each rater: %w", err)
	}
	if f.Humans, err = b.blinding(ctx, b.people); err != nil {
		return Figures{}, fmt.Errorf("blinding of people: %w", err)
	}
	if f.AI, err = b.blinding(ctx, b.graders()); err != nil {
		return Figures{}, fmt.Errorf("blinding of the AI grader: %w", err)
	}
	for _, c := range b.codes {
		a, err := b.answer(c)
		if err != nil {
			return Figures{}, err
		}
		f.Answers = append(f.Answers, a)
	}
	if f.Conditions, err = b.conditions(); err != nil {
		return Figures{}, err
	}
	return f, nil
}

// book holds the ratings by rater and code.
type book struct {
	Input
	codes    []study.Code
	people   []rater
	ai       *rater
	gradings map[study.Code]study.Grading
}

// rater is one person or the AI grader with what was said about each code.
type rater struct {
	study.Rater
	of       map[study.Code]study.Rating
	notGiven map[study.Code]bool // answers that the rater never got
}

func newBook(in Input) *book {
	b := &book{Input: in, codes: in.Codes, gradings: map[study.Code]study.Grading{}}
	takesPart := map[study.Code]bool{}
	for _, c := range in.Codes {
		takesPart[c] = true
	}
	for _, s := range in.Sheets {
		r := rater{Rater: s.Rater, of: map[study.Code]study.Rating{}}
		for _, rating := range s.Ratings {
			if takesPart[rating.Code] {
				r.of[rating.Code] = rating
			}
		}
		r.notGiven = make(map[study.Code]bool)
		for _, c := range in.Codes {
			r.notGiven[c] = s.NotGiven(c)
		}
		b.people = append(b.people, r)
	}
	if len(in.Gradings) > 0 {
		b.ai = &rater{Rater: in.Grader, of: map[study.Code]study.Rating{}}
		for _, g := range in.Gradings {
			if takesPart[g.Rating.Code] {
				b.ai.of[g.Rating.Code] = g.Rating
				b.gradings[g.Rating.Code] = g
			}
		}
	}
	return b
}

// graders lists the AI grader, if there is one.
func (b *book) graders() []rater {
	if b.ai == nil {
		return nil
	}
	return []rater{*b.ai}
}

// asked tells whether the measure was on the sheet.
func (b *book) asked(m Measure) bool {
	return b.Gold || m != OfCategory && m != OfAgreement
}

// value gives a rating's value in a measure as a number; categories are numbered in the order of reports, which a
// nominal coefficient does not see.
func value(r study.Rating, m Measure) stats.Rating {
	switch m {
	case OfCategory:
		for i, c := range study.Categories() {
			if got, ok := r.Category.Get(); ok && got == c {
				return stats.Rated(float64(i))
			}
		}
		return stats.Gap()
	case OfAgreement:
		return number(r.Agreement)
	case OfGrade:
		return number(r.Grade)
	}
	return number(r.Grid)
}

func number[T ~int](m study.Maybe[T]) stats.Rating {
	if v, ok := m.Get(); ok {
		return stats.Rated(float64(v))
	}
	return stats.Gap()
}

// noAI is why there is no AI grading.
func (in Input) noAI() stats.Reason {
	if in.Incomplete {
		return AIIncomplete
	}
	return NoAI
}
