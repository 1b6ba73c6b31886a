package report_test

import (
	"bytes"
	"strings"
	"testing"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// TestTheReportPrintsNoNameThatTheRatersDidNotRead puts names wherever the facts come from: the facts themselves, the
// differing question of an answer, the wording of a request.
func TestTheReportPrintsNoNameThatTheRatersDidNotRead(t *testing.T) {
	m := tenancy(t)
	m.Case.Facts = "Frau Anna Huber kündigt Peter Nowak. Herr Nowak zieht zur Annahme in den Hubertushof. Ist das wirksam?"
	m.FactsRead = "Frau [PERSON-1] kündigt [PERSON-2]. Herr [PERSON-2] zieht zur Annahme in den Hubertushof. Ist das wirksam?"
	m.Answers[0].Answer.Question = "Frau Anna Huber kündigt Nowak. Hat Huber recht?"
	m.Requests = append(m.Requests, ledger.Entry{Hash: "h", Request: ledger.Request{Purpose: string(llm.ForControl), Text: "Bitte beantworten:\n" + m.Case.Facts + "\nEnde. Peter Nowak fragt."}})
	for _, l := range study.Languages() {
		for kind, page := range map[string]string{"page": html(t, m, l), "Word": part(t, docx(t, m, l), "word/document.xml"), "data": dataOf(t, m)} {
			for _, name := range []string{"Anna ", "Huber ", "Nowak"} {
				if strings.Contains(page, name) {
					t.Errorf("%s, %s: %q is printed", l, kind, name)
				}
			}
			if kind == "data" {
				continue
			}
			for _, want := range []string{"[PERSON-1] kündigt", "Hubertushof", "Annahme", "[PERSON-2] fragt.", catalogue(t, l).T("report.method.facts-read")} {
				if !strings.Contains(page, want) {
					t.Errorf("%s, %s: %q is missing", l, kind, want)
				}
			}
		}
	}
	m.FactsRead = m.Case.Facts
	if page := html(t, m, study.German); !strings.Contains(page, "Anna Huber") {
		t.Error("facts that the raters read in clear are printed otherwise")
	}
}

func dataOf(t *testing.T, m *report.Model) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.JSON(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
