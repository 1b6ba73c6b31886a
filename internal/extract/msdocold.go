package extract

import "errors"

// languagePages are the code pages of languages that are not written in Western letters, by the number of the language.
var languagePages = map[int]int{
	0x15: 1250, 0x05: 1250, 0x1b: 1250, 0x0e: 1250, 0x24: 1250, 0x1a: 1250, 0x18: 1250, 0x1c: 1250,
	0x19: 1251, 0x22: 1251, 0x23: 1251, 0x02: 1251, 0x2f: 1251, 0x08: 1253, 0x1f: 1254, 0x25: 1257, 0x26: 1257, 0x27: 1257,
}

// oldPage is the code page of a document of Word 6 or 95. The file states a language, often that of the program, and
// the character sets of its fonts; which letters the text is written in decides between them.
func (m *msdoc) oldPage() int {
	var sample []byte
	for _, p := range m.pieces {
		sample = append(sample, m.main.cut(p.at, min(p.to-p.from, 64<<10))...)
		if len(sample) > 64<<10 {
			break
		}
	}
	letters, high := 0, 0
	for _, c := range sample {
		if c >= 0xc0 {
			high++
		} else if asciiLetter(rune(c)) {
			letters++
		}
	}
	candidates := m.oldFontPages()
	if page, ok := languagePages[m.main.u16(6)&0x3ff]; ok {
		candidates = append([]int{page}, candidates...)
	}
	for _, page := range candidates {
		foreign := page != 1250
		switch {
		case foreign && high*8 > letters:
			return page
		case !foreign && high > 0 && sense(decodePage(page, sample)) >= sense(decodePage(1252, sample)):
			return page
		}
	}
	return 1252
}

// oldFontPages lists the code pages of the fonts' character sets, Western ones left out.
func (m *msdoc) oldFontPages() []int {
	const fontsAt, setAt = 0xd0, 4
	b := m.main.cut(m.main.u32(fontsAt), m.main.u32(fontsAt+4))
	if t := m.table.cut(m.main.u32(fontsAt), m.main.u32(fontsAt+4)); b == nil {
		b = t
	}
	var all []int
	for at := 2; at < len(b); at += 1 + b.u8(at) {
		if page := fontPages[b.u8(at+setAt)]; page != 0 && page != 1252 {
			all = append(all, page)
		}
	}
	return all
}

// oldPieces finds the text of Word 6 and 95: in one piece, or in a list of pieces when the file was saved fast.
func (m *msdoc) oldPieces() error {
	const complexFlag = 0x0004
	m.found.simple = true
	if m.main.u16(0x0a)&complexFlag != 0 {
		return m.readPieces(m.main.cut(m.main.u32(0x160), m.main.u32(0x164)))
	}
	from, to := m.main.u32(0x18), m.main.u32(0x1c)
	if from <= 0 || to <= from {
		return errNoPieces
	}
	m.addPiece(msdocPiece{to: to - from, at: from})
	return nil
}

var errNoPieces = errors.New("the list of the text's pieces is missing")
