package pseudonymise

import (
	"strings"

	"iucomstudien/internal/study"
)

// townOfResidence gives the first token of a town that stands between a cue of residence and the comma at k: "wohnhaft in Graz, Hauptplatz 3".
func (d *doc) townOfResidence(k int) int {
	town := k - 1
	if !d.is(town, clsPlace|clsTown) || !d.free(town) || d.at(town).line {
		return k
	}
	cue := town - 1
	for d.mark(cue, ":") || d.at(cue).text == "in" || d.at(cue).text == "w" || d.at(cue).text == "we" {
		cue--
	}
	if d.is(cue, clsResidence) && d.open(town, k+1) {
		return town
	}
	return k
}

// town gives the token after the name of a town that begins at i.
func (d *doc) town(i int) int {
	to := i
	if d.at(i).line {
		return i
	}
	for to < len(d.tok) && to-i < 6 && d.free(to) {
		t := d.at(to)
		switch {
		case t.line && to > i:
			return to
		case t.capital() && !d.is(to, clsHonor|clsRole|clsVerb) && !(to > i && d.is(to, clsStop)) && (to == i || !d.isCommonNoun(to)):
			to++
		case to > i && t.kind == kindWord && townJoint[t.text] && d.townGoesOn(to):
			to += 2
			if !d.at(to - 1).capital() {
				to++ // an der Donau
			}
		case to > i && t.text == "-" && d.joined(to) && d.joined(to+1):
			to++
		case to > i && t.text == "." && (d.at(to-1).text == "St" || d.at(to-1).text == "Bad"):
			to++
		default:
			return to
		}
	}
	return to
}

// townGoesOn tells whether the small word at k joins two parts of a town: "Bruck an der Leitha", not "Innsbruck an Noemi Farkas".
func (d *doc) townGoesOn(k int) bool {
	next := k + 1
	if d.lang == study.German && (d.at(next).text == "der" || d.at(next).text == "dem" || d.at(next).text == "den") {
		return d.is(next+1, clsPlace) || waters[d.at(next+1).text] || d.at(k).text == "an" && d.at(next+1).capital() && !d.isCommonNoun(next+1)
	}
	if d.lang == study.German && d.at(k).text == "am" && waters[d.at(next).text] {
		return true
	}
	if d.lang == study.German && (d.at(k).text == "an" || d.at(k).text == "unter" || d.at(k).text == "bei" && !d.is(next, clsPlace)) {
		return false
	}
	_, named := d.given(next)
	return d.at(next).capital() && !named && !d.isCommonNoun(next) && !d.is(next, clsStop|clsHonor|clsRole)
}

// waters are rivers, lakes and hills that towns are called by and that are ordinary words or no towns themselves.
var waters = set(strings.Fields("Main Rhein Inn Neckar Donau Leitha Enns Ybbs Mur Mürz Drau See Kamp Krems Traun Lech Isar Elbe Oder Saale Saar Lahn Ruhr Spree Havel Weser Taunus Wechsel Brenner Schneeberg Hausruck Harz Berg Wald"))

// townBehind tells whether a postcode and a town follow.
func (d *doc) townBehind(i int) bool {
	if d.mark(i, ",") {
		i++
	}
	from, end := d.matchAt(i, postcode)
	return from < end && d.town(end) > end
}
