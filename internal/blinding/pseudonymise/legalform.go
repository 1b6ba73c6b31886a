package pseudonymise

import (
	"strings"
	"unicode/utf8"
)

// legalForm is one legal form as its words; points are not kept, other marks are.
type legalForm struct {
	parts  []string
	dotted bool // written with points inside: a last point belongs to it
	weak   bool // also a common abbreviation
}

// loadForms sorts the legal forms by their first part.
func (lex *lexicon) loadForms(entries []string) {
	lex.forms = map[string][]legalForm{}
	for _, e := range entries {
		var parts []string
		toks := scan(e)
		for i := range toks {
			if toks[i].text != "." {
				parts = append(parts, toks[i].text)
			}
		}
		inner := strings.Contains(strings.TrimSuffix(e, "."), ".") && !strings.Contains(e, " Co.")
		f := legalForm{parts: parts, dotted: inner, weak: lex.weakForms[e]}
		lex.forms[parts[0]] = append(lex.forms[parts[0]], f)
		if up := strings.ToUpper(parts[0]); up != parts[0] && utf8.RuneCountInString(strings.Join(parts, "")) > 2 {
			capitals := legalForm{dotted: f.dotted, weak: f.weak}
			for _, part := range parts {
				capitals.parts = append(capitals.parts, strings.ToUpper(part))
			}
			lex.forms[up] = append(lex.forms[up], capitals)
		}
	}
}

// formAt gives the longest legal form that begins at token i: the token after it, and the form.
func (d *doc) formAt(i int) (to int, form *legalForm) {
	to, form = d.oneForm(i)
	for form != nil && !d.at(to).line {
		from := to
		if d.mark(from, ".") && d.joined(from) && form.dotted {
			from++
		}
		end, next := d.oneForm(from)
		if next == nil || d.at(from).line {
			break
		}
		to, form = end, next // & Co GmbH, Sp. z o.o. Sp. k.
	}
	if form != nil && d.mark(to, ".") && d.joined(to) && (form.dotted || d.abbreviated(to)) {
		to++
	}
	return to, form
}

// oneForm gives the longest entry of the list of legal forms that begins at token i.
func (d *doc) oneForm(i int) (to int, form *legalForm) {
	list := d.lex.forms[d.at(i).text]
	for n := range list {
		if end := d.matchForm(i, list[n].parts); end > to {
			to, form = end, &list[n]
		}
	}
	return to, form
}

// abbreviated tells whether the point at token i belongs to an abbreviation: the sentence goes on behind it.
func (d *doc) abbreviated(i int) bool {
	next := d.at(i + 1)
	return i+1 < len(d.tok) && !next.line && (next.kind == kindWord && next.shape == shapeLower || next.text == "," || next.text == ";") && len(d.at(i-1).text) <= 4
}

// matchForm compares the parts of a form with the tokens from i on; points between them are optional.
func (d *doc) matchForm(i int, parts []string) int {
	for n, part := range parts {
		for n > 0 && d.mark(i, ".") && (d.joined(i)) {
			i++
		}
		if d.at(i).text != part || n > 0 && d.at(i).line {
			return 0
		}
		i++
	}
	return i
}
