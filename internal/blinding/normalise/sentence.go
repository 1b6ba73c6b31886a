package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviations are words after which a point does not end a sentence, in lower case and without the point.
var abbreviations = setOfWords(strings.Fields(`
	abs art artt z lit nr nrn ziff rn rz rdnr bzw vgl zb ca dr mag prof univ ing dipl hon st iur jur bgbl rgbl anm aufl bd bearb
	bspw evtl ggf gem grds hl hm idr inkl insb iSd iVm krit leg lt max min mwn oä rsp sog stellv str tel ua uä uU usw vs zit zzt
	ff f s o u h d e i v m n w b p k r t g a l c x y j q
	ust pkt lit par zd poz dz sygn tj np m.in wyd red itd itp zob por ww wym orz wyr zw wz tzw ok godz tys mln mld zł ul al pl os św
	adw r.pr mec hab mgr inż im
	v vs cf ibid et al ed eds no nos para paras sec ss ch cl pt reg regs sch vol pp rev ltd inc co jr sr mr mrs ms e.g i.e viz approx`))

// sentences gives the stretches of a line that are sentences, with the blanks after them left out. A point after an
// abbreviation, a number or a single letter does not end one; splitting too rarely is safe, since a phrase must match a
// sentence as a whole.
func sentences(text string, start, end int) []span {
	var list []span
	from := start
	for i := start; i < end; i++ {
		if strings.IndexByte(".!?", text[i]) < 0 {
			continue
		}
		stop := i + 1
		for stop < end && strings.IndexByte(".!?\"')]", text[stop]) >= 0 {
			stop++
		}
		if stop == end || text[stop] != ' ' || !beginsSentence(text[stop:end]) || text[i] == '.' && isAbbreviated(text[from:i]) {
			i = max(i, stop-1)
			continue
		}
		list = append(list, span{from, stop})
		from = stop + 1
		i = stop
	}
	if from < end {
		list = append(list, span{from, end})
	}
	return list
}

// beginsSentence tells whether text, which begins with a blank, goes on like a new sentence.
func beginsSentence(text string) bool {
	text = strings.TrimLeft(text, " \"'([")
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r) || unicode.IsDigit(r) || strings.HasPrefix(text, "§")
}

// isAbbreviated tells whether a point after text belongs to its last word: an abbreviation, an ordinal, an initial.
func isAbbreviated(text string) bool {
	word := text[strings.LastIndexAny(text, " (\"'/-")+1:]
	if word == "" || isNumber(word, 2) {
		return true
	}
	if word == "r" && hasDigit(text[max(0, len(text)-3):]) { // Polish: the year of a date
		return false
	}
	return abbreviations[strings.ToLower(word)] || utf8.RuneCountInString(word) == 1
}

// bare is a sentence as the phrase lists know it: without the marks around it and at its end.
func bare(sentence string) string {
	return strings.Trim(sentence, " .!?:;,\"'()[]*_-")
}
