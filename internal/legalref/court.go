package legalref

import (
	"io/fs"
	"unicode"
	"unicode/utf8"
)

// court is a row of the table courts.
type court struct {
	id, jur string
	place   bool // a town belongs to its norm
	lower   bool // it has the registers that several courts share
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

// courtRef is a court found in the text: its rows, one a legal order, and the town.
type courtRef struct {
	rows     []*court
	place    string
	placeJur string
	next     int
	full     bool // spelled out
}

func (s *scanner) courtAt(i int) (courtRef, bool) {
	if i >= len(s.toks) || s.toks[i].kind != word || s.apart(i) {
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
			t.role&(roleNoun|roleCourt|roleAct|roleJournal|roleRegister|roleMonth) != 0 {
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

func (s *scanner) courtName(c *court, ref courtRef) string {
	if c.place && ref.place != "" {
		return c.id + " " + ref.place
	}
	return c.id
}

// place is a row of the table places: a town with the legal order its courts belong to.
type place struct{ name, jur string }

func (r *Reader) loadPlaces(fsys fs.FS, _ []string) error {
	rows, err := readTable(fsys, "places", "name", "jur", "forms")
	if err != nil {
		return err
	}
	r.places = newPhrases[*place](false, nil)
	for _, row := range rows {
		p := &place{row["name"], row["jur"]}
		r.places.add(p.name, p)
		for _, f := range row.list("forms") {
			r.places.add(f, p)
		}
	}
	return nil
}

func upper(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}
