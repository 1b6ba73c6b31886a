package answering

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// CutUsed takes the list of used sources off the end of a reply: the answer that remains has no trace of it, since a list
// of numbered sources would tell raters where the answer comes from. used are places from 0, sorted; stated tells whether
// there was such a list at all. A list that can't be read in full states nothing, but is taken off all the same.
func CutUsed(reply, number string, n int) (answer string, used []int, stated bool) {
	begin := strings.ToUpper("@@" + lblUsed + " " + number)
	lines := strings.SplitAfter(reply, "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.ToUpper(plain(l)) == begin })
	if at < 0 {
		return reply, nil, false
	}
	answer = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(strings.Join(lines[:at], ""), " \n\r\t"), "```"), " \n\r\t")
	inside, reason := block(reply, lblUsed, number)
	if reason != "" {
		return answer, nil, false
	}
	for _, word := range strings.FieldsFunc(strings.Join(inside, " "), func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\r' }) {
		if word = strings.Trim(word, "*`[]"); word == "-" || word == "–" || word == "" {
			continue
		}
		digits, isID := strings.CutPrefix(strings.ToUpper(word), "S")
		place, err := strconv.Atoi(digits)
		if !isID || err != nil || place < 1 || place > n {
			return answer, nil, false
		}
		used = append(used, place-1)
	}
	slices.Sort(used)
	return answer, slices.Compact(used), true
}

// sourceMark is the number of a source as a model writes it though it was told not to.
var sourceMark = regexp.MustCompile(`[\[(]\s*S\d{1,2}(\s*[,;–-]\s*S?\d{1,2})*\s*[\])]`)

// SourceMarks counts marks such as [S1] in an answer. They are content and stay; the study lead is told, since they give
// the Reporter away.
func SourceMarks(answer string) int { return len(sourceMark.FindAllString(answer, -1)) }
