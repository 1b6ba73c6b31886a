package conduct

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// StardModel gathers what the STARD report says. Its Written is the time of the last entry of the log, so that the same
// study gives the same report.
func (c *Conduct) StardModel(ctx context.Context, studyID string) (*stard.Model, error) {
	g := &stardGatherer{c: c, m: &stard.Model{Program: Program, Texts: map[string]stard.Text{}}, read: map[string]bool{}}
	var err error
	if g.m.Study, err = c.db.Study(ctx, studyID); err != nil {
		return nil, err
	}
	if g.log, err = c.db.Log(ctx, studyID); err != nil {
		return nil, err
	}
	tests, err := c.db.Tests(ctx, studyID)
	if err != nil {
		return nil, err
	}
	if err := g.written(ctx, studyID); err != nil {
		return nil, err
	}
	g.deleted(tests)
	for _, t := range tests {
		if err := g.add(ctx, Ref{Study: studyID, Test: t.ID}); err != nil {
			return nil, fmt.Errorf("test %s: %w", t.ID, err)
		}
	}
	slices.SortStableFunc(g.m.Participants, func(a, b stard.Participant) int { return a.Created.Compare(b.Created) })
	if err := g.finish(); err != nil {
		return nil, err
	}
	g.m.Result, err = stard.Compute(g.m.Participants)
	return g.m, err
}

// stardGatherer brings together what the report says.
type stardGatherer struct {
	c     *Conduct
	m     *stard.Model
	log   []studylog.Entry
	cases []sqlite.StardCase
	read  map[string]bool // cases that took part in a test already
	agree [2]stard.Agreed // people, AI
}

// written reads what the study lead wrote.
func (g *stardGatherer) written(ctx context.Context, studyID string) error {
	texts, err := g.c.db.Written(ctx, studyID, sqlite.StardReport)
	if err != nil {
		return err
	}
	for _, t := range texts {
		g.m.Texts[t.Place] = stard.Text{Text: t.Text, Changed: t.Changed}
	}
	g.cases, err = g.c.db.StardCases(ctx, studyID)
	return err
}

// deleted lists the tests with a target question that the log knows and the database does not hold any more. Their
// question is what was noted when they were made.
func (g *stardGatherer) deleted(tests []study.Test) {
	for _, e := range g.log {
		if e.Kind != studylog.TestCreated || slices.ContainsFunc(tests, func(t study.Test) bool { return t.ID == e.Test }) {
			continue
		}
		var made struct {
			Case     string `json:"case"`
			Question string `json:"target_question"`
		}
		if json.Unmarshal(e.Data, &made) == nil && made.Question != "" {
			g.m.Participants = append(g.m.Participants, stard.Participant{Test: e.Test, Case: made.Case, Question: made.Question,
				Created: e.Time, Excluded: stard.Cancelled})
		}
	}
}

// add gathers one test.
func (g *stardGatherer) add(ctx context.Context, ref Ref) error {
	s, err := g.c.situation(ctx, ref)
	if err != nil {
		return err
	}
	if s.kase.TargetQuestion == "" {
		g.m.Without++
		return nil
	}
	p := g.participant(s)
	switch {
	case s.test.State != study.Unblinded:
		p.Excluded = stard.Open
	case g.read[s.kase.ID]:
		p.Excluded = stard.Duplicate
	case len(s.blinded) == 0:
		p.Excluded = stard.NoAnswers
	default:
		g.read[s.kase.ID] = true
		if err := g.answers(ctx, s, &p); err != nil {
			return err
		}
	}
	g.m.Participants = append(g.m.Participants, p)
	return nil
}

// participant is a case with what is known of it beside its answers.
func (g *stardGatherer) participant(s *situation) stard.Participant {
	p := stard.Participant{Test: s.test.ID, Case: s.kase.ID, Title: s.kase.Title, Area: s.kase.Area, Jurisdiction: s.kase.Jurisdiction,
		LawAsOf: s.kase.LawAsOf, Question: s.kase.TargetQuestion, Length: utf8.RuneCountInString(s.kase.Facts), Created: s.test.Created,
		Unblinded: s.test.Finished, Reference: s.kase.Reference, ReferenceBy: s.kase.ReferenceBy, GoldShown: s.usesGold()}
	for _, d := range s.gold {
		d.Text = ""
		p.Gold = append(p.Gold, d)
	}
	if i := slices.IndexFunc(g.cases, func(k sqlite.StardCase) bool { return k.Test == p.Test }); i >= 0 {
		p.Severity, p.WhyNot = stard.Severity(g.cases[i].Severity), g.cases[i].WhyNot
	}
	for _, e := range g.log {
		if e.Test == p.Test {
			g.moment(e, &p)
		}
	}
	g.m.Early = append(g.m.Early, studylog.Early(g.log, p.Test)...)
	return p
}

// moment takes from an entry of the log when something was done.
func (g *stardGatherer) moment(e studylog.Entry, p *stard.Participant) {
	switch e.Kind {
	case studylog.TestCreated, studylog.ReferenceSet:
		var made struct {
			Reference study.Maybe[study.Target] `json:"reference"`
		}
		if json.Unmarshal(e.Data, &made) == nil && made.Reference == p.Reference && p.Reference.IsKnown() {
			p.ReferenceSet = e.Time
		}
	case studylog.AnswersImported, studylog.AnswerDecided, studylog.TextReplaced:
		p.Collected = latest(p.Collected, e.Time)
	case studylog.SheetImported, studylog.SheetReplaced, studylog.Graded:
		p.Graded = latest(p.Graded, e.Time)
	}
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// answers gathers the answers to a case with their readings, and those that were lost with the reason.
func (g *stardGatherer) answers(ctx context.Context, s *situation, p *stard.Participant) error {
	in, err := g.c.evaluationInput(ctx, s)
	if err != nil {
		return err
	}
	reading, err := stard.ReadTest(in)
	if err != nil {
		return err
	}
	g.take(s, in.Grader, reading)
	for _, sheet := range in.Sheets {
		if !slices.Contains(g.m.Reviewers, sheet.Rater.ID) {
			g.m.Reviewers = append(g.m.Reviewers, sheet.Rater.ID)
		}
	}
	rows, err := g.c.db.BlindingLog(ctx, s.ref)
	if err != nil {
		return err
	}
	codes := make(map[string]study.Code)
	for _, r := range rows {
		if _, twice := codes[r.AnswerID]; !twice && slices.Contains(in.Codes, r.Code) {
			codes[r.AnswerID] = r.Code
		}
	}
	for _, a := range s.answers {
		one := indexTest(a)
		one.Code = codes[a.ID]
		if read, ok := reading.Readings[one.Code]; ok && one.Lost == stard.NotLost {
			one.Reading, one.By = read.Target, read.By
		}
		if same, known := wordingOf(s.kase.Facts, a.Question).Same.Get(); known && !same && one.Lost == stard.NotLost {
			one.Lost = stard.OtherQuestion
		}
		p.Answers = append(p.Answers, one)
	}
	return g.lost(ctx, s, p)
}

// take adds up what a test contributes to the report as a whole.
func (g *stardGatherer) take(s *situation, grader study.Rater, r stard.TestReading) {
	g.agree[0], g.agree[1] = g.agree[0].Plus(r.People), g.agree[1].Plus(r.AI)
	g.agree[0].People = true
	g.m.Gaps += r.Gaps
	g.m.Events.Checked += r.Checked
	g.m.Events.Invented += r.Invented
	if r.Unmasked {
		g.m.Events.Unmasked = append(g.m.Events.Unmasked, s.test.ID)
	}
	if model := cmp.Or(grader.Model, grader.ID); model != "" && !slices.Contains(g.m.Graders, model) {
		g.m.Graders = append(g.m.Graders, model)
	}
}

// indexTest is an answer of a test.
func indexTest(a study.Answer) stard.Answer {
	one := stard.Answer{Condition: a.Condition, Origin: a.Origin, SHA256: a.File.SHA256}
	one.Origin.Prompt = ""
	if a.Origin.SawGold {
		one.Lost = stard.SawGold
	}
	if a.Withdrawn {
		one.Lost = stard.Withdrawn
	}
	return one
}

// losses says why an answer that was set aside has no reading, by how it ended.
var losses = map[study.Finish]stard.Loss{study.FinTruncated: stard.CutOff, study.FinRefused: stard.Refused, study.FinBlocked: stard.Blocked,
	study.FinEmpty: stard.Empty, study.FinNotAnswer: stard.Failed, study.FinToolCall: stard.Failed, study.FinPaused: stard.Failed, study.FinUnknown: stard.Failed}

// lost adds the answers that never were rated: set aside, or refused for want of consent.
func (g *stardGatherer) lost(ctx context.Context, s *situation, p *stard.Participant) error {
	asides, err := g.c.Asides(ctx, s.ref)
	if err != nil {
		return err
	}
	for _, a := range asides {
		one := indexTest(a.Answer)
		one.Lost = cmp.Or(losses[a.Answer.Finish], stard.LeftOut)
		if a.Open {
			one.Lost = stard.Undecided
		}
		if one.Condition.Valid() {
			p.Answers = append(p.Answers, one)
		}
	}
	refusals, err := g.c.db.Refusals(ctx, s.ref)
	if err != nil {
		return err
	}
	for _, r := range refusals {
		g.m.Events.Refused++
		if r.ProblemID != "intake.no-consent" {
			continue
		}
		condition := study.Student
		if strings.HasPrefix(r.Participant, "P") {
			condition = study.Professional
		}
		p.Answers = append(p.Answers, stard.Answer{Condition: condition, Origin: study.Origin{Participant: r.Participant, Consent: study.ConsentDenied}, Lost: stard.NoConsent})
	}
	return nil
}

// finish fills in what is known of the study as a whole.
func (g *stardGatherer) finish() error {
	g.m.Agreement = g.agree[:]
	g.m.Agreement[0].People = true
	for _, p := range g.m.Participants {
		for _, a := range p.Answers {
			switch a.Lost {
			case stard.Failed:
				g.m.Events.Failed++
			case stard.Blocked:
				g.m.Events.Blocked++
			case stard.Withdrawn:
				g.m.Events.Withdrawn++
			}
		}
	}
	kept, err := hypothesesIn(g.log)
	if err != nil {
		return err
	}
	for _, k := range kept {
		g.m.Hypotheses = append(g.m.Hypotheses, stard.Planned{ID: k.ID, Claim: k.Claim, Time: k.Time})
	}
	g.m.LogHead, g.m.LogEntries = studylog.Head(g.log), len(g.log)
	if n := len(g.log); n > 0 {
		g.m.Written = g.log[n-1].Time
	}
	return nil
}
