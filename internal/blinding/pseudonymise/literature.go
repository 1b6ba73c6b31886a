package pseudonymise

import "strings"

// notLiterature drops a name that is an author, editor or judge as a source: "Tak Z. Radwański, Prawo cywilne".
func (d *doc) notLiterature(m *mention) *mention {
	if m == nil || d.literature(m) {
		return nil
	}
	return m
}

// literature weighs what stands around a name. Unknown authors need a leading word and a title behind them; known ones one of
// both, initials, or a verb of authors.
func (d *doc) literature(m *mention) bool {
	before := d.sourceBefore(m.from)
	behind := d.titleBehind(m.to)
	slash := d.mark(m.to, "/") && d.joined(m.to) && d.at(m.to+1).capital() && d.joined(m.to+1) || d.mark(m.from-1, "/") && d.joined(m.from)
	editor := d.mark(m.to, "(") && editorMark[strings.ToLower(d.at(m.to+1).text)]
	inWork := (d.at(m.to).text == "in" || d.at(m.to).text == "w" || (d.mark(m.to, "[") || d.mark(m.to, "(")) && d.at(m.to+1).text == "w") && d.authorAhead(m.to+1)
	if p := d.at(m.from - 1); d.mark(m.from-1, ".") && editorMark[strings.ToLower(d.at(m.from-2).text)] && d.at(m.from-2).text != "ed" || p.kind == kindWord && editorMark[p.text] && p.text != "ed" {
		return true // red. W. Borysiak
	}
	if editor || slash || inWork || d.workOpens(m.to) || d.journalBehind(m.to) {
		return true
	}
	if d.mark(m.from-1, "/") && d.owner[m.from-1] == masked {
		return true
	}
	if k := m.from - 2; (d.at(m.from-1).text == "und" || d.at(m.from-1).text == "i" || d.at(m.from-1).text == "and" || d.at(m.from-1).text == "oraz") && d.at(k).capital() &&
		d.authorWord(d.at(k).text) && d.sourceBefore(k) && len(m.given) == 0 {
		return true // "nach Roxin und Jakobs"
	}
	author := false
	for _, s := range m.surname {
		author = author || d.authorWord(s)
	}
	initial := len(m.given) > 0 && isInitial(m.given[0])
	verb := d.is(m.to, clsSourceVerb)
	if initial && opinion[strings.ToLower(d.at(m.from-1).text)] {
		return true
	}
	if author && len(m.given) == 0 && professor[d.at(m.from).text] && d.mark(m.from+1, ".") == (d.at(m.from).text == "Prof") && m.to-m.from <= 3 {
		return true // Professor Atiyah: a teacher known from books, as a source
	}
	if author {
		return initial || before || behind || verb
	}
	return before && (behind || initial && (verb || d.mark(m.to, ",") || d.mark(m.to, ")")) || verb) || initial && behind && d.workTitle(m.to)
}

// journalBehind tells whether a journal and its year follow: "Lorenz, NJW 2014, 319", "Huber, ecolex 2020/45".
func (d *doc) journalBehind(k int) bool {
	if !d.mark(k, ",") || !d.is(k+1, clsJournal) {
		return false
	}
	year := d.at(k + 2).text
	return len(year) == 4 && (strings.HasPrefix(year, "19") || strings.HasPrefix(year, "20")) && d.at(k+2).kind == kindNumber || d.mark(k+2, "(") || d.mark(k-1, ")")
}

// workOpens tells whether "[w:]", "(w:)" or "[in:]" follows: what stands before it is an author.
func (d *doc) workOpens(k int) bool {
	if !d.mark(k, "[") && !d.mark(k, "(") {
		return false
	}
	switch d.at(k + 1).text {
	case "w", "in", "In", "W":
		return d.mark(k+2, ":") || d.mark(k+2, "]")
	}
	return false
}

// professor are the titles that authors bear where nothing but their surname follows.
var professor = map[string]bool{"Professor": true, "Prof": true, "Professorin": true, "profesor": true, "prof": true, "profesora": true}

// opinion are Polish words directly before the author whose view is told.
var opinion = map[string]bool{"zdaniem": true, "według": true, "wg": true, "za": true, "tak": true}

var editorMark = map[string]bool{"red": true, "hrsg": true, "hg": true, "ed": true, "eds": true, "bearb": true, "begr": true}

// authorWord looks a surname up among the authors, in Polish in every form.
func (d *doc) authorWord(word string) bool {
	if d.words[title(word)]&clsAuthor != 0 {
		return true
	}
	for _, base := range d.memo.bases(strings.ToLower(word)) {
		if d.words[title(base)]&clsAuthor != 0 {
			return true
		}
	}
	return false
}

// sourceBefore tells whether a word that leads to a source stands within two words before token i.
func (d *doc) sourceBefore(i int) bool {
	for k, n := i-1, 0; k >= 0 && n < 3; k-- {
		t := d.at(k)
		if t.kind == kindPunct {
			if t.text == "." && d.at(k-1).kind == kindWord && d.is(k-1, clsSourceBefore) || t.text == "," || t.text == "(" || t.text == "]" || t.text == "[" || t.text == ";" {
				continue
			}
			return false
		}
		if t.cls&clsSourceBefore != 0 {
			return true
		}
		n++
		if d.tok[k].line && n > 1 {
			return false
		}
	}
	return false
}

// titleBehind tells whether a comma and the title of a work follow, or an act with a provision.
func (d *doc) titleBehind(i int) bool {
	if !d.mark(i, ",") {
		return false
	}
	t := d.at(i + 1)
	if t.kind != kindWord || !t.capital() && t.text != "w" && t.text != "in" {
		return false
	}
	if d.owner[i+1] == masked {
		return true
	}
	_, given := d.given(i + 1)
	return !given && t.cls&(clsHonor|clsRole|clsTitleHead) == 0
}

// workWords are words of the titles of books and journals.
var workWords = set(strings.Fields("Kommentar Handbuch Lehrbuch Grundriss Auflage Aufl Komentarz Prawo Kodeks System Zarys Podręcznik Law Textbook Commentary edn Journal Recht " +
	"ABGB BGB JBl NJW ÖJZ Zak PiP MoP Glosa Monografie"))

// workTitle tells whether the words behind a comma are those of a book or journal.
func (d *doc) workTitle(i int) bool {
	for k := i + 1; k < min(i+10, len(d.tok)); k++ {
		if workWords[d.at(k).text] {
			return true
		}
		if d.mark(k, ";") {
			return false
		}
	}
	return false
}

// authorAhead tells whether a work follows "in": names joined by a slash, or a known author.
func (d *doc) authorAhead(k int) bool {
	if d.at(k).text == "w" {
		k++
	}
	for d.mark(k, "]") || d.mark(k, ":") || d.mark(k, ")") {
		k++
	}
	if workWords[d.at(k).text] {
		return true
	}
	if !d.at(k).capital() {
		return false
	}
	return d.mark(k+1, "/") && d.joined(k+1) || d.at(k).cls&clsAuthor != 0 || d.mark(k+1, ",") && d.owner[min(k+2, len(d.tok)-1)] == masked
}
