package extract

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// Decoded is a text file's content as text.
type Decoded struct {
	Text     string // as in the file, without a byte order mark; line ends untouched
	Encoding string // "utf-8", "utf-8-bom", "utf-16le", "utf-16le-bom", … or one of [EightBit]
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
