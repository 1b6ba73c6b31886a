package widgets

import (
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// PickRow is a line of a [PickList].
type PickRow struct {
	Icon   fyne.Resource
	Title  string
	About  string // small, at the end of the line
	Marked bool
	Dim    bool // it can not be taken
}

// PickList is a list of any length from which a person picks with the mouse or the keyboard. The keyboard stands on one
// line, which has a frame; letters jump to the next title that begins with them.
type PickList struct {
	widget.List
	OnTap    func(i int)               // a line was tapped, or the space bar pressed on it
	OnOpen   func(i int)               // Enter was pressed on a line
	OnKey    func(e *fyne.KeyEvent)    // a key that the list has no use for; nil: nobody asks
	OnCursor func(i int)               // the keyboard went to a line; nil: nobody asks
	rows     func(i int) (row PickRow) // what stands on a line
	count    func() int                // of lines
	cursor   int                       // line of the keyboard
	focused  bool                      // has the keyboard
	typed    string                    // letters that are looked for
}

// NewPickList makes a list of the lines that two functions tell.
func NewPickList(count func() int, row func(i int) PickRow) *PickList {
	l := &PickList{rows: row, count: count}
	l.Length, l.HideSeparators = count, true
	l.CreateItem = func() fyne.CanvasObject { return newPickItem(l) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) { o.(*pickItem).show(i) }
	l.ExtendBaseWidget(l)
	return l
}

// Again shows other lines, with the keyboard on one of them.
func (l *PickList) Again(cursor int) {
	l.cursor, l.typed = max(0, min(cursor, l.count()-1)), ""
	l.Refresh()
	l.ScrollTo(l.cursor)
}

// Cursor is the line of the keyboard.
func (l *PickList) Cursor() int { return l.cursor }

// FocusGained shows where the keyboard is.
func (l *PickList) FocusGained() { l.focused = true; l.Refresh() }

// FocusLost takes the frame away.
func (l *PickList) FocusLost() { l.focused = false; l.Refresh() }

// TypedRune jumps to the next title that begins with the letters typed so far, or else with this one.
func (l *PickList) TypedRune(r rune) {
	if r == ' ' {
		return
	}
	l.typed += string(unicode.ToLower(r))
	if !l.jump(l.typed, l.cursor) {
		l.typed = string(unicode.ToLower(r))
		l.jump(l.typed, l.cursor+1)
	}
}

// jump goes to the first title from a line on, and then from the beginning, that begins with letters.
func (l *PickList) jump(letters string, from int) bool {
	n := l.count()
	for k := range n {
		i := (from + k) % n
		if strings.HasPrefix(strings.ToLower(l.rows(i).Title), letters) {
			l.move(i)
			return true
		}
	}
	return false
}

// pageLines is how many lines a page of the keyboard has.
const pageLines = 10

// TypedKey moves, picks and opens.
func (l *PickList) TypedKey(e *fyne.KeyEvent) {
	to := map[fyne.KeyName]int{fyne.KeyUp: l.cursor - 1, fyne.KeyDown: l.cursor + 1, fyne.KeyPageUp: l.cursor - pageLines,
		fyne.KeyPageDown: l.cursor + pageLines, fyne.KeyHome: 0, fyne.KeyEnd: l.count() - 1}
	at, moves := to[e.Name]
	there := l.cursor < l.count()
	switch {
	case moves:
		l.typed = ""
		l.move(at)
	case e.Name == fyne.KeySpace && there && l.OnTap != nil:
		l.OnTap(l.cursor)
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && there && l.OnOpen != nil:
		l.OnOpen(l.cursor)
	case l.OnKey != nil:
		l.OnKey(e)
	}
}

// move puts the keyboard onto a line, or the nearest one there is.
func (l *PickList) move(i int) {
	l.cursor = max(0, min(i, l.count()-1))
	l.ScrollTo(l.cursor)
	l.Refresh()
	if l.OnCursor != nil && l.count() > 0 {
		l.OnCursor(l.cursor)
	}
}

// pickItem is a line.
type pickItem struct {
	widget.BaseWidget
	list    *PickList
	at      int
	hovered bool
	ground  *canvas.Rectangle
	icon    *widget.Icon
	title   *widget.Label
	about   *canvas.Text
}

func newPickItem(l *PickList) *pickItem {
	p := &pickItem{list: l, ground: canvas.NewRectangle(color.Transparent), icon: widget.NewIcon(theme.FileIcon()), title: Cut(""),
		about: canvas.NewText("", color.Black)}
	p.ExtendBaseWidget(p)
	return p
}

// show puts a line of the list into sight.
func (p *pickItem) show(at int) {
	p.at = at
	p.Refresh()
}

// Refresh takes texts and colours anew.
func (p *pickItem) Refresh() {
	if p.at >= p.list.count() {
		return
	}
	row := p.list.rows(p.at)
	p.icon.SetResource(row.Icon)
	p.title.Importance = widget.MediumImportance
	p.about.Color = themed(ColorSoft)
	p.ground.FillColor, p.ground.StrokeWidth, p.ground.CornerRadius = color.Transparent, 0, theme.InputRadiusSize()
	switch {
	case row.Marked:
		p.ground.FillColor = themed(ColorChosen)
		p.about.Color = themed(theme.ColorNameForeground)
	case p.hovered && !row.Dim:
		p.ground.FillColor = themed(theme.ColorNameHover)
	}
	if row.Dim {
		p.title.Importance = widget.LowImportance
	}
	if p.list.focused && p.at == p.list.cursor {
		p.ground.StrokeColor, p.ground.StrokeWidth = themed(theme.ColorNamePrimary), 2
	}
	p.title.SetText(row.Title)
	p.about.Text, p.about.TextSize = row.About, theme.CaptionTextSize()
	p.ground.Refresh()
	p.about.Refresh()
	p.BaseWidget.Refresh()
}

// Tapped picks the line and takes the keyboard.
func (p *pickItem) Tapped(*fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	p.list.move(p.at)
	if p.list.OnTap != nil {
		p.list.OnTap(p.at)
	}
}

// MouseIn marks the line under the pointer.
func (p *pickItem) MouseIn(*desktop.MouseEvent) { p.hovered = true; p.Refresh() }

// MouseMoved is not needed.
func (p *pickItem) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the mark away.
func (p *pickItem) MouseOut() { p.hovered = false; p.Refresh() }

// CreateRenderer draws ground, picture and both texts.
func (p *pickItem) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(&fyne.Container{Layout: &pickLayout{p}, Objects: []fyne.CanvasObject{p.ground, p.icon, p.title, p.about}})
}

// pickLayout places the parts of a line.
type pickLayout struct{ item *pickItem }

func (l *pickLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p, pad, icon := l.item, theme.InnerPadding(), theme.IconInlineSize()
	p.ground.Move(fyne.NewPos(1, 1)) // room for the frame that shows the keyboard
	p.ground.Resize(size.SubtractWidthHeight(2, 2))
	p.icon.Move(fyne.NewPos(pad, (size.Height-icon)/2))
	p.icon.Resize(fyne.NewSquareSize(icon))
	about := p.about.MinSize()
	end := size.Width - pad - about.Width
	p.about.Move(fyne.NewPos(end, (size.Height-about.Height)/2))
	p.about.Resize(about)
	at := 1.5*pad + icon
	height := p.title.MinSize().Height
	p.title.Move(fyne.NewPos(at, (size.Height-height)/2))
	p.title.Resize(fyne.NewSize(max(0, end-at), height))
}

func (l *pickLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastWidth*theme.TextSize(), l.item.title.MinSize().Height-theme.Padding())
}
