package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"iucomstudien/internal/study"
)

// TestMain lets the test program be the child process in which the second engine works.
func TestMain(m *testing.M) {
	if status, isChild := RunChild(os.Args, os.Stdin, os.Stdout); isChild {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// sheetOf sets lines of text on a page as a typesetter would: size in points, from a height downwards, at a left margin.
type sheetOf struct{ chars []pdfChar }

// line sets text at a place; figures after a caret are raised, as marks of notes are.
func (s *sheetOf) line(x, y, size float64, text string) {
	raised := false
	for _, r := range text {
		if r == '^' {
			raised = !raised
			continue
		}
		width, height, bottom := 0.5*size, 0.45*size, y
		if tall(r) {
			height = 0.7 * size
		}
		if raised {
			width, height, bottom = 0.3*size, 0.42*size, y+0.33*size
		}
		c := pdfChar{r, x, bottom, x + width, bottom + height}
		if r == ' ' {
			c.right, c.top = c.left, c.bottom
		}
		s.chars = append(s.chars, c)
		x += width
	}
	s.chars = append(s.chars, pdfChar{r: '\r'}, pdfChar{r: '\n'})
}

// prose of the width of a column: n lines of about 40 letters.
func filler(n int, word string) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%s%d steht hier in einer vollen Zeile da%d", word, i%10, i%10))
	}
	return all
}

func (s *sheetOf) block(x, y, size float64, lines []string) float64 {
	for _, l := range lines {
		s.line(x, y, size, l)
		y -= 1.2 * size
	}
	return y
}

func pagesOf(sheets ...sheetOf) *pdfFile {
	f := &pdfFile{}
	for _, s := range sheets {
		f.pages = append(f.pages, pdfPage{chars: s.chars, height: 842})
	}
	return f
}

func TestParagraphsOfAPage(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(s *sheetOf)
		want string
	}{
		{"lines of a paragraph, and a short one before the next", func(s *sheetOf) {
			s.block(70, 700, 10, []string{"Dies ist eine volle Zeile des Absatzes eins", "und hier endet er.", "Der zweite Absatz beginnt in neuer Zeile da", "und geht weiter."})
		}, "Dies ist eine volle Zeile des Absatzes eins und hier endet er.\nDer zweite Absatz beginnt in neuer Zeile da und geht weiter.\n"},
		{"a divided word", func(s *sheetOf) {
			s.block(70, 700, 10, []string{"Es geht in dieser Zeile um die Unverhältnis-", "mäßigkeit der Kosten, auch um Haupt- oder um Haupt-", "und Nebenleistung, auch um die Zusage der EU-", "Kommission und um das Urteil."})
		}, "Es geht in dieser Zeile um die Unverhältnismäßigkeit der Kosten, auch um Haupt- oder um Haupt- und Nebenleistung, auch um die Zusage der EU-Kommission und um das Urteil.\n"},
		{"PDFium's sign for a divided word", func(s *sheetOf) {
			s.line(70, 700, 10, "Es geht in dieser Zeile um die Unver")
			s.chars[len(s.chars)-2].r = hyphenSign
			s.chars = s.chars[:len(s.chars)-1]
			s.line(70, 688, 10, "hältnismäßigkeit der Kosten")
		}, "Es geht in dieser Zeile um die Unverhältnismäßigkeit der Kosten\n"},
		{"a word with a hyphen of its own", func(s *sheetOf) {
			s.block(70, 700, 10, []string{"The officious by-stander is asked by the by-", "stander of this case and nobody else in this", "well-known case."})
		}, "The officious by-stander is asked by the by-stander of this case and nobody else in this well-known case.\n"},
		{"an item of a list", func(s *sheetOf) {
			s.block(70, 700, 10, []string{"Ein Anspruch setzt in diesem Fall voraus, dass", "1. ein Vertrag geschlossen worden ist und er gilt,", "2. die Sache mangelhaft war."})
		}, "Ein Anspruch setzt in diesem Fall voraus, dass\n1. ein Vertrag geschlossen worden ist und er gilt,\n2. die Sache mangelhaft war.\n"},
		{"a table row", func(s *sheetOf) {
			s.line(70, 700, 10, "Kaufvertrag")
			s.line(200, 700, 10, "§ 433 BGB")
			s.line(330, 700, 10, "gegeben")
			s.line(70, 685, 10, "Mangel")
			s.line(200, 685, 10, "§ 434 BGB")
		}, "Kaufvertrag\t§ 433 BGB\tgegeben\nMangel\t§ 434 BGB\n"},
		{"a note and its mark", func(s *sheetOf) {
			s.block(70, 700, 10, []string{"Der Bundesgerichtshof^1^, sieht das in BGB^7^ anders.", "Hier folgt noch eine volle Zeile des Textes."})
			s.block(70, 120, 8, []string{"^1^ Urteil vom 3. März.", "Seine zweite Zeile."})
		}, "Der Bundesgerichtshof, [1] sieht das in BGB⁷ anders. Hier folgt noch eine volle Zeile des Textes.\n[1] Urteil vom 3. März. Seine zweite Zeile.\n"},
		{"an article with a raised number beside a note of that number", func(s *sheetOf) {
			s.block(70, 700, 10, []string{"Zgodnie z art. 385^1^ k.c. umowa wiąże^1^ strony", "do końca."})
			s.block(70, 120, 8, []string{"^1^ Wyrok SN, KBB^6^ § 3."})
		}, "Zgodnie z art. 385¹ k.c. umowa wiąże [1] strony do końca.\n[1] Wyrok SN, KBB⁶ § 3.\n"},
		{"letters whose bytes were swapped", func(s *sheetOf) {
			s.line(70, 700, 10, "The o\u6600\u6600icer 漢字 \u6600")
		}, "The officer 漢字 \u6600\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s sheetOf
			c.set(&s)
			s.chars = mendSwapped(s.chars)
			doc, err := pagesOf(s).document(context.Background())
			if err != nil || doc.Text != c.want {
				t.Errorf("got  %q\nwant %q (%v)", doc.Text, c.want, err)
			}
		})
	}
}

func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	left, right := filler(20, "Links"), filler(20, "Rechts")
	want := strings.Join(left, " ") + "\n" + strings.Join(right, " ") + "\n"
	for _, byRow := range []bool{false, true} {
		var s sheetOf
		if byRow {
			for i := range left {
				s.line(50, 700-12*float64(i), 10, left[i])
				s.line(310, 700-12*float64(i), 10, right[i])
			}
		} else {
			s.block(50, 700, 10, left)
			s.block(310, 700, 10, right)
		}
		doc, err := pagesOf(s).document(context.Background())
		if got := words(doc.Text); err != nil || got != words(want) {
			t.Errorf("by row %v: got %s (%v)", byRow, got, err)
		}
	}
}

func TestWhatRepeatsOnEveryPageStandsApart(t *testing.T) {
	var sheets []sheetOf
	for n := range 4 {
		var s sheetOf
		s.line(70, 800, 9, "Gutachten Müller")
		s.block(70, 760, 10, filler(12, string(rune('A'+n))))
		s.line(280, 40, 9, fmt.Sprintf("Seite %d von 4", n+1))
		sheets = append(sheets, s)
	}
	doc, err := pagesOf(sheets...).document(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(doc.Headers, []string{"Gutachten Müller"}) || !slices.Equal(doc.Footers, []string{"Seite 1 von 4"}) {
		t.Errorf("headers %q, footers %q", doc.Headers, doc.Footers)
	}
	if strings.Contains(doc.Text, "Gutachten") || strings.Contains(doc.Text, "Seite") || !strings.Contains(doc.Text, "D9") {
		t.Errorf("text %q", doc.Text)
	}
}

func TestNotesThatBeginAnewOnEveryPageAreCountedThrough(t *testing.T) {
	var sheets []sheetOf
	for range 2 {
		var s sheetOf
		s.block(70, 700, 10, []string{"Eine volle Zeile des Textes mit Note^1^ darin", "und einer zweiten^2^ und Text bis zum Rand hin.", "Dazu Fundstellen in der Kommentarliteratur."})
		s.block(70, 100, 8, []string{"^1^ Erste Fundstelle.", "2 Zweite Fundstelle."})
		sheets = append(sheets, s)
	}
	doc, err := pagesOf(sheets...).document(context.Background())
	const text = "Eine volle Zeile des Textes mit Note [%d] darin und einer zweiten [%d] und Text bis zum Rand hin. Dazu Fundstellen in der Kommentarliteratur.\n"
	want := fmt.Sprintf(text, 1, 2) + fmt.Sprintf(text, 3, 4) +
		"[1] Erste Fundstelle.\n[2] Zweite Fundstelle.\n[3] Erste Fundstelle.\n[4] Zweite Fundstelle.\n"
	if err != nil || doc.Text != want {
		t.Errorf("got %q, %v", doc.Text, err)
	}
}

func TestPagesWithoutTextAndUnreadableTextAreSaid(t *testing.T) {
	var full, signs sheetOf
	full.line(70, 700, 10, "Text")
	signs.line(70, 700, 10, "\ue001\ue002\ue003 abc")
	for _, c := range []struct {
		name string
		file *pdfFile
		want []string
	}{
		{"a page of pictures", pagesOf(full, sheetOf{}), []string{"pages-without-text"}},
		{"only pictures", pagesOf(sheetOf{}, sheetOf{}), []string{"no-text"}},
		{"signs without meaning", pagesOf(signs), []string{"unreadable"}},
	} {
		doc, err := c.file.document(context.Background())
		if err != nil || !slices.Equal(kinds(doc), c.want) {
			t.Errorf("%s: %v, %v", c.name, kinds(doc), err)
		}
	}
}

func TestNoArrangementOfLettersTakesLong(t *testing.T) {
	const n = 100_000
	at := func(place func(i int) pdfChar) *pdfFile {
		var s sheetOf
		for i := range n {
			s.chars = append(s.chars, place(i))
		}
		return pagesOf(s)
	}
	for name, file := range map[string]*pdfFile{
		"all far apart on one line": at(func(i int) pdfChar { x := 30 * float64(i); return pdfChar{'a', x, 0, x + 5, 7} }),
		"a line each":               at(func(i int) pdfChar { y := -9 * float64(i); return pdfChar{'1', 0, y, 5, y + 7} }),
		"blanks":                    at(func(int) pdfChar { return pdfChar{r: ' '} }),
		"swapped letters":           at(func(int) pdfChar { return pdfChar{'\u6600', 0, 0, 5, 7} }),
		"two columns and across": at(func(i int) pdfChar {
			y, x := -9*float64(i/9), float64(i%9%2)*400
			return pdfChar{'x', x, y, x + 300 + float64(i%9/8)*400, y + 7}
		}),
		"divided words": at(func(i int) pdfChar { y := -9 * float64(i/2); return pdfChar{rune("a\x02"[i%2]), 0, y, 5, y + 7} }),
	} {
		start := time.Now()
		for i := range file.pages {
			file.pages[i].chars = mendSwapped(file.pages[i].chars)
		}
		if _, err := file.document(context.Background()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}

func TestManyDocumentsAtTheSameTime(t *testing.T) {
	data, want := load(t, "corpus/de-lo.pdf"), ""
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 2 * pdfiumInstances {
		all.Go(func() {
			doc, err := Read(context.Background(), "a.pdf", data)
			mu.Lock()
			defer mu.Unlock()
			if want == "" {
				want = doc.Text
			}
			if err != nil || doc.Text != want {
				t.Errorf("%d bytes, %v", len(doc.Text), err)
			}
		})
	}
	all.Wait()
}

func TestADocumentThatTakesTooLongIsEnded(t *testing.T) {
	data := load(t, "corpus/de-latex.pdf")
	if _, err := Read(context.Background(), "a.pdf", data); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, err := Read(ctx, "a.pdf", data); !study.HasProblem(err, "file.too-slow") {
		t.Errorf("err %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, "a.pdf", data); !errors.Is(err, context.Canceled) || len(study.Problems(err)) > 0 {
		t.Errorf("cancelled: %v", err)
	}
	if doc, err := Read(context.Background(), "a.pdf", data); err != nil || doc.Text == "" {
		t.Errorf("afterwards: %v", err)
	}
}

// manyPages makes a PDF of n empty pages.
func manyPages(n int) []byte {
	var b strings.Builder
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count " + fmt.Sprint(n) + "/Kids[")
	b.WriteString(strings.Repeat("3 0 R ", n))
	b.WriteString("]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF")
	return []byte(b.String())
}

func TestThousandsOfPagesAreRefused(t *testing.T) {
	if _, err := Read(context.Background(), "a.pdf", manyPages(maxPages+1)); !study.HasProblem(err, "file.too-many-pages") {
		t.Error(err)
	}
	if doc, err := Read(context.Background(), "a.pdf", manyPages(3)); err != nil || doc.Pages != 3 || !hasWarning(doc, "no-text") {
		t.Errorf("%d pages, %v, %v", doc.Pages, doc.Warnings, err)
	}
}

func TestTheCacheFolderIsTheOneGiven(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "pdfium")
	if got := cacheFolder(WithCacheFolder(context.Background(), folder)); got != folder {
		t.Errorf("got %s", got)
	}
	if got := cacheFolder(context.Background()); got != "" && !strings.HasSuffix(got, filepath.Join("iucom-studien", "pdfium")) {
		t.Errorf("default %s", got)
	}
}

func TestTheSecondEngineReadsInAChildProcess(t *testing.T) {
	for _, f := range corpus(t, corpusFolder, "*-lo.pdf") {
		data, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := readPDFInChild(context.Background(), f.name(), data)
		if err != nil {
			t.Fatal(err)
		}
		if s := found(f.expected, doc); s.share() < 0.85 || !hasWarning(doc, "please-check") {
			t.Errorf("%s: %.3f, warnings %v", f.name(), s.share(), doc.Warnings)
		}
	}
	if _, err := readPDFInChild(context.Background(), "a.pdf", []byte("%PDF-1.4 nothing")); !study.HasProblem(err, "file.broken") {
		t.Errorf("damaged: %v", err)
	}
	if _, err := readPDFInChild(context.Background(), "a.pdf", load(t, "corpus/de-userpw.pdf")); len(study.Problems(err)) != 1 {
		t.Errorf("locked: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readPDFInChild(ctx, "a.pdf", load(t, "corpus/de-lo.pdf")); err == nil {
		t.Error("a cancelled child gave a text")
	}
}

func TestTheChildSaysItsFaultsInItsAnswer(t *testing.T) {
	var out strings.Builder
	if status, isChild := RunChild([]string{"program", childWord}, strings.NewReader("no PDF"), &out); !isChild || status != 0 {
		t.Fatal(status, isChild)
	}
	var pages childPages
	if err := json.Unmarshal([]byte(out.String()), &pages); err != nil || pages.Fault == "" {
		t.Errorf("%s, %v", out.String(), err)
	}
}
