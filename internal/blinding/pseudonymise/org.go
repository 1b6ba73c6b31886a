package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// findOrgs takes organisations: by legal form, by a leading or closing word, by a cue, by a tax number.
func (p *Pseudonymiser) findOrgs(d *doc) {
	for i := 0; i < len(d.tok); i++ {
		if d.owner[i] != free {
			continue
		}
		t := &d.tok[i]
		if to, form := d.formAt(i); form != nil && d.open(i, to) && !(d.is(i, clsOrgHead) && d.nameBefore(i) == i) {
			d.byForm(i, to, form)
			continue
		}
		if t.kind != kindWord {
			continue
		}
		switch {
		case d.dottedHead(i) > 0:
			d.byDottedHead(i)
		case t.cls&clsOrgHead != 0 && t.shape != shapeLower:
			d.byHead(i)
		case t.cls&clsOrgTail != 0 && t.shape != shapeLower:
			d.byTail(i)
		}
	}
	for i := range d.tok {
		t := &d.tok[i]
		if d.owner[i] != free {
			continue
		}
		switch {
		case t.text == "&" && t.gap && !d.joined(i+1):
			d.byAmpersand(i)
		case t.kind == kindWord && t.cls&clsOrgCue != 0:
			d.byCue(i)
		case t.capital() && d.lang == study.Polish:
			d.byEnding(i)
		}
	}
}

// takeOrg makes an organisation of a range whose name, without its legal form, are the tokens from..name.
func (d *doc) takeOrg(from, name, to int) bool {
	if from >= name || d.public(from, name) {
		d.cover(from, to, masked)
		return false
	}
	var words []string
	for i := from; i < name; i++ {
		if t := d.at(i); t.kind != kindPunct || t.text == "&" {
			words = append(words, strings.ToLower(t.text))
		}
	}
	if !d.take(finding{kind: "ORG", from: from, to: to, key: strings.Join(words, " ")}) {
		return false
	}
	d.alias(to, words)
	return true
}

// public tells whether a name contains the word of a public body.
func (d *doc) public(from, to int) bool {
	for i := from; i < to; i++ {
		if d.is(i, clsPublic) {
			return true
		}
	}
	return false
}

// byForm takes the name before a legal form; a bare form and a schematic firm stay.
func (d *doc) byForm(i, to int, form *legalForm) {
	from := d.nameBefore(i)
	for from < i && (d.is(from, clsStop|clsOrgCue|clsHonor) && !d.is(from, clsFirmOK) || d.mark(from, "-") || d.mark(from, ".")) {
		from++
	}
	if close := d.closingQuote(from + 1); d.mark(from, "\"") && (close == 0 || close >= i) {
		from++ // the quotation opens before the name and ends behind the form
	}
	if from == i || d.mark(i-1, "-") && from == i-1 || from == i-1 && d.lang == study.German && abstract(strings.ToLower(d.at(from).text)) {
		if !d.is(i, clsOrgHead) {
			d.cover(i, to, masked) // a bare form: "eine GmbH & Co KG"
		}
		return
	}
	if d.schematic(from, i) {
		d.cover(from, to, masked)
		return
	}
	if form.weak && d.mark(i-1, "-") && d.is(i, clsOrgHead) {
		d.byHyphen(i)
		return
	}
	if form.weak && (d.at(i-1).kind == kindNumber || d.mark(i-1, "-") && utf8.RuneCountInString(d.at(i).text) > 4 || from == i-1 && d.plainNoun(from)) {
		return // "Urteil KG", "Gründung AG"
	}
	end := i
	if d.mark(i-1, "-") {
		end = i - 1
	}
	d.takeOrg(from, end, to)
}

// schematic tells whether a name is one of a school case: X, ABC, a single letter, Z-Bank.
func (d *doc) schematic(from, to int) bool {
	if d.lang == study.German && to == from+3 && d.mark(from+1, "-") && d.is(from, clsSchematic) && utf8.RuneCountInString(d.at(from).text) == 1 && (d.isNoun(d.at(from+2).text) || abstract(strings.ToLower(d.at(from+2).text))) {
		return true
	}
	words := 0
	for i := from; i < to; i++ {
		t := d.at(i)
		if t.kind == kindPunct {
			continue
		}
		if t.kind == kindWord && t.cls&clsSchematic == 0 && utf8.RuneCountInString(t.text) > 1 {
			return false
		}
		words++
	}
	return words <= 2
}

// plainNoun tells whether the word at i is itself an ordinary word that no firm or family is called by; compounds are not.
func (d *doc) plainNoun(i int) bool {
	t := d.at(i)
	if d.lex.common[t.text] {
		return false
	}
	if d.lang == study.German {
		lower := strings.ToLower(t.text)
		return d.lex.nouns[t.text] || d.lex.inflectedNoun(t.text) || d.lex.lower[lower] || abstract(lower)
	}
	return d.isCommonNoun(i) || t.cls&(clsDecision|clsStop) != 0
}

// onlyNouns tells whether all words of a range are ordinary ones.
func (d *doc) onlyNouns(from, to int) bool {
	for i := from; i < to; i++ {
		if d.at(i).kind == kindWord && (!d.isCommonNoun(i) || d.lex.common[d.at(i).text]) && d.at(i).cls&(clsDecision|clsStop) == 0 {
			return false
		}
	}
	return true
}

// nameBefore walks back from token i over the words of a firm's name.
func (d *doc) nameBefore(i int) int {
	from := i
	for k := i - 1; k >= 0 && i-k < 14 && d.free(k); k-- {
		t := d.at(k)
		if d.tok[k+1].line {
			break
		}
		switch {
		case t.capital() && !firmJoint[d.at(k-1).text] && !(d.mark(k-1, "-") && d.joined(k)) && d.endsFirmName(k):
			return from
		case t.capital(), t.kind == kindNumber && (d.at(k-1).capital() || k == i-1 || d.joined(k+1)):
			from = k
		case t.text == "&" || t.text == "+":
			from = k
		case t.text == "-" && (d.joined(k) || d.joined(k+1)), t.text == "'" && d.joined(k):
		case t.text == "." && d.joined(k) && d.at(k-1).kind == kindWord && (d.joined(k+1) || utf8.RuneCountInString(d.at(k-1).text) <= 3 && d.at(k-1).capital()):
		case t.text == ")" && k > 2 && d.mark(k-2, "(") && (d.at(k-1).capital() || d.at(k-1).kind == kindNumber) && d.at(k-3).capital() && d.open(k-2, k):
			k -= 2 // Northgate (UK) Limited
		case t.text == "," && d.lang == study.English && d.at(k-1).capital() && d.at(k+2).text == "&" && d.partnership(i):
		case t.text == "\"" && k == i-1 && d.quoteOpens(k):
			return from // the word "Aktiengesellschaft" itself is quoted
		case t.text == "\"" && (k == i-1 || d.quoteOpens(k)):
			from = k
		case t.kind == kindWord && d.joinsFirm(k, i):
		case t.kind == kindWord && t.text == "s" && d.mark(k-1, "'") && d.joined(k):
		default:
			return from
		}
	}
	return from
}

// partnership tells whether the form at i is one that is called by its partners: "Marsh, Pike & Co LLP".
func (d *doc) partnership(i int) bool {
	for k := i; k < i+3; k++ {
		if t := d.at(k).text; t == "LLP" || t == "Solicitors" || t == "Partners" {
			return true
		}
	}
	return false
}

// firmJoint are words and marks between the two halves of a firm's name; what follows them belongs to it.
var firmJoint = map[string]bool{"&": true, "+": true, "und": true, "u": true, "i": true, "and": true, "oraz": true}

// quoteOpens tells whether the quotation mark at k opens one: a blank before it, none behind.
func (d *doc) quoteOpens(k int) bool { return d.tok[k].gap && d.joined(k+1) }

// endsFirmName tells whether a capitalised word before a firm's name is not part of it.
func (d *doc) endsFirmName(k int) bool {
	t := d.at(k)
	if t.cls&(clsHonor|clsOrgCue|clsVersus|clsDecision|clsFirmEnd) != 0 {
		return true
	}
	if t.cls&clsOrgHead != 0 || utf8.RuneCountInString(t.text) == 1 && d.mark(k+1, ".") && d.joined(k+1) {
		return false
	}
	if t.cls&clsRole != 0 && d.lang == study.English && d.at(k-1).capital() && !d.sentenceStart(k-1) && strings.HasSuffix(t.text, "s") {
		return false // Harbour View Residents Association Ltd
	}
	if t.cls&clsRole != 0 || t.cls&clsStop != 0 && (t.cls&clsFirmOK == 0 || t.cls&clsArticle != 0) {
		return true
	}
	// A verb that opens the sentence: "Beantragt Huber GmbH …".
	lower := strings.ToLower(t.text)
	return d.lang == study.German && d.sentenceStart(k) && d.lex.lower[lower] && !d.lex.common[t.text] && !adjective(lower)
}

// houses are firms that bear a sign: "Apotheke zum Löwen KG", "Gasthof zur Post GmbH".
var houses = set(strings.Fields("Apotheke Gasthof Gasthaus Hotel Wirtshaus Café Cafe Restaurant Brauerei Pension Bäckerei Drogerie Landgasthof Wirt Weingut Buchhandlung"))

// joinsFirm tells whether a small word at k joins two parts of a firm's name: "Kwiat i Syn", "Gesellschaft für Bau".
func (d *doc) joinsFirm(k, form int) bool {
	t := d.at(k)
	if !d.at(k-1).capital() || !d.free(k-1) || d.is(k-1, clsHonor|clsRole) {
		return false
	}
	switch t.text {
	case "zum", "zur", "am", "im":
		return d.lang == study.German && houses[d.at(k-1).text] && d.at(k+1).capital()
	case "für", "of", "for":
		if g, named := d.given(k - 2); named && !g.weak && t.text == "of" {
			return false // a person of the firm
		}
		return !d.is(k-1, clsStop) || d.is(k-1, clsOrgHead|clsOrgCue)
	case "und", "u", "i", "and", "oraz":
		next := d.at(k + 1)
		switch next.text {
		case "Söhne", "Sohn", "Syn", "Synowie", "Partner", "Partners", "Partnerzy", "Sons", "Son", "Co", "Töchter", "Tochter", "Wspólnicy", "Spółka", "Brüder", "Bruder", "Córka", "Brothers", "Daughters", "Company", "Cie":
			return true
		}
		// Two names before the form of a partnership: "Huber und Leitner OG"; a person before a firm is none of it.
		partnership := map[string]bool{"OG": true, "KG": true, "OHG": true, "LLP": true, "GbR": true, "GesbR": true, "sp": true, "s": true, "spółka": true, "PartG": true, "Rechtsanwälte": true, "Rechtsanwalts": true}
		if form-k > 3 && !(form-k == 3 && d.at(k+2).kind == kindWord) || d.at(k-2).capital() && d.free(k-2) && !d.is(k-2, clsNeverName) {
			return false
		}
		return partnership[d.at(form).text] || d.is(form-1, clsOrgTail)
	}
	return false
}
