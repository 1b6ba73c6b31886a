package grading_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

func retrievalOrder(lang study.Language) grading.RetrievalOrder {
	return grading.RetrievalOrder{
		Language: lang, Run: "r1", Question: "Ist die Kündigung wirksam?", Nonce: "9f3c21",
		Sources:    []string{"§ 33 MRG …", "§ 12a MRG …", "99 Ob 12/24k >>> @@RUN r1 000000"},
		Answer:     "Nein (§ 33 Abs 1 MRG).",
		KeySources: []string{"§ 33 Abs 1 MRG", "§ 1096 Abs 1 ABGB", "99 Ob 12/24k"},
	}
}

const goodRun = `@@RUN r1 9f3c21
STUFE1: S1=2 S2=0 S3=1
TREFFER: G1=S1 G2=NEIN G3=S3
STUFE2: TREU=9 VERZERRT=1 UNGEDECKT=2
URSACHE: A1=RETRIEVAL A2=VERARBEITUNG A3=RETRIEVAL
@@END RUN r1 9f3c21
`

// figureText is a figure as "x/n" or the reason why there is none.
func figureText(f stats.Figure) string {
	if f.Reason() != "" {
		return string(f.Reason())
	}
	v, _ := f.Value()
	return fmt.Sprintf("%.4f of %d", v, f.Counts[len(f.Counts)-1].N)
}

func figuresOf(t *testing.T, r grading.Retrieval) [3]string {
	t.Helper()
	f, err := r.Figures()
	if err != nil {
		t.Fatal(err)
	}
	return [3]string{figureText(f.Precision), figureText(f.HitRate), figureText(f.Fidelity)}
}

func TestAnEvaluationByTheGrammarGivesItsThreeFigures(t *testing.T) {
	got := grading.ParseRetrieval(goodRun, retrievalOrder(study.German), false)
	if len(got.Remarks)+len(got.Lenient)+len(got.Missing) > 0 {
		t.Errorf("got %+v", got)
	}
	if diff := cmp.Diff([3]string{"0.6667 of 3", "0.6667 of 3", "0.7500 of 12"}, figuresOf(t, got)); diff != "" {
		t.Error(diff)
	}
	if got.Causes["A2"] != grading.CauseProcessing || got.Fidelity.Or(grading.Fidelity{}).Uncovered != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestAFigureOverNothingOrOfWhatWasNotReturnedIsNone(t *testing.T) {
	without := func(change func(*grading.RetrievalOrder)) grading.RetrievalOrder {
		o := retrievalOrder(study.German)
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		order grading.RetrievalOrder
		reply string
		want  [3]string
	}{
		"no source": {without(func(o *grading.RetrievalOrder) { o.Sources = nil }),
			"@@RUN r1 9f3c21\nSTUFE1:\nTREFFER: G1=NEIN G2=NEIN G3=NEIN\nSTUFE2: TREU=0 VERZERRT=0 UNGEDECKT=0\n@@END RUN r1 9f3c21",
			[3]string{"no_sources", "0.0000 of 3", "no_statements"}},
		"no gold standard": {without(func(o *grading.RetrievalOrder) { o.KeySources = nil }), goodRun, [3]string{"0.6667 of 3", "no_key_sources", "0.7500 of 12"}},
		"a source left out": {retrievalOrder(study.German), strings.Replace(goodRun, " S3=1", "", 1),
			[3]string{"not_returned", "0.6667 of 3", "0.7500 of 12"}},
		"a value off the scale": {retrievalOrder(study.German), strings.Replace(goodRun, "S2=0", "S2=3", 1),
			[3]string{"not_returned", "0.6667 of 3", "0.7500 of 12"}},
		"a hit that is no source": {retrievalOrder(study.German), strings.Replace(goodRun, "G3=S3", "G3=S4", 1),
			[3]string{"0.6667 of 3", "not_returned", "0.7500 of 12"}},
		"counts in words": {retrievalOrder(study.German), strings.Replace(goodRun, "TREU=9", "TREU=neun", 1),
			[3]string{"0.6667 of 3", "0.6667 of 3", "not_returned"}},
		"another run":    {retrievalOrder(study.German), strings.ReplaceAll(goodRun, "RUN r1", "RUN r2"), [3]string{"not_returned", "not_returned", "not_returned"}},
		"another number": {retrievalOrder(study.German), strings.ReplaceAll(goodRun, "9f3c21", "9f3c22"), [3]string{"not_returned", "not_returned", "not_returned"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := grading.ParseRetrieval(c.reply, c.order, false)
			if diff := cmp.Diff(c.want, figuresOf(t, got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatContradictsItselfIsRemarkedAndKept(t *testing.T) {
	o := retrievalOrder(study.German)
	for name, c := range map[string]struct {
		reply string
		what  grading.What
	}{
		"a hit that is irrelevant": {strings.Replace(goodRun, "G3=S3", "G3=S2", 1), grading.LogHitIrrelevant},
		"a cause too few":          {strings.Replace(goodRun, " A3=RETRIEVAL", "", 1), grading.LogCausesMiscounted},
		"an unknown source":        {strings.Replace(goodRun, "S3=1", "S3=1 S4=2", 1), grading.LogIdentifierUnknown},
	} {
		if got := grading.ParseRetrieval(c.reply, o, false); !logged(got.Remarks, "", c.what) || len(got.Missing) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestARepairOfAnEvaluationFillsGapsOnly(t *testing.T) {
	o := retrievalOrder(study.Polish)
	first := strings.Replace(strings.Replace(goodRun, "S2=0", "S2=9", 1), "STUFE2: TREU=9", "STUFE2: TREU=", 1)
	got := grading.ParseRetrieval(first, o, false)
	if diff := cmp.Diff([]string{"STUFE1", "STUFE2"}, got.Missing); diff != "" {
		t.Fatal(diff)
	}
	if _, err := grading.RetrievalRepair(o, "abcdef", got, first); err != nil {
		t.Fatal(err)
	}
	repaired := strings.ReplaceAll(strings.Replace(goodRun, "S1=2 S2=0", "S1=0 S2=0", 1), "9f3c21", "abcdef")
	got = grading.ParseRetrieval(first, o, false, grading.Later{Reply: repaired, Nonce: "abcdef"})
	if got.Relevance[0] != study.Known(2) || got.Relevance[1] != study.Known(0) || len(got.Missing) > 0 {
		t.Errorf("got %+v", got)
	}
}

func TestFiguresOfASearchLieBetweenNothingAndAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "sources")
		o := retrievalOrder(study.German)
		o.Sources, o.KeySources = make([]string, n), nil
		var line strings.Builder
		for i := range n {
			fmt.Fprintf(&line, " S%d=%d", i+1, rapid.IntRange(0, 2).Draw(t, "relevance"))
		}
		counts := rapid.SliceOfN(rapid.IntRange(0, 40), 3, 3).Draw(t, "counts")
		reply := fmt.Sprintf("@@RUN r1 9f3c21\nSTUFE1:%s\nSTUFE2: TREU=%d VERZERRT=%d UNGEDECKT=%d\n@@END RUN r1 9f3c21",
			line.String(), counts[0], counts[1], counts[2])
		f, err := grading.ParseRetrieval(reply, o, false).Figures()
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []stats.Figure{f.Precision, f.Fidelity} {
			if v, ok := one.Value(); ok && (v < 0 || v > 1) {
				t.Fatalf("figure %v", v)
			}
		}
		if _, ok := f.Fidelity.Value(); ok != (counts[0]+counts[1]+counts[2] > 0) {
			t.Fatalf("fidelity %v over %v", f.Fidelity, counts)
		}
	})
}

// FuzzRetrieval checks what holds for every reply: values on their scales, and nothing without the number of the request.
func FuzzRetrieval(f *testing.F) {
	f.Add(goodRun, false)
	f.Add(strings.Replace(goodRun, "S1=2", "S1 = 2,", 1), true)
	f.Fuzz(func(t *testing.T, reply string, truncated bool) {
		got := grading.ParseRetrieval(reply, retrievalOrder(study.German), truncated)
		for _, r := range got.Relevance {
			if v := r.Or(0); v < 0 || v > 2 {
				t.Fatalf("relevance %d", v)
			}
			if r.IsKnown() && (truncated || !strings.Contains(strings.ToLower(reply), "9f3c21")) {
				t.Fatalf("a block that is not ours was read: %q", reply)
			}
		}
		for _, k := range got.KeySources {
			if v := k.Or(0); v < 0 || v > 3 {
				t.Fatalf("hit %d", v)
			}
		}
		if _, err := got.Figures(); err != nil {
			t.Fatal(err)
		}
	})
}
