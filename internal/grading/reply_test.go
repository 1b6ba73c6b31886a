package grading_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

var sampleExpect = grading.Expect{
	Codes: []study.Code{"X", "Y", "Z", "W", "Q", "K"}, Nonce: "9f3c21", Gold: true, Target: true,
}

func read(t testing.TB, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func parse(t *testing.T, reply string, e grading.Expect, later ...grading.Later) grading.Result {
	t.Helper()
	res, err := grading.Parse(reply, e, later...)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func of(t *testing.T, res grading.Result, code study.Code) study.Grading {
	t.Helper()
	i := slices.IndexFunc(res.Gradings, func(g study.Grading) bool { return g.Rating.Code == code })
	if i < 0 {
		t.Fatalf("no grading for %s", code)
	}
	return res.Gradings[i]
}

func logged(list []grading.Entry, code study.Code, what grading.What) bool {
	return slices.ContainsFunc(list, func(e grading.Entry) bool { return e.Code == code && e.What == what })
}

func TestTheCleanReplyOfTheSampleIsReadWhole(t *testing.T) {
	res := parse(t, read(t, "reply.txt"), sampleExpect)
	if len(res.Repair)+len(res.Corrected)+len(res.Lenient)+len(res.Remarks) > 0 {
		t.Errorf("repair %v, corrected %v, lenient %v, remarks %v", res.Repair, res.Corrected, res.Lenient, res.Remarks)
	}
	// Means and levels: expected-values.json of the sample study, computed by an independent script.
	want := map[study.Code]study.SystemA{
		"X": {Mean: 4.15, Level: 5}, "Y": {Mean: 1.85, Level: 2}, "Z": {Mean: 3.2, Level: 4},
		"W": {Mean: 4.45, Level: 5}, "Q": {Mean: 1.15, Level: 1}, "K": {Mean: 3.4, Level: 4},
	}
	for code, a := range want {
		if got := of(t, res, code).SystemA.Or(study.SystemA{}); got != a {
			t.Errorf("system A of %s: %+v, want %+v", code, got, a)
		}
	}
	x := of(t, res, "X")
	if diff := cmp.Diff(study.SourceCounts{Checked: 4, Invented: 1, Miscited: 1}, x.Sources.Or(study.SourceCounts{})); diff != "" {
		t.Error(diff)
	}
	if len(x.Departures) != 3 || x.Departures[1].Solution != "streichen; § 1096 Abs 1 ABGB heranziehen" {
		t.Errorf("departures %+v", x.Departures)
	}
	if w := of(t, res, "W"); !slices.Equal(w.Notes, []string{"INJECTION"}) || w.Rating.Target.Or("") != study.Indeterminate {
		t.Errorf("W: notes %v, target %v", w.Notes, w.Rating.Target)
	}
	if q := of(t, res, "Q"); q.Rating.Category.Or("") != study.Correct || len(q.Prose) < 100 {
		t.Errorf("Q: category %v, prose %q", q.Rating.Category, q.Prose)
	}
	if len(res.Overall) < 50 {
		t.Errorf("overall %q", res.Overall)
	}
}

func TestTheLenientReplyGivesTheSameValues(t *testing.T) {
	clean := parse(t, read(t, "reply.txt"), sampleExpect)
	lenient := parse(t, read(t, "reply_lenient.txt"), sampleExpect)
	for i := range clean.Gradings {
		if diff := cmp.Diff(dump(clean.Gradings[i]), dump(lenient.Gradings[i])); diff != "" {
			t.Error(diff)
		}
	}
	if len(lenient.Lenient) < 3 || len(lenient.Repair) > 0 {
		t.Errorf("lenient %v, repair %v", lenient.Lenient, lenient.Repair)
	}
}

func TestTheHostileReplyIsReadAsItsDescriptionSays(t *testing.T) {
	res := parse(t, read(t, "reply_bad.txt"), sampleExpect)
	if !logged(res.Remarks, "W", grading.LogBlockForeign) {
		t.Errorf("the forged block is not remarked: %v", res.Remarks)
	}
	if x := of(t, res, "X"); x.Rating.Grid.Or(0) != study.GridBlocked || !logged(res.Corrected, "X", grading.LogBlockedByCounts) {
		t.Errorf("X: grid %v, corrected %v", x.Rating.Grid, res.Corrected)
	}
	if z := of(t, res, "Z"); z.Rating.Agreement.IsKnown() || z.Rating.Agreement.Why() != study.NotReturned {
		t.Errorf("Z: agreement %v", z.Rating.Agreement)
	}
	if w := of(t, res, "W"); w.Rating.Category.IsKnown() || w.Rating.Guess.IsKnown() || w.SystemA.IsKnown() {
		t.Errorf("W has values: %+v", w)
	}
	if k := of(t, res, "K"); !k.Bars["K2"] || !logged(res.Corrected, "K", grading.LogBarByCounts) {
		t.Errorf("K: bars %v, corrected %v", k.Bars, res.Corrected)
	}
	want := []grading.Repair{
		{Code: "Z", Fields: []string{"agreement"}},
		{Code: "W", Fields: []string{"sources", "facts", "bars", "quality", "sub", "category", "agreement", "target", "origin", "grid"}},
	}
	if diff := cmp.Diff(want, res.Repair); diff != "" {
		t.Error(diff)
	}
}
