package legalref

import (
	"fmt"
	"io/fs"
	"strings"
)

// register is a row of the table registers: signs, the court a bare number belongs to, and the shapes.
type register struct {
	jur     string
	court   string // whom a bare number belongs to; "*": several courts, "=": the sign is the court
	kind    Kind
	alone   string // yes, no, or the language in which a bare number is read
	panels  string // range of senates, "" when not known
	since   string // first year, "" when not known
	order   int
	unknown bool // reads signs that no other row has
}

// signUse is one reading of a register sign.
type signUse struct {
	*register
	sign  string
	shape *shape
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
		reg := &register{row["jur"], row["court"], Kind(row["kind"]), row["alone"], row["panels"], row["since"], n, row["signs"] == "-" && row["court"] == "*"}
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
	if i >= len(s.toks) {
		return best, false
	}
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
		if s.toks[k].role&roleRegister != 0 {
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
	if s.number(i) || senate(s.toks[i].text) {
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
	case r.unknown:
		return r.jur == c.jur && c.lower
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

func (f found) value(name string) string {
	for _, p := range f.parts {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}
