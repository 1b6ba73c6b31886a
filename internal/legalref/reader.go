package legalref

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	assets "iucomstudien/assets/legalref"
)

// Reader reads citations and figures. It is built once and may be used from any number of goroutines.
type Reader struct {
	roles        map[string]role // first word of a phrase, lower case
	words        map[string]*phrases[string]
	units        *phrases[*unit]
	acts         *phrases[*act]
	actNames     *phrases[*act]
	actTails     *phrases[*act]       // names of Polish acts without "ustawa"
	smallWords   map[string]string    // language by small word
	negations    map[string]negations // by language
	numerals     *phrases[string]
	numeralParts map[string]string // numerals that begin a word
	periodStems  []periodStem
	courts       *phrases[*court]
	courtNames   *phrases[*court]
	places       *phrases[*place]
	signs        *phrases[signUse]
	signless     []signUse
	journals     *phrases[*journal]
	celexTypes   map[string][]string // by sector
	shapes       map[string]*shape
}

// role says what a word may begin; it keeps the parsers away from words that begin nothing.
type role uint32

const (
	roleSign role = 1 << iota
	roleUnit
	roleAct
	roleActName
	roleCourt
	roleRegister
	roleJournal
	roleNoun
	roleBackref
	rolePinpoint
	roleCurrency
	roleMonth
	roleEUAct
	roleJoined
	roleNumberWord
	roleCue
	roleIdentifier
	roleOrdinal
	roleDotted
)

// New loads and checks the tables of assets/legalref.
func New() (*Reader, error) { return load(assets.Tables) }

func load(fsys fs.FS) (*Reader, error) {
	r := &Reader{roles: map[string]role{}, words: map[string]*phrases[string]{}}
	endings, err := readTable(fsys, "endings", "lang", "endings")
	if err != nil {
		return nil, err
	}
	var ends []string
	for _, e := range endings {
		ends = append(ends, e.list("endings")...)
	}
	for _, step := range []func(fs.FS, []string) error{
		r.loadLanguages, r.loadNegations, r.loadWords, r.loadNumerals, r.loadUnits, r.loadActs, r.loadShapes, r.loadCELEX, r.loadPlaces, r.loadCourts, r.loadRegisters, r.loadJournals,
	} {
		if err := step(fsys, ends); err != nil {
			return nil, fmt.Errorf("loading the grammar of citations: %w", err)
		}
	}
	return r, nil
}

func (r *Reader) gate(heads []string, ro role) {
	for _, h := range heads {
		r.roles[strings.ToLower(h)] |= ro
	}
}

var wordRoles = map[string]role{
	"sign": roleSign, "noun": roleNoun, "backref": roleBackref, "pinpoint": rolePinpoint, "currency": roleCurrency,
	"month": roleMonth, "euact": roleEUAct, "joined": roleJoined, "cue": roleCue, "dotted": roleDotted, "ordinal": roleOrdinal, "point": rolePinpoint, "euprefix": roleEUAct,
}

func (r *Reader) loadWords(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "words", "class", "id", "phrases", "case")
	if err != nil {
		return err
	}
	for _, row := range rows {
		class := row["class"]
		set := r.words[class]
		if set == nil {
			set = newPhrases[string](row["case"] == "any", ends)
			r.words[class] = set
		}
		if set.anyCase != (row["case"] == "any") {
			return fmt.Errorf("table words: class %s mixes exact and any case", class)
		}
		for _, p := range row.list("phrases") {
			set.add(p, row["id"])
		}
	}
	r.gate([]string{"ECLI", "EU", "CELEX", "RIS", "RS", "ELI", "DU", "MP"}, roleIdentifier)
	for class, ro := range wordRoles {
		if set := r.words[class]; set != nil {
			r.gate(set.heads(), ro)
		}
	}
	return nil
}

// Find gives the citations and figures of text in order, without overlap. lang is "de", "pl" or "en", with or
// without a region ("de-AT"); "" means unknown: all grammars are read anyway, lang only settles what a sign that
// means different things in different languages stands for. A text may have up to 2 GiB.
func (r *Reader) Find(text, lang string) []Hit {
	s := r.scan(text, lang, false)
	hits := make([]Hit, 0, len(s.hits))
	at, runes := 0, 0
	for i := range s.hits {
		h := s.hits[i].finish(text)
		runes += utf8.RuneCountInString(text[at:h.Start])
		h.RuneStart = runes
		runes += utf8.RuneCountInString(h.Text)
		h.RuneEnd = runes
		at = h.End
		hits = append(hits, h)
	}
	return hits
}

// scanner reads one text.
type scanner struct {
	*Reader
	text      string
	toks      []token
	spelled   bool   // numbers in words are read too
	lang      string // de, pl, en
	region    string // AT, DE or ""
	hits      []*raw
	total     [orders]int // weight of the cues
	cues      []cue
	pooled    bool   // cues of another text are in total, and only the whole counts
	counted   string // last enumeration mark and its token
	countedAt int
	prefixes  int        // units read before their article, one in the other
	captures  []capture  // room for the shape being read
	begun     int        // token at which the reading at hand begins
	goesOn    *provision // the provision after which a plural sign can go on
}

// scan reads text and settles what its hits mean; spelled asks for numbers in words too.
func (r *Reader) scan(text, lang string, spelled bool) *scanner {
	s := r.read(text, lang, spelled)
	s.resolve()
	return s
}

// read finds the hits of text and leaves open what depends on the text around them.
func (r *Reader) read(text, lang string, spelled bool) *scanner {
	s := &scanner{Reader: r, text: text, lang: lang, spelled: spelled}
	if l, region, ok := strings.Cut(lang, "-"); ok {
		s.lang, s.region = l, region
	}
	s.toks = tokenise(text, make([]token, 0, len(text)/5+16))
	for i := range s.toks {
		if s.toks[i].kind != mark {
			s.toks[i].role = r.role(s.toks[i].text)
		}
	}
	if s.lang == "" {
		s.lang = r.guess(s.toks)
	}
	for i := 0; i < len(s.toks); {
		if next := s.at(i); next > i {
			i = next
			continue
		}
		i++
	}
	s.join()
	return s
}

// at reads what starts at token i and gives the token after it, or i when nothing starts there.
func (s *scanner) at(i int) int {
	s.begun = i
	t := &s.toks[i]
	switch t.kind {
	case digits:
		return s.atDigits(i)
	case super:
		return i
	case mark:
		return s.atMark(i)
	}
	ro := t.role
	if ro == 0 && s.spelled && len(t.text) > 7 {
		if next := s.first(i, (*scanner).numeralFirst, (*scanner).periodInWord); next > i {
			return next
		}
	}
	if ro == 0 {
		if senate(t.text) {
			return s.first(i, (*scanner).fileNumber)
		}
		return i
	}
	return s.atWord(i, ro)
}

// first tries parsers in order and enters the first hit.
func (s *scanner) first(i int, parsers ...parser) int {
	for _, p := range parsers {
		if h, ok := p(s, i); ok {
			return s.enter(h)
		}
	}
	return i
}

func (s *scanner) enter(h raw) int {
	h.from, h.to = int(s.toks[h.start].start), int(s.toks[h.end-1].end)
	s.hits = append(s.hits, &h)
	return h.end
}

// role looks a word up without allocating.
func (r *Reader) role(w string) role {
	var buf [48]byte
	if len(w) > len(buf) {
		return 0
	}
	for i := 0; i < len(w); i++ {
		c := w[i]
		if c >= utf8.RuneSelf {
			return r.roles[strings.ToLower(w)]
		}
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		buf[i] = c
	}
	return r.roles[string(buf[:len(w)])]
}

// parser reads a hit at a token.
type parser func(*scanner, int) (raw, bool)

// wordParsers are the parsers of what a word can begin, in the order in which they are tried.
var wordParsers = []struct {
	role role
	read parser
}{
	{roleSign, (*scanner).provision},
	{roleIdentifier, (*scanner).identifier},
	{roleRegister, (*scanner).fileNumber},
	{roleJoined, (*scanner).joined},
	{roleNoun, (*scanner).decisionFromNoun},
	{roleCourt, (*scanner).decision},
	{roleJournal, (*scanner).journal},
	{roleEUAct, (*scanner).euAct},
	{roleBackref, (*scanner).backref},
	{roleUnit | roleOrdinal, (*scanner).prefixed},
	{roleUnit, (*scanner).bareUnit},
	{rolePinpoint, (*scanner).pinpoint},
	{roleAct, (*scanner).bareAct},
	{roleCurrency, (*scanner).currencyFirst},
	{roleMonth, (*scanner).monthFirst},
	{roleNumberWord, (*scanner).numeralFirst},
}

func (s *scanner) atWord(i int, ro role) int {
	for k := range wordParsers {
		if p := &wordParsers[k]; ro&p.role != 0 {
			if h, ok := p.read(s, i); ok {
				return s.enter(h)
			}
		}
	}
	return i
}

func (s *scanner) atMark(i int) int {
	switch s.toks[i].text {
	case "§":
		return s.first(i, (*scanner).provision)
	case "[":
		return s.first(i, (*scanner).placeholder, (*scanner).fileNumber)
	case "(":
		if next := s.bracketMark(i); next > i {
			return next
		}
		return s.first(i, (*scanner).euAct, (*scanner).fileNumber)
	case "€", "$", "£", "¥":
		return s.first(i, (*scanner).currencyFirst)
	case "-":
		return s.first(i, (*scanner).negative)
	}
	return i
}

func (s *scanner) atDigits(i int) int {
	if next := s.headMark(i); next > i {
		return next
	}
	return s.first(i, (*scanner).furtherProvision, (*scanner).date, (*scanner).euAct, (*scanner).celex, (*scanner).ordinalAct, (*scanner).fileNumber, (*scanner).figure)
}

// is tells whether token i is text, with nothing before it when attached is set.
func (s *scanner) is(i int, text string) bool { return i < len(s.toks) && s.toks[i].text == text }

// textAt gives the text of token i, "" behind the last one.
func (s *scanner) textAt(i int) string {
	if i >= len(s.toks) {
		return ""
	}
	return s.toks[i].text
}

func (s *scanner) attached(i int, text string) bool {
	return i < len(s.toks) && s.toks[i].text == text && s.toks[i].gap == none
}

// word matches a class of the table words at token i.
func (s *scanner) word(class string, i int) (id string, next int, ok bool) {
	if i >= len(s.toks) || s.apart(i) {
		return "", i, false
	}
	vals, next, ok := s.words[class].match(s.toks, i)
	if !ok {
		return "", i, false
	}
	return vals[0], next, true
}

// wordBefore tells whether a word of the class stands right before token i, be it the first one of a paragraph.
func (s *scanner) wordBefore(class string, i int) bool {
	_, next, ok := s.words[class].match(s.toks, i-1)
	return ok && next == i && s.toks[i].gap != blank
}

// apart tells whether an empty line parts token i from what was read before it.
func (s *scanner) apart(i int) bool { return s.toks[i].gap == blank && i != s.begun }

func (s *scanner) number(i int) bool { return i < len(s.toks) && s.toks[i].kind == digits }
