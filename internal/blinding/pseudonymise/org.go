package pseudonymise

import (
	"slices"
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
	if form.weak && (d.at(i-1).kind == kindNumber || d.mark(i-1, "-") && utf8.RuneCountInString(d.at(i).text) > 4 || from == i-1 && d.plainNoun(from)) {
		return // "Urteil KG", "Gründung AG"
	}
	end := i
	if d.mark(i-1, "-") {
		end = i - 1
	}
	d.takeOrg(from, end, to)
}

// schematic tells whether a name is one of a school case: X, ABC, a single letter.
func (d *doc) schematic(from, to int) bool {
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
		case t.capital() && !firmJoint[d.at(k-1).text] && d.endsFirmName(k):
			return from
		case t.capital(), t.kind == kindNumber && (d.at(k-1).capital() || k == i-1 || d.joined(k+1)):
			from = k
		case t.text == "&" || t.text == "+":
			from = k
		case t.text == "-" && (d.joined(k) || d.joined(k+1)), t.text == "'" && d.joined(k):
		case t.text == "." && d.joined(k) && d.at(k-1).kind == kindWord && (d.joined(k+1) || utf8.RuneCountInString(d.at(k-1).text) <= 3 && d.at(k-1).capital()):
		case t.text == ")" && k > 2 && d.mark(k-2, "(") && (d.at(k-1).capital() || d.at(k-1).kind == kindNumber) && d.at(k-3).capital() && d.open(k-2, k):
			k -= 2 // Northgate (UK) Limited
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

// firmJoint are words and marks between the two halves of a firm's name; what follows them belongs to it.
var firmJoint = map[string]bool{"&": true, "+": true, "und": true, "u": true, "i": true, "and": true, "oraz": true}

// quoteOpens tells whether the quotation mark at k opens one: a blank before it, none behind.
func (d *doc) quoteOpens(k int) bool { return d.tok[k].gap && d.joined(k+1) }

// endsFirmName tells whether a capitalised word before a firm's name is not part of it.
func (d *doc) endsFirmName(k int) bool {
	t := d.at(k)
	if t.cls&(clsHonor|clsOrgCue|clsVersus|clsDecision) != 0 {
		return true
	}
	if t.cls&clsOrgHead != 0 || utf8.RuneCountInString(t.text) == 1 && d.mark(k+1, ".") && d.joined(k+1) {
		return false
	}
	if t.cls&clsRole != 0 || t.cls&clsStop != 0 && (t.cls&clsFirmOK == 0 || t.cls&clsArticle != 0) {
		return true
	}
	// A verb that opens the sentence: "Beantragt Huber GmbH …".
	lower := strings.ToLower(t.text)
	return d.lang == study.German && d.sentenceStart(k) && d.lex.lower[lower] && !d.lex.common[t.text] && !adjective(lower)
}

// joinsFirm tells whether a small word at k joins two parts of a firm's name: "Kwiat i Syn", "Gesellschaft für Bau".
func (d *doc) joinsFirm(k, form int) bool {
	t := d.at(k)
	if !d.at(k-1).capital() || !d.free(k-1) || d.is(k-1, clsHonor|clsRole) {
		return false
	}
	switch t.text {
	case "für", "of", "for":
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

// byHead takes "Verein Grünes Linz", "Kancelarii Adwokackiej Nowina", "Kanzlei Dr. Moser".
func (d *doc) byHead(i int) {
	k, names := i+1, 0
	if d.mark(i-1, "-") && d.joined(i) && d.at(i-2).capital() {
		return
	}
	for k < len(d.tok) && k-i < 12 && d.free(k) && !d.tok[k].line {
		t := d.at(k)
		switch {
		case t.kind == kindWord && t.cls&clsOrgMid != 0:
		case t.kind == kindWord && t.cls&(clsTitle|clsProfession) != 0 && (t.cls&clsProfession == 0 || d.lang == study.Polish), t.text == "." && d.joined(k) && d.is(k-1, clsTitle|clsProfession):
		case t.text == "\"":
			if end := d.closingQuote(k); end > 0 {
				k, names = end, names+1
			} else {
				return
			}
		case t.capital() && d.lang == study.Polish && !d.is(k, clsHonor|clsTitleHead) && (names > 0 || t.cls&(clsPublic|clsPlace) == 0):
			names++
		case t.capital() && !d.is(k, clsNeverName|clsVerb) && (names > 0 || !d.plainNoun(k) || d.at(k+1).capital() && !d.plainNoun(k+1)) && !(names > 0 && d.isCommonNoun(k) && !d.lex.common[t.text]):
			names++
		case names > 0 && t.cls&clsOrgTail != 0:
		case names > 0 && t.kind == kindNumber && (strings.HasPrefix(d.at(i).text, "Wspóln") || d.at(i).text == "WEG" || strings.HasPrefix(d.at(i).text, "Wohnungseig")) && !d.beforeCurrency(k+1):
		case names > 0 && (t.text == "&" || t.text == "-" && d.joined(k)) && d.at(k+1).capital():
		case names > 0 && (t.text == "i" || t.text == "und" || t.text == "and") && d.is(k+1, clsOrgTail):
		default:
			d.closeHead(i, k, names)
			return
		}
		k++
	}
	d.closeHead(i, k, names)
}

// dottedHead gives the token after "P.H.U." at i, or 0.
func (d *doc) dottedHead(i int) int {
	if !d.mark(i+1, ".") || len(d.at(i).text) != 1 || !d.joined(i+1) {
		return 0
	}
	k, letters := i, ""
	for len(d.at(k).text) == 1 && d.at(k).capital() && d.mark(k+1, ".") && (k == i || d.joined(k)) {
		letters += d.at(k).text
		k += 2
	}
	if len(letters) < 2 || d.words[letters]&clsOrgHead == 0 {
		return 0
	}
	return k
}

// byDottedHead takes "P.H.U. Drewex Jan Kos".
func (d *doc) byDottedHead(i int) {
	k := d.dottedHead(i)
	first := k
	for k < len(d.tok) && k-first < 6 && d.free(k) && !d.at(k).line && (d.at(k).capital() && !d.is(k, clsHonor) || k > first && d.mark(k, "-") && d.joined(k) && d.joined(k+1)) {
		k++
	}
	if k > first {
		d.takeOrg(i, k, k)
	}
}

// closeHead ends an organisation that began with its head word.
func (d *doc) closeHead(from, to, names int) {
	for to > from && (d.at(to-1).kind == kindPunct && d.at(to-1).text != "\"" || d.at(to-1).text == "i") {
		to--
	}
	if names == 0 || to-from < 2 || d.schematic(from+1, to) || to-from == 2 && d.is(from+1, clsPlace) && d.isTrade(from) {
		return
	}
	name := to
	if end, form := d.formAt(to); form != nil && d.open(to, end) && !d.at(to).line {
		to = end
	}
	if d.public(from, to) {
		d.cover(from, to, masked)
		return
	}
	d.takeOrg(from, name, to)
}

// isTrade tells whether the head word names a trade rather than a kind of organisation.
func (d *doc) isTrade(i int) bool {
	switch d.at(i).text {
	case "Kanzlei", "Stiftung", "Privatstiftung":
		return false
	}
	return !strings.HasSuffix(strings.ToLower(d.at(i).text), "verein")
}

// closingQuote gives the token of the closing quotation mark of a short quotation that opens at k; 0 when there is none.
func (d *doc) closingQuote(k int) int {
	for n := k + 1; n < min(k+9, len(d.tok)); n++ {
		if d.mark(n, "\"") {
			return n
		}
	}
	return 0
}

// byTail takes "Sommer & Partner", "Harwood Solicitors".
func (d *doc) byTail(i int) {
	from := d.nameBefore(i)
	for from < i && (d.is(from, clsStop) || d.at(from).kind == kindPunct) {
		from++
	}
	if from >= i-1 && (d.at(i-1).text == "&" || from == i) {
		return
	}
	joined := d.at(i-1).text == "&" || d.at(i-1).text == "und" || d.at(i-1).text == "and" || d.at(i-1).text == "i"
	switch d.at(i).text {
	case "Rechtsanwälte", "Anwälte", "Solicitors", "Chambers", "Rechtsanwaltsgesellschaft", "Rechtsanwaltskanzlei", "Foundation", "Associates", "Holdings", "Adwokaci", "Brothers":
		joined = joined || d.lang != study.German || !d.isCommonNoun(i-1) || strings.Contains(d.text[d.tok[from].start:d.tok[i].start], "&")
	}
	if joined && !d.onlyNouns(from, i) {
		to := i + 1
		for d.is(to, clsOrgTail) && d.free(to) {
			to++
		}
		after := to
		if d.mark(to, "(") && d.mark(to+2, ")") {
			after = to + 3 // Marsh & Sons (Builders) Ltd
		}
		if _, form := d.formAt(after); form == nil {
			d.takeOrg(from, to, to)
		}
	}
}

// byAmpersand takes a firm of two names: "Harwood & Lane".
func (d *doc) byAmpersand(i int) {
	from := i
	for from > 0 && i-from < 3 && d.at(from-1).capital() && d.free(from-1) && !d.is(from-1, clsNeverName) && !d.tok[from].line {
		from--
	}
	to := i + 1
	for to < len(d.tok) && to-i < 4 && d.at(to).capital() && d.free(to) && !d.is(to, clsNeverName) && !d.tok[to].line {
		to++
	}
	if from == i || to == i+1 || utf8.RuneCountInString(d.at(i-1).text) < 3 || utf8.RuneCountInString(d.at(i+1).text) < 3 {
		return
	}
	if d.isCommonNoun(i-1) && !d.lex.common[d.at(i-1).text] || d.isCommonNoun(i+1) && !d.lex.common[d.at(i+1).text] {
		return
	}
	d.takeOrg(from, to, to)
}

// byCue takes an unknown name behind "Firma", "spółka", "company", or the firm before a tax number.
func (d *doc) byCue(i int) {
	k := i + 1
	if d.mark(k, ":") || d.mark(k, ".") && d.at(i).text == "Fa" {
		k++
	}
	if (d.at(k).text == "pod" || d.at(k).text == "unter") && (d.at(k+1).text == "firmą" || d.at(k+1).text == "nazwą") {
		k += 2
	}
	quoted := d.mark(k, "\"")
	if quoted {
		k++
	}
	first := k
	for k < len(d.tok) && k-first < 8 && d.free(k) && !d.tok[k].line && (d.at(k).capital() && !d.is(k, clsHonor|clsRole|clsStop) || k > first && (d.mark(k, "&") || d.mark(k, "-") && d.joined(k) && d.joined(k+1)) && d.at(k+1).capital()) {
		k++
	}
	if k == first || d.schematic(first, k) || d.tok[first].line {
		return
	}
	tax := d.taxBehind(k)
	if !tax && (d.isCommonNoun(first) && !d.lex.common[d.at(first).text] && (k == first+1 || d.isCommonNoun(k-1) && !d.lex.common[d.at(k-1).text]) || d.lang == study.English && d.lex.en[strings.ToLower(d.at(first).text)] || d.is(first, clsPlace|clsPublic|clsTitle)) {
		return
	}
	if !tax {
		for n := first + 1; n < k; n++ {
			if d.isCommonNoun(n) && !d.lex.common[d.at(n).text] {
				k = n
				break
			}
		}
	}
	d.takeOrg(first, k, k)
}

// taxBehind tells whether a tax or business number follows: a sole trader's firm.
func (d *doc) taxBehind(i int) bool {
	if d.mark(i, ",") || d.mark(i, "(") {
		i++
	}
	switch d.at(i).text {
	case "NIP", "REGON", "UID", "USt", "ATU", "VAT", "KRS", "FN":
		return true
	}
	return false
}

// byEnding takes a coined Polish firm name without its legal form: "od Budexu".
func (d *doc) byEnding(i int) {
	t := d.at(i)
	if utf8.RuneCountInString(t.text) < 5 || t.cls&^clsOrgMid != 0 || t.shape == shapeUpper || d.mark(i+1, "-") || d.mark(i-1, "-") {
		return
	}
	if _, named := d.given(i); named || d.lex.common[t.text] {
		return
	}
	word := strings.ToLower(t.text)
	for _, base := range d.lex.endings.bases(word) {
		for _, end := range d.lex.firmEnd {
			if stem, ok := strings.CutSuffix(base, end); ok && utf8.RuneCountInString(stem) >= 2 && len(end) >= 2 && (len(end) > 2 || end == "ex") && d.words[title(base)]&clsFirmNot == 0 {
				if d.sentenceStart(i) && !strings.HasSuffix(end, "ex") {
					return
				}
				d.takeOrg(i, i+1, i+1)
				return
			}
		}
	}
}

// alias takes the short name that is defined right behind an organisation: "(im Folgenden: Sonnblick)".
func (d *doc) alias(i int, key []string) {
	if !d.mark(i, "(") {
		return
	}
	end := i + 1
	for end < len(d.tok) && end-i < 16 && !d.mark(end, ")") {
		end++
	}
	if !d.mark(end, ")") {
		return
	}
	first, last := -1, -1
	for k := i + 1; k < end; k++ {
		if first < 0 && d.aliasCue(k) {
			continue
		}
		if d.at(k).capital() && d.free(k) && !d.is(k, clsStop|clsRole|clsHonor|clsOrgCue) {
			if first < 0 {
				first = k
			}
			last = k
		} else if first >= 0 && d.at(k).kind == kindWord {
			return
		}
	}
	if first < 0 || !d.aliasIntro(i+1, first) {
		return
	}
	name := d.at(first).text
	if d.lang == study.German && d.isCommonNoun(first) && !d.lex.common[name] && !d.sharesWord(first, key) || d.lang == study.English && d.lex.en[strings.ToLower(name)] && first == last && !d.sharesWord(first, key) {
		return
	}
	d.take(finding{kind: "ORG", from: first, to: last + 1, key: strings.Join(key, " ")})
	d.found[len(d.found)-1].alias = true
}

func (d *doc) sharesWord(i int, key []string) bool {
	for _, w := range key {
		if sameFold(w, d.at(i).text) {
			return true
		}
	}
	return false
}

// aliasCue tells whether a word belongs to a phrase that introduces a short name.
func (d *doc) aliasCue(k int) bool {
	word := strings.ToLower(d.at(k).text)
	for _, cue := range d.lex.cues[d.lang].alias {
		if slices.Contains(strings.Fields(cue), word) {
			return true
		}
	}
	return false
}

// aliasIntro tells whether only the introduction of a short name, or a quotation mark, stands between from and to.
func (d *doc) aliasIntro(from, to int) bool {
	quote := false
	var words []string
	for k := from; k < to; k++ {
		t := d.at(k)
		switch {
		case t.text == "\"":
			quote = true
		case t.kind == kindWord:
			words = append(words, strings.ToLower(t.text))
		}
	}
	phrase := strings.Join(words, " ")
	if phrase == "" {
		return quote
	}
	for _, cue := range d.lex.cues[d.lang].alias {
		if strings.Contains(phrase, cue) {
			return true
		}
	}
	return quote && len(words) <= 3
}
