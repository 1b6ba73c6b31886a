package conduct

import (
	"context"

	"iucomstudien/internal/blinding/telltale"
	"iucomstudien/internal/study"
)

// Audit is what a look at the blind folder finds before it is handed out: what names an origin, and what style gives
// away.
type Audit struct {
	Findings []*study.Problem // of the leak audit; each stops the hand-out until it is mended or accepted
	Leak     telltale.Leak    // over all blinded answers of the study
	Oddities []Oddities       // per answer of this test, in blind order
}

// Oddities are the outward features in which one answer stands out from the others of its test.
type Oddities struct {
	Code study.Code
	List []telltale.Oddity
}

// Audit makes the blind folder of a blinded test in memory and audits it. Nothing is written.
func (c *Conduct) Audit(ctx context.Context, ref Ref) (Audit, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return Audit{}, err
	}
	if !isBlinded(s) {
		return Audit{}, &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": ref.Test}}
	}
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return Audit{}, err
	}
	out, err := c.blindFolder(ctx, s, key, reader{})
	if err != nil {
		return Audit{}, err
	}
	var a Audit
	if a.Findings, err = auditAll(s, []blind{out}); err != nil {
		return Audit{}, err
	}
	texts := make([]string, len(s.blinded))
	for i, b := range s.blinded {
		texts[i] = b.Text
	}
	for i, list := range telltale.Profiles(texts) {
		a.Oddities = append(a.Oddities, Oddities{Code: s.blinded[i].Code, List: list})
	}
	a.Leak, err = c.leak(ctx, s)
	return a, err
}

// leak measures over every blinded answer of the study how well style alone tells people from machines.
func (c *Conduct) leak(ctx context.Context, s *situation) (telltale.Leak, error) {
	tests, err := c.db.Tests(ctx, s.ref.Study)
	if err != nil {
		return telltale.Leak{}, err
	}
	var samples []telltale.Sample
	for _, t := range tests {
		ref := Ref{Study: s.ref.Study, Test: t.ID}
		rows, err := c.db.BlindingLog(ctx, ref)
		if err != nil {
			return telltale.Leak{}, err
		}
		for _, row := range rows {
			a, err := c.db.Answer(ctx, ref, row.AnswerID)
			if err != nil {
				return telltale.Leak{}, err
			}
			samples = append(samples, telltale.Sample{Text: row.Text, Human: a.Condition.Human(), Question: t.CaseID})
		}
	}
	return telltale.Measure(ctx, samples, resamplingSeed(s.ref, s.test.Seed))
}
