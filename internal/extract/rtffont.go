package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// codePages are Windows' code pages by number.
var codePages = map[int]encoding.Encoding{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855,
	858: charmap.CodePage858, 866: charmap.CodePage866, 874: charmap.Windows874, 932: japanese.ShiftJIS,
	936: simplifiedchinese.GBK, 949: korean.EUCKR, 950: traditionalchinese.Big5, 1250: charmap.Windows1250,
	1251: charmap.Windows1251, 1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254,
	1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
	10000: charmap.Macintosh, 10007: charmap.MacintoshCyrillic, 28592: charmap.ISO8859_2, 28605: charmap.ISO8859_15,
	65001: encoding.Nop,
}

// fontPages are the code pages of the character sets that fonts name.
var fontPages = map[int]int{
	0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
	186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

// symbolSet is the character set of fonts whose letters are pictures.
const symbolSet = 2

// rtfFont is a font of the font table.
type rtfFont struct {
	name string
	set  int // -1 not stated
	page int // 0 not stated
}

// rtfFonts decode text by the font it is set in.
type rtfFonts struct {
	all      map[int]*rtfFont
	reading  *rtfFont
	page     int // of the whole file
	standard int // the font of text that names none
}

func newRTFFonts() rtfFonts { return rtfFonts{all: make(map[int]*rtfFont), page: 1252} }

// word takes in a word of the font table.
func (f *rtfFonts) word(t rtfToken) {
	switch t.word {
	case "f":
		f.reading = &rtfFont{set: -1}
		f.all[t.n] = f.reading
	case "fcharset":
		if f.reading != nil {
			f.reading.set = t.n
		}
	case "cpg":
		if f.reading != nil {
			f.reading.page = t.n
		}
	}
}

// name takes in the name of the font being read; other names of the same font follow it.
func (f *rtfFonts) name(b []byte) {
	if f.reading == nil || f.reading.name != "" {
		return
	}
	name, _, _ := strings.Cut(string(b), ";")
	f.reading.name = strings.TrimSpace(name)
}

// nameOf is the name of a font.
func (f *rtfFonts) nameOf(font int) string {
	if known := f.all[font]; known != nil {
		return known.name
	}
	return ""
}

// decode reads bytes that are set in a font. Some programs write UTF-8 whatever the file says: where that reading makes more
// sense, it counts.
func (f *rtfFonts) decode(font int, raw []byte) string {
	stated := f.stated(font, raw)
	if !ascii(raw) && utf8.Valid(raw) && sense(string(raw)) > sense(stated) {
		return string(raw)
	}
	return stated
}

func ascii(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c >= utf8.RuneSelf })
}

// stated reads bytes as the file says they are to be read.
func (f *rtfFonts) stated(font int, raw []byte) string {
	known := f.all[font]
	switch {
	case known == nil:
		return decodePage(f.page, raw)
	case known.page != 0:
		return decodePage(known.page, raw)
	case known.set == symbolSet || pictureFont(known.name) && known.set < 0:
		return pictureBytes(known.name, raw)
	case known.set == 0 && f.page != 1252:
		return f.western(raw)
	}
	if page, ok := fontPages[known.set]; ok {
		return decodePage(page, raw)
	}
	return decodePage(f.page, raw)
}

// western reads bytes of a font that says nothing but «Western» in a file that names another code page: some programs
// write that character set into every font. The reading that makes more sense counts.
func (f *rtfFonts) western(raw []byte) string {
	own, west := decodePage(f.page, raw), decodePage(1252, raw)
	if own != west && sense(west) > sense(own) {
		return west
	}
	return own
}

// decodePage reads bytes of a code page; those of an unknown one as Western.
func decodePage(page int, raw []byte) string {
	e, ok := codePages[page]
	if !ok {
		e = charmap.Windows1252
	}
	return decodeWith(e, raw)
}

// pictureBytes gives the characters that bytes of a picture font show. The bullet of such a font stands as the middle dot
// that the same byte is in Western text, as other programs write it.
func pictureBytes(font string, raw []byte) string {
	if font == "" {
		font = "Symbol"
	}
	var b strings.Builder
	for _, c := range raw {
		switch {
		case c == 0xb7:
			b.WriteRune('·')
		default:
			b.WriteRune(symbolRune(font, rune(c)))
		}
	}
	return b.String()
}
