package legalref

import (
	"fmt"
	"io/fs"
	"strings"
)

// court is a row of the table courts.
type court struct {
	id, jur string
	place   bool // a town belongs to its norm
	lower   bool // it has the registers that several courts share
}

// register is a row of the table registers: signs, the court a bare number belongs to, and the shapes.
type register struct {
	jur    string
	court  string // whom a bare number belongs to; "*": several courts, "=": the sign is the court
	kind   Kind
	alone  string // yes, no, or the language in which a bare number is read
	panels string // range of senates, "" when not known
	since  string // first year, "" when not known
	order  int
}

// signUse is one reading of a register sign.
type signUse struct {
	*register
	sign  string
	shape *shape
}

func (r *Reader) loadCourts(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "courts", "id", "jur", "short", "name", "place", "level", "example", "counter")
	if err != nil {
		return err
	}
	r.courts, r.courtNames = newPhrases[*court](false, ends), newPhrases[*court](true, ends)
	for _, row := range rows {
		c := &court{row["id"], row["jur"], row["place"] == "yes", row["level"] == "lower"}
		for _, p := range row.list("short") {
			r.courts.add(p, c)
		}
		for _, p := range row.list("name") {
			r.courtNames.add(p, c)
		}
	}
	r.gate(r.courts.heads(), roleCourt)
	r.gate(r.courtNames.heads(), roleCourt)
	return nil
}

func (r *Reader) loadRegisters(fsys fs.FS, _ []string) error {
	rows, err := readTable(fsys, "registers", "signs", "jur", "court", "shapes", "kind", "alone", "panels", "since", "example", "counter")
	if err != nil {
		return err
	}
	r.signs = newPhrases[signUse](false, nil)
	for n, row := range rows {
		shapes, err := r.shapeList(row.list("shapes"))
		if err != nil {
			return fmt.Errorf("table registers: %w", err)
		}
		reg := &register{row["jur"], row["court"], Kind(row["kind"]), row["alone"], row["panels"], row["since"], n}
		for _, sh := range shapes {
			if sh.lead < 0 {
				r.signless = append(r.signless, signUse{reg, "", sh})
				continue
			}
			for _, sign := range row.list("signs") {
				r.signs.add(sign, signUse{reg, strings.ReplaceAll(sign, ".", ""), sh})
			}
		}
	}
	r.gate(r.signs.heads(), roleRegister)
	return nil
}

// fileNo is a file number with the register it was read by.
type fileNo struct {
	found
	reg *register
}

// maxLead is the number of tokens that may stand before the register sign: "[", year, "]", volume.
const maxLead = 4

// fileNo reads the file number at token i, as a number of court c, or of any court when c is nil.
func (s *scanner) fileNo(i int, c *court) (fileNo, bool) {
	var best fileNo
	try := func(u signUse, sign string, at, end int) {
		if !s.allowed(u.register, c) {
			return
		}
		f, ok := u.shape.read(s, i, sign, at, end)
		if ok && !s.numberGoesOn(f.next) && s.better(f.next, u.register, c, best) {
			best = fileNo{f, u.register}
		}
	}
	for lead := 0; lead <= maxLead && i+lead < len(s.toks); lead++ {
		k := i + lead
		if s.toks[k].kind == word && s.role(s.toks[k].text)&roleRegister != 0 {
			if uses, end, ok := s.signs.match(s.toks, k); ok {
				for _, u := range uses {
					if u.shape.lead == lead {
						try(u, u.sign, k, end)
					}
				}
			}
		}
		if t := &s.toks[i]; t.kind == word && !senate(t.text) && len(t.text) > 3 {
			break
		}
	}
	if s.number(i) {
		for _, u := range s.signless {
			try(u, "", -1, -1)
		}
	}
	return best, best.reg != nil
}

// numberGoesOn refuses a number that is the beginning of a longer one.
func (s *scanner) numberGoesOn(j int) bool {
	return j < len(s.toks) && s.toks[j].gap == none && (s.toks[j].kind == digits || s.toks[j].kind == word)
}

func (s *scanner) allowed(r *register, c *court) bool {
	switch {
	case c == nil:
		return r.alone == "yes" || r.alone == s.lang
	case r.alone == "no" && r.court != "*":
		return c.id == r.court
	}
	return r.jur == c.jur
}

// better prefers the longer number, then the register of the court itself, then the legal orders of the text's
// language, then the order of the table.
func (s *scanner) better(next int, r *register, c *court, best fileNo) bool {
	if best.reg == nil || next != best.next {
		return best.reg == nil || next > best.next
	}
	if a, b := r.distance(c), best.reg.distance(c); a != b {
		return a < b
	}
	if a, b := s.home(r.jur), s.home(best.reg.jur); a != b {
		return a
	}
	return r.order < best.reg.order
}

// distance is 0 for the registers of court c, 1 for those that lower courts share, 2 for another court's.
func (r *register) distance(c *court) int {
	switch {
	case c == nil || r.court == c.id:
		return 0
	case r.court == "*" && c.lower:
		return 1
	}
	return 2
}

// home tells whether the legal order belongs to the language of the text.
func (s *scanner) home(jur string) bool {
	switch s.lang {
	case "de":
		return jur == "AT" || jur == "DE"
	case "pl":
		return jur == "PL"
	}
	return jur == "UK" || jur == "EU"
}

// fileNumber reads a file number without a court.
func (s *scanner) fileNumber(i int) (raw, bool) {
	f, ok := s.fileNo(i, nil)
	if !ok {
		return raw{}, false
	}
	return s.decided(i, f, nil, "", ""), true
}

// decided builds a decision of court c (nil: the court the register implies) and date.
func (s *scanner) decided(start int, f fileNo, c *court, courtName, date string) raw {
	jur := f.reg.jur
	if courtName == "" {
		switch courtName = f.reg.court; courtName {
		case "=":
			courtName = f.value("sign")
		case "*":
			courtName = "?"
		}
	}
	if c != nil {
		jur = c.jur
	}
	norm := jur + ":" + courtName + ":" + f.norm
	if f.reg.court == "=" {
		norm = jur + ":" + f.norm
	}
	parts := append([]Part{{"court", courtName}}, f.parts...)
	h := raw{start: start, end: f.next, kind: f.reg.kind, jur: jur, file: &f, court: c}
	if date != "" {
		norm += "@" + date
		parts = append(parts, Part{"date", date})
	}
	h.norms, h.parts = []string{norm}, parts
	if f.shape.serial {
		s.serials(&h, f)
	}
	return h
}

// serials reads further numbers of the same year and panel: "Ra 2019/08/0123, 0124", "… bis 0126".
func (s *scanner) serials(h *raw, f fileNo) {
	no := f.value("no")
	for {
		_, j, ok := s.word("and", h.end)
		sep := ""
		if !ok {
			if _, j, ok = s.word("range", h.end); !ok {
				return
			}
			sep = ".."
		}
		if !s.number(j) || len(s.toks[j].text) != len(no) || s.toks[j].gap > line || s.attached(j+1, "/") || s.attached(j+1, ".") && s.number(j+2) {
			return
		}
		next := strings.Replace(h.norms[0], "/"+no, "/"+s.toks[j].text, 1)
		if sep == "" {
			h.norms = append(h.norms, next)
		} else {
			last := len(h.norms) - 1
			h.norms[last] += sep + s.toks[j].text
		}
		h.end = j + 1
	}
}

func (f found) value(name string) string {
	for _, p := range f.parts {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// decisionFromNoun reads "wyrok SN …", "Urteil EuGH …": in Polish and for the courts of the Union the noun of the
// decision belongs to the citation when it stands directly before the court.
func (s *scanner) decisionFromNoun(i int) (raw, bool) {
	_, next, ok := s.word("noun", i)
	if !ok {
		return raw{}, false
	}
	next = s.bracketed(next)
	article := next
	if _, n, ok := s.word("of", next); ok {
		article = n
	}
	h, ok := s.decision(article)
	if !ok || h.kind != Decision || h.jur != "EU" && (h.jur != "PL" || article != next) {
		return raw{}, false
	}
	h.start = i
	return h, true
}

// bracketed skips "(7)", the number of judges.
func (s *scanner) bracketed(j int) int {
	if s.is(j, "(") && s.number(j+1) && s.is(j+2, ")") && len(s.toks[j+1].text) == 1 {
		return j + 3
	}
	return j
}

// courtRef is a court found in the text: its rows, one a legal order, and the town.
type courtRef struct {
	rows     []*court
	place    string
	placeJur string
	next     int
	full     bool // spelled out
}

func (s *scanner) courtAt(i int) (courtRef, bool) {
	if i >= len(s.toks) || s.toks[i].kind != word || s.toks[i].gap == blank && i > 0 {
		return courtRef{}, false
	}
	c := courtRef{}
	rows, next, ok := s.courts.match(s.toks, i)
	named, nextName, okName := s.courtNames.match(s.toks, i)
	switch {
	case okName && (!ok || nextName > next):
		c.rows, c.next, c.full = named, nextName, true
	case ok && !s.partOfWord(next):
		c.rows, c.next = rows, next
	default:
		return c, false
	}
	if c.rows[0].place {
		s.placeAfter(&c)
	}
	return c, true
}

// placeAfter reads the town of a court: "LG Frankfurt am Main", "WSA w Warszawie".
func (s *scanner) placeAfter(c *courtRef) {
	j := c.next
	if j >= len(s.toks) || s.toks[j].gap > line {
		return
	}
	if s.is(j, "w") || s.is(j, "we") {
		j++
	}
	if p, next, ok := s.places.match(s.toks, j); ok {
		c.place, c.placeJur, c.next = p[0].name, p[0].jur, next
		return
	}
	name := ""
	for n := 0; j < len(s.toks) && n < 3; n++ {
		t := &s.toks[j]
		if t.kind != word || t.gap > line || t.gap == none || !upper(t.text) || roman(t.text) ||
			s.role(t.text)&(roleNoun|roleCourt|roleAct|roleJournal|roleRegister|roleMonth) != 0 {
			break
		}
		if name != "" {
			name += " "
		}
		name += t.text
		j++
		for s.attached(j, "-") && j+1 < len(s.toks) && s.toks[j+1].gap == none && s.toks[j+1].kind == word {
			name += "-" + s.toks[j+1].text
			j += 2
		}
		if s.lang == "pl" && n == 1 {
			break
		}
	}
	if name != "" {
		c.place, c.next = name, j
	}
}

// decision reads a court with its file number, or a court directly before a journal.
func (s *scanner) decision(i int) (raw, bool) {
	c, ok := s.courtAt(i)
	if !ok {
		return raw{}, false
	}
	if h, ok := s.reported(i, c); ok {
		return h, true
	}
	if c.full && s.is(c.next, "(") && s.lang == "de" {
		return raw{}, false
	}
	return s.numberAfter(i, c)
}

// Limits on what may stand between a court and its file number.
const (
	maxFillers   = 24 // words, dates and signs
	maxCaseNames = 12 // of which words of the name of a case
)

// numberAfter reads on from court c to its file number, past a date, the noun of the decision and the like.
func (s *scanner) numberAfter(i int, c courtRef) (raw, bool) {
	open, names, date, joined := 0, 0, "", false
	for j, n := c.next, 0; j < len(s.toks) && n < maxFillers && s.toks[j].gap != blank; n++ {
		if f, row, ok := s.courtNumber(j, c.rows); ok {
			h := s.decided(i, f, row, s.courtName(row, c), date)
			if joined || date != "" && row.jur == "EU" {
				s.joinedRest(&h, row)
			}
			if open > 0 && s.is(h.end, ")") {
				h.end++
			}
			return h, true
		}
		next, kind := s.filler(j)
		if kind == "" {
			next, kind = s.caseName(j, c)
			names++
		}
		switch kind {
		case "(":
			open++
		case ")":
			open--
		case "joined":
			joined = true
		case "word":
		default:
			if kind == "" || date != "" || names > maxCaseNames {
				return raw{}, false
			}
			date = kind
		}
		j = next
	}
	return raw{}, false
}

// caseName reads a word of the name of a case, which may stand before the number of a European court, and the
// abbreviation of the court where it is said again ("BVerwG, Urt. v. 9.6.2021 - BVerwG 6 C 7.20").
func (s *scanner) caseName(j int, c courtRef) (next int, kind string) {
	if again, ok := s.courtAt(j); ok && again.rows[0] == c.rows[0] && again.place == "" {
		return again.next, "word"
	}
	t := &s.toks[j]
	if t.kind != word || c.rows[0].jur != "EU" && c.rows[0].jur != "INT" {
		return j, ""
	}
	if _, next, ok := s.word("versus", j); ok {
		return next, "word"
	}
	if upper(t.text) {
		return j + 1, "word"
	}
	return j, ""
}

// courtNumber reads a file number as one of the courts that a name can mean.
func (s *scanner) courtNumber(j int, rows []*court) (fileNo, *court, bool) {
	var best fileNo
	var at *court
	for _, c := range rows {
		if f, ok := s.fileNo(j, c); ok && (best.reg == nil || f.next > best.next) {
			best, at = f, c
		}
	}
	return best, at, at != nil
}

func (s *scanner) courtName(c *court, ref courtRef) string {
	if c.place && ref.place != "" {
		return c.id + " " + ref.place
	}
	return c.id
}

// filler reads what may stand between court and file number. kind is "" for nothing of the sort, "word" for a word or
// sign without meaning here, "joined", a bracket, or the date in the form of its norm.
func (s *scanner) filler(j int) (next int, kind string) {
	t := &s.toks[j]
	if t.kind == mark {
		switch t.text {
		case "(":
			if next := s.bracketed(j); next > j {
				return next, "word"
			}
			return j + 1, t.text
		case ")":
			return j + 1, t.text
		case ",", "-", ":", ".", "/":
			return j + 1, "word"
		}
		return j, ""
	}
	if d, ok := s.dateAt(j); ok {
		return d.next, d.norm
	}
	if _, next, ok := s.word("joined", j); ok {
		return next, "joined"
	}
	for _, class := range []string{"noun", "filler", "number"} {
		if _, next, ok := s.word(class, j); ok {
			return next, "word"
		}
	}
	return j, ""
}

// joined reads a list of joined cases: one hit with several norms.
func (s *scanner) joined(i int) (raw, bool) {
	_, j, ok := s.word("joined", i)
	if !ok {
		return raw{}, false
	}
	f, ok := s.fileNo(j, nil)
	if !ok {
		return raw{}, false
	}
	h := s.decided(j, f, nil, "", "")
	s.joinedRest(&h, nil)
	return h, true
}

func (s *scanner) joinedRest(h *raw, c *court) {
	for {
		_, j, ok := s.word("and", h.end)
		if !ok {
			_, j, ok = s.word("range", h.end)
		}
		if !ok {
			return
		}
		f, ok := s.fileNo(j, c)
		if !ok {
			return
		}
		name := ""
		if c != nil {
			name = c.id
		}
		date := ""
		if _, d, ok := strings.Cut(h.norms[0], "@"); ok {
			date = d
		}
		g := s.decided(j, f, c, name, date)
		h.norms, h.end = append(h.norms, g.norms...), g.end
	}
}

// reported reads a court directly before a collection or journal: BGH NZG 2021, 1556.
func (s *scanner) reported(i int, c courtRef) (raw, bool) {
	j := c.next
	if s.is(j, ",") {
		j++
	}
	if j >= len(s.toks) || s.role(s.toks[j].text)&roleJournal == 0 {
		return raw{}, false
	}
	h, ok := s.journal(j)
	if !ok || h.kind != Reporter {
		return raw{}, false
	}
	h.start = i
	for k := range h.readings {
		h.readings[k].parts = append([]Part{{"court", c.rows[0].id}}, h.readings[k].parts...)
	}
	h.take(h.readings[0])
	return h, true
}
