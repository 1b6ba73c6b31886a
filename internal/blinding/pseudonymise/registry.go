package pseudonymise

import (
	"maps"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// entity is one person, firm, address or number; every mention of it gets the same placeholder.
type entity struct {
	kind        string
	number      int
	placeholder string // set by a person; "" otherwise
	listed      bool   // on the names list: it owns its number whether it occurs or not
	surfaces    []string
}

// bag is a set of base forms in lower case by their folded spelling.
type bag map[string]string

// sorted gives the base forms in a fixed order.
func (b bag) sorted() []string {
	return slices.Sorted(maps.Values(b))
}

func (b bag) meets(other bag) bool {
	if len(b) > len(other) {
		b, other = other, b
	}
	for w := range b {
		if _, ok := other[w]; ok {
			return true
		}
	}
	return false
}

// common keeps what both have; the first bag when they share nothing.
func (b bag) common(other bag) bag {
	both := bag{}
	for w, base := range b {
		if _, ok := other[w]; ok {
			both[w] = base
		}
	}
	if len(both) == 0 {
		return b
	}
	return both
}

// person is one human being, or a family when plural.
type person struct {
	entity   *entity
	given    []bag // base forms of each first name; initials as one letter
	surname  []bag // base forms of each part
	maiden   bag
	age      byte
	particle string
	gender   byte
	plural   bool
}

// registry unites mentions to persons over all texts of a test.
type registry struct {
	lex     *lexicon
	memo    *memo
	words   map[string]bool // spellings that occur with a capital letter, folded
	inside  map[string]bool // words that stand with their capital inside a sentence of a text
	persons []*person
	bySur   map[string][]*person // first part of a surname, every base form
	byGiven map[string][]*person
}

func newRegistry(m *memo) *registry {
	return &registry{lex: m.lex, memo: m, words: map[string]bool{}, inside: map[string]bool{}, bySur: map[string][]*person{}, byGiven: map[string][]*person{}}
}

// learn remembers the capitalised words of a text: a base form that occurs is the likely one. Of the texts themselves it also
// remembers which stand inside a sentence.
func (r *registry) learn(d *doc, text bool) {
	for i := range d.tok {
		if t := &d.tok[i]; t.capital() {
			r.words[r.memo.fold(t.text)] = true
			if text && !r.inside[t.text] && !d.sentenceStart(i) {
				r.inside[t.text] = true
			}
		}
	}
}

// bases gives the base forms a word of a name may come from, under both foldings. Those that occur in the texts win.
func (r *registry) bases(word string, lang study.Language) bag {
	all, seen := bag{}, bag{}
	add := func(base string) {
		for _, f := range []string{fold(base), foldBare(base)} {
			if all[f] == "" {
				all[f] = base
			}
			if r.words[f] {
				seen[f] = base
			}
		}
	}
	lower := strings.ToLower(word)
	add(lower)
	if lang == study.Polish {
		for _, base := range r.memo.bases(lower) {
			add(base)
		}
		if len(seen) > 2 || len(seen) > 0 && seen[fold(word)] == "" {
			// Another base form stands in a text: the word itself counts only as long as nothing contradicts.
			seen[fold(word)], seen[foldBare(word)] = lower, lower
			return seen
		}
		return all
	}
	for _, end := range []string{"s", "ens", "es"} {
		if base, ok := strings.CutSuffix(lower, end); ok && len(base) > 2 && r.words[fold(base)] {
			add(base)
		}
	}
	return all
}

func (r *registry) bagsOf(words []string, lang study.Language) []bag {
	out := make([]bag, len(words))
	for i, w := range words {
		out[i] = r.bases(w, lang)
	}
	return out
}

// person gives the person of a mention, a new one when nobody fits. ambiguous: several fit equally.
func (r *registry) person(m *mention, lang study.Language, recent func(*person) int) (p *person, ambiguous bool) {
	probe := &person{given: r.givenBags(m.given, lang), surname: r.bagsOf(m.surname, lang), gender: m.gender, plural: m.plural, particle: m.particle, age: m.age}
	if m.either {
		probe.given = nil
	}
	if m.maiden != "" {
		probe.maiden = r.bases(m.maiden, lang)
	}
	var fits []*person
	if len(probe.surname) > 0 {
		fits = r.bySurname(probe)
		if len(fits) == 0 && len(probe.given) > 0 {
			fits = r.onlyGiven(probe)
		}
		if len(fits) == 0 && m.genitive {
			fits = r.bySurname(&person{surname: r.bagsOf([]string{m.surname[0] + "s"}, lang)}) // "Sabine Rohrmosers Klage": never without its s
		}
		if len(fits) == 0 && m.either {
			fits = r.givenFits(&person{given: probe.surname, gender: m.gender})
		}
	} else {
		fits = r.givenFits(probe)
		if len(fits) == 0 && len(probe.given) == 1 {
			// A known surname that is a first name elsewhere: Yılmaz.
			fits = r.bySurname(&person{surname: r.bagsOf(m.given, lang)})
		}
	}
	switch len(fits) {
	case 0:
		return r.add(probe), false
	case 1:
		r.merge(fits[0], probe)
		return fits[0], false
	}
	best := slices.MaxFunc(fits, func(a, b *person) int { return recent(a) - recent(b) })
	if len(probe.given) > 0 {
		r.merge(best, probe)
	}
	return best, true
}

func (r *registry) givenBags(words []string, lang study.Language) []bag {
	out := make([]bag, 0, len(words))
	for _, w := range words {
		if isInitial(w) {
			out = append(out, bag{strings.ToLower(w): strings.ToLower(w)})
			continue
		}
		out = append(out, r.givenBases(w, lang))
	}
	return out
}

// givenBases gives the base forms of a first name; of those, names of the list win.
func (r *registry) givenBases(word string, lang study.Language) bag {
	all, known := bag{fold(word): strings.ToLower(word)}, bag{}
	if lang == study.Polish {
		for _, base := range r.memo.bases(strings.ToLower(word)) {
			all[fold(base)] = base
			if _, ok := r.lex.given[lang][title(base)]; ok {
				known[fold(base)] = base
			}
		}
	} else if base, ok := strings.CutSuffix(word, "s"); ok && lang == study.German {
		if _, ok := r.lex.given[lang][base]; ok {
			known[fold(base)], known[fold(word)] = strings.ToLower(base), strings.ToLower(word)
		}
	}
	if len(known) > 0 {
		return known
	}
	return all
}

// bySurname gives the persons whose surname, first names and gender agree with the probe.
func (r *registry) bySurname(probe *person) []*person {
	var named, unnamed, part []*person
	seen := map[*person]bool{}
	look := func(key string) {
		for _, p := range r.bySur[key] {
			if seen[p] || p.plural != probe.plural || genderConflict(p.gender, probe.gender) || p.age != 0 && probe.age != 0 && p.age != probe.age {
				continue
			}
			seen[p] = true
			switch {
			case !sameSurname(p.surname, probe.surname):
				if oneOfTwo(p.surname, probe.surname) && (len(probe.given) == 0 || givenMatch(p.given, probe.given)) {
					part = append(part, p)
				}
			case len(probe.given) == 0 || givenMatch(p.given, probe.given):
				named = append(named, p)
			case len(p.given) == 0:
				unnamed = append(unnamed, p)
			}
		}
	}
	for _, b := range probe.surname {
		for key := range b {
			look(key)
		}
	}
	switch {
	case len(named) > 0:
		return r.ordered(named)
	case len(unnamed) > 0:
		return r.ordered(unnamed)
	}
	return r.ordered(part)
}

// ordered sorts persons by their appearance: maps have no order, results must.
func (r *registry) ordered(list []*person) []*person {
	if len(list) < 2 {
		return list
	}
	slices.SortFunc(list, func(a, b *person) int { return a.entity.number - b.entity.number })
	return list
}

// onlyGiven gives persons known by first name alone who may be the bearer of a full name.
func (r *registry) onlyGiven(probe *person) []*person {
	var fits []*person
	for _, p := range r.givenFits(probe) {
		if len(p.surname) == 0 {
			fits = append(fits, p)
		}
	}
	return fits
}

// givenFits gives the persons who bear the first name of the probe.
func (r *registry) givenFits(probe *person) []*person {
	if len(probe.given) == 0 {
		return nil
	}
	var fits []*person
	seen := map[*person]bool{}
	for key := range probe.given[0] {
		for _, p := range r.byGiven[key] {
			if !seen[p] && !p.plural && !genderConflict(p.gender, probe.gender) {
				seen[p] = true
				fits = append(fits, p)
			}
		}
	}
	return r.ordered(fits)
}

func genderConflict(a, b byte) bool { return a == 'm' && b == 'f' || a == 'f' && b == 'm' }

func sameSurname(a, b []bag) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		if !a[i].meets(b[i]) {
			return false
		}
	}
	return true
}

// oneOfTwo tells whether one surname is a part of the other's double name.
func oneOfTwo(a, b []bag) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(b) != 1 || len(a) < 2 {
		return false
	}
	return slices.ContainsFunc(a, b[0].meets)
}

// givenMatch tells whether some first name of both agrees; an initial agrees with every name it begins.
func givenMatch(a, b []bag) bool {
	for _, x := range a {
		for _, y := range b {
			if x.meets(y) || initialOf(x, y) || initialOf(y, x) {
				return true
			}
		}
	}
	return false
}

func initialOf(short, long bag) bool {
	for s := range short {
		first, _, _ := strings.Cut(s, "-")
		if len([]rune(first)) != 1 {
			continue
		}
		for l := range long {
			if strings.HasPrefix(l, fold(first)) {
				return true
			}
		}
	}
	return false
}

func (r *registry) add(p *person) *person {
	p.entity = &entity{kind: "PERSON", number: len(r.persons) + 1}
	r.persons = append(r.persons, p)
	r.index(p)
	return p
}

func (r *registry) index(p *person) {
	put := func(m map[string][]*person, key string) {
		if !slices.Contains(m[key], p) {
			m[key] = append(m[key], p)
		}
	}
	for _, b := range p.surname {
		for key := range b {
			put(r.bySur, key)
		}
	}
	for _, b := range p.given {
		for key := range b {
			put(r.byGiven, key)
		}
	}
}

// merge adds what a mention tells to a person.
func (r *registry) merge(p, probe *person) {
	if p.gender == 0 || p.gender == 'u' {
		p.gender = probe.gender
	}
	if len(p.given) == 0 || len(p.given) < len(probe.given) {
		p.given = append(p.given, probe.given...)
	}
	if len(p.surname) == 0 {
		p.surname = probe.surname
	} else if sameSurname(p.surname, probe.surname) {
		for i := range p.surname {
			p.surname[i] = p.surname[i].common(probe.surname[i])
		}
	}
	if p.particle == "" {
		p.particle = probe.particle
	}
	if p.age == 0 {
		p.age = probe.age
	}
	if p.maiden == nil {
		p.maiden = probe.maiden
	}
	r.index(p)
}
