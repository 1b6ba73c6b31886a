package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// The layouts of this file give a wrapping text its width before they ask for its height. The toolkit's own ask first,
// and a text that was never given a width takes itself for one word wide and a page high.

// settle gives an object its width and then the height it needs at that width.
func settle(o fyne.CanvasObject, width float32) float32 {
	o.Resize(fyne.NewSize(width, max(o.Size().Height, o.MinSize().Height)))
	height := o.MinSize().Height
	o.Resize(fyne.NewSize(width, height))
	return height
}

// HeightAt is the height that an object needs at a width.
func HeightAt(o fyne.CanvasObject, width float32) float32 { return settle(o, width) }

// columnLayout stands objects below each other; grow is the one that takes what is left of the height, -1 for none.
type columnLayout struct {
	grow int
	gap  float32
}

// Column stands objects below each other, each as high as it needs.
func Column(objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columnLayout{grow: -1, gap: theme.Padding()}, objects...)
}

// Filled stands objects below each other; the one at index grow takes what is left of the height.
func Filled(grow int, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columnLayout{grow: grow, gap: theme.Padding()}, objects...)
}

// Tight stands texts below each other that belong together, without the air that the toolkit leaves around each.
func Tight(texts ...fyne.CanvasObject) *fyne.Container {
	return container.New(&columnLayout{grow: -1, gap: -theme.InnerPadding()}, texts...)
}

// Layout places the objects.
func (l *columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	heights := make([]float32, len(objects))
	used, shown := float32(0), 0
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		shown++
		if i != l.grow {
			heights[i] = settle(o, size.Width)
			used += heights[i]
		}
	}
	used += l.gap * float32(max(0, shown-1))
	if l.grow >= 0 && l.grow < len(objects) {
		heights[l.grow] = max(0, size.Height-used)
	}
	y := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, heights[i]))
		y += heights[i] + l.gap
	}
}

// MinSize is the widest of the objects and the sum of their heights at their present widths.
func (l *columnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	shown := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		shown++
		m := o.MinSize()
		size.Width = max(size.Width, m.Width)
		size.Height += m.Height
	}
	size.Height += l.gap * float32(max(0, shown-1))
	return size
}

// lineLayout stands objects beside each other; grow is the one that takes what is left of the width.
type lineLayout struct {
	grow int
	gap  float32
	top  bool // objects begin at the same height, instead of standing in the middle of the line
}

// Line stands objects beside each other in the middle of the line; the one at index grow takes what is left of the width.
func Line(grow int, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&lineLayout{grow: grow, gap: theme.Padding()}, objects...)
}

// Entry stands a word and its explanation beside each other, both beginning at the same height.
func Entry(word, explanation fyne.CanvasObject) *fyne.Container {
	return container.New(&lineLayout{grow: 1, gap: theme.Padding(), top: true}, word, explanation)
}

// Layout places the objects.
func (l *lineLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rest := size.Width
	shown := 0
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		shown++
		if i != l.grow {
			rest -= o.MinSize().Width
		}
	}
	rest = max(0, rest-l.gap*float32(max(0, shown-1)))
	x := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		width := rest
		if i != l.grow {
			width = o.MinSize().Width
		}
		height := settle(o, width)
		y := max(0, (size.Height-height)/2)
		if l.top {
			y = 0
		}
		o.Move(fyne.NewPos(x, y))
		x += width + l.gap
	}
}

// leastWidth is what the growing object keeps at least, in letters of the text size.
const leastWidth = 6

// MinSize is the sum of the widths; the growing object counts little, since it wraps.
func (l *lineLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	shown := 0
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		shown++
		m := o.MinSize()
		if i == l.grow {
			m.Width = min(m.Width, leastWidth*theme.TextSize())
		}
		size.Width += m.Width
		size.Height = max(size.Height, m.Height)
	}
	size.Width += l.gap * float32(max(0, shown-1))
	return size
}

// framedLayout fixes the least size of what is inside: a window never grows because a text did.
type framedLayout struct{ least fyne.Size }

// Framed shows an object in all the room there is, and asks for a fixed least size whatever the object would like.
func Framed(least fyne.Size, o fyne.CanvasObject) *fyne.Container {
	return container.New(&framedLayout{least}, o)
}

// Layout gives everything the whole room.
func (l *framedLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}

// MinSize is the fixed one.
func (l *framedLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.least }

// wideLayout holds an object to a width in letters of the text size.
type wideLayout struct{ letters float32 }

// Wide gives an object a fixed width, in letters of the text size, that grows with the size of texts.
func Wide(letters float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&wideLayout{letters}, o)
}

// Layout gives the whole room.
func (l *wideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}

// MinSize is the width, and the height that the object needs at it.
func (l *wideLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(l.letters*theme.TextSize(), 0)
	for _, o := range objects {
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

// narrowLayout keeps an object from growing too wide to be read.
type narrowLayout struct{ letters float32 }

// Narrow shows an object at most so many letters of the text size wide, at the left of the room.
func Narrow(letters float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&narrowLayout{letters}, o)
}

// Layout gives the room, or as much of it as the object may have.
func (l *narrowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(fyne.NewSize(min(size.Width, l.letters*theme.TextSize()), size.Height))
	}
}

// MinSize is that of the object.
func (l *narrowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size
}

// Flush moves a field, a view or a card in, so that its edge stands where texts begin.
func Flush(o fyne.CanvasObject) *fyne.Container { return Inset(theme.InnerPadding(), 0, o) }

// insetLayout leaves a margin.
type insetLayout struct{ x, y float32 }

// Inset leaves a margin of x at both sides and y above and below.
func Inset(x, y float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&insetLayout{x, y}, o)
}

// Layout gives what is left between the margins.
func (l *insetLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(l.x, l.y))
		o.Resize(fyne.NewSize(max(0, size.Width-2*l.x), max(0, size.Height-2*l.y)))
	}
}

// MinSize is that of the object with the margins.
func (l *insetLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size.AddWidthHeight(2*l.x, 2*l.y)
}

// shareLayout gives the first of two objects a share of the room, beside or above the other.
type shareLayout struct {
	share    float32
	vertical bool
	gap      float32
}

// Beside stands two objects beside each other; the first gets a share of the width, or less where the other needs more and
// the first can do without.
func Beside(share float32, left, right fyne.CanvasObject) *fyne.Container {
	return container.New(&shareLayout{share, false, 2 * theme.Padding()}, left, right)
}

// Above stands two objects above each other; the first gets a share of the height, or less where the other needs more and
// the first can do without.
func Above(share float32, top, bottom fyne.CanvasObject) *fyne.Container {
	return container.New(&shareLayout{share, true, 2 * theme.Padding()}, top, bottom)
}

// Layout divides the room.
func (l *shareLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if len(objects) != 2 {
		return
	}
	first, second, at := size, size, fyne.NewPos(0, 0)
	if l.vertical {
		first.Height = (size.Height - l.gap) * l.share
		if most := size.Height - l.gap - settle(objects[1], size.Width); first.Height > most {
			first.Height = max(most, min(first.Height, objects[0].MinSize().Height))
		}
		second.Height = max(0, size.Height-l.gap-first.Height)
		at.Y = first.Height + l.gap
	} else {
		first.Width = (size.Width - l.gap) * l.share
		if most := size.Width - l.gap - objects[1].MinSize().Width; first.Width > most {
			first.Width = max(most, min(first.Width, objects[0].MinSize().Width))
		}
		second.Width = max(0, size.Width-l.gap-first.Width)
		at.X = first.Width + l.gap
	}
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(first)
	objects[1].Move(at)
	objects[1].Resize(second)
}

// MinSize has room for both.
func (l *shareLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		if l.vertical {
			size = fyne.NewSize(max(size.Width, m.Width), size.Height+m.Height)
		} else {
			size = fyne.NewSize(size.Width+m.Width, max(size.Height, m.Height))
		}
	}
	return size
}

// afterLayout leaves a margin before an object alone.
type afterLayout struct{ x float32 }

// Layout gives what is left after the margin.
func (l *afterLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(l.x, 0))
		o.Resize(fyne.NewSize(max(0, size.Width-l.x), size.Height))
	}
}

// MinSize is that of the object with the margin.
func (l *afterLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	return size.AddWidthHeight(l.x, 0)
}
