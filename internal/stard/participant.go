package stard

import (
	"time"

	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Exclusion is why a case with a target question takes no part.
type Exclusion string

// The exclusions, in the order of the flow diagram.
const (
	TakesPart Exclusion = ""
	Open      Exclusion = "open"       // its test is not unblinded yet
	Cancelled Exclusion = "cancelled"  // its test was deleted
	NoAnswers Exclusion = "no-answers" // every answer was withdrawn or is none
	Duplicate Exclusion = "duplicate"  // the case took part in an earlier test of the study
)

// Exclusions lists them in the order of the flow diagram.
func Exclusions() []Exclusion { return []Exclusion{Open, Cancelled, NoAnswers, Duplicate} }

// Loss is why there is no reading of a condition on a case.
type Loss string

// The losses, in the order of the flow diagram. A loss is never a wrong answer.
const (
	NotLost       Loss = ""
	NotRun        Loss = "not-run" // no answer came in under the condition
	Failed        Loss = "failed"  // a technical error or an unfinished run in place of an answer
	Blocked       Loss = "blocked" // by the provider
	Refused       Loss = "refused" // by the model
	CutOff        Loss = "cut-off"
	Empty         Loss = "empty"
	LeftOut       Loss = "left-out"  // by the study lead
	Undecided     Loss = "undecided" // nobody said whether it counts
	NoConsent     Loss = "no-consent"
	Withdrawn     Loss = "withdrawn"
	OtherQuestion Loss = "other-question" // it answered a question with another wording
	SawGold       Loss = "saw-gold"       // the gold standard was among its sources: it measures nothing
	NotRead       Loss = "not-read"       // nobody said what it answers
)

// Losses lists them in the order of the flow diagram.
func Losses() []Loss {
	return []Loss{NotRun, Failed, Blocked, Refused, CutOff, Empty, LeftOut, Undecided, NoConsent, Withdrawn, OtherQuestion, SawGold, NotRead}
}

// Severity is how clear a case is whose reference is yes.
type Severity string

// The severities.
const (
	NotSaid    Severity = ""
	Clear      Severity = "clear"
	Arguable   Severity = "arguable"
	Borderline Severity = "borderline"
)

// Severities lists those that can be said.
func Severities() []Severity { return []Severity{Clear, Arguable, Borderline} }

// Participant is a case of the sample: one test with a target question.
type Participant struct {
	Test         string
	Case         string
	Title        string
	Area         string // of law; "" when not stated
	Jurisdiction string
	LawAsOf      string // key date of the law, ISO day
	Question     string // the target question
	Length       int    // of facts and question, in characters
	Created      time.Time
	Unblinded    time.Time
	Reference    study.Maybe[study.Target] // yes or no
	ReferenceBy  string
	ReferenceSet time.Time // when the study log first holds it
	Collected    time.Time // when the last answers came in
	Graded       time.Time // when the last rating came in
	Severity     Severity
	WhyNot       string // why the answer is no
	Excluded     Exclusion
	Gold         []study.GoldDocument // the experts' documents, without their text
	GoldShown    bool                 // raters had them before them
	Answers      []Answer             // empty where the case takes no part
}

// Answer is one answer to a case with what became of it.
type Answer struct {
	Code      study.Code // "" when it was never blinded
	Condition study.Condition
	Origin    study.Origin // without the wording of its request
	SHA256    string       // of its file
	Reading   study.Maybe[study.Target]
	By        study.RaterKind // who read it
	Lost      Loss            // NotLost: its reading counts
}

// Events counts what went wrong on the way.
type Events struct {
	Failed    int // runs without an answer
	Blocked   int // by a provider
	Withdrawn int // consents
	Refused   int // answers that were not taken in
	Checked   int // citations that an AI grader checked
	Invented  int // cited sources that do not exist, by the AI grading
	Unmasked  []string
	// Unmasked are the tests whose raters guessed the origin more often than by chance.
}

// Text is what the study lead wrote in an item.
type Text struct {
	Text    string
	Changed time.Time
}

// Planned is a hypothesis that was written down before unblinding.
type Planned struct {
	ID, Claim string
	Time      time.Time
}

// Model is all that the report says, as plain data. Lists are in the order in which they are printed.
type Model struct {
	Program      string // name and version
	Written      time.Time
	Study        study.Study
	Participants []Participant // every test with a target question, deleted ones too
	Without      int           // tests of the study without a target question: no part of this report
	Reviewers    []string      // IDs of people who rated
	Graders      []string      // models that graded
	Gaps         int           // readings that a rater was asked for and did not give
	Agreement    []Agreed      // how far people and the AI read alike
	Hypotheses   []Planned
	Texts        map[string]Text // by item
	Events       Events
	Early        []studylog.Opening // of keys before their tests were unblinded
	LogHead      string             // hash of the last entry of the study log
	LogEntries   int
	Result       Result
}

// Agreed counts how alike two kinds of raters read.
type Agreed struct {
	People     bool // of people among themselves; else of the AI grader with people
	Equal, All int  // pairs of readings of the same answer
}
