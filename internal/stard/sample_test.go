package stard_test

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

// sampleDir is the bundled study with its table of twelve cases under four conditions.
const sampleDir = "../../assets/sample/study-tenancy"

var vienna = time.FixedZone("", 2*60*60)

// twelve are the cases of the sample's table stard-demo.csv.
func twelve(t testing.TB) []stard.Participant {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sampleDir, "stard-demo.csv"))
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(data), "\ufeff")))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	target := map[string]study.Target{"ja": study.Yes, "nein": study.No, "unbestimmt": study.Indeterminate}
	severity := map[string]stard.Severity{"klar": stard.Clear, "vertretbar": stard.Arguable, "Grenzfall": stard.Borderline}
	conditions := []study.Condition{study.Reporter, study.Control, study.OtherAI, study.Professional}
	var list []stard.Participant
	for i, row := range rows[1:] {
		at := time.Date(2026, 3, 2+i, 9, 0, 0, 0, vienna)
		p := stard.Participant{Test: row[0], Case: "CASE-" + row[0], Title: "Fall " + row[0], Area: row[1], Jurisdiction: "AT", LawAsOf: "2026-03-01",
			Question: "Hat die Klage Erfolg?", Length: 900 + 37*i, Created: at, ReferenceSet: at, Collected: at.AddDate(0, 0, 2), Graded: at.AddDate(0, 0, 9),
			Unblinded: at.AddDate(0, 0, 10), Severity: severity[row[7]], WhyNot: row[8], ReferenceBy: "Goldstandard"}
		if reference, ok := target[row[2]]; ok {
			p.Reference = study.Known(reference)
		}
		for j, c := range conditions {
			a := stard.Answer{Condition: c, By: study.HumanRater, Code: study.CodeAt(j), SHA256: strings.Repeat("0a", 32),
				Origin: study.Origin{Provider: "Example AI", Model: "model-" + string(c), Version: "1", Date: at.AddDate(0, 0, 1).Format(time.DateOnly)}}
			if c.Human() {
				a.Origin = study.Origin{Participant: "P01", Qualification: study.LevelExperienced, Consent: study.ConsentGiven}
			}
			if said, ok := target[row[3+j]]; ok {
				a.Reading = study.Known(said)
			} else {
				a.Lost = stard.Failed
			}
			p.Answers = append(p.Answers, a)
		}
		list = append(list, p)
	}
	return list
}

func compute(t testing.TB, p []stard.Participant) stard.Result {
	t.Helper()
	r, err := stard.Compute(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type expectedShare struct {
	K, N   int64
	Value  float64
	Wilson [2]float64 `json:"wilson95"`
}

type expectedTable struct {
	TP, FP, FN, TN, N        int64
	IndeterminateYes         int `json:"indeterminate_ref_yes"`
	IndeterminateNo          int `json:"indeterminate_ref_no"`
	Missing                  int `json:"missing"`
	NoReference              int `json:"excluded_no_reference"`
	Sensitivity, Specificity expectedShare
	PPV, NPV, Accuracy       expectedShare
}

func TestEveryFigureOfTheSampleTableComesOut(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(sampleDir, "expected-values.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected struct{ Stard map[string]expectedTable }
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	r := compute(t, twelve(t))
	if len(r.Tables) != len(expected.Stard) {
		t.Fatalf("%d tables, want %d", len(r.Tables), len(expected.Stard))
	}
	for _, table := range r.Tables {
		want, ok := expected.Stard[strings.ReplaceAll(string(table.Condition), "-", "_")]
		if !ok {
			t.Fatalf("nothing is expected of %s", table.Condition)
		}
		c := table.Cells
		if c.TP != want.TP || c.FP != want.FP || c.FN != want.FN || c.TN != want.TN || table.N() != want.N ||
			table.IndeterminateYes != want.IndeterminateYes || table.IndeterminateNo != want.IndeterminateNo || table.Missing() != want.Missing {
			t.Errorf("%s: %+v, %d and %d indeterminate, %d missing; want %+v", table.Condition, c, table.IndeterminateYes, table.IndeterminateNo, table.Missing(), want)
		}
		if got := len(r.Flow.NoReference); got != want.NoReference {
			t.Errorf("%d cases without reference, want %d", got, want.NoReference)
		}
		for name, w := range map[string]expectedShare{stard.Sensitivity: want.Sensitivity, stard.Specificity: want.Specificity,
			stard.PPV: want.PPV, stard.NPV: want.NPV, stard.Accuracy: want.Accuracy} {
			f := table.Figure(name)
			v, _ := f.Value()
			if f.K != w.K || f.N != w.N || math.Abs(v-w.Value) > 5e-5 || math.Abs(f.Interval.Low-w.Wilson[0]) > 5e-5 || math.Abs(f.Interval.High-w.Wilson[1]) > 5e-5 {
				t.Errorf("%s %s: %d/%d = %v %+v, want %+v", table.Condition, name, f.K, f.N, v, f.Interval, w)
			}
		}
	}
}
