package intake

import (
	"testing"

	"iucomstudien/internal/study"
)

func TestADecisionAnswersWhatWasAskedAndNothingElse(t *testing.T) {
	const cut = `{"model":"gpt-x","choices":[{"finish_reason":"length","message":{"content":"Die Kündi"}}]}`
	table := func(row string) Candidate {
		return read(t, "a.csv", "id;answer;source;consent\n"+row+"\n", Hint{}).Candidates[0]
	}
	for _, c := range []struct {
		name     string
		from     Candidate
		decision Decision
		use      Use
		problem  string
	}{
		{"consent confirmed", table("T01;Ja.;student;"), Decision{Consent: study.ConsentGiven}, UseYes, ""},
		{"consent denied", table("T01;Ja.;student;vielleicht"), Decision{Consent: study.ConsentDenied}, UseNo, "intake.no-consent"},
		{"nothing decided", table("T01;Ja.;student;"), Decision{AcceptEnd: true}, UseCheck, "intake.consent-missing"},
		{"a no in the table stays a no", table("T01;Ja.;student;no"), Decision{Consent: study.ConsentGiven}, UseNo, "intake.no-consent"},
		{"origin chosen: a model", table("1;Ja.;Marsmensch;"), Decision{Condition: study.Control}, UseYes, ""},
		{"origin chosen: a person with consent", table("T01;Ja.;Marsmensch;yes"), Decision{Condition: study.Student}, UseYes, ""},
		{"origin chosen: a person without consent", table("T01;Ja.;Marsmensch;"), Decision{Condition: study.Student}, UseCheck, "intake.consent-missing"},
		{"origin chosen: a name shows up", table("Anna Muster;Ja.;Marsmensch;yes"), Decision{Condition: study.Student}, UseNo, "intake.name-in-id"},
		{"cut off and accepted", read(t, "a.json", cut, Hint{Condition: study.OtherAI}).Candidates[0], Decision{AcceptEnd: true}, UseYes, ""},
		{"cut off, origin still open", read(t, "a.json", cut, Hint{}).Candidates[0], Decision{AcceptEnd: true}, UseCheck, "intake.condition-missing"},
		{"cut off, origin and end decided", read(t, "a.json", cut, Hint{}).Candidates[0], Decision{Condition: study.Control, AcceptEnd: true}, UseYes, ""},
		{"empty can not be accepted", read(t, "a.json", `{"model":"gpt-x","choices":[{"finish_reason":"stop","message":{"content":""}}]}`, Hint{Condition: study.OtherAI}).Candidates[0],
			Decision{AcceptEnd: true}, UseNo, "intake.finish-empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.from.Decide(c.decision)
			if err != nil {
				t.Fatal(err)
			}
			if got.Use != c.use || problemID(got) != c.problem {
				t.Errorf("use %s, problem %v", got.Use, got.Problem)
			}
			if got.Use == UseNo && c.problem == "intake.name-in-id" && got.Key+got.Answer.Origin.Participant != "" {
				t.Error("the name goes on")
			}
			if got.Answer.Finish != c.from.Answer.Finish {
				t.Errorf("the end became %s", got.Answer.Finish)
			}
		})
	}
}
