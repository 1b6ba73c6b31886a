package evaluation_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/study"
)

// The sample study is read here with a few lines of our own, so that the figures are checked without the rooms that
// read sheets and replies.

func codes(list string) []study.Code {
	var all []study.Code
	for _, c := range strings.Fields(list) {
		all = append(all, study.Code(c))
	}
	return all
}

// conditions are those of the study key.
func conditions() map[study.Code]study.Condition {
	return map[study.Code]study.Condition{"X": study.OtherAI, "Y": study.Professional, "Z": study.Control,
		"W": study.Student, "Q": study.Reporter, "K": study.Student}
}

func word[T any](words map[string]T, s string) study.Maybe[T] {
	if v, ok := words[strings.ToLower(s)]; ok {
		return study.Known(v)
	}
	return study.Maybe[T]{}
}

func whole(s string) study.Maybe[int] {
	if v, err := strconv.Atoi(s); err == nil {
		return study.Known(v)
	}
	return study.Maybe[int]{}
}

var (
	categoryWords = map[string]study.Category{"korrekt": study.Correct, "unvollständig": study.Incomplete,
		"unvollstaendig": study.Incomplete, "halluziniert": study.Hallucinated}
	gridWords   = map[string]study.Grid{"1": 1, "2": 2, "3": 3, "4": 4, "gesperrt": study.GridBlocked}
	targetWords = map[string]study.Target{"ja": study.Yes, "nein": study.No, "unbestimmt": study.Indeterminate}
	guessWords  = map[string]study.Guess{"ki": study.GuessAI, "mensch": study.GuessHuman}
)

func sheets(t testing.TB) []evaluation.Sheet {
	t.Helper()
	files, err := filepath.Glob("testdata/tenancy/Bewertung_*.csv")
	if err != nil || len(files) != 3 {
		t.Fatalf("sheets: %v %v", files, err)
	}
	var all []evaluation.Sheet
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff")))
		r.Comma, r.Comment = ';', '#'
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		id := strings.TrimSuffix(file[strings.LastIndex(file, "_")+1:], ".csv")
		s := evaluation.Sheet{Rater: study.Rater{ID: id, Kind: study.HumanRater}}
		for _, row := range rows[1:] {
			s.Ratings = append(s.Ratings, study.Rating{Code: study.Code(row[0]), Category: word(categoryWords, row[1]),
				Agreement: whole(row[2]), Grade: whole(row[3]), Grid: word(gridWords, row[4]),
				Target: word(targetWords, row[5]), Guess: word(guessWords, row[6]), Comment: row[7]})
		}
		all = append(all, s)
	}
	return all
}

var (
	block = regexp.MustCompile(`(?s)@@(\w+) 9f3c21\n(.*?)\n@@END`)
	count = regexp.MustCompile(`(N_S|E|F|U|N_T|T)=(\d+)`)
	line  = regexp.MustCompile(`(?m)^(KATEGORIE|UEBEREINSTIMMUNG|ZIEL|HERKUNFT|RASTER): (\w+)$`)
)

// levels are the results of the legal opinion catalogue, which the grading computes.
var levels = map[study.Code]study.SystemA{"X": {Mean: 4.15, Level: 5}, "Y": {Mean: 1.85, Level: 2}, "Z": {Mean: 3.2, Level: 4},
	"W": {Mean: 4.45, Level: 5}, "Q": {Mean: 1.15, Level: 1}, "K": {Mean: 3.4, Level: 4}}

func gradings(t testing.TB) []study.Grading {
	t.Helper()
	raw, err := os.ReadFile("testdata/tenancy/reply.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []study.Grading
	for _, m := range block.FindAllStringSubmatch(string(raw), -1) {
		n, v := map[string]int{}, map[string]string{}
		for _, c := range count.FindAllStringSubmatch(m[2], -1) {
			n[c[1]], _ = strconv.Atoi(c[2])
		}
		for _, l := range line.FindAllStringSubmatch(m[2], -1) {
			v[l[1]] = l[2]
		}
		code := study.Code(m[1])
		all = append(all, study.Grading{
			Rating: study.Rating{Code: code, Category: word(categoryWords, v["KATEGORIE"]), Agreement: whole(v["UEBEREINSTIMMUNG"]),
				Grid: word(gridWords, v["RASTER"]), Target: word(targetWords, v["ZIEL"]), Guess: word(guessWords, v["HERKUNFT"])},
			Sources: study.Known(study.SourceCounts{Checked: n["N_S"], Invented: n["E"], Miscited: n["F"], Unverifiable: n["U"]}),
			Facts:   study.Known(study.FactCounts{Checked: n["N_T"], Invented: n["T"]}),
			SystemA: study.Known(levels[code]),
		})
	}
	if len(all) != 6 {
		t.Fatalf("%d gradings, want 6", len(all))
	}
	return all
}

func tenancy(t testing.TB) evaluation.Input {
	t.Helper()
	return evaluation.Input{Codes: codes("X Y Z W Q K"), Sheets: sheets(t), Gradings: gradings(t), Conditions: conditions(),
		Grader: study.Rater{ID: "AI", Kind: study.AIRater, Replayed: true}, Gold: true, Target: true,
		Seed: 1, Replicates: 200}
}

func compute(t *testing.T, in evaluation.Input) evaluation.Figures {
	t.Helper()
	f, err := evaluation.Compute(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFiguresOfTheSampleStudyAreThoseComputedIndependently(t *testing.T) {
	raw, err := os.ReadFile("testdata/tenancy/expected-values.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"note", "krippendorff_example", "binomial_check", "keypoint_agreement_percent_truth", "stard"} {
		delete(want, other) // not about the figures of this study
	}
	got := roundTrip(t, compute(t, tenancy(t)).Keys())
	for name, value := range want {
		contains(t, name, value, got[name])
	}
	if undefined := got["undefined"].(map[string]any); len(undefined) != 0 {
		t.Errorf("undefined in the sample study: %v", undefined)
	}
}

// contains checks that everything expected is there; more may be.
func contains(t *testing.T, path string, want, got any) {
	t.Helper()
	object, ok := want.(map[string]any)
	if !ok {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
		return
	}
	have, _ := got.(map[string]any)
	for k, v := range object {
		contains(t, path+"."+k, v, have[k])
	}
}

func roundTrip(t *testing.T, v any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}
