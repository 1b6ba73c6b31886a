package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Tab is one part of a page that has several.
type Tab struct {
	Name  string // by which the page knows it
	Title string
	Draw  func() fyne.CanvasObject // called when it is chosen first, and never before
}

// Tabs shows one part of a page at a time under a row of buttons, which the keyboard reaches like any others. The
// toolkit's own tabs are for the mouse alone.
type Tabs struct {
	Root     *fyne.Container
	OnChosen func(name string) // nil: nobody asks

	tabs    []Tab
	buttons []*Button
	room    *fyne.Container
	drawn   map[string]fyne.CanvasObject
	chosen  int
}

// NewTabs makes a row of tabs and chooses the one named, or the first.
func NewTabs(tabs []Tab, chosen string) *Tabs {
	t := &Tabs{tabs: tabs, room: container.NewStack(), drawn: make(map[string]fyne.CanvasObject)}
	row := make([]fyne.CanvasObject, len(tabs))
	for i, tab := range tabs {
		b := NewButton(tab.Title, nil)
		b.OnTapped = func() {
			t.Choose(tabs[i].Name)
			if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
				c.Focus(b) // the frame goes along, also with the mouse
			}
		}
		t.buttons = append(t.buttons, b)
		row[i] = b
		if tab.Name == chosen {
			t.chosen = i
		}
	}
	t.Root = Filled(1, Flush(On(ColorQuiet, Flow(row...))), t.room)
	t.show()
	return t
}

// Chosen is the name of the part that is shown; "" without parts.
func (t *Tabs) Chosen() string {
	if len(t.tabs) == 0 {
		return ""
	}
	return t.tabs[t.chosen].Name
}

// First is where the keyboard goes: the button of the part that is shown; nil without parts.
func (t *Tabs) First() fyne.Focusable {
	if len(t.buttons) == 0 {
		return nil
	}
	return t.buttons[t.chosen]
}

// Choose shows a part; a name that there is not changes nothing.
func (t *Tabs) Choose(name string) {
	for i, tab := range t.tabs {
		if tab.Name == name {
			t.chosen = i
			t.show()
			if t.OnChosen != nil {
				t.OnChosen(name)
			}
			return
		}
	}
}

// Again draws a part anew, now if it is in front, else when it is chosen.
func (t *Tabs) Again(name string) {
	delete(t.drawn, name)
	if t.Chosen() == name {
		t.show()
	}
}

func (t *Tabs) show() {
	if len(t.tabs) == 0 {
		return
	}
	for i, b := range t.buttons {
		b.Importance = widget.LowImportance
		if i == t.chosen {
			b.Importance = widget.MediumImportance
		}
		b.Refresh()
	}
	tab := t.tabs[t.chosen]
	if t.drawn[tab.Name] == nil {
		t.drawn[tab.Name] = tab.Draw()
	}
	t.room.Objects = []fyne.CanvasObject{t.drawn[tab.Name]}
	t.room.Refresh()
}
