package grading_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

// blockOf writes a block of values as the grammar has it.
func blockOf(t *rapid.T, code study.Code) string {
	var b strings.Builder
	checked, statements := rapid.IntRange(0, 20).Draw(t, "N_S"), rapid.IntRange(0, 20).Draw(t, "N_T")
	invented := rapid.IntRange(0, checked).Draw(t, "E")
	miscited := rapid.IntRange(0, checked-invented).Draw(t, "F")
	facts := rapid.IntRange(0, statements).Draw(t, "T")
	word := func(failed bool) string {
		if failed {
			return "FAIL"
		}
		return "OK"
	}
	fmt.Fprintf(&b, "@@%s 9f3c21\nQUELLEN: N_S=%d E=%d F=%d\nFAKTEN: N_T=%d T=%d\nK:", code, checked, invented, miscited, statements, facts)
	for i := 1; i <= 9; i++ {
		failed := rapid.Bool().Draw(t, "failed")
		switch i {
		case 2:
			failed = invented > 0
		case 3:
			failed = miscited > 0
		case 5:
			failed = failed && facts > 0
		}
		fmt.Fprintf(&b, " K%d=%s", i, word(failed))
	}
	b.WriteString("\nQ:")
	for i := 1; i <= 8; i++ {
		fmt.Fprintf(&b, " Q%d=%d", i, rapid.IntRange(1, 5).Draw(t, "quality"))
	}
	b.WriteString("\nB:")
	for i := 1; i <= 7; i++ {
		fmt.Fprintf(&b, " B%d=%d", i, rapid.IntRange(1, 4).Draw(t, "level"))
	}
	grid := fmt.Sprint(rapid.IntRange(1, 4).Draw(t, "grid"))
	if invented > 0 {
		grid = "GESPERRT"
	}
	fmt.Fprintf(&b, "\nKATEGORIE: %s\nUEBEREINSTIMMUNG: %d\nZIEL: %s\nHERKUNFT: %s\nRASTER: %s\n@@END %s 9f3c21\n",
		rapid.SampledFrom([]string{"KORREKT", "UNVOLLSTAENDIG", "HALLUZINIERT"}).Draw(t, "category"),
		rapid.IntRange(0, 100).Draw(t, "agreement"),
		rapid.SampledFrom([]string{"JA", "NEIN", "UNBESTIMMT"}).Draw(t, "target"),
		rapid.SampledFrom([]string{"MENSCH", "KI"}).Draw(t, "origin"), grid, code)
	return b.String()
}

func TestAReplyByTheGrammarIsReadWholeWhateverStandsAroundIt(t *testing.T) {
	prose := rapid.StringMatching(`(?:[A-Za-zäöü §.:"=0-9\n]{0,60}|Antwort [XYQK]\n|Q: Q1=5\n|KATEGORIE: KORREKT\n){0,3}`)
	rapid.Check(t, func(t *rapid.T) {
		e := grading.Expect{Codes: study.CodesFor(rapid.IntRange(1, 6).Draw(t, "answers")), Nonce: "9f3c21", Gold: true, Target: true}
		var plain, reply strings.Builder
		for _, code := range e.Codes {
			block := blockOf(t, code)
			plain.WriteString(block)
			reply.WriteString(prose.Draw(t, "prose") + "\n" + block)
		}
		reply.WriteString(prose.Draw(t, "end"))
		want, err := grading.Parse(plain.String(), e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := grading.Parse(reply.String(), e)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Repair)+len(got.Corrected)+len(got.Lenient) > 0 || !slices.Equal(got.Returned, e.Codes) {
			t.Fatalf("repair %v, corrected %v, lenient %v", got.Repair, got.Corrected, got.Lenient)
		}
		for i := range want.Gradings {
			got.Gradings[i].Prose = want.Gradings[i].Prose
			if diff := cmp.Diff(dump(want.Gradings[i]), dump(got.Gradings[i])); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// FuzzReply checks what holds for every reply: a grading for each code, values on their scales, nothing without the
// number of the request, and whatever is absent is asked for again or not asked at all.
func FuzzReply(f *testing.F) {
	for _, name := range []string{"reply.txt", "reply_lenient.txt", "reply_bad.txt"} {
		f.Add(read(f, name), true, true, false)
	}
	f.Add(good, false, false, true)
	f.Fuzz(func(t *testing.T, reply string, gold, target, truncated bool) {
		e := grading.Expect{Codes: sampleExpect.Codes, Nonce: "9f3c21", Gold: gold, Target: target, Truncated: truncated}
		res, err := grading.Parse(reply, e)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Gradings) != len(e.Codes) {
			t.Fatalf("%d gradings", len(res.Gradings))
		}
		for i, g := range res.Gradings {
			checkGrading(t, g, e.Codes[i], res)
		}
		if !strings.Contains(strings.ToLower(reply), "9f3c21") && len(res.Returned) > 0 {
			t.Fatal("a block without the number of the request was read")
		}
	})
}

func checkGrading(t *testing.T, g study.Grading, code study.Code, res grading.Result) {
	t.Helper()
	if g.Rating.Code != code {
		t.Fatalf("grading of %s in the place of %s", g.Rating.Code, code)
	}
	if a := g.Rating.Agreement.Or(0); a < 0 || a > 100 {
		t.Fatalf("agreement %d", a)
	}
	if grid, ok := g.Rating.Grid.Get(); ok && !grid.Valid() {
		t.Fatalf("grid %d", grid)
	}
	c := g.Sources.Or(study.SourceCounts{})
	if c.Invented < 0 || c.Miscited < 0 || c.Invented+c.Miscited+c.Unverifiable > c.Checked {
		t.Fatalf("sources %+v", c)
	}
	if c.Invented > 0 && g.Rating.Grid.Or(0) != study.GridBlocked {
		t.Fatalf("an invented source and grid %v", g.Rating.Grid)
	}
	if a, ok := g.SystemA.Get(); ok && (a.Level < 1 || a.Level > 5 || a.Mean < 1 || a.Mean > 5) {
		t.Fatalf("system A %+v", a)
	}
	asked := slices.ContainsFunc(res.Repair, func(r grading.Repair) bool { return r.Code == code && slices.Contains(r.Fields, "origin") })
	if g.Rating.Guess.IsKnown() == asked {
		t.Fatalf("origin of %s: %v, asked again %t", code, g.Rating.Guess, asked)
	}
}

func BenchmarkParse(b *testing.B) {
	reply := read(b, "reply.txt")
	b.SetBytes(int64(len(reply)))
	for b.Loop() {
		if _, err := grading.Parse(reply, sampleExpect); err != nil {
			b.Fatal(err)
		}
	}
}
