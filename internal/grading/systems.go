package grading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	assets "iucomstudien/assets/grading"
	"iucomstudien/internal/study"
)

// Text is a text in each language of the program.
type Text map[study.Language]string

// Bar is one of the bars K1-K9 of system A. A failed bar with effect [EffectLevel5] makes the level 5, one with
// [EffectCap4] leaves at best level 4; an average never offsets it.
type Bar struct {
	ID         string `json:"id"`
	Effect     string `json:"effect"`
	Name       Text   `json:"name"`
	Definition Text   `json:"definition"`
	Check      Text   `json:"check"`
}

// The effects of a failed bar.
const (
	EffectLevel5 = "level5"
	EffectCap4   = "cap4"
)

// Level is a level of a scale with its descriptor.
type Level struct {
	Level int    `json:"level"`
	EN    string `json:"en"`
	DE    string `json:"de"`
	PL    string `json:"pl"`
}

// GridLevel is a level of system B; blocked is the fifth rank.
type GridLevel struct {
	Level json.RawMessage `json:"level"` // 1-4 or "blocked"
	Rank  int             `json:"rank"`
	EN    string          `json:"en"`
	DE    string          `json:"de"`
	PL    string          `json:"pl"`
}

// In is the descriptor in a language.
func (l Level) In(lang study.Language) string {
	return map[study.Language]string{study.English: l.EN, study.German: l.DE, study.Polish: l.PL}[lang]
}

// Criterion is a quality criterion Q1-Q8 (levels 1-5, weight in percent) or a sub-competence B1-B7 (levels 1-4).
type Criterion struct {
	ID     string  `json:"id"`
	Weight int     `json:"weight"`
	Name   Text    `json:"name"`
	Levels []Level `json:"levels"`
}

// Systems are the two grading systems: the legal opinion catalogue (A) and the university grid (B). Effects of the
// bars and weights are given by the study protocol; names and descriptors are a reconstruction and may be replaced.
type Systems struct {
	Format  string `json:"format"`
	Version string `json:"version"`
	Note    string `json:"note"`
	A       struct {
		Levels   []Level     `json:"levels"`
		Bars     []Bar       `json:"bars"`
		Criteria []Criterion `json:"criteria"`
	} `json:"systemA"`
	B struct {
		Levels         []GridLevel `json:"levels"`
		SubCompetences []Criterion `json:"subcompetences"`
	} `json:"systemB"`
}

const systemsFormat = "iucom-grading-systems/1"

var bundled = sync.OnceValues(func() (*Systems, error) {
	raw, err := assets.Files.ReadFile("grading-systems.json")
	if err != nil {
		return nil, fmt.Errorf("reading the grading systems: %w", err)
	}
	return LoadSystems(raw)
})

// BundledSystems are the grading systems the program carries.
func BundledSystems() (*Systems, error) { return bundled() }

// LoadSystems reads grading systems from a file of format iucom-grading-systems/1. Unknown fields, other
// identifiers than K1-K9, Q1-Q8 and B1-B7, unknown effects and weights that do not add up to 100 are refused.
func LoadSystems(raw []byte) (*Systems, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var s Systems
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("reading the grading systems: %w", err)
	}
	if s.Format != systemsFormat {
		return nil, fmt.Errorf("grading systems: format %q, want %q", s.Format, systemsFormat)
	}
	return &s, s.check()
}

func (s *Systems) check() error {
	if got := barIDs(s.A.Bars); !slices.Equal(got, numbered("K", bars)) {
		return fmt.Errorf("grading systems: bars %v", got)
	}
	for _, b := range s.A.Bars {
		if b.Effect != EffectLevel5 && b.Effect != EffectCap4 {
			return fmt.Errorf("grading systems: bar %s has the unknown effect %q", b.ID, b.Effect)
		}
	}
	if got := criterionIDs(s.A.Criteria); !slices.Equal(got, numbered("Q", qualities)) {
		return fmt.Errorf("grading systems: criteria %v", got)
	}
	if got := criterionIDs(s.B.SubCompetences); !slices.Equal(got, numbered("B", subCompetences)) {
		return fmt.Errorf("grading systems: sub-competences %v", got)
	}
	sum := 0
	for _, c := range s.A.Criteria {
		if c.Weight < 1 {
			return fmt.Errorf("grading systems: criterion %s has weight %d", c.ID, c.Weight)
		}
		sum += c.Weight
	}
	if sum != 100 {
		return fmt.Errorf("grading systems: the weights add up to %d, not 100", sum)
	}
	return nil
}

// How many bars, quality criteria and sub-competences there are.
const (
	bars           = 9
	qualities      = 8
	subCompetences = 7
)

// numbered lists identifiers: K1, K2, … Kn.
func numbered(letter string, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("%s%d", letter, i+1)
	}
	return ids
}

func barIDs(list []Bar) (ids []string) {
	for _, b := range list {
		ids = append(ids, b.ID)
	}
	return ids
}

func criterionIDs(list []Criterion) (ids []string) {
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}
