package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	shortestHeader = 12  // runes of a running header without a page number
	longestHeader  = 100 // runes of a running header
	manyHeaders    = 3   // how often a line recurs that is a header without being made of the words of titles
)

// pages takes away page numbers and running headers (L8). A line of text counts as a header only if it recurs and
// never ends in a full stop, and if a page number stands with it, or it is made of the words of titles, or it stands
// alone three times and is no heading of an opinion.
func (l *letterFinder) pages() {
	seen := make(map[string][]int) // header without its page number -> lines
	numbered := make(map[string]bool)
	var bareNumbers []int
	for i := range l.lines {
		line := l.line(i)
		if len(line) > 2*longestHeader {
			continue
		}
		if hasDigit(line) {
			if l.fits("L8.page", line) {
				l.take(i, L8)
				continue
			}
			if l.isPageOfPages(i) {
				l.take(i, L8)
				continue
			}
			if isNumber(line, 3) {
				bareNumbers = append(bareNumbers, i)
				continue
			}
		}
		if utf8.RuneCountInString(line) > longestHeader || strings.HasSuffix(line, ".") {
			continue
		}
		text, hasPage := l.headerText(line)
		seen[text] = append(seen[text], i)
		numbered[text] = numbered[text] || hasPage
	}
	var headers []int
	for text, at := range seen {
		if len(at) > 1 && l.isHeader(text, at, numbered[text]) && !l.protected(text) {
			headers = append(headers, at...)
		}
	}
	for _, i := range headers {
		l.take(i, L8)
	}
	l.bareNumbers(bareNumbers)
}

// isPageOfPages tells whether a line is a page number such as "4/11". It stands alone, and no colon before it announces a
// fraction.
func (l *letterFinder) isPageOfPages(i int) bool {
	page, pages, ok := strings.Cut(l.line(i), "/")
	return ok && isNumber(page, 3) && isNumber(pages, 3) && atoi(page) > 0 && atoi(page) <= atoi(pages) && i > 0 && l.standAlone([]int{i}) &&
		!strings.HasSuffix(l.line(i-1), ":")
}

func hasDigit(line string) bool { return strings.ContainsAny(line, plainDigits) }

// headerText is a header without its page number, and whether it has one.
func (l *letterFinder) headerText(line string) (string, bool) {
	if last := line[len(line)-1]; !digit(last) && last != ')' && last != '-' && !l.beginsWithPage(line) {
		return line, false
	}
	for _, lang := range l.languages() {
		for _, text := range l.tables.forms[lang].whole["L8.suffix"].find(line) {
			if text != "" && text != line {
				return strings.TrimSpace(text), true
			}
		}
	}
	return line, false
}

// beginsWithPage tells whether a header may stand behind its page number.
func (l *letterFinder) beginsWithPage(line string) bool {
	for _, word := range []string{"seite ", "blatt ", "page ", "strona "} {
		if hasFoldedPrefix(line, word) {
			return true
		}
	}
	return false
}

// isHeader tells whether lines with the same text are running headers.
func (l *letterFinder) isHeader(text string, at []int, numbered bool) bool {
	if endsSentence(text) || isItemStart(text) {
		return false
	}
	if numbered {
		return true
	}
	if len(at) == 2 && l.fits("L1.firm", text) {
		return false // the letterhead, and the firm below its close
	}
	if l.besidePages(at) {
		return true
	}
	if !strings.Contains(text, " ") || utf8.RuneCountInString(text) < shortestHeader {
		return false
	}
	return l.fits("L8.title", text) || len(at) >= manyHeaders && !l.fits("L8.heading", text) && isTitleCase(text) && l.standAlone(at)
}

// isTitleCase tells whether a line reads like a title: two capitalised words at least, and no more others.
func isTitleCase(text string) bool {
	if strings.ContainsAny(text, ";:") {
		return false
	}
	capital, other := 0, 0
	for word := range strings.FieldsSeq(text) {
		if r := firstRune(word); unicode.IsUpper(r) {
			capital++
		} else if unicode.IsLower(r) {
			other++
		}
	}
	return capital >= 2 && other <= capital
}

// standAlone tells whether each of the lines is a paragraph of its own.
func (l *letterFinder) standAlone(at []int) bool {
	for _, i := range at {
		if !l.lines[i].blank || i+1 < len(l.lines) && !l.lines[i+1].blank {
			return false
		}
	}
	return true
}

// besidePages tells whether each of the lines stands right before or after a page number.
func (l *letterFinder) besidePages(at []int) bool {
	for _, i := range at {
		above := i > 0 && l.fate[i-1].gone && l.fate[i-1].rule == L8
		below := i+1 < len(l.lines) && l.fate[i+1].gone && l.fate[i+1].rule == L8
		if !above && !below {
			return false
		}
	}
	return true
}

// bareNumbers takes away lines that are nothing but a number where they count up one by one and
// text stands between them.
func (l *letterFinder) bareNumbers(at []int) {
	if len(at) < 2 {
		return
	}
	for k := 1; k < len(at); k++ {
		if at[k] == at[k-1]+1 || atoi(l.line(at[k])) != atoi(l.line(at[k-1]))+1 {
			return
		}
	}
	for _, i := range at {
		l.take(i, L8)
	}
}
