package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
)

// keysEverywhere are the keys that hold on every screen, beside those of the menu: what they are called, and what they do
// under "help.<name>".
var keysEverywhere = []struct{ keys, does string }{
	{"help.undo-keys", "help.undo"}, {"Tab", "help.tab"}, {"Enter", "help.enter"}, {"Esc", "help.escape"}, {"help.arrows", "help.scroll"}, {"F1", "help.title"},
}

// keysWidth is the room for the names of keys, in letters of the text size.
const keysWidth = 14

// ShowHelp lists all keys, in place of the screen in hand, which stands as it was when the list is closed.
func (s *Shell) ShowHelp() {
	if s.screenName == helpPlace {
		return // the list is shown
	}
	s.showHelp(s.leaveScreen())
}

func (s *Shell) showHelp(before *left) {
	back := func() { s.comeBack(before) }
	closing := widgets.NewIconButton(s.words.T("help.close"), theme.NavigateBackIcon(), back)
	closing.Importance = widget.HighImportance
	body := widgets.Column()
	for _, m := range s.win.MainMenu().Items {
		section := widgets.Tight()
		body.Add(widgets.Subheading(m.Label))
		body.Add(section)
		for _, item := range m.Items {
			if key, ok := item.Shortcut.(*shortcut); ok {
				section.Add(keyLine(key.name, item.Label))
			}
		}
	}
	everywhere := widgets.Tight()
	body.Add(widgets.Subheading(s.words.T("help.everywhere")))
	body.Add(everywhere)
	for _, k := range keysEverywhere {
		name := k.keys
		if strings.HasPrefix(name, "help.") {
			name = s.words.T(name)
		}
		everywhere.Add(keyLine(name, s.words.T(k.does)))
	}
	margin := theme.InnerPadding()
	s.wizard, s.result = nil, conduct.Ref{}
	s.set(widgets.Inset(2*margin, margin, widgets.Filled(2, widgets.Heading(s.words.T("help.title")), widgets.Text(s.words.T("help.about")),
		widgets.NewScroll(body), widgets.Row(closing))), before.where, func() { s.showHelp(before) })
	s.onEscape, s.before, s.screenName = back, before, helpPlace
	s.Focus(closing)
}

// keyLine is a key with what it does.
func keyLine(key, does string) fyne.CanvasObject {
	return widgets.Entry(widgets.Wide(keysWidth, widgets.Strong(key)), widgets.Text(does))
}
