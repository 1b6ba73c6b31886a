package extract

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"iucomstudien/internal/study"
)

// page is an encoding of eight bits.
type page struct {
	name  string
	runes [256]rune
}

// macCentral is Apple's code page of Central Europe from 0x80 up.
const macCentral = "ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ"

// pages lists the encodings in which spreadsheets and editors of our languages save, likelier ones first: Windows, the
// Macintosh («CSV (Macintosh)»), DOS («CSV (MS-DOS)»).
func pages() []page {
	list := []page{
		mapped("windows-1252", charmap.Windows1252), mapped("windows-1250", charmap.Windows1250), mapped("iso-8859-2", charmap.ISO8859_2),
		mapped("macintosh", charmap.Macintosh), mapped("x-mac-ce", charmap.Macintosh),
		mapped("ibm850", charmap.CodePage850), mapped("ibm852", charmap.CodePage852), mapped("ibm437", charmap.CodePage437),
	}
	copy(list[4].runes[0x80:], []rune(macCentral))
	dos := &list[7]
	dos.runes[0x14], dos.runes[0x15] = '¶', '§' // it has no other place for them
	return list
}

func mapped(name string, chars *charmap.Charmap) page {
	p := page{name: name}
	for b := range p.runes {
		p.runes[b] = chars.DecodeByte(byte(b))
	}
	return p
}

func (p *page) text(data []byte) string {
	var b strings.Builder
	b.Grow(len(data) + len(data)/8)
	for _, c := range data {
		b.WriteRune(p.runes[c])
	}
	return b.String()
}

func decodeWith(page encoding.Encoding, data []byte) string {
	out, err := page.NewDecoder().Bytes(data)
	if err != nil {
		return string(data)
	}
	return string(out)
}

// EightBit lists the names of the encodings of eight bits that are told apart, and that a person may choose.
func EightBit() []string {
	var names []string
	for _, p := range pages() {
		names = append(names, p.name)
	}
	return names
}

// Recode gives a text of eight bits in UTF-8, read in the encoding a person chose, one of [EightBit]. Of any other name
// it is a Problem file.unknown-encoding.
func Recode(data []byte, encoding string) ([]byte, error) {
	for _, p := range pages() {
		if p.name == strings.ToLower(encoding) {
			return []byte(p.text(data)), nil
		}
	}
	return nil, &study.Problem{ID: "file.unknown-encoding", Args: map[string]any{"value": encoding, "known": EightBit()}}
}

// reading is what a text is in one encoding.
type reading struct {
	page    *page
	score   int
	strange bool // somewhere stands what nobody writes
}

// clearLead is the lead over every other reading from which the choice counts as clear: one letter in its place against
// a sign between letters.
const clearLead = 2

// decodeEightBit weighs every reading and takes the one that makes most sense. Where another makes about as much, or where
// the best holds what nobody writes, it names a rival.
func decodeEightBit(data []byte) Decoded {
	tokens := evidence(data)
	list := pages()
	all := make([]reading, len(list))
	for i := range list {
		all[i] = read(&list[i], tokens)
	}
	slices.SortStableFunc(all, func(a, b reading) int { return b.score - a.score })
	best := all[0]
	text := best.page.text(data)
	d := Decoded{Text: text, Encoding: best.page.name, Damaged: strings.Count(text, "\ufffd")}
	for _, r := range all[1:] {
		if best.score-r.score > clearLead && !best.strange {
			break
		}
		if other := r.page.text(data); other != text {
			d.Rival, d.RivalTxt = r.page.name, other
			break
		}
	}
	return d
}

// mostTokens bounds how many different words are weighed; more would not change the choice.
const mostTokens = 5000

// evidence lists the different words, as bytes, that hold a byte whose meaning depends on the encoding.
func evidence(data []byte) [][]byte {
	seen := make(map[string]bool)
	var tokens [][]byte
	for len(data) > 0 && len(tokens) < mostTokens {
		end := bytes.IndexAny(data, " \t\r\n;|")
		if end < 0 {
			end = len(data)
		}
		token := data[:end]
		data = data[min(end+1, len(data)):]
		if telling(token) && !seen[string(token)] {
			seen[string(token)] = true
			tokens = append(tokens, token)
		}
	}
	return tokens
}

func telling(token []byte) bool {
	return slices.ContainsFunc(token, func(b byte) bool { return b >= utf8.RuneSelf || b == 0x14 || b == 0x15 })
}
