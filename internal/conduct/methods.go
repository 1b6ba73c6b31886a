package conduct

import (
	"context"
	"slices"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stard/methods"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// fewReplicates is enough where only the value of a coefficient is printed and not its interval.
const fewReplicates = 100

// Methods writes the paragraph on methods for a paper in a language, from all unblinded tests of a study. Problem:
// methods.all-blinded.
func (c *Conduct) Methods(ctx context.Context, studyID string, l study.Language) (methods.Text, error) {
	m := methods.Model{Program: Program, Answers: map[study.Condition]int{}}
	tests, err := c.Tests(ctx, studyID)
	if err != nil {
		return methods.Text{}, err
	}
	var reviewers []string
	log, err := c.Log(ctx, studyID)
	if err != nil {
		return methods.Text{}, err
	}
	for _, t := range tests {
		if t.State != study.Unblinded {
			continue
		}
		if reviewers, err = c.addMethods(ctx, Ref{Study: studyID, Test: t.ID}, &m, reviewers); err != nil {
			return methods.Text{}, err
		}
		m.Early = append(m.Early, studylog.Early(log, t.ID)...)
	}
	if m.Tests == 0 {
		return methods.Text{}, &study.Problem{ID: "methods.all-blinded", Args: map[string]any{"study": studyID}}
	}
	m.Reviewers = len(reviewers)
	kept, err := c.Hypotheses(ctx, studyID)
	if err != nil {
		return methods.Text{}, err
	}
	for _, k := range kept {
		m.Hypotheses = append(m.Hypotheses, k.Hypothesis)
	}
	report, err := c.StardModel(ctx, studyID)
	if err != nil {
		return methods.Text{}, err
	}
	m.Stard = &report.Result
	return methods.Write(m, c.wordsOf(l))
}

// addMethods adds what one unblinded test contributes.
func (c *Conduct) addMethods(ctx context.Context, ref Ref, m *methods.Model, reviewers []string) ([]string, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	in, err := c.evaluationInput(ctx, s)
	if err != nil {
		return nil, err
	}
	in.Replicates = fewReplicates
	f, err := evaluation.Compute(ctx, in)
	if err != nil {
		return nil, err
	}
	m.Tests++
	for _, code := range in.Codes {
		m.Answers[in.Conditions[code]]++
	}
	for _, sheet := range in.Sheets {
		reviewers = appendNew(reviewers, sheet.Rater.ID)
	}
	if in.Grader.Model != "" {
		m.Graders = appendNew(m.Graders, in.Grader.Model)
		for _, code := range in.Codes {
			if !slices.ContainsFunc(in.Gradings, func(g study.Grading) bool { return g.Rating.Code == code && g.Graded() }) {
				m.Ungraded++
			}
		}
	}
	copied, err := c.sawGold(ctx, s)
	if err != nil {
		return nil, err
	}
	m.SawGold += len(copied)
	m.Replayed = m.Replayed || in.Grader.Replayed
	if in.Gold {
		m.Gold++
	}
	for _, a := range f.Agreement {
		if a.Measure == evaluation.OfCategory {
			m.Alphas = append(m.Alphas, a.People)
		}
	}
	m.Guesses += f.Humans.Guesses
	m.Hits += f.Humans.Hits
	return reviewers, nil
}

// appendNew adds a word to a list that does not hold it yet.
func appendNew(list []string, word string) []string {
	if slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}
