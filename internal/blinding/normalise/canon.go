package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"iucomstudien/internal/study"
)

// canon brings the characters of a draft into one form: encoding, invisible characters, blanks, dashes, quotes,
// ellipsis, ornamental letters, emoji and look-alike letters (C1-C8).
func (p *pass) canon() {
	s := scanner{pass: p, s: p.d.cur}
	for s.i < len(s.s) {
		s.step()
	}
	p.d.apply(s.edits.list)
	if !norm.NFC.IsNormalString(p.d.cur) {
		p.d.apply(compose(p.d.cur))
	}
	if s.foreign {
		p.lookalikes()
	}
}

// compose gives the edits that bring a text into Unicode's composed form (NFC), segment by segment.
func compose(text string) []edit {
	var edits editList
	var it norm.Iter
	it.InitString(norm.NFC, text)
	for !it.Done() {
		start := it.Pos()
		composed := string(it.Next())
		if text[start:it.Pos()] != composed {
			edits.replace(start, it.Pos(), composed, C1)
		}
	}
	return edits.list
}

// scanner walks once over the characters of an answer.
type scanner struct {
	*pass
	s       string
	i       int
	edits   editList
	foreign bool // letters of another script were seen
}

// plain marks the ASCII characters that never need work.
var plain = func() (t [256]bool) {
	for b := '!'; b <= '~'; b++ {
		t[b] = true
	}
	t['\n'] = true
	return t
}()

// step handles the next character, or a run of plain ones.
func (s *scanner) step() {
	for s.i < len(s.s) && plain[s.s[s.i]] {
		s.i++
	}
	if s.i == len(s.s) {
		return
	}
	b := s.s[s.i]
	switch {
	case b == ' ' && (s.i+1 == len(s.s) || plain[s.s[s.i+1]]):
		s.i++
	case b == ' ' || b == '\t':
		s.blanks()
	case b < utf8.RuneSelf:
		s.control(b)
	default:
		s.wide()
	}
}

// control handles the control characters of ASCII: line ends become LF, the others go.
func (s *scanner) control(b byte) {
	end := s.i + 1
	text := ""
	switch b {
	case '\r':
		text = "\n"
		if end < len(s.s) && s.s[end] == '\n' {
			end++
		}
	case '\f':
		text = "\n\n"
	case '\v':
		text = "\n"
	}
	s.edits.replace(s.i, end, text, C1)
	s.i = end
}

// blanks handles a run of blanks. Inside a line it becomes one space; at the edges of a line it is left to the
// rules about indentation, since Markdown needs it.
func (s *scanner) blanks() {
	start, end := s.i, s.i
	rule := C3
	odd := false
	for end < len(s.s) {
		r, size := utf8.DecodeRuneInString(s.s[end:])
		if r == '\t' {
			rule, odd = C1, true
		} else if isOddSpace(r) {
			odd = true
		} else if r != ' ' {
			break
		}
		end += size
	}
	s.i = end
	atEdge := start == 0 || s.s[start-1] == '\n' || end == len(s.s) || s.s[end] == '\n' || s.s[end] == '\r'
	switch {
	case !atEdge:
		if odd || end-start > 1 {
			s.edits.replace(start, end, " ", rule)
		}
	case odd:
		s.spaces(start, end)
	}
}

// spaces makes plain spaces of the unusual ones in a run at the edge of a line. Tabs stay: they are indentation.
func (s *scanner) spaces(start, end int) {
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(s.s[i:])
		if isOddSpace(r) {
			s.edits.replace(i, i+size, " ", C3)
		}
		i += size
	}
}

// isOddSpace tells whether r is a blank that is not the plain space.
func isOddSpace(r rune) bool {
	switch r {
	case 0xA0, 0x1680, 0x202F, 0x205F, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200A
}

// wide handles one character outside ASCII.
func (s *scanner) wide() {
	r, size := utf8.DecodeRuneInString(s.s[s.i:])
	if r == utf8.RuneError && size == 1 {
		s.invalid()
		return
	}
	if r < 0x2000 && !s.special(r) {
		s.i += size
		return
	}
	if e, ok := s.emoji(r, size); ok {
		s.edits.list = append(s.edits.list, e)
		s.i = e.end
		return
	}
	switch {
	case isOddSpace(r):
		s.blanks()
		return
	case isInvisible(r):
		s.edits.delete(s.i, s.i+size, C2)
	case r == 0x85 || r == 0x2028:
		s.edits.replace(s.i, s.i+size, "\n", C1)
	case r == 0x2029:
		s.edits.replace(s.i, s.i+size, "\n\n", C1)
	case r >= 0x80 && r < 0xA0:
		s.edits.delete(s.i, s.i+size, C1)
	default:
		s.replaced(r, size)
	}
	s.i = max(s.i+size, s.edits.reach())
}

// signEnd is the end of a minus sign with the blank between it and its figure: apart from it, at the start of a line,
// it would be read as a bullet.
func (s *scanner) signEnd(end int) int {
	r, size := utf8.DecodeRuneInString(s.s[end:])
	if next := end + size; (r == ' ' || isOddSpace(r)) && next < len(s.s) && digit(s.s[next]) && (s.i == 0 || s.s[s.i-1] == ' ' || s.s[s.i-1] == '\n') && !s.digitBefore() {
		return next
	}
	return end
}

// digitBefore tells whether a figure stands before the scanner's place: then a minus is an operation.
func (s *scanner) digitBefore() bool {
	before := strings.TrimRight(s.s[max(0, s.i-8):s.i], " ")
	return before != "" && (digit(before[len(before)-1]) || before[len(before)-1] == ')')
}

// special tells whether a character below U+2000 may need work, and notes letters of other scripts.
func (s *scanner) special(r rune) bool {
	switch {
	case r < 0xC0:
		return r <= 0xA0 || r == 0xAB || r == 0xBB || r == 0xAD || r == 0xA9 || r == 0xAE
	case r >= 0x370 && r < 0x530:
		s.foreign = true
		return false
	}
	return isInvisible(r) || isOddSpace(r)
}

// invalid reads a byte that is no UTF-8 as a character of the Windows code page of the language.
func (s *scanner) invalid() {
	page := charmap.Windows1252
	if s.lang == study.Polish {
		page = charmap.Windows1250
	}
	r := page.DecodeByte(s.s[s.i])
	s.edits.replace(s.i, s.i+1, string(r), C1)
	s.flag(C1, "encoding", s.i, s.i+1)
	s.i++
}

// isInvisible tells whether r is a format character without a width or shape of its own (C2).
func isInvisible(r rune) bool {
	switch {
	case r == 0xAD || r == 0x34F || r == 0x61C || r == 0x180E || r == 0xFEFF:
		return true
	case r >= 0x180B && r <= 0x180D, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E:
		return true
	case r >= 0x2060 && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xFFF9 && r <= 0xFFFB:
		return true
	}
	return r >= 0xE0000 && r <= 0xE0FFF
}

// replaced writes dashes, quotes, the ellipsis and ornamental letters in their plain form (C4-C6).
func (s *scanner) replaced(r rune, size int) {
	end := s.i + size
	switch r {
	case '−':
		s.edits.replace(s.i, s.signEnd(end), "-", C4)
	case '–', '‑', '‒', '⁃', '‐':
		s.edits.replace(s.i, end, "-", C4)
	case '—', '―', '⸺', '⸻':
		s.edits.replace(s.i, end, s.dash(end), C4)
	case '“', '”', '„', '‟', '«', '»', '〝', '〞', '〟':
		s.edits.replace(s.i, end, `"`, C5)
	case '‘', '’', '‚', '‛', '‹', '›':
		s.edits.replace(s.i, end, "'", C5)
	case '…':
		s.edits.replace(s.i, end, "...", C6)
	default:
		if isOrnamental(r) {
			s.edits.replace(s.i, end, norm.NFKC.String(string(r)), C6)
		}
	}
}

// dash is a hyphen with a space on each side that has none. The space is left out at the edge of a line, before
// closing and after opening punctuation, and next to another dash.
func (s *scanner) dash(end int) string {
	text := "-"
	if before, _ := utf8.DecodeLastRuneInString(s.s[:s.i]); s.i > 0 && !isBlank(before) && !strings.ContainsRune("([{„‚—―", before) {
		text = " -"
	}
	if after, size := utf8.DecodeRuneInString(s.s[end:]); end < len(s.s) && !isBlank(after) && !strings.ContainsRune(")]},.;:!?…—―", after) && !s.closes(after, end+size) {
		text += " "
	}
	return text
}

// closes tells whether a quotation mark closes: nothing of a word follows it. The same mark opens in one language and
// closes in another.
func (s *scanner) closes(mark rune, end int) bool {
	if !strings.ContainsRune("“”’", mark) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s.s[end:])
	return !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '§'
}

// isBlank tells whether r is a space, tab or line end of any kind.
func isBlank(r rune) bool {
	return r == ' ' || r == '\n' || r == '\t' || r == '\r' || isOddSpace(r)
}

// isOrnamental tells whether r is a ligature or a letter of the mathematical alphabets. Only these are mapped by
// compatibility: mapping the whole text would turn edition numbers into plain digits.
func isOrnamental(r rune) bool {
	switch {
	case r >= 0xFB00 && r <= 0xFB06, r >= 0x1D400 && r <= 0x1D7FF:
		return true
	case r >= 0x210A && r <= 0x2113 || r == 0x2115 || r >= 0x2118 && r <= 0x211D || r == 0x2124 || r == 0x2128:
		return true
	case r >= 0x212C && r <= 0x2138 && r != 0x212E && r != 0x2132:
		return true
	}
	return r == 0x2102 || r == 0x2107
}
