package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// LightRow is a line of a list: a light, a title of importance, and a line below it. Both end in an ellipsis where the room
// does.
type LightRow struct {
	widget.BaseWidget
	light       *Light
	title, text *widget.Label
}

// NewLightRow makes an empty line.
func NewLightRow() *LightRow {
	r := &LightRow{light: NewLight(SignalOff), title: Cut(""), text: Cut("")}
	r.title.TextStyle.Bold = true
	r.ExtendBaseWidget(r)
	return r
}

// Set changes what the line shows.
func (r *LightRow) Set(s Signal, title, text string) {
	r.light.Set(s)
	r.title.SetText(title)
	r.text.SetText(text)
}

// CreateRenderer stands the light beside the texts.
func (r *LightRow) CreateRenderer() fyne.WidgetRenderer {
	light := container.New(&afterLayout{theme.InnerPadding() / 2}, r.light) // off the edge of the list
	return widget.NewSimpleRenderer(Line(1, light, Tight(r.title, r.text)))
}
