package grading

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// prose hands the readable reasoning to the answers under whose heading it stands. It decides nothing: no value is
// ever read from it.
func (r *reading) prose(reply, nonce string) {
	parts := make(map[study.Code][]string)
	var overall []string
	var at study.Code
	inOverall := false
	for _, line := range replyLines(reply) {
		if m, ok := readMark(line); ok {
			if strings.EqualFold(m.nonce, nonce) && slices.Contains(r.expect.Codes, m.code) {
				break
			}
			at, inOverall = "", false
			continue
		}
		if code, isOverall, ok := r.heading(line); ok {
			at, inOverall = code, isOverall
			continue
		}
		switch {
		case inOverall:
			overall = append(overall, line)
		case at != "":
			parts[at] = append(parts[at], line)
		}
	}
	for i := range r.result.Gradings {
		g := &r.result.Gradings[i]
		g.Prose = strings.TrimSpace(strings.Join(parts[g.Rating.Code], "\n"))
	}
	r.result.Overall = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.Join(overall, "\n")), "```"))
}

// heading reads «Answer X» and «Overall» in the three languages, with marks of emphasis or heading.
func (r *reading) heading(line string) (code study.Code, overall, ok bool) {
	words := strings.Fields(strings.Trim(plainSpaces(line), "#*_`«»:. "))
	switch {
	case len(words) == 1 && containsFold(r.words.Headings.Overall, words[0]):
		return "", true, true
	case len(words) == 2 && containsFold(r.words.Headings.Answer, words[0]):
		code = study.Code(strings.Trim(words[1], "*_`«»:. "))
		return code, false, slices.Contains(r.expect.Codes, code)
	}
	return "", false, false
}

func containsFold(list []string, s string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return strings.EqualFold(one, s) })
}
