package conduct_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
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
	if err != nil || v.Err() != nil || len(v.Checks) != 9 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestVerifyFindsWhatWasChangedAfterwards(t *testing.T) {
	for name, c := range map[string]struct {
		file     func(d conduct.DemoResult) string
		old, now string // what is changed; old "" removes the file
		broken   []string
	}{
		"a figure":     {inReport("data.json"), "0.68", "0.98", []string{"figures", "report-files"}},
		"a rating":     {inReport("data.json"), `"agreement": 5`, `"agreement": 95`, []string{"report-files"}},
		"the page":     {inReport("report.html"), "<h1>", "<h1>Not ", []string{"report-files"}},
		"the log":      {inReport("log.jsonl"), "handed-out", "handed-in", []string{"report-files", "log-file"}},
		"the log gone": {inReport("log.jsonl"), "", "", []string{"report-files", "log-file"}},
		"the key":      {func(d conduct.DemoResult) string { return filepath.Join(d.HandedOut.Key, "Test-01.key.json") }, "P01", "P02", []string{"key-file"}},
		"the key gone": {func(d conduct.DemoResult) string { return filepath.Join(d.HandedOut.Key, "Test-01.key.json") }, "", "", []string{"key-file"}},
		"a blind answer": {func(d conduct.DemoResult) string {
			return filepath.Join(d.HandedOut.Folder, "Antworten", "Antwort_X.txt")
		}, "Form", "Norm", []string{"blind-folder"}},
		"the zip":      {func(d conduct.DemoResult) string { return d.HandedOut.Zip }, "PK", "KP", []string{"blind-folder"}},
		"the zip gone": {func(d conduct.DemoResult) string { return d.HandedOut.Zip }, "", "", []string{"blind-folder"}},
	} {
		t.Run(name, func(t *testing.T) {
			cd, d := ran(t, t.TempDir())
			tamper(t, c.file(d), c.old, c.now)
			v, err := cd.Verify(context.Background(), d.Ref)
			if err != nil {
				t.Fatal(err)
			}
			wantProblem(t, v.Err(), "verify.broken")
			for _, one := range v.Checks {
				if one.OK == slices.Contains(c.broken, one.Name) {
					t.Errorf("%s: ok %v", one.Name, one.OK)
				}
				if one.Why != nil {
					wantProblem(t, one.Why, one.Why.ID)
				}
			}
		})
	}
}

// inReport names a file of the report.
func inReport(name string) func(conduct.DemoResult) string {
	return func(d conduct.DemoResult) string { return filepath.Join(d.Report.Folder, name) }
}

// tamper changes the first place of a file where old stands, or removes it.
func tamper(t *testing.T, file, old, now string) {
	t.Helper()
	if old == "" {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	if err := os.WriteFile(file, bytes.Replace(data, []byte(old), []byte(now), 1), 0o600); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkWholeDemo(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		ran(b, dir)
	}
}
