package grading_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "write the golden files")

func stage(t *testing.T, in map[string]any) string {
	t.Helper()
	line, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := grading.Stage(context.Background(), line)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw) + "\n"
}

func TestTheStageGivesTheAgreedObject(t *testing.T) {
	for _, name := range []string{"reply", "reply_lenient", "reply_bad"} {
		got := stage(t, map[string]any{
			"id": name, "reply": read(t, name+".txt"), "codes": sampleExpect.Codes, "nonce": "9f3c21", "gold": true, "target": true,
			"unknown": 1,
		})
		golden := filepath.Join("testdata", name+".stage.json")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, name+".stage.json"), got); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", name, diff)
		}
	}
}

func TestTheStageRefusesALineThatIsNone(t *testing.T) {
	if _, err := grading.Stage(context.Background(), json.RawMessage(`{"codes":1}`)); err == nil {
		t.Error("taken")
	}
}

func TestTheStageNamesEveryBarAndRefusesACodeTwice(t *testing.T) {
	var out struct {
		Gradings []struct{ Bars map[string]*string }
	}
	text := stage(t, map[string]any{"reply": "@@X 9f3c21\nK: K1=OK K2=FAIL\n@@END X 9f3c21", "codes": []string{"X"}, "nonce": "9f3c21"})
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	bars := out.Gradings[0].Bars
	if third, named := bars["K3"]; len(bars) != 9 || !named || third != nil || bars["K1"] == nil || *bars["K2"] != "failed" {
		t.Errorf("bars %v", bars)
	}
	_, err := grading.Stage(context.Background(), json.RawMessage(`{"reply":"","codes":["X","Y","X"],"nonce":"9f3c21"}`))
	if !study.HasProblem(err, "stage.code-twice") {
		t.Errorf("a code twice: %v", err)
	}
}
