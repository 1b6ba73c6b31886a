package pseudonymise

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// work is one call of Texts.
type work struct {
	p        *Pseudonymiser
	memo     *memo
	opt      Options
	docs     []*doc // the texts, then what was removed from them
	texts    int    // number of texts
	reg      *registry
	firms    *firms
	values   map[string]*entity // other kinds, by kind and key
	forms    map[study.Language]*formIndex
	firmIdx  map[study.Language]firmIndex
	families map[*person]*person
	siblings map[*person]*person
	flags    []flagged
	listed   []*entity
	insisted []insisted
}

// insisted is a name that a person asked to be replaced.
type insisted struct {
	surface string
	entity  *entity
}

type flagged struct {
	doc      *doc
	from, to int
	reason   string
}

func (p *Pseudonymiser) newWork(m *memo, texts []string, opt Options) *work {
	w := &work{p: p, memo: m, opt: opt, texts: len(texts), reg: newRegistry(m), firms: newFirms(m), values: map[string]*entity{},
		families: map[*person]*person{}, siblings: map[*person]*person{}, forms: map[study.Language]*formIndex{}, firmIdx: map[study.Language]firmIndex{}}
	lang := opt.Lang
	if !lang.Valid() {
		lang = commonLanguage(p.lex, texts)
	}
	for _, t := range texts {
		own := opt.Lang
		if !own.Valid() {
			own = guessLanguage(p.lex, scan(t[:min(len(t), 20_000)]))
		}
		if !own.Valid() {
			own = lang
		}
		w.docs = append(w.docs, newDoc(m, t, own))
	}
	for _, k := range opt.Known {
		w.docs = append(w.docs, newDoc(m, k, lang))
	}
	for i, d := range w.docs {
		w.reg.learn(d, i < w.texts)
	}
	w.addListed(lang)
	return w
}

// run finds, unites, propagates.
func (w *work) run() {
	var removed []string
	for _, d := range w.docs[w.texts:] {
		removed = append(removed, w.p.removedNumbers(d)...)
	}
	for _, d := range w.docs {
		w.manual(d)
		for _, number := range removed {
			d.eachString(number, func(from, to int) {
				d.take(finding{kind: "FILE", from: from, to: to, key: compact(number)})
			})
		}
		w.p.findFiles(d)
		w.p.findLabelled(d)
		w.p.findBorn(d)
		w.p.protect(d, w.opt.Keep)
		w.p.findShapes(d)
		w.p.findPhones(d)
		w.p.findAddresses(d)
		w.p.findOrgs(d)
		w.p.findPersons(d)
	}
	for i := w.texts; i < len(w.docs); i++ {
		w.bareKnown(i)
	}
	w.uniteFirms()
	w.yieldToFirms()
	w.unitePersons()
	if w.releaseCaptions() {
		w.uniteFirms()
		w.unitePersons()
		w.forms, w.firmIdx = map[study.Language]*formIndex{}, map[study.Language]firmIndex{}
	}
	for i := range w.texts {
		w.propagateDefined(i)
		w.propagate(i)
		w.propagateFirms(i)
		w.insist(w.docs[i])
		w.flagUnknown(w.docs[i])
		slices.SortFunc(w.docs[i].found, func(a, b finding) int { return a.from - b.from })
	}
}

// addListed puts the names list first: persons and firms in their order.
func (w *work) addListed(lang study.Language) {
	for _, name := range w.opt.Names {
		if e := w.addName(name, lang); e != nil && !e.listed {
			e.listed = true
			w.listed = append(w.listed, e)
		}
	}
	for _, m := range w.opt.Extra {
		if m.Kind == "PERSON" {
			e := w.addName(m.Surface, lang)
			if e == nil {
				e = w.value(m.Kind, strings.ToLower(m.Surface))
			}
			if m.Placeholder != "" {
				e.placeholder = m.Placeholder
			}
			w.insisted = append(w.insisted, insisted{m.Surface, e})
		}
	}
}

// addName reads one name a person gave; nil when it holds no word.
func (w *work) addName(name string, lang study.Language) *entity {
	d := newDoc(w.memo, strings.TrimSpace(name), lang)
	w.reg.learn(d, false)
	if words := d.firmName(); words != nil {
		return w.firms.firm(words, lang).entity
	}
	start := 0
	for d.is(start, clsHonor) {
		start++
	}
	m := d.commaName(start)
	if m == nil {
		m = d.parseName(start, byList)
	}
	if m == nil {
		return nil
	}
	if g, ok := d.given(m.to); ok && len(m.given) == 0 && g.gender != 0 {
		m.given, m.gender = []string{d.at(m.to).text}, g.gender // surname first
	}
	if d.is(start-1, clsHonorFemale) {
		m.gender = 'f'
	} else if d.is(start-1, clsHonorMale) {
		m.gender = 'm'
	}
	p, _ := w.reg.person(m, lang, func(*person) int { return 0 })
	return p.entity
}

// firmName gives the words of a name on the list that is a firm's, without its legal form; nil for a person.
func (d *doc) firmName() []string {
	end := 0
	for i := range d.tok {
		if to, form := d.formAt(i); form != nil && i > 0 && to == len(d.tok) {
			end = i
			break
		}
		if d.tok[i].text == "&" || i == 0 && d.is(i, clsOrgHead) {
			end = len(d.tok)
		}
	}
	var words []string
	for k := range end {
		if t := d.at(k); t.kind != kindPunct || t.text == "&" {
			words = append(words, strings.ToLower(t.text))
		}
	}
	return words
}

// bareKnown makes names of short removed lines in which no finder saw one: "Huber" from a signature. A removed "Gerne" or
// "Oczywiście" is none: it never stands with its capital inside a sentence.
func (w *work) bareKnown(index int) {
	d := w.docs[index]
	if len(d.found) > 0 || len(d.tok) > 4 || !d.at(0).capital() || d.at(0).cls&clsNeverName != 0 || d.isCommonNoun(0) {
		return
	}
	if m := d.parseName(0, byList); m != nil && m.to == len(d.tok) && len(m.surname) > 0 && w.reg.inside[m.surname[0]] {
		d.take(finding{kind: "PERSON", from: m.from, to: m.to, mention: m})
	}
}

// manual takes what a person added by hand.
func (w *work) manual(d *doc) {
	for _, m := range w.opt.Extra {
		if m.Kind == "PERSON" || !ValidKind(m.Kind) {
			continue
		}
		d.eachString(m.Surface, func(from, to int) {
			d.take(finding{kind: m.Kind, from: from, to: to, key: strings.ToLower(m.Surface)})
			if m.Placeholder != "" {
				w.value(m.Kind, strings.ToLower(m.Surface)).placeholder = m.Placeholder
			}
		})
	}
}

// insist takes what a person named as a name wherever it still stands as it was typed: a person's word outweighs every
// doubt about nouns and names.
func (w *work) insist(d *doc) {
	for _, m := range w.insisted {
		d.eachString(m.surface, func(from, to int) {
			d.take(finding{kind: "PERSON", from: from, to: to, entity: m.entity})
		})
	}
}

// value gives the entity of a number or address.
func (w *work) value(k, key string) *entity {
	e := w.values[k+" "+key]
	if e == nil {
		e = &entity{kind: k}
		w.values[k+" "+key] = e
	}
	return e
}

// uniteFirms connects found organisations with their entities; defined short names belong to what stands before them.
func (w *work) uniteFirms() {
	for _, d := range w.docs {
		for i := range d.found {
			f := &d.found[i]
			if f.kind != "ORG" || f.entity != nil {
				continue
			}
			if w.manualValue(f) {
				continue
			}
			known := w.firms.firm(strings.Fields(f.key), d.lang)
			f.entity = known.entity
			if words := strings.Fields(f.key); d.is(f.from, clsOrgHead) && len(words) > 2 && len(known.names) == 1 {
				known.names = append(known.names, words[1:]) // Verein Tierfreunde Oberkärnten: also without its first word
			}
			if quoted := d.quotedName(f); quoted != nil {
				known.names = append(known.names, quoted)
			}
			if f.alias {
				var words []string
				for k := f.from; k < f.to; k++ {
					if t := d.at(k); t.kind != kindPunct || t.text == "&" {
						words = append(words, strings.ToLower(t.text))
					}
				}
				known.names = append(known.names, words)
				if known.defined == nil {
					known.defined = map[string]bool{}
				}
				known.defined[strings.Join(words, " ")] = true
			}
		}
	}
}

// quotedName gives the words in quotation marks inside the name of a firm: of "Przedsiębiorstwo Handlowe „Mirax” Sp. j." it is called Mirax.
func (d *doc) quotedName(f *finding) []string {
	from := f.from
	for from < f.to && !d.mark(from, "\"") {
		from++
	}
	to := from + 1
	var words []string
	for ; to < f.to && !d.mark(to, "\""); to++ {
		if t := d.at(to); t.kind != kindPunct || t.text == "&" {
			words = append(words, strings.ToLower(t.text))
		}
	}
	if from == f.from || to >= f.to || len(words) == 0 {
		return nil
	}
	return words
}

func (w *work) manualValue(f *finding) bool {
	if e := w.values[f.kind+" "+f.key]; e != nil {
		f.entity = e
		return true
	}
	return false
}

// unitePersons connects mentions with persons: full names first, surnames alone next, first names alone last.
func (w *work) unitePersons() {
	rank := func(m *mention) int {
		switch {
		case len(m.given) > 0 && len(m.surname) > 0 && !m.either:
			return 0
		case len(m.surname) > 0:
			return 1
		}
		return 2
	}
	for pass := range 3 {
		for _, d := range w.docs {
			last := map[*person]int{}
			recent := func(p *person) int {
				if at, ok := last[p]; ok {
					return at
				}
				return -1
			}
			slices.SortStableFunc(d.found, func(a, b finding) int { return a.from - b.from })
			for i := range d.found {
				f := &d.found[i]
				if f.mention == nil {
					continue
				}
				if rank(f.mention) == pass && f.person == nil {
					p, ambiguous := w.reg.person(f.mention, d.lang, recent)
					f.person = p
					if ambiguous {
						w.flag(d, f.from, f.to, "same-surname")
					}
				}
				if f.person != nil {
					last[f.person] = i
					d.takeParticle(f)
				}
			}
			w.reown(d)
		}
	}
}

// reown repairs the owners after the findings were sorted.
func (w *work) reown(d *doc) {
	for i := range d.found {
		for k := d.found[i].from; k < d.found[i].to; k++ {
			d.owner[k] = int32(i + 1)
		}
	}
}

// family gives the entity of the family of a person.
func (w *work) family(p *person) *person {
	for _, q := range w.reg.bySurname(&person{surname: p.surname, plural: true}) {
		return q
	}
	q := w.families[p]
	if q == nil {
		q = w.reg.add(&person{surname: p.surname, plural: true})
		w.families[p] = q
	}
	return q
}

// sibling gives the person of the other gender that a form of the surname shows: Kowalska where only Kowalski is known.
func (w *work) sibling(p *person, gender byte) *person {
	q := w.siblings[p]
	if q == nil {
		q = w.reg.add(&person{surname: p.surname, gender: gender})
		w.siblings[p] = q
	}
	return q
}

func (w *work) formsOf(lang study.Language) *formIndex {
	if w.forms[lang] == nil {
		w.forms[lang] = w.reg.formIndex(lang)
	}
	return w.forms[lang]
}

func (w *work) firmsOf(lang study.Language) firmIndex {
	if w.firmIdx[lang] == nil {
		w.firmIdx[lang] = w.firmIndex(lang)
	}
	return w.firmIdx[lang]
}

func (w *work) flag(d *doc, from, to int, reason string) {
	w.flags = append(w.flags, flagged{d, from, to, reason})
}
