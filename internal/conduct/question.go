package conduct

import (
	"context"
	"slices"
	"strings"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Wording is a question with which answers were produced, beside the question of the case.
type Wording struct {
	Question   string            // "" when it is not known
	Answers    []study.Answer    // that were produced with it; without an ID before the import
	Same       study.Maybe[bool] // but for white space and typography; Missing when one of the two is not known
	Difference []intake.DiffPart // word by word, from the case's question to this one; only when they differ
}

// maxWordings bounds the grouping of questions that differ in white space or typography alone; questions that are
// written alike are grouped beyond it, too.
const maxWordings = 200

// wordings groups answers by their question, in the order in which the questions come.
func wordings(facts string, answers []study.Answer) []Wording {
	var list []Wording
	written := make(map[string]int) // question as it is written -> its place in the list
	for _, a := range answers {
		i, known := written[a.Question]
		if !known {
			i = slices.IndexFunc(list[:min(len(list), maxWordings)], func(w Wording) bool { return intake.SameQuestion(w.Question, a.Question) })
			if i < 0 {
				list = append(list, wordingOf(facts, a.Question))
				i = len(list) - 1
			}
			written[a.Question] = i
		}
		list[i].Answers = append(list[i].Answers, a)
	}
	return list
}

// wordingOf compares a question with that of the case.
func wordingOf(facts, question string) Wording {
	w := Wording{Question: question}
	if strings.TrimSpace(question) == "" || strings.TrimSpace(facts) == "" {
		return w
	}
	same := intake.SameQuestion(facts, question)
	w.Same = study.Known(same)
	if !same {
		w.Difference = intake.DiffQuestion(facts, question)
	}
	return w
}

// warnOfQuestions says which answers answered another question than the case's, and that a question can be taken over.
func (p *AnswerPreview) warnOfQuestions() {
	var other []study.Answer
	for _, w := range p.Wordings {
		if same, known := w.Same.Get(); known && !same {
			other = append(other, w.Answers...)
		}
	}
	if len(other) > 0 {
		p.Warnings = append(p.Warnings, &study.Problem{ID: "import.question-differs", Args: map[string]any{
			"n": len(other), "all": len(p.comparable()), "at": fewPlaces(other),
		}})
	}
	if p.in.kase.Facts == "" && !p.choices.TakeQuestion && slices.ContainsFunc(p.Wordings, func(w Wording) bool { return w.Question != "" }) {
		p.Warnings = append(p.Warnings, &study.Problem{ID: "import.question-to-take", Args: map[string]any{"case": p.in.kase.ID}})
	}
}

// placesOf are the places that answers come from, each once, as they are stored: [lang.Catalogue.At] says them.
func placesOf(answers []study.Answer) []string {
	var list []string
	for _, a := range answers {
		at := a.File.Name
		if a.File.At != "" {
			at += ": " + a.File.At
		}
		if !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// maxPlaces is how many places a sentence names.
const maxPlaces = 8

// fewPlaces are places for a sentence.
func fewPlaces(answers []study.Answer) []string {
	places := placesOf(answers)
	if len(places) > maxPlaces {
		return append(places[:maxPlaces:maxPlaces], "…")
	}
	return places
}

// questionToTake is the one question of the answers that come in, for a case that has none. Problems:
// import.case-has-question, import.no-question, import.several-questions (Args: n).
func (p AnswerPreview) questionToTake() (string, error) {
	args := map[string]any{"case": p.in.kase.ID}
	if p.in.kase.Facts != "" {
		return "", &study.Problem{ID: "import.case-has-question", Args: args}
	}
	var questions []string
	for _, w := range wordings("", answersOf(p.Candidates())) {
		if strings.TrimSpace(w.Question) != "" {
			questions = append(questions, w.Question)
		}
	}
	switch len(questions) {
	case 0:
		return "", &study.Problem{ID: "import.no-question", Args: args}
	case 1:
		return questions[0], nil
	}
	args["n"] = len(questions)
	return "", &study.Problem{ID: "import.several-questions", Args: args}
}

// answersOf are the answers of candidates.
func answersOf(list []Candidate) []study.Answer {
	answers := make([]study.Answer, len(list))
	for i, k := range list {
		answers[i] = k.Answer
	}
	return answers
}

// setFacts gives a case its question, which it must not have yet, and tells the log of the study that brought it.
func setFacts(ctx context.Context, tx *sqlite.Tx, k study.Case, facts, test string) error {
	k.Facts = facts
	if err := tx.UpdateCase(ctx, k); err != nil {
		return err
	}
	return tx.Note(ctx, studylog.CaseChanged, test, map[string]any{"case": k.ID, "facts_sha256": sumText(facts)})
}

// SetFacts gives a case of the archive its question, as long as it has none. Problem: case.has-facts.
func (c *Conduct) SetFacts(ctx context.Context, id, facts string) error {
	k, err := c.db.Case(ctx, id)
	switch {
	case err != nil:
		return err
	case k.Facts != "":
		return &study.Problem{ID: "import.case-has-question", Args: map[string]any{"case": id}}
	case strings.TrimSpace(facts) == "":
		return &study.Problem{ID: "conduct.no-facts"}
	}
	return c.db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error { return setFacts(ctx, tx, k, facts, "") })
}

// Wordings lists the questions with which the answers of a test were produced, compared with that of its case.
func (c *Conduct) Wordings(ctx context.Context, ref Ref) ([]Wording, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	return wordings(s.kase.Facts, slices.DeleteFunc(s.answers, func(a study.Answer) bool { return a.Withdrawn })), nil
}

// Places are the stored places that the answers of the wording come from, each once; [lang.Catalogue.At] says them.
func (w Wording) Places() []string { return placesOf(w.Answers) }

// WordingOf compares the question of one candidate with that of the case.
func (p AnswerPreview) WordingOf(k Candidate) Wording {
	return wordingOf(p.in.kase.Facts, k.Answer.Question)
}
