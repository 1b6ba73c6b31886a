package results

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/study"
)

// conditionColour is the colour of a condition in every chart of the program.
var conditionColour = map[study.Condition]fyne.ThemeColorName{
	study.Reporter: widgets.ColorReporter, study.Control: widgets.ColorControl, study.OtherAI: widgets.ColorOtherAI,
	study.Professional: widgets.ColorProfessional, study.Student: widgets.ColorStudent,
}

// categoryColour is the colour of a category.
var categoryColour = map[study.Category]fyne.ThemeColorName{
	study.Correct: theme.ColorNameSuccess, study.Incomplete: theme.ColorNameWarning, study.Hallucinated: theme.ColorNameError,
}

// nameWidth keeps the bars of all conditions beginning at one line, in letters of the text size.
const nameWidth = 15

// conditions shows a bar a condition: how people judged its answers.
func (p *page) conditions() fyne.CanvasObject {
	box := widgets.Column(widgets.Subheading(p.words.T("result.conditions")))
	if !p.figures.Gold {
		box.Add(widgets.Text(p.words.T("result.no-gold")))
		return box
	}
	box.Add(p.legend())
	for _, f := range p.figures.Conditions {
		var parts []widgets.Part
		for _, category := range study.Categories() {
			parts = append(parts, widgets.Part{
				Label: p.words.T("category." + string(category)), Count: f.People.Categories[category], Color: categoryColour[category],
			})
		}
		box.Add(widgets.Line(1, widgets.Wide(nameWidth, p.condition(f.Condition)), widgets.Flush(widgets.NewShareBar(parts))))
	}
	return box
}

// legend says which part of a bar is which.
func (p *page) legend() fyne.CanvasObject {
	row := container.NewHBox()
	for _, category := range study.Categories() {
		row.Add(widgets.Mark(categoryColour[category]))
		row.Add(widget.NewLabel(p.words.T("category." + string(category))))
	}
	return widgets.Line(1, widgets.Wide(nameWidth, widget.NewLabel(p.words.T("result.legend"))), row)
}

// condition is the name of a condition with its colour as a mark.
func (p *page) condition(c study.Condition) fyne.CanvasObject {
	return widgets.Line(1, widgets.Mark(conditionColour[c]), widgets.Text(p.words.T("condition."+string(c))))
}

// answerShares are the shares of the columns of the table.
var answerShares = []float32{1, 4, 5, 4, 3}

// answers lists what people and the AI said about each answer.
func (p *page) answers() fyne.CanvasObject {
	var head, cells []fyne.CanvasObject
	for _, key := range []string{"result.code", "result.origin", "result.people", "result.ai", "result.target"} {
		head = append(head, widgets.Strong(p.words.T(key)))
	}
	for _, f := range p.figures.Answers {
		cells = append(cells, widgets.Strong(string(f.Code)), p.condition(f.Condition), widgets.Text(p.counts(f.People)),
			widgets.Text(p.counts(f.AI)), widgets.Text(p.reading(f.Reading)))
	}
	return widgets.Column(widgets.Subheading(p.words.T("result.answers")),
		widgets.On(widgets.ColorQuiet, widgets.Grid(answerShares, head...)), widgets.Grid(answerShares, cells...))
}

// counts says how often each category was given: «korrekt 2 · unvollständig 1».
func (p *page) counts(v evaluation.Verdicts) string {
	var parts []string
	for _, category := range study.Categories() {
		if n := v.Categories[category]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", p.words.T("category."+string(category)), n))
		}
	}
	if len(parts) == 0 {
		return p.words.Absence(study.Missing)
	}
	return strings.Join(parts, " · ")
}

// reading is what the answer says about the target question.
func (p *page) reading(r evaluation.Reading) string {
	if target, ok := r.Target.Get(); ok {
		return p.words.T("target." + string(target))
	}
	return p.words.Absence(r.Target.Why())
}
