package folder

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"iucomstudien/internal/study"
)

// MaxName is the longest name of a folder or file, in bytes. Windows and most file systems take 255, but the whole
// path has to stay below 260 characters.
const MaxName = 120

// forbidden are characters that Windows refuses in a name, and the separators of all systems.
const forbidden = `<>:"/\|?*`

// devices are names that Windows keeps for devices, with any extension.
var devices = []string{
	"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
	"COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9", "COM¹", "COM²", "COM³",
	"LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9", "LPT¹", "LPT²", "LPT³",
}

// SafeName gives a name that a person typed as the name of a single folder or file, in Unicode form NFC (a Mac would
// otherwise keep another spelling of ä than a PC). It changes nothing else, but refuses what some operating system
// refuses or reads differently: an empty name, separators, «..», characters that are not printed, characters and names
// reserved by Windows, a dot or blank at either end, more than [MaxName] bytes.
//
// Problem: folder.unsafe-name (Args: name; reason, a machine word).
func SafeName(name string) (string, error) {
	safe := norm.NFC.String(name)
	if reason := unsafe(safe); reason != "" {
		return "", &study.Problem{ID: "folder.unsafe-name", Args: map[string]any{"name": shown(name), "reason": reason}}
	}
	return safe, nil
}

// unsafe names what is wrong with a name; "" when nothing is.
func unsafe(name string) string {
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case strings.TrimSpace(name) == "":
		return "empty"
	case len(name) > MaxName:
		return "too-long"
	case !utf8.ValidString(name) || strings.ContainsFunc(name, invisible):
		return "invisible-character"
	case strings.ContainsAny(name, forbidden):
		return "forbidden-character"
	case strings.Trim(name, ". ") != name:
		return "dot-or-blank-at-the-end"
	case slices.Contains(devices, strings.ToUpper(strings.TrimRight(stem, " "))):
		return "name-of-a-device"
	}
	return ""
}

// invisible tells characters that nobody sees: controls, direction marks, and blanks other than the plain one.
func invisible(r rune) bool { return r != ' ' && (!unicode.IsPrint(r) || r == utf8.RuneError) }

// shown makes a refused name fit for a message.
func shown(name string) string {
	const most = 60
	name = strings.Map(func(r rune) rune {
		if invisible(r) {
			return '·'
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
