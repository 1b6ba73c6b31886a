package extract

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// docxReader reads Word documents (.docx, .docm, .dotx). Deleted text and hidden text stay out, inserted text stays in.
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
	d := &docxWalk{ctx: ctx, archive: a}
	body, err := d.part(main)
	if err != nil {
		return Document{}, fmt.Errorf("reading the body: %w", err)
	}
	doc := Document{Format: "docx", Text: body}
	relations, err := a.relations(ctx, main)
	if err != nil {
		return Document{}, err
	}
	if err := d.others(relations, &doc); err != nil {
		return Document{}, err
	}
	if strings.TrimSpace(doc.Text) == "" {
		doc.Warnings = append(doc.Warnings, Warning{Kind: "no-text"})
	}
	return doc, nil
}

// docxWalk reads the parts of one document.
type docxWalk struct {
	ctx     context.Context
	archive *archive
	notes   []string // kind and ID of the notes the body refers to, in its order
}

// others reads notes, headers, footers and comments.
func (d *docxWalk) others(relations map[string]relation, doc *Document) error {
	targets := make(map[string][]string)
	for _, r := range relations {
		if !r.external && d.archive.has(r.target) {
			targets[r.kind] = append(targets[r.kind], r.target)
		}
	}
	notes := make(map[string]string)
	for _, kind := range []string{"footnotes", "endnotes"} {
		for _, part := range targets[kind] {
			if err := d.items(part, strings.TrimSuffix(kind, "s"), notes); err != nil {
				return fmt.Errorf("reading the %s: %w", kind, err)
			}
		}
	}
	for _, key := range d.notes {
		doc.Text += notes[key]
		delete(notes, key)
	}
	var err error
	if doc.Headers, err = d.blocks(targets["header"]); err != nil {
		return err
	}
	if doc.Footers, err = d.blocks(targets["footer"]); err != nil {
		return err
	}
	comments := make(map[string]string)
	for _, part := range targets["comments"] {
		if err := d.items(part, "comment", comments); err != nil {
			return err
		}
	}
	doc.Comments = inOrder(comments)
	return nil
}

// blocks reads whole parts, each a text of its own; empty ones are left out.
func (d *docxWalk) blocks(parts []string) ([]string, error) {
	slices.Sort(parts)
	var all []string
	for _, p := range parts {
		text, err := d.part(p)
		if err != nil {
			return nil, err
		}
		if text = strings.TrimSpace(text); text != "" {
			all = append(all, text)
		}
	}
	return all, nil
}

// inOrder lists the texts by the numbers in their keys.
func inOrder(items map[string]string) []string {
	keys := make([]string, 0, len(items))
	for k := range items {
		keys = append(keys, k)
	}
	number := func(key string) int {
		n, _ := strconv.Atoi(key[strings.LastIndexByte(key, ' ')+1:])
		return n
	}
	slices.SortFunc(keys, func(a, b string) int {
		return (number(a)-number(b))*2 + strings.Compare(a, b)
	})
	var all []string
	for _, k := range keys {
		if text := strings.TrimSpace(items[k]); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// items reads the notes or comments of a part under "kind ID".
func (d *docxWalk) items(part, element string, into map[string]string) error {
	return d.archive.walk(d.ctx, part, func(w *walker, e xml.StartElement) error {
		if e.Name.Local != element {
			return nil
		}
		kind, key := attr(e, "type"), element+" "+attr(e, "id")
		b := newDocxText(d)
		if err := b.until(w, w.depth-1); err != nil {
			return err
		}
		if kind == "" || kind == "normal" {
			into[key] = b.finish()
		}
		return nil
	})
}

// part reads a part as one text.
func (d *docxWalk) part(name string) (string, error) {
	r, err := d.archive.open(name)
	if err != nil {
		return "", err
	}
	defer r.Close()
	b := newDocxText(d)
	if err := b.until(newWalker(d.ctx, r), -1); err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return b.finish(), nil
}
