package study

// Consent is a human author's permission to use the answer.
type Consent string

const (
	ConsentNotNeeded Consent = ""        // not a human answer
	ConsentGiven     Consent = "given"   // a clear yes
	ConsentDenied    Consent = "denied"  // a clear no: the answer is rejected
	ConsentUnclear   Consent = "unclear" // empty or not understood: asked about, not used until then
)

// Qualification is the level of a human author.
type Qualification string

const (
	LevelStudent     Qualification = "student"
	LevelTrainee     Qualification = "trainee"
	LevelExperienced Qualification = "experienced-professional"
	LevelOther       Qualification = "other-professional"
)

// Origin is what is known about where an answer comes from. An empty string means that it was not stated.
type Origin struct {
	Provider string // AI: who offers the model
	Model    string // AI: the model's name
	Version  string // AI: version, build or fingerprint
	Date     string // when the answer was produced, ISO day or time
	Prompt   string // AI: the request in full wording
	SawGold  bool   // AI: the gold standard was among its sources, so that a comparison with it measures nothing

	Participant   string        // human: T01, P01 …; never a name
	Qualification Qualification // human
	Aids          Maybe[bool]   // human: were aids allowed
	Consent       Consent       // human
	AIConsent     Maybe[bool]   // human: may the answer, pseudonymised, be sent to a provider of AI; a tick box of its own
}

// Finish is how an answer ended.
type Finish string

const (
	Complete     Finish = "complete"
	FinTruncated Finish = "truncated"
	FinRefused   Finish = "refused"
	FinBlocked   Finish = "blocked"
	FinToolCall  Finish = "tool-call"
	FinPaused    Finish = "paused"
	FinEmpty     Finish = "empty"
	FinUnknown   Finish = "unknown"
	FinNotAnswer Finish = "no-answer" // technical error in place of an answer
	FinNotStated Finish = ""          // a document: nothing is said about its end
)

// Usable tells whether an answer with this end may take part without a person's word.
func (f Finish) Usable() bool { return f == Complete || f == FinNotStated }

// SourceFile is the file an answer came from.
type SourceFile struct {
	Name   string // base name
	SHA256 string // of its bytes, hexadecimal, lower case
	Size   int64  // bytes
	At     string // place in the file: "row 3", "line 7"; "" for the whole file
}

// Answer is one text under one condition. It never leaves the study lead's side: raters get a [BlindedAnswer].
type Answer struct {
	ID        string // unique within the test, in the order of import: "a01"
	Condition Condition
	Text      string // as it came, LF line ends
	Origin    Origin
	Question  string // the exact question it answered; "" when unknown: then the case's own
	File      SourceFile
	Finish    Finish
	Accepted  bool // a person decided that it takes part though it did not end in the ordinary way
	Withdrawn bool // consent was withdrawn; the text is gone
}

// MaySend tells whether the text may be sent to a provider of AI, for grading or for spelling: an AI's answer always, a
// person's only where the person agreed to that expressly. Consent to the study alone is not enough.
func (a Answer) MaySend() bool {
	return !a.Withdrawn && (!a.Condition.Human() || a.Origin.AIConsent.Or(false))
}

// TakesPart tells whether the answer is blinded and rated: its text is there, and it ended in the ordinary way or was
// accepted by a person as it is.
func (a Answer) TakesPart() bool { return !a.Withdrawn && (a.Accepted || a.Finish.Usable()) }
