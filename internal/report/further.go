package report

import (
	"strings"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Further is what a test may have besides answers, ratings and gradings. Each is optional: where a list is empty, the
// report says in words that there was none.
type Further struct {
	// Retrieval is the evaluation of the Reporter's search, an entry an evaluated answer.
	Retrieval []Retrieval
	// Checks are the cited sources that were looked up, in the order in which they are to be printed.
	Checks []SourceCheck
	// Requests are all requests to providers that belong to the test, in the order of the ledger: they make the table of
	// costs and the annex with every wording.
	Requests []ledger.Entry
	// Adjudicated are verdicts that were found after the rating where raters differed. They stand beside the originals.
	Adjudicated []Adjudicated
	// Repeats are the raters who were given answers twice.
	Repeats []Repeat
	// SelfPreference compares, for each AI grader, answers of its own family with all others.
	SelfPreference []SelfPreference
	// Graders are the AI graders as such, the first before a second.
	Graders []GraderRun
	// Unfinished are series of answers asked of a model that ended early.
	Unfinished []Unfinished
	// Final are the categories after consensus, by origin.
	Final []FinalCategories
	// Beside are the figures of all this, by their names: they stand in the tables of figures after those of the test.
	Beside []evaluation.Named
}

// Retrieval is the evaluation of one search. Shares are made with evaluation.NewShare; one that could not be found out
// carries its reason.
type Retrieval struct {
	Code      study.Code
	Precision evaluation.Share // relevant of the sources that were delivered
	HitRate   evaluation.Share // delivered of the key sources of the gold standard; without one NotAsked
	Fidelity  evaluation.Share // faithful of the statements that render a delivered source
	By        string           // who judged: an ID of a person, or a model
}

// SourceOutcome is what came of looking up a cited source.
type SourceOutcome string

const (
	SourceExists       SourceOutcome = "exists"
	SourceMiscited     SourceOutcome = "miscited"       // it exists and does not say what is attributed to it
	SourceInvented     SourceOutcome = "invented"       // it demonstrably does not exist
	SourceUnverifiable SourceOutcome = "not-verifiable" // no register could tell; never the same as invented
)

// SourceOutcomes lists the outcomes in the order of tables.
func SourceOutcomes() []SourceOutcome {
	return []SourceOutcome{SourceExists, SourceMiscited, SourceInvented, SourceUnverifiable}
}

// SourceCheck is one cited source that was looked up.
type SourceCheck struct {
	Code     study.Code
	Citation string // as it stands in the answer
	Outcome  SourceOutcome
	Register string // where it was looked up: database or own document
	Found    string // what stands there, or why nothing could be told; "" for no remark
	Time     time.Time
}

// Adjudicated is a verdict found after the rating, and by whom.
type Adjudicated struct {
	Rating study.Rating // Comment is the reason
	By     string
}

// Repeat says how far a rater gave the same category again.
type Repeat struct {
	Rater study.Rater
	Equal evaluation.Share
	Kappa stats.Figure // Cohen's, first against second verdict
}

// SelfPreference compares answers of a grader's own model family with all others, by how much better it graded them than
// another AI grader did (in grades).
type SelfPreference struct {
	Grader     study.Rater
	Family     string       // as it is printed
	Own        stats.Figure // mean over answers of its family
	Others     stats.Figure // mean over all others
	Difference stats.Figure // own minus others; above 0: it prefers its family
	Effect     stats.Figure // Cliff's delta with its interval
}

// Words counts the words of an answer, from its text or, where that is not at hand, from what the raters saw. Without
// both the length is missing.
func (a Answer) Words() study.Maybe[int] {
	text := a.Answer.Text
	if strings.TrimSpace(text) == "" {
		text = a.Blinded
	}
	if n := len(strings.Fields(text)); n > 0 {
		return study.Known(n)
	}
	return study.Maybe[int]{}
}
