package extract

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
)

const (
	maxPageTime    = 10 * time.Second
	maxPageChars   = 400_000 // a printed page has some 5,000
	maxAnnotations = 2000    // per page
)

// pdfChar is a character and its place on the page, in points from the lower left corner. Characters that PDFium adds
// (blanks and line ends that the file only shows) have no extent.
type pdfChar struct {
	r                        rune
	left, bottom, right, top float64
}

// pdfInstance is a document that is open in a sandbox of its own.
type pdfInstance struct {
	pdfium.Pdfium
	document references.FPDF_DOCUMENT
}

// readPDFium reads all pages. When the context ends, or a page takes too long, the sandbox is closed from outside.
func readPDFium(ctx context.Context, pool pdfium.Pool, data []byte) (*pdfFile, error) {
	instance, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("opening a sandbox: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		_ = instance.Kill()
	})
	defer func() {
		if stop() {
			_ = instance.Close()
			return
		}
		<-ended
	}()
	file, err := readPDFPages(ctx, cancel, instance, data)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return file, err
}

// readPDFPages opens a document and reads its pages.
func readPDFPages(ctx context.Context, cancel context.CancelCauseFunc, instance pdfium.Pdfium, data []byte) (*pdfFile, error) {
	watch := time.AfterFunc(maxPageTime, func() { cancel(context.DeadlineExceeded) })
	defer watch.Stop()
	opened, err := instance.OpenDocument(&requests.OpenDocument{File: &data})
	if err != nil {
		if errors.Is(err, pdferrors.ErrPassword) {
			return nil, errPDFPassword
		}
		return nil, fmt.Errorf("opening the document: %w", err)
	}
	in := pdfInstance{instance, opened.Document}
	count, err := in.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: in.document})
	if err != nil {
		return nil, fmt.Errorf("counting the pages: %w", err)
	}
	if count.PageCount > maxPages {
		return nil, tooManyPages()
	}
	file := &pdfFile{}
	size := 0
	for i := range count.PageCount {
		watch.Reset(maxPageTime)
		page, err := in.page(i, file)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			if errors.Is(err, errUnpacksTooLarge) {
				return nil, err
			}
			file.found.damaged = true // the other pages may be whole
		}
		if size += len(page.chars); size > maxText {
			return nil, errUnpacksTooLarge
		}
		file.pages = append(file.pages, page)
	}
	return file, nil
}

// page reads the characters and the comments of a page.
func (in pdfInstance) page(i int, file *pdfFile) (pdfPage, error) {
	p := requests.Page{ByIndex: &requests.PageByIndex{Document: in.document, Index: i}}
	page := pdfPage{}
	if size, err := in.GetPageSize(&requests.GetPageSize{Page: p}); err == nil {
		page.height = size.Height
	}
	var err error
	if page.chars, err = in.chars(p); err != nil {
		return page, fmt.Errorf("page %d: %w", i+1, err)
	}
	file.comments = append(file.comments, in.pageComments(p)...)
	return page, nil
}

// chars gives the characters of a page in the order of the file.
func (in pdfInstance) chars(p requests.Page) ([]pdfChar, error) {
	got, err := in.GetPageTextStructured(&requests.GetPageTextStructured{Page: p, Mode: requests.GetPageTextStructuredModeChars})
	if err != nil {
		return nil, err
	}
	if len(got.Chars) > maxPageChars {
		return nil, errUnpacksTooLarge
	}
	all := make([]pdfChar, 0, len(got.Chars))
	var lost []int
	for i, c := range got.Chars {
		if c.Text == "" {
			continue
		}
		r, _ := utf8.DecodeRuneInString(c.Text)
		if r == utf8.RuneError {
			lost = append(lost, i)
		}
		all = append(all, placed(r, c.PointPosition))
	}
	if len(lost) > 0 && len(all) == len(got.Chars) {
		all = in.joinHalves(p, all, lost)
	}
	return mendSwapped(all), nil
}

// farthest bounds coordinates: the largest paper has 14,400 points.
const farthest = 1e5

// placed is a character at its place; one whose place makes no sense has no extent.
func placed(r rune, at responses.CharPosition) pdfChar {
	c := pdfChar{r, min(at.Left, at.Right), min(at.Bottom, at.Top), max(at.Left, at.Right), max(at.Bottom, at.Top)}
	for _, v := range []float64{c.left, c.bottom, c.right, c.top} {
		if math.IsNaN(v) || math.Abs(v) > farthest {
			return pdfChar{r: r}
		}
	}
	return c
}

// joinHalves puts letters beyond U+FFFF together: PDFium hands them over in halves, which are lost as characters. lost is
// where halves may stand.
func (in pdfInstance) joinHalves(p requests.Page, all []pdfChar, lost []int) []pdfChar {
	loaded, err := in.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: p})
	if err != nil {
		return all
	}
	defer func() { _, _ = in.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage}) }()
	for _, i := range lost {
		if raw, err := in.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: loaded.TextPage, Index: i}); err == nil {
			all[i].r = rune(raw.Unicode)
		}
	}
	joined := all[:0]
	for i := 0; i < len(all); i++ {
		c := all[i]
		if utf16.IsSurrogate(c.r) {
			full := unicode.ReplacementChar
			if i+1 < len(all) {
				full = utf16.DecodeRune(c.r, all[i+1].r)
			}
			if full != unicode.ReplacementChar {
				i++
			}
			c.r = full
		}
		joined = append(joined, c)
	}
	return joined
}

// longestWord is how far the letters of a word are looked at.
const longestWord = 60

// mendSwapped puts Latin letters right whose two bytes a well-known converter writes in the wrong order: among Latin
// letters stands the Chinese sign U+6600 for «f» (0x66).
func mendSwapped(all []pdfChar) []pdfChar {
	swapped := func(r rune) bool { return r > 0xff && r&0xff == 0 && asciiLetter(r>>8) }
	latin := func(i int) bool {
		return i >= 0 && i < len(all) && (all[i].r < 0x250 && all[i].r > ' ' || swapped(all[i].r))
	}
	plain := func(from, step int) bool {
		for i := from; latin(i) && i-from < longestWord && from-i < longestWord; i += step {
			if all[i].r < 0x250 {
				return true
			}
		}
		return false
	}
	out := all
	for i, c := range all {
		if swapped(c.r) && (plain(i-1, -1) || plain(i+1, 1)) {
			if &out[0] == &all[0] {
				out = append([]pdfChar(nil), all...)
			}
			out[i].r = c.r >> 8
		}
	}
	return out
}

// commentKinds are the kinds of annotations with which people comment: notes, free text, marked passages.
var commentKinds = map[int]bool{1: true, 3: true, 9: true, 10: true, 11: true, 12: true, 13: true, 14: true}

// pageComments gives the texts of a page's comments. A fault in them costs the comments, not the page.
func (in pdfInstance) pageComments(p requests.Page) []string {
	count, err := in.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: p})
	if err != nil {
		return nil
	}
	var all []string
	for i := range min(count.Count, maxAnnotations) {
		got, err := in.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: p, Index: i})
		if err != nil {
			continue
		}
		kind, err := in.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: got.Annotation})
		if err == nil && commentKinds[int(kind.Subtype)] {
			text, err := in.FPDFAnnot_GetStringValue(&requests.FPDFAnnot_GetStringValue{Annotation: got.Annotation, Key: "Contents"})
			if err == nil && strings.TrimSpace(text.Value) != "" {
				all = append(all, tidy(strings.TrimSpace(UnixLines(text.Value))))
			}
		}
		_, _ = in.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: got.Annotation})
	}
	return all
}
