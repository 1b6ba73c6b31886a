package pseudonymise

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

var (
	houseNumber     = regexp.MustCompile(`^[0-9]{1,4}(?:[a-zA-Z]| [a-lA-H])?\b(?: ?[/–-] ?(?:[0-9]{1,4}[A-Za-z]?|[IVX]{1,4}|[A-Za-z])\b){0,4}`)
	bareHouseNumber = regexp.MustCompile(`^[0-9]{1,4}[a-zA-Z]?\b`)
	postcode        = regexp.MustCompile(`^(?:(?:A|D|AT|DE|CH|PL)[ -]{1,3})?(?:[0-9]{2}-[0-9]{3}|[0-9]{5}|[1-9][0-9]{3})\b`)
	postcodeUK      = regexp.MustCompile(`^[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}\b`)
	postcodeWest    = regexp.MustCompile(`^(?:[A-Z][0-9][0-9W] ?[0-9A-Z]{4}|[A-Z]{2} [0-9]{5}(?:-[0-9]{4})?)\b`) // Irish, and of the United States
	unitNumber      = regexp.MustCompile(`^[0-9]{1,4}[a-zA-Z]?\b(?:/[0-9]{1,4})?`)
	townJoint       = map[string]bool{"am": true, "an": true, "der": true, "im": true, "in": true, "bei": true, "ob": true, "unter": true, "upon": true, "on": true, "under": true, "nad": true, "de": true, "la": true}
)

// findAddresses takes addresses: a street with its number, a box, or a postcode with a town at a cue of residence.
func (p *Pseudonymiser) findAddresses(d *doc) {
	for i := 0; i < len(d.tok); i++ {
		t := &d.tok[i]
		if d.owner[i] != free || t.kind == kindPunct || t.kind == kindHolder {
			continue
		}
		switch {
		case t.kind == kindWord && t.cls&clsStreetBefore != 0 && d.lang == study.Polish:
			d.streetBefore(i)
		case t.kind == kindNumber && !joinedBefore(d, i):
			d.streetUK(i)
		case d.lang == study.English && t.kind == kindWord && t.cls&clsUnit != 0:
			d.unitUK(i)
		case t.kind == kindWord && t.text == "Postfach", t.text == "PO" && d.at(i+1).text == "Box", t.text == "skrytka" || t.text == "skr":
			d.postBox(i)
		case t.capital() && (d.takeLed(i) || d.takeSquare(i)):
		case t.capital() && d.lang != study.English && (d.streetWord(i) || d.ledStreet(i)):
			d.streetAfter(i)
		}
	}
	for i := range d.tok {
		t := &d.tok[i]
		switch {
		case d.owner[i] != free:
		case t.kind == kindNumber && (!joinedBefore(d, i) || d.mark(i-1, "-") && d.at(i-2).kind == kindWord):
			d.postcodeTown(i)
		case t.kind == kindWord && (t.shape == shapeUpper && len(t.text) <= 2 || t.shape == shapeTitle && len(t.text) == 1):
			d.lonePostcode(i)
		}
	}
}

// streetWord tells whether a word is the name of a street or its last part.
func (d *doc) streetWord(i int) bool {
	t := d.at(i)
	if d.at(i+1).kind != kindNumber && !(d.mark(i+1, ".") && d.at(i+2).kind == kindNumber) || d.mark(i+1, "-") {
		return false
	}
	word := strings.ToLower(t.text)
	for n, end := range d.lex.streetEnd {
		if !strings.HasSuffix(word, end) {
			continue
		}
		if d.lex.streetNot[t.text] {
			return d.streetLead(i) < i && word == end
		}
		if word == end {
			return d.streetLead(i) < i
		}
		if len(word)-len(end) < 2 {
			continue
		}
		// Endings that many nouns share need more: a lead word before them or a town behind the number.
		if n < len(d.lex.streetSure) && d.lex.isSure(end) || d.streetLead(i) < i {
			return !d.lex.nouns[t.text] || d.lex.isSure(end) && !d.lex.streetNot[t.text]
		}
		_, to := d.houseNumber(i + 1)
		return d.townBehind(to)
	}
	if d.joinedStreet(i) || d.streetLead(i) < i-1 && d.townBehind(i+2) {
		return true
	}
	return false
}

// ledStreet tells whether an unknown word behind "Am", "Unter den", "Zum" is the name of a street: where a postcode and a town
// follow its number, or a cue of residence stands before.
func (d *doc) ledStreet(i int) bool {
	if d.lang != study.German || d.at(i+1).kind != kindNumber || d.is(i, clsStop) {
		return false
	}
	from := d.streetLead(i)
	if from == i || !d.at(from).capital() || months[d.at(i).text] {
		return false
	}
	_, to := d.houseNumber(i + 1)
	if to == i+1 {
		return false
	}
	if d.townBehind(to) || !d.sentenceStart(from) && d.at(from-1).kind == kindWord && !d.is(from-1, clsDecision) {
		return true // a small word with a capital inside a sentence: "das Haus An der Alster 71"
	}
	for k := from - 1; k >= max(0, from-4) && !d.tok[k+1].line; k-- {
		if d.is(k, clsResidence) {
			return true
		}
	}
	return false
}

// joinedStreet handles "Otto-Bauer-Straße" and "Mariahilfer Straße".
func (d *doc) joinedStreet(i int) bool {
	word := strings.ToLower(d.at(i).text)
	for _, end := range d.lex.streetSure {
		if word == end && d.at(i-1).capital() && !d.is(i-1, clsStop) && (d.tok[i].gap || d.mark(i-1, "-")) {
			return true
		}
		if word == end && d.mark(i-1, "-") && d.at(i-2).capital() {
			return true
		}
	}
	return false
}

func (lex *lexicon) isSure(end string) bool {
	for _, s := range lex.streetSure {
		if s == end {
			return true
		}
	}
	return false
}

// streetLead gives the first token of a street name that ends with token i: "Am Alten Markt", "Otto-Bauer-Gasse".
func (d *doc) streetLead(i int) int {
	from := i
	for from > 1 && d.mark(from-1, "-") && d.joined(from) && d.joined(from-1) && d.at(from-2).capital() {
		from -= 2
	}
	if d.mark(from-1, "-") && d.joined(from) && d.mark(from-2, ".") && d.joined(from-2) && d.at(from-3).capital() {
		from -= 3 // Dr.-Karl-Renner-Straße
	}
	for n := 0; n < 3 && from > 0 && d.free(from-1); n++ {
		t := d.at(from - 1)
		two := d.at(from-2).text + " " + t.text
		switch {
		case d.tok[from].line && from != i:
			return from
		case d.lex.streetLead[two]:
			from -= 2
		case d.lex.streetLead[t.text]:
			from--
		case d.mark(from-1, ".") && (d.at(from-2).text == "St" || d.at(from-2).text == "Dr"):
			from -= 2
		case t.capital() && (strings.HasSuffix(t.text, "er") || strings.HasSuffix(t.text, "en") || strings.HasSuffix(t.text, "e")) && (d.sureStreet(i) || strings.HasSuffix(t.text, "er") && utf8.RuneCountInString(t.text) > 4 && !d.lex.nouns[t.text]) && d.at(i).text != t.text && !d.is(from-1, clsNeverName) && utf8.RuneCountInString(d.at(i).text) <= 14:
			from--
		default:
			return from
		}
	}
	return from
}

// sureStreet tells whether a word is itself Straße, Gasse, Weg, Platz …
func (d *doc) sureStreet(i int) bool { return d.lex.isSure(strings.ToLower(d.at(i).text)) }

// streetAfter takes "Hauptstraße 12/3/8, 4020 Linz" and "4020 Linz, Hauptstraße 12"; token i is the street word.
func (d *doc) streetAfter(i int) {
	from, next := d.streetLead(i), i+1
	if d.mark(next, ".") {
		next++
	}
	number, to := d.houseNumber(next)
	if number == to {
		return
	}
	key := d.streetKey(i, number)
	to = d.addressTail(to)
	d.take(finding{kind: "ADDRESS", from: d.addressFront(from), to: to, key: key})
}

// streetKey is the key of an address: the first letters of the street and the house number.
func (d *doc) streetKey(street, number int) string {
	r := []rune(fold(d.at(street).text))
	return string(r[:min(5, len(r))]) + " " + d.at(number).text
}

// houseNumber gives the tokens of a house number.
func (d *doc) houseNumber(i int) (from, to int) {
	from, to = d.matchAt(i, houseNumber)
	if from == to {
		from, to = d.matchAt(i, bareHouseNumber) // 18b/Tür 5
	}
	if from < to && d.beforeCurrency(to) {
		return i, i
	}
	if from == to {
		return i, i
	}
	return from, to
}

// addressTail extends an address over stair, door, postcode and town.
func (d *doc) addressTail(to int) int {
	for n := 0; n < 6; n++ {
		next := to
		comma := d.mark(next, ",")
		if comma {
			next++
		}
		if d.mark(next, "/") && d.is(next+1, clsUnit) {
			next++
		}
		if d.is(next, clsUnit) && d.free(next) {
			k := next + 1
			if d.mark(k, ".") {
				k++
			}
			if from, end := d.matchAt(k, unitNumber); from < end && d.free(k) {
				to = end
				continue
			}
		}
		if d.at(next).kind == kindNumber && (d.mark(next+1, ".") && (d.at(next+2).text == "Stock" || d.at(next+2).text == "OG")) {
			to = next + 3
			continue
		}
		if d.mark(next, "(") && !comma {
			if end := d.bracketUnit(next); end > next {
				to = end
				continue
			}
		}
		if from, end := d.matchAt(next, postcode); from < end && d.free(next) {
			if town := d.town(end); town > end {
				return town
			}
		}
		if comma && d.lang != study.English && d.is(next, clsPlace|clsTown) && d.free(next) && (d.at(next+1).kind == kindPunct && !d.mark(next+1, "-") || next+1 == len(d.tok)) {
			return next + 1 // Hauptstraße 12, Linz
		}
		if d.lang == study.English && comma {
			if end := d.townUK(next); end > next {
				return end
			}
		}
		if from, end := d.matchAt(next, postcodeUK); from < end && d.free(next) {
			return end
		}
		break
	}
	return to
}

// bracketUnit gives the token after a storey or door in brackets, "(3. OG)", "(Top 4)", where more of the address follows; 0 when there is none.
func (d *doc) bracketUnit(k int) int {
	for n := k + 1; n < min(k+6, len(d.tok)); n++ {
		if d.mark(n, ")") {
			from, to := d.matchAt(n+2, postcode)
			if d.mark(n+1, ",") && from < to {
				return n + 1
			}
			return 0
		}
		if d.at(n).kind == kindWord && !d.is(n, clsUnit) && d.at(n).text != "OG" && d.at(n).text != "links" && d.at(n).text != "rechts" && d.at(n).text != "Hof" {
			return 0
		}
	}
	return 0
}

// addressFront extends an address over "4020 Linz," before its street.
func (d *doc) addressFront(from int) int {
	k := from - 1
	if !d.mark(k, ",") {
		return from
	}
	if town := d.townOfResidence(k); town < k {
		return town
	}
	for n := 0; n < 4; n++ {
		k--
		if d.at(k).kind == kindNumber && d.free(k) {
			if d.mark(k-1, "-") && d.joined(k) && d.at(k-2).kind == kindNumber {
				k -= 2 // 02-516 Warszawa
			}
			if f, end := d.matchAt(k, postcode); f < end && d.town(end) == from-1 {
				if d.mark(k-1, "-") && d.joined(k) && d.at(k-2).kind == kindWord && len(d.at(k-2).text) <= 2 {
					return k - 2
				}
				return k
			}
		}
		if d.at(k).kind != kindWord && !(d.mark(k, ".") && d.at(k-1).text == "St") {
			return from
		}
	}
	return from
}

// postcodeTown takes a postcode with its town at a cue of residence.
func (d *doc) postcodeTown(i int) {
	first := i
	if d.mark(i-1, "-") && d.joined(i) && d.at(i-2).kind == kindWord && len(d.at(i-2).text) <= 2 && d.at(i-2).capital() {
		first = i - 2
	}
	from, end := d.matchAt(i, postcode)
	if from == end || !d.free(i) {
		return
	}
	town := d.town(end)
	if town == end {
		return
	}
	for k, n := first-1, 0; k >= 0 && n < 8; k, n = k-1, n+1 {
		if d.is(k, clsResidence) {
			// A village address: "Nowa Wieś 12, 32-100 Proszowice".
			d.take(finding{kind: "ADDRESS", from: d.villageFront(first, k), to: town, key: d.text[d.tok[i].start:d.tok[town-1].end]})
			return
		}
	}
	if v := d.villageFront(first, first-8); v < first {
		d.take(finding{kind: "ADDRESS", from: v, to: town, key: d.text[d.tok[v].start:d.tok[town-1].end]})
	}
}

// villageFront extends "32-100 Proszowice" over a village and house number before it.
func (d *doc) villageFront(first, least int) int {
	if !d.mark(first-1, ",") {
		return first
	}
	k := first - 2
	for k > least && (d.at(k).kind == kindNumber || d.mark(k, "/") || d.mark(k, ".") && d.at(k-1).text == "Nr" || d.at(k).text == "Nr" || d.at(k).kind == kindWord && len(d.at(k).text) == 1 && d.joined(k)) {
		k--
	}
	if k == first-2 || !d.at(k).capital() || d.at(k).shape != shapeTitle || len(d.at(k).text) < 3 || d.is(k, clsNeverName) || d.sentenceStart(k) && d.is(k, clsStop) {
		return first
	}
	for k-1 > least && d.at(k-1).capital() && d.free(k-1) && !d.is(k-1, clsNeverName) {
		k--
	}
	if !d.open(k, first) {
		return first
	}
	return k
}

// streetBefore takes Polish addresses: "ul. Lipowej 3/4, 00-316 Warszawa"; token i is ul., al., os., pl.
func (d *doc) streetBefore(i int) {
	k := i + 1
	if d.mark(k, ".") {
		k++
	}
	first := k
	for k < len(d.tok) && k-first < 8 && d.free(k) {
		t := d.at(k)
		name := t.capital() || t.text == "-" && d.joined(k) || t.text == "." && len(d.at(k-1).text) <= 4 || t.kind == kindNumber && d.at(k+1).capital() && k == first ||
			t.kind == kindWord && k > first && len(t.text) <= 3 || t.text == "gen" || t.text == "św" || t.text == "ks" || t.text == "płk" || t.text == "bł" || t.text == "marsz" || t.text == "kard"
		if !name {
			break
		}
		k++
	}
	if k == first || d.at(k).kind != kindNumber {
		return
	}
	number, to := d.houseNumber(k)
	if number == to {
		return
	}
	d.take(finding{kind: "ADDRESS", from: d.addressFront(i), to: d.addressTail(to), key: d.streetKey(first, number)})
}

// postBox takes "Postfach 12 34, 4020 Linz".
func (d *doc) postBox(i int) {
	k := i + 1
	for d.at(k).kind == kindWord && k < i+4 || d.mark(k, ".") {
		k++
	}
	if d.at(k).kind != kindNumber {
		return
	}
	for d.at(k).kind == kindNumber && d.free(k) {
		k++
	}
	d.take(finding{kind: "ADDRESS", from: i, to: d.addressTail(k), key: compact(d.text[d.tok[i].start:d.tok[k-1].end])})
}
