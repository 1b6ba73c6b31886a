package report

import (
	"strings"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Screen is what the report says, in words and without its page, for a window that shows it.
type Screen struct {
	Findings   []Finding
	Unmeasured string // why some answers measure nothing; "" when all do
	Conditions []ConditionView
	Agreement  []AgreementView
	Interval   string   // how the intervals of agreement were drawn; "" without any
	Panels     []string // the agreement panel by panel, where the people changed
	Blinding   []BlindingView
	StandIn    []string // whether the AI grader may stand in for a person, by measure
	Identical  string   // how often AI grader and people gave the same category; "" where nothing was compared
	Answers    []AnswerView
	Charts     []chart.Drawing
	Limits     []string
	Log        []LogRow
}

// ConditionView is one condition in words.
type ConditionView struct {
	Condition study.Condition
	Name      string
	Codes     []study.Code
	Verdicts  string // how many
	Shares    string // of each category
	Mean      string // agreement with the gold standard, or why there is none
	Rates     string // of invented sources and facts; "" without an AI grader
}

// AgreementView is one coefficient with where it lies.
type AgreementView struct {
	AlphaRow
	Figure stats.Figure
}

// BlindingView is the blinding check of one kind of rater.
type BlindingView struct {
	Raters   string
	Sentence string // guesses right, what chance would give, and what that means
	Right    string // right guesses as a share, with its interval; "" without guesses
	Stricter string // "" where there are too few guesses
	Each     string // every person alone; "" for the AI grader
	Bang     []BangView
}

// BangView is Bang's index of one true origin.
type BangView struct {
	Truth  string
	Value  string
	Figure stats.Figure
}

// ForScreen says a report in the catalogue's language.
func ForScreen(m *Model, cat *lang.Catalogue) (Screen, error) {
	p := newPage(m, cat)
	s := Screen{Findings: p.Summary(), Unmeasured: p.noMeasurement(), Interval: p.IntervalNote(), Panels: p.Panels(),
		StandIn: p.StandInTexts(), Answers: p.AnswerViews(), Limits: p.Limits(), Log: p.LogRows()}
	for i := range p.Figures.Conditions {
		s.Conditions = append(s.Conditions, p.conditionView(&p.Figures.Conditions[i]))
	}
	if _, ok := p.Figures.Identical.Figure.Value(); ok && p.Grader != nil {
		s.Identical = p.Identical()
	}
	s.Agreement = p.agreementViews()
	who := []string{"people"}
	if p.Grader != nil {
		who = append(who, "grader")
	}
	for _, w := range who {
		b, err := p.blindingView(w)
		if err != nil {
			return s, err
		}
		s.Blinding = append(s.Blinding, b)
	}
	s.Charts = p.charts()
	return s, nil
}

// charts draws what the page draws, in its order.
func (p *page) charts() []chart.Drawing {
	p.drawings = nil
	people := len(p.Sheets) > 0
	if people && p.Figures.Gold {
		p.CategoryChart()
	}
	if people {
		p.GridChart()
		p.SpreadChart()
	}
	if p.Grader != nil {
		p.RatesChart()
	}
	p.AgreementChart()
	if _, ok := p.Figures.Identical.Figure.Value(); ok && p.Grader != nil {
		p.AIMatrix()
	}
	return p.drawings
}

func (p *page) conditionView(c *evaluation.ConditionFigures) ConditionView {
	given := c.People.Ratings - c.People.Missing.Category
	v := ConditionView{Condition: c.Condition, Name: p.Condition(c.Condition), Codes: c.Codes, Verdicts: p.verdictCount(given), Mean: p.Mean(c.People.Agreement)}
	if given > 0 {
		var parts []string
		for _, k := range study.Categories() {
			parts = append(parts, p.T("category."+string(k))+" "+p.cat.Share(c.People.Categories[k], given))
		}
		v.Shares = strings.Join(parts, " · ")
	}
	if p.Grader != nil {
		v.Rates = p.T("report.column.sources") + ": " + p.Rate(c.Sources.Share) + " · " + p.T("report.column.facts") + ": " + p.Rate(c.Facts.Share)
	}
	return v
}

// agreementViews are the rows of the table of agreement, each with its figure.
func (p *page) agreementViews() []AgreementView {
	var figures []stats.Figure
	for _, a := range p.Figures.Agreement {
		if a.People.Reason() == evaluation.NotAsked {
			continue
		}
		figures = append(figures, a.People)
		if p.Grader != nil && a.WithAI.Reason() != evaluation.NotAskedOfAI {
			figures = append(figures, a.WithAI)
		}
	}
	var views []AgreementView
	for i, row := range p.AlphaRows() {
		views = append(views, AgreementView{row, figures[i]})
	}
	return views
}

// blindingView says the check of people or of the grader.
func (p *page) blindingView(who string) (BlindingView, error) {
	b, raters := p.Figures.Humans, "people"
	v := BlindingView{Each: p.EachPerson()}
	if who != "people" {
		b, raters, v.Each = p.Figures.AI, "ai", ""
	}
	v.Raters, v.Sentence, v.Stricter = p.T("report.raters."+raters), p.BlindingText(who), p.Stricter(who)
	if b.Guesses == 0 {
		return v, nil
	}
	f, err := stats.Proportion(int64(b.Hits), int64(b.Guesses))
	if err != nil {
		return v, err
	}
	share := evaluation.Share{K: b.Hits, N: b.Guesses, Figure: f}
	v.Right = p.Rate(share) + ", " + p.T("report.column.interval") + " " + p.PercentInterval(share)
	for _, one := range b.Bang {
		view := BangView{Truth: p.T("guess." + string(one.Truth)), Value: p.bang(one.Index), Figure: one.Index}
		if _, ok := one.Index.Value(); ok && one.Index.N(ofGuesses) < stats.MinGuesses {
			view.Figure = stats.Undefined(one.Index.Method, stats.TooFewGuesses)
		}
		v.Bang = append(v.Bang, view)
	}
	return v, nil
}
