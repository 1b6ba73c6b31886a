package conduct

import (
	"context"
	"slices"
	"strings"

	"iucomstudien/internal/blinding/pseudonymise"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Corrected says what came of a correction.
type Corrected struct {
	Blinded bool // the test was blinded again, so that the places are known
	Places  int  // where the surface stands unreplaced now, in any case and over line breaks, or replaced as was asked
}

// holding are the corrections that hold for a test: its own, and those of the study about other surfaces.
func holding(all []Correction, test string) []Correction {
	return slices.DeleteFunc(slices.Clone(all), func(c Correction) bool {
		if c.Test != "" {
			return c.Test != test
		}
		return slices.ContainsFunc(all, func(own Correction) bool { return own.Test == test && own.Surface == c.Surface })
	})
}

// told turns the corrections that hold for a test into what the second pass is told.
func told(corrections []Correction) (keep []string, extra []pseudonymise.Manual) {
	for _, c := range corrections {
		if c.Keeps() {
			keep = append(keep, c.Surface)
			continue
		}
		for _, surface := range append([]string{c.Surface}, c.Joins...) {
			extra = append(extra, pseudonymise.Manual{Surface: surface, Kind: c.Kind, Placeholder: c.Placeholder})
		}
	}
	return keep, extra
}

// Keep undoes a replacement: the surface is never replaced in any answer of the study. Every collecting test that was
// blinded is blinded again. Problems: test.already-blinded (handed out), blinding.empty-surface.
func (c *Conduct) Keep(ctx context.Context, ref Ref, surface string) (Corrected, error) {
	d, err := c.correct(ctx, ref, Correction{Surface: oneLine(surface)}, "keep")
	if err != nil || !d.Blinded {
		return d, err
	}
	texts, err := c.blindTexts(ctx, ref)
	for _, text := range texts {
		d.Places += strings.Count(oneLine(strings.ToLower(text)), oneLine(strings.ToLower(surface)))
	}
	return d, err
}

// Replace has a surface replaced in every answer of the study; of a person every case form. With as, the name of a
// placeholder ("PERSON-2"), it is united with what that one stands for, in this test alone, since placeholders have
// their numbers in one test; kind may then be "".
//
// Problems: test.already-blinded (handed out), blinding.empty-surface, blinding.kind (Args: kind, kinds),
// blinding.no-placeholder (Args: placeholder).
func (c *Conduct) Replace(ctx context.Context, ref Ref, surface, kind, as string) (Corrected, error) {
	correction := Correction{Surface: oneLine(surface), Kind: strings.ToUpper(kind)}
	if as != "" {
		with, err := c.placeholder(ctx, ref, as)
		if err != nil {
			return Corrected{}, err
		}
		if correction.Kind == "" {
			correction.Kind = with.Kind
		}
		if correction.Kind != with.Kind {
			return Corrected{}, badKind(kind)
		}
		correction.Test, correction.Placeholder = ref.Test, with.Placeholder
		correction.Joins = slices.DeleteFunc(with.Surfaces, func(s string) bool { return s == correction.Surface })
	}
	if !pseudonymise.ValidKind(correction.Kind) {
		return Corrected{}, badKind(kind)
	}
	d, err := c.correct(ctx, ref, correction, "replace")
	if err != nil || !d.Blinded {
		return d, err
	}
	r, err := c.Review(ctx, ref)
	for _, one := range r.Replacements {
		if one.Kind == correction.Kind && slices.ContainsFunc(one.Surfaces, func(s string) bool { return inSomeForm(strings.ToLower(s), correction.Surface) }) {
			d.Places += one.Places
		}
	}
	return d, err
}

// Forget takes a correction about a surface back. Problems: test.already-blinded (handed out), blinding.no-correction.
func (c *Conduct) Forget(ctx context.Context, ref Ref, surface string) (Corrected, error) {
	surface = oneLine(surface)
	return c.edit(ctx, ref, "forget", func(tx *sqlite.Tx) error {
		there, err := tx.Forget(ctx, ref.Study, ref.Test, surface)
		if err == nil && !there {
			return &study.Problem{ID: "blinding.no-correction", Args: map[string]any{"surface": surface}}
		}
		return err
	})
}

// oneLine is a surface as it is compared: one blank between words, none at the ends.
func oneLine(surface string) string { return strings.Join(strings.Fields(surface), " ") }

func badKind(kind string) *study.Problem {
	return &study.Problem{ID: "blinding.kind", Args: map[string]any{"kind": kind, "kinds": strings.Join(pseudonymise.Kinds(), ", ")}}
}

// placeholder finds a replacement of the blinded test by the name of its placeholder.
func (c *Conduct) placeholder(ctx context.Context, ref Ref, name string) (Replacement, error) {
	r, err := c.Review(ctx, ref)
	if err != nil {
		return Replacement{}, err
	}
	for _, one := range r.Replacements {
		if strings.EqualFold(strings.Trim(one.Placeholder, "[]"), strings.Trim(strings.TrimSpace(name), "[]")) {
			return one, nil
		}
	}
	return Replacement{}, &study.Problem{ID: "blinding.no-placeholder", Args: map[string]any{"placeholder": name}}
}

func (c *Conduct) correct(ctx context.Context, ref Ref, d Correction, how string) (Corrected, error) {
	if d.Surface == "" {
		return Corrected{}, &study.Problem{ID: "blinding.empty-surface"}
	}
	return c.edit(ctx, ref, how, func(tx *sqlite.Tx) error { return tx.Correct(ctx, ref.Study, d) })
}

// edit changes what was decided, says so in the log without a word of the texts, and blinds again what was blinded. The
// earlier blindings go with the correction: nothing can be handed out that does not fit it.
func (c *Conduct) edit(ctx context.Context, ref Ref, how string, change func(*sqlite.Tx) error) (Corrected, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return Corrected{}, err
	}
	if isHandedOut(s) {
		return Corrected{}, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	again, err := c.underReview(ctx, ref.Study)
	if err != nil {
		return Corrected{}, err
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		corrections, err := tx.Corrections(ctx, ref.Study)
		if err != nil {
			return err
		}
		kinds, kept := make(map[string]int), 0
		for _, d := range corrections {
			if d.Keeps() {
				kept++
				continue
			}
			kinds[d.Kind]++
		}
		return tx.Note(ctx, studylog.BlindingEdited, ref.Test, map[string]any{"how": how, "kept": kept, "replaced": kinds})
	})
	if err != nil {
		return Corrected{}, err
	}
	for _, test := range again {
		if err := c.Blind(ctx, test, BlindOptions{}, job.Silent); err != nil {
			return Corrected{}, err
		}
	}
	return Corrected{Blinded: slices.Contains(again, ref)}, nil
}

// underReview lists the tests of a study that are blinded and not handed out.
func (c *Conduct) underReview(ctx context.Context, studyID string) (list []Ref, err error) {
	tests, err := c.db.Tests(ctx, studyID)
	if err != nil {
		return nil, err
	}
	for _, t := range tests {
		ref := Ref{Study: studyID, Test: t.ID}
		blinded, err := c.db.Blinded(ctx, ref)
		if err != nil {
			return nil, err
		}
		if t.State == study.Collecting && len(blinded) > 0 {
			list = append(list, ref)
		}
	}
	return list, nil
}

// blindTexts are all texts that reviewers of a blinded test read.
func (c *Conduct) blindTexts(ctx context.Context, ref Ref) ([]string, error) {
	texts, err := c.db.BlindedOthers(ctx, ref)
	if err != nil {
		return nil, err
	}
	answers, err := c.db.Blinded(ctx, ref)
	for _, a := range answers {
		texts = append(texts, a.Text)
	}
	return texts, err
}

// goneWith tells of a surface whether it stood in the texts that go and stands in none that stay. Case forms count as
// the same: what stays must not lose a correction because a name is declined there.
func goneWith(going, staying []string) func(surface string) bool {
	holds := func(texts []string, surface string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return inSomeForm(strings.ToLower(text), surface) })
	}
	return func(surface string) bool { return holds(going, surface) && !holds(staying, surface) }
}

// inSomeForm tells whether every word of a surface stands in a text, whatever its ending.
func inSomeForm(text, surface string) bool {
	for _, word := range strings.Fields(strings.ToLower(surface)) {
		letters := []rune(word)
		stem := string(letters[:max(min(len(letters), 3), len(letters)-2)])
		if !strings.Contains(text, stem) {
			return false
		}
	}
	return true
}
