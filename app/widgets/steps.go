package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Step is one line of a list of steps.
type Step struct {
	Title  string
	State  string // in words, below the title
	Signal Signal
}

// StepList lists steps, from which a person chooses one. Arrow keys move, the chosen step is marked.
type StepList struct {
	widget.List
	steps    []Step
	OnChosen func(i int)
}

// NewStepList makes a list of steps.
func NewStepList(steps []Step) *StepList {
	l := &StepList{steps: steps}
	l.List.Length = func() int { return len(l.steps) }
	l.List.CreateItem = func() fyne.CanvasObject {
		state := widget.NewLabel("")
		state.SizeName, state.Importance = "caption", widget.LowImportance
		state.Truncation = fyne.TextTruncateEllipsis
		title := widget.NewLabel("")
		title.Truncation = fyne.TextTruncateEllipsis
		return container.NewBorder(nil, nil, NewLight(SignalOff), nil, container.NewVBox(title, state))
	}
	l.List.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		step := l.steps[i]
		row := o.(*fyne.Container)
		texts := row.Objects[0].(*fyne.Container).Objects
		texts[0].(*widget.Label).SetText(step.Title)
		texts[1].(*widget.Label).SetText(step.State)
		row.Objects[1].(*Light).Set(step.Signal)
	}
	l.List.OnSelected = func(i widget.ListItemID) {
		if l.OnChosen != nil {
			l.OnChosen(i)
		}
	}
	l.ExtendBaseWidget(l)
	return l
}

// SetSteps shows other states.
func (l *StepList) SetSteps(steps []Step) {
	l.steps = steps
	l.Refresh()
}

// Steps are the steps as they are shown.
func (l *StepList) Steps() []Step { return l.steps }
