package extract

import "strings"

// Letters of picture fonts have no meaning of their own; the tables give the characters they show. Only signs that
// occur in texts are listed; others stand as a bullet.

// symbolFont is the font Symbol from 0x20 on ("" stands for a sign without an equal), in the order of Adobe's Symbol encoding.
const symbolFont = " !∀#∃%&∋()∗+,−./0123456789:;<=>?" +
	"≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_" +
	"‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ "

// symbolFontHigh is the font Symbol from 0xA0 on.
const symbolFontHigh = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵" +
	"ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓" +
	"◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ "

// wingdings are the signs of the font Wingdings that people type or that lists use.
var wingdings = map[rune]rune{
	0x4a: '☺', 0x6c: '●', 0x6d: '○', 0x6e: '■', 0x6f: '□', 0x70: '□', 0x71: '□', 0x72: '□', 0x73: '◆', 0x74: '◆',
	0x75: '◆', 0x76: '❖', 0x77: '◆', 0x78: '☒', 0x9f: '•', 0xa7: '▪', 0xa8: '□', 0xd8: '➢', 0xdf: '←', 0xe0: '→',
	0xe1: '↑', 0xe2: '↓', 0xe8: '→', 0xf0: '⇨', 0xf3: '⇔', 0xfb: '✗', 0xfc: '✓', 0xfd: '☒', 0xfe: '☑',
}

// symbolRune gives the character that a letter of a picture font shows; letters of other fonts stay what they are. Word
// moves letters of such fonts to U+F000.
func symbolRune(font string, r rune) rune {
	code := r
	if code >= 0xf000 && code <= 0xf0ff {
		code -= 0xf000
	}
	name := strings.ToLower(font)
	switch {
	case strings.HasPrefix(name, "symbol"):
		if s := inSymbol(code); s != 0 {
			return s
		}
	case strings.HasPrefix(name, "wingdings"), strings.HasPrefix(name, "webdings"), strings.Contains(name, "dingbats"):
		if s, ok := wingdings[code]; ok && strings.HasPrefix(name, "wingdings") {
			return s
		}
		return '•'
	}
	switch {
	case code == r:
		return r
	case code == 0xb7:
		return '•'
	case code >= 0x20 && code < 0x7f:
		return code
	}
	return '•'
}

// inSymbol looks a code up in the font Symbol; 0 when it has no sign.
func inSymbol(code rune) rune {
	switch {
	case code >= 0x20 && code < 0x80:
		return []rune(symbolFont)[code-0x20]
	case code >= 0xa0 && code < 0x100:
		return []rune(symbolFontHigh)[code-0xa0]
	}
	return 0
}

// pictureFont tells whether a font's letters are pictures.
func pictureFont(font string) bool {
	name := strings.ToLower(font)
	return strings.HasPrefix(name, "symbol") || strings.HasPrefix(name, "wingdings") ||
		strings.HasPrefix(name, "webdings") || strings.Contains(name, "dingbats")
}

// symbolText gives what text set in a picture font shows.
func symbolText(font, s string) string {
	if !pictureFont(font) {
		return privateText(font, s)
	}
	return strings.Map(func(r rune) rune { return symbolRune(font, r) }, s)
}

// privateText puts characters in place of the private ones to which Word moves letters of picture fonts. Other letters stay,
// since Word also notes a picture font for text it never shows in it.
func privateText(font, s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0xf000 && r <= 0xf0ff {
			return symbolRune(font, r)
		}
		return r
	}, s)
}

// bulletText is a list's bullet as plain text.
func bulletText(font, s string) string {
	if strings.TrimSpace(s) == "" {
		return "•"
	}
	if s == "o" && strings.HasPrefix(strings.ToLower(font), "courier") {
		return "◦"
	}
	return symbolText(font, s)
}
