package handout

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	sheetassets "iucomstudien/assets/sheets"
)

// excerpt is a passage with the words around it, up to 30 bytes on either side; it cuts no word.
func excerpt(s string, from, to int) string {
	const around = 30
	start, end := max(0, from-around), min(len(s), to+around)
	if start > 0 {
		if n := strings.IndexFunc(s[start:from], unicode.IsSpace); n >= 0 {
			start += n
		} else {
			start = from
		}
	}
	if end < len(s) {
		if n := strings.LastIndexFunc(s[to:end], unicode.IsSpace); n >= 0 {
			end = to + n
		} else {
			end = to
		}
	}
	return strings.Join(strings.Fields(s[start:end]), " ")
}

// decode gives the text of bytes: UTF-8, UTF-16 with a mark, or one character a byte.
func decode(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		units := make([]uint16, 0, len(data)/2)
		for i := 2; i+1 < len(data); i += 2 {
			hi, lo := data[i], data[i+1]
			if data[0] == 0xff {
				hi, lo = lo, hi
			}
			units = append(units, uint16(hi)<<8|uint16(lo))
		}
		return string(utf16.Decode(units))
	case utf8.Valid(data):
		return string(data)
	}
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return string(runes)
}

// textOfPage is what a page says: without the program's own style and scripts, whose words tell no origin ("main" is no
// file name there), and with what HTML and the data of scripts write in escapes.
func textOfPage(content string, code []string) string {
	for _, own := range code {
		content = strings.ReplaceAll(content, own, " ")
	}
	return scriptEscape.ReplaceAllStringFunc(html.UnescapeString(content), func(escape string) string {
		if n, err := strconv.ParseUint(strings.TrimPrefix(escape, `\u`), 16, 32); err == nil {
			return string(rune(n))
		}
		return " "
	})
}

var scriptEscape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}|\\[nrt"/\\]`)

// ownCode is the style and the scripts of the rating page as they stand in it.
var ownCode = sync.OnceValues(func() (code []string, err error) {
	for _, name := range append([]string{"page/page.css"}, sheetassets.Scripts()...) {
		data, err := sheetassets.Files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the rating page: %w", err)
		}
		code = append(code, strings.ReplaceAll(string(data), "\r\n", "\n"))
	}
	return code, nil
})

// ownFormats are the names of the program's formats as they stand in its files. A provider that is called like the
// program is not named by them.
var ownFormats = regexp.MustCompile(`"iucom-[a-z]+(?:-[a-z]+)*/[0-9]+"`)

func withoutOwnFormats(content string) string { return ownFormats.ReplaceAllString(content, `""`) }

func isXML(name string) bool {
	for _, ending := range []string{".xml", ".rels", ".vml"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

var (
	xmlTag       = regexp.MustCompile(`<[^>]*>`)
	xmlAttribute = regexp.MustCompile(`\s([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// formOnly are attributes whose values belong to the format: places in a sheet ("A1" there is no participant) and
// names of its extensions ("a14" is no answer).
var formOnly = regexp.MustCompile(`^(?:r|ref|sqref|activeCell|topLeftCell|spans|min|max|xmlns(?::.*)?|mc:Ignorable)$`)

// attributesOf is what the attributes of an XML part say, one a line.
func attributesOf(content string) string {
	var b strings.Builder
	for _, tag := range xmlTag.FindAllString(content, -1) {
		for _, m := range xmlAttribute.FindAllStringSubmatch(tag, -1) {
			if !formOnly.MatchString(m[1]) {
				b.WriteString(html.UnescapeString(m[2]+m[3]) + "\n")
			}
		}
	}
	return b.String()
}

// textOfXML is what an XML part says: its texts, and the values of its attributes one a line.
func textOfXML(content string) string {
	var b strings.Builder
	b.WriteString(attributesOf(content))
	// A word may be cut into runs: the texts are read with the tags taken out, and with a blank in their place.
	b.WriteString(html.UnescapeString(xmlTag.ReplaceAllString(content, " ")) + "\n")
	b.WriteString(html.UnescapeString(xmlTag.ReplaceAllString(content, "")))
	return b.String()
}
