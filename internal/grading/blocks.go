package grading

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// block is one closed machine block with the number of this request and an issued code.
type block struct {
	code  study.Code
	lines []string
}

// mark is a line that begins or ends a block.
type mark struct {
	end   bool
	code  study.Code
	nonce string // "" when it is missing
}

// blocks finds the closed blocks of a reply. Blocks that carry another number, or none, were copied from an answer
// or made up: their lines are left out, wherever they stand. A block whose own end mark is missing is not usable.
func (r *reading) blocks(reply, nonce string) []block {
	var (
		found   []block
		open    *block // the block being read
		foreign bool   // inside a block that is ignored
		before  string // the line before
	)
	drop := func() {
		if open != nil {
			r.remark(open.code, "", LogBlockNotClosed, "")
			open = nil
		}
	}
	for _, line := range replyLines(reply) {
		m, ok := readMark(line)
		own := ok && strings.EqualFold(m.nonce, nonce) && slices.Contains(r.expect.Codes, m.code)
		switch {
		case !ok && isFence(line):
			if open != nil {
				r.lenient("", "", LogCodeFence, "")
			}
		case !ok && open != nil && !foreign:
			open.lines = append(open.lines, line)
		case !ok:
		case !own:
			if !m.end || !foreign {
				r.foreignMark(m, nonce)
			}
			foreign = !m.end
		case !m.end:
			drop()
			if isFence(before) {
				r.lenient("", "", LogCodeFence, "")
			}
			open, foreign = &block{code: m.code}, false
			r.lenientMark(line, m)
		case open == nil || open.code != m.code:
			drop()
			foreign = false
		default:
			found = append(found, *open)
			open, foreign = nil, false
			r.lenientMark(line, m)
		}
		if strings.TrimSpace(line) != "" {
			before = line
		}
	}
	drop()
	return found
}

// foreignMark logs a mark that is not ours, once for a block.
func (r *reading) foreignMark(m mark, nonce string) {
	switch {
	case m.end:
		r.remark(m.code, "", LogEndMarkForeign, m.nonce)
	case strings.EqualFold(m.nonce, nonce):
		r.remark(m.code, "", LogCodeNotIssued, string(m.code))
	default:
		r.remark(m.code, "", LogBlockForeign, m.nonce)
	}
}

// lenientMark logs a mark that was decorated.
func (r *reading) lenientMark(line string, m mark) {
	if strings.ContainsAny(line, "*`") {
		r.lenient(m.code, "", LogMarkDecorated, oneLine(line))
	}
}

// readMark reads "@@X 9f3c21" and "@@END X 9f3c21". A mark without a number is a mark all the same: of a block that
// is not ours.
func readMark(line string) (mark, bool) {
	s := strings.Trim(plainSpaces(line), "*` \t")
	if !strings.HasPrefix(s, "@@") {
		return mark{}, false
	}
	words := strings.Fields(s[2:])
	var m mark
	if len(words) > 0 && strings.EqualFold(words[0], "END") && (len(words) != 2 || !isNonce(words[1])) {
		m.end, words = true, words[1:]
	}
	switch {
	case len(words) > 2:
		return mark{}, false
	case len(words) == 0:
		return m, true
	case len(words) == 2:
		m.nonce = words[1]
	}
	m.code = study.Code(words[0])
	return m, true
}

// isNonce tells whether s is six hexadecimal digits.
func isNonce(s string) bool {
	return len(s) == 6 && strings.Trim(strings.ToLower(s), "0123456789abcdef") == ""
}

// isFence tells whether a line opens or closes a block of code in Markdown.
func isFence(line string) bool {
	s := strings.TrimSpace(line)
	return strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")
}

// replyLines splits a reply at its line ends, whatever their kind.
func replyLines(reply string) []string {
	reply = strings.TrimPrefix(reply, "\ufeff")
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(reply), "\n")
}

// plainSpaces replaces full-width, non-breaking and thin spaces by ordinary ones.
func plainSpaces(s string) string { return spaces.Replace(s) }

var spaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2007", " ", "\u3000", " ", "\t", " ")
