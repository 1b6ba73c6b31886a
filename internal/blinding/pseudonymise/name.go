package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// trigger is what a name was recognised by.
type trigger uint8

const (
	byGiven     trigger = iota // a known first name or initials
	byHonorific                // Herr, Pani, Mr
	byTitle                    // Dr., mgr
	byRole                     // Kläger, świadek, witness
	byLabel                    // Beklagter:
	byList                     // a name a person gave: anything goes
)

// mention is one place where a person is named.
type mention struct {
	from, to int      // tokens of the span
	end      int      // byte end of the span when it is not the end of its last token
	given    []string // first names and initials as written
	surname  []string // parts of the surname as written, without particles
	particle string
	maiden   string
	gender   byte
	plural   bool
	either   bool // one word that may be first name or surname
	list     bool // behind a plural: more names may follow
	by       trigger
}

// parseName reads a name from token i on. It is nil when none stands there.
func (d *doc) parseName(i int, by trigger) *mention {
	m := &mention{from: i, by: by}
	k := d.skipTitles(i)
	titled := k > i
	k = d.readGiven(k, m)
	if len(m.given) == 0 && !titled && by == byGiven {
		return nil
	}
	after := d.readSurname(k, m, titled)
	if after == k && len(m.given) == 0 {
		return nil
	}
	if after == k && !d.givenAsSurname(m, titled) {
		return nil
	}
	m.to = max(after, k)
	d.readTail(m)
	if m.gender == 0 {
		m.gender = d.genderOf(m)
	}
	return m
}

// givenAsSurname handles a name of first names only: "Herr Lukas", "Thomas Martin", "Sabine".
func (d *doc) givenAsSurname(m *mention, titled bool) bool {
	initials := 0
	for _, g := range m.given {
		if isInitial(g) {
			initials++
		}
	}
	switch n := len(m.given); {
	case initials == n:
		return false
	case n == 1 && (m.by == byHonorific || titled):
		m.surname, m.either = m.given, true
	case n > 1 && initials == 0 && m.by != byList:
		m.surname, m.given = m.given[n-1:], m.given[:n-1]
	case n > 1:
		m.surname, m.given = m.given[n-1:], m.given[:n-1]
	}
	return true
}

func isInitial(g string) bool { return utf8.RuneCountInString(strings.Split(g, "-")[0]) <= 1 }

// skipTitles gives the token after the titles that begin at i.
func (d *doc) skipTitles(i int) int {
	k := i
	for k < len(d.tok) {
		t := d.at(k)
		if t.kind != kindWord || t.cls&clsTitle == 0 || k == i && t.cls&clsTitleHead == 0 && !(t.capital() && d.at(k+1).capital()) && !d.titlePrefix(k) || d.owner[k] != free {
			return k
		}
		if k > i && t.shape != shapeLower && t.cls&clsTitleHead == 0 && !d.mark(k+1, ".") && !d.mark(k-1, "-") && !d.at(k+1).capital() {
			return k
		}
		next := k + 1
		if d.mark(next, ".") {
			next++
			if d.joined(next) && (d.at(next).text == "a" || d.at(next).text == "in" || d.at(next).text == "c") {
				next++ // Mag.a, Dr.in, h.c
				if d.mark(next, ".") {
					next++
				}
			}
		}
		if d.mark(next, "-") && d.joined(next) && d.is(next+1, clsTitle) {
			next++
		}
		if d.mark(next, "(") && d.is(next+1, clsPostnominal) && d.mark(next+2, ")") {
			next += 3 // DI (FH)
		}
		k = next
	}
	return k
}

// titlePrefix tells whether "Ao." or "Hon.-" before a title stands at k.
func (d *doc) titlePrefix(k int) bool {
	return d.mark(k+1, ".") && (d.is(k+2, clsTitleHead) || d.mark(k+2, "-") && d.is(k+3, clsTitleHead))
}

// readGiven reads first names and initials.
func (d *doc) readGiven(k int, m *mention) int {
	for k < len(d.tok) && d.free(k) && len(m.given) < 5 {
		if len(m.given) > 0 && (d.tok[k].line || d.tok[k].start-d.tok[k-1].end > 2) {
			return k
		}
		text, next := d.initialAt(k)
		if next == k {
			text, next = d.givenAt(k, m)
		}
		if next == k {
			return k
		}
		m.given = append(m.given, text)
		k = next
	}
	return k
}

// initialAt reads "J." or "M.-L."; next is k when there is none.
func (d *doc) initialAt(k int) (text string, next int) {
	t := d.at(k)
	short := t.kind == kindWord && t.capital() && (utf8.RuneCountInString(t.text) == 1 || t.text == "Ch" || t.text == "Th" || t.text == "Ph")
	if !short || !d.mark(k+1, ".") || !d.joined(k+1) {
		return "", k
	}
	if d.mark(k+2, "-") && d.joined(k+2) && d.at(k+3).capital() && utf8.RuneCountInString(d.at(k+3).text) == 1 && d.mark(k+4, ".") {
		return t.text + "-" + d.at(k+3).text, k + 5
	}
	return t.text, k + 2
}

// givenAt reads a first name, also a double one; a word that is more likely the surname is left.
func (d *doc) givenAt(k int, m *mention) (text string, next int) {
	g, ok := d.given(k)
	if !ok || d.is(k, clsRole|clsProfession|clsPlace) && d.at(k).shape != shapeUpper && g.weak {
		return "", k
	}
	text, next = d.at(k).text, k+1
	for d.mark(next, "-") && d.joined(next) && d.joined(next+1) && d.at(next+1).capital() {
		if _, also := d.given(next + 1); !also {
			if len(m.given) > 0 || m.by == byHonorific {
				return "", k // Berger-Kofler: a surname whose first part is a first name
			}
			break
		}
		text, next = text+"-"+d.at(next+1).text, next+2
	}
	if d.mark(next, "-") && d.joined(next) && d.joined(next+1) {
		return "", k
	}
	if g.weak && len(m.given) == 0 && m.by == byGiven && !d.at(next).capital() && d.at(next).cls&clsParticle == 0 {
		return "", k
	}
	return text, next
}

// readSurname reads particles and the surname; it gives k when there is none.
func (d *doc) readSurname(k int, m *mention, titled bool) int {
	start := k
	if len(m.given) > 0 && d.is(k, clsNobility) && (d.is(k+1, clsParticle) && d.at(k+1).shape == shapeLower || d.at(k+1).capital() && !d.isCommonNoun(k+1)) {
		k++ // Leopold Freiherr von Wartenstein
	}
	first := k
	if t := d.at(k).text; t == "der" || t == "den" || (t == "zum" || t == "zur" || t == "zu") && d.isCommonNoun(k+1) {
		return d.plainSurname(k, start, m, titled) // articles and prepositions begin no surname
	}
	for d.is(k, clsParticle) && d.free(k) && !d.at(k).line && k-first < 3 && (d.at(k).shape == shapeLower || d.at(k+1).capital() || d.is(k+1, clsParticle)) {
		if d.at(k).shape != shapeLower && !d.is(k+1, clsParticle) && !d.at(k+1).capital() || d.mark(k+1, "-") && d.at(k).text != "al" && d.at(k).text != "el" {
			break
		}
		k++
		if d.mark(k, ".") && d.at(k-1).text == "v" || d.mark(k, "-") && d.joined(k) && d.joined(k+1) {
			k++ // v. Arnim, al-Hassan
		}
	}
	if k > first {
		m.particle = d.text[d.tok[first].start:d.tok[k-1].end]
	}
	if k > start && (len(m.given) == 0 && m.by == byGiven && !titled || !d.surnameWord(k, m, titled)) {
		k, m.particle = start, ""
	}
	if m.by == byRole && k > start && len(m.given) == 0 && !titled {
		m.particle = ""
		return start
	}
	return d.plainSurname(k, start, m, titled)
}

// plainSurname reads the surname at k; it gives start when there is none.
func (d *doc) plainSurname(k, start int, m *mention, titled bool) int {
	if !d.surnameWord(k, m, titled) {
		return start
	}
	next := d.surnameParts(k, m)
	switch {
	case len(m.given) == 0 && m.by != byList && d.unknownGiven(next, m):
		m.given, m.surname = []string{strings.Join(m.surname, "-")}, nil
		next = d.surnameParts(next, m)
	case d.secondSurname(next, m):
		next = d.surnameParts(next, m)
	}
	return next
}

// unknownGiven tells whether the word read as a surname is a first name no list knows, because another name follows: "Frau
// Nurcan Öztürk".
func (d *doc) unknownGiven(k int, m *mention) bool {
	t := d.at(k)
	if !t.capital() || t.line || !t.gap || !d.free(k) || utf8.RuneCountInString(t.text) < 3 || t.shape == shapeMixed || d.inCapsOnly(k) ||
		t.cls&(clsNeverName|clsPostnominal|clsTitle|clsPlace|clsVerb|clsMaiden|clsOrgHead|clsAddress|clsPublic|clsDecision) != 0 || d.compoundTail(k) {
		return false
	}
	if _, form := d.formAt(k); form != nil {
		return false
	}
	return !d.isCommonNoun(k) || d.lang != study.German && d.lex.common[title(t.text)]
}

// surnameParts reads one surname with its hyphens and apostrophe.
func (d *doc) surnameParts(k int, m *mention) int {
	text, next := d.at(k).text, k+1
	if d.mark(next, "'") && d.joined(next) && d.joined(next+1) && d.at(next+1).capital() && utf8.RuneCountInString(text) <= 2 {
		text, next = text+"'"+d.at(next+1).text, next+2 // O'Brien
	}
	m.surname = append(m.surname, text)
	for d.mark(next, "-") && d.joined(next) && d.joined(next+1) && d.at(next+1).capital() && d.free(next+1) {
		m.surname = append(m.surname, d.at(next+1).text)
		next += 2
	}
	return next
}

// secondSurname tells whether the word after a surname belongs to it: García López, Emily Carter Brown.
func (d *doc) secondSurname(k int, m *mention) bool {
	t := d.at(k)
	if len(m.given) == 0 || !t.capital() || t.line || !d.free(k) || utf8.RuneCountInString(t.text) < 3 || t.cls&(clsNeverName|clsPostnominal|clsTitle|clsPlace|clsVerb|clsMaiden|clsOrgHead) != 0 || d.isCommonNoun(k) {
		return false
	}
	if d.lang == study.German {
		return foreign(t.text) || foreign(m.surname[len(m.surname)-1])
	}
	return t.shape == d.at(k-1).shape && (d.lang == study.English || foreign(t.text))
}

// foreign tells whether a word has letters that German surnames do not have.
func foreign(word string) bool {
	return strings.ContainsAny(strings.ToLower(word), "áéíóúñćčšžçğışășțłńřěůàèêëâîôåøæ")
}

// surnameWord tells whether the word at k may be a surname here.
func (d *doc) surnameWord(k int, m *mention, titled bool) bool {
	t := d.at(k)
	if !t.capital() || !d.free(k) || k > m.from && (t.line || d.tok[k].start-d.tok[k-1].end > 2) || t.kind != kindWord {
		return false
	}
	n := utf8.RuneCountInString(t.text)
	if n < 2 && !(d.mark(k+1, "'") && d.at(k+2).capital() && d.joined(k+2)) || d.compoundTail(k) {
		return false
	}
	if m.by == byList || m.particle != "" && len(m.given) > 0 && t.cls&clsNeverName == 0 {
		return true
	}
	if t.cls&clsHonor != 0 || d.inCapsOnly(k) || d.is(k, clsVersus) {
		return false
	}
	strong := m.by == byHonorific || titled
	if strong {
		return t.cls&clsAddress == 0 && t.cls&clsTitleHead == 0 && (t.cls&clsStop == 0 || d.lex.common[t.text] || t.cls&clsSchematic != 0) || d.nameNotOffice(k, m)
	}
	if t.cls&(clsStop|clsOrgHead|clsPublic) != 0 && !(d.lex.common[title(t.text)] && (len(m.given) > 0 || m.by == byRole && d.finite(k+1))) {
		return false
	}
	if len(m.given) > 0 {
		if t.cls&(clsRole|clsProfession|clsOrgCue) != 0 && !d.lex.common[title(t.text)] {
			return false
		}
		if d.lang == study.English && t.cls&clsStreetAfter != 0 && !d.lex.common[t.text] {
			return false
		}
		if d.lang == study.German && k > 0 && !d.genitiveGiven(k-1) && (d.sentenceStart(m.from) || d.is(m.from-1, clsRole|clsProfession)) && !abstract(strings.ToLower(t.text)) {
			return true // a noun behind a first name that opens the sentence is its surname
		}
		return !d.notSurname(k)
	}
	return t.cls&(clsRole|clsProfession|clsPlace|clsOrgCue|clsTitle) == 0 && d.roleName(k, m)
}

// genitiveGiven tells whether the word at i is a first name only without its s: in "Mandys Anteil" no surname follows.
func (d *doc) genitiveGiven(i int) bool {
	word := title(d.at(i).text)
	return strings.HasSuffix(word, "s") && d.givens[word].gender == 0
}

// compoundTail tells whether the word at k is followed by a hyphen and a common noun: "Huber-Vertrag".
func (d *doc) compoundTail(k int) bool {
	if !d.mark(k+1, "-") || !d.joined(k+1) || !d.joined(k+2) {
		return false
	}
	return d.at(k+2).kind != kindWord || !d.at(k+2).capital() || d.lang == study.German && d.notSurname(k+2)
}

// inCapsOnly tells whether a word of capitals is an abbreviation rather than a name in capitals.
func (d *doc) inCapsOnly(k int) bool {
	t := d.at(k)
	if t.shape != shapeUpper || d.caps {
		return false
	}
	return utf8.RuneCountInString(t.text) < 3 || utf8.RuneCountInString(t.text) < 5 && d.at(k-1).shape != shapeUpper && !d.at(k-1).capital()
}

// nameNotOffice tells whether an office after an honorific is a name: "Frau Richter" with the male word.
func (d *doc) nameNotOffice(k int, m *mention) bool {
	t := d.at(k)
	if t.cls&clsAddress != 0 || t.cls&clsStop != 0 && !d.lex.common[t.text] {
		return false
	}
	return d.lex.common[t.text] || t.cls&(clsRole|clsProfession) == 0
}

// genderOf takes the gender from the first names, then from a Polish surname.
func (d *doc) genderOf(m *mention) byte {
	if len(m.surname) > 0 {
		if g := adjectivalGender(m.surname[len(m.surname)-1]); g != 0 {
			return g
		}
	}
	for _, g := range m.given {
		if isInitial(g) || m.either {
			continue
		}
		first := strings.Split(g, "-")[0]
		if d.lang == study.Polish {
			if g := d.polishGender(first); g != 0 {
				return g
			}
			if d.uninflected(m) && strings.HasSuffix(first, "a") {
				return 'f' // Stanisława Kot; of a man it would be Stanisława Kota
			}
			continue
		}
		if known, ok := d.givens[title(first)]; ok && known.gender != 'u' {
			return known.gender
		}
	}
	return 0
}

// polishGender gives the gender that all base forms of a first name agree on; 0 for "Jana", a woman or of Jan.
func (d *doc) polishGender(first string) byte {
	var found byte
	for _, base := range d.lex.endings.bases(strings.ToLower(first)) {
		known, ok := d.givens[title(base)]
		if !ok || known.gender == 'u' {
			continue
		}
		if found != 0 && found != known.gender {
			return 0
		}
		found = known.gender
	}
	return found
}

// uninflected tells whether a surname ends in a consonant.
func (d *doc) uninflected(m *mention) bool {
	if len(m.surname) == 0 {
		return false
	}
	r := []rune(strings.ToLower(m.surname[len(m.surname)-1]))
	return !strings.ContainsRune("aąeęioóuy", r[len(r)-1])
}

// adjectivalGender reads the gender from the ending of an adjectival Polish surname.
func adjectivalGender(surname string) byte {
	lower := strings.ToLower(surname)
	for _, stem := range []string{"sk", "ck", "dzk"} {
		for _, end := range []string{"i", "iego", "iemu", "im"} {
			if strings.HasSuffix(lower, stem+end) {
				return 'm'
			}
		}
		for _, end := range []string{"a", "iej", "ą"} {
			if strings.HasSuffix(lower, stem+end) {
				return 'f'
			}
		}
	}
	return 0
}

// readTail extends a name over a former name and degrees: ", geb. Haider", ", MBA".
func (d *doc) readTail(m *mention) {
	for n := 0; n < 4; n++ {
		if !d.readMaiden(m) && !d.readDegree(m) {
			return
		}
	}
}

func (d *doc) readMaiden(m *mention) bool {
	k := m.to
	bracket := d.mark(k, "(")
	if bracket || d.mark(k, ",") {
		k++
	}
	start := k
	switch {
	case d.at(k).text == "z" && (d.at(k+1).text == "domu" || d.at(k+1).text == "d"), (d.at(k).text == "primo" || d.at(k).text == "secundo") && d.at(k+1).text == "voto", d.at(k).text == "de" && d.at(k+1).text == "domo":
		k += 2
	case d.is(k, clsMaiden):
		k++
	default:
		return false
	}
	if d.mark(k, ".") {
		k++
	}
	for d.is(k, clsParticle) && d.at(k).shape == shapeLower {
		k++
	}
	if !d.at(k).capital() || !d.free(k) || d.is(k, clsStop|clsHonor) || d.at(start).text == "born" && (d.is(k, clsPlace) || d.at(k+1).kind == kindNumber) {
		return false
	}
	m.maiden = d.at(k).text
	m.to = k + 1
	for d.mark(m.to, "-") && d.joined(m.to) && d.at(m.to+1).capital() {
		m.to += 2
	}
	if bracket && d.mark(m.to, ")") {
		m.to++
	}
	m.end = 0
	return true
}

func (d *doc) readDegree(m *mention) bool {
	k := m.to
	if d.mark(k, ",") {
		k++
	}
	t := d.at(k)
	if t.kind != kindWord || t.cls&clsPostnominal == 0 || t.line || !d.free(k) || t.text == "v" || d.at(m.to-1).text == "." && false {
		if !d.spelledDegree(k) {
			return false
		}
		m.to = k + 3
		if d.mark(m.to, ".") && !d.sentenceEnds(m.to) {
			m.to++
		}
		return true
	}
	k++
	if d.mark(k, ".") && d.joined(k) && !d.sentenceEnds(k) {
		k++
	}
	if d.mark(k, "(") && d.at(k+1).capital() && d.mark(k+2, ")") && utf8.RuneCountInString(d.at(k+1).text) > 3 {
		k += 3 // LL.M. (Cambridge)
	}
	m.to, m.end = k, 0
	return true
}

// spelledDegree tells whether "LL.M" or "B.A" stands at k.
func (d *doc) spelledDegree(k int) bool {
	if d.at(k).kind != kindWord || !d.mark(k+1, ".") || d.at(k+2).kind != kindWord || !d.joined(k+2) || d.at(k).line || !d.free(k) {
		return false
	}
	switch d.at(k).text + "." + d.at(k+2).text {
	case "LL.M", "LL.B", "B.A", "M.A", "B.Sc", "M.Sc", "Ph.D", "M.Phil", "E.MA", "B.Eng", "M.Eng", "M.D", "Q.C", "K.C":
		return true
	}
	return false
}

// sentenceEnds tells whether the point at k ends a sentence rather than an abbreviation.
func (d *doc) sentenceEnds(k int) bool {
	next := d.at(k + 1)
	return k+1 >= len(d.tok) || next.line || next.kind == kindWord && next.capital() && next.gap || next.kind == kindHolder
}
