package normalise

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// close takes away the complimentary close (L6) and the signature below it, or a signature alone (L7).
func (l *letterFinder) close() {
	var open []int // lines still there
	for i := range l.lines {
		if !l.fate[i].gone {
			open = append(open, i)
		}
	}
	first := max(0, len(open)-tailLines)
	for k := len(open) - 1; k >= first; k-- {
		line := l.line(open[k])
		if utf8.RuneCountInString(line) > longestClose || !l.fits("L6", line) || l.protected(line) {
			continue
		}
		for k > first && l.fits("L6", l.line(open[k-1])) && utf8.RuneCountInString(l.line(open[k-1])) <= longestClose {
			k-- // "Mit freundlichen Grüßen", and below it "Ihr Franz Huber"
		}
		if k == first && k > 0 && l.fits("L6", l.line(open[k-1])) {
			l.flag(L6, "letter-only", l.lines[open[k]].start, l.lines[open[k]].end)
			return // a text that ends in nothing but closes is no letter
		}
		if l.signature(open[k+1:]) || k == len(open)-1 {
			l.take(open[k], L6)
		}
		return
	}
	l.bareSignature(open)
}

// signature takes away the lines below a close and tells whether the close really is one: nothing but a signature,
// contact lines and notes may follow, or a postscript after a blank line.
func (l *letterFinder) signature(below []int) bool {
	taken := 0
	for k, i := range below {
		line := l.line(i)
		contact := l.fits("L1.contact", line) || l.fits("L1.street", line) || l.fits("L1.postcode", line)
		if !contact && (taken >= signatureMost || !l.isSignatureLine(line)) {
			return k > 0
		}
		l.take(i, L7)
		if !contact {
			taken++
		}
	}
	return true
}

// isSignatureLine tells whether a line may stand in a signature: short, no sentence, no label, nothing protected.
func (l *letterFinder) isSignatureLine(line string) bool {
	if strings.Trim(line, "-_=* ") == "" {
		return true
	}
	if name, _ := label(line); name != "" {
		return false
	}
	words := strings.Fields(line)
	sentence := len(words) > 4 && strings.HasSuffix(line, ".") && !endsInTitle(words) || len(words) > 9
	longest := longestClose
	if strings.Contains(line, " | ") {
		longest, sentence = 2*longestClose, false // name, profession and firm in one line
	}
	protected := l.protected
	if isName(line) {
		protected = l.cites // "Tom Hill KC" bears a title that is also the name of an act
	}
	return utf8.RuneCountInString(line) <= longest && !sentence && !isItemStart(line) && !protected(line)
}

// endsInTitle tells whether the last word of a line is a title with its point: "LL.M.".
func endsInTitle(words []string) bool {
	last := strings.TrimSuffix(words[len(words)-1], ".")
	return strings.Contains(last, ".") && unicode.IsUpper(firstRune(last))
}

// bareSignature takes away a name with a profession in the last lines, where no close stands above.
func (l *letterFinder) bareSignature(open []int) {
	n := len(open)
	if n < 2 {
		return
	}
	last := l.line(open[n-1])
	switch {
	case l.signatureBlock(open) > 0:
		for _, i := range open[n-l.signatureBlock(open):] {
			l.take(i, L7)
		}
	case l.lines[open[n-1]].blank && len(last) <= 2*longestClose && l.fits("L7.namedprofession", last) && !l.protected(last) && !isStatement(last):
		l.take(open[n-1], L7)
	}
}

// signatureBlock is the number of lines of a last paragraph that is a name, and below it professions, terms of study,
// matriculation numbers and ways to reach the writer; 0 where it is none.
func (l *letterFinder) signatureBlock(open []int) int {
	size := 1
	for size < len(open) && size <= signatureMost && !l.lines[open[len(open)-size]].blank {
		size++
	}
	block := open[len(open)-size:]
	if size == 1 || size > signatureMost || size == len(open) || !isName(l.line(block[0])) || l.protected(l.line(block[0])) {
		return 0
	}
	for _, i := range block[1:] {
		line := l.line(i)
		if endsSentence(line) && !endsInForm(line) || !slices.ContainsFunc(belowNames, func(form string) bool { return l.fits(form, line) }) {
			return 0
		}
	}
	return size
}

// belowNames are the forms of lines below the name of a signature.
var belowNames = []string{"L7.profession", "L10.term", "L10.line", "L1.contact", "L1.firm"}

// isStatement tells whether a line is a sentence rather than a signature: it ends with a small word and a full stop, or falls into
// two parts.
func isStatement(line string) bool {
	if strings.Contains(line, "; ") || strings.HasSuffix(line, "!") || strings.HasSuffix(line, "?") {
		return true
	}
	words := strings.Fields(line)
	last, stopped := strings.CutSuffix(words[len(words)-1], ".")
	return stopped && utf8.RuneCountInString(last) > 3 && unicode.IsLower(firstRune(last)) && !strings.Contains(last, ".")
}

// isName tells whether a line consists of two to five capitalised words.
func isName(line string) bool {
	words := strings.Fields(line)
	if len(words) < 2 || len(words) > 6 || strings.HasSuffix(line, ":") {
		return false
	}
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) && r != '&' && !nameParticles[w] {
			return false
		}
	}
	return true
}

var nameParticles = setOfWords([]string{"von", "van", "de", "zu", "der", "den", "i", "und", "and", "la", "le", "mp", "eh", "e.h.", "adw.", "r.pr."})
