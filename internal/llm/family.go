package llm

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	assets "iucomstudien/assets/llm"
)

// Families tells which models are of one family: a grader that judges its own family is known to prefer it. Families
// are data: assets/llm/families.json.
type Families struct {
	list     []family
	descends []descent
}

// family is a maker with the names of its models. Vendors are what stands before the slash of "vendor/model".
type family struct {
	Name    string   `json:"name"`
	Vendors []string `json:"vendors"`
	Models  []string `json:"models"`
}

// descent names models that were made from those of another family and belong to it, too.
type descent struct {
	Models []string `json:"models"`
	Family string   `json:"family"`
}

// LoadFamilies reads the families that the program carries.
func LoadFamilies() (*Families, error) {
	data, err := assets.Files.ReadFile("families.json")
	if err != nil {
		return nil, fmt.Errorf("families of models: %w", err)
	}
	var file struct {
		Families []family  `json:"families"`
		Descends []descent `json:"descends"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("families of models: %w", err)
	}
	return &Families{list: file.Families, descends: file.Descends}, nil
}

// Family is the family of a model, and whether it is known. Names of clouds and local servers are understood:
// "vendor/model", "ft:model:…", "region.vendor.model-v1", "name:tag", "Name.gguf".
func (f *Families) Family(model string) (string, bool) {
	all := f.of(model)
	if len(all) == 0 {
		return "", false
	}
	return all[0], true
}

// of lists the families of a model: its maker's, then those of the models it was made from.
func (f *Families) of(model string) (all []string) {
	parts := strings.Split(strings.ToLower(strings.TrimSpace(model)), "/")
	name := strings.TrimPrefix(parts[len(parts)-1], "ft:")
	before := parts[:len(parts)-1]
	add := func(family string) {
		if !slices.Contains(all, family) {
			all = append(all, family)
		}
	}
	for _, one := range f.list {
		vendor := slices.ContainsFunc(one.Vendors, func(v string) bool {
			return slices.Contains(before, v) || strings.HasPrefix(name, v+".") || strings.Contains(name, "."+v+".")
		})
		if vendor || anyGlob(one.Models, name) {
			add(one.Name)
		}
	}
	for _, d := range f.descends {
		if anyGlob(d.Models, name) {
			add(d.Family)
		}
	}
	return all
}

// anyGlob tells whether a name has the form of one of the patterns.
func anyGlob(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return glob(p, name) })
}

// glob tells whether a name has the form of a pattern, in which "*" stands for any characters, none among them.
func glob(pattern, name string) bool {
	pieces := strings.Split(pattern, "*")
	if len(pieces) == 1 {
		return pattern == name
	}
	rest, found := strings.CutPrefix(name, pieces[0])
	if !found {
		return false
	}
	last := len(pieces) - 1
	for _, piece := range pieces[1:last] {
		at := strings.Index(rest, piece)
		if at < 0 {
			return false
		}
		rest = rest[at+len(piece):]
	}
	return strings.HasSuffix(rest, pieces[last])
}

// Choice is a model of a configured provider that can grade.
type Choice struct{ Provider, Model string }

// Independence is how a grader stands to the AI answers under test. The words are stored and shown by
// "grader.<word>".
type Independence string

const (
	Independent   Independence = "independent"    // of another family than every AI answer under test
	Replaced      Independence = "replaced"       // the configured one was not; this one is, and grades in its place
	OwnFamily     Independence = "own-family"     // grades its own family: no other key is there, or it was named beside another: warn
	FamilyUnknown Independence = "family-unknown" // of the grader or an answer nobody knows the family: warn
)

// Reason says why a grader was chosen.
type Reason struct {
	Why     Independence
	Family  string   // of the chosen grader; "" where it is not known
	Shared  []string // families that the configured grader has in common with answers under test
	Unknown []string // models whose family is not known
}

// Warns tells whether the report has to warn expressly.
func (r Reason) Warns() bool { return r.Why == OwnFamily || r.Why == FamilyUnknown }

// ChooseGrader chooses who grades: the configured model, or, where that is of the same family as an AI answer under
// test, the first of the others that is not. Under are the models of the AI answers; without any, nobody is biased.
// Where no independent model is there, the configured one grades and the reason warns.
func (f *Families) ChooseGrader(configured Choice, others []Choice, under []string) (Choice, Reason) {
	var tested, unknown []string
	for _, model := range under {
		all := f.of(model)
		if all == nil && !slices.Contains(unknown, model) {
			unknown = append(unknown, model)
		}
		tested = append(tested, all...)
	}
	own := f.of(configured.Model)
	reason := Reason{Family: first(own), Shared: common(own, tested), Unknown: unknown}
	if own == nil && len(under) > 0 {
		reason.Unknown = append(reason.Unknown, configured.Model)
	}
	if len(reason.Shared) == 0 {
		reason.Why = Independent
		if len(reason.Unknown) > 0 {
			reason.Why = FamilyUnknown
		}
		return configured, reason
	}
	for _, other := range others {
		if all := f.of(other.Model); all != nil && len(common(all, tested)) == 0 {
			reason.Why, reason.Family = Replaced, all[0]
			if len(unknown) > 0 {
				reason.Why = FamilyUnknown
			}
			return other, reason
		}
	}
	reason.Why = OwnFamily
	return configured, reason
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// common lists what stands in both lists, once, in the order of the first.
func common(a, b []string) (both []string) {
	for _, one := range a {
		if slices.Contains(b, one) && !slices.Contains(both, one) {
			both = append(both, one)
		}
	}
	return both
}
