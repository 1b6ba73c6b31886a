package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

func TestAQuestionDiffersInWordsNotInTypography(t *testing.T) {
	m := &report.Model{Case: study.Case{Facts: "Ist die «Kündigung» wirksam –\nund ab wann?"}}
	for question, want := range map[string]string{
		"":  "(missing)",
		" ": "(missing)",
		"Ist die „Kündigung“  wirksam - und ab wann?": "true",
		"Ist die Kündigung wirksam - und ab wann?":    "false",
		"Ist die «Kündigung» wirksam?":                "false",
	} {
		if got := m.SameQuestion(study.Answer{Question: question}).String(); got != want {
			t.Errorf("%q: %s, want %s", question, got, want)
		}
	}
}

func TestTheReportStatesTheQuestionPerAnswer(t *testing.T) {
	m := tenancy(t)
	m.Case.Facts = "Is the notice effective?"
	m.Answers[0].Answer.Question = "Is the  notice effective?"
	m.Answers[1].Answer.Question = "Is the notice <b>void</b>?"
	m.Answers[2].Answer.Question = ""
	m.Answers[0].Answer.Finish, m.Answers[0].Answer.Accepted = study.FinTruncated, true
	words, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	var page, data bytes.Buffer
	if err := report.HTML(&page, m, words); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"identical with the question above", "Is the notice <del>effective?</del> <ins>&lt;b&gt;void&lt;/b&gt;?</ins>",
		"not stated; the question above is assumed", "cut off; takes part by decision of the study lead",
		"<td>declined by the model</td><td class=\"n\">1 of 4</td>", "<td>technical error in place of an answer</td><td class=\"n\">2 of 4</td>",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	if err := report.JSON(&data, m); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Answers []struct {
			Same       any                 `json:"same_question"`
			Difference []map[string]string `json:"question_difference"`
			Accepted   bool                `json:"accepted"`
		} `json:"answers"`
		Endings []struct{ N, Of int } `json:"endings"`
	}
	if err := json.Unmarshal(data.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	a := got.Answers
	if a[0].Same != true || len(a[0].Difference) != 0 || !a[0].Accepted || a[1].Same != false || len(a[1].Difference) != 3 || a[1].Accepted {
		t.Errorf("%+v", a[:2])
	}
	if len(got.Endings) != 4 || got.Endings[2].N != 2 || got.Endings[2].Of != 4 {
		t.Errorf("%+v", got.Endings)
	}
}

func TestEveryEndHasAFate(t *testing.T) {
	for _, f := range []study.Finish{
		study.FinTruncated, study.FinRefused, study.FinBlocked, study.FinToolCall, study.FinPaused, study.FinEmpty, study.FinUnknown, study.FinNotAnswer,
	} {
		if fate := report.FateOf(f); fate == report.LeftOut || fate == report.TookPart {
			t.Errorf("%s: %s", f, fate)
		}
	}
}
