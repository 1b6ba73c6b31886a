package pseudonymise

import (
	"strings"
	"unicode/utf8"
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
	age      byte // 'j' or 's' behind a name that father and son share: jun., sen.
	gender   byte
	plural   bool
	either   bool // one word that may be first name or surname
	genitive bool // a lone surname read without its s
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
	if g.weak && len(m.given) == 0 && m.by == byGiven && !d.actsEnglish(k) && !d.at(next).capital() && d.at(next).cls&clsParticle == 0 {
		return "", k
	}
	return text, next
}
