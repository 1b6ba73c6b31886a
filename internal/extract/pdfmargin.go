package extract

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// marginLines is how many lines at the top and at the bottom of a page may belong to its header and footer.
const marginLines = 4

// pageNumber is a line that is nothing but a page's number.
var pageNumber = regexp.MustCompile(`(?i)^(?:[-–—|] ?)?(?:(?:seite|page|strona|blatt|str\.|s\.|p\.) ?)?\d{1,4}(?: ?(?:von|of|z|/) ?\d{1,4})?(?: ?[-–—|])?$`)

// namedNumber is one that says so.
var namedNumber = regexp.MustCompile(`(?i)^(?:[-–—|] ?)?(?:seite|page|strona|blatt|str\.) ?\d{1,4}`)

// pdfMargins takes what repeats at the top and bottom of the pages out of their lines, and page numbers.
func pdfMargins(pages []pdfPage) (headers, footers []string) {
	body := bodySize(pages)
	top, bottom := make(map[string][]float64), make(map[string][]float64)
	edges := make([][2][]int, len(pages))
	for i := range pages {
		edges[i] = pages[i].edges()
		for side, seen := range []map[string][]float64{top, bottom} {
			for _, at := range edges[i][side] {
				l := &pages[i].lines[at]
				key := marginKey(l.text())
				seen[key] = append(seen[key], l.base)
			}
		}
	}
	for i := range pages {
		var out []int
		for side, seen := range []map[string][]float64{top, bottom} {
			for _, at := range edges[i][side] {
				l := &pages[i].lines[at]
				text := l.text()
				stays := !repeated(seen[marginKey(text)], l, len(pages)) || noteLike(l, text, body) || !pages[i].inMargin(l)
				if stays && !pages[i].numbered(l, text, side == 1) {
					break
				}
				out = append(out, at)
				if side == 0 {
					headers = appendMargin(headers, text)
				} else {
					footers = appendMargin(footers, text)
				}
			}
		}
		pages[i].drop(out)
	}
	return headers, footers
}

// marginShare is the part of the paper's height, at the top and at the bottom, in which headers and footers stand.
const marginShare = 0.15

// inMargin tells whether a line stands where headers and footers do; pages of forms may be the same from top to bottom.
func (p *pdfPage) inMargin(l *pdfLine) bool {
	return p.height <= 0 || l.base < marginShare*p.height || l.base > (1-marginShare)*p.height
}

// noteStart begins a line that may be a footnote.
var noteStart = regexp.MustCompile(`^\d{1,3}\s?\p{Lu}`)

// noteLike tells whether a line at the edge of a page looks like a footnote: «12 Ebenda, S. 3» may stand at the same height on
// several pages.
func noteLike(l *pdfLine, text string, body float64) bool {
	return l.size <= smallPrint*body && noteStart.MatchString(text)
}

// edges gives the topmost lines from the top and the lowest from the bottom; a page with few lines has none in common.
func (p *pdfPage) edges() [2][]int {
	order := make([]int, len(p.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch d := p.lines[b].base - p.lines[a].base; {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	n := min(marginLines, len(order)/2)
	if len(order) == 1 {
		return [2][]int{nil, order}
	}
	lowest := slices.Clone(order[len(order)-n:])
	slices.Reverse(lowest)
	return [2][]int{order[:n], lowest}
}

// marginKey is a line without what differs from page to page.
func marginKey(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '#'
		}
		return r
	}, s)), " ")
}

// repeated tells whether a line stands at the same height on enough pages: at least two, and two in five, since left and
// right pages may differ.
func repeated(heights []float64, l *pdfLine, pages int) bool {
	same := 0
	for _, y := range heights {
		if math.Abs(y-l.base) < 1.2*l.size {
			same++
		}
	}
	return same >= 2 && same*5 >= pages*2
}

// numbered tells whether a line at the edge of a page is its number.
func (p *pdfPage) numbered(l *pdfLine, text string, bottom bool) bool {
	text = strings.TrimSpace(text)
	if !pageNumber.MatchString(text) || l.note {
		return false
	}
	if namedNumber.MatchString(text) {
		return true
	}
	if p.height <= 0 {
		return false
	}
	if bottom {
		return l.base < 0.12*p.height
	}
	return l.base > 0.9*p.height
}

// appendMargin adds a header or footer; those that differ only in their numbers count once.
func appendMargin(all []string, text string) []string {
	text = strings.TrimSpace(text)
	if text == "" || slices.ContainsFunc(all, func(s string) bool { return marginKey(s) == marginKey(text) }) {
		return all
	}
	return append(all, text)
}

// drop takes lines out.
func (p *pdfPage) drop(at []int) {
	if len(at) == 0 {
		return
	}
	kept := p.lines[:0:0]
	for i, l := range p.lines {
		if !slices.Contains(at, i) {
			kept = append(kept, l)
		}
	}
	p.lines = kept
}
