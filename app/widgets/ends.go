package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// endsLayout stands two objects at both ends of a line, or below each other where the line is too short for both.
type endsLayout struct{ width float32 } // for which it was laid out last

// Ends stands two objects at both ends of a line: what a page offers and what leads away from it, or what is safe and
// what is not. Where the line is too short for both they stand below each other, the second still at the right.
func Ends(left, right fyne.CanvasObject) *fyne.Container {
	return container.New(&endsLayout{}, left, right)
}

// Layout places both.
func (l *endsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	if len(objects) != 2 {
		return
	}
	left, right := objects[0], objects[1]
	end := min(right.MinSize().Width, size.Width)
	if l.apart(objects) {
		height := settle(left, size.Width)
		left.Move(fyne.NewPos(0, 0))
		settle(right, end)
		right.Move(fyne.NewPos(size.Width-end, height+theme.Padding()))
		return
	}
	settle(left, max(0, size.Width-end-theme.Padding()))
	left.Move(fyne.NewPos(0, 0))
	settle(right, end)
	right.Move(fyne.NewPos(size.Width-end, 0))
}

// apart tells whether the line is too short for both at once.
func (l *endsLayout) apart(objects []fyne.CanvasObject) bool {
	left, right := objects[0], objects[1]
	return left.Visible() && l.width > 0 && wantedWidth(left)+theme.Padding()+right.MinSize().Width > l.width
}

// wantedWidth is the width at which an object stands on one line.
func wantedWidth(o fyne.CanvasObject) float32 {
	c, ok := o.(*fyne.Container)
	if !ok {
		return o.MinSize().Width
	}
	switch l := c.Layout.(type) {
	case *insetLayout:
		return wantedWidth(c.Objects[0]) + 2*l.x
	case *flowLayout:
		var width float32
		for _, one := range c.Objects {
			if one.Visible() {
				width += one.MinSize().Width + theme.Padding()
			}
		}
		return max(0, width-theme.Padding())
	}
	return o.MinSize().Width
}

// MinSize is the wider of both, and the height of one line or two at the present width.
func (l *endsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if len(objects) != 2 {
		return fyne.Size{}
	}
	left, right := fyne.Size{}, objects[1].MinSize()
	if objects[0].Visible() {
		left = objects[0].MinSize()
	}
	size := left.Max(right)
	if l.apart(objects) {
		size.Height = left.Height + theme.Padding() + right.Height
	}
	return size
}
