package legalref

import (
	"strings"
)

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
	h := raw{start: start, end: f.next, kind: f.reg.kind, jur: jur, file: &f, court: c, shape: f.shape}
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

// decisionFromNoun reads "wyrok SN …", "Urteil des EuGH …": in Polish and for the courts of the Union the noun of the
// decision belongs to the citation when it stands directly before the court.
func (s *scanner) decisionFromNoun(i int) (raw, bool) {
	_, next, ok := s.word("noun", i)
	if !ok {
		return raw{}, false
	}
	next = s.bracketed(next)
	if _, n, ok := s.word("nounmore", next); ok {
		next = n
	}
	article := next
	if _, n, ok := s.word("of", next); ok {
		article = n
	}
	h, ok := s.decision(article)
	polish := s.lang == "pl" || h.jur == "PL"
	if !ok || h.kind != Decision || h.jur != "EU" && (!polish || article != next) {
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
	open, names, date, joined, again := 0, 0, "", false, false
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
		if kind == "" && !again {
			next, again = s.courtAgain(j, c)
			if again {
				kind = "word"
			}
		}
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

// courtAgain reads the abbreviation of the court where it is said again: "BVerwG, Urt. v. 9.6.2021 - BVerwG 6 C 7.20".
func (s *scanner) courtAgain(j int, c courtRef) (next int, ok bool) {
	again, ok := s.courtAt(j)
	return again.next, ok && again.rows[0] == c.rows[0] && again.place == ""
}

// caseName reads a word of the name of a case, which may stand before the number of a European court.
func (s *scanner) caseName(j int, c courtRef) (next int, kind string) {
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
	if j >= len(s.toks) || s.toks[j].role&roleJournal == 0 {
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
