package conduct_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/extract"
)

func TestAFileIsKnownByItsEndingAndItsColumns(t *testing.T) {
	sample := func(name string) conduct.File {
		data, err := os.ReadFile(filepath.Join(sampleDir, name))
		if err != nil {
			t.Fatal(err)
		}
		return conduct.File{Name: filepath.Base(name), Data: data}
	}
	for _, x := range []struct {
		file conduct.File
		want conduct.FileKind
	}{
		{sample("gold/gutachten-1.txt"), conduct.KindDocument},
		{sample("answers/01_reporter.txt"), conduct.KindDocument},
		{sample("answers/05_students.csv"), conduct.KindTable},
		{sample("ratings/Bewertung_DEMO-MIETE-01_R01.csv"), conduct.KindRatings},
		{sample("ratings/broken_for_import_tests.csv"), conduct.KindRatings},
		{textFile("chat.json", `{"choices":[{"message":{"content":"Void."}}]}`), conduct.KindTable},
		{textFile("sheet.json", `{"format":"iucom-rating-sheet/1","head":{"reviewer":"R01"},"columns":["code","grade"],"rows":[["X","2"]]}`), conduct.KindRatings},
		{textFile("codes.csv", "code,answer\n1,Void.\n"), conduct.KindTable},
		{textFile("broken.xlsx", "no workbook"), conduct.KindTable},
		{textFile("Opinion.DOCX", "no Word file"), conduct.KindDocument},
	} {
		if got := conduct.KindOf(context.Background(), x.file); got != x.want {
			t.Errorf("%s looks like %s, want %s", x.file.Name, got, x.want)
		}
	}
}

// TestEveryPlaceOffersWhatItReads holds the endings that a dialog offers to what the readers of files read, and to what
// tells a document from a table.
func TestEveryPlaceOffersWhatItReads(t *testing.T) {
	texts, answers, ratings := conduct.Endings(conduct.KindDocument), conduct.Endings(conduct.KindTable), conduct.Endings(conduct.KindRatings)
	for _, r := range extract.Readers() {
		ending := "." + r.Format()
		_, table := r.(extract.TableReader)
		if !slices.Contains(answers, ending) {
			t.Errorf("answers in %s are read and not offered", ending)
		}
		if table != slices.Contains(ratings, ending) {
			t.Errorf("rating sheets in %s: read %v, offered %v", ending, table, !table)
		}
		if table == slices.Contains(texts, ending) {
			t.Errorf("texts in %s: a table %v, offered %v", ending, table, table)
		}
	}
	for _, ending := range texts {
		if kind := conduct.KindOf(t.Context(), conduct.File{Name: "x" + ending}); kind != conduct.KindDocument {
			t.Errorf("%s is offered as a text and taken for %s", ending, kind)
		}
	}
}
