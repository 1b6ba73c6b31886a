package widgets

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// byLetters measures a text in letters, so that expected lines can be counted.
func byLetters(s string) float32 { return float32(utf8.RuneCountInString(s)) }

func linesOf(text string, room float32) []string {
	var lines []string
	for _, s := range newBreaker(byLetters).lines(text, room) {
		lines = append(lines, text[s.start:s.end])
	}
	return lines
}

func TestLinesAreFilledWordByWord(t *testing.T) {
	for _, c := range []struct {
		name, text string
		room       float32
		want       []string
	}{
		{"a short text is one line", "Ja.", 10, []string{"Ja."}},
		{"nothing is one empty line", "", 10, []string{""}},
		{"as many words as fit", "aa bb cc dd", 5, []string{"aa bb", "cc dd"}},
		{"a word that fits exactly", "aaaaa bb", 5, []string{"aaaaa", "bb"}},
		{"line ends stay", "a\n\nb", 10, []string{"a", "", "b"}},
		{"a last line end is an empty line", "a\n", 10, []string{"a", ""}},
		{"an indent stays", "  1. aa bb", 8, []string{"  1. aa", "bb"}},
		{"an indent without room is left out", "        aa", 8, []string{"aa"}},
		{"blanks inside a line stay", "a   b", 10, []string{"a   b"}},
		{"wide blanks inside a line stay", "a  a", 4, []string{"a  a"}},
		{"blanks at the end go", "a   ", 10, []string{"a"}},
		{"a word too wide is cut", "abcdefgh ij", 5, []string{"abcde", "fgh", "ij"}},
		{"a word too wide begins a line of its own", "ab cdefghij", 5, []string{"ab", "cdefg", "hij"}},
		{"letters are never torn", "ÄÖÜäöü", 4, []string{"ÄÖÜä", "öü"}},
		{"no room at all still shows letter by letter", "abc", 0, []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, linesOf(c.text, c.room)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestNoLetterIsLostAndNoLineTooWide looks at texts of every shape.
func TestNoLetterIsLostAndNoLineTooWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abäł§ \n\t–W1.\u00a0")), 0, 300, -1).Draw(t, "text")
		room := float32(rapid.IntRange(1, 40).Draw(t, "room"))
		spans := newBreaker(byLetters).lines(text, room)
		at := 0
		for _, s := range spans {
			if s.start < at || s.end < s.start || s.end > len(text) {
				t.Fatalf("line %v after byte %d of %d", s, at, len(text))
			}
			if passed := text[at:s.start]; strings.Trim(passed, " \t\n\r") != "" {
				t.Fatalf("%q is in no line", passed)
			}
			if line := text[s.start:s.end]; byLetters(line) > room && utf8.RuneCountInString(strings.TrimSpace(line)) > 1 {
				t.Fatalf("%q is wider than %v", line, room)
			}
			if !utf8.ValidString(text[s.start:s.end]) {
				t.Fatalf("%q was torn", text[s.start:s.end])
			}
			at = s.end
		}
		if passed := text[at:]; strings.Trim(passed, " \t\n\r") != "" {
			t.Fatalf("%q is in no line", passed)
		}
		if ends := strings.Count(text, "\n"); len(spans) < ends+1 {
			t.Fatalf("%d lines for %d line ends", len(spans), ends)
		}
	})
}

// TestALongWordIsBrokenWithoutMeasuringItAgainAndAgain guards against texts that a program wrote without a blank.
func TestALongWordIsBrokenWithoutMeasuringItAgainAndAgain(t *testing.T) {
	measured := 0
	b := newBreaker(func(s string) float32 {
		measured += len(s)
		return byLetters(s)
	})
	const letters = 1 << 20
	lines := b.lines(strings.Repeat("x", letters), 100)
	if want := (letters + 99) / 100; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	if measured > 100*letters {
		t.Errorf("measured %d bytes for a word of %d", measured, letters)
	}
}

// pages is a text of about two hundred printed pages.
func pages() string {
	sentence := "Gemäß § 1096 Abs 1 ABGB ist der Mieter für die Dauer und im Ausmaß der Unbrauchbarkeit von der Entrichtung des Zinses befreit. "
	paragraph := strings.Repeat(sentence, 6) + "\n\n"
	return strings.Repeat(paragraph, 200*2000/len(paragraph))
}

func BenchmarkBreakTwoHundredPages(b *testing.B) {
	text := pages()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		newBreaker(byLetters).lines(text, 90)
	}
}
