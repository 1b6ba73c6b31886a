package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// ref is what a spelling may mean: a person in a form of that gender and number.
type ref struct {
	p      *person
	gender byte
	plural bool
	given  bool // the form of a first name
	half   bool // one half of a double surname
}

// forms indexes every form of every known name for one language.
type formIndex struct {
	memo *memo
	refs map[string][]ref
	slip map[string][]string // name with one letter left out -> names, for typing slips
}

// slipLength is the number of letters from which one wrong, missing or added letter is forgiven.
const slipLength = 8

func (r *registry) formIndex(lang study.Language) *formIndex {
	x := &formIndex{memo: r.memo, refs: map[string][]ref{}, slip: map[string][]string{}}
	for _, p := range r.persons {
		x.addSurname(r, p, lang)
		for _, b := range p.given {
			for _, base := range b.sorted() {
				if utf8.RuneCountInString(strings.Split(base, "-")[0]) > 1 {
					x.addForms(r, base, lang, ref{p: p, given: true})
				}
			}
		}
		for _, base := range p.maiden.sorted() {
			x.addForms(r, base, lang, ref{p: p})
		}
	}
	return x
}

// addSurname indexes a surname; of a double name all combinations of forms.
func (x *formIndex) addSurname(r *registry, p *person, lang study.Language) {
	if len(p.surname) == 0 {
		return
	}
	type part struct {
		text   string
		gender byte
		plural bool
	}
	combos := []part{{}}
	for n, b := range p.surname {
		var next []part
		for _, base := range b.sorted() {
			for _, f := range r.nameForms(base, lang, p.gender) {
				for _, c := range combos {
					text := f.text
					if n > 0 {
						text = c.text + "-" + f.text
					}
					next = append(next, part{text, f.gender | c.gender, f.plural || c.plural})
				}
			}
			if len(next) > 2000 {
				break
			}
		}
		combos = next
	}
	for _, c := range combos {
		x.put(c.text, ref{p: p, gender: c.gender, plural: c.plural})
	}
	if len(p.surname) == 2 {
		for _, b := range p.surname {
			for _, base := range b.sorted() {
				x.addForms(r, base, lang, ref{p: p, half: true})
			}
		}
	}
}

func (x *formIndex) addForms(r *registry, base string, lang study.Language, to ref) {
	for _, f := range r.nameForms(base, lang, to.p.gender) {
		if !f.plural || !to.given {
			to.plural = f.plural
			x.put(f.text, to)
		}
	}
}

// nameForms gives the forms of a name in a language, folded.
func (r *registry) nameForms(base string, lang study.Language, gender byte) []form {
	switch lang {
	case study.Polish:
		return r.polishForms(base, gender)
	case study.German:
		all := []form{{text: base}, {text: base + "s"}, {text: base + "es"}}
		if last := base[len(base)-1:]; last == "s" || last == "z" || last == "x" {
			all = append(all, form{text: base + "ens"})
		}
		return all
	}
	return []form{{text: base}, {text: base + "s", plural: true}, {text: base + "es", plural: true}}
}

func (r *registry) polishForms(base string, gender byte) []form {
	var all []form
	for _, f := range r.lex.endings.forms(base, 0) {
		if gender == 'f' && f.gender == 0 && !f.plural && f.text != base && !strings.HasSuffix(base, "a") && !adjectival(base) {
			continue // women's names that end in a consonant do not inflect
		}
		all = append(all, f)
	}
	if gender == 'f' && !strings.HasSuffix(base, "a") && !adjectival(base) {
		for _, end := range []string{"owa", "owej", "ową"} {
			all = append(all, form{text: base + end, gender: 'f'}) // Stecowa: the wife of Stec
		}
	}
	return all
}

func adjectival(base string) bool {
	return strings.HasSuffix(base, "i") || strings.HasSuffix(base, "y")
}

func (x *formIndex) put(text string, to ref) {
	text = fold(text)
	for _, old := range x.refs[text] {
		if old == to {
			return
		}
	}
	x.refs[text] = append(x.refs[text], to)
	if !to.given && utf8.RuneCountInString(text) >= slipLength {
		for _, short := range without(text) {
			x.slip[short] = append(x.slip[short], text)
		}
	}
}

// without gives a word and the words that lack one of its letters.
func without(word string) []string {
	out := []string{word}
	for i, r := range word {
		out = append(out, word[:i]+word[i+utf8.RuneLen(r):])
	}
	return out
}

// find gives what a word may mean.
func (x *formIndex) find(word string) []ref {
	if refs := x.refs[x.memo.fold(word)]; refs != nil || isPlain(word) || !strings.ContainsAny(word, "äöüÄÖÜ") {
		return refs
	}
	return x.refs[foldBare(word)]
}

// findSlip looks for a known name that differs in one letter.
func (x *formIndex) findSlip(word string) []ref {
	if len(x.slip) == 0 || len(word) < slipLength-1 {
		return nil
	}
	key := x.memo.fold(word)
	fits := func(names []string) []ref {
		for _, name := range names {
			if utf8.RuneCountInString(name) >= slipLength && oneEdit(key, name) && name[0] == key[0] {
				return x.refs[name]
			}
		}
		return nil
	}
	if refs := fits(x.slip[key]); refs != nil {
		return refs
	}
	short := make([]byte, 0, len(key))
	for i, r := range key {
		short = append(append(short[:0], key[:i]...), key[i+utf8.RuneLen(r):]...)
		if refs := fits(x.slip[string(short)]); refs != nil {
			return refs
		}
	}
	return nil
}

// oneEdit tells whether two words differ by one letter changed, added, left out, or two neighbours swapped.
func oneEdit(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y)-len(x) > 1 {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	j := 0
	for j < len(x)-i && x[len(x)-1-j] == y[len(y)-1-j] {
		j++
	}
	if len(x) != len(y) {
		return i+j >= len(x)
	}
	rest := len(x) - i - j
	return rest <= 1 || rest == 2 && x[i] == y[i+1] && x[i+1] == y[i]
}
