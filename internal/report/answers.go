package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// AnswerView is one answer in words.
type AnswerView struct {
	Code       study.Code
	Condition  study.Condition
	ID         string // of its place in the page
	Class      string // of the colour
	Source     string // who or what wrote it, in a line
	Text       string // as the raters saw it
	Length     string // in words
	Unmeasured bool   // the run had the gold standard attached
	Verdicts   []VerdictRow
	Grading    *GradingView
	Origin     []OriginRow
}

// VerdictRow is what one rater said, in words.
type VerdictRow struct{ Rater, Category, Agreement, Grade, Grid, Target, Guess, Comment string }

// GradingView is what only the AI grader is asked, in words.
type GradingView struct {
	Sources, Facts, Bars, Quality, SystemA, Sub string
	Notes                                       []string
	Departures                                  []study.Departure
}

// OriginRow is one fact about the origin of an answer.
type OriginRow struct {
	Name, Value string
	Mono        bool
	Difference  []intake.DiffPart // word by word, in place of the value
}

// AnswerViews lists the answers in blind order.
func (p *page) AnswerViews() []AnswerView {
	var all []AnswerView
	for _, a := range p.Answers {
		c := a.Answer.Condition
		v := AnswerView{Code: a.Code, Condition: c, ID: answerID(a.Code), Class: colourClass(c), Text: a.Blinded, Source: p.source(a.Answer),
			Verdicts: p.verdictRows(a), Grading: p.gradingView(a.Code), Origin: p.originRows(a), Length: p.Whole(a.Words()), Unmeasured: a.GoldAttached}
		all = append(all, v)
	}
	return all
}

// source names model and provider, or the qualification of the person.
func (p *page) source(a study.Answer) string {
	var parts []string
	if a.Condition.Human() {
		parts = append(parts, p.qualification(a.Origin.Qualification))
		if a.Origin.Participant != "" {
			parts = append(parts, a.Origin.Participant)
		}
	} else {
		for _, s := range []string{a.Origin.Model, a.Origin.Provider, a.Origin.Version} {
			if s != "" {
				parts = append(parts, s)
			}
		}
	}
	if a.Origin.Date != "" {
		parts = append(parts, p.DateOf(a.Origin.Date))
	}
	return p.Stated(strings.Join(parts, ", "))
}

func (p *page) qualification(q study.Qualification) string {
	if key := "report.qualification." + string(q); q != "" && p.cat.Has(key) {
		return p.T(key)
	}
	return p.Stated(string(q))
}

// verdictRows lists the people's verdicts and the AI grader's. A person without a row for the code has the word for
// missing in each cell.
func (p *page) verdictRows(a Answer) []VerdictRow {
	var rows []VerdictRow
	for i, s := range p.Sheets {
		rows = append(rows, p.verdictRow(p.Rater(s.Rater), p.at.rating(p.Model, i, a.Code), a.Answer.Condition))
	}
	if g, ok := p.at.grading(p.Model, a.Code); ok && p.Grader != nil {
		row := p.verdictRow(p.Rater(p.Grader.Rater), g.Rating, a.Answer.Condition)
		row.Grade = p.T("reason.not-asked-of-ai")
		rows = append(rows, row)
	}
	return append(rows, p.adjudicatedRows(a)...)
}

func (p *page) verdictRow(rater string, r study.Rating, c study.Condition) VerdictRow {
	v := VerdictRow{Rater: rater, Category: p.Category(r.Category), Agreement: p.PercentOf(r.Agreement), Grade: p.Whole(r.Grade),
		Grid: p.Grid(r.Grid), Target: p.Target(r.Target), Guess: p.Guess(r.Guess), Comment: r.Comment}
	if g, ok := r.Guess.Get(); ok && c.Valid() {
		key := "report.guess.wrong"
		if g == c.Truth() {
			key = "report.guess.right"
		}
		v.Guess = p.T(key, "guess", v.Guess)
	}
	if strings.TrimSpace(v.Comment) == "" {
		v.Comment = p.T("report.none")
	}
	return v
}

func (p *page) gradingView(c study.Code) *GradingView {
	g, ok := p.at.grading(p.Model, c)
	if !ok || p.Grader == nil {
		return nil
	}
	v := &GradingView{Bars: p.bars(g.Bars), Quality: p.levels(g.Quality), Sub: p.levels(g.Sub), SystemA: p.SystemA(g.SystemA),
		Departures: g.Departures}
	if i, ok := p.at.figures[c]; ok {
		a := &p.Figures.Answers[i]
		v.Sources, v.Facts = p.sourcesOf(a.Sources), p.Rate(a.Facts.Share)
	}
	for _, n := range g.Notes {
		if key := "report.grader-note." + strings.ToLower(n); p.cat.Has(key) {
			n = p.T(key)
		}
		v.Notes = append(v.Notes, n)
	}
	return v
}

func (p *page) sourcesOf(r evaluation.Rate) string {
	if _, ok := r.Figure.Value(); !ok {
		return p.Rate(r.Share)
	}
	return p.Rate(r.Share) + " (" + p.OfWhich(r) + ")"
}

// bars names the bars that failed; that none did; or that the reply has none.
func (p *page) bars(bars map[string]bool) string {
	if len(bars) == 0 {
		return p.T("absence.not-returned")
	}
	var failed []string
	for _, id := range slices.Sorted(maps.Keys(bars)) {
		if !bars[id] {
			failed = append(failed, strings.TrimSpace(id+" "+p.criterion(id)))
		}
	}
	if len(failed) == 0 {
		return p.T("report.bars.passed")
	}
	return strings.Join(failed, "; ")
}

// levels writes levels by criterion: «Q1 2 · Q2 1».
func (p *page) levels(levels map[string]study.Maybe[int]) string {
	if len(levels) == 0 {
		return p.T("absence.not-returned")
	}
	var parts []string
	for _, id := range slices.Sorted(maps.Keys(levels)) {
		parts = append(parts, id+": "+p.Whole(levels[id]))
	}
	return strings.Join(parts, " · ")
}

// originRows says where an answer comes from; what is not stated says so.
func (p *page) originRows(from Answer) []OriginRow {
	a := from.Answer
	var rows []OriginRow
	add := func(key, value string) {
		rows = append(rows, OriginRow{Name: p.T("report.origin." + key), Value: p.Stated(value)})
	}
	o := a.Origin
	if a.Condition.Human() {
		add("participant", o.Participant)
		add("qualification", p.qualification(o.Qualification))
		add("aids", p.aids(o.Aids))
		add("consent", p.consent(o.Consent))
	} else {
		add("provider", o.Provider)
		add("model", o.Model)
		add("version", o.Version)
		add("prompt", p.prompt(o.Prompt))
	}
	if from.GoldAttached {
		add("gold-attached", p.T("report.gold-attached.yes"))
	}
	add("date", p.DateOf(o.Date))
	add("question", p.question(a))
	if d := p.Difference(a); len(d) > 0 {
		rows = append(rows, OriginRow{Name: p.T("report.origin.question-wording"), Difference: d})
	}
	end := p.T("report.finish." + finishWord(a.Finish))
	if a.Accepted {
		end = p.T("report.finish.accepted", "end", end)
	}
	add("finish", end)
	add("file", p.fileOf(a))
	rows = append(rows, OriginRow{Name: p.T("report.origin.sha256"), Value: p.Stated(a.File.SHA256), Mono: true})
	return rows
}

// prompt is the wording of what a model was asked; where a request that is printed in full has it, its number.
func (p *page) prompt(wording string) string {
	i := slices.IndexFunc(p.Requests, func(e ledger.Entry) bool { return e.Request.Text == wording && e.Request.System == "" })
	if wording == "" || i < 0 {
		return wording
	}
	return p.T("report.origin.prompt-of-request", "n", i+1)
}

// fileOf is the file of an answer and the place in it. The name of a person's file may be the person's own: it is not
// printed.
func (p *page) fileOf(a study.Answer) string {
	file := a.File.Name
	if a.Condition.Human() && file != "" {
		file = p.T("report.file.not-printed")
	}
	if a.File.At != "" {
		file += ", " + p.cat.At(a.File.At)
	}
	return file
}

func finishWord(f study.Finish) string {
	if f == study.FinNotStated {
		return "not-stated"
	}
	return string(f)
}

func (p *page) aids(m study.Maybe[bool]) string {
	v, ok := m.Get()
	switch {
	case !ok:
		return ""
	case v:
		return p.T("report.aids.allowed")
	}
	return p.T("report.aids.not-allowed")
}

func (p *page) consent(c study.Consent) string {
	if c == study.ConsentNotNeeded {
		return ""
	}
	return p.T("report.consent." + string(c))
}

func (p *page) question(a study.Answer) string {
	same, ok := p.SameQuestion(a).Get()
	switch {
	case !ok:
		return p.T("report.question.not-stated")
	case same:
		return p.T("report.question.same")
	}
	return p.T("report.question.different")
}

// LogRow is an entry of the study log in words.
type LogRow struct{ Seq, Time, What, Details, Hash string }

// LogRows lists the entries as they stand in the log.
func (p *page) LogRows() []LogRow {
	var rows []LogRow
	for _, e := range p.Log {
		what := string(e.Kind)
		if key := "log.kind." + what; p.cat.Has(key) {
			what = p.T(key)
		}
		rows = append(rows, LogRow{Seq: fmt.Sprint(e.Seq), Time: p.Moment(e.Time), What: what, Details: p.details(e.Data), Hash: e.Hash})
	}
	return rows
}
