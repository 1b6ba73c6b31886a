package extract

import "unicode/utf16"

// msdocStyle is what a style says about reading.
type msdocStyle struct {
	base        int
	raised      int  // as in [msdocChar]
	hidden      byte // as [msdocSwitch]; 0xff not stated
	list, level int  // −1 not stated
}

const (
	noStyle        = 0x0fff
	paragraphStyle = 1
	characterStyle = 2
)

// readStyles reads the style sheet (STSH).
func (m *msdoc) readStyles(b blob) {
	head := b.u16(0)
	count, base := b.u16(2), b.u16(4)
	at := 2 + head
	for range min(count, noStyle) {
		if at+2 > len(b) {
			return
		}
		length := b.u16(at)
		m.styles = append(m.styles, readMSDocStyle(b.cut(at+2, length), base))
		at += 2 + length
	}
}

// readMSDocStyle reads one style; its fixed part has base bytes.
func readMSDocStyle(b blob, base int) msdocStyle {
	s := msdocStyle{base: noStyle, raised: -1, hidden: 0xff, list: -1, level: -1}
	if len(b) < 10 {
		return s
	}
	kind := b.u16(2) & 0xf
	s.base = b.u16(2) >> 4
	at := base + 2 + 2*b.u16(base) + 2
	if kind == paragraphStyle {
		length := b.u16(at)
		p := paraProperties(b.cut(at+2, length))
		s.list, s.level = p.list, p.level
		at += 2 + length + length%2
	}
	if kind == paragraphStyle || kind == characterStyle {
		c := charProperties(b.cut(at+2, b.u16(at)))
		s.hidden, s.raised = c.hidden, c.raised
	}
	return s
}

// hiddenStyle tells whether a style hides text.
func (m *msdoc) hiddenStyle(style int) bool {
	for range maxStyleChain {
		if style < 0 || style >= len(m.styles) {
			return false
		}
		s := m.styles[style]
		if s.hidden != 0xff {
			return msdocSwitch(s.hidden, false)
		}
		style = s.base
	}
	return false
}

// isRaised tells whether a character is set small and high, by itself or by its style.
func (m *msdoc) isRaised(c msdocChar) bool {
	position, style := c.raised, c.style
	for range maxStyleChain {
		if position >= 0 || style <= 0 || style >= len(m.styles) {
			break
		}
		position, style = m.styles[style].raised, m.styles[style].base
	}
	return position == 1
}

// listOf gives the list a paragraph belongs to, by itself or by its style; 0 for none.
func (m *msdoc) listOf(p msdocPara) (list, level int) {
	list, level = p.list, p.level
	style := p.style
	for range maxStyleChain {
		if list >= 0 && level >= 0 || style < 0 || style >= len(m.styles) {
			break
		}
		s := m.styles[style]
		if list < 0 {
			list = s.list
		}
		if level < 0 {
			level = s.level
		}
		style = s.base
	}
	return max(list, 0), min(max(level, 0), maxListLevels-1)
}

// readFonts reads the names of the fonts (SttbfFfn).
func (m *msdoc) readFonts(b blob) {
	const nameAt = 40
	at := 4
	for range b.u16(0) {
		length := 1 + b.u8(at)
		entry := b.cut(at, length)
		if entry == nil {
			return
		}
		m.fonts = append(m.fonts, utf16Text(entry.from(nameAt)))
		at += length
	}
}

// utf16Text reads UTF-16 up to a zero.
func utf16Text(b blob) string {
	var units []uint16
	for i := 0; i+1 < len(b) && b.u16(i) != 0; i += 2 {
		units = append(units, uint16(b.u16(i)))
	}
	return string(utf16.Decode(units))
}

func (m *msdoc) fontName(font int) string {
	if font >= 0 && font < len(m.fonts) {
		return m.fonts[font]
	}
	return ""
}
