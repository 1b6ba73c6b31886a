package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Step is one line of a list of steps.
type Step struct {
	Title  string
	State  string // in words, below the title
	Signal Signal
}

// StepList lists steps, from which a person chooses one: by a tap, or with the arrow keys once the list has the focus.
type StepList struct {
	widget.BaseWidget
	OnChosen func(i int)

	rows    []*stepRow
	chosen  int
	focused bool
}

// NewStepList makes a list of steps; the first one is marked.
func NewStepList(steps []Step) *StepList {
	l := &StepList{}
	l.ExtendBaseWidget(l)
	for i := range steps {
		l.rows = append(l.rows, newStepRow(l, i))
	}
	l.SetSteps(steps)
	return l
}

// SetSteps shows other states of the same steps.
func (l *StepList) SetSteps(steps []Step) {
	for i, s := range steps {
		l.rows[i].set(s)
	}
	l.Refresh()
}

// Steps are the steps as they are shown.
func (l *StepList) Steps() []Step {
	steps := make([]Step, len(l.rows))
	for i, r := range l.rows {
		steps[i] = r.step
	}
	return steps
}

// Chosen is the step that is marked.
func (l *StepList) Chosen() int { return l.chosen }

// Mark marks a step without telling anybody.
func (l *StepList) Mark(i int) {
	l.chosen = i
	l.Refresh()
}

// choose marks a step and tells.
func (l *StepList) choose(i int) {
	if i < 0 || i >= len(l.rows) {
		return
	}
	l.Mark(i)
	if l.OnChosen != nil {
		l.OnChosen(i)
	}
}

// Focused tells whether the list has the keyboard.
func (l *StepList) Focused() bool { return l.focused }

// FocusGained shows where the keyboard is.
func (l *StepList) FocusGained() { l.focused = true; l.Refresh() }

// FocusLost takes the mark of the keyboard away.
func (l *StepList) FocusLost() { l.focused = false; l.Refresh() }

// TypedRune is not needed.
func (l *StepList) TypedRune(rune) {}

// TypedKey moves with the arrow keys.
func (l *StepList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp:
		l.choose(l.chosen - 1)
	case fyne.KeyDown:
		l.choose(l.chosen + 1)
	case fyne.KeyHome:
		l.choose(0)
	case fyne.KeyEnd:
		l.choose(len(l.rows) - 1)
	default:
		passOn(l, e)
	}
}

// Refresh draws every row anew.
func (l *StepList) Refresh() {
	for _, r := range l.rows {
		r.Refresh()
	}
	l.BaseWidget.Refresh()
}

// CreateRenderer stands the rows below each other.
func (l *StepList) CreateRenderer() fyne.WidgetRenderer {
	box := container.NewVBox()
	for _, r := range l.rows {
		box.Add(r)
	}
	return widget.NewSimpleRenderer(box)
}

// stepWidth is the least width of a list, in letters of the text size, so that it keeps its width when states change.
const stepWidth = 14

// stepRow is one step of the list.
type stepRow struct {
	widget.BaseWidget
	list    *StepList
	at      int
	step    Step
	hovered bool

	ground *canvas.Rectangle
	light  *Light
	title  *canvas.Text
	state  *canvas.Text
}

func newStepRow(l *StepList, at int) *stepRow {
	r := &stepRow{list: l, at: at, ground: canvas.NewRectangle(color.Transparent), light: NewLight(SignalOff),
		title: canvas.NewText("", color.Black), state: canvas.NewText("", color.Black)}
	r.ExtendBaseWidget(r)
	return r
}

func (r *stepRow) set(s Step) {
	r.step = s
	r.light.Set(s.Signal)
	r.dress()
}

// dress takes texts, colours and sizes anew.
func (r *stepRow) dress() {
	chosen := r.list.chosen == r.at
	r.title.Text, r.state.Text = r.step.Title, r.step.State
	r.title.Color, r.state.Color = themed(theme.ColorNameForeground), themed(ColorSoft)
	r.title.TextSize, r.state.TextSize = theme.TextSize(), theme.CaptionTextSize()
	r.title.TextStyle.Bold = chosen
	switch {
	case chosen:
		r.ground.FillColor = themed(ColorChosen)
		r.state.Color = themed(theme.ColorNameForeground)
	case r.hovered:
		r.ground.FillColor = themed(theme.ColorNameHover)
	default:
		r.ground.FillColor = color.Transparent
	}
	r.ground.CornerRadius = theme.InputRadiusSize()
	r.ground.StrokeWidth = 0
	if chosen && r.list.focused {
		r.ground.StrokeColor, r.ground.StrokeWidth = themed(theme.ColorNamePrimary), 2
	}
}

// Refresh draws the row anew.
func (r *stepRow) Refresh() {
	r.dress()
	r.BaseWidget.Refresh()
	for _, o := range []fyne.CanvasObject{r.ground, r.title, r.state} {
		o.Refresh()
	}
}

// Tapped chooses the step and takes the keyboard.
func (r *stepRow) Tapped(*fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.list); c != nil {
		c.Focus(r.list)
	}
	r.list.choose(r.at)
}

// MouseIn marks the row under the pointer.
func (r *stepRow) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved is not needed.
func (r *stepRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the mark away.
func (r *stepRow) MouseOut() { r.hovered = false; r.Refresh() }

// MinSize has room for the title in bold letters, so that choosing moves nothing.
func (r *stepRow) MinSize() fyne.Size {
	bold := fyne.MeasureText(r.step.Title, theme.TextSize(), fyne.TextStyle{Bold: true})
	state := fyne.MeasureText(r.step.State, theme.CaptionTextSize(), fyne.TextStyle{})
	pad := theme.InnerPadding()
	width := max(stepWidth*theme.TextSize(), theme.IconInlineSize()+max(bold.Width, state.Width)+3*pad)
	return fyne.NewSize(width, bold.Height+state.Height+1.5*pad)
}

// CreateRenderer draws ground, light and the two lines.
func (r *stepRow) CreateRenderer() fyne.WidgetRenderer {
	r.dress()
	return widget.NewSimpleRenderer(container.New(&stepRowLayout{r}, r.ground, r.light, r.title, r.state))
}

// stepRowLayout places the parts of a row.
type stepRowLayout struct{ row *stepRow }

func (l *stepRowLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	r, pad := l.row, theme.InnerPadding()
	r.ground.Move(fyne.NewPos(1, 1)) // room for the frame that shows the keyboard
	r.ground.Resize(size.SubtractWidthHeight(2, 2))
	icon := theme.IconInlineSize()
	r.light.Move(fyne.NewPos(pad, (size.Height-icon)/2))
	r.light.Resize(fyne.NewSquareSize(icon))
	x, title, state := icon+2*pad, r.title.MinSize(), r.state.MinSize()
	y := (size.Height - title.Height - state.Height) / 2
	r.title.Move(fyne.NewPos(x, y))
	r.title.Resize(fyne.NewSize(size.Width-x, title.Height))
	r.state.Move(fyne.NewPos(x, y+title.Height))
	r.state.Resize(fyne.NewSize(size.Width-x, state.Height))
}

func (l *stepRowLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.row.MinSize() }
