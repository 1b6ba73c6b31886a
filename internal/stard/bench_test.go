package stard_test

import (
	"fmt"
	"io"
	"testing"

	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

// BenchmarkReport writes the page and the Word file of 400 cases under five conditions: 2,000 answers.
func BenchmarkReport(b *testing.B) {
	m := model(b)
	m.Participants = nil
	for i := range 400 {
		p := one(fmt.Sprintf("T%03d", i), []study.Target{study.Yes, study.No}[i%2])
		for j, c := range study.Conditions() {
			p.Answers = append(p.Answers, stard.Answer{Condition: c, By: study.HumanRater, Code: study.CodeAt(j), Reading: study.Known(study.Targets()[(i+j)%3])})
		}
		m.Participants = append(m.Participants, p)
	}
	cat := catalogue(b, study.German)
	for b.Loop() {
		m.Result = compute(b, m.Participants)
		if err := stard.HTML(io.Discard, m, cat); err != nil {
			b.Fatal(err)
		}
		if err := stard.Docx(io.Discard, m, cat); err != nil {
			b.Fatal(err)
		}
	}
}
