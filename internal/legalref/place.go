package legalref

import (
	"io/fs"
	"unicode"
	"unicode/utf8"
)

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
