package conduct

import (
	"slices"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// Batch is what the files of one batch say together: success and error file, and the file of questions where it was
// given. Answers, errors and questions meet by their identifier alone, never by their place.
type Batch struct {
	Asked    int      // identifiers that were asked; 0 when the file of questions is not there
	Answered int      // of them with an answer of any end
	Failed   int      // of them with an error and no answer
	Missing  []string // asked, and in no file
	Double   []string // with more than one answer
	Foreign  []string // asked by nobody; known only with the file of questions
	Swapped  []string // their answer repeats the question of another
}

// joinBatch brings the files of a batch together and asks about what does not fit.
func (p *AnswerPreview) joinBatch() {
	var results []intake.Preview
	var at []int // of the results among the files
	var asked []intake.Asked
	var questions []int
	for i, f := range p.Files {
		switch {
		case f.Error == nil && p.stops[i] == nil && isBatch(f):
			results, at = append(results, f), append(at, i)
		case f.Format == batchQuestions:
			asked, questions = append(asked, p.in.files[i].asked...), append(questions, i)
		}
	}
	if len(results) == 0 {
		return
	}
	for _, i := range questions {
		p.Files[i].Error = nil // a file of questions alone is no import, beside its results it is
	}
	p.Batch = &Batch{Asked: len(asked)}
	if len(questions) == 0 {
		asked = keysOf(results)
	}
	j := intake.Join(asked, results...)
	p.Batch.Answered, p.Batch.Failed, p.Batch.Missing, p.Batch.Double = j.Answered, j.Failed, j.Missing, j.Double
	p.Batch.Foreign, p.Batch.Swapped = j.Foreign, j.Swapped
	p.Warnings = append(p.Warnings, j.Problems...)
	for _, i := range at {
		for k := range p.Files[i].Candidates {
			p.Batch.judge(&p.Files[i].Candidates[k], j, results)
		}
	}
}

// keysOf lists the identifiers that have an answer or an error, when nobody said what was asked.
func keysOf(results []intake.Preview) []intake.Asked {
	var list []intake.Asked
	add := func(key string) {
		one := intake.Asked{Key: key}
		if key != "" && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	for _, f := range results {
		for _, k := range f.Candidates {
			add(k.Key)
		}
		for _, why := range f.Problems {
			key, _ := why.Args["id"].(string)
			add(key)
		}
	}
	return list
}

// judge gives a candidate the question of its identifier and asks about what does not fit.
func (b *Batch) judge(k *Candidate, j intake.Joined, results []intake.Preview) {
	for _, joined := range j.Candidates {
		if joined.Key == k.Key && joined.Answer.File == k.Answer.File {
			k.Answer.Question, k.Answer.Origin.Prompt = joined.Answer.Question, joined.Answer.Origin.Prompt
		}
	}
	if k.Use == intake.UseNo {
		return
	}
	switch {
	case slices.Contains(b.Foreign, k.Key):
		k.Use, k.Problem = intake.UseNo, problemOf(*k, "import.foreign-key")
	case slices.Contains(b.Swapped, k.Key):
		k.Use, k.Problem = intake.UseCheck, problemOf(*k, "import.swapped-key")
	case slices.Contains(b.Double, k.Key) && countKey(results, k.Key) > 1:
		k.Use, k.Problem = intake.UseCheck, problemOf(*k, "import.double-key")
	}
	if k.Problem != nil && k.Problem.Args["id"] == "" {
		k.Problem.Args["id"] = k.Key
	}
}

// countKey counts the answers of one identifier that are left after turns were picked.
func countKey(results []intake.Preview, key string) int {
	n := 0
	for _, f := range results {
		for _, k := range f.Candidates {
			if k.Key == key && k.Use != intake.UseNo {
				n++
			}
		}
	}
	return n
}

// asksConduct tells whether a candidate waits for a word that no rule about a single answer can ask for: which of two
// answers under one identifier counts, whether one with the question of another does, or one whose text was replaced.
func asksConduct(why *study.Problem) bool {
	return why != nil && (why.ID == "import.double-key" || why.ID == "import.swapped-key" || why.ID == "import.text-replaced")
}
