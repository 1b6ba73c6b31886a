package widgets_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"iucomstudien/app/widgets"
)

// box is a drawing of one square.
const box = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="96" viewBox="0 0 160 96"><rect x="2" y="2" width="90" height="90" fill="quiet" stroke="ink"/></svg>`

func TestADrawingStandsBesideTextsAndTakesNoRoomFromTheRest(t *testing.T) {
	short, long := "What happens here.", "What happens here, and why it does, and what else there is to say about it in a few more words than usual."
	for name, c := range map[string]struct {
		about string
		width float32
		scale float32
		shown bool
	}{
		"roomy":       {short, 900, 1, true},
		"two lines":   {long, 700, 1, true},
		"narrow":      {short, 500, 1, false},
		"large texts": {short, 1200, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			a := test.NewTempApp(t)
			a.Settings().SetTheme(&widgets.Theme{Scale: c.scale})
			texts := widgets.Column(widgets.Heading("Step"), widgets.Text(c.about))
			drawing := widgets.NewDrawing("box", []byte(box), fyne.NewSize(160, 96))
			both := widgets.Illustrated(texts, drawing)
			both.Resize(fyne.NewSize(c.width, both.MinSize().Height))
			alone := widgets.Column(widgets.Heading("Step"), widgets.Text(c.about))
			alone.Resize(fyne.NewSize(c.width, alone.MinSize().Height))
			if drawing.Visible() != c.shown {
				t.Errorf("the drawing is shown: %v", drawing.Visible())
			}
			if more := both.MinSize().Height - alone.MinSize().Height; more > 30 {
				t.Errorf("the drawing costs %v of height", more)
			}
			if right := drawing.Position().X + drawing.Size().Width; c.shown && (right > c.width || drawing.Size().Height > both.MinSize().Height) {
				t.Errorf("the drawing ends at %v and is %v high in %v", right, drawing.Size().Height, both.Size())
			}
		})
	}
}

func TestScrollsMoveByTheirKeysAndNoOthers(t *testing.T) {
	test.NewTempApp(t)
	scroll := widgets.NewScroll(widgets.Framed(fyne.NewSize(100, 2000), widgets.Text("")))
	w := test.NewWindow(scroll)
	defer w.Close()
	w.Resize(fyne.NewSize(200, 300))
	for _, c := range []struct {
		key   fyne.KeyName
		least float32
		most  float32
	}{{fyne.KeyDown, 1, 100}, {fyne.KeyPageDown, 200, 400}, {fyne.KeyA, 200, 400}, {fyne.KeyEnd, 1600, 1800}, {fyne.KeyUp, 1500, 1750}, {fyne.KeyHome, 0, 0}} {
		scroll.Key(c.key)
		if at := scroll.Offset.Y; at < c.least || at > c.most {
			t.Errorf("after %s the page is at %v", c.key, at)
		}
	}
}
