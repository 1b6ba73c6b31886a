package conduct_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// ran is the sample study after the whole job.
func ran(t testing.TB, dir string) (*conduct.Conduct, conduct.DemoResult) {
	t.Helper()
	c := open(t, dir)
	d, err := c.Demo(context.Background(), job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	return c, d
}

func TestEveryFigureOfTheSampleComesOut(t *testing.T) {
	_, d := ran(t, t.TempDir())
	want := read[map[string]any](t, "expected-values.json")
	var got map[string]any
	if err := json.Unmarshal(d.Figures, &got); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"reviewers", "hallucination_rates_percent", "pooled_student", "system_A"} {
		compare(t, part, want[part], got[part])
	}
}

// compare asks that got has all that want has; numbers agree when they are equal after rounding to the decimals given.
func compare(t *testing.T, at string, want, got any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		have, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: got %v", at, got)
			return
		}
		for key, value := range want {
			compare(t, at+"/"+key, value, have[key])
		}
	case float64:
		have, ok := got.(float64)
		if !ok || math.Abs(have-want) > tolerance(at) {
			t.Errorf("%s: got %v, want %v", at, got, want)
		}
	default:
		if want != got {
			t.Errorf("%s: got %v, want %v", at, got, want)
		}
	}
}

// tolerance is half a unit of the last decimal in expected-values.json: percentages have two, all else four.
func tolerance(at string) float64 {
	if strings.HasPrefix(at, "hallucination_rates_percent") || strings.HasPrefix(at, "pooled_student") {
		return 0.005 + 1e-9
	}
	return 0.00005 + 1e-9
}

func TestTheSampleStudyGivesTheCodesOfItsKey(t *testing.T) {
	_, d := ran(t, t.TempDir())
	type origin struct {
		Condition string `json:"condition"`
		ID        string `json:"id"`
		SHA256    string `json:"sha256_of_file"`
	}
	want := read[struct {
		Codes  []study.Code          `json:"codes_in_blind_order"`
		Origin map[study.Code]origin `json:"origin"`
	}](t, "study-lead-only/key.json")
	if d.Seed != 20261074 || len(d.Key) != len(want.Codes) {
		t.Fatalf("seed %d, %d codes", d.Seed, len(d.Key))
	}
	for i, row := range d.Key {
		o := want.Origin[row.Code]
		if row.Code != want.Codes[i] || string(row.Condition) != strings.ReplaceAll(o.Condition, "_", "-") ||
			row.Origin.Participant != o.ID || row.SHA256 != o.SHA256 {
			t.Errorf("place %d: %s is %s %s", i, row.Code, row.Condition, row.Origin.Participant)
		}
	}
}

func TestAnAnswerWithoutConsentIsRefusedAndSaidSo(t *testing.T) {
	_, d := ran(t, t.TempDir())
	if len(d.Refused) != 1 || d.Refused[0].ID != "intake.no-consent" || d.Refused[0].Args["id"] == nil {
		t.Fatalf("refused: %v", d.Refused)
	}
	page, err := os.ReadFile(d.Report.HTML())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, []byte("T03")) {
		t.Error("the report does not mention the refused answer")
	}
}

// TestNoOriginLeavesWithTheBlindFolder looks for what only the study lead may know.
func TestNoOriginLeavesWithTheBlindFolder(t *testing.T) {
	_, d := ran(t, t.TempDir())
	secrets := []string{"lumen", "nordlicht", "modus-1", "falkensteiner", "T01", "T02", "P01", "reporter", "01_", ".json\"", "Lindner", "Grünhof"}
	for _, row := range d.Key {
		secrets = append(secrets, row.SHA256)
	}
	err := filepath.WalkDir(d.HandedOut.Folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) == ".xlsx" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, s := range secrets {
			if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(s))) {
				t.Errorf("%s holds %q", filepath.Base(path), s)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheSampleCanBeRunAgain(t *testing.T) {
	dir := t.TempDir()
	c, first := ran(t, dir)
	again, err := c.Demo(context.Background(), job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Figures, again.Figures) {
		t.Error("a second run gives other figures")
	}
}

func TestTheSampleGoesOnWhereItWasStopped(t *testing.T) {
	dir := t.TempDir()
	for stop := 1; ; stop++ {
		c := open(t, filepath.Join(dir, "one"))
		ctx, cancel := context.WithCancel(context.Background())
		reports := 0
		d, err := c.Demo(ctx, func(int, int, string) {
			if reports++; reports == stop {
				cancel()
			}
		})
		cancel()
		if closing := c.Close(); closing != nil {
			t.Fatal(closing)
		}
		if err == nil {
			if d.Figures == nil || stop < 3 {
				t.Errorf("stopped %d times, figures %s", stop-1, d.Figures)
			}
			return
		}
		if job.Ended(err) != job.Stopped {
			t.Fatalf("stop %d: %v", stop, err)
		}
	}
}

func TestAnUntouchedStudyVerifies(t *testing.T) {
	c, d := ran(t, t.TempDir())
	v, err := c.Verify(context.Background(), d.Ref)
	if err != nil || v.Err() != nil || len(v.Checks) != 6 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestVerifyFindsWhatWasChangedAfterwards(t *testing.T) {
	for check, change := range map[string]func(d conduct.DemoResult) (file, old, new string){
		"figures": func(d conduct.DemoResult) (string, string, string) {
			return filepath.Join(d.Report.Folder, "data.json"), "0.68", "0.98"
		},
		"log-file": func(d conduct.DemoResult) (string, string, string) {
			return filepath.Join(d.Report.Folder, "log.jsonl"), "handed-out", "handed-in"
		},
	} {
		t.Run(check, func(t *testing.T) {
			c, d := ran(t, t.TempDir())
			file, old, changed := change(d)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(data, []byte(old)) {
				t.Fatalf("%s does not hold %q", file, old)
			}
			if err := os.WriteFile(file, bytes.Replace(data, []byte(old), []byte(changed), 1), 0o600); err != nil {
				t.Fatal(err)
			}
			v, err := c.Verify(context.Background(), d.Ref)
			if err != nil {
				t.Fatal(err)
			}
			wantProblem(t, v.Err(), "verify.broken")
			for _, one := range v.Checks {
				if one.OK == (one.Name == check) {
					t.Errorf("%s: ok %v", one.Name, one.OK)
				}
			}
		})
	}
}

func BenchmarkWholeDemo(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		ran(b, dir)
	}
}
