package conduct_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// TestNoRowOfATableIsLostOrCountedTwice holds whatever stands in the rows and whatever a person decides: each row is
// taken, waits, is an outcome or is refused with a reason; and nothing is taken without a clear consent.
func TestNoRowOfATableIsLostOrCountedTwice(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.IntRange(1, 12).Draw(rt, "rows")
		var b strings.Builder
		b.WriteString("answer;source;id;consent\n")
		for i := range rows {
			fmt.Fprintf(&b, "%s;%s;%s;%s\n",
				rapid.SampledFrom([]string{"", "Eins.", "Zwei.", fmt.Sprintf("Antwort %d.", i)}).Draw(rt, "answer"),
				rapid.SampledFrom([]string{"student", "lawyer", "KI", "Marsmensch", ""}).Draw(rt, "source"),
				rapid.SampledFrom([]string{"", "T01", "T02", "P01", "Anna Huber", "007"}).Draw(rt, "id"),
				rapid.SampledFrom([]string{"ja", "nein", "", "vielleicht", "x"}).Draw(rt, "consent"))
		}
		file := conduct.File{Name: "rows.csv", Data: []byte(b.String())}
		p, err := c.PreviewAnswers(ctx, ref, []conduct.File{file}, conduct.Hint{})
		if err != nil {
			rt.Fatal(err)
		}
		if p.Files[0].Error != nil {
			return // rows of blanks alone make no table
		}
		choices := conduct.Choices{Conditions: map[string]study.Condition{"": rapid.SampledFrom(append(study.Conditions(), "")).Draw(rt, "condition")}}
		for _, k := range p.Files[0].Candidates {
			if rapid.Bool().Draw(rt, "consents") {
				choices.Consent = append(choices.Consent, k.Answer.File.At)
			}
		}
		if p, err = p.Decide(choices); err != nil {
			rt.Fatal(err)
		}
		all := len(p.Files[0].Candidates)
		if got := len(p.Candidates()) + len(p.Open()) + len(p.Outcomes()) + len(p.Refused()); got != all {
			rt.Fatalf("%d rows, %d accounted for", all, got)
		}
		checkTaken(rt, p)
	})
}

// checkTaken asks what must hold of every answer that would be taken over.
func checkTaken(rt *rapid.T, p conduct.AnswerPreview) {
	given := make(map[string]bool)
	for _, k := range p.Candidates() {
		o := k.Answer.Origin
		if strings.TrimSpace(k.Answer.Text) == "" || !k.Answer.Condition.Valid() || k.Problem != nil || k.Use != intake.UseYes {
			rt.Fatalf("taken: %+v", k)
		}
		if !k.Answer.Condition.Human() {
			continue
		}
		if o.Consent != study.ConsentGiven || o.Participant == "" || given[o.Participant] || strings.Contains(o.Participant, "Huber") {
			rt.Fatalf("taken: %+v", k)
		}
		given[o.Participant] = true
	}
}
