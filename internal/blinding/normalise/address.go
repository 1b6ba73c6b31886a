package normalise

import (
	"strings"
	"unicode/utf8"
)

// address is a web address in a text.
type address struct {
	start, end int
	text       string
}

// addressesIn finds the web addresses of a text, with or without a scheme.
func addressesIn(text string) []address {
	var found []address
	for i := 0; i < len(text); {
		n := addressStart(text[i:])
		if n < 0 {
			break
		}
		start := i + n
		end := addressEnd(text, start)
		if end > start+len("www.x") && (start == 0 || !alnum(text[start-1])) {
			found = append(found, address{start, end, text[start:end]})
		}
		i = max(end, start+1)
	}
	return found
}

// addressStart is the offset of the next address, or -1.
func addressStart(text string) int {
	best := -1
	for i := 0; i < len(text); {
		n := strings.Index(text[i:], "://")
		if n < 0 {
			break
		}
		at := i + n
		for _, scheme := range []string{"https", "http"} {
			if strings.HasSuffix(strings.ToLower(text[max(0, at-5):at]), scheme) {
				best = at - len(scheme)
				break
			}
		}
		if best >= 0 {
			break
		}
		i = at + 3
	}
	limit := len(text)
	if best >= 0 {
		limit = best
	}
	if n := strings.Index(text[:limit], "www."); n >= 0 {
		return n
	}
	return best
}

// addressEnd is where an address ends: at a blank or a mark that is no part of addresses, without the punctuation
// of the sentence around it.
func addressEnd(text string, start int) int {
	end, depth := start, 0
scan:
	for end < len(text) {
		switch c := text[end]; {
		case c <= ' ' || strings.IndexByte("<>\"`|\\{}^[]", c) >= 0:
			break scan
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				break scan
			}
		case c >= utf8.RuneSelf:
			if r, _ := utf8.DecodeRuneInString(text[end:]); !isWordRune(r) {
				break scan
			}
		}
		end++
	}
	for end > start && strings.IndexByte(".,;:!?'*_~)", text[end-1]) >= 0 && (text[end-1] != ')' || depth < 0) {
		end--
	}
	return end
}

// trackers takes parameters that tell where a reader came from, and text fragments, out of addresses (S3). The
// address itself stays.
func (p *pass) trackers() {
	text := p.d.cur
	if !strings.ContainsAny(text, "?#") {
		return
	}
	var edits editList
	for _, a := range addressesIn(text) {
		p.track(&edits, a)
	}
	p.d.apply(edits.list)
}

// track cleans one address.
func (p *pass) track(edits *editList, a address) {
	end := a.end
	if n := strings.Index(a.text, ":~:"); n >= 0 {
		start := a.start + n
		if strings.HasSuffix(a.text[:n], "#") {
			start--
		}
		end = start
		defer edits.delete(start, a.end, S3)
	}
	query := strings.IndexByte(a.text[:end-a.start], '?')
	if query < 0 {
		return
	}
	stop := end - a.start
	if n := strings.IndexByte(a.text[query:stop], '#'); n >= 0 {
		stop = query + n
	}
	p.query(edits, a, query, stop)
}

// query takes tracking parameters out of a.text[query:stop], which begins with the question mark.
func (p *pass) query(edits *editList, a address, query, stop int) {
	type param struct{ start, end int } // with the separator before it
	var kept, gone []param
	for from := query; from < stop; {
		end := stop
		if n := strings.IndexByte(a.text[from+1:stop], '&'); n >= 0 {
			end = from + 1 + n
		}
		one := param{from, end}
		if p.isTracker(a.text[from+1 : end]) {
			gone = append(gone, one)
		} else {
			kept = append(kept, one)
		}
		from = end
	}
	for _, g := range gone {
		start, end := g.start, g.end
		if len(kept) > 0 && start < kept[0].start { // the question mark stays, the next separator goes
			start++
			end++
		}
		if n := len(edits.list); n > 0 && edits.list[n-1].end == a.start+start && edits.list[n-1].rule == S3 {
			edits.list[n-1].end = a.start + end
			continue
		}
		edits.delete(a.start+start, a.start+end, S3)
	}
}

// isTracker tells whether a parameter tells where a reader came from.
func (p *pass) isTracker(param string) bool {
	name, value, _ := strings.Cut(strings.TrimPrefix(param, "amp;"), "=")
	name, value = strings.ToLower(name), strings.ToLower(value)
	for _, prefix := range p.tables.tracking.Prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, n := range p.tables.tracking.Names {
		if name == n {
			return true
		}
	}
	if name != "source" && name != "src" && name != "via" && name != "from" {
		return false
	}
	for _, n := range p.tables.tracking.Assistants {
		if strings.Contains(value, n) {
			return true
		}
	}
	return false
}

// link is a Markdown link as it stands in the text.
type link struct {
	label, target string
	end           int
}

// linkAt reads "[label](target)" at i.
func linkAt(text string, i int) (link, bool) {
	window := text[i:min(len(text), i+longestTag)]
	if !strings.HasPrefix(window, "[") {
		return link{}, false
	}
	close := closingBracket(window)
	if close < 0 || close+1 >= len(window) || window[close+1] != '(' {
		return link{}, false
	}
	tail := linkTail(window[close:])
	if tail <= 2 {
		return link{}, false
	}
	target := strings.TrimSpace(window[close+2 : close+tail-1])
	target, _, _ = strings.Cut(target, " ")
	target = strings.Trim(target, "<>")
	if !looksLikeTarget(target) {
		return link{}, false
	}
	return link{window[1:close], target, i + close + tail}, true
}

// closingBracket is the offset of the bracket that closes the one s begins with, or -1.
func closingBracket(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		case '\n':
			return -1
		}
	}
	return -1
}

// isHost tells whether a label names a host and nothing else: "jusline.at", "www.ris.bka.gv.at +1".
func isHost(label string) bool {
	label = strings.Trim(label, " *_")
	if name, count, ok := strings.Cut(label, "+"); ok && isNumber(count, 2) {
		label = strings.TrimSpace(name)
	}
	label = strings.TrimPrefix(strings.TrimPrefix(label, "https://"), "http://")
	return !strings.Contains(strings.TrimSuffix(label, "/"), "/") && hostLike(strings.TrimSuffix(label, "/"))
}
