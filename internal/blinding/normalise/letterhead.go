package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// letterheads takes away letterheads and addressees (L1): blocks at the top, before the salutation, that show two
// signs of one, or lines that are nothing but the name of a firm.
func (l *letterFinder) letterheads(salutation int) {
	end := l.head
	if salutation >= 0 {
		end = salutation
	}
	for i := 0; i < end; {
		stop := min(l.blockEnd(i), end)
		if !l.letterBlock(i, stop) && l.keeps(i, stop) {
			return
		}
		i = stop
	}
}

// keeps tells whether a block holds lines that stay and are no subject.
func (l *letterFinder) keeps(start, stop int) bool {
	for i := start; i < stop; i++ {
		if f := l.fate[i]; !f.gone && f.label == 0 && !l.isDateLine(l.line(i)) {
			return true
		}
	}
	return false
}

// addressSigns are the forms of which a letterhead or an address shows at least two.
var addressSigns = []string{"L1.contact", "L1.street", "L1.postcode", "L1.legalform", "L1.court", "L1.person", "L1.profession"}

// locatedSigns is how many of addressSigns, from the first, hold a figure or an address of the net.
const locatedSigns = 3

// letterBlock takes away the lines of a block that is a letterhead or an address.
func (l *letterFinder) letterBlock(start, stop int) bool {
	signs, loud, firm, addressed := 0, 0, false, l.isAddressed(start, stop)
	var own []int
	for i := start; i < stop; i++ {
		line := l.line(i)
		if l.fate[i].gone || l.fate[i].label > 0 || l.isDateLine(line) {
			continue
		}
		if l.fits("L1.party", line) || l.isProse(i) || l.isLabelled(line) {
			return false
		}
		n := l.signsOf(line)
		isFirm := l.fits("L1.firm", line) && (!endsSentence(line) || endsInForm(line))
		firm = firm || isFirm
		if n == 0 && !isFirm && !isName(line) && !isShouted(line) && !(addressed && l.mayStandInAddress(line)) {
			if len(own) > 0 && (signs >= 2 || firm) {
				break
			}
			return false
		}
		signs += n
		if isShouted(line) {
			loud++
		}
		own = append(own, i)
	}
	if len(own) == 1 {
		signs -= loud // a single line in capitals may be the subject: "LEASE OF 17 ELM CLOSE"
	}
	if len(own) == 0 || !firm && signs < 2 && !(signs == 1 && (l.fits("L1.court", l.line(own[0])) || l.isAddressee(own)) && l.isLetter()) {
		return false
	}
	for _, i := range own {
		l.take(i, L1)
	}
	return true
}

// endsInForm tells whether the point at the end of a line belongs to a firm's legal form: "sp.k.", "e.U.", "Ltd.".
func endsInForm(line string) bool {
	last := strings.TrimSuffix(line[strings.LastIndexByte(line, ' ')+1:], ".")
	return strings.Contains(last, ".") || isAbbreviated(last)
}

// isAddressee tells whether lines are a form of address alone and a name below it: "Frau", "Anna Huber".
func (l *letterFinder) isAddressee(own []int) bool {
	first := l.line(own[0])
	return len(own) == 2 && !strings.Contains(first, " ") && l.fits("L1.person", first) && isName(l.line(own[1]))
}

// isAddressed tells whether a block begins like an address ("An die", "Frau") and holds a postcode: then each of its lines belongs to
// the address, whoever is named in it.
func (l *letterFinder) isAddressed(start, stop int) bool {
	if stop-start < 3 || stop-start > longestAddress || !l.fits("L1.person", l.line(start)) || !l.mayStandInAddress(l.line(start)) {
		return false
	}
	for i := start + 1; i < stop; i++ {
		if l.fits("L1.postcode", l.line(i)) {
			return true
		}
	}
	return false
}

// mayStandInAddress tells whether a line is short and no sentence.
func (l *letterFinder) mayStandInAddress(line string) bool {
	return utf8.RuneCountInString(line) <= longestClose && !endsSentence(line)
}

// longestAddress is how many lines an address has.
const longestAddress = 8

// isLabelled tells whether a line is a statement behind a label ("Delivery address: …"), other than a number to call
// or a person to address.
func (l *letterFinder) isLabelled(line string) bool {
	name, _ := label(line)
	return name != "" && !l.fits("L1.contact", line) && !l.fits("L1.person", line)
}

// signsOf counts the signs of an address in one line.
func (l *letterFinder) signsOf(line string) int {
	if len(line) > 4*longestLabel {
		return 0
	}
	n := 0
	located := hasDigit(line) || strings.Contains(line, "@") || strings.Contains(line, "www.")
	for i, form := range addressSigns {
		if (located || i >= locatedSigns) && l.fits(form, line) {
			n++
		}
	}
	if isShouted(line) {
		n++
	}
	if endsSentence(line) && strings.Count(line, " ") > 6 {
		return 0
	}
	return n
}

// isShouted tells whether a line is a name of two words or more in capitals.
func isShouted(line string) bool {
	letters := 0
	for _, r := range line {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 8 && strings.Contains(line, " ") && !endsSentence(line) && utf8.RuneCountInString(line) <= longestClose
}

// cover takes away the cover of an exam paper (L10): blocks of the head that hold the label of a name, number, group,
// count or supervisor, with the title and the term around it.
func (l *letterFinder) cover() {
	before := -1 // start of a block of titles right above
	done := false
	for i := 0; i < l.head; {
		stop := min(l.blockEnd(i), l.head)
		switch {
		case l.coverBlock(i, stop):
			if before >= 0 {
				l.takeAll(before, i)
			}
			done, before = true, -1
		case l.onlyTitles(i, stop) && done:
			l.takeAll(i, stop)
		case l.onlyTitles(i, stop):
			if before < 0 {
				before = i
			}
		default:
			return
		}
		i = stop
	}
}

func (l *letterFinder) takeAll(start, stop int) {
	for i := start; i < stop; i++ {
		if !l.fate[i].gone {
			l.take(i, L10)
		}
	}
}

// coverBlock takes away the cover lines of a block that holds at least one label of a cover.
func (l *letterFinder) coverBlock(start, stop int) bool {
	if l.isMailHeader(start, stop) {
		return false
	}
	last, strong, weak := -1, 0, 0
	for i := start; i < stop; i++ {
		line := l.line(i)
		name, _ := label(line)
		switch {
		case l.fate[i].gone:
		case name != "" && l.fits("L10.label", name) || l.fits("L10.line", line):
			strong++
			last = i
		case name != "" && l.fits("L10.weak", name), l.fits("L10.group", line):
			weak++
			last = i
		case l.isTitle(line), l.isDateLine(line):
			last = i
		case endsSentence(line), isItemStart(line), l.isProse(i), utf8.RuneCountInString(line) > longestLabel:
			stop = i
		}
	}
	if last < 0 || strong == 0 {
		return false
	}
	l.takeAll(start, last+1)
	return true
}

// isMailHeader tells whether a block holds two labels of a mail's header or more that no cover bears.
func (l *letterFinder) isMailHeader(start, stop int) bool {
	mail := 0
	for i := start; i < stop; i++ {
		name, _ := label(l.line(i))
		if name != "" && (l.fits("L3.mail", name) || l.fits("L4.label", name)) && !l.fits("L10.label", name) && !l.fits("L10.weak", name) {
			mail++
		}
	}
	return mail > 1
}

// onlyTitles tells whether a block consists of titles and terms of exams.
func (l *letterFinder) onlyTitles(start, stop int) bool {
	for i := start; i < stop; i++ {
		if !l.fate[i].gone && !l.isTitle(l.line(i)) {
			return false
		}
	}
	return true
}

// isDateLine tells whether a line is a place with a date, or a date.
func (l *letterFinder) isDateLine(line string) bool {
	return hasDigit(line) && len(line) <= longestLabel && (l.fits("L2", line) || l.fits("L2.bare", line))
}

// isTitle tells whether a line is the title of an exam or paper, or names the term or university.
func (l *letterFinder) isTitle(line string) bool {
	return utf8.RuneCountInString(line) <= longestLabel && !strings.HasSuffix(line, ".") &&
		(l.fits("L10.title", line) || l.fits("L10.term", line))
}
