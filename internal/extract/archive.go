package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"iucomstudien/internal/study"
)

const (
	zipStart = "PK\x03\x04"
	oleStart = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
)

var (
	errUnpacksTooLarge = errors.New("unpacks to more than the limit")
	errTooDeep         = errors.New("elements nested deeper than the limit")
)

// archive is a zip with bounds. Nothing is ever written to disk, so that names with «../» reach nothing.
type archive struct {
	parts  map[string]*zip.File // by clean name with slashes, without a leading one
	left   int64                // bytes that may still be unpacked
	locked bool                 // some part needs a password
}

// openArchive lists the parts of a zip.
func openArchive(data []byte) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, &study.Problem{ID: "file.broken", Err: err}
	}
	if len(z.File) > maxParts {
		return nil, fmt.Errorf("%w: %d parts", errUnpacksTooLarge, len(z.File))
	}
	a := &archive{parts: make(map[string]*zip.File, len(z.File)), left: maxUnpacked}
	for _, f := range z.File {
		if f.Flags&1 != 0 {
			a.locked = true
		}
		name := partName(f.Name)
		if _, twice := a.parts[name]; !twice {
			a.parts[name] = f
		}
	}
	return a, nil
}

// partName is the name of a part as relationships write it: clean, with slashes, without a leading one.
func partName(name string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/")
}

// has tells whether there is such a part.
func (a *archive) has(name string) bool { _, ok := a.parts[partName(name)]; return ok }

// open reads a part as a stream that ends with an error at the limits.
func (a *archive) open(name string) (io.ReadCloser, error) {
	f, ok := a.parts[partName(name)]
	if !ok {
		return nil, &study.Problem{ID: "file.broken", Err: fmt.Errorf("part %s is missing", name)}
	}
	r, err := f.Open()
	if err != nil {
		return nil, &study.Problem{ID: "file.broken", Err: fmt.Errorf("part %s: %w", name, err)}
	}
	return &boundedPart{ReadCloser: r, part: maxPart, all: &a.left}, nil
}

// boundedPart counts what is unpacked.
type boundedPart struct {
	io.ReadCloser
	part int64
	all  *int64
}

// Read implements [io.Reader].
func (b *boundedPart) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.part -= int64(n)
	*b.all -= int64(n)
	if b.part < 0 || *b.all < 0 {
		return 0, errUnpacksTooLarge
	}
	return n, err
}

// walker goes through the elements of an XML part, bounded in depth and by its context.
type walker struct {
	ctx    context.Context
	tokens *xml.Decoder
	depth  int
	count  int
}

// newWalker starts a walk. Entities of a document's own are never expanded: encoding/xml refuses them.
func newWalker(ctx context.Context, r io.Reader) *walker {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		enc, err := htmlindex.Get(label)
		if err != nil {
			return nil, err
		}
		return enc.NewDecoder().Reader(in), nil
	}
	return &walker{ctx: ctx, tokens: d}
}

// next gives the next token; io.EOF at the end of a well-formed part.
func (w *walker) next() (xml.Token, error) {
	w.count++
	if w.count%1024 == 0 && w.ctx.Err() != nil {
		return nil, w.ctx.Err()
	}
	token, err := w.tokens.Token()
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, errUnpacksTooLarge) {
			return nil, err
		}
		return nil, &study.Problem{ID: "file.broken", Err: err}
	}
	switch token.(type) {
	case xml.StartElement:
		if w.depth++; w.depth > maxXMLDepth {
			return nil, &study.Problem{ID: "file.broken", Err: errTooDeep}
		}
	case xml.EndElement:
		w.depth--
	}
	return token, nil
}

// skip passes over the rest of the element that was just opened.
func (w *walker) skip() error {
	for depth := w.depth; w.depth >= depth; {
		if _, err := w.next(); err != nil {
			return err
		}
	}
	return nil
}

// text collects all character data until the element that was just opened ends.
func (w *walker) text() (string, error) {
	var b strings.Builder
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return "", err
		}
		if chars, ok := token.(xml.CharData); ok {
			if b.Len()+len(chars) > maxText {
				return "", errUnpacksTooLarge
			}
			b.Write(chars)
		}
	}
	return b.String(), nil
}

// attr is the value of an attribute by its local name; "" when it is not there.
func attr(e xml.StartElement, local string) string {
	for _, a := range e.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}
