package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	edge          = 3   // paragraphs at either end in which phrases are looked for
	longestPhrase = 600 // bytes of a sentence beyond which it is no phrase
	mostWords     = 45  // words of a sentence beyond which it is no phrase
)

// phrases takes away the openers, disclaimers, offers and pleasantries of chat programs at the edges of an answer
// (P1, P3-P5), and sentences in which a machine speaks of itself anywhere (P2). Only whole sentences and lines go,
// none that holds a protected token, and never all of an answer.
func (p *pass) phrases() bool {
	f := phraseFinder{pass: p, text: p.d.cur, lines: p.d.lineList()}
	if len(f.lines) == 0 {
		return false
	}
	f.parts = make([][]part, len(f.lines))
	f.head()
	f.tail()
	f.anywhere()
	if !f.leavesText() {
		p.flag(P1, "phrases-only", 0, len(f.text))
		return false
	}
	return p.d.apply(f.cuts())
}

// part is a sentence of a line and what is to become of it.
type part struct {
	span
	gone  bool
	rule  Rule
	label int // length of a label that goes while the rest stays
}

// phraseFinder looks for phrases in one text.
type phraseFinder struct {
	*pass
	text  string
	lines []textLine
	parts [][]part // by line; nil until looked at
	cues  *[256][]string
}

// split cuts a line into sentences when it is first looked at.
func (f *phraseFinder) split(i int) []part {
	if f.parts[i] == nil {
		l := f.lines[i]
		list := sentences(f.text, l.start, l.end)
		f.parts[i] = make([]part, len(list))
		for k, s := range list {
			f.parts[i][k].span = s
		}
	}
	return f.parts[i]
}

// head looks for openers and disclaimers in the first paragraphs of what is left.
func (f *phraseFinder) head() {
	for i, seen := 0, 0; i < len(f.lines) && seen < edge; i++ {
		parts := f.split(i)
		opening := true
		for k := range parts {
			part := &parts[k]
			sentence := f.text[part.start:part.end]
			switch rule, ok := f.atHead(sentence, len(parts) == 1, opening, seen == 0 && i+1 < len(f.lines)); {
			case ok:
				part.gone, part.rule = true, rule
			case opening && f.label(part):
				opening = false
			default:
				opening = false
			}
		}
		if !allGone(parts) {
			seen++
		}
	}
}

// atHead classifies a sentence of the first paragraphs. Openers go only from the start of a paragraph; an offer to help that stands
// before all else is one.
func (f *phraseFinder) atHead(sentence string, alone, opening, first bool) (Rule, bool) {
	if opening && (f.is("P1", sentence, f.isInterjection(sentence), alone) || first && f.is("P4", sentence, false, false)) {
		return P1, !f.protected(sentence)
	}
	if f.is("P3", sentence, false, alone) {
		return P3, !f.protected(sentence)
	}
	return 0, false
}

// isInterjection tells whether a sentence is closed by a mark after which one word can stand alone.
func (f *phraseFinder) isInterjection(sentence string) bool {
	return strings.HasSuffix(sentence, "!") || strings.HasSuffix(sentence, ".")
}

// label notes a label of the answer at the start of a line; only the label goes.
func (f *phraseFinder) label(p *part) bool {
	head, rest, ok := strings.Cut(f.text[p.start:p.end], ":")
	if !ok || !f.isAnswerLabel(head) || f.answerLabels() > 1 {
		return false
	}
	p.rule, p.label = P1, len(head)+1
	if strings.TrimSpace(rest) == "" {
		p.gone = true
	}
	return true
}

func (f *phraseFinder) isAnswerLabel(head string) bool {
	return len(head) <= 60 && f.matches("P1.label", bare(head))
}

// answerLabels counts the lines that begin with a label of an answer or a question. Where there are several, they part
// the text and belong to it.
func (f *phraseFinder) answerLabels() int {
	n := 0
	for _, l := range f.lines {
		head, _, ok := strings.Cut(f.text[l.start:min(l.end, l.start+80)], ":")
		if ok && (f.isAnswerLabel(head) || questionLabels[strings.ToLower(bare(head))]) {
			n++
		}
	}
	return n
}

// questionLabels are labels beside which the label of an answer belongs to the text.
var questionLabels = setOfWords([]string{"frage", "question", "pytanie", "q", "f", "fragestellung", "aufgabe", "zadanie"})

// tail looks for disclaimers, offers and pleasantries in the last paragraphs of what is left.
func (f *phraseFinder) tail() {
	for i, seen := len(f.lines)-1, 0; i >= 0 && seen < edge; i-- {
		parts := f.split(i)
		for k := range parts {
			part := &parts[k]
			if part.gone || part.label > 0 {
				continue
			}
			sentence := f.text[part.start:part.end]
			for _, rule := range tailRules {
				if f.is(rule.String(), sentence, false, false) {
					part.gone, part.rule = !f.protected(sentence), rule
					break
				}
			}
		}
		if !allGone(parts) {
			seen++
		}
	}
}

// tailRules are the rules about the last paragraphs, in the order in which they are tried.
var tailRules = []Rule{P5, P4, P3}

// anywhere looks for sentences in which a machine speaks of itself.
func (f *phraseFinder) anywhere() {
	f.cues = f.tables.cues[f.lang]
	for i, l := range f.lines {
		if !f.hasCue(f.text[l.start:l.end]) {
			continue
		}
		parts := f.split(i)
		for k := range parts {
			f.selfReference(&parts[k])
		}
	}
}

// selfReference classifies one sentence; it may take over one that another rule has found.
func (f *phraseFinder) selfReference(p *part) {
	sentence := f.text[p.start:p.end]
	switch {
	case p.label > 0:
	case f.is("P2.cutoff", sentence, false, false) && !f.substantive(sentence):
		p.gone, p.rule = true, P2
	case f.is("P2", sentence, false, false):
		if f.protected(sentence) || !f.ownClauses(sentence) || f.matches("P2.view", bare(sentence)) {
			f.flag(P2, "machine-sentence-kept", p.start, p.end)
			return
		}
		p.gone, p.rule = true, P2
	}
}

// contrasts begin a clause in which a sentence about the machine may turn to the case.
var contrasts = []string{"; ", ", aber ", ", jedoch ", ", doch ", ", allerdings ", ", but ", ", however", ", yet ", ", ale ", ", lecz ", ", jednak ", ", natomiast "}

// ownClauses tells whether each clause after a «but» still speaks of the machine, the reader or advice in general.
func (f *phraseFinder) ownClauses(sentence string) bool {
	lower := strings.ToLower(sentence)
	for _, c := range contrasts {
		if _, clause, ok := strings.Cut(lower, c); ok && !f.matches("P2.own", bare(clause)) {
			return false
		}
	}
	return true
}

func allGone(parts []part) bool {
	for _, p := range parts {
		if !p.gone {
			return false
		}
	}
	return true
}

// leavesText tells whether anything stays when the phrases are gone.
func (f *phraseFinder) leavesText() bool {
	for i := range f.lines {
		if f.parts[i] == nil || !allGone(f.parts[i]) {
			return true
		}
	}
	return false
}

// cuts gives the edits: whole lines, sentences with the blank after them, and labels.
func (f *phraseFinder) cuts() []edit {
	var edits editList
	for i, parts := range f.parts {
		for k, p := range parts {
			switch {
			case p.gone:
				f.join(&edits, p.start, f.endOf(i, k), p.rule)
			case p.label > 0:
				f.labelCut(&edits, p)
			}
		}
	}
	return edits.list
}

// endOf is where the cut of a sentence ends: before the next sentence, or at the end of the line with its blanks.
func (f *phraseFinder) endOf(i, k int) int {
	if k+1 < len(f.parts[i]) {
		return f.parts[i][k+1].start
	}
	end := f.parts[i][k].end
	return end + blanksAt(f.text[end:])
}

// join adds a cut, or lengthens the last one when they meet under the same rule.
func (f *phraseFinder) join(edits *editList, start, end int, rule Rule) {
	if n := len(edits.list); n > 0 && edits.list[n-1].end == start && edits.list[n-1].rule == rule && edits.list[n-1].text == "" {
		edits.list[n-1].end = end
		return
	}
	edits.delete(start, end, rule)
}

// labelCut takes away a label and begins what follows with a capital letter.
func (f *phraseFinder) labelCut(edits *editList, p part) {
	edits.delete(p.start, p.start+p.label, p.rule)
	rest := p.start + p.label
	rest += blanksAt(f.text[rest:p.end])
	f.capital(edits, rest)
}

// capital makes the first letter of a word at a place a capital (W4).
func (p *pass) capital(edits *editList, at int) {
	text := p.d.cur
	if at >= len(text) {
		return
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	next, _ := utf8.DecodeRuneInString(text[at+size:])
	if unicode.IsLower(r) && r != 'ß' && (unicode.IsLower(next) || next == ' ') {
		edits.replace(at, at+size, string(unicode.ToUpper(r)), W4)
	}
}
