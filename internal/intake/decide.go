package intake

import (
	"fmt"

	"iucomstudien/internal/study"
)

// Decision is what a person says about a candidate that had to be asked about. What is left empty stays as it was.
type Decision struct {
	Condition study.Condition // where the answer comes from
	Consent   study.Consent   // of the person who wrote it
	AcceptEnd bool            // the answer may take part though it was cut off, paused or ended in an unknown way
}

// Decide gives the candidate after a person's decision, judged anew by the same rules: a decision can answer what was asked, but not
// make usable what is no answer, has no consent or carries a name. The candidate itself stays as it is.
func (c Candidate) Decide(d Decision) (Candidate, error) {
	rules, err := loadRules()
	if err != nil {
		return c, fmt.Errorf("deciding about an answer: %w", err)
	}
	if c.Use != UseCheck {
		return c, nil
	}
	if d.Condition != "" && d.Condition != c.Answer.Condition {
		c.Answer.Condition = d.Condition
		if d.Condition.Human() {
			o := c.Answer.Origin
			c.Answer.Origin = study.Origin{Participant: c.Key, Date: o.Date, Aids: rules.aids(c.Aids), Consent: c.Stated, AIConsent: c.StatedAI}
		}
	}
	if d.Consent != "" && c.Answer.Condition.Human() {
		c.Answer.Origin.Consent = d.Consent
	}
	judged := c
	if d.AcceptEnd && useOf(c.Answer.Finish, c.Answer.Text) == UseCheck {
		judged.Answer.Finish = study.Complete // for this judgement only: the stored end stays what it was
	}
	c.settle(rules.judge(judged))
	if c.Problem != nil {
		c.Problem.File = c.Answer.File.Name
	}
	return c, nil
}

// Judged gives the candidate with its use judged by the rules, for an answer that came from no file.
func (c Candidate) Judged() (Candidate, error) {
	rules, err := loadRules()
	if err != nil {
		return c, fmt.Errorf("judging an answer: %w", err)
	}
	c.settle(rules.judge(c))
	if c.Problem != nil {
		c.Problem.File = c.Answer.File.Name
	}
	return c, nil
}
