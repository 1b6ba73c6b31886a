package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// documentDamages is how often each document is damaged; half of the damages to packed files are done to what is packed.
const documentDamages = 50

func TestNoDamageToADocumentMakesAReaderFailOrHang(t *testing.T) {
	type job struct {
		name string
		data []byte
		n    int
	}
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for j := range jobs {
				bad := damaged(j.data, j.n)
				if j.n%2 == 0 {
					bad = damagedInside(j.data, j.n)
				}
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				_, err := Read(ctx, j.name, bad)
				if strings.Contains(errText(err), "the reader failed") || ctx.Err() != nil {
					t.Errorf("%s, damage %d: %v", j.name, j.n, err)
				}
				cancel()
			}
		})
	}
	for _, f := range corpus(t, corpusFolder, "*") {
		data, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		for n := range documentDamages {
			jobs <- job{f.name(), data, n}
		}
	}
	close(jobs)
	workers.Wait()
}

// damagedInside damages one part of a packed file and packs it again; other files it damages as they are.
func damagedInside(data []byte, n int) []byte {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return damaged(data, n)
	}
	hit := rand.New(rand.NewPCG(uint64(n), 1)).IntN(len(z.File))
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return data
		}
		content, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			return data
		}
		if i == hit || strings.HasSuffix(f.Name, "document.xml") || f.Name == odtContent {
			content = damaged(content, n)
		}
		part, err := w.Create(f.Name)
		if err != nil {
			return data
		}
		if _, err := part.Write(content); err != nil {
			return data
		}
	}
	if w.Close() != nil {
		return data
	}
	return b.Bytes()
}

func TestWhatIsWholeIsReadAndTheRestIsSaid(t *testing.T) {
	for _, name := range []string{"de-lo.rtf", "de-latex.pdf"} {
		data := load(t, "corpus/"+name)
		whole, err := Read(context.Background(), name, data)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := Read(context.Background(), name, data[:len(data)*98/100])
		if err != nil {
			continue // said
		}
		if !hasWarning(doc, "damaged") {
			t.Errorf("%s: %d of %d bytes of text, warnings %v", name, len(doc.Text), len(whole.Text), doc.Warnings)
		}
	}
}

// fuzzOne runs one reader on what the fuzzer makes of the corpus files of its kind.
func fuzzOne(f *testing.F, r Reader, endings ...string) {
	for _, e := range endings {
		files, err := filepath.Glob(filepath.Join(corpusFolder, "*"+e))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := r.Read(t.Context(), "a"+endings[0], data)
		if err == nil && len(doc.Text) > 2*maxText {
			t.Errorf("text of %d bytes", len(doc.Text))
		}
		r.Detect("a"+endings[0], data)
	})
}

func FuzzDocx(f *testing.F)  { fuzzOne(f, docxReader{}, ".docx") }
func FuzzODT(f *testing.F)   { fuzzOne(f, odtReader{}, ".odt") }
func FuzzRTF(f *testing.F)   { fuzzOne(f, rtfReader{}, ".rtf") }
func FuzzMSDoc(f *testing.F) { fuzzOne(f, msdocReader{}, ".doc") }
func FuzzPDF(f *testing.F)   { fuzzOne(f, pdfReader{}, ".pdf") }

// FuzzDocxBody and FuzzODTBody go past the zip, where a fuzzer hardly gets by itself.
func FuzzDocxBody(f *testing.F) {
	f.Add(`<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`)
	f.Add(`<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:sectPr/>`)
	f.Fuzz(func(t *testing.T, body string) {
		_, _ = docxReader{}.Read(t.Context(), "a.docx", docxOf(t, body, map[string]string{"numbering": docxNumbering, "styles": docxStylesPart}))
	})
}

func FuzzODTBody(f *testing.F) {
	f.Add(`<text:list text:style-name="L"><text:list-item><text:p>a<text:note/></text:p></text:list-item></text:list>`)
	f.Fuzz(func(t *testing.T, body string) {
		_, _ = odtReader{}.Read(t.Context(), "a.fodt", fodt(odtListStyle, body))
	})
}
