package legalref

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// checkSpans fails when a hit lies outside the text, overlaps another one, or its offsets disagree.
func checkSpans(t interface{ Fatalf(string, ...any) }, text string, hits []Hit) {
	end := 0
	for _, h := range hits {
		switch {
		case h.Start < end || h.End <= h.Start || h.End > len(text):
			t.Fatalf("%q: hit %q at [%d,%d) after %d", text, h.Text, h.Start, h.End, end)
		case text[h.Start:h.End] != h.Text:
			t.Fatalf("%q: text %q is not at [%d,%d)", text, h.Text, h.Start, h.End)
		case utf8.RuneCountInString(text[:h.Start]) != h.RuneStart || utf8.RuneCountInString(text[:h.End]) != h.RuneEnd:
			t.Fatalf("%q: runes [%d,%d) of %q", text, h.RuneStart, h.RuneEnd, h.Text)
		case h.Norm == "" || len(h.Norms) == 0 || h.Kind == "":
			t.Fatalf("%q: %q has no norm", text, h.Text)
		case h.WellFormed != (h.Reason == ""):
			t.Fatalf("%q: %q well formed %v, reason %q", text, h.Text, h.WellFormed, h.Reason)
		}
		end = h.End
	}
}

func allLabels(t testing.TB) []label {
	var all []label
	for _, file := range labelFiles() {
		all = append(all, readLines[label](t, file+".jsonl")...)
	}
	return all
}

func TestSpansLieInTheTextAndDoNotOverlap(t *testing.T) {
	r := newReader(t)
	pieces := []string{"§", "§§", "Art.", "art.", "Abs", "Z", "lit", "a", "f", "ff", "und", ",", "-", "–", "(", ")", "[", "]", "1", "12", "385", "1990",
		"2020", "/", ".", ":", "ABGB", "k.c.", "BGB", "OGH", "BGH", "SN", "Ob", "ZR", "CZP", "VIII", "C", "x", "EUR", "€", "%", "Tage", "dni", "Jänner",
		"BGBl", "Dz.U.", "NJW", "SZ", "ECLI", "EU", "RS", "leg", "cit", "Rn", "S", "\n", "\n\n", " ", "\u00a0", "\u00ad", "¹", "ü", "\xff", "RL", "EWG", "z", "dnia"}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces")
		sep := rapid.SampledFrom([]string{"", " "}).Draw(t, "sep")
		text := strings.Join(parts, sep)
		lang := rapid.SampledFrom([]string{"", "de", "de-AT", "pl", "en"}).Draw(t, "lang")
		checkSpans(t, text, r.Find(text, lang))
	})
}

// TestIndependentParagraphsFindTheUnion joins labelled sentences of one language as paragraphs of one text. Only sentences
// whose legal order their own words settle are taken: a text may lend its order to a sentence that has none.
func TestIndependentParagraphsFindTheUnion(t *testing.T) {
	r := newReader(t)
	byLang := map[string][]label{}
	for _, l := range allLabels(t) {
		if !slices.ContainsFunc(l.Spans, func(s labelSpan) bool { return s.Kind == Provision || s.Kind == Act || s.Kind == Backref }) {
			byLang[l.Lang] = append(byLang[l.Lang], l)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom([]string{"de", "pl", "en"}).Draw(t, "lang")
		ls := rapid.SliceOfN(rapid.SampledFrom(byLang[lang]), 1, 6).Draw(t, "sentences")
		var texts, want []string
		for _, l := range ls {
			texts = append(texts, l.Text)
			for _, h := range r.Find(l.Text, lang) {
				want = append(want, string(h.Kind)+h.Text+h.Norm)
			}
		}
		var got []string
		for _, h := range r.Find(strings.Join(texts, "\n\n"), lang) {
			got = append(got, string(h.Kind)+h.Text+h.Norm)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("joined %q:\n got %q\nwant %q", texts, got, want)
		}
	})
}

// TestTypographyMakesNoDifference reads every labelled sentence in the canonical form of the blinding rules as well: ASCII
// quotes and hyphens, plain blanks. Norms stay the same.
func TestTypographyMakesNoDifference(t *testing.T) {
	r := newReader(t)
	plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ", "–", "-", "—", "-", "‑", "-", "’", "'", "„", `"`, "“", `"`, " \n", " ", "\n", " ")
	fancy := strings.NewReplacer(" ", "\u00a0", "-", "\u2011", "'", "’")
	for _, l := range allLabels(t) {
		if len(l.Ignore) > 0 {
			continue
		}
		want := norms(r.Find(l.Text, l.Lang))
		for _, text := range []string{plain.Replace(l.Text), fancy.Replace(l.Text)} {
			if got := norms(r.Find(text, l.Lang)); !slices.Equal(got, want) {
				t.Errorf("%s %q:\n got %q\nwant %q", l.ID, text, got, want)
			}
		}
	}
}

func norms(hits []Hit) (out []string) {
	for _, h := range hits {
		out = append(out, h.Norms...)
	}
	return out
}

// TestInvisibleSignsMakeNoDifference puts a soft hyphen or a zero-width blank between any two signs of a word or figure.
func TestInvisibleSignsMakeNoDifference(t *testing.T) {
	r := newReader(t)
	inWord := func(b byte) bool { return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' }
	for _, l := range allLabels(t) {
		want := norms(r.Find(l.Text, l.Lang))
		for _, sign := range []string{"\u00ad", "\u200b"} {
			var b strings.Builder
			for i := range len(l.Text) {
				if i > 0 && inWord(l.Text[i-1]) && inWord(l.Text[i]) {
					b.WriteString(sign)
				}
				b.WriteByte(l.Text[i])
			}
			if got := norms(r.Find(b.String(), l.Lang)); !slices.Equal(got, want) {
				t.Errorf("%s %q:\n got %q\nwant %q", l.ID, b.String(), got, want)
			}
		}
	}
}

// TestEveryCutTextIsRead cuts each labelled sentence at every byte, as a text field of limited length does.
func TestEveryCutTextIsRead(t *testing.T) {
	r := newReader(t)
	for _, l := range allLabels(t) {
		for i := range len(l.Text) {
			checkSpans(t, l.Text[:i], r.Find(l.Text[:i], l.Lang))
			checkSpans(t, l.Text[i:], r.Find(l.Text[i:], ""))
		}
	}
}

func TestComparingATextWithItselfIsSame(t *testing.T) {
	r := newReader(t)
	for _, l := range allLabels(t) {
		if c := r.Compare(l.Text, l.Text, l.Lang); !c.Same || c.OrderChanged || c.LengthRatio != 1 {
			t.Errorf("%s: %+v", l.ID, c)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, l := range allLabels(f) {
		f.Add(l.Text, l.Lang)
	}
	r := newReader(f)
	f.Fuzz(func(t *testing.T, text, lang string) {
		hits := r.Find(text, lang)
		checkSpans(t, text, hits)
		if c := r.Compare(text, text, lang); len(c.Missing)+len(c.Added) > 0 {
			t.Fatalf("%q differs from itself: %+v", text, c)
		}
	})
}
