//go:build !ci && linux

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// starts is how often a start is measured; the median counts.
const starts = 5

// built builds a program as the window is built for people.
func built(b *testing.B, pkg string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "program")
	cmd := exec.Command("go", "build", "-tags", "migrated_fynedo", "-o", path, pkg)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return path
}

// BenchmarkStart measures the time from start to first picture, and the memory three seconds later, of the program and
// of an empty window of the same size, each also in a home where it never ran. All are started in turn, so that what else the machine does meets all.
func BenchmarkStart(b *testing.B) {
	needsTools(b)
	d := bareDisplay(b, 1280, 800)
	program, empty := built(b, "."), built(b, "./testdata/empty")
	home, nothing := b.TempDir(), b.TempDir()
	once(b, d, program, home) // a first start makes the database: it is measured apart
	figures := map[string][]float64{}
	note := func(name string, frame time.Duration, resident float64) {
		figures[name+"-first-frame-ms"] = append(figures[name+"-first-frame-ms"], float64(frame)/float64(time.Millisecond))
		figures[name+"-resident-MB"] = append(figures[name+"-resident-MB"], resident)
	}
	for range starts {
		frame, resident := once(b, d, program, home)
		note("program", frame, resident)
		frame, resident = once(b, d, empty, nothing)
		note("empty", frame, resident)
		frame, resident = once(b, d, program, b.TempDir())
		note("new", frame, resident)
		frame, resident = once(b, d, empty, b.TempDir())
		note("new-empty", frame, resident)
	}
	for range b.N {
		continue // the figures are medians of what was measured above
	}
	b.ReportMetric(0, "ns/op")
	for unit, list := range figures {
		slices.Sort(list)
		b.ReportMetric(list[len(list)/2], unit)
	}
}

// once starts a program, waits for its first picture, and gives the memory it holds when it has come to rest.
func once(b *testing.B, d *display, program, home string) (time.Duration, float64) {
	b.Helper()
	cmd := exec.Command(program)
	cmd.Env = clean(d.name, home)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		for d.painted() {
			time.Sleep(10 * time.Millisecond)
		}
	}()
	for !d.painted() {
		if time.Since(began) > patience {
			b.Fatalf("%s shows nothing", program)
		}
		time.Sleep(time.Millisecond)
	}
	frame := time.Since(began)
	time.Sleep(3 * time.Second)
	return frame, resident(b, cmd.Process.Pid)
}

// painted tells whether a window has been drawn where windows open: the screen behind it is black.
func (d *display) painted() bool {
	f, err := os.Open(d.frame)
	if err != nil {
		return false
	}
	defer f.Close()
	var point [4]byte
	const line, column = 300, 300
	if _, err := f.ReadAt(point[:], d.head+line*d.stride+4*column); err != nil {
		return false
	}
	return point[0] > 64
}

// resident is the memory that a process holds, in megabytes.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	found := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if found == nil {
		b.Fatal("the system does not say how much memory the program holds")
	}
	kB, err := strconv.Atoi(string(found[1]))
	if err != nil {
		b.Fatal(err)
	}
	return float64(kB) / 1e3
}

// The sizes that are promised.
const (
	longPages   = 200
	manyAnswers = 10_000
	manyRows    = 5_000
)

// pageOfText is about a page.
var pageOfText = strings.Repeat("Gemäß § 1096 Abs 1 ABGB ist der Mieter von der Entrichtung des Zinses befreit, soweit die Sache nicht brauchbar ist. ", 25) + "\n\n"

// BenchmarkBusy measures for how long the window's goroutine is busy at a stretch: while a text of 200 pages is
// opened, while 5,000 rows are read and taken over, and while a list of 10,000 answers is scrolled.
func BenchmarkBusy(b *testing.B) {
	needsTools(b)
	texts := words(b)
	say := texts.T
	w := openWindow(b, openDisplay(b, 1280, 800))
	w.click(say("home.sample"))
	w.sees(say("wizard.blinding.blind"))
	w.key("ctrl+4")
	busy := func(unit string, do func()) {
		w.look("watch", "")
		do()
		b.ReportMetric(float64(w.look("longest", "").Longest)/float64(time.Millisecond), unit)
	}
	bring := func(path string, n int) {
		w.drop(path)
		w.click(texts.N("wizard.answers.take", n))
		w.sees(texts.N("wizard.answers.imported", n))
	}
	bring(long(b), 1)
	busy("open-200-pages-ms", func() {
		w.click("demo-model-x 1")
		w.sees("Gemäß § 1096")
	})
	w.click("T01") // a short text again
	busy("import-5000-ms", func() { bring(rows(b, 0, manyRows), manyRows) })
	bring(rows(b, manyRows, manyAnswers), manyAnswers-manyRows)
	busy("scroll-10000-ms", func() {
		for range 200 {
			w.do("mousemove", "--window", w.id, "700", "500", "click", "5")
		}
	})
	for range b.N {
		continue // measured once: each is the longest of many
	}
	b.ReportMetric(0, "ns/op")
}

// rows is a table of short answers, numbered from one number to the one before another.
func rows(b *testing.B, from, to int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), fmt.Sprintf("rows-%d.csv", from))
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	all := [][]string{{"answer", "source", "date", "aids", "id", "consent"}}
	for i := from; i < to; i++ {
		all = append(all, []string{fmt.Sprintf("Antwort %d: Die Kündigung ist unwirksam (§ 33 Abs 1 MRG).", i), "student", "2026-02-20", "no", fmt.Sprintf("T%d", 10_000+i), "yes"})
	}
	if err := csv.NewWriter(f).WriteAll(all); err != nil {
		b.Fatal(err)
	}
	return path
}

// long is an answer of 200 pages.
func long(b *testing.B) string {
	b.Helper()
	data, err := json.Marshal([]map[string]string{{"answer": strings.Repeat(pageOfText, longPages), "source": "ai", "provider": "Demo",
		"model": "demo-model-x", "version": "1", "date": "2026-03-02", "prompt": "Ist die Kündigung wirksam?", "id": "A1"}})
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "long.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	return path
}
