package answering_test

import (
	"context"
	"testing"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// says is an asker that always gives one reply.
type says ledger.Reply

func (s says) Ask(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Reply: ledger.Reply(s)}, nil
}

func TestOnlyATextThatKeptEverythingIsTaken(t *testing.T) {
	refs, err := legalref.New()
	if err != nil {
		t.Fatal(err)
	}
	const before = "Der Zins mindertt sich nach § 1096 ABGB um 20 % ab 1.5.2026, sagt [PERSON-1]."
	const turned = "Der Zins mindert sich nach § 1096 ABGB nicht um 20 % ab 1.5.2026, sagt [PERSON-1]."
	for name, c := range map[string]struct {
		after  string
		finish study.Finish
		why    string
	}{
		"spelling":            {"Der Zins mindert sich nach § 1096 ABGB um 20 % ab 1.5.2026, sagt [PERSON-1].", study.Complete, ""},
		"another provision":   {"Der Zins mindert sich nach § 1097 ABGB um 20 % ab 1.5.2026, sagt [PERSON-1].", study.Complete, answering.KeptChanged},
		"another figure":      {"Der Zins mindert sich nach § 1096 ABGB um 25 % ab 1.5.2026, sagt [PERSON-1].", study.Complete, answering.KeptChanged},
		"another date":        {"Der Zins mindert sich nach § 1096 ABGB um 20 % ab 2.5.2026, sagt [PERSON-1].", study.Complete, answering.KeptChanged},
		"another placeholder": {"Der Zins mindert sich nach § 1096 ABGB um 20 % ab 1.5.2026, sagt [PERSON-2].", study.Complete, answering.KeptChanged},
		"turned round":        {turned, study.Complete, answering.KeptTurned},
		"cut off":             {"Der Zins mindert sich", study.FinTruncated, answering.KeptFinish},
		"nothing":             {"", study.Complete, answering.KeptFinish},
		"with marks":          {"<<<TEXT 123456>>>\n" + before, study.Complete, answering.KeptMarks},
	} {
		a, err := answering.Align(t.Context(), says{Text: c.after, Finish: c.finish}, answering.Setup{}, refs, study.German, "s", before)
		if err != nil {
			t.Fatal(err)
		}
		if a.Why != c.why || a.Taken != (c.why == "") || !a.Taken && a.Text != before || a.Taken && a.Text != c.after {
			t.Errorf("%s: %+v", name, a)
		}
	}
}
