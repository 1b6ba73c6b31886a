package extract

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"iucomstudien/internal/study"
)

// Document is the readable text of a file.
type Document struct {
	Format   string // "txt", "docx" …: the reader that read it
	Encoding string // of text files: "utf-8", "windows-1250" …; "" elsewhere
	Text     string // LF line ends; paragraphs end with one LF, foot- and endnotes follow at the end
	Headers  []string
	Footers  []string
	Comments []string
	Pages    int // 0 when the format knows no pages
	Warnings []Warning
}

// Warning is something a person should look at; the document was read all the same. Its sentence stands under
// "extract.warning.<Kind>".
type Warning struct {
	Kind string         // "no-text", "encoding-unsure" …
	Args map[string]any // facts the sentence needs
}

// Confidence tells how sure a reader is that bytes are in its format.
type Confidence int

const (
	No       Confidence = iota // not this format
	Possible                   // readable as such when nothing fits better
	Likely                     // the content looks like it
	Certain                    // signature and inner structure say so
)

// Reader reads one format.
type Reader interface {
	// Format is the short name of the format, as in file endings: "docx".
	Format() string
	// Detect judges by the content; name only decides between formats that the content can not tell apart.
	Detect(name string, data []byte) Confidence
	// Read gives the text. What a person can mend is a [study.Problem] with an ID "file.…". Read looks at ctx often
	// enough to end within a second.
	Read(ctx context.Context, name string, data []byte) (Document, error)
}

// TableReader is a Reader whose format has rows and columns.
type TableReader interface {
	Reader
	// Table gives the rows with what is known about every cell.
	Table(ctx context.Context, name string, data []byte) (Workbook, error)
}

// Readers lists all readers, in the order in which they are asked. A later one wins only with more confidence.
func Readers() []Reader {
	return []Reader{
		docxReader{},
		odtReader{},
		rtfReader{},
		msdocReader{},
		pdfReader{},
		xlsxReader{},
		xlsReader{},
		odsReader{},
		csvReader{},
		textReader{},
	}
}

// Read gives the text of a file of any known format.
func Read(ctx context.Context, name string, data []byte) (Document, error) {
	r, err := find(name, data)
	if err != nil {
		return Document{}, err
	}
	doc, err := guarded(ctx, name, func(ctx context.Context) (Document, error) { return r.Read(ctx, name, data) })
	if err != nil {
		return Document{}, err
	}
	if len(doc.Text) > maxText {
		return Document{}, problem("file.too-large", name, "limit", megabytes(maxText))
	}
	doc.Format = cmpFormat(doc.Format, r.Format())
	return doc, nil
}

// Table gives the rows of a file of any format that has some. Any text counts as a table of delimited
// values, be it of one column: what the rows mean is for the caller to say.
func Table(ctx context.Context, name string, data []byte) (Workbook, error) {
	r, err := find(name, data)
	if err != nil {
		return Workbook{}, err
	}
	t, ok := r.(TableReader)
	if !ok {
		if _, isText := r.(textReader); !isText {
			return Workbook{}, problem("file.no-table", name, "format", r.Format())
		}
		t = csvReader{}
	}
	return guarded(ctx, name, func(ctx context.Context) (Workbook, error) { return t.Table(ctx, name, data) })
}

// Format names the format of a file, or why none fits.
func Format(name string, data []byte) (string, error) {
	r, err := find(name, data)
	if err != nil {
		return "", err
	}
	return r.Format(), nil
}

// find picks the reader that is surest.
func find(name string, data []byte) (Reader, error) {
	if len(data) == 0 {
		return nil, problem("file.empty", name)
	}
	if len(data) > MaxFile {
		return nil, problem("file.too-large", name, "limit", megabytes(MaxFile))
	}
	var best Reader
	most := No
	for _, r := range Readers() {
		if c := confidence(r, name, data); c > most {
			best, most = r, c
		}
	}
	if best == nil {
		return nil, refusal(name, data)
	}
	return best, nil
}

// confidence asks a reader; one that fails at it does not know the format.
func confidence(r Reader, name string, data []byte) (c Confidence) {
	defer func() {
		if recover() != nil {
			c = No
		}
	}()
	return r.Detect(name, data)
}

// guarded runs a reader so that neither a fault of its own nor endless work reaches the program.
func guarded[T any](ctx context.Context, name string, read func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, maxReadingTime)
	defer cancel()
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if fault := recover(); fault != nil {
				r = result{err: broken(name, fmt.Errorf("the reader failed: %v", fault))}
			}
			done <- r
		}()
		r.value, r.err = read(ctx)
	}()
	var none T
	select {
	case r := <-done:
		if r.err != nil {
			return none, asProblem(name, r.err)
		}
		return r.value, nil
	case <-ctx.Done():
		return none, asProblem(name, ctx.Err())
	}
}

// asProblem names the file in problems and turns the bounds' own errors into problems.
func asProblem(name string, err error) error {
	switch {
	case len(study.Problems(err)) > 0:
		return study.InFile(err, filepath.Base(name))
	case errors.Is(err, errUnpacksTooLarge):
		return &study.Problem{ID: "file.unpacks-too-large", File: filepath.Base(name), Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &study.Problem{ID: "file.too-slow", File: filepath.Base(name), Err: err}
	}
	return fmt.Errorf("reading %s: %w", filepath.Base(name), err)
}

// cmpFormat is the format a reader states for the single document, else its own.
func cmpFormat(stated, own string) string {
	if stated != "" {
		return stated
	}
	return own
}

// hasEnding tells whether the file's name ends in one of the endings, letter case aside.
func hasEnding(name string, endings ...string) bool {
	lower := strings.ToLower(name)
	for _, e := range endings {
		if strings.HasSuffix(lower, e) {
			return true
		}
	}
	return false
}
