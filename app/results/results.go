package results

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Conduct is what the page needs of the study's conduct.
type Conduct interface {
	Figures(ctx context.Context, ref conduct.Ref) (evaluation.Figures, error)
	Summary(ctx context.Context, ref conduct.Ref, l study.Language) ([]string, error)
	ReportFile(ref conduct.Ref) (string, error)
	TestFolder(ref conduct.Ref) (string, error)
}

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	Fault(err error)
	OpenFolder(path string)
	OpenStudy(id string)
}

// New draws the result of a test.
func New(ctx context.Context, c Conduct, host Host, ref conduct.Ref) (fyne.CanvasObject, error) {
	figures, err := c.Figures(ctx, ref)
	if err != nil {
		return nil, err
	}
	sentences, err := c.Summary(ctx, ref, host.Words().Language())
	if err != nil {
		return nil, err
	}
	p := &page{conduct: c, host: host, ref: ref, words: host.Words(), figures: figures}
	body := container.NewVBox(p.title(), p.buttons())
	for _, s := range sentences {
		body.Add(wrapped(s))
	}
	body.Add(widget.NewSeparator())
	body.Add(p.conditions())
	body.Add(widget.NewSeparator())
	body.Add(p.answers())
	return container.NewPadded(container.NewVScroll(body)), nil
}

// page draws one result.
type page struct {
	conduct Conduct
	host    Host
	ref     conduct.Ref
	words   *lang.Catalogue
	figures evaluation.Figures
}

func (p *page) title() fyne.CanvasObject {
	l := widget.NewLabelWithStyle(p.words.T("result.title", "test", p.ref.Test), fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.SizeName = theme.SizeNameHeadingText
	return l
}

// buttons are the next steps.
func (p *page) buttons() fyne.CanvasObject {
	report := widget.NewButtonWithIcon(p.words.T("result.open-report"), theme.DocumentIcon(), func() { p.open(p.conduct.ReportFile) })
	report.Importance = widget.HighImportance
	folder := widget.NewButtonWithIcon(p.words.T("wizard.open-folder"), theme.FolderOpenIcon(), func() { p.open(p.conduct.TestFolder) })
	back := widget.NewButton(p.words.T("result.back"), func() { p.host.OpenStudy(p.ref.Study) })
	return container.NewHBox(report, folder, back)
}

func (p *page) open(where func(conduct.Ref) (string, error)) {
	path, err := where(p.ref)
	if err != nil {
		p.host.Fault(err)
		return
	}
	p.host.OpenFolder(path)
}

// conditionColour is the colour of a condition in every chart of the program.
var conditionColour = map[study.Condition]fyne.ThemeColorName{
	study.Reporter: widgets.ColorReporter, study.Control: widgets.ColorControl, study.OtherAI: widgets.ColorOtherAI,
	study.Professional: widgets.ColorProfessional, study.Student: widgets.ColorStudent,
}

// categoryColour is the colour of a category.
var categoryColour = map[study.Category]fyne.ThemeColorName{
	study.Correct: theme.ColorNameSuccess, study.Incomplete: theme.ColorNameWarning, study.Hallucinated: theme.ColorNameError,
}

// conditions shows a bar a condition: how people judged its answers.
func (p *page) conditions() fyne.CanvasObject {
	box := container.NewVBox(p.bold(p.words.T("result.conditions")))
	if !p.figures.Gold {
		box.Add(wrapped(p.words.T("result.no-gold")))
		return box
	}
	var legend []string
	for _, category := range study.Categories() {
		legend = append(legend, p.words.T("category."+string(category)))
	}
	box.Add(wrapped(p.words.T("result.legend", "categories", strings.Join(legend, " · "))))
	for _, f := range p.figures.Conditions {
		var parts []widgets.Part
		for _, category := range study.Categories() {
			parts = append(parts, widgets.Part{
				Label: p.words.T("category." + string(category)), Count: f.People.Categories[category], Color: categoryColour[category],
			})
		}
		box.Add(container.NewBorder(nil, nil, p.conditionName(f.Condition), nil, widgets.NewShareBar(parts)))
	}
	return box
}

// nameWidth keeps the bars of all conditions beginning at one line.
const nameWidth = 240

// conditionName is the name of a condition with its colour as a mark.
func (p *page) conditionName(c study.Condition) fyne.CanvasObject {
	icon := widget.NewIcon(theme.NewColoredResource(theme.Icon(theme.IconNameRadioButtonFill), conditionColour[c]))
	label := widget.NewLabel(p.words.T("condition." + string(c)))
	label.Truncation = fyne.TextTruncateEllipsis
	return container.NewGridWrap(fyne.NewSize(nameWidth, 1.8*theme.TextSize()+theme.Padding()),
		container.NewBorder(nil, nil, icon, nil, label))
}

// answers lists what people and the AI said about each answer.
func (p *page) answers() fyne.CanvasObject {
	const columns = 5
	grid := container.NewGridWithColumns(columns)
	for _, key := range []string{"result.code", "result.origin", "result.people", "result.ai", "result.target"} {
		grid.Add(p.bold(p.words.T(key)))
	}
	for _, f := range p.figures.Answers {
		grid.Add(p.bold(string(f.Code)))
		grid.Add(cell(p.words.T("condition." + string(f.Condition))))
		grid.Add(cell(p.counts(f.People)))
		grid.Add(cell(p.counts(f.AI)))
		grid.Add(cell(p.reading(f.Reading)))
	}
	return container.NewVBox(p.bold(p.words.T("result.answers")), grid)
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

func (p *page) bold(text string) *widget.Label {
	return widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
}

func cell(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

func wrapped(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}
