package evaluation_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// figure finds a figure by its stable name.
func figure(t *testing.T, f evaluation.Figures, name string) stats.Figure {
	t.Helper()
	for _, n := range f.List() {
		if n.Name == name {
			return n.Figure
		}
	}
	t.Fatalf("no figure %s", name)
	return stats.Figure{}
}

func TestWhatCanNotBeComputedSaysWhy(t *testing.T) {
	nobody := func(in *evaluation.Input) { in.Sheets = nil }
	one := func(in *evaluation.Input) { in.Sheets = in.Sheets[:1] }
	two := func(in *evaluation.Input) { in.Sheets = in.Sheets[:2] }
	noAI := func(in *evaluation.Input) { in.Gradings = nil }
	noGold := func(in *evaluation.Input) { in.Gold = false }
	closed := func(in *evaluation.Input) { in.Conditions = nil }
	alike := func(in *evaluation.Input) {
		for i := range in.Sheets {
			for j := range in.Sheets[i].Ratings {
				in.Sheets[i].Ratings[j].Category = study.Known(study.Correct)
			}
		}
	}
	noSources := func(in *evaluation.Input) {
		in.Gradings = slices.Clone(in.Gradings)
		in.Gradings[0].Sources = study.Known(study.SourceCounts{})
		in.Gradings[0].Facts = study.Maybe[study.FactCounts]{}
	}
	tests := []struct {
		name   string
		change func(*evaluation.Input)
		figure string
		why    stats.Reason
	}{
		{"nobody rated", nobody, "alpha_category_nominal", evaluation.NoPeople},
		{"nobody rated", nobody, "share_identical_category_ai_human", evaluation.NoPeople},
		{"nobody guessed", nobody, "blinding_humans.p", stats.NoData},
		{"one person", one, "alpha_grid_ordinal", evaluation.OneRater},
		{"no AI grading", noAI, "with_ai.alpha_category_nominal", evaluation.NoAI},
		{"no AI grading", noAI, "share_identical_category_ai_human", evaluation.NoAI},
		{"no AI grading", noAI, "hallucination_rate.X.sources", evaluation.NoAI},
		{"no AI grading", noAI, "pooled_rate.student.sources", evaluation.NoAI},
		{"no gold standard", noGold, "alpha_category_nominal", evaluation.NotAsked},
		{"no gold standard", noGold, "with_ai.alpha_agreement_interval", evaluation.NotAsked},
		{"no gold standard", noGold, "kappa_R01_R02_category", evaluation.NotAsked},
		{"grades are asked of people", two, "with_ai.alpha_grade_interval", evaluation.NotAskedOfAI},
		{"key still closed", closed, "blinding_humans.p", evaluation.NoOrigin},
		{"all categories alike", alike, "alpha_category_nominal", stats.NoVariation},
		{"nothing cited", noSources, "hallucination_rate.X.sources", evaluation.NothingCited},
		{"counts not returned", noSources, "hallucination_rate.X.facts", evaluation.NotReturned},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.figure, func(t *testing.T) {
			in := tenancy(t)
			tt.change(&in)
			got := figure(t, compute(t, in), tt.figure)
			if v, ok := got.Value(); ok || got.Reason() != tt.why {
				t.Errorf("value %v, reason %q, want none because of %q", v, got.Reason(), tt.why)
			}
		})
	}
}

func TestOnePersonAndTheAIAgreeAsTwoRaters(t *testing.T) {
	in := tenancy(t)
	in.Sheets = in.Sheets[:1]
	f := compute(t, in)
	if v, ok := figure(t, f, "with_ai.alpha_category_nominal").Value(); !ok || v != 1 {
		t.Errorf("alpha %v %v, want 1: R01 and the AI gave the same categories", v, ok)
	}
	if len(f.People) != 0 || len(f.AIPeople) != 1 {
		t.Errorf("%d and %d pairs, want none of people and one with the AI", len(f.People), len(f.AIPeople))
	}
}

func TestReadingOfTheTargetQuestion(t *testing.T) {
	yes, no, open := study.Yes, study.No, study.Indeterminate
	tests := []struct {
		name   string
		people []study.Target // "" is a gap
		ai     study.Target
		want   study.Target // "" is none
		by     study.RaterKind
	}{
		{"most people", []study.Target{yes, yes, no}, no, yes, study.HumanRater},
		{"a tie of two", []study.Target{yes, no}, yes, open, study.HumanRater},
		{"a tie of three", []study.Target{yes, no, open}, yes, open, study.HumanRater},
		{"two against two and one", []study.Target{yes, yes, no, no, open}, yes, open, study.HumanRater},
		{"one person, others gave nothing", []study.Target{"", no, ""}, yes, no, study.HumanRater},
		{"no person, the AI grader", []study.Target{"", ""}, yes, yes, study.AIRater},
		{"nobody", nil, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := evaluation.Input{Codes: codes("X"), Target: true}
			for i, p := range tt.people {
				in.Sheets = append(in.Sheets, evaluation.Sheet{Rater: study.Rater{ID: string(rune('A' + i)), Kind: study.HumanRater},
					Ratings: []study.Rating{{Code: "X", Target: given(p)}}})
			}
			if tt.ai != "" {
				in.Gradings = []study.Grading{{Rating: study.Rating{Code: "X", Target: given(tt.ai)}}}
			}
			want := evaluation.Reading{Target: given(tt.want), By: tt.by}
			if got := compute(t, in).Answers[0].Reading; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func given(t study.Target) study.Maybe[study.Target] {
	if t == "" {
		return study.Maybe[study.Target]{}
	}
	return study.Known(t)
}

func TestWithoutATargetQuestionNothingIsRead(t *testing.T) {
	in := tenancy(t)
	in.Target = false
	for _, a := range compute(t, in).Answers {
		if a.Reading.Target.IsKnown() || a.Reading.Target.Why() != study.NotApplicable {
			t.Errorf("%s is read as %v", a.Code, a.Reading.Target)
		}
	}
}

func TestTheMedianOfTheGridInventsNoLevel(t *testing.T) {
	in := evaluation.Input{Codes: codes("X"), Sheets: []evaluation.Sheet{
		{Rater: study.Rater{ID: "R01"}, Ratings: []study.Rating{{Code: "X", Grid: study.Known(study.Grid(2))}}},
		{Rater: study.Rater{ID: "R02"}, Ratings: []study.Rating{{Code: "X", Grid: study.Known(study.GridBlocked)}}},
	}}
	want := evaluation.Median{N: 2, Better: 2, Worse: 5}
	if got := compute(t, in).Answers[0].People.GridMedian; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestGapsAreCountedAndNeverRead(t *testing.T) {
	f := compute(t, tenancy(t))
	k := f.Answers[5].People // R03 gave no percentage for K
	if k.Missing.Agreement != 1 || k.Agreement.N != 2 {
		t.Errorf("%d percentages and %d gaps, want 2 and 1", k.Agreement.N, k.Missing.Agreement)
	}
	if v, _ := k.Agreement.Figure.Value(); v != 42.5 {
		t.Errorf("mean %v, want 42.5 of 40 and 45", v)
	}
	in := tenancy(t)
	in.Sheets[2].Ratings = in.Sheets[2].Ratings[:5] // R03 left out the row of K altogether
	k = compute(t, in).Answers[5].People
	if k.Missing.Category != 1 || k.Missing.Grade != 1 || k.Missing.Grid != 1 || k.Missing.Target != 1 {
		t.Errorf("gaps %+v, want one in each column", k.Missing)
	}
}

func TestRatingsOfAnswersThatDoNotTakePartAreLeftOut(t *testing.T) {
	all := compute(t, tenancy(t))
	in := tenancy(t)
	in.Codes = codes("X Y Z Q K") // W was withdrawn
	f := compute(t, in)
	if f.Humans.Guesses != 15 || len(f.Answers) != 5 {
		t.Errorf("%d guesses on %d answers, want 15 on 5", f.Humans.Guesses, len(f.Answers))
	}
	if cmp.Equal(all.Agreement[0].People, f.Agreement[0].People) {
		t.Error("the withdrawn answer still counts")
	}
}

func TestValuesOffTheScaleBreakNothing(t *testing.T) {
	in := tenancy(t)
	in.Sheets[0].Ratings[0].Grade = study.Known(9)
	in.Sheets[0].Ratings[0].Grid = study.Known(study.Grid(-1))
	in.Sheets[0].Ratings[0].Category = study.Known(study.Category("?"))
	in.Gradings[0].Sources = study.Known(study.SourceCounts{Checked: 1, Invented: 3})
	if _, err := evaluation.Compute(context.Background(), in); err == nil || !strings.Contains(err.Error(), "source rate of X") {
		t.Errorf("error %v, want one that names the rate", err)
	}
}

func TestPooledRatesAndMeanRatesAreToldApart(t *testing.T) {
	f := compute(t, tenancy(t))
	student := f.Conditions[len(f.Conditions)-1]
	if student.Condition != study.Student || student.Sources.K != 2 || student.Sources.N != 5 {
		t.Fatalf("%+v, want 2 of 5 of students", student.Sources)
	}
	if v, _ := student.Sources.Mean.Value(); v < 33.33 || v > 33.34 {
		t.Errorf("mean of rates %v, want 33.33 of 66.67 and 0", v)
	}
}

func TestStrengthFollowsKrippendorffsLimits(t *testing.T) {
	for value, want := range map[float64]evaluation.Strength{1: evaluation.Firm, 0.8: evaluation.Firm, 0.79999: evaluation.Tentative,
		0.667: evaluation.Tentative, 0.6669: evaluation.Weak, -0.2: evaluation.Weak} {
		if got := evaluation.StrengthOf(stats.NewFigure("krippendorff_alpha", value)); got != want {
			t.Errorf("%v: %s, want %s", value, got, want)
		}
	}
	if got := evaluation.StrengthOf(stats.Figure{}); got != evaluation.Unknown {
		t.Errorf("undefined: %s", got)
	}
}

func TestTheOrderOfSheetsAndRowsChangesNoFigure(t *testing.T) {
	want := compute(t, tenancy(t)).Keys()
	rapid.Check(t, func(rt *rapid.T) {
		in := tenancy(t)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		r.Shuffle(len(in.Gradings), func(i, j int) { in.Gradings[i], in.Gradings[j] = in.Gradings[j], in.Gradings[i] })
		r.Shuffle(len(in.Codes), func(i, j int) { in.Codes[i], in.Codes[j] = in.Codes[j], in.Codes[i] })
		for _, s := range in.Sheets {
			r.Shuffle(len(s.Ratings), func(i, j int) { s.Ratings[i], s.Ratings[j] = s.Ratings[j], s.Ratings[i] })
		}
		if diff := cmp.Diff(want, compute(t, in).Keys()); diff != "" {
			rt.Fatal(diff)
		}
	})
}

func TestFiguresGoIntoFilesWithoutGapsInTheFormat(t *testing.T) {
	for name, in := range map[string]evaluation.Input{"empty": {}, "codes only": {Codes: codes("X Y")}, "sample": tenancy(t)} {
		f := compute(t, in)
		for _, v := range []any{f, f.List(), f.Keys()} {
			if _, err := json.Marshal(v); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestNamesOfFiguresAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range compute(t, tenancy(t)).List() {
		if seen[n.Name] {
			t.Errorf("%s twice", n.Name)
		}
		seen[n.Name] = true
	}
}

func TestAStoppedContextEndsTheComputing(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	in := tenancy(t)
	in.Replicates = 0
	if _, err := evaluation.Compute(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestIntervalsDependOnTheSeedAlone(t *testing.T) {
	first, again := compute(t, tenancy(t)), compute(t, tenancy(t))
	if diff := cmp.Diff(first.List(), again.List()); diff != "" {
		t.Errorf("the same seed gives other intervals:\n%s", diff)
	}
	for _, n := range first.List() {
		if v, ok := n.Figure.Value(); ok && n.Figure.Interval != nil {
			if i := n.Figure.Interval; v < i.Low-1e-9 || v > i.High+1e-9 {
				t.Errorf("%s is %v, outside its interval from %v to %v", n.Name, v, i.Low, i.High)
			}
		}
	}
}

func BenchmarkFiguresOfTheSampleStudy(b *testing.B) {
	in := tenancy(b)
	in.Replicates = 0 // as printed
	for b.Loop() {
		if _, err := evaluation.Compute(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFiguresOf2000AnswersBy7 is a large test: every person and the AI grader say everything of every answer.
func BenchmarkFiguresOf2000AnswersBy7(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 5))
	in := evaluation.Input{Conditions: map[study.Code]study.Condition{}, Gold: true, Target: true, Seed: 1, Grader: study.Rater{ID: "AI", Kind: study.AIRater}}
	said := func(code study.Code) study.Rating {
		return study.Rating{Code: code, Category: study.Known(study.Categories()[r.IntN(3)]), Agreement: study.Known(r.IntN(101)), Grade: study.Known(1 + r.IntN(5)),
			Grid: study.Known(study.Grid(1 + r.IntN(5))), Target: study.Known(study.Yes), Guess: study.Known(study.Guesses()[r.IntN(2)])}
	}
	for range 7 {
		in.Sheets = append(in.Sheets, evaluation.Sheet{Rater: study.Rater{ID: string(rune('P' + len(in.Sheets))), Kind: study.HumanRater}})
	}
	for i := range 2000 {
		code := study.CodeAt(i)
		in.Codes, in.Conditions[code] = append(in.Codes, code), study.Conditions()[i%5]
		for p := range in.Sheets {
			in.Sheets[p].Ratings = append(in.Sheets[p].Ratings, said(code))
		}
		in.Gradings = append(in.Gradings, study.Grading{Rating: said(code)})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := evaluation.Compute(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAnswersThatARaterNeverGotAreNoGapsOfTheirs(t *testing.T) {
	in := evaluation.Input{
		Codes: []study.Code{"X", "Y", "Z"}, Gold: true,
		Conditions: map[study.Code]study.Condition{"X": study.Reporter, "Y": study.Reporter, "Z": study.Student},
		Sheets: []evaluation.Sheet{
			{Rater: study.Rater{ID: "R01"}, Given: []study.Code{"X", "Y"}, Ratings: []study.Rating{{Code: "X", Category: study.Known(study.Correct)}}},
			{Rater: study.Rater{ID: "R02"}, Given: []study.Code{"Z"}, Ratings: []study.Rating{{Code: "Z", Category: study.Known(study.Incomplete)}}},
		},
	}
	f, err := evaluation.Compute(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Conditions {
		want := map[study.Condition]int{study.Reporter: 1, study.Student: 0}[c.Condition] // R01 left Y out
		if c.People.Missing.Category != want {
			t.Errorf("%s: %d categories are missing, want %d", c.Condition, c.People.Missing.Category, want)
		}
	}
}
