package answering

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

// Limits of a search term that a model names.
const (
	longestTerm      = 100 // characters
	mostWordsInATerm = 8   // five are asked for
)

// Keywords and label of the reply to a request for search terms; German in every language, so that one reader serves all.
const (
	keyNorm  = "NORM"
	keyTerm  = "BEGRIFF"
	lblTerms = "SUCHE"
	lblUsed  = "QUELLEN"
)

// ParseTerms reads the reply to a request for search terms:
//
//	reply = prose , "@@SUCHE" SP number NL , line , { line } , "@@END SUCHE" SP number NL ;
//	line  = ( "NORM:" | "BEGRIFF:" ) SP text NL ;
//
// Read without objection: code fences, ** and ` around keywords and terms, list marks, other letter case, other blanks; a
// term twice counts once, and no more than twelve are taken. Anything else (no block or one with another number, a block
// that is not closed, two blocks, a line of another kind, a term that is too long or empty) makes the whole reply
// unusable: then the terms found by rule are searched alone. Problem: answering.terms-unreadable (Args: reason, a machine
// word).
func ParseTerms(reply, number string) ([]sources.Term, error) {
	lines, reason := block(reply, lblTerms, number)
	if reason != "" {
		return nil, unreadable(reason)
	}
	var terms []sources.Term
	for _, line := range lines {
		line = strings.TrimSpace(strings.TrimLeft(plain(line), "-•"))
		if line == "" {
			continue
		}
		t, reason := termOf(line)
		if reason != "" {
			return nil, unreadable(reason)
		}
		if !slices.ContainsFunc(terms, func(o sources.Term) bool { return o.Kind == t.Kind && strings.EqualFold(o.Text, t.Text) }) {
			terms = append(terms, t)
		}
	}
	if len(terms) == 0 {
		return nil, unreadable("no-term")
	}
	return terms[:min(len(terms), mostTerms)], nil
}

func unreadable(reason string) error {
	return &study.Problem{ID: "answering.terms-unreadable", Args: map[string]any{"reason": reason}}
}

// termOf reads one line of the block, or says why it can't.
func termOf(line string) (t sources.Term, reason string) {
	keyword, value, found := strings.Cut(line, ":")
	value = strings.Trim(strings.TrimSpace(value), `"„“”«»`)
	switch strings.ToUpper(strings.TrimSpace(keyword)) {
	case keyNorm:
		t.Kind = sources.Provision
	case keyTerm:
		t.Kind = sources.Word
	default:
		found = false
	}
	switch {
	case !found:
		return t, "line-not-understood"
	case value == "" || value == "…":
		return t, "empty-term"
	case utf8.RuneCountInString(value) > longestTerm || len(strings.Fields(value)) > mostWordsInATerm:
		return t, "term-too-long"
	case strings.ContainsFunc(value, unicode.IsControl):
		return t, "line-not-understood"
	}
	t.Text, t.From = value, sources.FromAI
	return t, ""
}

// block gives the lines between the marks of the one block of a reply that has this label and number, or says why there
// is none.
func block(reply, label, number string) (lines []string, reason string) {
	begin, end := "@@"+label+" "+number, "@@END "+label+" "+number
	state := 0 // before, within, after
	for line := range strings.Lines(reply) {
		switch mark := strings.ToUpper(plain(line)); {
		case mark == strings.ToUpper(begin):
			if state != 0 {
				return nil, "block-repeated"
			}
			state = 1
		case mark == strings.ToUpper(end):
			if state != 1 {
				return nil, "block-not-opened"
			}
			state = 2
		case state == 1 && strings.HasPrefix(mark, "@@"):
			return nil, "block-foreign"
		case state == 1 && !strings.HasPrefix(mark, "~~~"):
			lines = append(lines, line)
		}
	}
	switch state {
	case 0:
		return nil, "no-block"
	case 1:
		return nil, "block-not-closed"
	}
	return lines, ""
}

// plain is a line with single blanks, without the marks of emphasis and code.
func plain(line string) string {
	return oneLine(strings.NewReplacer("**", "", "`", "").Replace(line))
}
