package report

import (
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Model is all that a report says, as plain data. Whoever conducts the study fills it in; lists are in the order in
// which they are to be printed.
type Model struct {
	Program    string    // name and version of the program
	Written    time.Time // when the report is written, with zone
	Study      study.Study
	Case       study.Case
	FactsRead  string // the facts as the raters read them; "" where they were handed out as entered
	Test       study.Test
	Answers    []Answer // that took part, in blind order
	Sheets     []evaluation.Sheet
	Grader     *Grader // nil: no AI grading
	Gradings   []study.Grading
	Figures    evaluation.Figures
	Criteria   []Criterion // names of K1-K9, Q1-Q8, B1-B7 in the report's language; IDs alone where there is none
	Refusals   []Refusal   // answers that were not taken in
	Endings    []Ending    // what became of all answers that came in
	Gold       []study.GoldDocument
	Removals   []Removal // what blinding took out, by rule
	Commitment string    // published before rating: SHA-256 of the sealed key; "" when there is none
	Log        []studylog.Entry
	Further
	// Confirmatory are the hypotheses of the study and what came of them over all its unblinded tests.
	Confirmatory Confirmatory
	// AllPairs shows the kappa of every pair of people where more than two rated; else the data alone hold it.
	AllPairs bool

	hidden hidden
}

// PairsKept tells whether the kappas of pairs of people stand in the data only: of three people and more, unasked.
func (m *Model) PairsKept() bool { return len(m.Figures.People) > 1 && !m.AllPairs }

// Answer is one answer with its code, its origin and the text that the raters saw.
type Answer struct {
	Code    study.Code
	Answer  study.Answer // Text is not printed; its words are counted
	Blinded string       // "" is not printed
	// GoldAttached says that the run which produced the answer had the gold standard among its sources: then nothing
	// about the answer measures the Reporter.
	GoldAttached bool
}

// Grader is the AI that graded, and how.
type Grader struct {
	study.Rater
	Graded time.Time // when the reply was read; zero when not known
}

// Criterion is the name of a bar, a quality criterion or a sub-competence.
type Criterion struct {
	ID     string // K1-K9, Q1-Q8, B1-B7
	Name   string
	Weight int // percent; quality criteria only
}

// Refusal is an answer that was not taken in, and why.
type Refusal struct {
	File        string // base name
	At          string // place in the file; "" for the whole file
	Participant string // "T03"; "" when there is none
	Problem     study.Problem
}

// Removal counts what one rule of blinding took out of all answers.
type Removal struct {
	Rule  string // machine word
	Count int
}

// criterion is the name of a criterion, or "" when the model names none.
func (m *Model) criterion(id string) string {
	for _, c := range m.Criteria {
		if c.ID == id {
			return c.Name
		}
	}
	return ""
}
