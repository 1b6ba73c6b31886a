package app

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/app/wizard"
	"iucomstudien/assets/graphics"
)

// pictures are the names of all drawings.
func pictures(t *testing.T) []string {
	t.Helper()
	names, err := fs.Glob(graphics.Files, "*.svg")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestEveryStepHasAPictureInTheOneStyle(t *testing.T) {
	colour := regexp.MustCompile(`(?:fill|stroke)="([^"]*)"`)
	for _, page := range wizard.Pages() {
		if _, err := graphics.Files.ReadFile(page + ".svg"); err != nil {
			t.Errorf("the step %s has no picture", page)
		}
	}
	for _, name := range pictures(t) {
		svg, err := graphics.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range colour.FindAllStringSubmatch(string(svg), -1) {
			if !strings.Contains(" none ink quiet accent signal ", " "+c[1]+" ") {
				t.Errorf("%s names the colour %s itself", name, c[1])
			}
		}
		if strings.Contains(string(svg), "<text") || !strings.Contains(string(svg), `stroke-width="2"`) {
			t.Errorf("%s leaves the style: no words, strokes of two points", name)
		}
	}
}

func TestPicturesFollowTheLook(t *testing.T) {
	a := test.NewTempApp(t)
	var row []fyne.CanvasObject
	for _, name := range pictures(t) {
		svg, err := graphics.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		row = append(row, widgets.NewDrawing(name, svg, fyne.NewSize(160, 96)))
	}
	w := a.NewWindow("")
	defer w.Close()
	w.SetContent(container.NewGridWithColumns(4, row...))
	for _, look := range looks {
		a.Preferences().SetString("look", look)
		a.Settings().SetTheme(settings.ThemeFor(a))
		keep(t, w, "pictures-"+look)
	}
}
