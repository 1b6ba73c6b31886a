package legalref

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type label struct {
	ID, Lang, Locale, Text string
	Spans                  []labelSpan
	Ignore                 []labelSpan
}

type labelSpan struct {
	Kind         Kind
	Jurisdiction *string
	Norms        []string
	Text         string
	Start, End   int
	ByteStart    int `json:"byte_start"`
	ByteEnd      int `json:"byte_end"`
}

func readLines[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var v T
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func newReader(t testing.TB) *Reader {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// labelFiles names the labelled sentences: those of the guide, and further ones that were written after its rules without
// a look at the grammar.
func labelFiles() (files []string) {
	for _, dir := range []string{"", "further/"} {
		for _, file := range []string{"at", "de", "eu", "pl", "en"} {
			files = append(files, dir+file)
		}
	}
	return files
}

type score struct{ hit, miss, extra int }

func (s score) f1() float64 {
	if s.hit == 0 {
		return 0
	}
	return 2 * float64(s.hit) / float64(2*s.hit+s.miss+s.extra)
}

// TestLabels computes F1 of spans with their kind, of norms and of figures, a file at a time.
func TestLabels(t *testing.T) {
	r := newReader(t)
	for _, file := range labelFiles() {
		t.Run(file, func(t *testing.T) {
			var span, norm, fig score
			falseFigures := 0
			for _, l := range readLines[label](t, file+".jsonl") {
				hits := r.Find(l.Text, l.Lang)
				var problems []string
				for _, h := range hits {
					for _, ig := range l.Ignore {
						if h.Start < ig.ByteEnd && ig.ByteStart < h.End {
							falseFigures++
							problems = append(problems, fmt.Sprintf("false figure %s %q", h.Kind, h.Text))
						}
					}
				}
				problems = append(problems, compareSpans(l, hits, &span, &norm, &fig)...)
				if len(problems) > 0 {
					t.Logf("%s %q\n    %s", l.ID, l.Text, strings.Join(problems, "\n    "))
				}
			}
			t.Logf("%s: spans %.4f, norms %.4f, figures %.4f, false figures %d", file, span.f1(), norm.f1(), fig.f1(), falseFigures)
			if span.f1() < 0.97 || norm.f1() < 0.95 || fig.hit+fig.miss > 0 && fig.f1() < 0.98 || falseFigures > 0 {
				t.Errorf("below the bounds: spans 0.97, norms 0.95, figures 0.98, no false figures")
			}
		})
	}
}

func isFigure(k Kind) bool {
	return slices.Contains([]Kind{Amount, Percent, Date, Duration, Number}, k)
}

func compareSpans(l label, hits []Hit, span, norm, fig *score) (problems []string) {
	found := map[int]bool{}
	for _, w := range l.Spans {
		i := slices.IndexFunc(hits, func(h Hit) bool {
			return h.Start == w.ByteStart && h.End == w.ByteEnd && h.RuneStart == w.Start && h.RuneEnd == w.End && h.Kind == w.Kind
		})
		sameNorm := false
		if i >= 0 {
			found[i] = true
			span.hit++
			jur := ""
			if w.Jurisdiction != nil {
				jur = *w.Jurisdiction
			}
			sameNorm = slices.Equal(hits[i].Norms, w.Norms) && hits[i].Jurisdiction == jur
		} else {
			span.miss++
		}
		if sameNorm {
			norm.hit++
		} else {
			norm.miss++
			problems = append(problems, fmt.Sprintf("want %s %q %v", w.Kind, w.Text, w.Norms))
		}
		if isFigure(w.Kind) {
			if sameNorm {
				fig.hit++
			} else {
				fig.miss++
			}
		}
	}
	for i, h := range hits {
		if !found[i] {
			span.extra++
			norm.extra++
			if isFigure(h.Kind) {
				fig.extra++
			}
		}
		if !found[i] || len(problems) > 0 {
			problems = append(problems, fmt.Sprintf("got  %s %q %v %s", h.Kind, h.Text, h.Norms, h.Jurisdiction))
		}
	}
	return problems
}

// TestPairs compares every labelled pair; a missed difference and a false alarm both fail.
func TestPairs(t *testing.T) {
	type pair struct {
		ID, Lang, Before, After, Note string
		Same                          bool
		OrderChanged                  bool `json:"order_changed"`
	}
	r := newReader(t)
	for _, p := range slices.Concat(readLines[pair](t, "pairs.jsonl"), readLines[pair](t, "further/pairs.jsonl")) {
		c := r.Compare(p.Before, p.After, p.Lang)
		if c.Same != p.Same || c.OrderChanged != p.OrderChanged && p.Same && p.OrderChanged {
			t.Errorf("%s (%s) %q -> %q: same %v, want %v; missing %v, added %v", p.ID, p.Note, p.Before, p.After, c.Same, p.Same, c.Missing, c.Added)
		}
	}
}
