package extract

import (
	"bytes"
	"context"
	"strings"

	"iucomstudien/internal/study"
)

// rtfReader reads Rich Text Format. Method: Microsoft's RTF Specification 1.9.1; destinations that nothing is known about
// are passed over, as it asks for.
type rtfReader struct{}

const (
	rtfStart    = `{\rtf`
	maxRTFDepth = 5000 // nested groups
)

// Format implements [Reader].
func (rtfReader) Format() string { return "rtf" }

// Detect implements [Reader].
func (rtfReader) Detect(_ string, data []byte) Confidence {
	if bytes.HasPrefix(rtfTrim(data), []byte(rtfStart)) {
		return Certain
	}
	return No
}

// rtfTrim takes away what some programs put before the beginning.
func rtfTrim(data []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \r\n\t\x00")
}

// Read implements [Reader].
func (rtfReader) Read(ctx context.Context, _ string, data []byte) (Document, error) {
	w := newRTFWalk(ctx, rtfTrim(data))
	if err := w.run(); err != nil {
		return Document{}, err
	}
	w.body.notes = append(w.footnotes, w.endnotes...)
	doc := Document{Format: "rtf", Text: w.body.finish(), Headers: w.headers, Footers: w.footers, Comments: w.comments}
	if w.found.damaged && strings.TrimSpace(doc.Text) == "" {
		return Document{}, &study.Problem{ID: "file.broken"}
	}
	w.found.comments = len(doc.Comments)
	doc.Warnings = w.found.warnings(doc.Text)
	return doc, nil
}

// rtfWalk reads one document.
type rtfWalk struct {
	ctx    context.Context
	tokens rtfTokens
	fonts  rtfFonts
	groups []rtfGroup // those around the one that is open
	rtfGroup

	body      *rtfStream
	headers   []string
	footers   []string
	comments  []string
	footnotes []note
	endnotes  []note
	numbered  map[noteKind]int
	found     findings

	bytes    []byte // text that is not decoded yet
	high     rune   // first half of a character beyond U+FFFF
	fallback int    // characters to pass over that stand for one already read
	autoMark bool   // the mark of the note that follows is counted
	size     int
}

// rtfGroup is what a group keeps to itself: it ends where its brace closes.
type rtfGroup struct {
	skip    bool // nothing of it is text
	ignore  bool // it began with \*: it counts only when its first word is known
	first   bool // no word was read yet
	fonts   bool // it is the font table, or a font in it
	out     *rtfStream
	close   func() // what its end brings about; nil for most
	font    int
	uc      int // characters that stand for one \u
	hidden  bool
	deleted bool
	raised  bool // set small and high
	inTable bool
	depth   int // of nested tables
}

func newRTFWalk(ctx context.Context, data []byte) *rtfWalk {
	w := &rtfWalk{ctx: ctx, tokens: rtfTokens{data: data}, fonts: newRTFFonts(), body: newRTFStream(), numbered: make(map[noteKind]int)}
	w.rtfGroup = rtfGroup{out: w.body, uc: 1, font: -1}
	return w
}

// run reads to the end.
func (w *rtfWalk) run() error {
	for n := 0; ; n++ {
		if n%4096 == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		token, ok := w.tokens.next()
		if !ok {
			break
		}
		if err := w.take(token); err != nil {
			return err
		}
		if w.size > maxText {
			return errUnpacksTooLarge
		}
		if token.kind == rtfClose && len(w.groups) == 0 {
			w.flush()
			return nil // what stands after the last brace is no text
		}
	}
	w.flush()
	w.found.damaged = len(w.groups) > 0
	for len(w.groups) > 0 {
		w.closeGroup()
	}
	return nil
}

// take reads one token.
func (w *rtfWalk) take(t rtfToken) error {
	switch t.kind {
	case rtfOpen:
		w.flush()
		w.fallback = 0
		if len(w.groups) >= maxRTFDepth {
			return &study.Problem{ID: "file.broken", Err: errTooDeep}
		}
		w.groups = append(w.groups, w.rtfGroup)
		w.first, w.ignore, w.close = true, false, nil
	case rtfClose:
		w.flush()
		w.fallback = 0
		w.closeGroup()
	case rtfBytes:
		w.first = false
		w.rawText(t.bytes)
	case rtfWord:
		w.control(t)
	}
	return nil
}

// closeGroup ends the group that is open.
func (w *rtfWalk) closeGroup() {
	last := len(w.groups) - 1
	if last < 0 {
		return
	}
	after := w.close
	w.rtfGroup = w.groups[last]
	w.groups = w.groups[:last]
	if after != nil {
		after()
	}
}

// rawText takes in bytes of text, without those that stand for a character already read.
func (w *rtfWalk) rawText(b []byte) {
	skip := min(w.fallback, len(b))
	w.fallback -= skip
	b = b[skip:]
	if w.skip && !w.rtfGroup.fonts {
		return
	}
	w.bytes = append(w.bytes, b...)
}

// flush decodes the bytes that wait and writes them.
func (w *rtfWalk) flush() {
	if len(w.bytes) == 0 {
		return
	}
	raw := w.bytes
	w.bytes = w.bytes[:0]
	if w.rtfGroup.fonts {
		w.fonts.name(raw)
		return
	}
	w.emit(w.fonts.decode(w.font, raw))
}

// emit writes text where the open group's text belongs.
func (w *rtfWalk) emit(s string) {
	switch {
	case w.skip || s == "":
	case w.deleted:
		w.found.tracked = true
	case w.hidden:
		w.found.hidden = w.found.hidden || strings.TrimSpace(s) != ""
	default:
		if w.raised {
			s = raised(s)
		}
		w.size += len(s)
		w.out.sync(w.tableDepth())
		w.out.write(s)
	}
}

// tableDepth is how many tables the open paragraph stands in.
func (w *rtfWalk) tableDepth() int {
	if !w.inTable {
		return 0
	}
	return min(max(w.depth, 1), maxTableDepth)
}
