package normalise

import (
	"strings"
	"unicode/utf8"
)

// otherBullets are bullets of word processors and web pages, which are none in Markdown.
const otherBullets = "•◦‣▪▫●○■□◆◇►▸▹➢➤❖⁃∙·\uf0b7\uf0a7\uf0d8"

// bullets takes away bullets that Markdown does not know (M3), and parts their lines.
func (p *pass) bullets() {
	text := p.d.cur
	var edits editList
	for _, l := range p.d.lineList() {
		r, size := utf8.DecodeRuneInString(text[l.start:l.end])
		if r < utf8.RuneSelf || !strings.ContainsRune(otherBullets, r) || size == l.end-l.start {
			continue
		}
		blanks := blanksAt(text[l.start+size : l.end])
		if blanks == 0 && r == '·' {
			continue
		}
		if !l.blank {
			edits.replace(l.start, l.start, "\n", W2)
		}
		edits.delete(l.start, l.start+size+blanks, M3)
	}
	p.d.apply(edits.list)
}

// letterLists writes "a." at the start of a line as "a)", where at least two letters follow each other (M3). A single
// letter with a point may be anything.
func (p *pass) letterLists() {
	text := p.d.cur
	var edits editList
	previous, at := byte(0), -1
	for _, l := range p.d.lineList() {
		line := text[l.start:l.end]
		if len(line) < 4 || line[0] < 'a' || line[0] > 'z' || line[1] != '.' || line[2] != ' ' {
			if len(line) > 3 && line[0] >= 'a' && line[0] <= 'z' && line[1] == ')' {
				previous, at = line[0], -1
			}
			continue
		}
		if line[0] == previous+1 {
			if at >= 0 {
				edits.replace(at+1, at+2, ")", M3)
			}
			edits.replace(l.start+1, l.start+2, ")", M3)
			previous, at = line[0], -1
			continue
		}
		previous, at = line[0], l.start
	}
	p.d.apply(edits.list)
}
