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
	order   int
}

func (r *Reader) loadJournals(fsys fs.FS, ends []string) error {
	rows, err := readTable(fsys, "journals", "id", "jur", "kind", "names", "shapes")
	if err != nil {
		return err
	}
	r.journals = newPhrases[*journal](false, ends)
	for n, row := range rows {
		shapes, err := r.shapeList(row.list("shapes"))
		if err != nil {
			return fmt.Errorf("table journals: %s: %w", row["id"], err)
		}
		j := &journal{row["id"], row["jur"], Kind(row["kind"]), shapes, n}
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
	var best found
	var row *journal
	for _, j := range js {
		for _, sh := range j.shapes {
			f, ok := sh.read(s, at, "", -1, -1)
			if !ok || s.numberGoesOn(f.next) {
				continue
			}
			if row == nil || f.next > best.next || f.next == best.next && s.home(j.jur) && !s.home(row.jur) {
				best, row = f, j
			}
		}
	}
	if row == nil {
		return raw{}, false
	}
	return raw{
		start: i, end: best.next, kind: row.kind, jur: row.jur,
		norms: []string{row.jur + ":" + row.id + ":" + best.norm},
		parts: append([]Part{{"journal", row.id}}, best.parts...),
	}, true
}
