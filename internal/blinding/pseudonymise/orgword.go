package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// byHead takes "Verein Grünes Linz", "Kancelarii Adwokackiej Nowina", "Kanzlei Dr. Moser".
func (d *doc) byHead(i int) {
	k, names := i+1, 0
	if d.mark(i-1, "-") && d.joined(i) && d.at(i-2).capital() {
		d.byHyphen(i)
		return
	}
	if d.byPurpose(i) || d.insideFirm(i) {
		return
	}
	for k < len(d.tok) && k-i < 12 && d.free(k) && !d.tok[k].line {
		t := d.at(k)
		if _, form := d.formAt(k); form != nil && names > 0 {
			break
		}
		switch {
		case t.kind == kindWord && t.cls&clsOrgMid != 0:
		case t.kind == kindWord && t.cls&(clsTitle|clsProfession) != 0 && (t.capital() || d.mark(k+1, ".")) && (t.cls&clsProfession == 0 || d.lang == study.Polish), t.text == "." && d.joined(k) && d.is(k-1, clsTitle|clsProfession):
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

// byHyphen takes "Anna-Krüger-Privatstiftung"; token i is the kind of organisation. "X-Stiftung" is a school case, and common nouns
// before the hyphen make a compound.
func (d *doc) byHyphen(i int) {
	from, named := i, false
	for d.mark(from-1, "-") && d.joined(from) && d.joined(from-1) && d.at(from-2).capital() && d.free(from-2) {
		from -= 2
		_, given := d.given(from)
		named = named || given || !d.isCommonNoun(from) && d.at(from).cls&(clsPlace|clsPublic) == 0
	}
	if from < i && named && !d.isTrade(i) && !d.schematic(from, i-1) {
		d.takeOrg(from, i+1, i+1)
	}
}

// purposes are what associations are for: "Verein zur Förderung …".
var purposes = set(strings.Fields("Förderung Erhaltung Pflege Bewahrung Unterstützung Rettung Schutz Schutze Hilfe Wahrung Bekämpfung Verbreitung Betreuung " +
	"Entwicklung Integration Verhütung Erforschung Wiederherstellung Sicherung Verschönerung Vermittlung Durchführung Errichtung Belebung Aufklärung"))

// byPurpose takes "Verein zur Förderung alter Musik Hallstatt": to the last capital before the sentence goes on.
func (d *doc) byPurpose(i int) bool {
	if d.lang != study.German || d.at(i+1).text != "zur" && d.at(i+1).text != "zum" || !purposes[d.at(i+2).text] || d.isTrade(i) {
		return false
	}
	to := i + 3
	for k := to; k < min(i+14, len(d.tok)) && d.free(k) && !d.tok[k].line; k++ {
		t := d.at(k)
		if (t.text == "und" || t.text == "sowie") && d.is(k+1, clsArticle) {
			break // another party
		}
		small := t.kind == kindWord && t.shape == shapeLower && t.cls&clsVerb == 0 && (adjective(t.text) || t.cls&(clsArticle|clsSmall|clsStop) != 0)
		switch {
		case t.capital() && !d.is(k, clsNeverName|clsVerb):
			to = k + 1
		case small || t.text == "-" && d.joined(k) && d.joined(k+1):
		default:
			k = len(d.tok)
		}
	}
	name := to
	if end, form := d.formAt(to); form != nil && d.open(to, end) {
		to = end
	}
	return d.takeOrg(i, name, to)
}

// insideFirm tells whether the head word at i stands in the middle of a name that ends with a legal form: "Fritz Wendel Spedition GmbH".
func (d *doc) insideFirm(i int) bool {
	if d.nameBefore(i) == i || d.endsFirmName(i-1) {
		return false
	}
	for k := i + 1; k < min(i+8, len(d.tok)) && !d.tok[k].line; k++ {
		if _, form := d.formAt(k); form != nil {
			return true
		}
		if t := d.at(k); !t.capital() && t.text != "&" && t.text != "-" {
			return false
		}
	}
	return false
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
	if t := d.at(to); d.lang == study.German && t.capital() && d.free(to) && !t.line && t.cls&(clsNeverName|clsVerb|clsHonor) == 0 && (d.at(to+1).kind == kindPunct || d.finite(to+1)) && strings.HasSuffix(strings.ToLower(d.at(from).text), "verein") {
		to++ // Verein Lebensraum Donau
	}
	name := to
	if end, form := d.formAt(to); form != nil && d.open(to, end) && !d.at(to).line {
		to = end
	}
	if d.public(from, to) {
		d.cover(from, to, masked)
		return
	}
	if d.taxBehind(to) {
		for n := 0; n < 4 && !d.tok[from].line && d.at(from-1).shape == shapeTitle && d.free(from-1) && !d.is(from-1, clsNeverName|clsVerb|clsPlace); n++ {
			from-- // Złoty Kłos Piekarnia Józef Bułka, NIP …
		}
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
	if d.is(i-1, clsAuthor) && d.is(i+1, clsAuthor) {
		d.cover(from, to, masked) // Smith & Hogan's Criminal Law
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
	if d.soleTrader(i) {
		return
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

// soleTrader takes "Firma Usługowa "Hydro-Max" Paweł Sikora, NIP …": with the word for the firm and its adjectives, to the tax number.
func (d *doc) soleTrader(i int) bool {
	if d.lang != study.Polish || d.at(i).shape != shapeTitle || !d.is(i+1, clsOrgMid) || !d.at(i+1).capital() {
		return false
	}
	k := i + 1
	for k < min(i+16, len(d.tok)) && d.free(k) && !d.tok[k].line && (d.at(k).capital() || d.mark(k, "\"") || d.mark(k, "-") && d.joined(k) || d.mark(k, "&") || d.at(k).text == "i") {
		k++
	}
	return d.taxBehind(k) && d.takeOrg(i, k, k)
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
	if _, named := d.given(i - 1); named && t.gap && !t.line || d.is(i-1, clsHonor) {
		return // Zygmunta Parola
	}
	word := strings.ToLower(t.text)
	if d.bornInPolish(word) {
		return // Cichemu where Jan Cichy stands, Parolowi where Zygmunt Parol does
	}
	for _, base := range d.memo.bases(word) {
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
