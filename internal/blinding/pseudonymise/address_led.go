package pseudonymise

import (
	"regexp"
	"strings"

	"iucomstudien/internal/study"
)

// ledStreets are words that begin the name of a street, where its own name follows: "Straße des 17. Juni 135", "Rue du Rhône 14".
var ledStreets = set(strings.Fields("Straße Strasse Platz Weg Allee Ufer Promenade Rue Avenue Chemin Boulevard Route Quai Place Impasse Via Viale Piazza Corso Vicolo Calle Plaza Náměstí"))

// ledJoints are small words inside such a name.
var ledJoints = set(strings.Fields("des der dem den von vom zum zur und du de la le les d l del della delle dei degli di al alla san"))

// longestLed is how many tokens the name of such a street has.
const longestLed = 7

// takeLed takes a street whose name follows its kind, where a postcode and a town stand behind the number.
func (d *doc) takeLed(i int) bool {
	if d.lang == study.English || !ledStreets[d.at(i).text] {
		return false
	}
	k := i + 1
	for ; k < min(i+longestLed, len(d.tok)) && d.free(k) && !d.at(k).line; k++ {
		t := d.at(k)
		if t.kind == kindNumber && !d.mark(k+1, ".") {
			break
		}
		if !(t.capital() || ledJoints[t.text] || t.text == "'" && d.joined(k) || t.text == "-" && d.joined(k) || t.kind == kindNumber || t.text == "." && d.joined(k)) {
			return false
		}
	}
	if k == i+1 || d.at(k).kind != kindNumber {
		return false
	}
	number, to := d.houseNumber(k)
	if number == to || !d.townBehind(to) {
		return false
	}
	return d.take(finding{kind: "ADDRESS", from: d.addressFront(i), to: d.addressTail(to), key: d.streetKey(k-1, number)})
}

// square is an address in the squares of Mannheim: "C 4, 12".
var square = regexp.MustCompile(`^[A-U] ?[1-7], ?[0-9]{1,2}[a-z]?(?:-[0-9]{1,2})?, (?:D-)?68[0-9]{3} Mannheim\b`)

// takeSquare takes a house that is called by its square.
func (d *doc) takeSquare(i int) bool {
	if d.lang != study.German || len(d.at(i).text) != 1 {
		return false
	}
	start := d.tok[i].start
	m := square.FindString(d.text[start:min(len(d.text), start+48)])
	return m != "" && d.takeBytes("ADDRESS", i, start+len(m), compact)
}
