package conduct

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/blinding/pseudonymise"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Correction is what a person decided about one replacement of personal data.
type Correction = sqlite.Correction

// Review is the list a person goes through before the blind folder is written: what was replaced, what is doubtful,
// what was corrected. It holds names and never leaves the study lead's side.
type Review struct {
	Replacements []Replacement // by kind and number
	Doubts       []Doubt       // of both passes, in blind order; none any more once the test is handed out
	Corrections  []Correction  // that hold for this test, by surface
	Fixed        bool          // handed out: nothing can be changed any more
}

// Replacement is a placeholder and what it stands for.
type Replacement struct {
	Placeholder string // "[PERSON-1]"
	Kind        string
	Surfaces    []string     // spellings, in order of appearance
	Places      int          // in answers, facts and gold standard together
	Codes       []study.Code // of the answers in which it stands, in blind order
	Beside      bool         // it stands in the facts or the gold standard, too
	Listed      bool         // from the names list of the study
}

// Doubt is a place that a person should look at.
type Doubt struct {
	Code        study.Code // "" for the facts and the gold standard
	Reason      string     // its sentence stands under "blinding.review.<Reason>"
	Surface     string
	Placeholder string // that stands there now; "" when the place was left as it is
}

// PlaceholderKinds lists the kinds of placeholders that a replacement can be of, in the order in which they are offered.
func (c *Conduct) PlaceholderKinds() []string { return pseudonymise.Kinds() }

// Review lists what was replaced in a blinded test and what is doubtful. Problem: test.not-blinded.
func (c *Conduct) Review(ctx context.Context, ref Ref) (Review, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return Review{}, err
	}
	if !isBlinded(s) {
		return Review{}, &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": ref.Test}}
	}
	r := Review{Fixed: isHandedOut(s)}
	var set blinding.Set
	if !r.Fixed {
		if set, err = c.prepareAgain(ctx, s); err != nil {
			return Review{}, err
		}
	}
	rows, err := c.db.BlindingLog(ctx, ref)
	if err != nil {
		return Review{}, err
	}
	if r.Replacements, err = c.replacements(ctx, ref, rows, set.Entities); err != nil {
		return Review{}, err
	}
	all, err := c.db.Corrections(ctx, ref.Study)
	if err != nil {
		return Review{}, err
	}
	r.Corrections = holding(all, ref.Test)
	r.Doubts = slices.DeleteFunc(doubts(rows, taking(s.answers), set), func(d Doubt) bool { return decided(r.Corrections, d.Surface) })
	return r, nil
}

// decided tells whether a person has already said what becomes of a surface.
func decided(corrections []Correction, surface string) bool {
	return slices.ContainsFunc(corrections, func(c Correction) bool { return c.Surface == oneLine(surface) })
}

// prepareAgain blinds once more as the test was blinded. Equal input gives equal output, so that the doubts of both
// passes need not be stored.
func (c *Conduct) prepareAgain(ctx context.Context, s *situation) (blinding.Set, error) {
	answers := taking(s.answers)
	options, err := c.blindingOptions(ctx, s.ref, answers, nil)
	if err != nil {
		return blinding.Set{}, err
	}
	return c.prepare(ctx, material(s, answers), options, job.Silent)
}

// replacements adds up the places by placeholder. The map knows spellings that occur in the facts alone, and who is on
// the names list.
func (c *Conduct) replacements(ctx context.Context, ref Ref, rows []sqlite.BlindedRow, known []pseudonymise.Entity) ([]Replacement, error) {
	others, err := c.db.BlindedOthers(ctx, ref)
	if err != nil {
		return nil, err
	}
	found := make(map[string]*Replacement)
	get := func(placeholder, kind string) *Replacement {
		if found[placeholder] == nil {
			found[placeholder] = &Replacement{Placeholder: placeholder, Kind: kind}
		}
		return found[placeholder]
	}
	for _, row := range rows {
		_, spans, err := doneTo(row)
		if err != nil {
			return nil, err
		}
		for _, span := range spans {
			r := get("["+span.Entity+"]", span.Kind)
			r.Places++
			r.Surfaces = addNew(r.Surfaces, span.Text)
			r.Codes = addNew(r.Codes, row.Code)
		}
	}
	for _, e := range known {
		r := get(e.Placeholder, e.Kind)
		r.Listed = r.Listed || e.Listed
		for _, surface := range e.Surfaces {
			r.Surfaces = addNew(r.Surfaces, surface)
		}
	}
	var list []Replacement
	for _, r := range found {
		for _, text := range others {
			n := strings.Count(text, r.Placeholder)
			r.Places, r.Beside = r.Places+n, r.Beside || n > 0
		}
		if r.Places > 0 {
			list = append(list, *r)
		}
	}
	slices.SortFunc(list, func(a, b Replacement) int {
		return cmp.Or(cmp.Compare(kindPlace(a.Kind), kindPlace(b.Kind)), cmp.Compare(number(a.Placeholder), number(b.Placeholder)))
	})
	return list, nil
}

func addNew[T comparable](list []T, one T) []T {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

func kindPlace(kind string) int { return slices.Index(pseudonymise.Kinds(), kind) }

// number is the number of a placeholder such as "[PERSON-2]".
func number(placeholder string) int {
	_, digits, _ := strings.Cut(strings.Trim(placeholder, "[]"), "-")
	n, _ := strconv.Atoi(digits) // the program wrote it
	return n
}

// doubts lists the doubtful places of both passes by the codes of their answers; set counts the answers in the order of
// their import.
func doubts(rows []sqlite.BlindedRow, answers []study.Answer, set blinding.Set) (list []Doubt) {
	if set.Answers == nil {
		return nil
	}
	for _, row := range rows {
		at := slices.IndexFunc(answers, func(a study.Answer) bool { return a.ID == row.AnswerID })
		if at < 0 {
			continue
		}
		for _, f := range set.Answers[at].Normalised.Review {
			list = append(list, Doubt{Code: row.Code, Reason: f.Reason, Surface: f.Text})
		}
		for _, f := range set.Flags {
			if f.Text == at {
				list = append(list, Doubt{Code: row.Code, Reason: f.Reason, Surface: f.Surface, Placeholder: f.Entity})
			}
		}
	}
	for _, f := range set.Flags {
		if f.Text >= len(answers) {
			list = append(list, Doubt{Reason: f.Reason, Surface: f.Surface, Placeholder: f.Entity})
		}
	}
	return list
}
