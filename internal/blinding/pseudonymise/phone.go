package pseudonymise

import (
	"regexp"
	"strings"

	"iucomstudien/internal/study"
)

// phonePolish is a Polish number with its area code in brackets: (22) 621-34-56.
var phonePolish = regexp.MustCompile(`^\([1-9][0-9]\) ?[0-9]{3}[ -][0-9]{2}[ -][0-9]{2}\b`)

// findPhones takes telephone numbers: by prefix, by a leading zero with separators, or behind a cue.
func (p *Pseudonymiser) findPhones(d *doc) {
	cue := -100
	for i := 0; i < len(d.tok); i++ {
		t := &d.tok[i]
		if t.kind == kindWord {
			if d.lex.phone[t.text] {
				cue = i
			}
			continue
		}
		if !d.free(i) || joinedBefore(d, i) {
			continue
		}
		switch {
		case d.lang == study.Polish && t.text == "(" && phonePolish.MatchString(d.text[t.start:min(len(d.text), t.start+24)]):
			d.takePhone(i, phonePolish, 9, 9)
		case t.text == "+" && d.joined(i+1), t.kind == kindNumber && strings.HasPrefix(t.text, "00"):
			d.takePhone(i, phonePlus, 8, 15)
		case t.kind == kindNumber && t.text[0] == '0', t.text == "(" && d.joined(i+1) && strings.HasPrefix(d.at(i+1).text, "0"):
			least := 7
			if i-cue > 8 {
				least = 9
			}
			d.takePhone(i, phoneZero, least, 14)
		}
		if d.free(i) && (t.kind == kindNumber || t.text == "(" && d.at(i+1).kind == kindNumber) && i-cue <= 8 && !d.sentenceBetween(cue, i) && !d.takePhone(i, phoneCued, 6, 14) {
			continue
		}
	}
}

// takePhone takes what the expression finds at token i when it has as many digits as a telephone number.
func (d *doc) takePhone(i int, re *regexp.Regexp, least, most int) bool {
	start := d.tok[i].start
	m := strings.TrimRight(re.FindString(d.text[start:min(len(d.text), start+48)]), " /.-(")
	n := len(digits(m))
	if n < least || n > most || shortDate.MatchString(m) || !endsToken(d, start+len(m)) || looksLikeDate(m) {
		return false
	}
	if rest, open := strings.CutPrefix(m, "("); open && !strings.Contains(m, ")") {
		i, start, m = i+1, start+1, rest // the bracket is not the number's
	}
	to := i
	for to < len(d.tok) && d.tok[to].start < start+len(m) {
		to++
	}
	if d.beforeCurrency(to) || re == phoneCued && strings.Contains(m, ".") && strings.Count(m, ".") < 2 {
		return false
	}
	if d.mark(to, "/") && d.joined(to) {
		return false
	}
	return d.take(finding{kind: "PHONE", from: i, to: to, end: start + len(m), key: phoneKey(m)})
}

var dotDate = regexp.MustCompile(`^[0-3]?[0-9]\. ?[01]?[0-9]\. ?[12][0-9]{3}`)

func looksLikeDate(m string) bool { return dotDate.MatchString(m) }

// phoneKey writes a number without its prefix, so that +43 660 … and 0660 … are one.
func phoneKey(m string) string {
	m = strings.Replace(m, "(0)", "", 1)
	key := compact(m)
	switch {
	case strings.HasPrefix(m, "+") && len(key) > 8:
		return key[2:]
	case strings.HasPrefix(key, "00") && len(key) > 8:
		return key[4:]
	}
	return strings.TrimPrefix(key, "0")
}

// sentenceBetween tells whether a sentence ends between two tokens.
func (d *doc) sentenceBetween(from, to int) bool {
	for i := from + 2; i <= to; i++ {
		if d.at(i).kind == kindWord && d.at(i).capital() && d.mark(i-1, ".") && d.at(i-2).kind == kindWord && len(d.at(i-2).text) > 3 || d.at(i).line {
			return true
		}
	}
	return false
}
