package legalref

import (
	"strings"
	"testing"
)

// corpus is every labelled sentence, a paragraph each, until the text has size bytes.
func corpus(t testing.TB, size int) string {
	var b strings.Builder
	for b.Len() < size {
		for _, file := range []string{"at", "de", "eu", "pl", "en"} {
			for _, l := range readLines[label](t, file+".jsonl") {
				b.WriteString(l.Text)
				b.WriteString("\n\n")
			}
		}
	}
	return b.String()
}

// prose is text with a citation every few lines, as answers are.
func prose(t testing.TB, size int) string {
	const filler = "Das Berufungsgericht hat zutreffend erkannt, dass die Klausel den Verbraucher gröblich benachteiligt und daher " +
		"nicht Vertragsinhalt geworden ist; die Beklagte hat dagegen nichts Stichhaltiges vorgebracht. Powód nie wykazał szkody. "
	cited := strings.Split(corpus(t, 1), "\n\n")
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(filler)
		b.WriteString(cited[i%len(cited)])
		b.WriteString("\n\n")
	}
	return b.String()
}

func BenchmarkFindProse(b *testing.B)     { benchmarkFind(b, prose(b, 1<<20), "de") }
func BenchmarkFindCitations(b *testing.B) { benchmarkFind(b, corpus(b, 1<<20), "de") }

// BenchmarkFindFourTimes shows that the time grows with the text and not faster.
func BenchmarkFindFourTimes(b *testing.B) { benchmarkFind(b, prose(b, 4<<20), "de") }

func benchmarkFind(b *testing.B, text, lang string) {
	r := newReader(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Find(text, lang)
	}
}

// BenchmarkHostile repeats what a reader could stumble over; every text has 256 kB.
func BenchmarkHostile(b *testing.B) {
	r := newReader(b)
	for _, piece := range []string{
		"§ 1, ", "§ 1. ", "§ 1 Abs 2 und ", "Art ", "1 ", "1 234 ", "1.", "1/", "(1) ", "1. a ", "OGH ", "EuGH A ", "C-1/12, ", "verb Rs C-1/12 und ", "ECLI:",
		"LVwG-", "eli/", "point (a) of ", "Abs 1 des ", "A-B-", "I ", "EUR 1", "S ", "Rn 1, ", "BGBl I ", "Dz.U. ", "a) ", "[", "[2020] ", "zwei ", "ff ", "i ", "w zw. z ",
		"x", "\u00ad", "\xff", "\n", "ä", "¹",
	} {
		b.Run(strings.TrimSpace(piece), func(b *testing.B) {
			text := strings.Repeat(piece, 1+(256<<10)/len(piece))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r.Find(text, "de")
			}
		})
	}
}
