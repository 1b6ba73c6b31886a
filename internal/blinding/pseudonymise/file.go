package pseudonymise

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Shapes of file numbers: 12 Cg 34/24p, I C 455/24, Km 12/24.
var (
	fileGerman = regexp.MustCompile(`^[0-9]{1,4} [A-Z][A-Za-z]{0,4} [0-9]{1,6}/[0-9]{2,4} ?[a-z]?(?:-[0-9]{1,4})?\b`)
	filePolish = regexp.MustCompile(`^(?:[IVX]{1,5}|[0-9]{1,2}) ?[A-Z][A-Za-zŁ]{0,5}(?:-[a-z])? [0-9]{1,6}/[0-9]{2,4}\b|^[A-Z][A-Za-z]{0,4} [0-9]{1,6}/[0-9]{2,4}\b`)
	fileValue  = regexp.MustCompile(`^[A-ZÄÖÜŁ0-9][A-Za-zÄÖÜäöüŁł0-9]*(?:[ ./_:-]{1,2}[A-Za-z0-9]*[0-9/][A-Za-z0-9]*|[/_.-][A-Za-z0-9]+| [A-Z][A-Za-z]{0,4} [0-9]+(?:/[0-9]{2,4}[a-z]?)?)*`)
)

// findFiles takes the file numbers of the own case. A number without a cue of the own case is a citation and stays.
func (p *Pseudonymiser) findFiles(d *doc) {
	own := map[string]bool{}
	for i := 0; i < len(d.tok); i++ {
		t := &d.tok[i]
		switch {
		case !d.free(i) || t.kind == kindHolder:
		case t.kind == kindWord:
			if end, certain := p.fileLabel(d, i); end > 0 {
				p.takeFile(d, end, certain || d.lawFirmFile(end), fileValue, own)
			}
		case t.text == "/" && d.at(i-1).kind == kindNumber && d.at(i+1).kind == kindNumber && d.at(i-2).capital():
			p.bareFile(d, i, own)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(own)) {
		d.eachString(number, func(from, to int) {
			d.take(finding{kind: "FILE", from: from, to: to, key: compact(number)})
		})
	}
}

// removedNumbers gives the file numbers of removed reference lines ("GZ: KH-221/24"): they are the own case's by their place.
func (p *Pseudonymiser) removedNumbers(d *doc) []string {
	var numbers []string
	for i := range d.tok {
		if d.tok[i].kind != kindWord {
			continue
		}
		end, _ := p.fileLabel(d, i)
		if end == 0 {
			continue
		}
		if from, to := d.matchAt(end, fileValue); from < to {
			if value := d.text[d.tok[from].start:d.tok[to-1].end]; len(value) >= 5 && hasDigit(value) {
				numbers = append(numbers, value)
			}
		}
	}
	return numbers
}

// bareFile takes a number without a label; token i is its stroke.
func (p *Pseudonymiser) bareFile(d *doc, i int, own map[string]bool) {
	for _, back := range []int{5, 4, 3, 2} { // II AKa-a 12/24, 12 Cg 34/24p, Km 12/24
		k := i - back
		if k < 0 || d.at(k).kind == kindPunct || d.at(k).kind == kindNumber && joinedBefore(d, k) {
			continue
		}
		if p.takeFile(d, k, false, fileGerman, own) || p.takeFile(d, k, false, filePolish, own) {
			return
		}
	}
}

// fileLabel gives the token after a label of a file number and whether the label alone proves the own case.
func (p *Pseudonymiser) fileLabel(d *doc, i int) (end int, certain bool) {
	for _, l := range p.fileLabels[d.tok[i].text] {
		if e := d.phraseAt(i, l.words); e > end {
			end, certain = e, l.weak
		}
	}
	for end > 0 && end < i+12 && (d.mark(end, ".") || d.mark(end, ":") || d.mark(end, "#") || d.at(end).text == "akt" || d.at(end).text == "nr" || d.at(end).text == "Nr" || d.at(end).text == "is" || d.at(end).text == "lautet" || d.at(end).text == "to") {
		end++
	}
	return end, certain
}

// takeFile takes a number of the own case at token i.
func (p *Pseudonymiser) takeFile(d *doc, i int, certain bool, re *regexp.Regexp, own map[string]bool) bool {
	from, to := d.matchAt(i, re)
	if from == to {
		return false
	}
	value := d.text[d.tok[from].start:d.tok[to-1].end]
	if !hasDigit(value) || len(digits(value)) < 2 || !certain && !d.ownCase(from, to) || !d.open(from, to) {
		return false
	}
	if !d.take(finding{kind: "FILE", from: from, to: to, key: compact(value)}) {
		return false
	}
	own[value] = true
	return true
}

// courtShape begins like the number of a court or an authority: 12 Cg 34/24p, I C 455/24, BMF-010221/0123-IV/8/2016, 2021-0.123.456.
var courtShape = regexp.MustCompile(`^(?:[IVX]{1,5}[ -]|[A-Z]{2,5}\.[0-9]|[0-9]+ ?[A-Z][A-Za-z]{0,5} [0-9]|[A-Z]{1,3}[0-9]? ?[0-9]{2,4} ?-|[A-Z]{3,5}-[0-9]{4,}/|20[0-9]{2}-0\.|[A-Z][a-zA-Z]{0,3} [0-9]+/[0-9]{2}\b|[CTF]-[0-9]+/[0-9]{2}\b)`)

// lawFirmFile tells whether the labelled number at token k is the reference of a law firm: the firm stands in the sentence and the number
// has not the shape of a court's.
func (d *doc) lawFirmFile(k int) bool {
	if k >= len(d.tok) || courtShape.MatchString(d.text[d.tok[k].start:min(len(d.text), d.tok[k].start+40)]) {
		return false
	}
	start, _ := d.sentence(k, k+1)
	before := strings.ToLower(d.text[start:d.tok[k].start])
	for _, cue := range d.lex.cues[d.lang].citing {
		if n := strings.LastIndex(before, cue); n >= 0 && wordBounded(before, n, n+len(cue)) {
			return false
		}
	}
	for i, n := k-1, 0; i >= 0 && n < longestFirmSentence; i, n = i-1, n+1 {
		if d.at(i).kind == kindWord && d.lex.lawFirm[d.at(i).text] {
			return true
		}
		if d.is(i, clsDecision) || d.sentenceStart(i) && !d.mark(i-1, ":") {
			return d.at(i).kind == kindWord && d.lex.lawFirm[d.at(i).text]
		}
	}
	return false
}

// longestFirmSentence is how many tokens before a number its law firm is looked for.
const longestFirmSentence = 40

// ownCase tells whether the sentence around a number speaks of the own case and no word of citing stands before it.
func (d *doc) ownCase(from, to int) bool {
	if d.is(from-1, clsTopCourt) {
		return false
	}
	start, end := d.sentence(from, to)
	before := strings.ToLower(d.text[start:d.tok[from].start])
	whole := before + strings.ToLower(d.text[d.tok[from].start:end])
	c := d.lex.cues[d.lang]
	found := false
	for _, cue := range c.own {
		if n := strings.Index(whole, cue); n >= 0 && wordBounded(whole, n, n+len(cue)) {
			found = true
			break
		}
	}
	if !found {
		return false
	}
	if dated.MatchString(before[max(0, len(before)-90):]) {
		return false
	}
	for _, cue := range c.citing {
		if n := strings.LastIndex(before, cue); n >= 0 && wordBounded(before, n, n+len(cue)) && len(before)-n < 90 {
			return false
		}
	}
	return true
}

// dated tells whether a court and the date of its decision stand right before a number: "SN z 20 lipca 2017 r., III CZP 20/17".
var dated = regexp.MustCompile(`(?:^|[^\pL])(?:sn|nsa|wsa|sa|so|sr|tk|tsue|ogh|bgh|olg|lg|ag|bg|hg|bag|bverfg)(?: (?:w|we|für|in|für zrs)? ?[\pL-]{2,20}){0,2}[, ]+(?:z|z dnia|vom|v) [0-9]{1,2}[. ][^,;]{2,18}(?: r)?[.]?,? *(?:sygn[.]? akt *)?$`)

func wordBounded(s string, from, to int) bool {
	letter := func(b byte) bool { return b >= 'a' && b <= 'z' || b >= 0x80 }
	return (from == 0 || !letter(s[from-1])) && (to >= len(s) || !letter(s[to]))
}

// sentence gives the bytes of the sentence around a range of tokens, at most 400 on either side.
func (d *doc) sentence(from, to int) (start, end int) {
	first := from
	for first > 0 && d.tok[from].start-d.tok[first-1].start < 400 && !(d.sentenceStart(first) && !d.mark(first-1, ":")) {
		first--
	}
	last := to
	for last < len(d.tok) && d.tok[last].start-d.tok[to-1].end < 400 && !(d.sentenceStart(last) && d.tok[last].kind != kindNumber && d.tok[last].gap) {
		last++
	}
	return d.tok[first].start, d.tok[last-1].end
}
