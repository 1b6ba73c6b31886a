package extract

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// docxReader reads Word documents (.docx, .docm, .dotx). Deleted text and hidden text stay out, inserted text stays
// in. Method: ECMA-376 part 1, WordprocessingML, walked as a stream; elements go by their local names, since strict
// files use other namespaces.
type docxReader struct{}

// Format implements [Reader].
func (docxReader) Format() string { return "docx" }

// Detect implements [Reader].
func (docxReader) Detect(_ string, data []byte) Confidence {
	if isOffice(data, "word", "wordprocessingml") {
		return Certain
	}
	return No
}

// Read implements [Reader].
func (docxReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	a, err := openArchive(data)
	if err != nil {
		return Document{}, err
	}
	if a.locked {
		return Document{}, problem("file.password", name)
	}
	main, err := a.mainPart(ctx)
	if err != nil {
		return Document{}, err
	}
	if main == "" {
		main = "word/document.xml"
	}
	d := &docxWalk{ctx: ctx, archive: a, main: main, noteText: make(map[docxNoteKey]string)}
	if err := d.prepare(); err != nil {
		return Document{}, err
	}
	return d.read()
}

// docxWalk reads the parts of one document.
type docxWalk struct {
	ctx       context.Context
	archive   *archive
	main      string
	relations map[string]relation
	styles    docxStyles
	lists     docxLists
	marks     docxMarks
	noteText  map[docxNoteKey]string // texts of the notes
	found     findings
}

// prepare reads what the body is written in terms of: relationships, styles, lists, settings. A document without them, or
// with damaged ones, can be read all the same.
func (d *docxWalk) prepare() error {
	var err error
	if d.relations, err = d.archive.relations(d.ctx, d.main); err != nil {
		if err := d.survive(err); err != nil {
			return err
		}
	}
	d.styles, d.lists = newDocxStyles(), newDocxLists()
	for _, r := range d.relations {
		if r.external || !d.archive.has(r.target) {
			continue
		}
		switch r.kind {
		case "styles":
			err = d.styles.read(d.ctx, d.archive, r.target)
		case "numbering":
			err = d.lists.read(d.ctx, d.archive, r.target)
		case "settings":
			err = d.marks.readSettings(d.ctx, d.archive, r.target)
		default:
			continue
		}
		if err := d.survive(err); err != nil {
			return fmt.Errorf("reading the %s: %w", r.kind, err)
		}
	}
	d.lists.link(d.styles)
	return nil
}

// survive notes damage and goes on; the bounds and the end of the context are no damage.
func (d *docxWalk) survive(err error) error {
	if study.HasProblem(err, "file.broken") && !errors.Is(err, errTooDeep) {
		d.found.damaged = true
		return nil
	}
	return err
}

// read gives the document: the body first, so that it is known which notes it refers to.
func (d *docxWalk) read() (Document, error) {
	body := newDocxText(d)
	bodyErr := d.stream(d.main, body)
	if err := d.survive(bodyErr); err != nil {
		return Document{}, fmt.Errorf("reading the body: %w", err)
	}
	doc := Document{Format: "docx"}
	if err := d.others(&doc); err != nil {
		return Document{}, err
	}
	d.marks.number(body.prose, d.noteText)
	doc.Text = d.marks.resolve(body.prose.finish())
	if bodyErr != nil && strings.TrimSpace(doc.Text) == "" {
		return Document{}, bodyErr
	}
	d.found.comments = len(doc.Comments)
	doc.Warnings = d.found.warnings(doc.Text)
	return doc, nil
}

// stream reads a whole part into b. What was read before damage stays.
func (d *docxWalk) stream(part string, b *docxText) error {
	r, err := d.archive.open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := b.until(newWalker(d.ctx, r), -1); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// others reads notes, headers, footers and comments.
func (d *docxWalk) others(doc *Document) error {
	targets := make(map[string][]string)
	for _, r := range d.relations {
		if !r.external && d.archive.has(r.target) && !slices.Contains(targets[r.kind], r.target) {
			targets[r.kind] = append(targets[r.kind], r.target)
		}
	}
	for _, kind := range []noteKind{footnote, endnote} {
		for _, part := range targets[string(kind)+"s"] {
			err := d.items(part, string(kind), func(id, text string) { d.noteText[docxNoteKey{kind, id}] = text })
			if err := d.survive(err); err != nil {
				return fmt.Errorf("reading the %ss: %w", kind, err)
			}
		}
	}
	for _, part := range targets["comments"] {
		err := d.items(part, "comment", func(_, text string) {
			if text = strings.TrimSpace(text); text != "" {
				doc.Comments = append(doc.Comments, text)
			}
		})
		if err := d.survive(err); err != nil {
			return fmt.Errorf("reading the comments: %w", err)
		}
	}
	var err error
	if doc.Headers, err = d.blocks(targets["header"]); err != nil {
		return fmt.Errorf("reading the headers: %w", err)
	}
	if doc.Footers, err = d.blocks(targets["footer"]); err != nil {
		return fmt.Errorf("reading the footers: %w", err)
	}
	return nil
}

// blocks reads whole parts, each a text of its own; empty and repeated ones are left out.
func (d *docxWalk) blocks(parts []string) ([]string, error) {
	slices.SortFunc(parts, byNumber)
	var all []string
	for _, part := range parts {
		b := newDocxText(d)
		if err := d.survive(d.stream(part, b)); err != nil {
			return nil, err
		}
		all = appendBlock(all, b.prose.finish())
	}
	return all, nil
}

// byNumber sorts header2.xml before header10.xml.
func byNumber(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// items reads the notes or comments of a part. Separator lines are none.
func (d *docxWalk) items(part, element string, take func(id, text string)) error {
	return d.archive.walk(d.ctx, part, func(w *walker, e xml.StartElement) error {
		if e.Name.Local != element {
			return nil
		}
		kind, id := attr(e, "type"), attr(e, "id")
		b := newDocxText(d)
		b.inNote = true
		err := b.until(w, w.depth-1)
		if kind == "" || kind == "normal" {
			take(id, b.prose.finish())
		}
		return err
	})
}
