package intake

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/study"
)

func TestNestingWithoutEndIsRefused(t *testing.T) {
	for name, data := range map[string]string{
		"arrays":         strings.Repeat("[", 2_000_000),
		"objects":        strings.Repeat(`{"a":`, 1_000_000),
		"closed arrays":  strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"in an own file": `{"results":` + strings.Repeat(`[{"x":`, 100_000),
	} {
		start := time.Now()
		p := read(t, "a.json", data, Hint{})
		if p.Error == nil || p.Error.ID != "intake.too-deep" {
			t.Errorf("%s: %v", name, p.Error)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}

func TestTreesThatBiteTheirTailEnd(t *testing.T) {
	p := read(t, "a.json", `[{"title":"x","current_node":"a","mapping":{
		"a":{"id":"a","parent":"b","children":["b"],"message":{"id":"a","author":{"role":"assistant"},"recipient":"all","content":{"content_type":"text","parts":["Ja."]}}},
		"b":{"id":"b","parent":"a","children":["a"],"message":{"id":"b","author":{"role":"user"},"content":{"content_type":"text","parts":["?"]}}}}},
		{"title":"y","mapping":{"a":{"parent":"","children":["a"]}}},
		{"uuid":"z","current_leaf_message_uuid":"m","chat_messages":[{"uuid":"m","parent_message_uuid":"m","sender":"assistant","content":[{"type":"text","text":"Nein."}]}]}]`,
		Hint{Condition: study.OtherAI})
	if p.Error != nil || len(p.Candidates) != 2 {
		t.Errorf("%v, %+v", p.Error, p.Candidates)
	}
}

// packedZip makes a zip of files.
func packedZip(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPackedExportsAreReadAsTheAppsHandThemOut(t *testing.T) {
	part, err := os.ReadFile("testdata/exports/claude-conversations.json")
	if err != nil {
		t.Fatal(err)
	}
	data := packedZip(t, map[string]string{
		"conversations.json": string(part), "users.json": `[{"uuid":"1","full_name":"x"}]`, "../evil.png": "x",
	})
	p := read(t, "export.zip", data, Hint{Condition: study.OtherAI})
	if p.Error != nil || len(p.Candidates) != 3 || p.Format != "claude-export" || p.Skipped["other-file"] != 2 {
		t.Errorf("%v %s %d %v", p.Error, p.Format, len(p.Candidates), p.Skipped)
	}
	if at := p.Candidates[0].Answer.File.At; !strings.HasPrefix(at, "conversations.json: ") {
		t.Errorf("place %q", at)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write(part); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if p := read(t, "conversations.json.gz", z.String(), Hint{}); p.Error != nil || len(p.Candidates) != 3 {
		t.Errorf("gzip: %v", p.Error)
	}
	if p := read(t, "x.zip", packedZip(t, map[string]string{"a.png": "x"}), Hint{}); p.Error == nil || p.Error.ID != "intake.no-answers" {
		t.Errorf("zip without exports: %v", p.Error)
	}
	if p := read(t, "t.zip", packedZip(t, map[string]string{"Takeout/MyActivity.html": "<!doctype html><title>My Activity</title>"}), Hint{}); p.Error == nil || p.Error.ID != "intake.html-page" {
		t.Errorf("takeout as HTML: %v", p.Error)
	}
}

func TestPackedBombIsRefused(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	block := bytes.Repeat([]byte(" "), 1<<20)
	for range 300 {
		if _, err := w.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if p := read(t, "a.json.gz", z.String(), Hint{}); p.Error == nil || p.Error.ID != "file.unpacks-too-large" {
		t.Errorf("%v", p.Error)
	}
}

// damage cuts a file or flips bits in it; the same number gives the same damage.
func damage(data []byte, n int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), uint64(len(data))))
	if n%3 == 0 {
		return data[:random.IntN(len(data))]
	}
	out := bytes.Clone(data)
	for range 1 + random.IntN(16) {
		out[random.IntN(len(out))] ^= 1 << random.IntN(8)
	}
	return out
}

// damages is how often each labelled file is damaged.
const damages = 60

func TestNoDamageMakesTheImportFailOrHang(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/exports/*.json*", "testdata/tables/*", "testdata/sample/*.*", "testdata/sample/formats/*"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, some...)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".expected.json") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n := range damages {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			p, err := Read(ctx, file, damage(data, n), Hint{Condition: study.OtherAI})
			cancel()
			if err != nil {
				t.Errorf("%s, damage %d: %v", file, n, err)
			}
			if err := consistent(p); err != nil {
				t.Errorf("%s, damage %d: %v", file, n, err)
			}
		}
	}
}

// consistent checks what holds of every preview.
func consistent(p Preview) error {
	if p.Error != nil && len(p.Candidates) > 0 {
		return fmt.Errorf("turned down, yet with %d candidates", len(p.Candidates))
	}
	for i, c := range p.Candidates {
		a := c.Answer
		switch {
		case (c.Use == UseYes) != (c.Problem == nil):
			return fmt.Errorf("candidate %d: use %s, problem %v", i, c.Use, c.Problem)
		case c.Use == UseYes && strings.TrimSpace(a.Text) == "":
			return fmt.Errorf("candidate %d: empty and usable", i)
		case c.Use == UseYes && a.Condition.Human() && a.Origin.Consent != study.ConsentGiven:
			return fmt.Errorf("candidate %d: usable without consent", i)
		case strings.ContainsRune(a.Text, '\r'):
			return fmt.Errorf("candidate %d: line ends", i)
		}
	}
	return nil
}

func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/exports/*.json*", "testdata/tables/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			if data, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, ".expected.json") {
				f.Add(filepath.Base(file), data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		p, err := Read(context.Background(), name, data, Hint{})
		if err != nil {
			t.Fatal(err)
		}
		if err := consistent(p); err != nil {
			t.Error(err)
		}
	})
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{"<p>a</p>", "<ul><li>a<ul><li>b</ul></ul>", "<table><tr><td>a<td>b", "<pre> a\n b</pre>", "<script>x</script>y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if out := plainText(s); len(out) > 100*len(s)+100 {
			t.Errorf("%d bytes of text from %d", len(out), len(s))
		}
	})
}
