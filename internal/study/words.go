package study

import "slices"

// Language is the language of a study, a window or a terminal: "en", "de" or "pl".
type Language string

const (
	English Language = "en"
	German  Language = "de"
	Polish  Language = "pl"
)

// Languages lists the languages in the order in which they are offered.
func Languages() []Language { return []Language{English, German, Polish} }

// Valid tells whether the program speaks this language.
func (l Language) Valid() bool { return slices.Contains(Languages(), l) }

// Condition is where an answer comes from.
type Condition string

const (
	Reporter     Condition = "reporter"     // own retrieval pipeline with a language model
	Control      Condition = "control"      // the same model, asked plainly
	OtherAI      Condition = "other-ai"     // another provider's model
	Professional Condition = "professional" // a qualified lawyer
	Student      Condition = "student"      // a student or trainee
)

// Conditions lists all conditions in the order of reports and colours.
func Conditions() []Condition {
	return []Condition{Reporter, Control, OtherAI, Professional, Student}
}

// Valid tells whether c is one of the five.
func (c Condition) Valid() bool { return slices.Contains(Conditions(), c) }

// Human tells whether a person wrote the answer, so that consent is needed and the true origin is [GuessHuman].
func (c Condition) Human() bool { return c == Professional || c == Student }

// Truth is what a right guess of this condition's origin says.
func (c Condition) Truth() Guess {
	if c.Human() {
		return GuessHuman
	}
	return GuessAI
}

// Category is the verdict against a gold standard. Nominal.
type Category string

const (
	Correct      Category = "correct"      // right in substance and supported
	Incomplete   Category = "incomplete"   // no answer, or an essential gap
	Hallucinated Category = "hallucinated" // wrong in substance or wrongly grounded
)

// Categories lists the categories in the order of reports.
func Categories() []Category { return []Category{Correct, Incomplete, Hallucinated} }

// Target is what an answer says about the test's target question, not what would be right. Nominal.
type Target string

const (
	Yes           Target = "yes"
	No            Target = "no"
	Indeterminate Target = "indeterminate" // the answer commits itself to nothing
)

// Targets lists the readings in the order of reports.
func Targets() []Target { return []Target{Yes, No, Indeterminate} }

// Guess is a rater's guess of the origin, given after all else is rated.
type Guess string

const (
	GuessHuman Guess = "human"
	GuessAI    Guess = "ai"
)

// Guesses lists the guesses in the order of reports.
func Guesses() []Guess { return []Guess{GuessHuman, GuessAI} }

// Grid is a level of the university grid (system B): 1 exceeds, 2 meets, 3 partly meets, 4 does not meet
// expectations, 5 blocked because a source is demonstrably invented. Ordinal, 1 best, blocked worst.
type Grid int

// GridBlocked is the fifth rank. It is a level of its own, never an average.
const GridBlocked Grid = 5

// Valid tells whether g is a level from 1 to 4 or blocked.
func (g Grid) Valid() bool { return g >= 1 && g <= GridBlocked }

// String is the machine word: "1" to "4", "blocked".
func (g Grid) String() string {
	if g == GridBlocked {
		return "blocked"
	}
	if !g.Valid() {
		return "invalid"
	}
	return string(rune('0' + int(g)))
}

// MarshalText writes the machine word.
func (g Grid) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads the machine word.
func (g *Grid) UnmarshalText(text []byte) error {
	for level := Grid(1); level <= GridBlocked; level++ {
		if level.String() == string(text) {
			*g = level
			return nil
		}
	}
	return &Problem{ID: "rating.unknown-grid-level", Args: map[string]any{"value": string(text)}}
}
