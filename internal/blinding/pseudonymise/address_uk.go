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
	if d.at(first).kind != kindWord {
		return false
	}
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
	if d.mark(i-1, ",") && d.at(i-2).text == "Floor" && d.at(i-4).kind == kindNumber && d.joined(i-3) && d.open(i-4, i) {
		from = i - 4 // 3rd Floor, 10 Fleet Street
	}
	from = d.houseName(from)
	from = d.flatFront(from)
	return d.take(finding{kind: "ADDRESS", from: from, to: d.addressTail(last), key: d.streetKey(first, i)})
}

// houseName extends an address over the name of a house before its number: "Victoria House, 45 Queen's Road".
func (d *doc) houseName(from int) int {
	k := from - 1
	if !d.mark(k, ",") {
		return from
	}
	if the := d.theHouse(k); the < k && d.open(the, from) {
		return the
	}
	switch d.at(k - 1).text {
	case "House", "Barn", "Forge", "Rectory", "Vicarage", "Manor", "Grange", "Bungalow", "Stables", "Priory", "Croft", "Oaks", "Willows", "Gables", "Court", "Lodge", "Cottage", "Mansions", "Building", "Buildings", "Tower", "Towers", "Chambers", "Hall", "Mews", "Villa", "Centre", "Works", "Mill", "Farm", "Apartments":
	default:
		return from
	}
	k--
	for n := 0; n < 3 && d.at(k-1).capital() && d.free(k-1) && !d.is(k-1, clsUnit|clsHonor); n++ {
		k--
	}
	if !d.open(k, from) {
		return from
	}
	return k
}

// theHouse gives the first token of a house called "The Old Forge" that ends before k, or k.
func (d *doc) theHouse(k int) int {
	for from := k - 1; from >= max(0, k-4) && d.at(from).capital() && d.free(from); from-- {
		if d.at(from).text == "The" && from < k-1 {
			return from
		}
	}
	return k
}

// flatFront extends an address over "Flat 3," or "Flat 12B" before it.
func (d *doc) flatFront(from int) int {
	k := from - 1
	if d.mark(k, ",") {
		k--
	}
	if d.at(k).kind == kindWord && d.joined(k) && len(d.at(k).text) == 1 {
		k--
	}
	if d.at(k).kind == kindNumber && d.is(k-1, clsUnit) && d.at(k-1).capital() && d.open(k-1, from) {
		return k - 1
	}
	return from
}

// townUK gives the token after a town, county and postcode that follow the comma of an address.
func (d *doc) townUK(i int) int {
	k := i
	for k < len(d.tok) && k-i < 8 && d.free(k) {
		if from, end := d.matchAt(k, postcodeUK); from < end {
			return end
		}
		if from, end := d.matchAt(k, postcodeWest); from < end && k > i {
			return end
		}
		t := d.at(k)
		if !(t.capital() && !d.is(k, clsHonor|clsVerb)) && !(k > i && (t.text == "-" || t.text == "," || townJoint[t.text])) {
			break
		}
		k++
	}
	if d.is(i, clsPlace|clsTown) && (d.mark(i+1, ",") || d.mark(i+1, ".") || d.mark(i+1, ";") || i+1 == len(d.tok) || d.at(i+1).shape == shapeLower && d.at(i+1).kind == kindWord) {
		return i + 1
	}
	return i
}

// lonePostcode takes a postcode of the United Kingdom with the town and the named house or street before it.
func (d *doc) lonePostcode(i int) {
	if d.lang != study.English || d.joined(i) {
		return
	}
	from, to := d.matchAt(i, postcodeUK)
	if from == to || d.at(to-1).kind != kindWord || to-from < 4 {
		return
	}
	town := i
	for town > 0 && i-town < 3 && d.at(town-1).capital() && d.free(town-1) && !d.is(town-1, clsHonor|clsRole|clsStreetAfter) && !d.tok[town].line {
		town--
	}
	from = town
	street := false
	for k := town - 1; k >= 0 && i-k < 14 && d.free(k) && !d.tok[k+1].line && (d.at(k).capital() || d.mark(k, ",")); k-- {
		if street = street || d.is(k, clsStreetAfter); d.at(k).capital() && street {
			from = k
		}
	}
	d.take(finding{kind: "ADDRESS", from: from, to: to, key: compact(d.text[d.tok[i].start:d.tok[to-1].end])})
}

// unitUK takes "Unit 4, Mill Road, York": a unit stands for the house number.
func (d *doc) unitUK(i int) {
	if !d.at(i).capital() || d.at(i+1).kind != kindNumber || !d.mark(i+2, ",") {
		return
	}
	if end := d.estate(i + 3); end > 0 && d.take(finding{kind: "ADDRESS", from: i, to: end, key: d.streetKey(i+3, i+1)}) {
		return
	}
	k := i + 3
	for k < len(d.tok) && k-i < 8 && d.free(k) && d.at(k).capital() && !d.at(k).line {
		k++
		if d.is(k-1, clsStreetAfter) && k-i > 4 && !d.at(k).capital() {
			d.take(finding{kind: "ADDRESS", from: i, to: d.addressTail(k), key: d.streetKey(i+3, i+1)})
			return
		}
	}
}

// estate gives the token after "Parkway Trading Estate, Swindon SN2 8YZ": an estate, park or house without a number, its town and the
// postcode; 0 when there is none.
func (d *doc) estate(k int) int {
	first := k
	for k < len(d.tok) && k-first < 6 && d.free(k) && (d.at(k).capital() || d.mark(k, "'") && d.joined(k) || d.at(k).text == "s" && d.joined(k)) && !d.at(k).line {
		k++
	}
	if k < first+2 || !d.mark(k, ",") {
		return 0
	}
	switch d.at(k - 1).text {
	case "Estate", "Park", "Centre", "Center", "Works", "Business", "House", "Court", "Buildings", "Mill", "Quarter", "Yard":
	default:
		return 0
	}
	end := d.townUK(k + 1)
	if end == k+1 || d.at(end-1).kind != kindWord || d.at(end-2).kind != kindNumber {
		return 0
	}
	return end
}

// postcodeUK tells whether a whole postcode of the United Kingdom begins at token i, its first letters in capitals.
func (d *doc) postcodeUK(i int) bool {
	from, to := d.matchAt(i, postcodeUK)
	return from < to && d.at(to-1).kind == kindWord && d.joined(i+1)
}
