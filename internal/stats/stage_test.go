package stats_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/stats"
)

func TestStageSaysInOneSentenceWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct{ statistic, input, want string }{
		"unknown statistic":     {"kappa", `{}`, "is none of"},
		"no object":             {"wilson", `[1,2]`, "not a JSON object"},
		"broken JSON":           {"wilson", `{"x":`, "not a JSON object"},
		"nothing":               {"wilson", ``, "not a JSON object"},
		"missing field":         {"wilson", `{"x":1}`, `field "n" is missing`},
		"null field":            {"wilson", `{"x":1,"n":null}`, `field "n" is missing`},
		"text for a number":     {"krippendorff_alpha", `{"level":"nominal","units":[["a"]]}`, "string"},
		"fraction for a count":  {"wilson", `{"x":1.5,"n":3}`, "whole number"},
		"more hits than n":      {"wilson", `{"x":4,"n":3}`, "no proportion"},
		"negative count":        {"two_by_two", `{"tp":-1,"fp":0,"fn":0,"tn":0}`, "negative"},
		"unknown level":         {"krippendorff_alpha", `{"level":"metric","units":[]}`, "level of measurement"},
		"unknown weights":       {"cohen_kappa", `{"weights":"cubic","categories":[1],"pairs":[]}`, "weights"},
		"outside the scale":     {"cohen_kappa", `{"weights":"none","categories":[1,2],"pairs":[[1,3]]}`, "declared"},
		"category twice":        {"gwet", `{"weights":"none","categories":[1,1],"units":[]}`, "twice"},
		"category no value":     {"gwet", `{"weights":"none","categories":[[1]],"units":[]}`, "category"},
		"three in a pair":       {"cohen_kappa", `{"weights":"none","categories":[1],"pairs":[[1,1,1]]}`, "pair 1"},
		"gap in the ICC":        {"icc", `{"units":[[1,null]]}`, "gap"},
		"ragged ICC":            {"icc", `{"units":[[1,2],[1]]}`, "unit 2"},
		"p0 above 1":            {"binomial_tail", `{"h":1,"n":2,"p0":1.5}`, "p0"},
		"too many trials":       {"binomial_tail", `{"h":1,"n":1e12,"p0":0.5}`, "n is"},
		"lists of other length": {"chance_guess", `{"k":2,"true":[1],"guess":[]}`, "guesses"},
		"class outside":         {"confusion_matrix", `{"k":2,"true":[2],"guess":[1]}`, "outside"},
		"too many classes":      {"confusion_matrix", `{"k":1000000000,"true":[],"guess":[]}`, "classes"},
		"step outside":          {"ordinal_median", `{"scale":["a"],"codes":[1]}`, "step"},
		"two rows of three":     {"blinding", `{"counts":[[1,2],[1,2]]}`, "rows"},
		"three columns of two":  {"blinding", `{"counts":[[1,2,3],[1,2,3],[1,2,3]]}`, "columns"},
		"values but 0 and 1":    {"cochran_q", `{"rows":[[0,2]]}`, "0 and 1"},
		"ragged rows":           {"friedman", `{"rows":[[1,2],[1]]}`, "row 2"},
		"p above 1":             {"holm", `{"p":[1.2]}`, "p value 1"},
		"width of 0":            {"n_wilson_width", `{"p":0.5,"width":0,"z":1.96}`, "width"},
		"shares above 1":        {"n_mcnemar", `{"p_small":0.6,"psi":2,"alpha":0.05,"power":0.8}`, "impossible"},
		"three sides":           {"n_mcnemar", `{"p_small":0.1,"psi":2,"alpha":0.05,"power":0.8,"sides":3}`, "sides"},
		"power of too many":     {"power_mcnemar_exact", `{"p12":0.1,"p21":0.1,"n":1e9,"alpha":0.05}`, "pairs"},
		"resample of nobody":    {"alpha_bootstrap", `{"level":"nominal","units":[[1,2]],"resamples":[[1]]}`, "resample 1"},
		"pair outside":          {"cluster_bootstrap", `{"k":2,"clusters":[[[0,2]]]}`, "question 1"},
		"no categories":         {"cluster_bootstrap", `{"k":0,"clusters":[]}`, "categories"},
		"too many replicates":   {"cluster_bootstrap", `{"k":2,"clusters":[],"replicates":1e15}`, "replicates"},
		"gap among rows":        {"friedman", `{"rows":[[1,null],[2,3]]}`, "null"},
		"gap among answers":     {"cochran_q", `{"rows":[[1,null],[0,1]]}`, "null"},
		"gap among differences": {"wilcoxon_signed_rank", `{"d":[1,null]}`, "null"},
		"gap among p values":    {"holm", `{"p":[null]}`, "null"},
		"gap among steps":       {"ordinal_median", `{"scale":["a"],"codes":[null]}`, "null"},
		"no true class":         {"chance_guess", `{"k":2,"true":[null],"guess":[1]}`, "null"},
		"seed too large":        {"random", `{"seed":2147483648,"count":1}`, "seed"},
		"negative number":       {"random", `{"seed":1,"count":-1}`, "count"},
		"negative order":        {"order", `{"seed":1,"n":-1}`, "n is"},
	} {
		out, err := stats.Stage(c.statistic, json.RawMessage(c.input))
		if err == nil {
			t.Errorf("%s: accepted, gives %v", name, out)
			continue
		}
		if out != nil || !strings.Contains(err.Error(), c.want) || strings.ContainsAny(err.Error(), "\n") {
			t.Errorf("%s: %v, %q", name, out, err)
		}
	}
}

func TestStageIgnoresWhatItDoesNotKnow(t *testing.T) {
	out, err := stats.Stage("wilson", json.RawMessage(`{"x":5.0,"n":1e1,"colour":"red"}`))
	if err != nil {
		t.Fatal(err)
	}
	if out["p"] != 0.5 {
		t.Errorf("p is %v", out["p"])
	}
}

func TestStageGivesNullWithItsReason(t *testing.T) {
	for name, c := range map[string]struct {
		statistic, input string
		want             map[string]any
	}{
		"one value": {"wilson", `{"x":0,"n":0}`, map[string]any{"ci": nil, "reason": "n=0"}},
		"several values": {"binomial_tail", `{"h":3,"n":2,"p0":0.5}`,
			map[string]any{"p": 0.0, "ln_p": nil, "reason": map[string]any{"ln_p": "p_is_zero"}}},
		"no effect": {"n_mcnemar", `{"p_small":0.1,"psi":1,"alpha":0.05,"power":0.8}`,
			map[string]any{"n": nil, "n_continuous": nil, "reason": "no_effect"}},
	} {
		out, err := stats.Stage(c.statistic, json.RawMessage(c.input))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestStageDrawsOrdersAndNumbers(t *testing.T) {
	out, err := stats.Stage("order", json.RawMessage(`{"seed":20261074,"n":6}`))
	if err != nil || !slices.Equal(out["order"].([]int), []int{2, 3, 1, 5, 0, 4}) {
		t.Errorf("order %v, %v", out, err)
	}
	out, err = stats.Stage("random", json.RawMessage(`{"seed":42,"count":5,"max":100}`))
	if err != nil || !slices.Equal(out["values"].([]int32), []int32{66, 14, 12, 52, 16}) {
		t.Errorf("values %v, %v", out, err)
	}
}

func TestEveryReferenceFileHasItsStage(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		if name := strings.TrimSuffix(filepath.Base(p), ".json"); !slices.Contains(stats.Statistics(), name) {
			t.Errorf("no stage %s", name)
		}
	}
}

// FuzzStage feeds anything to any statistic: it must answer or say why not, and what it answers must be writable.
func FuzzStage(f *testing.F) {
	names := stats.Statistics()
	for i, name := range names {
		raw, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			continue // random and order have no file of their own
		}
		var file struct {
			Cases []struct{ Input json.RawMessage }
		}
		if err := json.Unmarshal(raw, &file); err != nil {
			f.Fatal(err)
		}
		for _, c := range file.Cases[:min(3, len(file.Cases))] {
			f.Add(uint8(i), string(c.Input))
		}
		f.Add(uint8(i), `{"seed":1,"count":3,"n":4,"k":2,"units":[],"rows":[],"d":[0],"p":[0.5],"x":0,"b":1,"c":2}`)
	}
	f.Fuzz(func(t *testing.T, i uint8, input string) {
		if strings.Contains(input, "replicates") || len(input) > 4000 {
			return // more work, nothing new
		}
		out, err := stats.Stage(names[int(i)%len(names)], json.RawMessage(input))
		if err != nil {
			return
		}
		if _, err := json.Marshal(out); err != nil {
			t.Fatalf("%s %s: %v", names[int(i)%len(names)], input, err)
		}
	})
}
