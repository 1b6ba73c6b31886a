package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// odtReader reads OpenDocument texts (.odt, .ott, and .fodt, the same in one XML file). Deleted text stands apart in
// such files and hidden text is left out. Method: OASIS OpenDocument 1.3 part 3, walked as a stream.
type odtReader struct{}

const (
	odtContent = "content.xml"
	odtStyles  = "styles.xml"
	odtMime    = "application/vnd.oasis.opendocument.text"
)

// Format implements [Reader].
func (odtReader) Format() string { return "odt" }

// Detect implements [Reader].
func (odtReader) Detect(_ string, data []byte) Confidence {
	if flatODF(data, odtMime) || packedODF(data, odtMime) {
		return Certain
	}
	return No
}

// Read implements [Reader].
func (odtReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	o := &odtWalk{ctx: ctx, styles: newODTStyles()}
	if flatODF(data, odtMime) {
		return o.document(func(t *odtText) error {
			return o.survive(t.all(newWalker(ctx, bytes.NewReader(data))))
		})
	}
	a, err := openArchive(data)
	if err != nil {
		return Document{}, err
	}
	locked, err := odtLocked(ctx, a)
	if err != nil {
		return Document{}, err
	}
	if locked || a.locked {
		return Document{}, problem("file.password", name)
	}
	if a.has(odtStyles) {
		if err := o.survive(o.part(a, odtStyles, newODTText(o))); err != nil {
			return Document{}, fmt.Errorf("reading the styles: %w", err)
		}
	}
	return o.document(func(t *odtText) error {
		err := o.part(a, odtContent, t)
		if err != nil && strings.TrimSpace(t.prose.top().done.String()) == "" {
			return err
		}
		return o.survive(err)
	})
}

// odtLocked tells whether the parts are encrypted, as the manifest says.
func odtLocked(ctx context.Context, a *archive) (bool, error) {
	locked := false
	err := a.walk(ctx, "META-INF/manifest.xml", func(_ *walker, e xml.StartElement) error {
		locked = locked || e.Name.Local == "encryption-data"
		return nil
	})
	if study.HasProblem(err, "file.broken") {
		err = nil
	}
	return locked, err
}

// odtWalk reads the parts of one document.
type odtWalk struct {
	ctx      context.Context
	styles   odtStyleSheet
	headers  []string
	footers  []string
	comments []string
	found    findings
}

// part reads a whole part into t.
func (o *odtWalk) part(a *archive, name string, t *odtText) error {
	r, err := a.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return t.all(newWalker(o.ctx, r))
}

// survive notes damage and goes on, as in Word documents.
func (o *odtWalk) survive(err error) error {
	if study.HasProblem(err, "file.broken") && !errors.Is(err, errTooDeep) {
		o.found.damaged = true
		return nil
	}
	return err
}

// document reads the body and puts all together.
func (o *odtWalk) document(read func(*odtText) error) (Document, error) {
	body := newODTText(o)
	if err := read(body); err != nil {
		return Document{}, fmt.Errorf("reading the body: %w", err)
	}
	body.prose.notes = append(body.footnotes, body.endnotes...)
	doc := Document{Format: "odt", Text: body.prose.finish(), Headers: o.headers, Footers: o.footers, Comments: o.comments}
	o.found.comments = len(doc.Comments)
	doc.Warnings = o.found.warnings(doc.Text)
	return doc, nil
}
