package widgets

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// focusables are one of each kind that takes the keyboard.
func focusables() map[string]fyne.CanvasObject {
	long := strings.Repeat("A line of text. ", 400)
	list := NewList(func() int { return 9 }, func() fyne.CanvasObject { return widget.NewLabel("line") }, func(widget.ListItemID, fyne.CanvasObject) {})
	return map[string]fyne.CanvasObject{
		"button": NewButton("Save", nil), "main button": NewMainButton("Save", nil), "quiet button": NewQuietButton("Save", nil, nil),
		"field": NewField(), "paper": NewPaper(3), "choice": NewChoice([]int{1, 2}, []string{"one", "two"}), "check": NewCheck("Yes", nil),
		"steps": NewStepList([]Step{{Title: "One", State: "open"}, {Title: "Two", State: "done"}}),
		"card":  NewOpeningCard("Study", widget.NewLabel("Study"), func() {}), "text": NewTextView(long), "scroll": NewScroll(Text(long)),
		"pick list": NewPickList(func() int { return 3 }, func(i int) PickRow { return PickRow{Icon: theme.FileIcon(), Title: fmt.Sprint(i)} }),
		"list":      list,
	}
}

// TestTheKeyboardIsSeen holds everything that takes the keyboard to show it in both looks: somewhere the colour changes
// by at least 3:1, as people who see little need it.
func TestTheKeyboardIsSeen(t *testing.T) {
	a := test.NewTempApp(t)
	for _, look := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
		a.Settings().SetTheme(&Theme{Scale: 1, Force: &look})
		for name, o := range focusables() {
			w := test.NewTempWindow(t, Inset(20, 20, o))
			w.Resize(fyne.NewSize(220, 120))
			c := w.Canvas()
			c.Unfocus()
			before := c.Capture()
			c.Focus(o.(fyne.Focusable))
			if got := greatestChange(before, c.Capture()); got < 3 {
				t.Errorf("look %d: the keyboard on a %s changes no colour by more than %.1f:1", look, name, got)
			}
		}
	}
}

// greatestChange is the greatest contrast between the same point of two pictures.
func greatestChange(a, b image.Image) float64 {
	most, seen := 1.0, map[[2]color.Color]bool{}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if p, q := a.At(x, y), b.At(x, y); p != q && !seen[[2]color.Color{p, q}] {
				seen[[2]color.Color{p, q}] = true
				most = max(most, contrast(opaque(p), opaque(q)))
			}
		}
	}
	return most
}

func opaque(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }
