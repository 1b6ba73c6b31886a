package app

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// TestAWholeCardOpens holds every card of the start page to be opened by a tap anywhere on it and by the keyboard, to show
// that it has the keyboard, and to come into sight when it gets it.
func TestAWholeCardOpens(t *testing.T) {
	for name, open := range map[string]func(h *house, c *widgets.OpeningCard){
		"tap":   func(_ *house, c *widgets.OpeningCard) { c.Tapped(&fyne.PointEvent{}) },
		"Enter": func(h *house, _ *widgets.OpeningCard) { h.press(fyne.KeyReturn) },
		"space": func(h *house, _ *widgets.OpeningCard) { h.press(fyne.KeySpace) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			h.newStudy()
			h.command("app.menu.studies")
			card := find[*widgets.OpeningCard](h)
			plain := h.shell.win.Canvas().Capture()
			c := h.shell.win.Canvas()
			for c.Unfocus(); c.Focused() != fyne.Focusable(card); {
				c.FocusNext()
			}
			if reflect.DeepEqual(plain, c.Capture()) {
				t.Error("nothing shows that the card has the keyboard")
			}
			open(h, card)
			h.settle()
			h.page("answers")
		})
	}
}

func TestACardComesIntoSightWithTheKeyboard(t *testing.T) {
	h := newHouse(t, study.English, small)
	for i := range 12 {
		if _, err := h.shell.conduct.CreateStudy(context.Background(), study.Study{Name: fmt.Sprintf("Study %d", i), Lead: "L", Language: study.English}); err != nil {
			t.Fatal(err)
		}
	}
	h.command("app.menu.studies")
	c, driver, seen := h.shell.win.Canvas(), fyne.CurrentApp().Driver(), 0
	for range 100 {
		c.FocusNext()
		card, ok := c.Focused().(*widgets.OpeningCard)
		if !ok {
			continue
		}
		seen++
		if bottom := driver.AbsolutePositionForObject(card).Y + card.Size().Height; bottom > c.Size().Height+1 {
			t.Fatalf("%s ends at %v of %v", card.Name, bottom, c.Size().Height)
		}
		if card.Name == "Study 0" {
			break
		}
	}
	if seen < 12 {
		t.Errorf("%d cards were reached", seen)
	}
}
