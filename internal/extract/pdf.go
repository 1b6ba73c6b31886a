package extract

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"iucomstudien/internal/study"
)

// pdfReader reads PDF files that hold text. Method: PDFium gives every character with its place on the page; lines,
// columns, paragraphs, notes, headers and footers are put together here from the places. Scans hold no characters: they
// come back with an empty text and the warning «no-text».
type pdfReader struct{}

// pdfStart begins a PDF file; readers look for it within the first kilobyte.
const pdfStart = "%PDF-"

// Format implements [Reader].
func (pdfReader) Format() string { return "pdf" }

// Detect implements [Reader].
func (pdfReader) Detect(_ string, data []byte) Confidence {
	if bytes.HasPrefix(data, []byte(pdfStart)) {
		return Certain
	}
	if bytes.Contains(data[:min(len(data), 1024)], []byte(pdfStart)) && !utf8Prose(data) {
		return Likely
	}
	return No
}

// utf8Prose tells whether the beginning of data is running text that only mentions a signature.
func utf8Prose(data []byte) bool {
	head := data[:min(len(data), 1024)]
	i := bytes.Index(head, []byte(pdfStart))
	return i > 0 && !bytes.ContainsAny(head[:i], "\r\n\x00") && head[i-1] != '\n' && looksLikeText(data)
}

// Read implements [Reader].
func (pdfReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	pool, err := pdfiums.pool(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return Document{}, ctx.Err()
		}
		return readPDFInChild(ctx, name, data)
	}
	file, err := readPDFium(ctx, pool, data)
	if err != nil {
		return Document{}, pdfProblem(ctx, name, err)
	}
	file.found.damaged = file.found.damaged || !bytes.Contains(data[max(0, len(data)-4096):], []byte("%%EOF"))
	return file.document(ctx)
}

// pdfProblem says what is wrong with a file that could not be read.
func pdfProblem(ctx context.Context, name string, err error) error {
	switch {
	case len(study.Problems(err)) > 0:
		return err
	case errors.Is(err, errPDFPassword):
		return problem("file.password", name)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, errUnpacksTooLarge):
		return err
	}
	return broken(name, err)
}

// pdfFile is what was read of a file, page by page.
type pdfFile struct {
	pages    []pdfPage
	comments []string
	found    findings
}

// document puts the text together.
func (f *pdfFile) document(ctx context.Context) (Document, error) {
	doc := Document{Format: "pdf", Pages: len(f.pages), Comments: f.comments}
	var empty []string
	for i := range f.pages {
		if err := ctx.Err(); err != nil {
			return Document{}, err
		}
		f.pages[i].layOut()
		if len(f.pages[i].lines) == 0 {
			empty = append(empty, strconv.Itoa(i+1))
		}
	}
	doc.Headers, doc.Footers = pdfMargins(f.pages)
	text := pdfText(f.pages)
	if len(text) > maxText {
		return Document{}, errUnpacksTooLarge
	}
	doc.Text = tidy(text)
	f.found.comments = len(doc.Comments)
	if strings.TrimSpace(doc.Text) == "" {
		doc.Text, empty = "", nil
	}
	doc.Warnings = f.found.warnings(doc.Text)
	if len(empty) > 0 {
		doc.Warnings = append(doc.Warnings, Warning{Kind: "pages-without-text", Args: map[string]any{"pages": strings.Join(empty, ", ")}})
	}
	if unreadable(doc.Text) {
		doc.Warnings = append(doc.Warnings, Warning{Kind: "unreadable"})
	}
	return doc, nil
}

// unreadableShare is the share of characters that mean nothing, in percent, from which a text counts as unreadable.
const unreadableShare = 10

// unreadable tells whether many characters of a text mean nothing: the file names glyphs without saying which letters they are.
func unreadable(text string) bool {
	bad, all := 0, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		all++
		if r == unicode.ReplacementChar || unicode.Is(unicode.Co, r) || unicode.IsControl(r) {
			bad++
		}
	}
	return all > 0 && bad*100 > all*unreadableShare
}

// maxPages is how many pages a document may have.
const maxPages = 2000

// errPDFPassword is the fault of a file that opens only with a password.
var errPDFPassword = errors.New("the file asks for a password")

// tooManyPages is the problem of a file with more pages than are read.
func tooManyPages() error {
	return &study.Problem{ID: "file.too-many-pages", Args: map[string]any{"limit": maxPages}}
}
