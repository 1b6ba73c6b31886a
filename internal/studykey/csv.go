package studykey

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// Words says things in a language; [iucomstudien/internal/lang.Catalogue] does.
type Words interface {
	T(key string, args ...any) string
}

// columns are the table's columns: the key of the heading, and the cell of a row.
var columns = []struct {
	heading string
	cell    func(Row, Words) string
}{
	{"key.column.code", func(r Row, _ Words) string { return string(r.Code) }},
	{"key.column.condition", func(r Row, w Words) string { return w.T("condition." + string(r.Condition)) }},
	{"key.column.answer", func(r Row, _ Words) string { return r.Answer }},
	{"key.column.provider", func(r Row, _ Words) string { return r.Origin.Provider }},
	{"key.column.model", func(r Row, _ Words) string { return r.Origin.Model }},
	{"key.column.version", func(r Row, _ Words) string { return r.Origin.Version }},
	{"key.column.date", func(r Row, _ Words) string { return r.Origin.Date }},
	{"key.column.participant", func(r Row, _ Words) string { return r.Origin.Participant }},
	{"key.column.qualification", func(r Row, w Words) string { return word(w, "qualification.", string(r.Origin.Qualification)) }},
	{"key.column.aids", func(r Row, w Words) string { return aids(w, r.Origin.Aids) }},
	{"key.column.repeat-of", func(r Row, _ Words) string { return string(r.RepeatOf) }},
	{"key.column.sha256", func(r Row, _ Words) string { return r.SHA256 }},
}

// CSV breaks the seal and gives the key as a table for the study lead: UTF-8 with byte order mark, semicolons,
// CRLF, as spreadsheets in German and Polish open it by themselves. The prompt, which may be long, stands in
// key.json only.
func (k Key) CSV(words Words) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = ';', true
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = words.T(c.heading)
	}
	if err := w.Write(record); err != nil {
		return nil, fmt.Errorf("writing the key as a table: %w", err)
	}
	for _, r := range k.open().rows {
		for i, c := range columns {
			record[i] = harmless(c.cell(r, words))
		}
		if err := w.Write(record); err != nil {
			return nil, fmt.Errorf("writing the key as a table: %w", err)
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// word is the word of a closed set, nothing where nothing was stated.
func word(w Words, prefix, value string) string {
	if value == "" {
		return ""
	}
	return w.T(prefix + value)
}

func aids(w Words, allowed study.Maybe[bool]) string {
	yes, known := allowed.Get()
	switch {
	case !known:
		return w.T("absence." + allowed.Why().String())
	case yes:
		return w.T("aids.allowed")
	default:
		return w.T("aids.not-allowed")
	}
}

// harmless keeps a spreadsheet from taking a cell for a formula, also after leading blanks.
func harmless(cell string) string {
	if start := strings.TrimLeft(cell, " \t\r\n\u00a0"); start != "" && strings.ContainsRune("=+-@", rune(start[0])) {
		return "'" + cell
	}
	return cell
}
