package handout_test

import (
	"encoding/json"
	"slices"
	"testing"

	assets "iucomstudien/assets/handout"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/study"
)

func TestRulesOnSelfNamingDoWhatTheirExamplesSay(t *testing.T) {
	raw, err := assets.Files.ReadFile("self-naming.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rules []struct {
			ID, Kind   string
			Hit, Clean []string
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	namesItself := func(kind, text string) bool {
		what := handout.SelfNaming
		if kind != "" {
			what = handout.Kind(kind)
		}
		found := audit(t, pack(t, []folder.File{{Name: "a.txt", Data: []byte(text)}}), handout.Secrets{})
		return slices.ContainsFunc(found, func(f handout.Finding) bool { return f.What == what })
	}
	for _, r := range file.Rules {
		for _, text := range r.Hit {
			if !namesItself(r.Kind, text) {
				t.Errorf("%s does not find %q", r.ID, text)
			}
		}
		for _, text := range r.Clean {
			if namesItself(r.Kind, text) {
				t.Errorf("%s finds %q", r.ID, text)
			}
		}
	}
}

func TestEveryKindOfFindingHasAWord(t *testing.T) {
	for _, l := range study.Languages() {
		cat := catalogue(t, l)
		for _, kind := range handout.Kinds() {
			if !cat.Has("handout.finding." + string(kind)) {
				t.Errorf("%s: %s has no word", l, kind)
			}
		}
	}
}
