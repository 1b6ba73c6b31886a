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
	s := &blockScanner{reading: r, nonce: nonce}
	for _, line := range replyLines(reply) {
		s.line(line)
	}
	s.drop()
	return s.found
}

// blockScanner finds the blocks line by line.
type blockScanner struct {
	*reading
	nonce   string
	found   []block
	open    *block // the block being read
	foreign bool   // inside a block that is ignored
	before  string // the last line with content
}

func (s *blockScanner) line(line string) {
	m, ok := readMark(line)
	switch {
	case ok && strings.EqualFold(m.nonce, s.nonce) && slices.Contains(s.expect.Codes, m.code):
		s.ownMark(m, line)
	case ok:
		if !m.end || !s.foreign {
			s.foreignMark(m)
		}
		s.foreign = !m.end
	case isFence(line):
		if s.open != nil {
			s.lenient("", "", LogCodeFence, "")
		}
	case markWithWords(line, s.nonce):
		s.remark("", "", LogMarkWithWords, oneLine(line))
	case s.open != nil && !s.foreign:
		s.open.lines = append(s.open.lines, line)
	}
	if strings.TrimSpace(line) != "" {
		s.before = line
	}
}

// ownMark begins or ends a block of this request.
func (s *blockScanner) ownMark(m mark, line string) {
	s.foreign = false
	if strings.ContainsAny(line, "*`") {
		s.lenient(m.code, "", LogMarkDecorated, oneLine(line))
	}
	switch {
	case !m.end:
		s.drop()
		if isFence(s.before) {
			s.lenient("", "", LogCodeFence, "")
		}
		s.open = &block{code: m.code}
	case s.open == nil || s.open.code != m.code:
		s.drop()
	default:
		s.found = append(s.found, *s.open)
		s.open = nil
	}
}

// drop gives up a block whose end mark did not come.
func (s *blockScanner) drop() {
	if s.open != nil {
		s.remark(s.open.code, "", LogBlockNotClosed, "")
		s.open = nil
	}
}

// foreignMark logs a mark that is not ours.
func (s *blockScanner) foreignMark(m mark) {
	switch {
	case m.end:
		s.remark(m.code, "", LogEndMarkForeign, m.nonce)
	case strings.EqualFold(m.nonce, s.nonce):
		s.remark(m.code, "", LogCodeNotIssued, string(m.code))
	default:
		s.remark(m.code, "", LogBlockForeign, m.nonce)
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

// markWithWords tells whether a line holds a mark of this request that has words beside it, or stands in a quotation: such
// a mark begins and ends nothing.
func markWithWords(line, nonce string) bool {
	_, rest, ok := strings.Cut(plainSpaces(line), "@@")
	words := strings.Fields(strings.Trim(rest, "*` "))
	if ok && len(words) > 0 && strings.EqualFold(words[0], "END") {
		words = words[1:]
	}
	return ok && nonce != "" && len(words) > 1 && strings.EqualFold(strings.Trim(words[1], "*`"), nonce)
}

// unquoted takes the marks of quotation off a reply in which every line stands behind one.
func unquoted(reply string) (string, bool) {
	lines := replyLines(reply)
	any := false
	for i, line := range lines {
		bare := strings.TrimLeft(line, " ")
		if bare == "" {
			continue
		}
		rest, ok := strings.CutPrefix(bare, ">")
		if !ok {
			return reply, false
		}
		lines[i], any = strings.TrimPrefix(rest, " "), true
	}
	return strings.Join(lines, "\n"), any
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
