package pseudonymise

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// Shapes that are certain without a label, or with a cue in the neighbourhood.
var (
	nrbShape     = regexp.MustCompile(`^[0-9]{2} ?(?:[0-9]{4} ?){5}[0-9]{4}\b`)
	nipShape     = regexp.MustCompile(`^[0-9]{3}-[0-9]{3}-[0-9]{2}-[0-9]{2}\b|^[0-9]{3}-[0-9]{2}-[0-9]{2}-[0-9]{3}\b`)
	svnrShape    = regexp.MustCompile(`^[0-9]{4} [0-9]{6}\b`)
	ahvShape     = regexp.MustCompile(`^756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}\b`)
	cheShape     = regexp.MustCompile(`^CHE-[0-9]{3}\.[0-9]{3}\.[0-9]{3}\b`)
	ninoShape    = regexp.MustCompile(`^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]\b`)
	taxIDShape   = regexp.MustCompile(`^[0-9]{2}(?: [0-9]{3}){3}\b`)
	phonePlus    = regexp.MustCompile(`^(?:\+|00)[1-9][0-9]{0,2}(?:[ ./-]{0,2}\(0?[0-9]{0,5}\))?(?:[ ./-]{0,3}[0-9]{1,12}){1,8}`)
	phoneZero    = regexp.MustCompile(`^\(?0[0-9]{1,5}\)?(?:(?:[ /-]{1,3})[0-9]{2,9}){1,5}(?:-[0-9]{1,4})?`)
	phoneCued    = regexp.MustCompile(`^\(?[0-9]{1,5}\)?(?:[ /.-]{0,3}[0-9]{1,9}){1,7}`)
	shortDate    = regexp.MustCompile(`^[0-3]?[0-9][/-][0-3]?[0-9][/-](?:[12][0-9])?[0-9]{2}$`)
	emailAt      = regexp.MustCompile(`^(?: ?\((?:at|AT|ät)\) ?| ?\[(?:at|AT|ät)\] ?)[A-Za-z0-9-]+(?:(?:\.| ?\((?:dot|punkt)\) ?)[A-Za-z0-9-]+)+`)
	domainRest   = regexp.MustCompile(`^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`)
	handleRest   = regexp.MustCompile(`^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?`)
	addressRest  = regexp.MustCompile(`^(?:[a-zA-Z]+://)?[^\s<>"'()\[\]{}]+`)
	siteCaseless = regexp.MustCompile(`^[a-zäöüß0-9][a-zäöüß0-9-]*(?:\.[a-zäöüß0-9][a-zäöüß0-9-]*)*$`)
)

// findShapes takes e-mail and web addresses, accounts and identifiers that need no label.
func (p *Pseudonymiser) findShapes(d *doc) {
	for i := 0; i < len(d.tok); i++ {
		t := &d.tok[i]
		switch {
		case d.owner[i] > free:
		case t.kind == kindPunct && t.text == "@":
			p.findAt(d, i)
		case t.kind == kindWord && t.shape == shapeUpper && len(t.text) >= 2 && d.joined(i+1) && d.at(i+1).kind == kindNumber:
			p.findCoded(d, i)
		case t.text == "CHE" && d.mark(i+1, "-") && d.joined(i+1):
			d.takeShape(cheShape, "ID", i)
		case d.lang == study.English && t.kind == kindWord && t.shape == shapeUpper && len(t.text) == 2 && d.at(i+1).kind == kindNumber && len(d.at(i+1).text) == 2 && d.takeShape(ninoShape, "ID", i):
		case t.kind == kindWord && t.shape == shapeLower:
			p.findSite(d, i)
		case t.kind == kindNumber && !joinedBefore(d, i):
			p.findNumber(d, i)
		case t.kind == kindPunct && (t.text == "(" || t.text == "["):
			p.findSpelledAt(d, i)
		case t.kind == kindPunct && t.text == "*" && d.at(i+1).kind == kindNumber && p.birth != nil:
			if from, to := d.matchAt(i+1, p.birth); from < to && to-from > 1 && (d.mark(i-1, "(") || d.mark(i-1, ",")) {
				d.take(finding{kind: "BIRTH", from: from, to: to, key: compact(d.text[d.tok[from].start:d.tok[to-1].end])})
			}
		}
	}
}

// joinedBefore tells whether a number continues a word, a number with a point or a sign before it.
func joinedBefore(d *doc, i int) bool {
	if !d.joined(i) {
		return false
	}
	p := d.at(i - 1)
	return p.kind != kindPunct || strings.Contains("./-,§", p.text)
}

// findAt handles an @: e-mail with something before it, a handle without.
func (p *Pseudonymiser) findAt(d *doc, i int) {
	from := i
	for from > 0 && d.joined(from) && d.free(from-1) && (d.tok[from-1].kind != kindPunct || strings.Contains("._%+-", d.tok[from-1].text)) {
		from--
	}
	for from < i && d.tok[from].kind == kindPunct {
		from++
	}
	if !d.joined(i + 1) {
		return
	}
	rest := d.text[d.tok[i].end:min(len(d.text), d.tok[i].end+200)]
	if from < i {
		if m := domainRest.FindString(rest); m != "" {
			d.takeBytes("EMAIL", from, d.tok[i].end+len(strings.TrimRight(m, ".-")), strings.ToLower)
		}
		return
	}
	m := handleRest.FindString(rest)
	if len(m) < 2 || d.lex.handleNot[m] || !strings.ContainsAny(m, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return
	}
	d.takeBytes("WEB", i, d.tok[i].end+len(m), strings.ToLower)
}

// findSpelledAt handles "name (at) domain.example".
func (p *Pseudonymiser) findSpelledAt(d *doc, i int) {
	if d.at(i+1).kind != kindWord || d.at(i-1).kind == kindPunct || !strings.EqualFold(d.at(i+1).text, "at") && d.at(i+1).text != "ät" {
		return
	}
	from := i - 1
	for from > 0 && d.joined(from) && d.free(from-1) && (d.tok[from-1].kind != kindPunct || strings.Contains("._-", d.tok[from-1].text)) {
		from--
	}
	start := d.tok[i].start
	if m := emailAt.FindString(d.text[start:min(len(d.text), start+120)]); m != "" && from < i {
		d.takeBytes("EMAIL", max(from, 0), start+len(m), strings.ToLower)
	}
}

// takeShape takes what an expression finds at token i.
func (d *doc) takeShape(re *regexp.Regexp, k string, i int) bool {
	start := d.tok[i].start
	m := re.FindString(d.text[start:min(len(d.text), start+48)])
	return m != "" && endsToken(d, start+len(m)) && d.takeBytes(k, i, start+len(m), compact)
}

// takeBytes takes the tokens from token from up to a byte.
func (d *doc) takeBytes(k string, from, end int, key func(string) string) bool {
	to := from
	for to < len(d.tok) && d.tok[to].start < end {
		to++
	}
	return d.take(finding{kind: k, from: from, to: to, end: end, key: key(d.text[d.tok[from].start:end])})
}

// findCoded handles capitals that go on as digits: IBAN, ATU number, Polish identity card.
func (p *Pseudonymiser) findCoded(d *doc, i int) {
	t, start := &d.tok[i], d.tok[i].start
	switch {
	case len(t.text) == 2 && ibanLength[t.text] > 0 && !d.joined(i):
		value, end := "", start
		for end < len(d.text) && len(value) < ibanLength[t.text] {
			c := d.text[end]
			if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' {
				value += string(c)
			} else if c != ' ' && c != '-' {
				break
			}
			end++
		}
		if len(value) == ibanLength[t.text] && (validIBAN(value) || d.near(i, "IBAN", 60)) && endsToken(d, end) {
			d.takeBytes("BANK", i, end, compact)
		}
	case t.text == "ATU" && validATU("ATU"+d.at(i+1).text):
		d.take(finding{kind: "ID", from: i, to: i + 2, key: t.text + d.at(i+1).text})
	case len(t.text) == 3 && validPolishCard(t.text+d.at(i+1).text) && d.lang == study.Polish:
		d.take(finding{kind: "ID", from: i, to: i + 2, key: t.text + d.at(i+1).text})
	}
}

// endsToken tells whether a byte offset is no place inside a word or number.
func endsToken(d *doc, end int) bool {
	if end >= len(d.text) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(d.text[end:])
	return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
}

// near looks for a word within some bytes on either side of token i, in the same line.
func (d *doc) near(i int, word string, width int) bool {
	start, end := d.tok[i].start, d.tok[i].end
	window := d.text[max(0, start-width):min(len(d.text), end+width)]
	return strings.Contains(window, word)
}

// findNumber handles identifiers by their check digit, and telephone numbers.
func (p *Pseudonymiser) findNumber(d *doc, i int) {
	start := d.tok[i].start
	window := d.text[start:min(len(d.text), start+48)]
	try := func(re *regexp.Regexp, k string, valid func(string) bool) bool {
		m := re.FindString(window)
		if m == "" || !valid(compact(m)) || !endsToken(d, start+len(m)) {
			return false
		}
		to := i
		for to < len(d.tok) && d.tok[to].start < start+len(m) {
			to++
		}
		return !d.beforeCurrency(to) && d.take(finding{kind: k, from: i, to: to, key: compact(m)})
	}
	next := d.at(i + 1)
	if d.tok[i].text == "756" && d.takeShape(ahvShape, "ID", i) {
		return
	}
	if n := len(d.tok[i].text); n < 11 && !(next.kind == kindNumber && len(next.text) >= 3 || next.text == "-" && n == 3) {
		return
	}
	switch n := len(d.tok[i].text); {
	case (n == 2 || n == 26) && try(nrbShape, "BANK", validNRB):
	case n == 3 && try(nipShape, "ID", validNIP):
	case n == 4 && d.lang == study.German && try(svnrShape, "ID", validSVNR):
	case n == 2 && d.lang == study.German && try(taxIDShape, "ID", validSteuerID):
	case n == 11 && validPESEL(d.tok[i].text) && d.lang == study.Polish:
		d.take(finding{kind: "ID", from: i, to: i + 1, key: d.tok[i].text})
	}
}
