package sources

import (
	"strings"
	"unicode"

	"iucomstudien/internal/legalref"
)

// cited are the kinds of hits by which a passage is found.
var cited = map[legalref.Kind]bool{
	legalref.Provision: true, legalref.Decision: true, legalref.Headnote: true, legalref.ECLI: true, legalref.CELEX: true,
	legalref.Act: true, legalref.Gazette: true, legalref.Reporter: true,
}

// citations lists the marks of what a text cites: each citation in its normal form, a provision also without its
// subdivision and, for texts that are the act itself, without the act.
func citations(reader *legalref.Reader, text, lang string) []string {
	var list []string
	seen := make(map[string]bool)
	add := func(mark string) {
		if mark != "" && !seen[mark] {
			seen[mark] = true
			list = append(list, mark)
		}
	}
	for _, h := range reader.Find(text, lang) {
		if !cited[h.Kind] {
			continue
		}
		for _, n := range h.Norms {
			for _, m := range marksOf(h.Kind, n) {
				add(m)
			}
		}
	}
	return list
}

// marksOf are the marks of one normal form, such as AT:ABGB:§1096:Abs1.
func marksOf(kind legalref.Kind, normal string) []string {
	if kind != legalref.Provision {
		return []string{mark(normal)}
	}
	parts := strings.Split(normal, ":")
	if len(parts) < 3 {
		return []string{mark(normal)}
	}
	act, number := strings.Join(parts[:2], ":"), parts[2]
	marks := []string{"n_" + mark(number)}
	if strings.HasSuffix(act, "?") {
		return marks
	}
	marks = append(marks, mark(act+":"+number))
	if len(parts) > 3 {
		marks = append(marks, mark(normal))
	}
	return marks
}

// mark is a normal form as one word of the index.
func mark(normal string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(normal) {
		switch {
		case r == '§':
			b.WriteString("par")
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}
