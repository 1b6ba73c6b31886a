package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// owner values of tokens that no finding covers.
const (
	free   = 0
	masked = -1 // citation, placeholder, kept string: never touched
	soft   = -2 // case name without a citation: free again when both sides are parties of the own case
)

// doc is one text while it is worked on.
type doc struct {
	lex      *lexicon
	memo     *memo
	lang     study.Language
	words    map[string]class
	givens   map[string]given
	text     string
	tok      []token
	owner    []int32 // per token: free, masked, soft or 1 + index of a finding
	found    []finding
	caps     bool            // most words are written in capitals
	small    map[string]bool // words written small, when asked for
	surnames map[string]bool // words behind a first name or form of address, when asked for

	surnameBases map[string]bool // their Polish base forms
}

// finding is one span on its way to a placeholder.
type finding struct {
	kind     string
	from, to int // tokens, end exclusive
	end      int // byte after the span, when it ends inside the last token's neighbourhood; 0: end of the last token
	key      string
	mention  *mention
	person   *person
	entity   *entity
	alias    bool // a defined short name
}

func newDoc(m *memo, text string, lang study.Language) *doc {
	lex := m.lex
	d := &doc{lex: lex, memo: m, text: text, tok: scan(text)}
	if !lang.Valid() {
		lang = study.German
	}
	d.lang, d.words, d.givens = lang, lex.words[lang], lex.given[lang]
	d.owner = make([]int32, len(d.tok))
	upper, other := 0, 0
	for i := range d.tok {
		t := &d.tok[i]
		switch t.kind {
		case kindHolder:
			d.owner[i] = masked
		case kindWord:
			t.cls = d.classOf(t)
			if t.shape == shapeUpper && len(t.text) > 3 {
				upper++
			} else if len(t.text) > 3 {
				other++
			}
		}
	}
	d.caps = upper > other && upper+other > 1
	return d
}

// classOf looks a word up; one in capitals also with its usual letters.
func (d *doc) classOf(t *token) class {
	if cls := d.words[t.text]; cls != 0 {
		return cls
	}
	if t.shape == shapeUpper && len(t.text) > 1 {
		if cls := d.words[title(t.text)]; cls != 0 {
			return cls
		}
		return d.words[strings.ToLower(t.text)]
	}
	return 0
}

// at gives the token at i, or an empty mark outside the text.
func (d *doc) at(i int) *token {
	if i < 0 || i >= len(d.tok) {
		return &outside
	}
	return &d.tok[i]
}

var outside = token{kind: kindPunct, line: true, gap: true}

func (d *doc) is(i int, cls class) bool { return d.at(i).cls&cls != 0 }

func (d *doc) mark(i int, text string) bool { return d.at(i).kind == kindPunct && d.at(i).text == text }

// open tells whether all tokens of a range are free.
func (d *doc) open(from, to int) bool {
	for i := max(from, 0); i < min(to, len(d.owner)); i++ {
		if d.owner[i] != free {
			return false
		}
	}
	return from >= 0 && to <= len(d.tok)
}

// free tells whether one token may become part of a finding.
func (d *doc) free(i int) bool { return i >= 0 && i < len(d.owner) && d.owner[i] == free }

// take makes a finding of a range of free tokens.
func (d *doc) take(f finding) bool {
	if f.from >= f.to || !d.open(f.from, f.to) {
		return false
	}
	d.found = append(d.found, f)
	for i := f.from; i < f.to; i++ {
		d.owner[i] = int32(len(d.found))
	}
	return true
}

// cover masks free tokens.
func (d *doc) cover(from, to int, with int32) {
	for i := max(from, 0); i < min(to, len(d.owner)); i++ {
		if d.owner[i] == free || d.owner[i] == soft {
			d.owner[i] = with
		}
	}
}

// bytes gives the range of a finding in the text.
func (d *doc) bytes(f *finding) (start, end int) {
	if f.end > 0 {
		return d.tok[f.from].start, f.end
	}
	return d.tok[f.from].start, d.tok[f.to-1].end
}

// joined tells whether token i follows the one before without a blank.
func (d *doc) joined(i int) bool { return i > 0 && i < len(d.tok) && !d.tok[i].gap }

// sentenceStart tells whether token i begins a sentence, a line or a quotation.
func (d *doc) sentenceStart(i int) bool {
	if i <= 0 || d.at(i).line {
		return true
	}
	p := d.at(i - 1)
	if p.kind != kindPunct {
		return false
	}
	switch p.text {
	case ".":
		// "Abs. 2", "Dr. Huber" and "sygn. akt" do not end a sentence.
		q := d.at(i - 2)
		if t := d.at(i); t.kind == kindWord && t.shape == shapeLower || q.kind == kindWord && d.lex.abbreviation[q.text] {
			return false
		}
		return q.kind != kindWord || utf8.RuneCountInString(q.text) > 1 && q.cls&(clsTitle|clsHonor) == 0
	case "!", "?", ":", "…":
		return true
	case "\"", "(", "-":
		return d.at(i-2).kind == kindPunct && d.sentenceStart(i-1)
	}
	return false
}

// given looks a word up among the first names; in Polish text in every case form.
func (d *doc) given(i int) (given, bool) {
	t := d.at(i)
	if !t.capital() || len(t.text) < 3 || t.cls&clsHonor != 0 || t.cls&clsStop != 0 && !(months[t.text] && d.nameBehind(i)) && !(d.lex.givenWords[t.text] && (d.actsEnglish(i) || d.fullNameActs(i))) {
		return given{}, false
	}
	word := t.text
	if t.shape == shapeUpper {
		// A single word of capitals is an abbreviation; a name in capitals has a second one beside it.
		if next := d.at(i + 1); !d.caps && (next.shape != shapeUpper || next.kind != kindWord || next.line) && d.at(i-1).shape != shapeUpper {
			return given{}, false
		}
		word = title(word)
	}
	if d.lang == study.Polish && d.lex.notGiven[word] && (d.sentenceStart(i) || t.shape == shapeUpper) && !d.finite(i+1) && !(d.at(i+1).shape == shapeTitle && d.at(i+1).cls == 0 && d.finite(i+2)) {
		return given{}, false
	}
	if g, ok := d.givens[word]; ok {
		return g, true
	}
	if d.lang != study.Polish {
		return d.givenGenitive(word)
	}
	if g, ok := d.memo.givens[word]; ok {
		return g, g.gender != 0
	}
	g := given{}
	for _, base := range d.memo.bases(strings.ToLower(word)) {
		if b, ok := d.givens[title(base)]; ok && (g.gender == 0 || g.weak && !b.weak) {
			g = b
		}
	}
	d.memo.givens[word] = g
	return g, g.gender != 0
}

// months are stop words that are first names too.
var months = map[string]bool{"April": true, "August": true, "June": true, "May": true}

// nameBehind tells whether a capitalised word that is no ordinary one follows: "April Summers" against "April 2024".
func (d *doc) nameBehind(i int) bool {
	next := d.at(i + 1)
	return next.capital() && next.gap && !next.line && next.cls&clsNeverName == 0 && !d.notSurname(i+1) && utf8.RuneCountInString(next.text) > 2
}

// givenGenitive finds a German first name with a genitive s.
func (d *doc) givenGenitive(word string) (given, bool) {
	if base, ok := strings.CutSuffix(word, "s"); ok && d.lang == study.German && len(base) > 3 {
		g, ok := d.givens[base]
		return g, ok
	}
	return given{}, false
}

// guessLanguage counts the small words and letters of each language among the first words of a text; "" when nothing tells.
func guessLanguage(lex *lexicon, toks []token) study.Language {
	best, most := study.Language(""), 0
	for _, lang := range study.Languages() {
		n, words := 0, lex.words[lang]
		for i := range toks[:min(len(toks), 3000)] {
			t := &toks[i]
			if t.kind != kindWord {
				continue
			}
			if words[t.text]&clsSmall != 0 {
				n += 2
			}
			if lang == study.Polish && strings.ContainsAny(t.text, "ąęłńśźż") || lang == study.German && strings.ContainsAny(t.text, "äöüß") {
				n++
			}
			if lang == study.German && t.shape == shapeTitle && lex.nouns[t.text] {
				n++
			}
		}
		if n > most {
			best, most = lang, n
		}
	}
	return best
}

// commonLanguage is the language most texts are in; German when nothing tells.
func commonLanguage(lex *lexicon, texts []string) study.Language {
	count := map[study.Language]int{}
	best := study.German
	for _, text := range texts {
		lang := guessLanguage(lex, scan(text[:min(len(text), 20_000)]))
		if lang == "" {
			continue
		}
		if count[lang]++; count[lang] > count[best] {
			best = lang
		}
	}
	return best
}
