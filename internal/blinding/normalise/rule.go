package normalise

import (
	"fmt"
	"math/bits"
)

// Rule is one rule of the blinding rules, section 4.
type Rule uint8

// The rules in the order of the table. C: characters, R: reasoning and roles, M: markup, S: sources,
// L: letters and covers, P: phrases, W: white space and words.
const (
	C1 Rule = iota
	C2
	C3
	C4
	C5
	C6
	C7
	C8
	R1
	R2
	M1
	M2
	M3
	M4
	M5
	M6
	M7
	M8
	M9
	M10
	M11
	S1
	S2
	S3
	S4
	S5
	L1
	L2
	L3
	L4
	L5
	L6
	L7
	L8
	L9
	L10
	P1
	P2
	P3
	P4
	P5
	W1
	W2
	W3
	W4
	ruleCount
)

var ruleNames = [ruleCount]string{
	"C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "R1", "R2",
	"M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "M11",
	"S1", "S2", "S3", "S4", "S5", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10",
	"P1", "P2", "P3", "P4", "P5", "W1", "W2", "W3", "W4",
}

// String is the rule's identifier: "C1", "M10".
func (r Rule) String() string {
	if r >= ruleCount {
		return fmt.Sprintf("rule(%d)", uint8(r))
	}
	return ruleNames[r]
}

// ParseRule finds a rule by its identifier.
func ParseRule(id string) (Rule, bool) {
	for r, name := range ruleNames {
		if name == id {
			return Rule(r), true
		}
	}
	return 0, false
}

// ruleSet is a set of rules, one bit each.
type ruleSet uint64

func setOf(rules ...Rule) ruleSet {
	var s ruleSet
	for _, r := range rules {
		s |= 1 << r
	}
	return s
}

func (s ruleSet) has(r Rule) bool { return s&(1<<r) != 0 }

// names lists the identifiers in the order of the table.
func (s ruleSet) names() []string {
	list := make([]string, 0, bits.OnesCount64(uint64(s)))
	for r := Rule(0); r < ruleCount; r++ {
		if s.has(r) {
			list = append(list, r.String())
		}
	}
	return list
}

// takesAway are the rules whose empty replacements count as removed segments; the others only change form.
var takesAway = setOf(C8, R1, R2, M5, M8, S1, S2, S3, S4, S5, L1, L2, L3, L5, L6, L7, L8, L9, L10, P1, P2, P3, P4, P5)

// takesMarks are the rules that remove a whole segment together with the marks that stood around it: the bold of a
// removed label, the emoji of a removed closing line. Such marks count to the segment, not to a rule of their own.
var takesMarks = setOf(R1, R2, S4, S5, L1, L2, L3, L5, L6, L7, L8, L9, L10, P1, P2, P3, P4, P5)
