package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
)

// Reason is the machine word for why there is no number. Words for people stand in the translations.
type Reason string

// The reasons that a figure can have. The zero value means that there is a number.
const (
	NotComputed            Reason = "not_computed"             // nobody has computed it
	NoData                 Reason = "n=0"                      // there is nothing to compute from
	NothingPairable        Reason = "nothing_pairable"         // no unit has two ratings
	NegativeValues         Reason = "negative_values"          // ratios need values from 0 up
	NoPairs                Reason = "no_pairs"                 // no pair is complete
	NoVariation            Reason = "no_variation"             // all pairable ratings are equal
	NoExpectedDisagreement Reason = "no_expected_disagreement" // chance alone would agree always
	TooFewUnits            Reason = "too_few_units"            // fewer units than the formula or the rule needs
	TooFewRaters           Reason = "too_few_raters"           // fewer raters than the method needs
	TooFewGuesses          Reason = "too_few_guesses"          // fewer guesses than the protocol asks for
	TooFewClusters         Reason = "too_few_clusters"         // too few questions for an interval
	TooFewReplicates       Reason = "too_few_replicates"       // hardly any replicate was defined
	NoDiscordantRows       Reason = "no_discordant_rows"       // every row is all right or all wrong
	NoDiscordantPairs      Reason = "no_discordant_pairs"      // b+c is 0
	AllTied                Reason = "all_tied"                 // every row has equal values only
	EmptyMargin            Reason = "empty_margin"             // a row or column of the table is empty
	NoBetweenVariance      Reason = "no_between_unit_variance" // units don't differ
	DenominatorZero        Reason = "denominator_zero"         // the formula would divide by 0
	NotSettled             Reason = "not_settled"              // the literature knows no agreed formula
	PIsZero                Reason = "p_is_zero"                // the logarithm of 0
	NoEffect               Reason = "no_effect"                // no number of units shows a difference that is not there
	NoSizeReaches          Reason = "no_size_reaches"          // none of the sizes tried reaches the aim
	NotFinite              Reason = "not_finite"               // the number is too large to be written
)

// Reasons lists every reason of this package, so that each can be given its words.
func Reasons() []Reason {
	return []Reason{NotComputed, NoData, NothingPairable, NegativeValues, NoPairs, NoVariation, NoExpectedDisagreement,
		TooFewUnits, TooFewRaters, TooFewGuesses, TooFewClusters, TooFewReplicates, NoDiscordantRows, NoDiscordantPairs,
		AllTied, EmptyMargin, NoBetweenVariance, DenominatorZero, NotSettled, PIsZero, NoEffect, NoSizeReaches, NotFinite}
}

// Notes that stand beside a value, as machine words.
const (
	NoteUnequalRaters = "unequal_raters"            // units have different numbers of raters: the panel changed or ratings are missing
	NoteOneRater      = "one_rater"                 // only one rater rated anything
	NoteFewUnits      = "few_units"                 // fewer than 30 units: an interval rests on little
	NoteManyUndefined = "many_undefined_replicates" // more than 5 % of the replicates had no value
	NoteOutside       = "value_outside_interval"    // the value lies outside its own interval
	NoteFewItems      = "few_items"                 // fewer than 30 items: the signed-rank test was taken
	NoteFewRaters     = "few_raters"                // fewer than three raters
	NoteHalfAdded     = "half_added"                // a count was 0, so half was added to all four
)

// Notes lists every note of this package, so that each can be given its words.
func Notes() []string {
	return []string{NoteUnequalRaters, NoteOneRater, NoteFewUnits, NoteManyUndefined, NoteOutside, NoteFewItems, NoteFewRaters, NoteHalfAdded}
}

// Count says how many of what a figure rests on.
type Count struct {
	Of string `json:"of"` // machine word: "units", "raters", "pairable", "pairs", "questions", "answers", "guesses"
	N  int64  `json:"n"`
}

// LeftOut counts what a figure could not use, and why.
type LeftOut struct {
	Of  string `json:"of"`  // machine word: "units", "pairs", "guesses"
	Why string `json:"why"` // machine word: "one_rating", "no_rating", "incomplete"
	N   int64  `json:"n"`
}

// Interval is a confidence interval, oriented and computed from the same data as the value beside it.
type Interval struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Level      float64 `json:"level"`                // 0.95
	Method     string  `json:"method"`               // machine word: "wilson", "bootstrap_units_percentile" …
	Replicates int     `json:"replicates,omitempty"` // drawn; 0 when nothing was drawn
	Dropped    int     `json:"dropped,omitempty"`    // drawn, but not defined; not part of the limits
	Seed       uint64  `json:"seed,omitempty"`
	Below      []Share `json:"below,omitempty"` // how often replicates fell below a required minimum
}

// Share is the share of replicates whose value was below a mark.
type Share struct {
	Mark  float64 `json:"mark"`
	Share float64 `json:"share"` // 0 to 1
}

// Figure is a number or the reason why there is none, with what it was computed from and how.
//
// The zero Figure has no number; its reason is [NotComputed]. A Figure never holds NaN or an infinity.
type Figure struct {
	value   float64
	defined bool
	reason  Reason

	Method    string    // machine word: "krippendorff_alpha", "cohen_kappa" …
	Variant   string    // machine word within the method: "ordinal", "quadratic", "mid_p"; may be empty
	Reference string    // paper and section that the formula was taken from
	Counts    []Count   // what it rests on
	LeftOut   []LeftOut // what could not be used
	Interval  *Interval // nil: none was asked for, or NoInterval says why there is none
	// NoInterval says why an interval that was asked for does not exist.
	NoInterval Reason
	Notes      []string // machine words that belong beside the value, NoteFewUnits for example
	Working    Working  // formula, inputs and steps, for following by hand
}

// NewFigure returns a figure with that value; a value that is not finite becomes the reason [NotFinite].
func NewFigure(method string, value float64) Figure {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return Undefined(method, NotFinite)
	}
	return Figure{value: value, defined: true, Method: method}
}

// Undefined returns a figure without a number.
func Undefined(method string, why Reason) Figure {
	if why == "" {
		why = NotComputed
	}
	return Figure{reason: why, Method: method}
}

// Value returns the number, and whether there is one.
func (f Figure) Value() (v float64, ok bool) { return f.value, f.defined }

// Reason says why there is no number; it is empty when there is one.
func (f Figure) Reason() Reason {
	if f.defined {
		return ""
	}
	if f.reason == "" {
		return NotComputed
	}
	return f.reason
}

// N returns how many of these the figure rests on; 0 when it says nothing about them.
func (f Figure) N(of string) int64 {
	for _, c := range f.Counts {
		if c.Of == of {
			return c.N
		}
	}
	return 0
}

// HasNote tells whether the note stands beside the value.
func (f Figure) HasNote(note string) bool {
	for _, n := range f.Notes {
		if n == note {
			return true
		}
	}
	return false
}

// AtLeast returns the figure unchanged when it rests on n or more of these, and without its number else, with the
// reason [TooFewUnits]. Which minimum holds is a rule of the study, not of the formula.
func (f Figure) AtLeast(of string, n int64) Figure {
	if f.defined && f.N(of) < n {
		f.value, f.defined, f.reason = 0, false, TooFewUnits
		f.Interval = nil
	}
	return f
}

// String is for logs and tests.
func (f Figure) String() string {
	if !f.defined {
		return fmt.Sprintf("%s: none (%s)", f.Method, f.Reason())
	}
	return fmt.Sprintf("%s: %v", f.Method, f.value)
}

// Equal tells whether two figures are the same in every part.
func (f Figure) Equal(g Figure) bool { return reflect.DeepEqual(f, g) }

// figureJSON is the form in which a Figure is written; see the field comments of [Figure].
type figureJSON struct {
	Value      *float64  `json:"value"`
	Reason     Reason    `json:"reason,omitempty"`
	Method     string    `json:"method"`
	Variant    string    `json:"variant,omitempty"`
	Reference  string    `json:"reference,omitempty"`
	Counts     []Count   `json:"counts,omitempty"`
	LeftOut    []LeftOut `json:"left_out,omitempty"`
	Interval   *Interval `json:"interval,omitempty"`
	NoInterval Reason    `json:"no_interval,omitempty"`
	Notes      []string  `json:"notes,omitempty"`
	Working    *Working  `json:"working,omitempty"`
}

// MarshalJSON writes an undefined value as null with its reason.
func (f Figure) MarshalJSON() ([]byte, error) {
	w := figureJSON{Reason: f.Reason(), Method: f.Method, Variant: f.Variant, Reference: f.Reference,
		Counts: f.Counts, LeftOut: f.LeftOut, Interval: f.Interval, NoInterval: f.NoInterval, Notes: f.Notes}
	if f.defined {
		w.Value = &f.value
	}
	if !f.Working.empty() {
		w.Working = &f.Working
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Figure) UnmarshalJSON(raw []byte) error {
	var r figureJSON
	if err := json.Unmarshal(raw, &r); err != nil {
		return fmt.Errorf("reading figure: %w", err)
	}
	*f = Figure{reason: r.Reason, Method: r.Method, Variant: r.Variant, Reference: r.Reference, Counts: r.Counts,
		LeftOut: r.LeftOut, Interval: r.Interval, NoInterval: r.NoInterval, Notes: r.Notes}
	if r.Value != nil {
		f.value, f.defined, f.reason = *r.Value, true, ""
	}
	if r.Working != nil {
		f.Working = *r.Working
	}
	return nil
}
