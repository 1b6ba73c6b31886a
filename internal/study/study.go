package study

import "time"

// Study is a named investigation with a lead, an institution and a language. It holds tests.
type Study struct {
	ID          string    // short, safe as a folder name, unique: "DEMO-MIETE-01"
	Name        string    // as it is printed
	Lead        string    // who is responsible
	Institution string    // chair, firm or department
	Language    Language  // of everything written for the study
	Created     time.Time // with zone
}

// Case is one question with its facts.
type Case struct {
	ID             string // unique within the archive
	Title          string
	Area           string // area of law: the folder below Kategorien
	Jurisdiction   string // "AT", "DE", "PL", "EU" …
	LawAsOf        string // key date of the law, ISO day; "" when none is set
	Facts          string // facts and questions as every answerer got them
	TargetQuestion string // question with a yes or no answer for STARD; "" when there is none
	Reference      Maybe[Target]
	ReferenceBy    string // who or what set the reference
}

// Test is one blinded comparison of answers to one case.
type Test struct {
	ID       string // unique within the study, safe as a folder name
	StudyID  string
	CaseID   string
	Seed     int32 // of the blind order; logged
	State    State
	UseGold  bool // the raters see the gold standard: category and agreement are asked
	Created  time.Time
	Finished time.Time // zero until unblinded
}

// State is how far a test has come. A later state implies all earlier ones.
type State string

const (
	Collecting State = "collecting" // answers come in; origin is still editable
	BlindedOut State = "blinded"    // codes are given and the blind folder is written
	Unblinded  State = "unblinded"  // the key was opened; nothing can be rated any more
)

// GoldDocument is one expert document of an area of law.
type GoldDocument struct {
	Name   string // base name of the file
	Text   string
	SHA256 string // of the file's bytes, hexadecimal
	Size   int64
}
