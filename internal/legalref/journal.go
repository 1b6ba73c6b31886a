package legalref

import (
	"fmt"
	"io/fs"
)

// journal is a row of the table journals: an official journal, a collection, a law report or a journal.
type journal struct {
	id, jur string
	kind    Kind
	shapes  []*shape
	years   string // "1918-", "1780-1848", "" when not known
	list    bool   // further numbers may follow its number: VfSlg 12.345/1990, 13.777/1994
}

func (r *Reader) loadJournals(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "journals", "id", "jur", "kind", "names", "shapes", "years", "list", "example", "counter")
	if err != nil {
		return err
	}
	r.journals = newPhrases[*journal](false, ends)
	for _, row := range rows {
		shapes, err := r.shapeList(row.list("shapes"))
		if err != nil {
			return fmt.Errorf("table journals: %s: %w", row["id"], err)
		}
		j := &journal{row["id"], row["jur"], Kind(row["kind"]), shapes, row["years"], row["list"] == "yes"}
		if j.kind != Gazette && j.kind != Reporter {
			return fmt.Errorf("table journals: %s: kind %q", j.id, j.kind)
		}
		for _, p := range row.list("names") {
			r.journals.add(p, j)
		}
	}
	r.gate(r.journals.heads(), roleJournal)
	return nil
}

// journal reads an official journal or a report: name and number, the longest reading wins.
func (s *scanner) journal(i int) (raw, bool) {
	js, at, ok := s.journals.match(s.toks, i)
	if !ok {
		return raw{}, false
	}
	h := raw{start: i}
	for _, j := range js {
		f, ok := s.longest(j.shapes, at)
		if !ok || f.next < h.end {
			continue
		}
		if f.next > h.end {
			h.end, h.readings = f.next, nil
		}
		h.readings = append(h.readings, reading{
			kind: j.kind, jur: j.jur, norm: j.jur + ":" + j.id + ":" + f.norm,
			parts: append([]Part{{"journal", j.id}}, f.parts...), years: j.years, shape: f.shape,
		})
	}
	if len(h.readings) == 0 {
		return raw{}, false
	}
	h.take(h.readings[0])
	if len(h.readings) == 1 && js[0].list {
		s.furtherReports(&h, js[0])
	}
	return h, true
}

// furtherReports adds the numbers that follow the first one of a collection; they must have its shape.
func (s *scanner) furtherReports(h *raw, j *journal) {
	for {
		_, at, ok := s.word("and", h.end)
		if !ok || at >= len(s.toks) || s.toks[at].gap == blank {
			return
		}
		f, ok := h.shape.read(s, at, "", -1, -1)
		if !ok || s.numberGoesOn(f.next) {
			return
		}
		h.norms = append(h.norms, j.jur+":"+j.id+":"+f.norm)
		h.parts, h.end = append(h.parts, f.parts...), f.next
	}
}

func (s *scanner) longest(shapes []*shape, at int) (best found, ok bool) {
	for _, sh := range shapes {
		if f, fits := sh.read(s, at, "", -1, -1); fits && !s.numberGoesOn(f.next) && f.next > best.next {
			best, ok = f, true
		}
	}
	return best, ok
}
