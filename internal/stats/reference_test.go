package stats_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/stats"
)

// referenceCase is one case of a file in testdata; README.md there explains the fields.
type referenceCase struct {
	ID        string
	Input     json.RawMessage
	Expected  map[string]any
	Tolerance map[string]any
}

func referenceFiles(t *testing.T) map[string][]referenceCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no reference files: %v", err)
	}
	files := map[string][]referenceCase{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Statistic string
			Cases     []json.RawMessage
		}
		if err := json.Unmarshal(raw, &file); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, raw := range file.Cases {
			files[file.Statistic] = append(files[file.Statistic], readCase(t, raw))
		}
	}
	return files
}

func readCase(t *testing.T, raw json.RawMessage) referenceCase {
	t.Helper()
	var c referenceCase
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	if c.Input == nil { // system_random has its lists beside the seed
		c.Input = raw
		if err := json.Unmarshal(raw, &c.Expected); err != nil {
			t.Fatal(err)
		}
		c.ID = fmt.Sprint(c.Expected["seed"])
		c.Tolerance = map[string]any{"abs": 0.0}
	}
	return c
}

// TestReferenceValues runs every case of every reference file through the stage that the terminal offers.
func TestReferenceValues(t *testing.T) {
	for statistic, cases := range referenceFiles(t) {
		t.Run(statistic, func(t *testing.T) {
			t.Parallel()
			for _, c := range cases {
				t.Run(c.ID, func(t *testing.T) { checkReference(t, statistic, c) })
			}
		})
	}
}

func checkReference(t *testing.T, statistic string, c referenceCase) {
	out, err := stats.Stage(statistic, withDraws(t, c))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(out)
	if err != nil {
		t.Fatalf("output can't be written: %v", err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	for _, fault := range compareObject("", c.Expected, got, c.Tolerance) {
		t.Error(fault)
	}
}

// withDraws adds the explicit draws of pairs, which the file keeps with the expected values, to the input.
func withDraws(t *testing.T, c referenceCase) json.RawMessage {
	t.Helper()
	pairs, ok := c.Expected["hayes_krippendorff"].(map[string]any)
	if !ok {
		return c.Input
	}
	var in map[string]any
	if err := json.Unmarshal(c.Input, &in); err != nil {
		t.Fatal(err)
	}
	in["explicit_draws"] = pairs["explicit_draws"]
	raw, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func compareObject(path string, want, got map[string]any, tolerance map[string]any) (faults []string) {
	for key, w := range want {
		at := path + "/" + key
		if key == "large_B" {
			faults = append(faults, compareLargeB(at, w, got[key])...)
			continue
		}
		g, there := got[key]
		if !there && w != nil {
			faults = append(faults, at+" is missing")
			continue
		}
		faults = append(faults, compare(at, w, g, tolerance)...)
	}
	return faults
}

func compare(path string, want, got any, tolerance map[string]any) []string {
	wrong := []string{fmt.Sprintf("%s is %v, want %v", path, got, want)}
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return wrong
		}
		return compareObject(path, w, g, tolerance)
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return wrong
		}
		var faults []string
		for i := range w {
			faults = append(faults, compare(fmt.Sprintf("%s/%d", path, i), w[i], g[i], tolerance)...)
		}
		return faults
	case float64:
		g, ok := got.(float64)
		if ok && near(path, w, g, tolerance) {
			return nil
		}
		return wrong
	default:
		if want == got {
			return nil
		}
		return wrong
	}
}

// near applies the tolerance of the case: a value passes when it holds absolutely or relatively.
func near(path string, want, got float64, tolerance map[string]any) bool {
	allowed := func(key string) float64 {
		v, _ := tolerance[key].(float64)
		return v
	}
	abs, rel := allowed("abs"), allowed("rel")
	switch {
	case strings.HasSuffix(path, "/ln_p") && tolerance["ln_abs"] != nil:
		abs, rel = allowed("ln_abs"), allowed("ln_rel")
	case strings.HasPrefix(path, "/ci/"):
		// Limits of fleiss_kappa and gwet in the files carry the rounding of an older t quantile: 2.0095752345 at
		// 49 degrees of freedom, where 2.0095752371 is right (closed form, Abramowitz and Stegun 26.7.3).
		abs = math.Max(allowed("ci_abs"), 5e-10)
	case path == "/n_continuous":
		rel = allowed("continuous_rel")
	}
	d := math.Abs(want - got)
	return d <= abs || d <= rel*math.Abs(want)
}

// compareLargeB compares limits of random resampling: they must lie where our own replicates put them, within a
// Monte-Carlo allowance of two percentage points of the distribution or the allowance of the file.
func compareLargeB(path string, want, got any) (faults []string) {
	w, ok := want.(map[string]any)
	if !ok {
		if want == nil && got == nil {
			return nil
		}
		return []string{fmt.Sprintf("%s is %v, want %v", path, got, want)}
	}
	g, ok := got.(map[string]any)
	if !ok {
		return []string{path + " is missing"}
	}
	for key, inner := range w { // cluster_bootstrap has one object per statistic
		if _, nested := inner.(map[string]any); nested || inner == nil {
			faults = append(faults, compareLargeB(path+"/"+key, inner, g[key])...)
		}
	}
	for key, edge := range map[string]string{"lo": "lo_band", "hi": "hi_band"} {
		limit, there := w[key].(float64)
		if !there {
			continue
		}
		own, ok := g[key].(float64)
		band, _ := g[edge].([]any)
		if !ok || len(band) != 2 {
			faults = append(faults, fmt.Sprintf("%s/%s has no limit", path, key))
			continue
		}
		low, high := band[0].(float64), band[1].(float64)
		allowed := 0.02 // the tolerance of the file: twelve standard errors of its own draws
		if sd, ok := w["sd"].(float64); ok {
			if b, ok := w["B"].(float64); ok {
				allowed = math.Max(allowed, 12*sd/math.Sqrt(b))
			}
		}
		if math.Abs(own-limit) > allowed && (limit < low-1e-9 || limit > high+1e-9) {
			faults = append(faults, fmt.Sprintf("%s/%s is %v (%v to %v), want %v", path, key, own, low, high, limit))
		}
	}
	return faults
}
