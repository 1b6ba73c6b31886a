package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// table reads what CSV wrote.
func table(t *testing.T, m *report.Model, l study.Language, comma rune) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := report.CSV(&b, m, catalogue(t, l)); err != nil {
		t.Fatal(err)
	}
	text, ok := strings.CutPrefix(b.String(), "\ufeff")
	if !ok {
		t.Fatal("no byte order mark")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestTheTableHasARowForEachRaterAndAnswerAndNoEmptyCell(t *testing.T) {
	for name, m := range variants(t) {
		want := 1
		for range m.Answers {
			want += len(m.Sheets)
		}
		for _, a := range m.Answers {
			for _, g := range m.Gradings {
				if g.Rating.Code == a.Code && m.Grader != nil {
					want++
				}
			}
		}
		rows := table(t, m, study.German, ';')
		if len(rows) != want {
			t.Errorf("%s: %d rows, want %d", name, len(rows), want)
		}
		for i, row := range rows {
			for j, cell := range row {
				if strings.TrimSpace(cell) == "" {
					t.Errorf("%s: row %d, column %q is empty", name, i+1, rows[0][j])
				}
			}
		}
	}
}

func TestNoCellOfTheTableStartsAFormula(t *testing.T) {
	m := tenancy(t)
	rapid.Check(t, func(rt *rapid.T) {
		start := rapid.SampledFrom([]string{"=", "+", "-", "@", "\t", "\r", "\n", " =", "\u00a0+", "＝", ""}).Draw(rt, "start")
		text := start + rapid.StringN(0, 12, -1).Draw(rt, "text")
		m.Sheets[0].Ratings[0].Comment = text
		var b bytes.Buffer
		if err := report.CSV(&b, m, catalogue(t, study.English)); err != nil {
			rt.Fatal(err)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.String(), "\ufeff")))
		rows, err := r.ReadAll()
		if err != nil {
			rt.Fatal(err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if rest := strings.TrimSpace(cell); rest != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(rest)[0]) {
					rt.Fatalf("%q starts a formula", cell)
				}
			}
		}
	})
}

func TestTheTableSpeaksTheLanguageOfTheReport(t *testing.T) {
	rows := table(t, tenancy(t), study.Polish, ';')
	last := rows[len(rows)-1] // the AI grader on K
	column := func(name string) string {
		for i, h := range rows[0] {
			if h == name {
				return last[i]
			}
		}
		t.Fatalf("no column %q in %q", name, rows[0])
		return ""
	}
	if got := column("Średnia Q1–Q8"); got != "3,40" {
		t.Errorf("mean %q, want a decimal comma", got)
	}
	if got := column("Kategoria"); got != "niepełna" {
		t.Errorf("category %q", got)
	}
	if got := column("Ocena 1–5"); got != "n/d" {
		t.Errorf("the AI grader's grade is %q, want the word for not applicable", got)
	}
}

func TestTheDataFileHoldsEveryRatingAndFigureAndNoBareNull(t *testing.T) {
	for name, m := range variants(t) {
		var b bytes.Buffer
		if err := report.JSON(&b, m); err != nil {
			t.Fatal(err)
		}
		var d struct {
			Format  string
			Ratings []map[string]any
			Figures []struct {
				Name   string
				Figure map[string]any
			}
		}
		if err := json.Unmarshal(b.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.Format != "iucom-data/1" || len(d.Figures) != len(m.Figures.List()) {
			t.Errorf("%s: format %q, %d figures", name, d.Format, len(d.Figures))
		}
		for _, f := range d.Figures {
			if f.Figure["value"] == nil && f.Figure["reason"] == nil {
				t.Errorf("%s: %s has neither value nor reason", name, f.Name)
			}
		}
		for _, r := range d.Ratings {
			for field, v := range r {
				if v == nil {
					t.Errorf("%s: %s of %v is null", name, field, r["code"])
				}
			}
		}
	}
}

func TestTheDataFileHoldsNoWordingOfAnAnswer(t *testing.T) {
	m := tenancy(t)
	for i := range m.Answers {
		m.Answers[i].Answer.Text, m.Answers[i].Blinded = "the original wording", "the blinded wording"
	}
	var b bytes.Buffer
	if err := report.JSON(&b, m); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "wording") {
		t.Error("an answer's text is in the data file")
	}
	if page := html(t, m, study.English); strings.Contains(page, "the original wording") || !strings.Contains(page, "the blinded wording") {
		t.Error("the page must print the answers as the raters saw them, and no other way")
	}
}

func TestFindingsAreTheSummaryWithoutThePage(t *testing.T) {
	m := tenancy(t)
	page := html(t, m, study.German)
	findings := report.Findings(m, catalogue(t, study.German))
	if len(findings) != 9 {
		t.Errorf("%d findings, want 9", len(findings))
	}
	for _, f := range findings {
		if !strings.Contains(page, "<strong>"+f.Lead+".</strong>") {
			t.Errorf("the page lacks the paragraph %q", f.Lead)
		}
	}
}
