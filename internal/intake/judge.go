package intake

import (
	"strings"

	"iucomstudien/internal/study"
)

// judge decides about a candidate's use: first what forbids it, then what has to be asked.
func (r *rules) judge(c Candidate) (Use, *study.Problem) {
	a := c.Answer
	if len(a.Text) > MaxAnswer {
		return UseNo, about("intake.answer-too-large", c, "limit", "1 MB")
	}
	if use := useOf(a.Finish, a.Text); use != UseYes {
		return use, about("intake.finish-"+string(finishOf(a)), c, "word", c.FinishRaw)
	}
	if a.Condition.Human() {
		if use, p := consentOf(c); p != nil {
			return use, p
		}
		if id := a.Origin.Participant; id != "" && !r.participant(id) {
			return UseNo, about("intake.name-in-id", c)
		}
	}
	if a.Condition == "" {
		return UseCheck, about("intake.condition-missing", c)
	}
	return UseYes, nil
}

// settle keeps a judgement. A name in the ID goes no further than here.
func (c *Candidate) settle(use Use, why *study.Problem) {
	c.Use, c.Problem = use, why
	if why != nil && why.ID == "intake.name-in-id" {
		c.Answer.Origin.Participant, c.Key = "", ""
	}
}

// useOf is what the way an answer ended says about its use.
func useOf(f study.Finish, text string) Use {
	if strings.TrimSpace(text) == "" {
		return UseNo
	}
	switch f {
	case study.Complete, study.FinNotStated:
		return UseYes
	case study.FinTruncated, study.FinPaused, study.FinUnknown:
		return UseCheck
	}
	return UseNo
}

// finishOf is the end by which an answer that can not be used is called.
func finishOf(a study.Answer) study.Finish {
	if a.Finish == study.FinNotStated || a.Finish == study.Complete {
		return study.FinEmpty
	}
	return a.Finish
}

// consentOf judges a person's answer by the consent.
func consentOf(c Candidate) (Use, *study.Problem) {
	switch c.Answer.Origin.Consent {
	case study.ConsentGiven:
		return UseYes, nil
	case study.ConsentDenied:
		return UseNo, about("intake.no-consent", c)
	case study.ConsentUnclear:
		return UseCheck, about("intake.consent-unclear", c)
	}
	return UseCheck, about("intake.consent-missing", c)
}

// about makes a Problem about a candidate. The identifier is named only when it is one: a name is never repeated.
func about(id string, c Candidate, args ...any) *study.Problem {
	p := &study.Problem{ID: id, Args: map[string]any{"at": c.Answer.File.At, "id": ""}}
	if c.Answer.Condition.Human() {
		if study.ValidParticipant(c.Answer.Origin.Participant) {
			p.Args["id"] = c.Answer.Origin.Participant
		}
	} else if c.Key != "" {
		p.Args["id"] = c.Key
	}
	for i := 0; i+1 < len(args); i += 2 {
		p.Args[args[i].(string)] = args[i+1]
	}
	return p
}
