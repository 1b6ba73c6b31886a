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

func benchmarkRead(b *testing.B, name string, data []byte, f sheets.Form) {
	b.Helper()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := sheets.Read(b.Context(), name, data, f, sheets.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadCSV60(b *testing.B) {
	f := bigForm(60)
	data, err := sheets.WriteCSV(f)
	if err != nil {
		b.Fatal(err)
	}
	benchmarkRead(b, "sheet.csv", data, f)
}

func BenchmarkReadXLSX60(b *testing.B) {
	f := bigForm(60)
	cat, err := lang.New(f.Language)
	if err != nil {
		b.Fatal(err)
	}
	data, err := sheets.WriteXLSX(f, cat)
	if err != nil {
		b.Fatal(err)
	}
	benchmarkRead(b, "sheet.xlsx", data, f)
}

func BenchmarkWriteXLSX60(b *testing.B) {
	f := bigForm(60)
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
