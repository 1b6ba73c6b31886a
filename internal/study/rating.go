package study

// RaterKind tells people and models apart.
type RaterKind string

const (
	HumanRater RaterKind = "human"
	AIRater    RaterKind = "ai"
)

// Rater is whoever rates.
type Rater struct {
	ID       string // "R01" … for people, "AI" (or "AI2" …) for graders
	Kind     RaterKind
	Model    string // AI only
	Replayed bool   // AI only: the reply was recorded earlier and read again
}

// Rating is what one rater says about one answer. People and AI graders produce the same.
type Rating struct {
	Code      Code
	Category  Maybe[Category] // only with a gold standard
	Agreement Maybe[int]      // percent 0-100, only with a gold standard
	Grade     Maybe[int]      // 1-5, 1 best; people only
	Grid      Maybe[Grid]     // system B
	Target    Maybe[Target]   // only with a target question
	Guess     Maybe[Guess]    // origin guess
	Comment   string
}
