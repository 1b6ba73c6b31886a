package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// readTail extends a name over a former name and degrees: ", geb. Haider", ", MBA".
func (d *doc) readTail(m *mention) {
	for n := 0; n < 4; n++ {
		if !d.readMaiden(m) && !d.readDegree(m) {
			break
		}
	}
	if to := d.polishEnding(m.to); to > m.to {
		m.to, m.end = to, 0
	}
	if d.genitiveMark(m.to) {
		m.to, m.end = m.to+1, 0
	}
}

// apostropheEndings are the endings that a Polish text joins to a foreign name with an apostrophe: Kennedy'ego.
var apostropheEndings = set(strings.Fields("a owi em ie ego emu m y ym go mu u iem ach ów om ami"))

// polishEnding gives the token after the ending that an apostrophe joins to the name before k, or k.
func (d *doc) polishEnding(k int) int {
	if d.lang == study.Polish && d.mark(k, "'") && d.joined(k) && d.joined(k+1) && apostropheEndings[d.at(k+1).text] {
		return k + 2
	}
	return k
}

// genitiveMark tells whether the apostrophe of a German genitive stands at k: "Moritz' Anfechtung". It follows a sibilant, and what
// is owned follows it.
func (d *doc) genitiveMark(k int) bool {
	if d.lang != study.German || !d.mark(k, "'") || !d.joined(k) || d.joined(k+1) || d.at(k+1).kind != kindWord || d.at(k+1).line || d.is(k+1, clsVerb) {
		return false
	}
	if last, _ := utf8.DecodeLastRuneInString(d.at(k - 1).text); !strings.ContainsRune("sSzZxXß", last) || !d.free(k) {
		return false
	}
	for i := k - 1; i > max(0, k-quotedWords); i-- {
		if d.mark(i, "'") && d.at(i).gap {
			return false // the end of a quotation
		}
	}
	return true
}

// quotedWords is how far back the opening mark of a short quotation is looked for.
const quotedWords = 12

func (d *doc) readMaiden(m *mention) bool {
	k := m.to
	bracket := d.mark(k, "(")
	if bracket || d.mark(k, ",") {
		k++
	}
	start := k
	switch {
	case d.at(k).text == "z" && (d.at(k+1).text == "domu" || d.at(k+1).text == "d"), (d.at(k).text == "primo" || d.at(k).text == "secundo") && d.at(k+1).text == "voto", d.at(k).text == "de" && d.at(k+1).text == "domo":
		k += 2
	case d.is(k, clsMaiden):
		k++
	default:
		return false
	}
	if d.mark(k, ".") {
		k++
	}
	for d.is(k, clsParticle) && d.at(k).shape == shapeLower {
		k++
	}
	if !d.at(k).capital() || !d.free(k) || d.is(k, clsStop|clsHonor) || d.at(start).text == "born" && (d.is(k, clsPlace) || d.at(k+1).kind == kindNumber) {
		return false
	}
	m.maiden = d.at(k).text
	m.to = k + 1
	for d.mark(m.to, "-") && d.joined(m.to) && d.at(m.to+1).capital() {
		m.to += 2
	}
	if bracket && d.mark(m.to, ")") {
		m.to++
	}
	m.end = 0
	return true
}

func (d *doc) readDegree(m *mention) bool {
	k := m.to
	if d.mark(k, ",") {
		k++
	}
	t := d.at(k)
	if t.kind != kindWord || t.cls&clsPostnominal == 0 || t.line || !d.free(k) || t.text == "v" || d.at(m.to-1).text == "." && false {
		if !d.spelledDegree(k) {
			return false
		}
		m.to = k + 3
		if d.mark(m.to, ".") && !d.sentenceEnds(m.to) {
			m.to++
		}
		if d.mark(m.to, "(") && d.at(m.to+1).capital() && d.mark(m.to+2, ")") && utf8.RuneCountInString(d.at(m.to+1).text) > 1 {
			m.to += 3 // LL.M. (WU)
		}
		return true
	}
	if age := generation[strings.ToLower(t.text)]; age != 0 {
		m.age = age
	}
	k++
	if d.mark(k, ".") && d.joined(k) && !d.sentenceEnds(k) {
		k++
	}
	if d.mark(k, "(") && d.at(k+1).capital() && d.mark(k+2, ")") && (utf8.RuneCountInString(d.at(k+1).text) > 3 || d.at(k+1).shape == shapeUpper && utf8.RuneCountInString(d.at(k+1).text) > 1) {
		k += 3 // LL.M. (Cambridge)
	}
	m.to, m.end = k, 0
	return true
}

// generation are the words that tell father and son of one name apart.
var generation = map[string]byte{"jun": 'j', "junior": 'j', "jr": 'j', "sen": 's', "senior": 's', "sr": 's'}

// spelledDegree tells whether "LL.M" or "B.A" stands at k.
func (d *doc) spelledDegree(k int) bool {
	if d.at(k).kind != kindWord || !d.mark(k+1, ".") || d.at(k+2).kind != kindWord || !d.joined(k+2) || d.at(k).line || !d.free(k) {
		return false
	}
	switch d.at(k).text + "." + d.at(k+2).text {
	case "LL.M", "LL.B", "B.A", "M.A", "B.Sc", "M.Sc", "Ph.D", "M.Phil", "E.MA", "B.Eng", "M.Eng", "M.D", "Q.C", "K.C":
		return true
	}
	return false
}

// sentenceEnds tells whether the point at k ends a sentence rather than an abbreviation.
func (d *doc) sentenceEnds(k int) bool {
	next := d.at(k + 1)
	return k+1 >= len(d.tok) || next.line || next.kind == kindWord && next.capital() && next.gap || next.kind == kindHolder
}
