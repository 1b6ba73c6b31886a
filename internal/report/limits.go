package report

import (
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/studylog"
)

// manyAnswers is the number of answers below which an interval of agreement rests on few (see package stats).
const manyAnswers = 30

// Procedure tells step by step what was done.
func (p *page) Procedure() []string {
	steps := []string{p.N("report.procedure.collected", len(p.Answers))}
	if len(p.Refusals) > 0 {
		steps[0] += " " + p.N("report.procedure.refused", len(p.Refusals))
	}
	removed := 0
	for _, r := range p.Removals {
		removed += r.Count
	}
	steps = append(steps, p.N("report.procedure.blinded", removed), p.T("report.procedure.order", "seed", p.Test.Seed))
	if p.Commitment != "" {
		steps = append(steps, p.T("report.procedure.sealed"))
	}
	if len(p.Sheets) == 0 {
		steps = append(steps, p.T("report.procedure.nobody"))
	} else {
		var ids []string
		for _, s := range p.Sheets {
			ids = append(ids, s.Rater.ID)
		}
		steps = append(steps, p.N("report.procedure.people", len(ids), "ids", p.List(ids)))
	}
	if p.Grader != nil {
		s := p.T("report.procedure.grader", "model", p.Stated(p.Grader.Model))
		if n := p.graded(); n < len(p.Answers) {
			s = p.T("report.procedure.grader-some", "model", p.Stated(p.Grader.Model), "n", n, "all", len(p.Answers))
		}
		if p.Grader.Replayed {
			s += " " + p.T("report.ai.replayed")
		}
		for _, g := range p.Graders {
			if g.Complete && g.Rater.ID != p.Grader.ID {
				s += " " + p.T("report.procedure.grader-second", "rater", g.Rater.ID, "model", p.Stated(g.Rater.Model), "n", g.Graded, "all", len(p.Answers))
			}
		}
		steps = append(steps, s)
	}
	return append(steps, p.unblinded())
}

// unblinded says when the key was opened, and never that it waited where the log knows better.
func (p *page) unblinded() string {
	if early := p.early(); early != "" {
		return p.T("report.procedure.unblinded-early", "moment", p.Moment(p.Test.Finished)) + " " + early
	}
	return p.T("report.procedure.unblinded", "moment", p.Moment(p.Test.Finished))
}

// early says how often the key was opened before the unblinding.
func (p *page) early() string { return studylog.SayEarly(p.cat, studylog.Early(p.Log, p.Test.ID)) }

// Limits lists what the reader must not conclude, from the data themselves.
func (p *page) Limits() []string {
	all := []string{p.T("report.limit.one-question")}
	add := func(when bool, s string) {
		if when {
			all = append(all, s)
		}
	}
	add(len(p.Unfinished) > 0, p.unfinished())
	add(len(p.Answers) < manyAnswers, p.N("report.limit.few-answers", len(p.Answers)))
	add(len(p.Sheets) == 0, p.T("report.limit.nobody"))
	add(len(p.Sheets) == 1, p.T("report.limit.one-person"))
	add(len(p.Sheets) > 1 && len(p.Sheets) < 5, p.N("report.limit.few-people", len(p.Sheets)))
	single := p.singles()
	add(len(single) > 0, p.N("report.limit.single-answer", len(single), "origins", p.List(single)))
	gaps := p.gaps()
	add(gaps > 0, p.N("report.limit.gaps", gaps))
	all = append(all, p.blindingLimits()...)
	all = append(all, p.gradingLimits()...)
	if s := p.noMeasurement(); s != "" {
		all = append(all, s)
	}
	add(p.Figures.Gold && len(p.Gold) == 1, p.T("report.limit.one-expert"))
	add(!p.Figures.Gold, p.T("report.limit.no-gold"))
	add(p.Figures.Target && !p.Case.Reference.IsKnown(), p.T("report.limit.no-reference"))
	different, unknown := p.questions()
	add(len(different) > 0, p.N("report.limit.other-question", len(different), "codes", p.few(different)))
	add(len(unknown) > 0, p.N("report.limit.question-not-stated", len(unknown), "codes", p.few(unknown)))
	add(len(p.Refusals) > 0, p.N("report.limit.refused", len(p.Refusals)))
	return all
}

// singles names the conditions with one answer only.
func (p *page) singles() []string {
	var names []string
	for _, c := range p.Figures.Conditions {
		if len(c.Codes) == 1 {
			names = append(names, p.Condition(c.Condition))
		}
	}
	return names
}

// gaps counts the cells that people left empty, guesses included.
func (p *page) gaps() int {
	n := p.Figures.Humans.Missing
	for _, a := range p.Figures.Answers {
		m := a.People.Missing
		n += m.Category + m.Agreement + m.Grade + m.Grid + m.Target
	}
	return n
}

func (p *page) blindingLimits() []string {
	var all []string
	if early := p.early(); early != "" {
		all = append(all, early)
	}
	if n, because := studylog.TakenFindings(p.Log, p.Test.ID); n > 0 {
		all = append(all, p.N("report.limit.audit-taken", n, "because", because))
	}
	switch p.Figures.Humans.Conclusion {
	case stats.AboveChance:
		all = append(all, p.T("report.limit.recognised"))
	case stats.NotAboveChance:
		all = append(all, p.T("report.limit.not-proven"))
	default:
		all = append(all, p.T("report.limit.blinding-open"))
	}
	return all
}

func (p *page) gradingLimits() []string {
	if p.Grader == nil {
		if p.aiIncomplete() {
			return append(p.graderLimits(), p.T("report.limit.ai-incomplete"))
		}
		return append(p.graderLimits(), p.T("report.limit.no-ai"))
	}
	all := append(p.graderLimits(), p.T("report.limit.counts-by-ai"))
	if p.Grader.Replayed {
		all = append(all, p.T("report.limit.replayed"))
	}
	var low []string
	for _, a := range p.Figures.Agreement {
		if evaluation.StrengthOf(a.People) == evaluation.Weak {
			low = append(low, p.Measure(a.Measure))
		}
	}
	if len(low) > 0 {
		all = append(all, p.N("report.limit.weak-agreement", len(low), "measures", p.List(low)))
	}
	return all
}

// few lists the first codes and ends with «…» where a sentence could not hold them all.
func (p *page) few(codes []string) string {
	if len(codes) > manyNames {
		return strings.Join(codes[:manyNames], ", ") + " …"
	}
	return p.List(codes)
}

// questions names the answers that answered another question, and those of which it is not stated.
func (p *page) questions() (different, unknown []string) {
	for _, a := range p.Answers {
		switch same, ok := p.SameQuestion(a.Answer).Get(); {
		case !ok:
			unknown = append(unknown, string(a.Code))
		case !same:
			different = append(different, string(a.Code))
		}
	}
	return different, unknown
}
