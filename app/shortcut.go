package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// shortcut is a key of the menu. The toolkit writes «Ctrl» beside it on every keyboard; a German one says «Strg».
type shortcut struct {
	desktop.CustomShortcut
	name string // as it stands on the keyboard, with its modifier
}

// shortcut is the key with the modifier that commands have on this system.
func (s *Shell) shortcut(key fyne.KeyName) *shortcut {
	k := &shortcut{CustomShortcut: desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}}
	modifier := s.words.T("help.ctrl")
	if k.Modifier == fyne.KeyModifierSuper {
		modifier = "Cmd"
	}
	k.name = modifier + "+" + string(key)
	return k
}

// Key is what the menu writes: the whole name.
func (k *shortcut) Key() fyne.KeyName { return fyne.KeyName(k.name) }

// Mod is no modifier, since the name has it already. What is pressed is told by the name of the shortcut.
func (k *shortcut) Mod() fyne.KeyModifier { return 0 }
