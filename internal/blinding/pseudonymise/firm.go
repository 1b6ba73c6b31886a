package pseudonymise

import (
	"slices"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// firm is a known organisation with the names under which it may occur again.
type firm struct {
	entity  *entity
	defined map[string]bool // short names that a text defines
	names   [][]string      // words in lower case: the name without its legal form, its first word, defined short names
}

// firms unites organisations over all texts.
type firms struct {
	memo  *memo
	list  []*firm
	byKey map[string]*firm   // folded name
	first map[string][]*firm // by first word
	last  map[string][]*firm // by last word
	inner map[string][]*firm // by words between first and last
}

func newFirms(m *memo) *firms {
	return &firms{memo: m, byKey: map[string]*firm{}, first: map[string][]*firm{}, last: map[string][]*firm{}, inner: map[string][]*firm{}}
}

// firm gives the organisation of a name, a new one when it is not known in any form.
func (f *firms) firm(words []string, lang study.Language) *firm {
	key := strings.Join(foldAll(words), " ")
	if known := f.byKey[key]; known != nil {
		return known
	}
	if lang == study.Polish && len(words) > 0 {
		for _, base := range f.memo.bases(words[0]) {
			for _, known := range f.first[fold(base)] {
				if f.sameName(known.names[0], words, lang) {
					f.byKey[key] = known
					return known
				}
			}
		}
	}
	if lang == study.Polish && len(words) == 1 {
		for _, base := range f.memo.bases(words[0]) {
			if found := f.inner[f.memo.fold(base)]; len(found) == 1 {
				f.byKey[key] = found[0]
				return found[0] // Kamieniarstwo Granex Marek Bieniek sp.j.: Granex
			}
		}
	}
	if longer := f.partOf(words); longer != nil {
		f.byKey[key] = longer
		return longer
	}
	known := &firm{entity: &entity{kind: "ORG"}, names: [][]string{words}}
	f.list = append(f.list, known)
	f.byKey[key] = known
	for i := 1; i+1 < len(words); i++ {
		f.inner[f.memo.fold(words[i])] = append(f.inner[f.memo.fold(words[i])], known)
	}
	if len(words) > 0 {
		f.last[fold(words[len(words)-1])] = append(f.last[fold(words[len(words)-1])], known)
		bases := []string{words[0]}
		if lang == study.Polish {
			bases = f.memo.bases(words[0])
		}
		for _, base := range bases {
			f.first[fold(base)] = append(f.first[fold(base)], known)
		}
	}
	return known
}

// partOf gives the known firm of which the words are the first or last ones, or the other way round: "Weiß GmbH" is the
// "Großbäckerei Weiß GmbH".
func (f *firms) partOf(words []string) *firm {
	if len(words) == 0 {
		return nil
	}
	for _, known := range f.last[fold(words[len(words)-1])] {
		if full := known.names[0]; len(full) != len(words) && (tail(full, words) || tail(words, full)) {
			return known
		}
	}
	for _, known := range f.first[fold(words[0])] {
		if full := known.names[0]; len(full) != len(words) && (head(full, words) || head(words, full)) {
			return known
		}
	}
	return nil
}

func tail(long, short []string) bool {
	return len(long) >= len(short) && slices.EqualFunc(long[len(long)-len(short):], short, sameFold)
}

func head(long, short []string) bool {
	return len(long) >= len(short) && slices.EqualFunc(long[:len(short)], short, sameFold)
}

func sameFold(a, b string) bool { return fold(a) == fold(b) }

func foldAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fold(w)
	}
	return out
}

// sameName compares two names word by word; in Polish two words are one when they share a base form.
func (f *firms) sameName(a, b []string, lang study.Language) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !f.sameWord(a[i], b[i], lang) {
			return false
		}
	}
	return true
}

func (f *firms) sameWord(a, b string, lang study.Language) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if fold(a) == fold(b) {
		return true
	}
	switch lang {
	case study.German:
		return strings.TrimSuffix(fold(b), "s") == fold(a)
	case study.Polish:
		own := bag{}
		for _, base := range f.memo.bases(a) {
			own[fold(base)] = base
		}
		for _, base := range f.memo.bases(b) {
			if own[fold(base)] != "" {
				return true
			}
		}
	}
	return false
}

// yieldToFirms makes an organisation of a lone surname that only its place in the sentence made a person ("Anspruch gegen Seehof"),
// where a known firm is called so and nobody else is.
func (w *work) yieldToFirms() {
	named := map[string]bool{}
	lone := func(m *mention) bool {
		return len(m.given) == 0 && len(m.surname) == 1 && !m.plural && (m.by == byGiven || m.by == byLabel)
	}
	for _, d := range w.docs {
		for i := range d.found {
			if m := d.found[i].mention; m != nil && !lone(m) {
				for _, s := range m.surname {
					named[fold(s)] = true
				}
			}
		}
	}
	for _, p := range w.reg.persons { // of the names list
		for _, b := range p.surname {
			for key := range b {
				named[key] = true
			}
		}
	}
	for _, d := range w.docs {
		for i := range d.found {
			f := &d.found[i]
			if f.mention != nil && w.calledLikeFirm(d, f) {
				continue
			}
			if f.mention == nil || !lone(f.mention) || named[fold(f.mention.surname[0])] {
				continue
			}
			for _, n := range w.firmsOf(d.lang)[fold(f.mention.surname[0])] {
				if len(n.words) == 1 {
					f.kind, f.mention, f.entity = "ORG", nil, n.firm.entity
					break
				}
			}
		}
	}
	w.firmIdx = map[study.Language]firmIndex{}
}

// calledLikeFirm makes an organisation of two words that look like an unknown first name and a surname, where a known firm is called so:
// "Severn Timber may sue".
func (w *work) calledLikeFirm(d *doc, f *finding) bool {
	m := f.mention
	if m.by != byGiven || len(m.given) != 1 || len(m.surname) != 1 {
		return false
	}
	if _, known := d.given(f.from); known {
		return false
	}
	for _, n := range w.firmsOf(d.lang)[fold(m.given[0])] {
		if len(n.words) == 2 && sameFold(n.words[1], m.surname[0]) {
			f.kind, f.mention, f.entity = "ORG", nil, n.firm.entity
			return true
		}
	}
	return false
}

// firmIndex holds the forms of the first word of every name of an organisation, for one language.
type firmIndex map[string][]firmName

type firmName struct {
	firm  *firm
	words []string
	short bool // one word out of several: only where no person bears it
	own   bool // a short name the text has defined
}

func (w *work) firmIndex(lang study.Language) firmIndex {
	x := firmIndex{}
	put := func(n firmName) {
		forms := []string{n.words[0]}
		switch lang {
		case study.Polish:
			bases := n.words[:1]
			if len(n.words) == 1 {
				bases = w.memo.bases(n.words[0]) // a short name may have been defined in another case
			}
			for _, base := range bases {
				for _, f := range w.p.lex.endings.forms(base, 0) {
					if !f.plural {
						forms = append(forms, f.text)
					}
				}
			}
			if strings.HasSuffix(n.words[0], "x") {
				stem := strings.TrimSuffix(n.words[0], "x")
				forms = append(forms, stem+"ksu", stem+"ksowi", stem+"ksem", stem+"ksie")
			}
		case study.German:
			forms = append(forms, n.words[0]+"s")
		}
		seen := map[string]bool{}
		for _, form := range forms {
			if key := fold(form); !seen[key] {
				seen[key] = true
				x[key] = append(x[key], n)
			}
		}
	}
	for _, f := range w.firms.list {
		for n, words := range f.names {
			if len(words) == 0 {
				continue
			}
			put(firmName{firm: f, words: words, short: n == 0 && len(words) == 1 && utf8.RuneCountInString(words[0]) < 4, own: f.defined[strings.Join(words, " ")]})
			if n == 0 && len(words) > 1 && w.p.lex.words[lang][title(words[0])]&(clsFirmOK|clsOrgHead|clsOrgMid) != 0 && (len(words) > 2 || w.distinctive(words[1], lang)) {
				put(firmName{firm: f, words: words[1:], short: len(words) == 2}) // Bank Millennium: Millennium
			}
			if k := w.ownWords(words, lang); n == 0 && k > 1 && w.p.lex.words[lang][title(words[0])]&clsOrgHead != 0 && w.distinctive(words[k], lang) {
				put(firmName{firm: f, words: words[k:], short: len(words) == k+1}) // Hurtownia Elektryczna Volt-Max: Volt-Max
			}
			if last := words[len(words)-1]; n == 0 && len(words) > 1 && lang == study.German && w.p.lex.isNoun(title(words[0])) && w.distinctive(last, lang) && !w.p.lex.isNoun(title(last)) {
				put(firmName{firm: f, words: []string{last}, short: true}) // Glasbau Stipsits: Stipsits
			}
			if n == 0 && len(words) > 1 && w.distinctive(words[0], lang) {
				put(firmName{firm: f, words: words[:1], short: true})
				if len(words) > 2 {
					put(firmName{firm: f, words: words[:2]})
				}
			}
		}
	}
	return x
}

// ownWords gives where a firm's own name begins behind its trade and the adjectives of it.
func (w *work) ownWords(words []string, lang study.Language) int {
	k := 1
	for k+1 < len(words) && (w.p.lex.words[lang][title(words[k])]&(clsOrgMid|clsOrgHead) != 0 || lang == study.Polish && polishAdjective(words[k])) {
		k++
	}
	return k
}

// polishAdjective guesses by its ending that a Polish word describes the trade before it.
func polishAdjective(word string) bool {
	for _, end := range []string{"czna", "czny", "czne", "wlana", "wlany", "lowa", "lowy", "rowa", "rowy", "towa", "towy", "ska", "ski", "skie", "cka", "cki", "ckie", "yjna", "yjny", "yjne"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// distinctive tells whether the first word of a firm's name can stand for it.
func (w *work) distinctive(word string, lang study.Language) bool {
	if utf8.RuneCountInString(word) < 4 {
		return false
	}
	name := title(word)
	lex := w.p.lex
	if lex.words[lang][name]&^(clsAuthor|clsCaseName) != 0 || lex.given[lang][name].gender != 0 {
		return false
	}
	if lex.common[name] {
		return true // Greif, Bell: only where it stands like a name
	}
	switch lang {
	case study.German:
		if lex.lower[word] || strings.HasSuffix(word, "sche") || strings.HasSuffix(word, "scher") || lex.inflectedNoun(name) || abstract(word) {
			return false
		}
		return true
	case study.English:
		return !lex.en[word]
	}
	return true
}
