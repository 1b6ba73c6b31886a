package widgets_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/widgets"
)

func TestBothEndsOfALineAreReachedAndNothingOverlaps(t *testing.T) {
	for name, width := range map[string]float32{"wide": 900, "too short for one line": 330} {
		t.Run(name, func(t *testing.T) {
			first, second := widgets.NewButton("Fall übernehmen", nil), widgets.NewButton("Verwerfen", nil)
			last := widgets.NewDangerButton("Zurückziehen", nil)
			ends := widgets.Ends(widgets.Flow(first, second), last)
			box := widgets.Column(ends)
			shown(t, box, fyne.NewSize(width, 300))
			box.Resize(fyne.NewSize(width, 300))
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject
			left := at(box).X
			if right := at(last).X + last.Size().Width; right < left+width-1 || right > left+width+1 {
				t.Errorf("the last button ends at %v of %v", right-left, width)
			}
			all := []*widgets.Button{first, second, last}
			for i, a := range all {
				if a.Size().Width < a.MinSize().Width {
					t.Errorf("%q is cut off", a.Text)
				}
				if bottom := at(a).Y + a.Size().Height; bottom > at(ends).Y+ends.Size().Height+1 {
					t.Errorf("%q ends at %v, the line at %v", a.Text, bottom, ends.Size().Height)
				}
				for _, b := range all[:i] {
					apart := at(a).X >= at(b).X+b.Size().Width || at(b).X >= at(a).X+a.Size().Width ||
						at(a).Y >= at(b).Y+b.Size().Height || at(b).Y >= at(a).Y+a.Size().Height
					if !apart {
						t.Errorf("%q lies over %q", a.Text, b.Text)
					}
				}
			}
		})
	}
}

func TestWhatIsDangerousIsToldWithoutColour(t *testing.T) {
	if b := widgets.NewDangerButton("Remove", nil); b.Icon.Name() != theme.NewColoredResource(theme.DeleteIcon(), theme.ColorNameError).Name() {
		t.Errorf("the picture is %q", b.Icon.Name())
	}
}
