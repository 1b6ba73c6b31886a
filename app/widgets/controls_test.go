package widgets_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
)

func TestAButtonIsPressedByEnterAndSpace(t *testing.T) {
	presses, escapes := 0, 0
	b := widgets.NewButton("Weiter", func() { presses++ })
	b.OnEscape = func() { escapes++ }
	w := shown(t, container.NewVBox(b), fyne.NewSize(200, 100))
	w.Canvas().Focus(b)
	for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyEscape, fyne.KeyA} {
		b.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if presses != 3 || escapes != 1 {
		t.Errorf("%d presses and %d escapes", presses, escapes)
	}
	b.SetEnabled(false)
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if presses != 3 {
		t.Error("a disabled button was pressed")
	}
}

func TestTabLeavesAFieldForSeveralLines(t *testing.T) {
	if p := widgets.NewPaper(4); p.AcceptsTab() {
		t.Error("Tab is caught in the field")
	}
}

func TestAChoiceGivesItsValueAndNotItsWord(t *testing.T) {
	c := widgets.NewChoice([]string{"de", "pl"}, []string{"Deutsch", "Polnisch"})
	if _, ok := c.Value(); ok {
		t.Error("something is chosen from the beginning")
	}
	c.Choose("pl")
	if v, ok := c.Value(); !ok || v != "pl" || c.Selected != "Polnisch" {
		t.Errorf("%q, shown as %q", v, c.Selected)
	}
	c.Choose("fr")
	if _, ok := c.Value(); ok {
		t.Error("a value that is not offered was chosen")
	}
}

func TestStepsAreChosenByTapAndByArrowKeys(t *testing.T) {
	var chosen []int
	l := widgets.NewStepList([]widgets.Step{{Title: "1 Fall"}, {Title: "2 Antworten"}, {Title: "3 Start"}})
	l.OnChosen = func(i int) { chosen = append(chosen, i) }
	w := shown(t, l, fyne.NewSize(300, 300))
	var rows []fyne.Tappable
	walk(w.Content(), func(o fyne.CanvasObject) {
		if row, ok := o.(fyne.Tappable); ok {
			rows = append(rows, row)
		}
	})
	if len(rows) != 3 {
		t.Fatalf("%d rows", len(rows))
	}
	test.Tap(rows[1])
	if w.Canvas().Focused() != l {
		t.Error("a tap did not take the keyboard")
	}
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyHome, fyne.KeyUp, fyne.KeyEnd} {
		l.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if want := []int{1, 2, 1, 0, 2}; !slices.Equal(chosen, want) {
		t.Errorf("chosen %v, want %v", chosen, want)
	}
	l.Mark(0)
	if l.Chosen() != 0 || len(chosen) != 5 {
		t.Error("marking told somebody")
	}
}

func TestTheListOfStepsKeepsItsWidthWhenStatesChange(t *testing.T) {
	steps := []widgets.Step{{Title: "1 Fall", State: "ja"}}
	l := widgets.NewStepList(steps)
	shown(t, l, fyne.NewSize(300, 300))
	before := l.MinSize().Width
	steps[0].State = "wartet auf Bewertungen"
	l.SetSteps(steps)
	if got := l.MinSize().Width; got != before {
		t.Errorf("%v, then %v", before, got)
	}
}

func TestALightHasAPictureOfItsOwnForEachSignal(t *testing.T) {
	seen := make(map[string]widgets.Signal)
	for s := widgets.SignalOff; s <= widgets.SignalInfo; s++ {
		l := widgets.NewLight(s)
		shown(t, l, fyne.NewSize(40, 40))
		name := ""
		walk(l, func(o fyne.CanvasObject) {
			if image, ok := o.(*canvas.Image); ok {
				name = image.Resource.Name() // colour_picture.svg
				name = name[strings.LastIndex(name, "_")+1:]
			}
		})
		if other, twice := seen[name]; twice {
			t.Errorf("%v looks like %v", s, other)
		}
		seen[name] = s
	}
}

// words is a text that needs several lines at the widths of the tests.
var words = strings.Repeat("Rechtsgebiet und Stichtag ", 12)

func TestAColumnGivesWrappingTextsTheHeightTheyNeed(t *testing.T) {
	text, below := widgets.Text(words), widgets.Bold("Ende")
	shown(t, widgets.Column(text, below), fyne.NewSize(300, 600))
	if text.Size().Height < text.MinSize().Height-1 {
		t.Errorf("the text is %v high and needs %v", text.Size().Height, text.MinSize().Height)
	}
	if end := text.Position().Y + text.Size().Height; below.Position().Y < end {
		t.Errorf("what follows begins at %v, within the text that ends at %v", below.Position().Y, end)
	}
}

func TestALineGivesTheRestToWhatGrows(t *testing.T) {
	text, button := widgets.Text(words), widgets.NewButton("Fall", nil)
	line := widgets.Line(0, text, button)
	shown(t, container.NewVBox(line), fyne.NewSize(400, 300))
	if got, want := button.Size().Width, button.MinSize().Width; got != want {
		t.Errorf("the button is %v wide, want %v", got, want)
	}
	if got, want := text.Size().Width, 400-button.MinSize().Width-theme.Padding(); got != want {
		t.Errorf("the text is %v wide, want %v", got, want)
	}
}

func TestWhatGrowsTakesWhatIsLeft(t *testing.T) {
	top, view, bottom := widgets.Bold("Titel"), widgets.NewTextView(words), widgets.NewButton("Weiter", nil)
	shown(t, widgets.Filled(1, top, view, bottom), fyne.NewSize(300, 400))
	if end := bottom.Position().Y + bottom.Size().Height; end != 400 {
		t.Errorf("the last one ends at %v of 400", end)
	}
}

func TestButtonsFlowIntoAsManyLinesAsTheyNeed(t *testing.T) {
	var buttons []fyne.CanvasObject
	for _, text := range []string{"Bewertungen des Beispiels einbringen", "Bewertungsbogen importieren", "Ordner öffnen"} {
		buttons = append(buttons, widgets.NewButton(text, nil))
	}
	row := widgets.Flow(buttons...)
	w := shown(t, widgets.Column(row, widgets.Bold("darunter")), fyne.NewSize(420, 300))
	for _, width := range []float32{420, 1000, 300} {
		w.Resize(fyne.NewSize(width, 300))
		for i, b := range buttons {
			if end := b.Position().X + b.Size().Width; end > width {
				t.Errorf("at %v the button %d ends at %v", width, i, end)
			}
			if end := b.Position().Y + b.Size().Height; end > row.Size().Height {
				t.Errorf("at %v the button %d ends below its row", width, i)
			}
		}
	}
}

func TestAFrameNeverAsksForMoreRoom(t *testing.T) {
	least := fyne.NewSize(200, 100)
	framed := widgets.Framed(least, widgets.Text(words))
	w := shown(t, framed, fyne.NewSize(220, 120))
	if framed.MinSize() != least || w.Canvas().Size().Height != 120 {
		t.Errorf("asks for %v in a window of %v", framed.MinSize(), w.Canvas().Size())
	}
}

func TestTheKeyboardBringsAButtonIntoSight(t *testing.T) {
	column, first := widgets.Column(), widgets.NewButton("Erste", nil)
	column.Add(widgets.Card(first))
	for range 40 {
		column.Add(widgets.Card(widgets.NewButton("Öffnen", nil)))
	}
	last := widgets.NewButton("Letzte", nil)
	column.Add(widgets.Card(last))
	s := widgets.NewScroll(column)
	w := shown(t, s, fyne.NewSize(300, 200))
	driver := fyne.CurrentApp().Driver()
	w.Canvas().Focus(last)
	if y := driver.AbsolutePositionForObject(last).Y; y < 0 || y+last.Size().Height > 200 {
		t.Errorf("the button is at %v of a window of 200", y)
	}
	w.Canvas().Unfocus()
	w.Canvas().FocusNext() // the scroll itself, whose keys scroll
	w.Canvas().FocusNext()
	if y := driver.AbsolutePositionForObject(first).Y; y < 0 {
		t.Errorf("back at the first one it is at %v", y)
	}
}

func TestAGridIsAsHighAsItsHighestCell(t *testing.T) {
	long, short := widgets.Text(words), widgets.Text("kurz")
	next := widgets.Text("nächste Zeile")
	shown(t, widgets.NewScroll(widgets.Grid([]float32{1, 1}, long, short, next)), fyne.NewSize(400, 400))
	if end := long.Position().Y + long.MinSize().Height; next.Position().Y < end-1 {
		t.Errorf("the next row begins at %v, within the cell that ends at %v", next.Position().Y, end)
	}
}

func TestABarShowsItsNumbersInOrder(t *testing.T) {
	bar := widgets.NewShareBar([]widgets.Part{{Label: "korrekt", Count: 3}, {Label: "unvollständig"}, {Label: "halluziniert", Count: 1}})
	shown(t, bar, fyne.NewSize(400, 30))
	var got []string
	walk(bar, func(o fyne.CanvasObject) {
		if text, ok := o.(*canvas.Text); ok {
			got = append(got, text.Text)
		}
	})
	if !slices.Equal(got, []string{"3", "1"}) {
		t.Errorf("shown %v", got)
	}
}
