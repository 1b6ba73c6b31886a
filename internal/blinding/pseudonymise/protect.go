package pseudonymise

import (
	"sort"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/legalref"
	"iucomstudien/internal/study"
)

// A Protector finds what no finding may touch. Ranges are in bytes of the text, in order and without overlap.
type Protector interface {
	Protect(text string, lang study.Language) []Protected
}

// Protected is one range that stays as it is.
type Protected struct {
	Start, End int
	Decision   bool // a court's decision: the name of its case may stand beside it
	Case       bool // a case number of a European court: the name may follow it
}

// citations protects what the citation reader finds.
type citations struct{ reader *legalref.Reader }

// protectedKinds are the hits that stay. Dates and bare numbers are left to the finders, which know their cues.
var protectedKinds = map[legalref.Kind]bool{
	legalref.Provision: true, legalref.Decision: true, legalref.Headnote: true, legalref.ECLI: true, legalref.CELEX: true,
	legalref.Act: true, legalref.Gazette: true, legalref.Reporter: true, legalref.Pinpoint: true, legalref.Backref: true,
	legalref.Amount: true, legalref.Percent: true, legalref.Duration: true,
}

func (c citations) Protect(text string, lang study.Language) []Protected {
	var out []Protected
	for _, h := range c.reader.Find(text, string(lang)) {
		if !protectedKinds[h.Kind] {
			continue
		}
		out = append(out, Protected{
			Start: h.Start, End: h.End,
			Decision: h.Kind == legalref.Decision || h.Kind == legalref.ECLI || h.Kind == legalref.Reporter,
			Case:     h.Kind == legalref.Decision && h.Jurisdiction == "EU" || strings.HasPrefix(h.Norm, "ECLI:EU"),
		})
	}
	return out
}

// protect masks citations with the names of their cases, doctrines and judges as sources, and case names.
func (p *Pseudonymiser) protect(d *doc, keep []string) {
	for _, s := range keep {
		d.coverString(s)
	}
	for _, r := range p.protector.Protect(d.text, d.lang) {
		from := sort.Search(len(d.tok), func(i int) bool { return d.tok[i].end > r.Start })
		to := from
		for to < len(d.tok) && d.tok[to].start < r.End {
			to++
		}
		if to == from+1 && d.lang == study.English && d.is(from, clsPostnominal) && d.at(from-1).capital() {
			continue // "Rowena Hall KC": silk, not the Polish code
		}
		if d.lang == study.English && d.postcodeUK(from) {
			continue // "Sheffield S10 2TN": no section
		}
		d.cover(from, to, masked)
		if r.Decision {
			d.coverCaseName(from, to, r.Case)
		}
	}
	for i := range d.tok {
		d.coverNamesakes(i)
		t := &d.tok[i]
		switch {
		case (t.text == "v" || t.text == "vs") && t.kind == kindWord:
			d.coverVersus(i)
		case t.text == "-" && (d.at(i-1).text == "C" || d.at(i-1).text == "T") && d.joined(i) && d.joined(i+1) && d.mark(i+2, "/") && d.at(i+3).kind == kindNumber:
			d.cover(i-1, i+4, masked)
			d.coverCaseName(i-1, i+4, true)
		case t.text == "/" && d.oldCase(i):
			d.cover(i-1, i+2, masked)
			d.coverCaseName(i-1, i+2, true)
		case t.text == "[" && d.at(i+1).kind == kindNumber && len(d.at(i+1).text) == 4 && d.mark(i+2, "]"):
			d.coverCaseName(i, i+3, false)
		case t.cls&clsJudge != 0 && t.kind == kindWord:
			d.coverJudge(i)
		case t.cls&clsJudgeAfter != 0 && d.at(i-1).capital() && d.free(i-1) && !d.is(i-1, clsNeverName):
			d.cover(i-1, i+1, masked)
		case d.lang != study.Polish && caseNumeral[t.text] && d.free(i) && d.at(i-1).capital() && d.free(i-1) && !d.is(i-1, clsNeverName):
			if first := d.caseRun(i-1, -1, 6); first < i {
				d.coverBack(first, i+1) // Schrems II, Caroline von Monaco III
			}
		case t.text == "'" && d.joined(i) && d.joined(i+1) && schen[d.at(i+1).text] && d.at(i-1).capital():
			d.cover(i-1, i+2, masked) // Frank'sche Formel
		case t.text == "sprawie" && d.at(i-1).text == "w" && d.at(i+1).capital() && d.europeanBefore(i):
			if last := d.caseRun(i+1, 1, 8); last > i {
				d.cover(i+1, last+1, masked) // TSUE w sprawie Aziz
			}
		case t.text == "sprawach" && d.at(i-1).text == "w" && d.europeanBefore(i):
			d.coverCaseList(i + 1)
		case t.kind == kindWord && t.cls&clsDecision != 0 && d.mark(i+1, "\""):
			d.coverQuotedCase(i + 1)
		case t.kind == kindWord && t.cls&clsDecision != 0 && caseLists[t.text]:
			d.coverCaseList(i + 1)
		case t.kind == kindWord && t.cls&(clsDoctrine|clsDoctrineCap) != 0:
			d.coverDoctrine(i)
		case t.kind == kindWord && strings.EqualFold(t.text, "lex") && d.at(i+1).capital():
			d.cover(i, i+2, masked)
		case t.text == "(" && (d.at(i+1).text == "No" || d.at(i+1).text == "Nr") && d.at(i-1).capital():
			d.cover(i-1, i+1, masked)
		}
	}
}

// coverString masks every place where a string stands as whole words.
func (d *doc) coverString(s string) {
	d.eachString(s, func(from, to int) { d.cover(from, to, masked) })
}

// eachString calls do for every place where s stands as whole tokens.
func (d *doc) eachString(s string, do func(from, to int)) {
	s = strings.TrimSpace(s)
	if s == "" {
		return
	}
	for at := 0; ; {
		n := strings.Index(d.text[at:], s)
		if n < 0 {
			return
		}
		start, end := at+n, at+n+len(s)
		from := sort.Search(len(d.tok), func(i int) bool { return d.tok[i].end > start })
		to := sort.Search(len(d.tok), func(i int) bool { return d.tok[i].start >= end })
		if from < to && d.tok[from].start == start && d.tok[to-1].end == end {
			do(from, to)
		}
		_, size := utf8.DecodeRuneInString(d.text[start:])
		at = start + max(size, 1)
	}
}

// caseWord tells whether a token may stand inside the name of a case.
func (d *doc) caseWord(i int) bool {
	t := d.at(i)
	if t.kind == kindNumber {
		return false
	}
	if t.kind == kindWord {
		return (t.capital() || d.lex.forms[t.text] != nil && d.lang == study.English) && d.owner[i] >= soft && d.owner[i] <= free
	}
	return false
}

// caseJoint tells whether a token joins two parts of the name of a case.
func (d *doc) caseJoint(i int) bool {
	switch d.at(i).text {
	case "und", "and", "oraz", "i", "v", "vs", "gegen", "przeciwko", "p", "c", "/", "&", "of", "the", "for", "ex", "parte", "de", "von", "et", "'", "-", "s":
		return true
	case ".":
		return d.at(i-1).kind == kindWord && (len(d.at(i-1).text) <= 3 || d.at(i-1).text == "Gebr" || d.at(i-1).text == "Bros")
	}
	return false
}

// oldCase tells whether the stroke at i stands in a case number of the European Court from before 1989, without its letter: "Rs 26/62".
func (d *doc) oldCase(i int) bool {
	if d.at(i-1).kind != kindNumber || d.at(i+1).kind != kindNumber || len(d.at(i+1).text) != 2 || !d.joined(i) || !d.joined(i+1) {
		return false
	}
	k := i - 2
	if d.mark(k, ".") {
		k--
	}
	switch d.at(k).text {
	case "Rs", "Rechtssache", "Case", "case", "sprawie", "sprawa", "sprawy":
		return d.at(i+1).text >= "53" && d.at(i+1).text <= "88"
	}
	return false
}

// versusPoint tells whether the point at i ends the short word between two parties: "Dziubak p. Raiffeisen Bank".
func (d *doc) versusPoint(i int) bool {
	if !d.mark(i, ".") || !d.joined(i) || !d.at(i+1).capital() {
		return false
	}
	switch d.at(i - 1).text {
	case "v", "vs", "p", "c":
		return true
	}
	return false
}

// caseRun extends a run of case words from token i in one direction; it gives the token after the last capitalised word.
func (d *doc) caseRun(i, step, limit int) int {
	last := i - step
	for n := 0; n < limit && i >= 0 && i < len(d.tok); n++ {
		if n > 0 && d.at(max(i, i-step)).line {
			return last // a case is named within one paragraph
		}
		switch {
		case step < 0 && d.mark(i, ".") && d.at(i-1).text == "in" && d.at(i-2).text == "i" && d.caseWord(i-3):
			i -= 2 // Kamil Dziubak i in.
		case d.caseWord(i):
			last = i
		case d.caseJoint(i) && (last != i-2*step || d.versusPoint(i)) || d.mark(i, "("), d.mark(i, ")"):
			if d.mark(i, "(") && d.at(i+1).capital() && d.mark(i+2, ")") || d.mark(i, ")") && d.at(i-1).capital() && d.mark(i-2, "(") || d.mark(i-step, "(") || d.mark(i-step, ")") {
				break // White & Carter (Councils) Ltd
			}
			if (d.mark(i, "(") || d.mark(i, ")")) && !(d.at(i-1).text == "R" || d.at(i-2).text == "R" || d.at(i-3).text == "R") {
				return last
			}
		default:
			return last
		}
		i += step
	}
	return last
}

// coverCaseName masks the name beside a citation: before "(C-252/21)" or "[1932] AC 562", after "C-362/14, Schrems".
func (d *doc) coverCaseName(from, to int, european bool) {
	before := from - 1
	if european {
		for d.is(before, clsDecision) && before > 0 {
			before--
		}
	}
	bracket := d.mark(before, "(")
	if bracket || d.mark(before, ",") && european {
		before--
	}
	if d.tok[from].text == "[" || bracket || european {
		if first := d.caseRun(before, -1, 24); first <= before {
			d.coverBack(first, before+1)
		}
	}
	if !european {
		return
	}
	after := to
	if d.mark(after, ",") || d.mark(after, ":") || d.mark(after, "(") || d.mark(after, "-") {
		after++
	}
	first := after
	for first < after+2 && d.is(first, clsParticle) && d.at(first).shape == shapeLower {
		first++ // 26/62, van Gend & Loos
	}
	if first > after && (!d.at(first).capital() || d.at(first-1).text != "van" && d.at(first-1).text != "de" && d.at(first-1).text != "von") {
		first = after
	}
	if last := d.caseRun(first, 1, 24); last >= first {
		d.cover(after, last+1, masked)
	}
}

// coverBack masks a run before a citation without the words that only begin its sentence.
func (d *doc) coverBack(from, to int) {
	for from < to && (d.is(from, clsStop) || d.caseJoint(from)) && d.at(from).text != "R" {
		from++
	}
	d.cover(from, to, masked)
}

// europeanCourt are the courts whose cases are called by the names of their parties.
var europeanCourt = map[string]bool{"TSUE": true, "Trybunał": true, "Trybunału": true, "ETPC": true, "ETPCz": true, "ETS": true}

// europeanBefore tells whether a European court stands before token i in its sentence.
func (d *doc) europeanBefore(i int) bool {
	for k := i - 2; k >= max(0, i-longestCaseList) && !d.tok[k+1].line && !(d.mark(k, ";") || d.sentenceStart(k+1) && d.mark(k, ".")); k-- {
		if europeanCourt[d.at(k).text] {
			return true
		}
	}
	return false
}

// schen are the endings of adjectives made of names.
var schen = set(strings.Fields("sche schen scher sches schem"))

// coverQuotedCase masks the name of a case in quotation marks behind its court: BVerfG "Soraya".
func (d *doc) coverQuotedCase(k int) {
	end := d.closingQuote(k)
	if end == 0 || end-k > longestQuotedCase || !d.at(k+1).capital() {
		return
	}
	for n := k + 1; n < end; n++ {
		if d.is(n, clsVerb|clsHonor) {
			return
		}
	}
	d.cover(k, end+1, masked)
}

// longestQuotedCase is how many tokens the quoted name of a case may have.
const longestQuotedCase = 6

// caseNumeral numbers cases of one name.
var caseNumeral = map[string]bool{"II": true, "III": true, "IV": true}

// caseLists are words for decisions behind which the names of several cases follow.
var caseLists = set(strings.Fields("Urteile Urteilen Entscheidungen Rechtssachen Beschlüsse Beschlüssen Erkenntnisse Erkenntnissen decisions judgments " +
	"authorities cases wyroki wyrokach wyroków orzeczenia orzeczeniach sprawach"))

// coverCaseList masks "Lüth, Elfes und Soraya" behind a word for several decisions.
func (d *doc) coverCaseList(i int) {
	if !d.caseWord(i) || d.is(i, clsNeverName) {
		return
	}
	last, names := i, 1
	for k := i + 1; k < min(i+longestCaseList, len(d.tok)) && !d.tok[k].line; k++ {
		switch {
		case d.caseWord(k) && !d.is(k, clsNeverName):
			last = k
		case (d.mark(k, ",") || d.at(k).text == "und" || d.at(k).text == "and" || d.at(k).text == "i" || d.at(k).text == "oraz" || d.at(k).text == "sowie") && d.at(k+1).capital():
			names++
		case !d.caseJoint(k) && !d.mark(k, "\""):
			k = len(d.tok)
		}
	}
	if names > 1 {
		d.cover(i, last+1, masked)
	}
}

// longestCaseList is how many tokens a list of cases may have.
const longestCaseList = 30

// coverVersus handles "Donoghue v Stevenson": a case name, unless it turns out to be the caption of the own case.
func (d *doc) coverVersus(i int) {
	after := i + 1
	if d.mark(after, ".") {
		after++
	}
	first, last := d.caseRun(i-1, -1, 16), d.caseRun(after, 1, 16)
	if first > i-1 || last < after {
		return
	}
	for first < i && d.is(first, clsStop) && first < i-1 {
		first++
	}
	with := int32(soft)
	if d.mark(last+1, "[") || d.mark(last+1, "(") && d.at(last+2).kind == kindNumber {
		with = masked
	}
	for k := first; k <= last; k++ {
		if d.owner[k] == free {
			d.owner[k] = with
		}
	}
}

// coverJudge masks judges and advocates general as sources.
func (d *doc) coverJudge(i int) {
	next := i + 1
	switch t := d.at(i); {
	case t.text == "AG" || t.text == "GA" || t.text == "GAin":
		if !d.at(next).capital() || d.is(next, clsPlace) {
			return
		}
	case d.at(next).text == "Justice" || d.at(next).text == "General" || strings.HasPrefix(d.at(next).text, "generaln"):
		next++
	}
	for d.is(next, clsTitle) || d.mark(next, ".") {
		next++
	}
	if g, named := d.given(next); named && !g.weak && (d.at(i).text == "Lady" || d.at(i).text == "Lord") && d.at(next+1).capital() && d.at(next+1).gap && d.at(next+1).shape == shapeTitle {
		return // "Lady Cynthia Blount": judges are cited by their surname
	}
	if last := d.caseRun(next, 1, 5); last >= next {
		d.cover(i, last+1, masked)
	}
}

// coverDoctrine masks the name before a doctrine word: the Bolam standard, Pinnel's Case.
func (d *doc) coverDoctrine(i int) {
	t, before := d.at(i), i-1
	possessive := d.at(before).text == "s" && d.mark(before-1, "'")
	if possessive {
		before -= 2
	}
	ok := t.cls&clsDoctrine != 0 && !possessive && t.shape == shapeLower || t.cls&clsDoctrineCap != 0 && t.shape != shapeLower
	if !ok || !d.at(before).capital() || d.is(before, clsNeverName) || !d.free(before) {
		return
	}
	if d.lang == study.German && t.shape != shapeLower && (d.isNoun(d.at(before).text)) {
		return
	}
	from := before
	for from > 0 && d.at(from-1).capital() && !d.is(from-1, clsStop) && d.free(from-1) || d.mark(from-1, "-") && d.joined(from) {
		from--
	}
	if _, named := d.given(from); named && (from < before || d.sentenceStart(from) && d.is(i+1, clsVerb)) {
		return // "Mark Case lost"
	}
	d.cover(from, i+1, masked)
}
