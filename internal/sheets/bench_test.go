package sheets_test

import (
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// bigForm is a filled sheet of as many answers as a large test has.
func bigForm(answers int) sheets.Form {
	f := sheets.Form{
		Study: "BIG", Test: "T1", Reviewer: "R01", Language: study.German, Codes: study.CodesFor(answers), Gold: true, Target: true, Date: handedOut,
	}
	for _, code := range f.Codes {
		f.Filled = append(f.Filled, study.Rating{
			Code: code, Category: study.Known(study.Incomplete), Agreement: study.Known(45), Grade: study.Known(2),
			Grid: study.Known(study.Grid(3)), Target: study.Known(study.No), Guess: study.Known(study.GuessAI), Comment: "§ 1104 passt nicht",
		})
	}
	return f
}

// BenchmarkRead100Sheets reads what comes back from a large study: a hundred sheets of two hundred answers.
func BenchmarkRead100Sheets(b *testing.B) {
	f := bigForm(200)
	cat, err := lang.New(f.Language)
	if err != nil {
		b.Fatal(err)
	}
	csv, err := sheets.WriteCSV(f)
	if err != nil {
		b.Fatal(err)
	}
	xlsx, err := sheets.WriteXLSX(f, cat)
	if err != nil {
		b.Fatal(err)
	}
	for name, data := range map[string][]byte{"csv": csv, "xlsx": xlsx, "ods": openDocumentOf(b, spoilable{form: f, rows: recordsOf(b, csv, ';')})} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(100 * len(data)))
			for b.Loop() {
				for range 100 {
					r, err := sheets.Read(b.Context(), "sheet."+name, data, f, sheets.Options{})
					if err != nil || len(r.Ratings) != 200 || len(r.Refused) > 0 {
						b.Fatal(err, len(r.Ratings), r.Refused)
					}
				}
			}
		})
	}
}

func BenchmarkWriteXLSX200(b *testing.B) {
	f := bigForm(200)
	cat, err := lang.New(f.Language)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := sheets.WriteXLSX(f, cat); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteHTML200(b *testing.B) {
	f := bigForm(200)
	cat, err := lang.New(f.Language)
	if err != nil {
		b.Fatal(err)
	}
	texts := textsOf(f)
	for b.Loop() {
		if _, err := sheets.WriteHTML(f, texts, cat); err != nil {
			b.Fatal(err)
		}
	}
}
