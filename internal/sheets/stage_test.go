package sheets_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/sheets"
)

var update = flag.Bool("update", false, "write the golden files")

func TestTheStageGivesTheAgreedObject(t *testing.T) {
	for golden, file := range map[string]string{
		"testdata/broken.stage.json": "testdata/broken_for_import_tests.csv",
		"testdata/R03.stage.json":    "testdata/Bewertung_DEMO-MIETE-01_R03.csv",
	} {
		line, err := json.Marshal(map[string]any{"id": 7, "file": file, "codes": sampleForm.Codes, "gold": true, "target": true, "extra": 1})
		if err != nil {
			t.Fatal(err)
		}
		out, err := sheets.Stage(context.Background(), line)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.MarshalIndent(out, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		got := string(raw) + "\n"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", file, diff)
		}
	}
}

func TestTheStageSaysWhyAFileIsNoSheet(t *testing.T) {
	for _, line := range []string{`{"file":"testdata/none.csv"}`, `{"file":"stage_test.go"}`, `{"file":1}`} {
		if _, err := sheets.Stage(context.Background(), json.RawMessage(line)); err == nil {
			t.Errorf("%s: taken", line)
		}
	}
}
