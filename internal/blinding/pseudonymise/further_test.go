package pseudonymise

import (
	"encoding/json"
	"testing"

	"iucomstudien/internal/study"
)

// TestTextsWithoutPersonsStay holds sentences full of courts, authors, case names, towns, products and roles, and of no party.
func TestTextsWithoutPersonsStay(t *testing.T) {
	p := newForTest(t)
	readLines(t, "testdata/further/untouched.jsonl", func(line []byte) {
		var c struct {
			Lang study.Language `json:"lang"`
			Text string         `json:"text"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if got := p.Texts([]string{c.Text}, Options{Lang: c.Lang}).Texts[0].Output; got != c.Text {
			t.Errorf("nothing is to be replaced in\n %s\n got %s", c.Text, got)
		}
	})
}
