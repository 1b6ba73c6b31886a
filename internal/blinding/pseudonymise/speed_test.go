package pseudonymise

import (
	"fmt"
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// answer builds one answer of about n bytes out of the labelled examples of a language.
func answer(examples []labelled, from, n int) string {
	var b strings.Builder
	for i := from; b.Len() < n; i++ {
		for _, t := range examples[i%len(examples)].Texts {
			b.WriteString(t.Text)
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// BenchmarkTexts measures whole runs: a thousand answers of 4,000 characters, and single texts of 100 kB and 1 MB.
func BenchmarkTexts(b *testing.B) {
	p := newForTest(b)
	for _, lang := range study.Languages() {
		examples := readLabelled(b, "testdata/"+string(lang)+".jsonl")
		var many []string
		for i := range 1000 {
			many = append(many, answer(examples, i, 4000))
		}
		for _, c := range []struct {
			name  string
			texts []string
		}{
			{"1000x4kB", many}, {"100kB", []string{answer(examples, 0, 100_000)}}, {"1MB", []string{answer(examples, 0, 1_000_000)}},
		} {
			b.Run(fmt.Sprintf("%s/%s", lang, c.name), func(b *testing.B) {
				size := 0
				for _, t := range c.texts {
					size += len(t)
				}
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					p.Texts(c.texts, Options{Lang: lang})
				}
			})
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := load(); err != nil {
			b.Fatal(err)
		}
	}
}
