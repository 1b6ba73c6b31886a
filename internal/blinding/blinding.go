package blinding

import (
	"context"
	"fmt"
	"slices"

	"iucomstudien/internal/blinding/normalise"
	"iucomstudien/internal/blinding/pseudonymise"
	"iucomstudien/internal/job"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Method names how the blind order is drawn, for the study log.
const Method = "durstenfeld/system-random"

// Blinder holds the rules. It is safe for use by several goroutines.
type Blinder struct {
	normaliser    *normalise.Normaliser
	pseudonymiser *pseudonymise.Pseudonymiser
}

// New loads and checks the rules.
func New() (*Blinder, error) {
	n, err := normalise.New()
	if err != nil {
		return nil, fmt.Errorf("loading the rules of normalising: %w", err)
	}
	p, err := pseudonymise.New()
	if err != nil {
		return nil, fmt.Errorf("loading the rules of pseudonymising: %w", err)
	}
	return &Blinder{normaliser: n, pseudonymiser: p}, nil
}

// Material is what is blinded together: the answers of a test in their stored order, and other texts that raters read
// beside them (facts, gold standard), in which the same person must get the same placeholder.
type Material struct {
	Answers []string
	Others  []string
}

// Options are what a person decides about blinding.
type Options struct {
	Lang         study.Language // "" = found per text
	Names        []string       // persons that are always replaced, in every case form
	Pseudonymise bool           // replace personal data; without it texts are normalised only
	Keep         []string       // surfaces that a person said are never replaced
	Extra        []pseudonymise.Manual
}

// Set is the blinded material, in the order in which it was given.
type Set struct {
	Answers  []Text
	Others   []string // pseudonymised only: their form gives no origin away
	Entities []pseudonymise.Entity
	Flags    []pseudonymise.Flag // places a person should look at; Text counts the answers first, then the others
}

// Text is one blinded answer with what was done to it.
type Text struct {
	Text       string
	Normalised normalise.Result
	Spans      []pseudonymise.Span // into the normalised text
}

// Prepare normalises and pseudonymises. Progress counts answers; names found in removed salutations and signatures
// help to recognise the same name in the texts.
func (b *Blinder) Prepare(ctx context.Context, m Material, o Options, report job.Report) (Set, error) {
	var set Set
	var texts, removed []string
	for i, answer := range m.Answers {
		if err := ctx.Err(); err != nil {
			return Set{}, err
		}
		report(i, len(m.Answers), "normalise")
		n := b.normaliser.Text(answer, o.Lang)
		set.Answers = append(set.Answers, Text{Text: n.Text, Normalised: n})
		texts = append(texts, n.Text)
		for _, r := range n.Removed {
			removed = append(removed, r.Text)
		}
	}
	set.Others = slices.Clone(m.Others)
	if !o.Pseudonymise {
		return set, nil
	}
	report(len(m.Answers), len(m.Answers), "pseudonymise")
	result := b.pseudonymiser.Texts(append(texts, m.Others...), pseudonymise.Options{
		Lang: o.Lang, Names: o.Names, Known: removed, Keep: o.Keep, Extra: o.Extra,
	})
	for i := range set.Answers {
		set.Answers[i].Text, set.Answers[i].Spans = result.Texts[i].Output, result.Texts[i].Spans
	}
	for i := range set.Others {
		set.Others[i] = result.Texts[len(set.Answers)+i].Output
	}
	set.Entities, set.Flags = result.Map, result.Review
	return set, ctx.Err()
}

// Place is where the order puts an answer.
type Place struct {
	Index int        // of the answer in the stored order, 0-based
	Code  study.Code // under which raters know it
}

// Assign draws the order of n answers from the seed and gives codes: the first place gets X, the second Y, and so on.
func Assign(seed int32, n int) []Place {
	places := make([]Place, n)
	for i, index := range stats.Order(seed, n) {
		places[i] = Place{Index: index, Code: study.CodeAt(i)}
	}
	return places
}
