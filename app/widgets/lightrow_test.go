package widgets_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
)

func TestALineOfAListShowsALightAndTwoTextsAndCutsWhatIsTooLong(t *testing.T) {
	test.NewTempApp(t)
	r := widgets.NewLightRow()
	w := test.NewTempWindow(t, r)
	r.Set(widgets.SignalWait, strings.Repeat("title ", 40), "text")
	w.Resize(fyne.NewSize(200, 60))
	if least := r.MinSize(); least.Width > 200 {
		t.Errorf("it asks for %v", least)
	}
	var labels []*widget.Label
	var signal widgets.Signal
	var look func(o fyne.CanvasObject)
	look = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widget.Label:
			labels = append(labels, o)
		case *widgets.Light:
			signal = o.Signal()
		case *fyne.Container:
			for _, one := range o.Objects {
				look(one)
			}
		}
	}
	for _, o := range test.WidgetRenderer(r).Objects() {
		look(o)
	}
	if signal != widgets.SignalWait || len(labels) != 2 || labels[1].Text != "text" {
		t.Fatalf("it shows %v and %d texts", signal, len(labels))
	}
	if labels[0].Position().X != labels[1].Position().X || labels[0].Size().Width > 200 {
		t.Errorf("the texts stand at %v and %v, %v wide", labels[0].Position(), labels[1].Position(), labels[0].Size().Width)
	}
}
