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
	"testing"
	"time"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// zipped makes a zip of parts.
func zipped(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range parts {
		part, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatCanNotBeReadIsSaidAndHowToMendIt(t *testing.T) {
	ole := oleStart + strings.Repeat("\x00", 500)
	for _, c := range []struct{ name, file, data, problem string }{
		{"empty file", "a.docx", "", "file.empty"},
		{"zero byte in a text", "a.txt", "Antwort\x00 eins", "file.binary"},
		{"noise", "a.txt", "\x01\x02\x03\x04\x80\x81\x05\x06", "file.binary"},
		{"picture", "a.docx", "\x89PNG\r\n\x1a\n....", "file.unknown-format"},
		{"zip of something else", "a.zip", string(zipped(t, map[string]string{"x.bin": "y"})), "file.unknown-format"},
		{"broken zip", "a.xlsx", zipStart + "cut off cut off", "file.broken"},
		{"password", "a.docx", ole + string(encryptedPackage), "file.password"},
		{"too large", "a.txt", strings.Repeat("a", MaxFile+1), "file.too-large"},
		{"no main part", "a.docx", string(zipped(t, map[string]string{"word/document.xml": "<w:document>"})), "file.broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), c.file, []byte(c.data))
			problems := study.Problems(err)
			if len(problems) != 1 || problems[0].ID != c.problem {
				t.Fatalf("err = %v, want %s", err, c.problem)
			}
			if problems[0].File != c.file {
				t.Errorf("file %q", problems[0].File)
			}
			for _, l := range study.Languages() {
				words, err := lang.New(l)
				if err != nil {
					t.Fatal(err)
				}
				sentence, remedy := words.Problem(problems[0])
				if strings.Contains(sentence+remedy, "‹") || strings.Contains(sentence+remedy, "<no value>") {
					t.Errorf("%s: %s %s", l, sentence, remedy)
				}
			}
		})
	}
}

func TestEveryWarningHasASentence(t *testing.T) {
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"no-text", "encoding-unsure", "encoding-damaged"} {
			if !words.Has("extract.warning." + kind) {
				t.Errorf("%s: no sentence for the warning %s", l, kind)
			}
		}
	}
}

func TestContentDecidesAndNotTheEnding(t *testing.T) {
	for _, c := range []struct{ file, source, format string }{
		{"brief.txt", "de-lo.docx", "docx"}, {"tabelle.docx", "tab-de.xlsx", "xlsx"}, {"tabelle.xlsx", "tab-de.csv", "csv"},
		{"antwort", "de-lo.docx", "docx"},
	} {
		got, err := Format(c.file, load(t, c.source))
		if err != nil || got != c.format {
			t.Errorf("%s as %s: %s, %v", c.source, c.file, got, err)
		}
	}
	if got, _ := Format("prosa.docx", []byte("Die Kündigung ist unwirksam.\nEin Brief reicht nicht.\n")); got != "txt" {
		t.Errorf("prose is %s", got)
	}
}

func TestBombsEndInAnErrorSoon(t *testing.T) {
	const document = `<w:document xmlns:w="w"><w:body>`
	rels := map[string]string{"_rels/.rels": `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>`}
	with := func(body string) []byte {
		parts := map[string]string{"word/document.xml": document + body}
		for k, v := range rels {
			parts[k] = v
		}
		return zipped(t, parts)
	}
	many := make(map[string]string)
	for i := range maxParts + 1 {
		many["p/"+strings.Repeat("x", i%7)+time.Duration(i).String()] = ""
	}
	for name, data := range map[string][]byte{
		"one part of 66 MB": with("<w:p><w:r><w:t>" + strings.Repeat("a", 66<<20)),
		"millions of marks": with(strings.Repeat("<w:p/>", 11_300_000)),
		"nested tables":     with(strings.Repeat("<w:tbl><w:tr><w:tc>", 100_000)),
		"too many parts":    zipped(t, many),
		"entity":            with(`<!DOCTYPE x [<!ENTITY a "aaaa">]><w:p>&a;</w:p></w:body></w:document>`),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			doc, err := Read(context.Background(), "a.docx", data)
			if len(study.Problems(err)) == 0 {
				t.Errorf("%d bytes of text, %v", len(doc.Text), err)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

func TestNamesInAnArchiveReachNothing(t *testing.T) {
	data := zipped(t, map[string]string{
		"../../etc/x.json": `{"answer":"a"}`, `..\..\y.json`: "{}", "/abs/z.json": "{}",
	})
	members, err := Unpack(context.Background(), data, func(string) bool { return true })
	if err != nil || len(members) != 3 {
		t.Fatalf("%v, %v", members, err)
	}
	for _, m := range members {
		if strings.Contains(m.Name, "..") || strings.HasPrefix(m.Name, "/") {
			t.Errorf("name %q", m.Name)
		}
	}
}

// mutations is how often each file is damaged in the test of all readers.
const mutations = 60

// damaged cuts a file or flips bits in it; the same number gives the same damage.
func damaged(data []byte, n int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), uint64(len(data))))
	if len(data) == 0 {
		return nil
	}
	if n%3 == 0 {
		return data[:random.IntN(len(data))]
	}
	out := bytes.Clone(data)
	for range 1 + random.IntN(16) {
		out[random.IntN(len(out))] ^= 1 << random.IntN(8)
	}
	return out
}

func TestNoDamageMakesAReaderFailOrHang(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // a folder, for instance of the fuzzer
		}
		for n := range mutations {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			bad := damaged(data, n)
			if _, err := Read(ctx, file, bad); strings.Contains(errText(err), "the reader failed") || ctx.Err() != nil {
				t.Errorf("%s, damage %d: %v", file, n, err)
			}
			if _, err := Table(ctx, file, bad); strings.Contains(errText(err), "the reader failed") || ctx.Err() != nil {
				t.Errorf("%s as a table, damage %d: %v", file, n, err)
			}
			cancel()
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestReadingCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Read(ctx, "a.csv", load(t, "tab-de.csv"))
	if err != nil && len(study.Problems(err)) > 0 {
		t.Errorf("a cancelled reading is no fault of the file: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"tab-de.csv", "tab-de-cp1252.csv", "tab-de.xlsx", "tab-de.xls", "de-lo.docx", "sp-lo.docx"} {
		f.Add(name, load(f, name))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		_, err := Read(context.Background(), name, data)
		if strings.Contains(errText(err), "the reader failed") {
			t.Error(err)
		}
	})
}

func FuzzTable(f *testing.F) {
	for _, name := range []string{"tab-de.csv", "tab-de-cp1252.csv", "tab-de.xlsx", "tab-de.xls"} {
		f.Add(load(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"a.csv", "a.xlsx"} {
			if _, err := Table(context.Background(), name, data); strings.Contains(errText(err), "the reader failed") {
				t.Error(err)
			}
		}
	})
}
