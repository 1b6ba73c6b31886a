package legalref

import "strings"

// An enumeration mark is no figure: 1. at the head of a line or sentence, 1), (2), 3.2.1, Ad 1.

// headMark skips an enumeration mark that begins with digits at token i and gives the token after it.
func (s *scanner) headMark(i int) int {
	if !s.atHead(i) && !s.goesOnCounting(i) {
		return i
	}
	next := s.markAt(i)
	if next > i {
		s.counted, s.countedAt = s.toks[i].text, i
	}
	return next
}

// goesOnCounting tells whether the figure at token i counts on in running text: "1. die Klage …, 2. die Kosten".
func (s *scanner) goesOnCounting(i int) bool {
	t := &s.toks[i]
	if len(t.text) > 2 || t.gap == none || !s.attached(i+1, ".") && !s.attached(i+1, ")") || i+2 >= len(s.toks) || s.toks[i+2].kind != word || s.toks[i+2].gap == none {
		return false
	}
	if s.counted != "" && i-s.countedAt < 80 && leading(t.text) == leading(s.counted)+1 && s.sameLine(s.countedAt, i) {
		return true
	}
	if t.text != "1" || upper(s.toks[i+2].text) {
		return false
	}
	for j := i + 3; j+2 < len(s.toks) && j < i+60; j++ {
		if s.toks[j].text == "2" && s.toks[j].gap != none && s.attached(j+1, s.toks[i+1].text) && s.toks[j+2].gap != none && s.toks[j+2].kind == word && !upper(s.toks[j+2].text) {
			return true
		}
	}
	return false
}

// sameLine tells whether no line ends between two tokens.
func (s *scanner) sameLine(from, to int) bool {
	for i := from + 1; i <= to; i++ {
		if s.toks[i].gap >= line {
			return false
		}
	}
	return true
}

func (s *scanner) markAt(i int) int {
	t := &s.toks[i]
	if len(t.text) > 3 || s.isDate(i) {
		return i
	}
	j, levels := i+1, 1
	for s.attached(j, ".") && s.digitsGlued(j+1, 1, 3) {
		j, levels = j+2, levels+1
	}
	switch {
	case s.attached(j, ")"):
		return s.markEnd(i, j+1)
	case s.attached(j, ".") && j+1 < len(s.toks) && (s.toks[j+1].gap != none || strings.Contains(":*_", s.toks[j+1].text)):
		if s.ordinalPhrase(j + 1) {
			return i
		}
		return s.markEnd(i, j+1)
	case levels > 1 && j < len(s.toks) && s.toks[j].gap != none && (levels > 2 || s.toks[j].kind == word && upper(s.toks[j].text)) && !s.measured(i):
		return j
	case levels == 1 && s.attached(j, ".") && s.attached(j+1, ")"):
		return j + 2
	}
	return i
}

// markEnd accepts a mark only when text follows it; within a line, only when it follows in the same line: what closes a
// paragraph counts nothing.
func (s *scanner) markEnd(i, end int) int {
	if end < len(s.toks) && s.toks[end].gap >= line && i > 0 && s.toks[i].gap < line {
		return i
	}
	if end < len(s.toks) && s.toks[end].gap == none && !strings.Contains(":*_", s.toks[end].text) {
		return i
	}
	return end
}

// ordinalPhrase tells whether "1." at the head of a sentence begins a name: "1. ZP EMRK", "3. Oktober".
func (s *scanner) ordinalPhrase(j int) bool {
	if _, _, ok := s.word("month", j); ok {
		return true
	}
	_, _, ok := s.acts.match(s.toks, j-2)
	return ok
}

// atHead tells whether token i begins a line, a sentence or a list item.
func (s *scanner) atHead(i int) bool {
	if i == 0 || s.toks[i].gap >= line {
		return true
	}
	if s.toks[i].gap == none && s.toks[i-1].text != "*" && s.toks[i-1].text != "_" {
		return false
	}
	prev := &s.toks[i-1]
	switch prev.text {
	case "!", "?", ";", ":":
		return prev.text != ":" || s.attached(i+1, ")") || s.attached(i+1, ".")
	case ".":
		if i >= 2 && s.shortWord(i-2) {
			return false
		}
		return s.capitalAfterMark(i)
	case "Ad", "ad", "Zu":
		return (i == 1 || s.toks[i-1].gap >= line || s.is(i-2, ".")) && (s.attached(i+1, ".") || s.attached(i+1, ")") || s.attached(i+1, ":"))
	case "-", "*", "•", "–", "#", ">", "|", "_":
		return s.lineHead(i - 1)
	}
	return false
}

// lineHead tells whether only signs of layout stand before token i in its line, as in "### **1. Frist**".
func (s *scanner) lineHead(i int) bool {
	for ; i >= 0 && s.toks[i].kind == mark && strings.Contains("-*•–#>|_", s.toks[i].text); i-- {
		if i == 0 || s.toks[i].gap >= line {
			return true
		}
	}
	return false
}

// shortWord tells whether the point after token j closes an abbreviation rather than a sentence.
func (s *scanner) shortWord(j int) bool {
	t := &s.toks[j]
	if t.kind != word {
		return false
	}
	return len(t.text) <= 2 || t.role&(roleUnit|rolePinpoint|roleSign|roleMonth|roleJournal|roleNoun|roleAct) != 0 && len(t.text) <= 6
}

// capitalAfterMark tells whether a sentence begins after the mark at token i.
func (s *scanner) capitalAfterMark(i int) bool {
	j := i + 1
	for j < len(s.toks) && s.toks[j].gap == none && (s.toks[j].kind == digits || s.toks[j].text == "." || s.toks[j].text == ")") {
		j++
	}
	return j < len(s.toks) && s.toks[j].kind == word && upper(s.toks[j].text)
}

// bracketMark skips (1) before a list item.
func (s *scanner) bracketMark(i int) int {
	if !s.number(i+1) || s.toks[i+1].gap != none || len(s.toks[i+1].text) > 2 || !s.attached(i+2, ")") {
		return i
	}
	if i > 0 && s.toks[i].gap == none {
		return i
	}
	if i+3 < len(s.toks) && s.toks[i+3].gap == none {
		return i
	}
	return i + 3
}
