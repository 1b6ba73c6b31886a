package grading_test

import (
	"encoding/json"
	"slices"
	"testing"

	assets "iucomstudien/assets/grading"
	"iucomstudien/internal/grading"
)

func TestRulesOnRequestsToTheGraderDoWhatTheirExamplesSay(t *testing.T) {
	raw, err := assets.Files.ReadFile("injection.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rules []struct {
			ID       string
			Examples struct{ Hit, Clean []string }
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, r := range file.Rules {
		for _, text := range r.Examples.Hit {
			if !hits(t, r.ID, text) {
				t.Errorf("%s does not find %q", r.ID, text)
			}
		}
		for _, text := range r.Examples.Clean {
			if hits(t, r.ID, text) {
				t.Errorf("%s finds %q", r.ID, text)
			}
		}
		if len(r.Examples.Hit) == 0 || len(r.Examples.Clean) == 0 {
			t.Errorf("%s has no examples", r.ID)
		}
	}
}

func hits(t *testing.T, rule, text string) bool {
	t.Helper()
	found, err := grading.Scan(text)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(found, func(a grading.Attempt) bool { return a.Rule == rule && a.Line == 1 && a.Excerpt != "" })
}

func TestTheAttemptOfTheSampleIsFoundAndNothingElse(t *testing.T) {
	found, err := grading.Scan(read(t, "answer_w.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Error("the attempt of answer W was not found")
	}
	for _, name := range []string{"answer_q.txt", "answer_y.txt"} {
		found, err := grading.Scan(read(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}
