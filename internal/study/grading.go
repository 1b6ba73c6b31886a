package study

// SourceCounts counts the cited sources of one answer. Invented + Miscited + Unverifiable ≤ Checked; one citation
// is invented or miscited, never both. Unit: one cited source per attributed content.
type SourceCounts struct {
	Checked      int // N_S
	Invented     int // E: demonstrably does not exist
	Miscited     int // F: exists, but does not carry what is attributed to it
	Unverifiable int // U: no source could tell; never counted as invented
}

// FactCounts counts the statements of one answer about the facts of the case. Invented ≤ Checked.
type FactCounts struct {
	Checked  int // N_T
	Invented int // T
}

// SystemA is the result of the legal opinion catalogue: the weighted mean of Q1-Q8 (1 best, 5 worst, two
// decimals) and the level after rounding half up and the effects of the bars.
type SystemA struct {
	Mean  float64
	Level int
}

// Departure is one wrong, incomplete or unsupported statement as a grader reports it.
type Departure struct {
	Passage  string // the passage of the answer
	Reason   string
	Evidence string // decisive passage of the provision, decision or gold standard
	Solution string // proposed correct statement, point or source
}

// Grading is all that an AI grader returns on one answer: the rating that it shares with people and what only a
// grader is asked. Bars, qualities and sub-competences stand under their identifiers (K1-K9, Q1-Q8, B1-B7).
type Grading struct {
	Rating     Rating
	Sources    Maybe[SourceCounts]
	Facts      Maybe[FactCounts]
	Bars       map[string]bool       // true: passed
	Quality    map[string]Maybe[int] // 1-5; absent with NotApplicable for «NA»
	Sub        map[string]Maybe[int] // 1-4
	SystemA    Maybe[SystemA]        // computed by the program, never by the grader
	Departures []Departure
	Notes      []string // HINWEIS lines, for instance INJECTION
	Prose      string   // readable reasoning on this answer
}

// Graded tells whether the grader gave a verdict at all: otherwise the answer was not graded, whatever stands in its place.
func (g Grading) Graded() bool {
	return g.SystemA.IsKnown() || g.Rating.Grid.IsKnown() || g.Rating.Category.IsKnown()
}
