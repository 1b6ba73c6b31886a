package extract

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"iucomstudien/internal/study"
)

// Decoded is a text file's content as text.
type Decoded struct {
	Text     string // as in the file, without a byte order mark; line ends untouched
	Encoding string // "utf-8", "utf-8-bom", "utf-16le", "utf-16le-bom", …, "windows-1250", "windows-1252", "iso-8859-2"
	Rival    string // another encoding that fits about as well and reads differently; "" when the choice is clear
	RivalTxt string // the text in that encoding
	Damaged  int    // characters that could not be read and stand as U+FFFD
}

// bom is a byte order mark and what it means.
type bom struct{ mark, encoding string }

var boms = []bom{{"\xef\xbb\xbf", "utf-8-bom"}, {"\xff\xfe", "utf-16le-bom"}, {"\xfe\xff", "utf-16be-bom"}}

// Decode finds the encoding of a text by its content: a mark, zero bytes at every second place, valid UTF-8, and else
// the eight-bit encoding whose letters make most sense. A zero byte in the text means that it is none: Problem
// file.binary.
func Decode(data []byte) (Decoded, error) {
	d := decode(data)
	if strings.IndexByte(d.Text, 0) >= 0 {
		return Decoded{}, &study.Problem{ID: "file.binary"}
	}
	return d, nil
}

func decode(data []byte) Decoded {
	for _, b := range boms {
		if rest, ok := bytes.CutPrefix(data, []byte(b.mark)); ok {
			if b.encoding == "utf-8-bom" {
				return decodeUTF8(rest, b.encoding)
			}
			return decodeUTF16(rest, b.encoding)
		}
	}
	if e := unmarkedUTF16(data); e != "" {
		return decodeUTF16(data, e)
	}
	if utf8.Valid(data) {
		return Decoded{Text: string(data), Encoding: "utf-8"}
	}
	if mostlyUTF8(data) {
		return decodeUTF8(data, "utf-8")
	}
	return decodeEightBit(data)
}

// decodeUTF8 keeps what is valid and counts what is not.
func decodeUTF8(data []byte, name string) Decoded {
	text := strings.ToValidUTF8(string(data), "\ufffd")
	damaged := 0
	if !utf8.Valid(data) {
		damaged = strings.Count(text, "\ufffd")
	}
	return Decoded{Text: text, Encoding: name, Damaged: damaged}
}

// decodeUTF16 reads two bytes a unit, in the order the encoding's name says.
func decodeUTF16(data []byte, name string) Decoded {
	units := make([]uint16, 0, len(data)/2)
	little := strings.HasPrefix(name, "utf-16le")
	for i := 0; i+1 < len(data); i += 2 {
		lo, hi := data[i], data[i+1]
		if !little {
			lo, hi = hi, lo
		}
		units = append(units, uint16(hi)<<8|uint16(lo))
	}
	runes := utf16.Decode(units)
	damaged := len(data) % 2
	for _, r := range runes {
		if r == utf8.RuneError {
			damaged++
		}
	}
	return Decoded{Text: string(runes), Encoding: name, Damaged: damaged}
}

// unmarkedUTF16 tells the byte order of UTF-16 without a mark: the letters of our languages have a zero byte in
// every second place and hardly ever in the other. "" when it is no UTF-16.
func unmarkedUTF16(data []byte) string {
	head := data[:min(len(data), 64<<10)&^1]
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	pairs := len(head) / 2
	many := func(n int) bool { return pairs >= 2 && (n == pairs || n >= 4 && n*10 >= pairs*4) }
	few := func(n int) bool { return n*50 <= pairs }
	switch {
	case many(zeros[1]) && few(zeros[0]):
		return "utf-16le"
	case many(zeros[0]) && few(zeros[1]):
		return "utf-16be"
	}
	return ""
}

// mostlyUTF8 tells whether data is UTF-8 with a few damaged places (cut in mid-letter, two files pasted together): some whole
// letters of several bytes, and at most one fault for ten of them.
func mostlyUTF8(data []byte) bool {
	good, bad := 0, 0
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
		}
		data = data[n:]
	}
	return good >= 2 && bad*10 <= good || good >= 2 && bad == 1
}

// eightBit lists the encodings in which spreadsheets and editors of our languages save, likelier ones first.
var eightBit = []struct {
	name string
	page *charmap.Charmap
}{
	{"windows-1252", charmap.Windows1252},
	{"windows-1250", charmap.Windows1250},
	{"iso-8859-2", charmap.ISO8859_2},
}

// Characters that speak for a reading: letters of our languages, and signs legal texts use.
const (
	ownLetters  = "äöüÄÖÜßąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
	germanOwn   = "äöüÄÖÜß"
	polishOwn   = "ąćęłńśźżĄĆĘŁŃŚŹŻ"
	legalSigns  = "§„“”‚‘’«»–—…€•°©®±·×\u00a0\u00ad"
	neverAlone  = "ˇ˘˙˛˝¸¨¬¦¤¶" // accents without a letter and signs nobody types
	otherLetter = "éèêëàáâåæçíìîïñòôõøœúùûýÉÈÀÁÂÅÆÇÍÑØŒÚčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰľĺŕ²³½¼¾µ£"
)

// decodeEightBit weighs every reading and takes the one that makes most sense.
func decodeEightBit(data []byte) Decoded {
	type reading struct {
		name, text string
		score      int
	}
	var all []reading
	for _, e := range eightBit {
		text := decodeWith(e.page, data)
		all = append(all, reading{e.name, text, sense(text)})
	}
	best := all[0]
	for _, r := range all[1:] {
		if r.score > best.score {
			best = r
		}
	}
	d := Decoded{Text: best.text, Encoding: best.name, Damaged: strings.Count(best.text, "\ufffd")}
	nearest := -1 << 30
	for _, r := range all {
		if r.text != best.text && r.score > nearest {
			nearest = r.score
			d.Rival, d.RivalTxt = r.name, r.text
		}
	}
	if best.score-nearest > clearLead {
		d.Rival, d.RivalTxt = "", ""
	}
	return d
}

// clearLead is the lead over every other reading from which the choice counts as clear: one letter of our own
// against a sign between letters.
const clearLead = 2

func decodeWith(page encoding.Encoding, data []byte) string {
	out, err := page.NewDecoder().Bytes(data)
	if err != nil {
		return string(data)
	}
	return string(out)
}

// sense adds up how well the characters beyond ASCII fit a German, Polish or English text.
func sense(text string) int {
	score := 0
	german := strings.ContainsAny(text, germanOwn)
	polish := strings.ContainsAny(text, polishOwn)
	var before rune
	runes := []rune(text)
	for i, r := range runes {
		if r >= utf8.RuneSelf {
			var after rune
			if i+1 < len(runes) {
				after = runes[i+1]
			}
			score += senseOf(r, before, after)
		}
		before = r
	}
	if german && polish {
		score-- // both alphabets in one text are rarer than one
	}
	return score
}

// senseOf is what one character says where it stands.
func senseOf(r, before, after rune) int {
	inWord := asciiLetter(before) && asciiLetter(after)
	switch {
	case strings.ContainsRune(ownLetters, r):
		return 2
	case r < 0xa0 || r == utf8.RuneError:
		return -6
	case strings.ContainsRune(neverAlone, r):
		return -4
	case strings.ContainsRune(legalSigns, r):
		if inWord && r != '’' && r != '\u00ad' {
			return -2
		}
		return 1
	case strings.ContainsRune(otherLetter, r):
		if inWord && strings.ContainsRune("²³½¼¾µ£", r) {
			return -2
		}
		return 0
	case inWord:
		return -3
	}
	return -1
}

func asciiLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// firstDifference gives the first words in which two readings of the same bytes differ.
func firstDifference(a, b string) (first, second string) {
	x, y := strings.Fields(a), strings.Fields(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return "", ""
}

// Recode gives a text of eight bits in UTF-8, read in the encoding a person chose: "windows-1252", "windows-1250" or
// "iso-8859-2". Of any other name it is a Problem file.unknown-encoding.
func Recode(data []byte, encoding string) ([]byte, error) {
	for _, e := range eightBit {
		if e.name == encoding {
			return []byte(decodeWith(e.page, data)), nil
		}
	}
	return nil, &study.Problem{ID: "file.unknown-encoding", Args: map[string]any{"value": encoding}}
}

// encodingWarnings says what a person should look at in the choice of encoding.
func encodingWarnings(d Decoded) []Warning {
	var all []Warning
	if d.Rival != "" {
		sample, other := firstDifference(d.Text, d.RivalTxt)
		all = append(all, Warning{Kind: "encoding-unsure", Args: map[string]any{
			"encoding": d.Encoding, "other": d.Rival, "sample": sample, "otherSample": other,
		}})
	}
	if d.Damaged > 0 {
		all = append(all, Warning{Kind: "encoding-damaged", Args: map[string]any{"n": d.Damaged}})
	}
	return all
}
