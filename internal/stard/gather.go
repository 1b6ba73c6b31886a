package stard

import (
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// TestReading is what the ratings of one test contribute.
type TestReading struct {
	Readings map[study.Code]evaluation.Reading
	People   Agreed // readings of people among themselves
	AI       Agreed // of the AI grader with people
	Gaps     int    // readings that a person was asked for and did not give
	Checked  int    // citations that the AI grader checked
	Invented int    // cited sources that do not exist
	Unmasked bool   // people guessed the origin more often than by chance
}

// ReadTest takes from the ratings of an unblinded test what the report needs.
func ReadTest(in evaluation.Input) (TestReading, error) {
	answers, err := evaluation.Answers(in)
	if err != nil {
		return TestReading{}, err
	}
	r := TestReading{Readings: map[study.Code]evaluation.Reading{}, People: Agreed{People: true}}
	for _, a := range answers {
		r.Readings[a.Code] = a.Reading
		r.Gaps += a.People.Missing.Target
		r.Checked += a.Sources.N
		r.Invented += a.Sources.Invented
		r.compare(in, a.Code)
	}
	r.Unmasked, err = unmasked(in)
	return r, err
}

// compare counts the pairs of readings of one answer.
func (r *TestReading) compare(in evaluation.Input, code study.Code) {
	var people []study.Target
	for _, s := range in.Sheets {
		for _, rating := range s.Ratings {
			if said, ok := rating.Target.Get(); ok && rating.Code == code {
				people = append(people, said)
			}
		}
	}
	for i, said := range people {
		for _, other := range people[i+1:] {
			r.People.add(said == other)
		}
	}
	for _, g := range in.Gradings {
		said, ok := g.Rating.Target.Get()
		if !ok || g.Rating.Code != code {
			continue
		}
		for _, other := range people {
			r.AI.add(said == other)
		}
	}
}

func (a *Agreed) add(equal bool) {
	a.All++
	if equal {
		a.Equal++
	}
}

// Plus brings the pairs of two tests together.
func (a Agreed) Plus(b Agreed) Agreed {
	a.Equal, a.All = a.Equal+b.Equal, a.All+b.All
	return a
}

// unmasked tells whether people guessed the origin of the test's answers more often than by chance.
func unmasked(in evaluation.Input) (bool, error) {
	place := map[study.Guess]int{}
	for i, g := range study.Guesses() {
		place[g] = i
	}
	part := map[study.Code]bool{}
	for _, c := range in.Codes {
		part[c] = true
	}
	var truth, guess []int
	for _, s := range in.Sheets {
		for _, rating := range s.Ratings {
			condition, known := in.Conditions[rating.Code]
			said, guessed := rating.Guess.Get()
			if known && guessed && part[rating.Code] {
				truth, guess = append(truth, place[condition.Truth()]), append(guess, place[said])
			}
		}
	}
	t, err := stats.TestGuesses(len(place), truth, guess)
	return t.Conclusion == stats.AboveChance, err
}
