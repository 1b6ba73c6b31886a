package study

import (
	"regexp"
	"strings"
)

// Code is a blind code: the only name under which a rater knows an answer. Unique within a test.
type Code string

// codeLetters are the letters of blind codes in the order in which they are given out. A and B name the two
// grading systems, I and O look like digits; none of them is ever a code.
var codeLetters = strings.Split("X Y Z W Q K V U T S R P N M L J H G F E D C", " ")

// CodeAt is the code of the answer at a place (0-based) of the blind order: X, Y, Z, … C, then XX, XY, … CC,
// then XXX and so on.
func CodeAt(place int) Code {
	n := len(codeLetters)
	width, first, block := 1, 0, n
	for place >= first+block {
		first += block
		block *= n
		width++
	}
	rest := place - first
	letters := make([]string, width)
	for i := width - 1; i >= 0; i-- {
		letters[i] = codeLetters[rest%n]
		rest /= n
	}
	return Code(strings.Join(letters, ""))
}

// CodesFor lists the codes of n answers in blind order.
func CodesFor(n int) []Code {
	codes := make([]Code, n)
	for i := range codes {
		codes[i] = CodeAt(i)
	}
	return codes
}

// BlindedAnswer is all that graders, sheets and the blind folder ever receive. It can not reach its origin.
type BlindedAnswer struct {
	Code Code   // X, Y, Z, …; unique within the test
	Text string // normalised and pseudonymised, LF, no trailing newline
}

// participantID is the shape of a participant's ID: a letter and digits. Whatever looks like a name is refused.
var participantID = regexp.MustCompile(`^[A-Z]{1,2}[0-9]{1,4}$`)

// ValidParticipant tells whether id may stand for a participant: T01, P02, A1. Names do not belong there.
func ValidParticipant(id string) bool { return participantID.MatchString(id) }
