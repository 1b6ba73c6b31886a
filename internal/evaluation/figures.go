package evaluation

import (
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Reasons of this room for figures without a number, beside those of package stats.
const (
	NoAI         stats.Reason = "no_ai_grading"    // there is no AI grading
	AIIncomplete stats.Reason = "ai_incomplete"    // an AI grading was begun and did not come to its end
	NoPeople     stats.Reason = "no_people"        // no sheet has come back
	OneRater     stats.Reason = "one_rater"        // agreement needs two
	NotAsked     stats.Reason = "not_asked"        // without a gold standard or a target question it was not asked
	NotAskedOfAI stats.Reason = "not_asked_of_ai"  // people only are asked
	NotReturned  stats.Reason = "not_returned"     // the grader's reply does not contain it
	Declined     stats.Reason = "declined"         // the grading model would not answer, or its provider blocked it
	CutOff       stats.Reason = "cut_off"          // the grader's reply ended before it
	NothingCited stats.Reason = "nothing_to_count" // a rate over no sources or no statements
	NoOrigin     stats.Reason = "no_origin_known"  // the key is not open or does not hold the code
)

// Measure is what raters say about an answer, of which agreement is computed.
type Measure string

// The measures in the order of reports.
const (
	OfCategory      Measure = "category"
	OfAgreement     Measure = "agreement"
	OfGrade         Measure = "grade"
	OfGrid          Measure = "grid"
	OfGridUnblocked Measure = "grid-unblocked" // only answers that nobody blocked
)

// Agreement is how far raters agree in one measure.
type Agreement struct {
	Measure Measure      `json:"measure"`
	Level   string       `json:"level"`   // of measurement: nominal, ordinal, interval
	People  stats.Figure `json:"people"`  // Krippendorff's alpha of people alone
	WithAI  stats.Figure `json:"with_ai"` // the AI grader as one rater more
	// PeopleEqual and WithAIEqual are the shares of equal pairs of ratings of the same answer. They stand beside each
	// coefficient, since a high share can go with a low coefficient when nearly all ratings are alike.
	PeopleEqual stats.Figure `json:"people_equal"`
	WithAIEqual stats.Figure `json:"with_ai_equal"`
	// Panels are the coefficients of answers that the same people rated, where the panel changed; nil where it did not.
	Panels []Panel `json:"panels,omitempty"`
}

// Panel is the agreement of people on the answers that these and no others rated.
type Panel struct {
	Raters []study.Rater `json:"raters"`
	Codes  []study.Code  `json:"codes"`
	Alpha  stats.Figure  `json:"alpha"`
}

// Pair is the agreement of two raters in the category.
type Pair struct {
	First  study.Rater  `json:"first"`
	Second study.Rater  `json:"second"`
	Kappa  stats.Figure `json:"kappa"` // Cohen's, unweighted
}

// Share is a part of a whole, with both counts and the proportion (0 to 1) with its interval.
type Share struct {
	K      int          `json:"k"`
	N      int          `json:"n"`
	Figure stats.Figure `json:"figure"`
}

// Percent is the share in percent and whether there is one.
func (s Share) Percent() (float64, bool) {
	if _, ok := s.Figure.Value(); !ok {
		return 0, false
	}
	return 100 * float64(s.K) / float64(s.N), true
}

// Blinding is whether one kind of rater could tell where answers come from.
type Blinding struct {
	Guesses    int              `json:"guesses"`
	Hits       int              `json:"hits"`
	Missing    int              `json:"missing"` // asked for and not given
	Chance     stats.Figure     `json:"chance"`  // of a right guess, p0
	P          stats.Figure     `json:"p"`       // of at least so many hits by chance
	Conclusion stats.Conclusion `json:"conclusion"`
	// Table counts the guesses: rows are the true origins, columns the guessed ones, human before AI.
	Table [2][2]int `json:"table"`
	Bang  []Bang    `json:"bang"` // by true origin
	// James is James' index over all guesses, 0 to 1: near 0.5 is random guessing, 1 complete blinding, 0 none.
	James stats.Figure `json:"james"`
	// Dealt is the stricter test: how often origins dealt anew among the answers would give as many hits, the guesses
	// of all raters for an answer staying together.
	Dealt stats.Figure `json:"dealt"`
	Each  []Hits       `json:"each"` // by rater
}

// Bang is Bang's index of one true origin: (right - wrong)/n, from -1 to 1, near 0 when blinding held.
type Bang struct {
	Truth study.Guess  `json:"truth"`
	Index stats.Figure `json:"index"`
}

// Hits are the right guesses of one rater.
type Hits struct {
	Rater   study.Rater `json:"rater"`
	Hits    int         `json:"hits"`
	Guesses int         `json:"guesses"`
}

// Rate is a rate of hallucinations: how many of what was checked are invented or miscited.
type Rate struct {
	Share
	Invented     int `json:"invented"`
	Miscited     int `json:"miscited"`     // sources only
	Unverifiable int `json:"unverifiable"` // sources only; in N, never in K
}

// Median is a median of levels from 1 to 5. Better and Worse differ when the middle lies between two levels; then both
// are shown and no level is invented in between.
type Median struct {
	N      int          `json:"n"`
	Better int          `json:"better"`
	Worse  int          `json:"worse"`
	Reason stats.Reason `json:"reason,omitempty"` // why there is none
}

// Mean is a mean with the range of its values.
type Mean struct {
	N      int          `json:"n"`
	Low    int          `json:"low"`
	High   int          `json:"high"`
	Figure stats.Figure `json:"figure"`
}

// Verdicts sums up what one kind of rater said about an answer or about all answers of a condition.
type Verdicts struct {
	Categories map[study.Category]int `json:"categories"`
	Agreement  Mean                   `json:"agreement"` // percent
	Grades     [5]int                 `json:"grades"`    // how often 1 to 5
	Grade      Median                 `json:"grade"`
	Grid       [5]int                 `json:"grid"` // how often 1 to 4 and blocked
	GridMedian Median                 `json:"grid_median"`
	Readings   map[study.Target]int   `json:"readings"`
	Ratings    int                    `json:"ratings"` // rows that came back
	Missing    Gaps                   `json:"missing"`
}

// Gaps counts the cells of a summary that hold no value.
type Gaps struct {
	Category  int `json:"category"`
	Agreement int `json:"agreement"`
	Grade     int `json:"grade"`
	Grid      int `json:"grid"`
	Target    int `json:"target"`
}

// Reading is what an answer says about the target question, and who read it.
type Reading struct {
	Target study.Maybe[study.Target] `json:"target"`
	By     study.RaterKind           `json:"by,omitempty"` // people, or the AI grader where no person read it
}

// AnswerFigures are the figures of one answer.
type AnswerFigures struct {
	Code      study.Code                 `json:"code"`
	Condition study.Condition            `json:"condition,omitempty"` // "" before unblinding
	People    Verdicts                   `json:"people"`
	AI        Verdicts                   `json:"ai"`
	Sources   Rate                       `json:"sources"`
	Facts     Rate                       `json:"facts"`
	SystemA   study.Maybe[study.SystemA] `json:"system_a"`
	Reading   Reading                    `json:"reading"`
}

// ConditionFigures are the figures of all answers of one condition.
type ConditionFigures struct {
	Condition study.Condition `json:"condition"`
	Codes     []study.Code    `json:"codes"`
	People    Verdicts        `json:"people"`
	AI        Verdicts        `json:"ai"`
	Sources   Pooled          `json:"sources"`
	Facts     Pooled          `json:"facts"`
}

// Pooled are the rates of a condition: pooled is the sum over the sum; mean is the mean of the answers' own rates, in
// percent, and leaves out answers with nothing to count.
type Pooled struct {
	Rate
	Mean    stats.Figure `json:"mean"`
	LeftOut int          `json:"left_out"`
}

// Figures are all figures of one test.
type Figures struct {
	Raters     []study.Rater      `json:"raters"` // people in the order of their sheets
	Grader     *study.Rater       `json:"grader"` // nil: no AI grading
	Gold       bool               `json:"gold"`   // category and agreement were asked
	Target     bool               `json:"target"` // a reading of the target question was asked
	Agreement  []Agreement        `json:"agreement"`
	AIPeople   []Pair             `json:"ai_people"` // the AI grader against each person
	People     []Pair             `json:"people"`    // each pair of people
	Identical  Share              `json:"identical"` // same category, AI grader against every person's verdict
	Matrix     [3][3]int          `json:"matrix"`    // rows the AI grader's category, columns people's
	StandIn    []StandIn          `json:"stand_in"`  // nil without an AI grader
	LeftOut    []LeftOut          `json:"left_out"`  // nil with fewer than two raters
	Humans     Blinding           `json:"blinding_humans"`
	AI         Blinding           `json:"blinding_ai"`
	Answers    []AnswerFigures    `json:"answers"`    // in blind order
	Conditions []ConditionFigures `json:"conditions"` // in the order of study.Conditions, those with answers
}

// Strength is how far conclusions may go on a coefficient of agreement.
type Strength string

// Krippendorff's conventional limits are .800 for firm conclusions and .667 as the lowest for tentative ones.
const (
	Firm      Strength = "firm"
	Tentative Strength = "tentative"
	Weak      Strength = "weak"
	Unknown   Strength = "unknown" // not defined
)

// StrengthOf reads a coefficient of agreement by its point value.
func StrengthOf(f stats.Figure) Strength {
	v, ok := f.Value()
	switch {
	case !ok:
		return Unknown
	case v >= stats.AlphaFirm:
		return Firm
	case v >= stats.AlphaTentative:
		return Tentative
	}
	return Weak
}
