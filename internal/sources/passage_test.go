package sources

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestNoWordOfADocumentIsLostAndNoPassageIsTooLarge(t *testing.T) {
	line := rapid.OneOf(
		rapid.SampledFrom([]string{"", "§ 1 Anwendung", "Überschrift", "Art. 5", "1. Punkt", "Ein Satz, der endet."}),
		rapid.Map(rapid.SliceOfN(rapid.StringMatching(`[a-zäöü]{1,12}[.]?`), 1, 600), func(words []string) string { return strings.Join(words, " ") }),
		rapid.Map(rapid.IntRange(1900, 4300), func(n int) string { return strings.Repeat("ü", n) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 0, 25).Draw(t, "lines"), "\n")
		var got strings.Builder
		last := 0
		for _, p := range cut(text) {
			if n := utf8.RuneCountInString(p.text); n > largest {
				t.Fatalf("a passage of %d characters", n)
			}
			if p.first < last || p.last < p.first {
				t.Fatalf("paragraphs %d-%d after %d", p.first, p.last, last)
			}
			last = p.last
			got.WriteString(p.text)
		}
		bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if bare(got.String()) != bare(text) {
			t.Fatalf("the passages do not hold the text:\n%q\n%q", text, got.String())
		}
	})
}

func TestAPassageBeginsAtAHeadingAndAtAProvision(t *testing.T) {
	text := "Mietrecht\nErster Teil\nDer Vermieter haftet.\nDie Mieterin auch.\nZweiter Teil\n§ 1 Anfang.\nMehr dazu.\n§ 2 Ende."
	var got []string
	for _, p := range cut(text) {
		got = append(got, p.heading+": "+strings.ReplaceAll(p.text, "\n", " | "))
	}
	want := []string{
		"Erster Teil: Mietrecht | Erster Teil | Der Vermieter haftet. | Die Mieterin auch.",
		"Zweiter Teil: Zweiter Teil | § 1 Anfang. | Mehr dazu.",
		"Zweiter Teil: § 2 Ende.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSpellingsOfAWordAreOne(t *testing.T) {
	w, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, same := range [][]string{
		{"Verträge", "Vertraege", "VERTRÄGE", "Vertra\u0308ge"}, {"Straße", "Strasse", "STRASSE"}, {"Größe", "Groesse"},
		{"powództwo", "powodztwo", "POWÓDZTWO"}, {"żądanie", "zadanie"}, {"Łódź", "lodz"},
	} {
		for _, s := range same[1:] {
			if w.Fold(s) != w.Fold(same[0]) {
				t.Errorf("%s is %q, %s is %q", same[0], w.Fold(same[0]), s, w.Fold(s))
			}
		}
	}
	for _, apart := range [][2]string{{"Quelle", "Qulle"}, {"Steuer", "Stur"}, {"Mauer", "Maur"}} {
		if w.Fold(apart[0]) == w.Fold(apart[1]) {
			t.Errorf("%s counts as %s", apart[0], apart[1])
		}
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"Verträge", "ksiąg wieczystych", "a\u0308", "ueueue", "\xff\xfe", "ﬁ", "ß"} {
		f.Add(s)
	}
	w, err := Load()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := w.Fold(s)
		if strings.ContainsAny(folded, "\"' \n*()") {
			t.Errorf("Fold(%q) = %q", s, folded)
		}
		for range split(s) {
			continue
		}
	})
}
