package report

import (
	"strings"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// SameQuestion tells whether an answer answered the question of the case: whether it is known, and then whether the
// wording is the same but for white space and typography.
func (m *Model) SameQuestion(a study.Answer) study.Maybe[bool] {
	if strings.TrimSpace(a.Question) == "" {
		return study.Maybe[bool]{}
	}
	return study.Known(intake.SameQuestion(m.Case.Facts, a.Question))
}

// Difference compares the question of an answer with that of the case, word by word and with the placeholders that the
// raters read; empty where both are the same, or one is not known.
func (m *Model) Difference(a study.Answer) []intake.DiffPart {
	if same, known := m.SameQuestion(a).Get(); !known || same {
		return nil
	}
	return intake.DiffQuestion(m.withPlaceholders(m.Case.Facts), m.withPlaceholders(a.Question))
}

// Facts is what the answers were asked, as the raters read it.
func (p *page) Facts() string {
	if p.NamesHidden() {
		return p.FactsRead
	}
	return p.Case.Facts
}

// FactsIntro says whose words the facts are.
func (p *page) FactsIntro() string {
	if p.NamesHidden() {
		return p.T("report.method.facts-read")
	}
	return p.T("report.method.facts")
}

// OtherQuestions tells whether any answer answered another question than that of the case.
func (p *page) OtherQuestions() bool {
	different, _ := p.questions()
	return len(different) > 0
}

// dataDifference is a run of words of a difference.
type dataDifference struct {
	Kind intake.DiffKind `json:"kind"`
	Text string          `json:"text"`
}

func (m *Model) dataDifference(a study.Answer) []dataDifference {
	list := []dataDifference{}
	for _, p := range m.Difference(a) {
		list = append(list, dataDifference(p))
	}
	return list
}
