package main

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	gradeMark     = regexp.MustCompile(`<<<ANSWER ([A-Z]+) ([0-9a-f]{6})>>>`)
	referenceMark = regexp.MustCompile(`(?m)^@@REF ([0-9a-f]{6})$`)
	runMark       = regexp.MustCompile(`(?m)^@@RUN (r[0-9]+) ([0-9a-f]{6})$`)
)

// examinerReply is what the model says to requests of grading, of the reference and of the evaluation of a search; ""
// for any other.
func examinerReply(request string) string {
	if m := referenceMark.FindStringSubmatch(request); m != nil {
		return fmt.Sprintf("@@REF %s\nD1: JA\nREFERENZ: JA\nBELEG: D1 \"Die Mieterin darf weniger zahlen.\"\n@@END REF %s", m[1], m[1])
	}
	if m := runMark.FindStringSubmatch(request); m != nil {
		return fmt.Sprintf("@@RUN %s %s\nSTUFE1: S1=2\nTREFFER: G1=S1\nSTUFE2: TREU=1 VERZERRT=0 UNGEDECKT=0\n@@END RUN %s %s", m[1], m[2], m[1], m[2])
	}
	var b strings.Builder
	for _, m := range gradeMark.FindAllStringSubmatch(request, -1) {
		fmt.Fprintf(&b, `@@%[1]s %[2]s
QUELLEN: N_S=1 E=0 F=0
FAKTEN: N_T=1 T=0
K: K1=OK K2=OK K3=OK K4=OK K5=OK K6=OK K7=OK K8=OK K9=OK
Q: Q1=2 Q2=2 Q3=2 Q4=2 Q5=2 Q6=2 Q7=2 Q8=2
B: B1=2 B2=2 B3=2 B4=2 B5=2 B6=2 B7=2
KATEGORIE: KORREKT
UEBEREINSTIMMUNG: 80
ZIEL: JA
HERKUNFT: KI
RASTER: 2
@@END %[1]s %[2]s
`, m[1], m[2])
	}
	return b.String()
}
