package conduct

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// FileKind is what a file looks like, before anybody has said what it is.
type FileKind string

const (
	KindDocument FileKind = "document" // a text: facts, an expert document or one answer
	KindTable    FileKind = "table"    // a table or an export of a chat: answers
	KindRatings  FileKind = "ratings"  // a filled rating sheet
)

// tableEnds are the endings of files that hold rows or records and no single text.
var tableEnds = []string{".csv", ".tsv", ".xlsx", ".xls", ".ods", ".json", ".jsonl", ".ndjson", ".zip"}

// textEnds are the endings of files that hold one text.
var textEnds = []string{".docx", ".docm", ".doc", ".odt", ".rtf", ".pdf", ".md", ".markdown", ".txt"}

// pageEnds are the endings of saved pages, as exports of chats are.
var pageEnds = []string{".html", ".htm"}

// Endings lists the endings of the files that are taken where files of a kind belong, in lower case with their dot: answers
// are texts, tables and exports.
func Endings(kind FileKind) []string {
	switch kind {
	case KindDocument:
		return slices.Clone(textEnds)
	case KindRatings:
		return []string{".xlsx", ".xls", ".ods", ".csv", ".tsv", ".json"}
	}
	return slices.Concat(textEnds, tableEnds, pageEnds)
}

// leastColumns is how many columns of a rating sheet a table must have to be taken for one: its code and something rated.
const leastColumns = 2

// KindOf tells what a file looks like by its ending and, of tables, by its columns. It never fails: what can not be read is
// told from a document by its ending alone, and whoever reads it says what is wrong with it.
func KindOf(ctx context.Context, f File) FileKind {
	if !slices.Contains(tableEnds, strings.ToLower(filepath.Ext(f.Name))) {
		return KindDocument
	}
	read, err := sheets.Read(ctx, f.Name, f.Data, sheets.Form{}, sheets.Options{})
	if err == nil && read.Columns[sheets.ColCode] != "" && len(read.Columns) >= leastColumns {
		return KindRatings
	}
	for _, p := range study.Problems(err) { // a sheet that is refused for what was done to it is one
		switch p.ID {
		case "ratings.newer-sheet", "ratings.rows-mixed-up", "ratings.marks-overwritten", "ratings.merged":
			return KindRatings
		}
	}
	return KindTable
}
