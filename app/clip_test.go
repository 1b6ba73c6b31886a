package app

import (
	"image"
	"image/draw"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// capture draws a window as a person sees it. Fyne's software painter cuts a scrolled part at its own frame only, not at
// the frame of the scrolled part around it, as the real window does: the words of a field that has been scrolled away
// would stand over the heading. So what leaks is left out of a first picture and put back, as far as it can be seen, from a second.
func capture(w fyne.Window) image.Image {
	var leaks []leak
	all := frame{size: w.Canvas().Size()}
	for _, root := range append([]fyne.CanvasObject{w.Content()}, w.Canvas().Overlays().List()...) {
		leaks = append(leaks, leaking(root, fyne.Position{}, all)...)
	}
	whole := w.Canvas().Capture()
	if len(leaks) == 0 {
		return whole
	}
	for _, l := range leaks {
		l.object.Hide()
	}
	bare := w.Canvas().Capture()
	picture := image.NewNRGBA(bare.Bounds())
	draw.Draw(picture, picture.Bounds(), bare, image.Point{}, draw.Src)
	for _, l := range leaks {
		l.object.Show()
		seen := l.seen.pixels(w.Canvas().Scale())
		draw.Draw(picture, seen, whole, seen.Min, draw.Src)
	}
	return picture
}

// leak is a scrolled part that reaches beyond the frame around it, and the area of it that is seen.
type leak struct {
	object fyne.CanvasObject
	seen   frame
}

// leaking finds the scrolled parts below an object that reach beyond the frame around them.
func leaking(o fyne.CanvasObject, at fyne.Position, within frame) []leak {
	if !o.Visible() {
		return nil
	}
	at = at.Add(o.Position())
	var found []leak
	if _, ok := o.(fyne.Scrollable); ok {
		own := frame{at, o.Size()}
		seen := own.common(within)
		if seen != own {
			found = append(found, leak{o, seen})
		}
		within = seen
	}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for _, c := range children {
		found = append(found, leaking(c, at, within)...)
	}
	return found
}

// frame is a rectangle on a window, in the window's units.
type frame struct {
	pos  fyne.Position
	size fyne.Size
}

// common is what two areas share; of no size where they share nothing.
func (a frame) common(b frame) frame {
	left, top := max(a.pos.X, b.pos.X), max(a.pos.Y, b.pos.Y)
	right := min(a.pos.X+a.size.Width, b.pos.X+b.size.Width)
	bottom := min(a.pos.Y+a.size.Height, b.pos.Y+b.size.Height)
	return frame{fyne.NewPos(left, top), fyne.NewSize(max(0, right-left), max(0, bottom-top))}
}

func (a frame) pixels(scale float32) image.Rectangle {
	return image.Rect(int(a.pos.X*scale), int(a.pos.Y*scale), int((a.pos.X+a.size.Width)*scale), int((a.pos.Y+a.size.Height)*scale))
}

func TestWhatIsScrolledAwayStandsOverNothing(t *testing.T) {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.DefaultTheme())
	field := widget.NewEntry()
	field.SetText("mmmmmmmmmmmm")
	scrolled := container.NewVScroll(container.NewVBox(field, widget.NewLabel("\n\n\n\n\n\n\n\n\n\n")))
	w := test.NewTempWindow(t, container.NewBorder(widget.NewLabel(""), nil, nil, nil, scrolled))
	w.Resize(fyne.NewSize(300, 200))
	scrolled.ScrollToOffset(fyne.NewPos(0, 30))
	if p := capture(w); !one(p.(*image.NRGBA).SubImage(image.Rect(0, 0, 300, int(scrolled.Position().Y)))) {
		t.Error("a field that is scrolled away is drawn over the heading")
	}
	scrolled.ScrollToOffset(fyne.Position{})
	if p := capture(w); one(p) {
		t.Error("nothing is drawn")
	}
}
