package pseudonymise

import "iucomstudien/internal/study"

// streetUK takes "14 Rosewood Avenue, Leeds LS8 4QT"; token i is the number.
func (d *doc) streetUK(i int) bool {
	if d.lang != study.English || len(d.tok[i].text) > 4 {
		return false
	}
	k := i + 1
	if d.joined(k) && d.at(k).kind == kindWord && len(d.at(k).text) == 1 {
		k++ // 14a
	}
	if d.mark(k, "-") && d.at(k+1).kind == kindNumber {
		k += 2
	}
	first := k
	for k < len(d.tok) && k-first < 6 && d.free(k) && (d.at(k).capital() || d.mark(k, "'") && d.joined(k) || d.at(k).text == "s" && d.joined(k) || d.mark(k, ".") && d.joined(k) || d.at(k).text == "the" || d.at(k).text == "of") {
		k++
	}
	last := k
	for last > first && !d.is(last-1, clsStreetAfter) {
		last--
	}
	if last <= first+1 || d.is(first, clsStop) && !d.is(first, clsPlace) && d.at(first).text != "The" && d.at(first).text != "High" && d.at(first).text != "Royal" && d.at(first).text != "North" && d.at(first).text != "South" && d.at(first).text != "East" && d.at(first).text != "West" && d.at(first).text != "New" && d.at(first).text != "Old" {
		return false
	}
	from := i
	for _, back := range []int{3, 2} { // Flat 3, 14 … · Flat 3 14 …
		k := i - back
		if k >= 0 && d.is(k, clsUnit) && d.at(k).capital() && d.at(k+1).kind == kindNumber && d.open(k, i) && (back == 2 || d.mark(i-1, ",")) {
			from = k
		}
	}
	return d.take(finding{kind: "ADDRESS", from: from, to: d.addressTail(last), key: d.streetKey(first, i)})
}

// townUK gives the token after a town, county and postcode that follow the comma of an address.
func (d *doc) townUK(i int) int {
	k := i
	for k < len(d.tok) && k-i < 8 && d.free(k) {
		if from, end := d.matchAt(k, postcodeUK); from < end {
			return end
		}
		t := d.at(k)
		if !(t.capital() && !d.is(k, clsHonor|clsVerb)) && !(k > i && (t.text == "-" || t.text == "," || townJoint[t.text])) {
			break
		}
		k++
	}
	if d.is(i, clsPlace) && (d.mark(i+1, ",") || d.mark(i+1, ".") || d.mark(i+1, ";") || i+1 == len(d.tok)) {
		return i + 1
	}
	return i
}

// lonePostcode takes a postcode of the United Kingdom that stands alone.
func (d *doc) lonePostcode(i int) {
	if d.lang != study.English || d.joined(i) {
		return
	}
	if from, to := d.matchAt(i, postcodeUK); from < to && d.at(to-1).kind == kindWord && to-from >= 4 {
		d.take(finding{kind: "ADDRESS", from: from, to: to, key: compact(d.text[d.tok[from].start:d.tok[to-1].end])})
	}
}
