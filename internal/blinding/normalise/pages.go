package normalise

import (
	"strings"
	"unicode/utf8"
)

// longestHeader is the length of a running header, in runes.
const longestHeader = 100

// pages takes away page numbers and running headers (L8). A line of text counts as a header only if it recurs and
// never ends in a full stop, and if a page number stands with it or it is made of the words of titles.
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

func hasDigit(line string) bool { return strings.ContainsAny(line, plainDigits) }

// headerText is a header without its page number, and whether it has one.
func (l *letterFinder) headerText(line string) (string, bool) {
	if last := line[len(line)-1]; !digit(last) && last != ')' && !l.beginsWithPage(line) {
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
	if l.besidePages(at) {
		return true
	}
	return strings.Contains(text, " ") && utf8.RuneCountInString(text) >= 12 && l.fits("L8.title", text)
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
