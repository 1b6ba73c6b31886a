package normalise

import "strings"

// roles takes away the tokens of chat formats, lines about the time a model has thought, and the labels of who
// speaks (R2). A label goes only where it is a whole line or opens one; a product's name opening a line in the
// middle of an answer may be its subject and stays.
func (p *pass) roles() {
	p.chatTokens()
	text := p.d.cur
	var cuts editList
	first := true
	for start := 0; start < len(text); {
		end := lineEnd(text, start)
		if strings.TrimSpace(text[start:end]) != "" {
			p.roleLine(&cuts, start, end, first)
			first = false
		}
		start = end + 1
	}
	p.d.apply(cuts.list)
}

// chatTokens takes away the separators of chat formats.
func (p *pass) chatTokens() {
	text := p.d.cur
	var cuts editList
	scanAt(text, "<[", p.tables.chatToken, func(start int, m []string) int {
		cuts.delete(start, start+len(m[0]), R2)
		return start + len(m[0])
	})
	p.d.apply(cuts.list)
}

// longestRoleLine is the length in bytes from which a line is no label or status line.
const longestRoleLine = 120

// longestSpeaker is the length in bytes from which a name before a colon is no speaker's.
const longestSpeaker = 60

// roleLine handles one line that is not blank.
func (p *pass) roleLine(cuts *editList, start, end int, first bool) {
	line := p.d.cur[start:min(end, start+longestRoleLine)]
	lead := len(line) - len(strings.TrimLeft(line, " \t>#*_"))
	whole := strings.TrimRight(line[lead:], " \t*_")
	if end-start <= longestRoleLine && p.tables.statusLine.match(whole) {
		cuts.delete(start+indent(line), start+lead+len(strings.TrimRight(line[lead:], " \t")), R2)
		return
	}
	colon := strings.IndexByte(line[lead:], ':')
	if colon <= 0 || colon > longestSpeaker {
		return
	}
	name := strings.TrimRight(line[lead:lead+colon], " \t*_")
	product := p.tables.products.match(name)
	if !product && !p.tables.speakers.match(name) {
		return
	}
	stop := lead + colon + 1
	stop += len(line[stop:]) - len(strings.TrimLeft(line[stop:], "*_"))
	if product && !first && strings.Trim(line[stop:], " \t") != "" {
		p.flag(R2, "product-name", start+lead, start+stop)
		return
	}
	cuts.delete(start+indent(line), start+stop, R2)
	p.capital(cuts, start+stop+blanksAt(line[stop:]))
}

// indent is the number of blanks at the start of a line.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// lineEnd is the offset of the line end at or after i, or the end of the text.
func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// makersNamed shows a person where the text still names an assistant or its maker. Nothing is changed: the name may
// be the subject of the answer.
func (p *pass) makersNamed() {
	text := p.d.cur
	for i := 0; i < len(text); i++ {
		if !isLetter(text[i]) {
			continue
		}
		if beginsWithAny(text[i:], p.tables.makerStarts[lower(text[i])]) {
			if m := p.tables.makers.FindString(text[i:min(len(text), i+longestSpeaker)]); m != "" && !wordGoesOn(text, i+len(m)) {
				p.flag(R2, "assistant-named", i, i+len(m))
			}
		}
		for i < len(text) && alnum(text[i]) {
			i++
		}
	}
}

// beginsWithAny tells whether s begins with one of a list, whatever the case of s.
func beginsWithAny(s string, list []string) bool {
	for _, start := range list {
		if hasFoldedPrefix(s, start) {
			return true
		}
	}
	return false
}

func wordGoesOn(text string, i int) bool { return i < len(text) && alnum(text[i]) }
