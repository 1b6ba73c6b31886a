package legalref

import "io/fs"

// unit is a row of the table units: the name of a unit in the acts of each legal order.
type unit struct {
	at, de, eu, pl string
	alone          bool   // it is a citation without a sign in front
	cue            string // legal order its use speaks for
}

func (u *unit) in(jur string) string {
	switch jur {
	case "AT":
		return u.at
	case "DE":
		return u.de
	case "PL":
		return u.pl
	}
	return u.eu
}

func (r *Reader) loadUnits(fsys fs.FS, _ []string) error {
	rows, err := readTable(fsys, "units", "phrases", "at", "de", "eu", "pl", "alone", "cue")
	if err != nil {
		return err
	}
	r.units = newPhrases[*unit](false, nil)
	for _, row := range rows {
		u := &unit{row["at"], row["de"], row["eu"], row["pl"], row["alone"] == "yes", row["cue"]}
		for _, p := range row.list("phrases") {
			r.units.add(p, u)
		}
	}
	r.gate(r.units.heads(), roleUnit)
	return nil
}

func (s *scanner) unitAt(i int) (*unit, int, bool) {
	if i >= len(s.toks) || s.toks[i].kind != word || s.apart(i) {
		return nil, i, false
	}
	u, next, ok := s.units.match(s.toks, i)
	if !ok {
		return nil, i, false
	}
	return u[0], next, true
}

// letterUnits are the units whose values are letters.
func (u *unit) lettered() bool { return u.eu == "lit" || u.eu == "dlit" }

// rank orders the units for lists: a unit after a separator closes those of its own or a lower rank.
func (u *unit) rank() int {
	switch u.eu {
	case "Abs":
		return 1
	case "UAbs":
		return 2
	case "S", "Nr":
		return 3
	case "HS", "lit", "Alt", "Var", "Fall":
		return 4
	}
	return 5
}

// values reads the numbers or letters of a unit.
func (p *pathReader) values(u *unit, j int) (int, bool) {
	if j >= len(p.toks) || p.toks[j].gap == blank {
		return j, false
	}
	t := &p.toks[j]
	switch {
	case t.kind == digits && len(t.text) <= 4:
		v, next := p.listValue(j)
		p.path = append(p.path, step{unit: u, value: v})
		return p.closing(next), true
	case t.kind == word && u.lettered() && len(t.text) <= 2 && t.text[0] >= 'A' && t.text[0] <= 'z':
		p.path = append(p.path, step{unit: u, value: t.text, letters: true})
		return p.closing(j + 1), true
	case t.text == "(":
		if st, next, ok := p.inBrackets(j); ok {
			p.path = append(p.path, step{unit: u, value: st.value, letters: st.letters})
			return next, true
		}
	case t.kind == word && roman(t.text):
		p.path = append(p.path, step{unit: u, value: arabic(t.text)})
		return j + 1, true
	}
	if n, next, ok := p.scanner.word("ordinal", j); ok {
		p.path = append(p.path, step{unit: u, value: n})
		return next, true
	}
	return j, false
}

// closing skips the bracket of "lit. b)".
func (p *pathReader) closing(j int) int {
	if p.attached(j, ")") && !p.open {
		return j + 1
	}
	return j
}

// ordinal reads "zweiter Satz", "2. Fall", "erster und zweiter Satz"; "zdanie drugie" is read by values.
func (p *pathReader) ordinal(j int) (int, bool) {
	n, next, ok := p.scanner.word("ordinal", j)
	if !ok && p.number(j) && len(p.toks[j].text) <= 2 && p.attached(j+1, ".") {
		n, next, ok = p.toks[j].text, j+2, true
	}
	if !ok {
		return j, false
	}
	second := ""
	if _, k, ok := p.scanner.word("and", next); ok {
		if n2, k, ok := p.scanner.word("ordinal", k); ok {
			second, next = n2, k
		}
	}
	u, next, ok := p.unitAt(next)
	if !ok || u.rank() < 2 {
		return j, false
	}
	p.path = append(p.path, step{unit: u, value: n})
	if second != "" {
		p.branch(len(p.path) - 1)
		p.path = append(p.path, step{unit: u, value: second})
	}
	return next, true
}

// level gives the number of steps that stay when unit u follows a separator.
func (p *pathReader) level(u *unit) int {
	for i, st := range p.path {
		if st.unit == u || st.unit != nil && st.unit.eu == u.eu {
			return i
		}
		if st.name == "roman" && u.eu == "Abs" {
			return i
		}
	}
	n := len(p.path)
	for n > 1 && p.path[n-1].unit != nil && p.path[n-1].unit.rank() >= u.rank() {
		n--
	}
	return n
}
