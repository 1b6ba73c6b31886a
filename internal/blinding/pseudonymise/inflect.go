package pseudonymise

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// form is one inflected form of a name.
type form struct {
	text   string
	gender byte // 'm', 'f'; 0 for both
	plural bool // of the whole family
}

// endingClass is one line of rules/endings.txt.
type endingClass struct {
	ending string
	forms  []form // texts replace the ending
}

// endings generates Polish forms and finds the base forms that a form may come from.
type endings struct {
	classes map[string]*endingClass
	inverse map[string][]*endingClass // ending of a form -> classes
	longest int                       // bytes of the longest ending, of base or form
}

func readEndings(fsys fs.FS, path string) (*endings, error) {
	e := &endings{classes: map[string]*endingClass{}, inverse: map[string][]*endingClass{}}
	err := eachRaw(fsys, path, func(line string) error {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			return nil
		}
		return e.add(line)
	})
	return e, err
}

func (e *endings) add(line string) error {
	cells := strings.Split(line, "|")
	key := strings.TrimSpace(cells[0])
	stem, kept := strings.CutPrefix(key, "=")
	c := &endingClass{ending: stem}
	if e.classes[stem] != nil {
		return fmt.Errorf("ending %q stands twice", stem)
	}
	for _, cell := range cells[1:] {
		mark, list, ok := strings.Cut(strings.TrimSpace(cell), ":")
		if !ok || len(mark) != 1 || !strings.Contains("mfp", mark) {
			return fmt.Errorf("no gender in %q", cell)
		}
		f := form{gender: mark[0], plural: mark == "p"}
		if f.plural {
			f.gender = 0
		}
		for _, text := range strings.Fields(list) {
			if f.text = text; kept {
				f.text = stem + text
			}
			c.forms = append(c.forms, f)
		}
	}
	e.classes[stem] = c
	seen := map[string]bool{}
	for _, f := range c.forms {
		if !seen[f.text] {
			seen[f.text] = true
			e.inverse[f.text] = append(e.inverse[f.text], c)
		}
		e.longest = max(e.longest, len(f.text))
	}
	e.longest = max(e.longest, len(stem))
	return nil
}

// class is the class of a base form: the longest ending that leaves at least two letters.
func (e *endings) class(base string) *endingClass {
	for n := min(e.longest, len(base)); n > 0; n-- {
		at := len(base) - n
		if !utf8.RuneStart(base[at]) || utf8.RuneCountInString(base[:at]) < 1 {
			continue
		}
		if c := e.classes[base[at:]]; c != nil {
			return c
		}
	}
	return nil
}

// forms gives the forms of a name in lower case, itself first. With a gender, forms of the other one are left out; names
// that end in a consonant do not inflect for women.
func (e *endings) forms(base string, gender byte) []form {
	all := []form{{text: base}}
	c := e.class(base)
	if c == nil {
		return all
	}
	adjectival := false
	for _, f := range c.forms {
		adjectival = adjectival || f.gender == 'f'
	}
	stem := base[:len(base)-len(c.ending)]
	for _, f := range c.forms {
		if gender != 0 && gender != 'u' && f.gender != 0 && f.gender != gender && adjectival && !isVowelA(c.ending) {
			continue
		}
		g := f.gender
		if !adjectival || isVowelA(c.ending) {
			g = 0
		}
		if text := stem + f.text; text == base {
			all[0].gender = g
		} else {
			all = append(all, form{text: text, gender: g, plural: f.plural})
		}
	}
	return all
}

// isVowelA tells whether a class holds nouns in -a, which men and women share, beside the adjectives.
func isVowelA(ending string) bool {
	switch ending {
	case "ska", "cka", "dzka", "ąca":
		return false
	}
	return strings.HasSuffix(ending, "a")
}

// bases gives the base forms, in lower case, that a form may come from; the form itself is always among them.
func (e *endings) bases(word string) []string {
	found := []string{word}
	for n := 1; n <= min(e.longest, len(word)-1); n++ {
		at := len(word) - n
		if !utf8.RuneStart(word[at]) {
			continue
		}
		for _, c := range e.inverse[word[at:]] {
			base := word[:at] + c.ending
			if base != word && utf8.RuneCountInString(base) >= 3 && e.class(base) == c {
				found = append(found, base)
			}
		}
	}
	return plausible(found)
}

// plausible drops base forms that a likelier one excludes: beside an adjectival surname no other reading counts.
func plausible(bases []string) []string {
	var adjectival []string
	for _, b := range bases {
		for _, end := range []string{"ski", "ska", "cki", "cka", "dzki", "dzka"} {
			if strings.HasSuffix(b, end) && utf8.RuneCountInString(b) > 5 {
				adjectival = append(adjectival, b)
				break
			}
		}
	}
	if len(adjectival) > 0 {
		return adjectival
	}
	return bases
}
