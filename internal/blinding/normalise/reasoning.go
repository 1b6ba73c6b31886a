package normalise

import (
	"regexp"
	"slices"
	"strings"
)

// bracket is one opening or closing mark of a reasoning block.
type bracket struct {
	start, end int
	name       string
	closing    bool
	paired     bool // never counts alone
}

// reasoning takes away the model's thoughts (R1): closed blocks, and everything before a lone closing mark. A block
// that never closes is left as it is and shown to a person: the answer may stand inside.
func (p *pass) reasoning() {
	text := p.d.cur
	marks := p.reasoningMarks(text)
	if len(marks) == 0 {
		return
	}
	var cuts editList
	var open []bracket
	for _, m := range marks {
		switch i := lastNamed(open, m.name); {
		case !m.closing:
			open = append(open, m)
		case i >= 0:
			cuts.delete(open[i].start, m.end, R1)
			open = open[:i]
		case m.paired:
		case strings.TrimSpace(text[m.end:]) == "":
			p.flag(R1, "reasoning-only", m.start, m.end)
		default:
			cuts.delete(0, m.end, R1)
		}
	}
	for _, m := range open {
		if !m.paired {
			p.flag(R1, "reasoning-unclosed", m.start, m.end)
		}
	}
	p.d.apply(outermost(cuts.list))
}

// reasoningMarks finds the marks of reasoning blocks in the order of the text.
func (p *pass) reasoningMarks(text string) []bracket {
	var marks []bracket
	scanAt(text, "<[◁⟨〈【", p.tables.reasoning, func(start int, m []string) int {
		b := bracket{start: start, end: start + len(m[0]), name: strings.ToLower(m[2]), closing: m[1] != ""}
		switch {
		case m[3] != "": // channel tokens: the thoughts are a channel of their own
			b.name = "channel"
		case m[4] != "":
			b.name, b.closing, b.paired = "channel", true, true
		case b.name == "details":
			b.paired = true
			if !b.closing && !strings.Contains(strings.ToLower(m[0]), "reasoning") && !p.foldsThoughts(text[b.end:]) {
				return b.end
			}
		case m[0][0] == '[' && !strings.HasPrefix(b.name, "think"):
			return b.end
		}
		marks = append(marks, b)
		return b.end
	})
	return marks
}

// foldsThoughts tells whether a folded block begins with a summary that a chat window writes over the model's thoughts.
func (p *pass) foldsThoughts(rest string) bool {
	rest = strings.TrimLeft(rest[:min(len(rest), reach)], " \t\n")
	inner, found := strings.CutPrefix(rest, "<summary>")
	if !found {
		return false
	}
	summary, _, closed := strings.Cut(inner, "</summary>")
	return closed && p.tables.statusLine.match(bare(strings.TrimSpace(summary)))
}

// lastNamed is the index of the last mark of that name, or -1.
func lastNamed(open []bracket, name string) int {
	for i := len(open) - 1; i >= 0 && i >= len(open)-deepest; i-- {
		if open[i].name == name {
			return i
		}
	}
	return -1
}

// deepest bounds how far blocks are looked for inside one another.
const deepest = 50

// outermost keeps of deletions only those that lie in no other, joined where they overlap.
func outermost(list []edit) []edit {
	slices.SortFunc(list, func(a, b edit) int { return a.start - b.start })
	var out []edit
	for _, e := range list {
		if n := len(out); n > 0 && e.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, e.end)
			continue
		}
		out = append(out, e)
	}
	return out
}

// scanAt calls found wherever re, which must be anchored, matches at one of the starting characters. found gets the
// place and the submatches and says where to go on.
func scanAt(text, starters string, re *regexp.Regexp, found func(start int, m []string) int) {
	var begins [256]bool
	for _, r := range starters {
		begins[string(r)[0]] = true
	}
	for i := 0; i < len(text); {
		if !begins[text[i]] {
			i++
			continue
		}
		if m := re.FindStringSubmatch(text[i:min(len(text), i+reach)]); m != nil && m[0] != "" {
			i = max(i+1, found(i, m))
			continue
		}
		i++
	}
}

// reach is the longest mark, in bytes, that scanAt finds.
const reach = 600
