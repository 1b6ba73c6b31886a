package extract

import (
	"strings"
	"unicode/utf16"
)

// rtfSigns are control words that stand for characters.
var rtfSigns = map[string]string{
	"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c",
	"~": "\u00a0", "_": "\u2011", "-": "\u00ad", "lbr": "\n", "softline": "\n",
}

// rtfSkipped are destinations whose content is no text of the document.
var rtfSkipped = map[string]bool{
	"colortbl": true, "stylesheet": true, "info": true, "pict": true, "objdata": true, "fldinst": true, "listtable": true,
	"listoverridetable": true, "nonshppict": true, "sp": true, "shprslt": true, "atnid": true, "atnauthor": true,
	"atnref": true, "atndate": true, "atnicn": true, "atnparent": true, "xe": true, "tc": true, "tcn": true, "rxe": true,
	"nonesttables": true, "ftnsep": true, "ftnsepc": true, "ftncn": true, "aftnsep": true, "aftnsepc": true, "aftncn": true,
	"private": true, "filetbl": true, "revtbl": true, "rsidtbl": true, "generator": true, "pgptbl": true, "pnseclvl": true,
	"bkmkstart": true, "bkmkend": true, "template": true, "datafield": true, "themedata": true, "latentstyles": true,
}

// rtfKnown are destinations marked with \* whose content is text all the same, or belongs to the table around it.
var rtfKnown = map[string]bool{
	"shpinst": true, "nesttableprops": true, "do": true, "shptxt": true, "dptxbxtext": true, "ud": true,
	"footnote": true, "annotation": true, "fldrslt": true, "flymaincnt": true, "result": true, "shpgrp": true, "pntext": true,
	"listtext": true,
}

// control takes in a control word.
func (w *rtfWalk) control(t rtfToken) {
	if t.word == "*" {
		w.ignore = true
		return
	}
	if w.fallback > 0 {
		w.fallback--
		return
	}
	w.flush()
	first := w.first
	w.first = false
	if w.rtfGroup.fonts {
		w.fonts.word(t)
		return
	}
	if w.skip {
		return
	}
	if first && w.destination(t.word) {
		return
	}
	if w.fontWord(t) || w.tableWord(t) || w.formatWord(t) {
		return
	}
	w.textWord(t)
}

// destination takes in a group's first word: where the group's text belongs.
func (w *rtfWalk) destination(word string) bool {
	switch {
	case word == "fonttbl":
		w.rtfGroup.fonts = true
	case rtfSkipped[word], w.ignore && !rtfKnown[word]:
		w.skip = true
	case strings.HasPrefix(word, "header") && len(word) <= len("header")+1:
		w.apart(func(text string) { w.headers = appendBlock(w.headers, text) })
	case strings.HasPrefix(word, "footer") && len(word) <= len("footer")+1:
		w.apart(func(text string) { w.footers = appendBlock(w.footers, text) })
	case word == "annotation":
		w.apart(func(text string) {
			if text = strings.TrimSpace(text); text != "" {
				w.comments = append(w.comments, text)
			}
		})
	case word == "footnote":
		w.note()
	case word == "shptxt", word == "dptxbxtext":
		w.box()
	case word == "listtext", word == "pntext":
		w.label()
	case word == "upr":
		w.alternative()
	default:
		return false
	}
	return true
}

// apart gives the open group a stream of its own.
func (w *rtfWalk) apart(take func(text string)) {
	own := newRTFStream()
	w.out = own
	w.inTable, w.depth, w.hidden, w.deleted, w.raised = false, 0, false, false, false
	w.close = func() { take(own.finish()) }
}

// label reads a paragraph's number or bullet, which such files hold as text.
func (w *rtfWalk) label() {
	w.apart(func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			w.emit(text + " ")
		}
	})
}

// box reads a text box; its text follows the paragraph around it.
func (w *rtfWalk) box() {
	outer := w.out
	w.apart(func(text string) {
		if strings.TrimSpace(text) != "" {
			top := outer.top()
			top.boxes = append(top.boxes, text)
		}
	})
}

// note reads a foot- or endnote and puts its mark where it belongs.
func (w *rtfWalk) note() {
	outer, hidden := w.out, w.hidden || w.deleted
	depth, auto := w.tableDepth(), w.autoMark
	w.autoMark = false
	own := newRTFStream()
	w.out = own
	w.inTable, w.depth, w.hidden, w.deleted, w.raised = false, 0, false, false, false
	w.close = func() {
		kind, list, format := footnote, &w.footnotes, "decimal"
		if own.endnote {
			kind, list, format = endnote, &w.endnotes, "lowerRoman"
		}
		if hidden {
			return
		}
		n := note{text: own.finish()}
		if auto || own.autoMark {
			w.numbered[kind]++
			n.mark = numeral(format, w.numbered[kind])
			outer.sync(depth)
			outer.mark(n.mark)
		}
		*list = append(*list, n)
	}
}

// alternative passes over the first of two forms of the same text; the second, in Unicode, follows as {\*\ud …}.
func (w *rtfWalk) alternative() {
	depth := 1
	for depth > 0 {
		t, ok := w.tokens.next()
		if !ok {
			return
		}
		switch t.kind {
		case rtfOpen:
			depth++
		case rtfClose:
			depth--
			if depth == 1 {
				return
			}
			if depth == 0 {
				w.closeGroup()
			}
		}
	}
}

// fontWord takes in words about fonts and code pages.
func (w *rtfWalk) fontWord(t rtfToken) bool {
	switch t.word {
	case "f":
		w.font = t.n
	case "deff":
		if w.font < 0 {
			w.font = t.n
		}
		w.fonts.standard = t.n
	case "ansicpg":
		w.fonts.page = t.n
	case "mac":
		w.fonts.page = 10000
	case "pc":
		w.fonts.page = 437
	case "pca":
		w.fonts.page = 850
	case "uc":
		w.uc = min(max(t.n, 0), 16)
	default:
		return false
	}
	return true
}

// formatWord takes in words about what is shown.
func (w *rtfWalk) formatWord(t rtfToken) bool {
	on := !t.has || t.n != 0
	switch t.word {
	case "v":
		w.hidden = on
	case "super":
		w.raised = on
	case "nosupersub", "sub":
		w.raised = false
	case "plain":
		w.hidden, w.raised, w.font = false, false, w.fonts.standard
	case "deleted":
		w.deleted = on
	case "revised":
		w.found.tracked = w.found.tracked || on
	case "ftnalt":
		w.out.endnote = true
	case "chftn":
		if w.out == w.body {
			w.autoMark = true
		} else {
			w.out.autoMark = true
		}
	default:
		return false
	}
	return true
}

// textWord takes in words that are text: paragraphs and single characters.
func (w *rtfWalk) textWord(t rtfToken) {
	switch t.word {
	case "par", "sect":
		if w.deleted || w.hidden {
			w.found.tracked = w.found.tracked || w.deleted
			return
		}
		w.size++
		w.out.sync(w.tableDepth())
		w.out.endParagraph("")
	case "page", "column":
		w.emit("\n")
	case "u":
		w.unicode(t.n)
		w.fallback = w.uc
	default:
		w.emit(rtfSigns[t.word])
	}
}

// unicode takes in a UTF-16 unit, which may be written as a negative number.
func (w *rtfWalk) unicode(n int) {
	if n < 0 {
		n += 1 << 16
	}
	r := rune(n)
	switch {
	case n > 0x10ffff || n <= 0:
		w.high = 0
	case utf16.IsSurrogate(r) && r < 0xdc00:
		w.high = r
	case utf16.IsSurrogate(r):
		if full := utf16.DecodeRune(w.high, r); w.high != 0 {
			w.emit(string(full))
		}
		w.high = 0
	default:
		w.emit(privateText(w.fonts.nameOf(w.font), string(r)))
	}
}
