package legalref

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// act is a row of the table acts.
type act struct {
	id, jur string
	unit    string // § or Art
	bare    string // whether an abbreviation alone is a citation: yes, no, caps (one with two capitals)
	last    int    // last § or article; 0: not known
}

func (r *Reader) loadActs(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "acts", "id", "jur", "unit", "short", "name", "bare", "last", "example", "counter")
	if err != nil {
		return err
	}
	r.acts, r.actNames, r.actTails = newPhrases[*act](false, ends), newPhrases[*act](true, ends), newPhrases[*act](true, ends)
	for _, row := range rows {
		a := &act{id: row["id"], jur: row["jur"], unit: row["unit"], bare: row["bare"]}
		a.last, _ = strconv.Atoi(row["last"])
		if a.id == "" || a.jur == "" || a.unit != "§" && a.unit != "Art" {
			return fmt.Errorf("table acts: row %v", row)
		}
		for _, p := range row.list("short") {
			r.acts.add(p, a)
		}
		for _, p := range row.list("name") {
			r.actNames.add(p, a)
			if tail, ok := strings.CutPrefix(p, "ustaw~ "); ok {
				r.actTails.add(tail, a)
			}
		}
	}
	r.gate(r.acts.heads(), roleAct)
	return nil
}

// actRef is the act that follows a provision: known rows, or an identifier read from the text.
type actRef struct {
	known []*act
	id    string // of an act no table has
	jur   string // of id; "" when the text must tell
	next  int
}

// actAt reads the act after the units of a provision: an abbreviation, a full name with or without an article
// before it, an EU act by number, or an abbreviation no table knows.
func (s *scanner) actAt(i int) (actRef, bool) {
	if i >= len(s.toks) || s.toks[i].gap == blank {
		return actRef{}, false
	}
	if s.is(i, "-") && i+1 < len(s.toks) && s.toks[i].gap == none && s.toks[i+1].gap == none {
		if a, next, ok := s.acts.match(s.toks, i+1); ok {
			return actRef{known: a, next: next}, true
		}
	}
	j := i
	if _, next, ok := s.word("of", i); ok {
		j = next
	}
	if a, ok := s.actHere(j); ok {
		if next, ok := s.aliasInBrackets(a); ok {
			a.next = next
		}
		return a, true
	}
	if j == i {
		return s.unknownAct(i)
	}
	return actRef{}, false
}

func (s *scanner) actHere(j int) (actRef, bool) {
	if j >= len(s.toks) || s.toks[j].gap == blank {
		return actRef{}, false
	}
	a, next, ok := s.acts.match(s.toks, j)
	b, nextName, okName := s.actNames.match(s.toks, j)
	if okName && (!ok || nextName > next) {
		return actRef{known: b, next: nextName}, true
	}
	if ok && !s.partOfWord(next) {
		return actRef{known: a, next: next}, true
	}
	if id, next, ok := s.ukAct(j); ok {
		return actRef{id: id, jur: "UK", next: next}, true
	}
	if h, ok := s.euAct(j); ok {
		id := strings.TrimPrefix(h.norms[0], "EU:")
		return actRef{id: id, jur: "EU", next: h.end}, true
	}
	if id, next, ok := s.word("noact", j); ok {
		return actRef{id: "?", jur: id, next: next}, true
	}
	return actRef{}, false
}

// partOfWord tells whether the abbreviation that ends at token j goes on: "ABGB-Novelle", "WEG2".
func (s *scanner) partOfWord(j int) bool {
	return j < len(s.toks) && s.toks[j].gap == none && (s.toks[j].kind == word || s.toks[j].kind == digits)
}

// aliasInBrackets takes "(ABGB)" after a full name when it means the same act.
func (s *scanner) aliasInBrackets(a actRef) (int, bool) {
	if !s.is(a.next, "(") {
		return 0, false
	}
	b, next, ok := s.acts.match(s.toks, a.next+1)
	if !ok || !s.is(next, ")") {
		return 0, false
	}
	for _, x := range b {
		if slices.Contains(a.known, x) || a.id == x.id {
			return next + 1, true
		}
	}
	return 0, false
}

// unknownAct reads an abbreviation by its form: a word with at least two capitals or a capital at its end.
func (s *scanner) unknownAct(i int) (actRef, bool) {
	t := &s.toks[i]
	if t.kind != word || !abbreviation(t.text) || t.role&(roleCourt|roleUnit|rolePinpoint|roleJournal|roleCurrency) != 0 || roman(t.text) {
		return actRef{}, false
	}
	id, j := t.text, i+1
	for j < i+maxCompound && s.attached(j, "-") && j+1 < len(s.toks) && s.toks[j+1].gap == none && s.toks[j+1].kind == word && capital(s.toks[j+1].text) {
		id += "-" + s.toks[j+1].text
		j += 2
	}
	if j < len(s.toks) && s.toks[j].kind == digits && s.toks[j].gap <= space && len(s.toks[j].text) == 4 && year(s.toks[j].text) &&
		!s.is(j+1, "/") && !s.is(j+1, ".") && !s.partOfWord(j+1) {
		id += s.toks[j].text
		j++
	}
	return actRef{id: id, next: j}, true
}

// maxCompound is the number of tokens that an abbreviation of several parts has at most: RB-EHB-AT.
const maxCompound = 7

func capitals(w string) (n int) {
	for _, r := range w {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

func abbreviation(w string) bool {
	n, last := 0, false
	for i, r := range w {
		last = r >= 'A' && r <= 'Z' || r == 'Ä' || r == 'Ö' || r == 'Ü'
		if last {
			n++
		} else if i == 0 {
			return false
		}
	}
	return n >= 2 && len(w) <= 14
}

func capital(w string) bool { return w[0] >= 'A' && w[0] <= 'Z' }

func year(w string) bool {
	n, err := strconv.Atoi(w)
	return err == nil && n >= 1800 && n <= 2100
}

// ukAct reads the short title of an English act: capitalised words that end in "Act 1979".
func (s *scanner) ukAct(i int) (id string, next int, ok bool) {
	if s.lang != "en" {
		return "", i, false
	}
	for j := i; j < len(s.toks) && j < i+12; j++ {
		t := &s.toks[j]
		if j > i && t.gap > line {
			return "", i, false
		}
		if t.text == "Act" && j > i && s.number(j+1) && len(s.toks[j+1].text) == 4 && year(s.toks[j+1].text) {
			return id + "Act" + s.toks[j+1].text, j + 2, true
		}
		switch {
		case t.kind == word && upper(t.text):
			id += t.text
		case j > i && (t.text == "of" || t.text == "and" || t.text == "the" || t.text == "for" || t.text == "to" || t.text == "in"):
			id += t.text
		case j == i || t.text != "(" && t.text != ")" && t.text != "," && t.text != "'" && t.text != "s":
			return "", i, false
		}
	}
	return "", i, false
}

// bareAct reads an abbreviation of an act without a provision. "ABGB § 879" begins a provision with its act first.
func (s *scanner) bareAct(i int) (raw, bool) {
	a, next, ok := s.acts.match(s.toks, i)
	if !ok || s.partOfWord(next) || s.attached(next, "-") && !s.is(next+1, "") && s.partOfWord(next+1) ||
		i > 0 && s.toks[i].gap == none && s.is(i-1, "-") {
		return raw{}, false
	}
	caps := capitals(s.text[s.toks[i].start:s.toks[next-1].end]) >= 2
	a = slices.DeleteFunc(slices.Clone(a), func(x *act) bool { return x.bare == "no" || x.bare == "caps" && !caps })
	if len(a) == 0 {
		return raw{}, false
	}
	after := next
	if after < len(s.toks) && s.toks[after].kind == super && s.toks[after].gap == none {
		after++ // number of the edition
	}
	if after < len(s.toks) && s.toks[after].text == "§" && s.toks[after].gap <= space {
		if h, ok := s.provision(after); ok && len(h.prov.acts) == 0 && h.prov.id == "" {
			h.start, h.prov.acts = i, a
			return h, true
		}
	}
	return raw{start: i, end: next, kind: Act, acts: a}, true
}

// ordinalAct reads an act whose name begins with a figure: "1. ZP EMRK".
func (s *scanner) ordinalAct(i int) (raw, bool) {
	if s.toks[i].role&roleAct == 0 {
		return raw{}, false
	}
	a, next, ok := s.acts.match(s.toks, i)
	if !ok {
		return raw{}, false
	}
	return raw{start: i, end: next, kind: Act, acts: a}, true
}

// euAct reads "Richtlinie 93/13/EWG", "Regulation (EU) 2016/679", "(EU) 2016/679", "93/13/EWG".
func (s *scanner) euAct(i int) (raw, bool) {
	letter, j, ok := s.euNoun(i)
	if !ok {
		return raw{}, false
	}
	named, community, numbered := letter != "", false, false
	if s.is(j, "(") {
		_, next, ok := s.word("community", j+1)
		if !ok || !s.is(next, ")") {
			return raw{}, false
		}
		j, community = next+1, true
	}
	if _, next, ok := s.word("number", j); ok {
		j, numbered = next, true
	}
	a, b, end, ok := s.euNumbers(j)
	if !ok || !named && !community && s.toks[end-1].kind == digits {
		return raw{}, false
	}
	if !named {
		letter = s.unnamedLetter(i, community)
	}
	y, n := a, b
	if numberFirst(letter, a, b, numbered) {
		y, n = b, a
	}
	if len(y) == 2 {
		y = "19" + y
	}
	if len(y) != 4 || len(n) > 4 {
		return raw{}, false
	}
	norm := "EU:3" + y + letter + strings.Repeat("0", 4-len(n)) + n
	return raw{start: i, end: end, kind: Act, jur: "EU", norms: []string{norm}}, true
}

// euNoun reads the kind of an EU act with the bodies that belong to its name: "Council Regulation", "Dyrektywa Rady". The
// letter is "" when nothing is named.
func (s *scanner) euNoun(i int) (letter string, next int, ok bool) {
	j := i
	if _, next, ok := s.word("euprefix", j); ok {
		j = next
	}
	letter, next, ok = s.word("euact", j)
	if !ok {
		return "", i, j == i
	}
	for {
		_, after, ok := s.word("euorgan", next)
		if !ok {
			return letter, next, true
		}
		next = after
	}
}

// euNumbers reads 93/13/EWG or 2016/679: both numbers as they stand, and the token after the suffix.
func (s *scanner) euNumbers(j int) (a, b string, end int, ok bool) {
	if !s.number(j) || s.apart(j) || !s.attached(j+1, "/") || !s.digitsGlued(j+2, 1, 4) {
		return "", "", j, false
	}
	a, b, end = s.toks[j].text, s.toks[j+2].text, j+3
	if s.attached(end, "/") && end+1 < len(s.toks) && s.toks[end+1].gap == none {
		if _, next, ok := s.word("community", end+1); ok {
			end = next
		}
	}
	return a, b, end, !s.attached(end, "/")
}

// unnamedLetter gives the kind of an act that is not named: that of the EU act it is joined to, else a regulation in
// the form "(EU) 2016/679" and a directive in the form "93/13/EWG".
func (s *scanner) unnamedLetter(i int, community bool) string {
	if n := len(s.hits); n > 0 && s.hits[n-1].kind == Act && s.hits[n-1].jur == "EU" && len(s.hits[n-1].norms) > 0 {
		if _, next, ok := s.word("and", s.hits[n-1].end); ok && next == i {
			return s.hits[n-1].norms[0][len("EU:31993"):][:1]
		}
	}
	if community {
		return "R"
	}
	return "L"
}

// numberFirst tells whether an EU act is cited as number/year: regulations with "No" before 2015 are, directives
// are not, decisions only in the form "243/2012/EU".
func numberFirst(letter, a, b string, numbered bool) bool {
	ya, yb := len(a) == 4 && year(a), len(b) == 4 && year(b)
	if ya != yb {
		return yb
	}
	if ya {
		return numbered
	}
	return letter == "R"
}
