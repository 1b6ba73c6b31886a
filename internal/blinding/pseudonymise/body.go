package pseudonymise

import "iucomstudien/internal/study"

// A university, school or prize that bears a person's name keeps it, and so do phrases called after somebody: they tell nothing about the
// persons of the case.

// phrases are the rows of a list by their first word.
type phrases map[string][][]string

func phrasesOf(entries []string) phrases {
	all := phrases{}
	for _, e := range entries {
		if words := splitWords(e); len(words) > 0 {
			all[words[0]] = append(all[words[0]], words)
		}
	}
	return all
}

// phraseEnd gives the token after the longest phrase of a list that begins at token i; hyphens and apostrophes between its words are
// passed over.
func (d *doc) phraseEnd(list phrases, i int) int {
	best := 0
next:
	for _, words := range list[d.at(i).text] {
		k := i
		for n, w := range words {
			for n > 0 && (d.mark(k, "-") || d.mark(k, "'")) {
				k++
			}
			if d.at(k).text != w || n > 0 && d.at(k).line {
				continue next
			}
			k++
		}
		best = max(best, k)
	}
	return best
}

// coverNamesakes masks phrases called after somebody and the names of bodies: "Anton Piller order", "Johannes Kepler Universität",
// "Uniwersytet Mikołaja Kopernika", "Queen Mary University".
func (d *doc) coverNamesakes(i int) {
	t := d.at(i)
	if !t.capital() {
		return
	}
	if end := d.phraseEnd(d.lex.fixed, i); end > i {
		d.cover(i, end, masked)
		return
	}
	if end := d.phraseEnd(d.lex.namesakes, i); end > i {
		k := end
		for k < end+3 && (d.mark(k, "-") || d.at(k).capital() && !d.is(k, clsBody)) && !d.at(k).line {
			k++
		}
		if d.is(k, clsBody) && !d.at(k).line {
			d.cover(i, k+1, masked)
		}
		return
	}
	if !d.is(i, clsBody) {
		return
	}
	if d.mark(i-1, "-") && d.joined(i) && d.joined(i-1) {
		from := i
		for d.mark(from-1, "-") && d.joined(from) && d.at(from-2).capital() && d.free(from-2) {
			from -= 2
		}
		d.cover(from, i+1, masked) // Heinrich-Heine-Universität
		return
	}
	if d.lang == study.Polish {
		d.coverPatron(i)
	}
}

// patronReach is how many tokens behind the word for a school its patron may be named.
const patronReach = 8

// coverPatron masks the person a Polish body is called after: directly behind it in the genitive, or behind "im.".
func (d *doc) coverPatron(i int) {
	from := i + 1
	if _, named := d.given(from); !named || d.at(from).line || d.givens[d.at(from).text].gender != 0 && !endsLikeGenitive(d.at(from).text) {
		from = 0
		for k := i + 1; k < min(i+patronReach, len(d.tok)) && !d.at(k).line && !d.mark(k, ",") && !d.mark(k, ";"); k++ {
			if (d.at(k).text == "im" && d.mark(k+1, ".")) || d.at(k).text == "imienia" {
				if from = k + 1; d.mark(from, ".") {
					from++
				}
				break
			}
		}
		if from == 0 {
			return
		}
	}
	k := from
	for k < from+7 && k < len(d.tok) && !d.at(k).line && (d.at(k).capital() || d.mark(k, "-") && d.joined(k) || d.mark(k, ".") && d.joined(k) && len(d.at(k-1).text) <= 4 || d.is(k, clsTitle) || d.at(k).text == "św") {
		k++
	}
	d.cover(from, k, masked)
}

// endsLikeGenitive tells whether a first name of the list may stand in the genitive of another: Adama, Marii, Jana.
func endsLikeGenitive(word string) bool {
	switch word[len(word)-1] {
	case 'a', 'i', 'y':
		return true
	}
	return false
}
