package app

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/study"
)

// TestSettingsAndKeysLeadBack holds the settings and the list of keys to lead back to the screen they were opened from, by
// their button and by Escape, with the name of the study above them.
func TestSettingsAndKeysLeadBack(t *testing.T) {
	for _, opened := range []string{"app.settings", "help.title"} {
		for _, escape := range []bool{true, false} {
			h := newHouse(t, study.English, roomy)
			back := func(want ...string) {
				t.Helper()
				if escape {
					h.shell.message.clear()
					h.shell.win.Canvas().Unfocus()
					h.press(fyne.KeyEscape)
				} else {
					h.tapKey("help.close")
				}
				h.settle()
				h.sees(want...)
			}
			h.command(opened)
			back(h.shell.words.T("home.about"))
			h.tapKey("home.sample")
			h.shell.wizard.Show("answers")
			name := h.shell.where.Text
			h.command(opened)
			h.sees(name)
			back(name)
			h.page("answers")
			h.command(opened)
			h.command("wizard.gold")
			h.page("gold")
			h.command(opened)
			h.drop("answers/01_reporter.txt")
			h.sees(name)
			if h.shell.wizard == nil {
				t.Error("a file that is dropped does not come to the study")
			}
			h.command("archive.title")
			h.command(opened)
			back(h.shell.words.T("archive.about"))
		}
	}
}

func TestSettingsOpenedFromTheListOfKeysLeadBackAllTheWay(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("stard")
	h.command("help.title")
	h.command("app.settings")
	h.command("app.settings") // once more changes nothing
	find[*widgets.Choice[study.Language]](h).SetSelected("Deutsch")
	h.tapKey("help.close")
	h.sees("Alle Tasten")
	h.tapKey("help.close")
	h.page("stard")
	h.sees("Zielfrage")
}

func TestSettingsLeadHomeWhereTheStudyIsGone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	id := h.shell.wizard.Ref().Study
	h.command("app.settings")
	if err := h.shell.conduct.EraseStudy(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	h.tapKey("help.close")
	h.sees(h.shell.words.T("home.about"), h.shell.words.T("home.none"))
}

// TestTheFrameGoesWithTheTab holds the keyboard to the button of the part that is shown, however it was turned to.
func TestTheFrameGoesWithTheTab(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("app.settings")
	for _, part := range []string{"ai", "data", "look"} {
		b := h.button(h.shell.words.T("settings.part." + part))
		test.Tap(b)
		if h.shell.win.Canvas().Focused() != fyne.Focusable(b) {
			t.Errorf("after %s the keyboard is at %v", part, h.shell.win.Canvas().Focused())
		}
	}
}
