package pseudonymise

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"iucomstudien/internal/legalref"
	"iucomstudien/internal/study"
)

// kinds in the order of reports.
var kinds = []string{"PERSON", "ORG", "ADDRESS", "EMAIL", "PHONE", "BANK", "ID", "BIRTH", "MATRIC", "FILE", "PLATE", "WEB"}

// Kinds lists the kinds of placeholders: PERSON, ORG, ADDRESS, EMAIL, PHONE, BANK, ID, BIRTH, MATRIC, FILE, PLATE, WEB.
func Kinds() []string { return slices.Clone(kinds) }

// ValidKind tells whether k is a kind of placeholder.
func ValidKind(k string) bool { return slices.Contains(kinds, k) }

// Pseudonymiser replaces personal data. It is built once and may be used from any number of goroutines.
type Pseudonymiser struct {
	lex        *lexicon
	labels     *labels
	fileLabels map[string][]label // by first word; weak: the label alone proves the own case
	birth      *regexp.Regexp
	protector  Protector
}

// loaded are the word lists and the citation reader; they never change.
var loaded = sync.OnceValues(load)

func load() (*Pseudonymiser, error) {
	lex, err := loadLexicon()
	if err != nil {
		return nil, err
	}
	p := &Pseudonymiser{lex: lex, fileLabels: map[string][]label{}}
	if p.labels, err = loadLabels(); err != nil {
		return nil, err
	}
	for _, l := range p.labels.first["geburtsdatum"] {
		p.birth = l.value
	}
	for _, key := range []string{"file.own", "file.label"} {
		for _, phrase := range lex.rules["common"][key] {
			if words := splitWords(phrase); len(words) > 0 {
				for _, first := range spellings(words[0]) {
					p.fileLabels[first] = append(p.fileLabels[first], label{words: words, weak: key == "file.own"})
				}
			}
		}
	}
	reader, err := legalref.New()
	if err != nil {
		return nil, err
	}
	p.protector = citations{reader}
	return p, nil
}

// New loads the word lists and the citation reader.
func New() (*Pseudonymiser, error) {
	p, err := loaded()
	if err != nil {
		return nil, fmt.Errorf("loading the second blinding pass: %w", err)
	}
	return p, nil
}

// Options say what is known beside the texts.
type Options struct {
	Lang  study.Language // "" = found per text
	Names []string       // persons list of the study lead: always found, in every case form; they own the first numbers
	Known []string       // surfaces from removed segments (salutation, signature): help to recognise, take no number unless they occur
	Keep  []string       // a person said: never replace these
	Extra []Manual       // a person added these
}

// Manual is a replacement that a person asked for.
type Manual struct {
	Surface     string // as it stands in a text; of a person every case form is found
	Kind        string // one of Kinds
	Placeholder string // "[PERSON-2]" to unite it with another; "" for one of its own
}

// Result is what Texts gives back.
type Result struct {
	Texts  []Text
	Map    []Entity // sorted by kind and number; only what occurs or is listed
	Review []Flag   // places a person should look at
}

// Text is one text after the pass.
type Text struct {
	Output string
	Spans  []Span // in order, without overlap
}

// Span is one replacement. Start and End are runes of the input, end exclusive.
type Span struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Kind   string `json:"kind"`
	Entity string `json:"entity"` // "PERSON-1"
	Text   string `json:"text"`
}

// Entity is one line of the map between placeholders and what they stand for. It never leaves the study lead's side.
type Entity struct {
	Placeholder string // "[PERSON-1]"
	Kind        string
	Surfaces    []string // spellings as found, in order of appearance
	Listed      bool     // from the names list
}

// Flag is a place a person should look at. Start and End are runes of the input text.
type Flag struct {
	Text       int
	Start, End int
	Surface    string
	Reason     string // "same-surname", "noun-or-name", "spelling", "compound", "possible-name"
	Entity     string // placeholder given; "" when the place was left as it is
}

// Texts replaces personal data in the texts of one test; all share one map of placeholders. Equal input gives equal output.
func (p *Pseudonymiser) Texts(texts []string, opt Options) Result {
	w := p.newWork(newMemo(p.lex), texts, opt)
	w.run()
	w.number()
	res := Result{Texts: make([]Text, len(texts))}
	for i := range texts {
		res.Texts[i] = w.write(i)
	}
	res.Map = w.entities()
	res.Review = w.review()
	p.settle(texts, opt, &res, w.listed, w.memo)
	return res
}

// entityOf gives the entity of a finding, made at its first use.
func (w *work) entityOf(f *finding) *entity {
	if f.entity == nil {
		if f.person != nil {
			f.entity = f.person.entity
		} else {
			f.entity = w.value(f.kind, f.key)
		}
	}
	return f.entity
}

// number gives numbers per kind: the names list first, then by first appearance. Numbers of placeholders that stand in the
// texts already are not given again.
func (w *work) number() {
	next, taken := map[string]int{}, map[string]bool{}
	for _, d := range w.docs[:w.texts] {
		for i := range d.tok {
			if d.tok[i].kind == kindHolder {
				taken[d.tok[i].text] = true
			}
		}
	}
	for _, m := range w.opt.Extra {
		taken[m.Placeholder] = true
	}
	numbered := map[*entity]bool{}
	give := func(e *entity) {
		if numbered[e] {
			return
		}
		numbered[e] = true
		for e.placeholder == "" {
			next[e.kind]++
			if holder := "[" + e.kind + "-" + strconv.Itoa(next[e.kind]) + "]"; !taken[holder] {
				e.placeholder = holder
			}
		}
	}
	for _, e := range w.listed {
		give(e)
	}
	for _, d := range w.docs[:w.texts] {
		for i := range d.found {
			give(w.entityOf(&d.found[i]))
		}
	}
}

// write puts the placeholders in.
func (w *work) write(index int) Text {
	d := w.docs[index]
	var out strings.Builder
	text := Text{Spans: make([]Span, 0, len(d.found))}
	at, runes := 0, 0
	for i := range d.found {
		f := &d.found[i]
		start, end := d.bytes(f)
		surface := d.text[start:end]
		e := w.entityOf(f)
		out.WriteString(d.text[at:start])
		out.WriteString(e.placeholder)
		runes += utf8.RuneCountInString(d.text[at:start])
		n := utf8.RuneCountInString(surface)
		text.Spans = append(text.Spans, Span{Start: runes, End: runes + n, Kind: f.kind, Entity: strings.Trim(e.placeholder, "[]"), Text: surface})
		if !slices.Contains(e.surfaces, surface) && len(e.surfaces) < 50 {
			e.surfaces = append(e.surfaces, surface)
		}
		runes += n
		at = end
	}
	out.WriteString(d.text[at:])
	text.Output = out.String()
	return text
}

// entities lists the map.
func (w *work) entities() []Entity {
	seen := map[*entity]bool{}
	var all []*entity
	add := func(e *entity) {
		if !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
	}
	for _, e := range w.listed {
		add(e)
	}
	for _, d := range w.docs[:w.texts] {
		for i := range d.found {
			add(w.entityOf(&d.found[i]))
		}
	}
	order := func(e *entity) int {
		_, n, _ := strings.Cut(strings.Trim(e.placeholder, "[]"), "-")
		number, _ := strconv.Atoi(n)
		return slices.Index(kinds, e.kind)*10_000_000 + number
	}
	sort.SliceStable(all, func(i, j int) bool { return order(all[i]) < order(all[j]) })
	out := make([]Entity, 0, len(all))
	for _, e := range all {
		out = append(out, Entity{Placeholder: e.placeholder, Kind: e.kind, Surfaces: e.surfaces, Listed: e.listed})
	}
	return out
}

// review turns the flags into places of the texts, in their order.
func (w *work) review() []Flag {
	byDoc := map[*doc][]flagged{}
	for _, f := range w.flags {
		byDoc[f.doc] = append(byDoc[f.doc], f)
	}
	out := []Flag{}
	for i, d := range w.docs[:w.texts] {
		flags := byDoc[d]
		slices.SortStableFunc(flags, func(a, b flagged) int { return a.from - b.from })
		at, runes, next := 0, 0, 0
		for _, f := range flags {
			start, end := d.tok[f.from].start, d.tok[f.to-1].end
			runes += utf8.RuneCountInString(d.text[at:start])
			at = start
			flag := Flag{Text: i, Start: runes, Surface: d.text[start:end], Reason: f.reason}
			flag.End = runes + utf8.RuneCountInString(flag.Surface)
			for next < len(d.found) && d.found[next].to <= f.from {
				next++
			}
			if next < len(d.found) && d.found[next].from <= f.from {
				flag.Entity = w.entityOf(&d.found[next]).placeholder
			}
			out = append(out, flag)
		}
	}
	return out
}
