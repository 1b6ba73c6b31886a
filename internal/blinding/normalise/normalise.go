package normalise

import (
	"cmp"
	"slices"

	"iucomstudien/internal/study"
)

// Normaliser holds the checked data of the rules. It is safe for use by several goroutines.
type Normaliser struct {
	tables *tables
}

// New loads the phrase lists and tables and checks them.
func New() (*Normaliser, error) {
	t, err := loadTables()
	if err != nil {
		return nil, err
	}
	return &Normaliser{tables: t}, nil
}

// maxPasses bounds how often the rules are applied to one answer. An ordinary answer is done after the first and
// only looked at again by the second.
const maxPasses = 40

// rounds is how often the rules about letters and phrases are applied within one pass: one may uncover another.
const rounds = 3

// Text takes from one answer what gives its origin away by form. lang "" (or one the program does not speak) is
// found from the text. Any bytes are accepted.
func (n *Normaliser) Text(in string, lang study.Language) Result {
	if !lang.Valid() {
		lang = Detect(in)
	}
	d := newDraft(in)
	p := &pass{Normaliser: n, d: d, lang: lang, seen: make(map[question]bool)}
	for range maxPasses {
		before := d.cur
		p.run()
		if d.cur == before {
			break
		}
	}
	p.makersNamed()
	return d.result(lang, p.flags, p.sources)
}

// run applies all rules once, in their order: characters, reasoning and roles, HTML and TeX, sources, Markdown,
// letters and phrases in turn, words and white space.
func (p *pass) run() {
	p.canon()
	p.reasoning()
	p.roles()
	p.html()
	p.tex()
	p.tokens()
	p.notes()
	p.markdown()
	for range rounds {
		changed := p.letter()
		changed = p.phrases() || changed
		if !changed {
			break
		}
	}
	p.wrap()
}

// sortedFlags puts flags in the order of the text.
func sortedFlags(flags []flagged) []flagged {
	return slices.SortedStableFunc(slices.Values(flags), func(a, b flagged) int {
		return cmp.Or(a.start-b.start, int(a.rule)-int(b.rule))
	})
}
