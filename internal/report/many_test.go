package report_test

import (
	"bytes"
	"fmt"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// many is a test of n answers by so many people and an AI grader. Its verdicts differ from answer to answer in a
// fixed way.
func many(tb testing.TB, n, people int) *report.Model {
	tb.Helper()
	m := &report.Model{Program: "IUCOM Studien", Written: at(1), Study: study.Study{ID: "MANY", Name: "Many answers", Language: study.German},
		Case: study.Case{Facts: "Facts and questions.", TargetQuestion: "Yes or no?", Reference: study.Known(study.Yes)},
		Test: study.Test{ID: "Test-01", UseGold: true, State: study.Unblinded}, Gold: []study.GoldDocument{{Name: "expert.txt", Size: 1}},
		Grader: &report.Grader{Rater: study.Rater{ID: "AI", Kind: study.AIRater, Model: "grader"}}}
	for r := range people {
		m.Sheets = append(m.Sheets, evaluation.Sheet{Rater: study.Rater{ID: fmt.Sprintf("R%02d", r+1), Kind: study.HumanRater}})
	}
	for i := range n {
		code := study.Code(fmt.Sprintf("C%04d", i+1))
		m.Answers = append(m.Answers, report.Answer{Code: code, Answer: study.Answer{ID: string(code), Condition: study.Conditions()[i%5],
			Question: "Facts and questions.", Text: "Yes, because the term was kept.", Finish: study.Complete,
			Origin: study.Origin{Model: "model", Provider: "provider", Date: "2026-03-02"}, File: study.SourceFile{Name: "a.txt", SHA256: "00"}}})
		for r := range m.Sheets {
			m.Sheets[r].Ratings = append(m.Sheets[r].Ratings, verdict(code, i, i*7+r*3))
		}
		m.Gradings = append(m.Gradings, study.Grading{Rating: verdict(code, i, i*5), Sources: study.Known(study.SourceCounts{Checked: 6, Invented: i % 2}),
			Facts: study.Known(study.FactCounts{Checked: 4}), Bars: map[string]bool{"K1": true, "K2": i%2 == 0}, SystemA: study.Known(study.SystemA{Mean: 2.1, Level: 2}),
			Departures: []study.Departure{{Passage: "because the term was kept", Reason: "no proof", Evidence: "§ 1", Solution: "say so"}}})
	}
	figures(tb, m)
	return m
}

func verdict(code study.Code, i, x int) study.Rating {
	return study.Rating{Code: code, Category: study.Known(study.Categories()[(i+x/11)%3]), Agreement: study.Known(x % 101), Grade: study.Known(1 + x%5),
		Grid: study.Known(study.Grid(1 + x%5)), Target: study.Known(study.Yes), Guess: study.Known(study.Guesses()[(i+x/7)%2]),
		Comment: "a remark of a few words"}
}

// BenchmarkReport writes page, Word file and table of 2,000 answers by 7 raters.
func BenchmarkReport(b *testing.B) {
	m := many(b, 2000, 7)
	cat := catalogue(b, study.German)
	b.ReportAllocs()
	for b.Loop() {
		var page, doc, table bytes.Buffer
		for _, write := range []func() error{
			func() error { return report.HTML(&page, m, cat) },
			func() error { return report.DOCX(&doc, m, cat) },
			func() error { return report.CSV(&table, m, cat) },
		} {
			if err := write(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(page.Len())/1e6, "MB-html")
		b.ReportMetric(float64(doc.Len())/1e6, "MB-docx")
	}
}
