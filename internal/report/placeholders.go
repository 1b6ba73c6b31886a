package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"iucomstudien/internal/intake"
)

// NamesHidden tells whether the raters read the facts with placeholders in the place of names. Then a report, which goes
// from hand to hand, prints no more than they read.
func (m *Model) NamesHidden() bool { return len(m.hiddenNames()) > 0 }

// hiddenName is a name of the facts and the placeholder that the raters read in its place.
type hiddenName struct{ name, placeholder string }

// hidden keeps the names of the facts for the texts that they were found in: thousands of answers ask for them.
type hidden struct {
	facts, read string
	names       []hiddenName
}

// hiddenNames are the names of the facts that the raters did not read, the longest first.
func (m *Model) hiddenNames() []hiddenName {
	if m.FactsRead == "" || m.FactsRead == m.Case.Facts {
		return nil
	}
	if m.hidden.facts != m.Case.Facts || m.hidden.read != m.FactsRead {
		m.hidden = hidden{m.Case.Facts, m.FactsRead, m.findHiddenNames()}
	}
	return m.hidden.names
}

// findHiddenNames compares the facts as entered with the facts as read; the longest name comes first, so that a part of it
// does not hide the whole.
func (m *Model) findHiddenNames() []hiddenName {
	var list []hiddenName
	parts := intake.DiffQuestion(m.Case.Facts, m.FactsRead)
	for i, p := range parts {
		if p.Kind != intake.DiffAdded || i == 0 || parts[i-1].Kind != intake.DiffRemoved {
			continue
		}
		name, placeholder := bare(parts[i-1].Text), bare(p.Text)
		if name != "" && strings.HasPrefix(placeholder, "[") {
			list = append(list, hiddenName{name, placeholder})
			if strings.HasPrefix(placeholder, "[PERSON-") { // who is named in full here may be named by surname there
				for _, part := range strings.Fields(name) {
					if first, _ := utf8.DecodeRuneInString(part); unicode.IsUpper(first) && len(part) > 2 && !strings.HasSuffix(part, ".") {
						list = append(list, hiddenName{bare(part), placeholder})
					}
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b hiddenName) int { return cmp.Compare(len(b.name), len(a.name)) })
	return slices.Compact(list)
}

// bare is a run of words without the punctuation around it; the brackets of a placeholder stay.
func bare(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r != '[' && r != ']' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// withPlaceholders is a text in which the facts, and the names of the facts, stand as the raters read them.
func (m *Model) withPlaceholders(text string) string {
	names := m.hiddenNames()
	if len(names) == 0 {
		return text
	}
	if facts := strings.TrimSpace(m.Case.Facts); facts != "" {
		text = strings.ReplaceAll(text, facts, strings.TrimSpace(m.FactsRead))
	}
	for _, n := range names {
		text = replaceWords(text, n.name, n.placeholder)
	}
	return text
}

// replaceWords replaces a run of words where it does not stand inside a longer word.
func replaceWords(text, words, by string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, words)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		b.WriteString(text[:at])
		if at > 0 && isWord(before) || isWord(after) {
			b.WriteString(words)
		} else {
			b.WriteString(by)
		}
		text = text[at+len(words):]
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
