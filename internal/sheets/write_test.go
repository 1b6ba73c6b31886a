package sheets_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

var handedOut = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// written are the ways a sheet goes out, by the name of the file.
func written(t rapid.TB, f sheets.Form) map[string][]byte {
	t.Helper()
	cat, err := lang.New(f.Language)
	if err != nil {
		t.Fatal(err)
	}
	csv, err := sheets.WriteCSV(f)
	if err != nil {
		t.Fatal(err)
	}
	xlsx, err := sheets.WriteXLSX(f, cat)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"sheet.csv": csv, "sheet.xlsx": xlsx}
}

func comparable(r study.Rating) string {
	return strings.Join([]string{string(r.Code), r.Category.String(), r.Agreement.String(), r.Grade.String(), r.Grid.String(),
		r.Target.String(), r.Guess.String(), r.Comment}, "\x1f")
}

func maybe[T any](t *rapid.T, name string, values ...T) study.Maybe[T] {
	if i := rapid.IntRange(-1, len(values)-1).Draw(t, name); i >= 0 {
		return study.Known(values[i])
	}
	return study.Maybe[T]{}
}

func TestASheetComesBackAsItWasFilledIn(t *testing.T) {
	comments := rapid.OneOf(
		rapid.SampledFrom([]string{
			"", "=HYPERLINK(\"x\")", "+1 Punkt", "-5", "-5 Punkte", "@alle", "'=x", "'Zitat'", " =1+1", "\tTab", "''--",
			"drei\n\nAbsätze; „Zitat“, \"Zitat\", Komma", "# kein Kopf", "sep=;", "007", "1,0", "2026-04-01", "1-4", "TRUE", "§ 1104 passt nicht – łódź €",
		}),
		rapid.StringMatching(`[ -~äöüßłę€§\n;,"'=+@-]{0,40}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		f := sheets.Form{
			Study: "DEMO", Test: "T1", Reviewer: "R07", Language: rapid.SampledFrom(study.Languages()).Draw(t, "language"),
			Codes: study.CodesFor(rapid.IntRange(1, 6).Draw(t, "answers")), Gold: true, Target: true, Checksum: strings.Repeat("ab", 32),
			Date: handedOut,
		}
		for _, code := range f.Codes {
			comment := comments.Draw(t, "comment")
			if strings.TrimSpace(comment) == "" {
				comment = ""
			}
			f.Filled = append(f.Filled, study.Rating{
				Code: code, Category: maybe(t, "category", study.Categories()...), Agreement: maybe(t, "agreement", 0, 1, 50, 99, 100),
				Grade: maybe(t, "grade", 1, 2, 3, 4, 5), Grid: maybe(t, "grid", study.Grid(1), 2, 3, 4, study.GridBlocked),
				Target: maybe(t, "target", study.Targets()...), Guess: maybe(t, "guess", study.Guesses()...), Comment: comment,
			})
		}
		for name, data := range written(t, f) {
			r, err := sheets.Read(t.Context(), name, data, f, sheets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Refused)+len(r.Understood)+len(r.Questions)+len(r.Missing) > 0 || r.Reviewer != "R07" {
				t.Fatalf("%s: refused %v, understood %v, questions %v, missing %v", name, r.Refused, r.Understood, r.Questions, r.Missing)
			}
			for i := range f.Filled {
				if diff := cmp.Diff(comparable(f.Filled[i]), comparable(r.Ratings[i])); diff != "" {
					t.Fatalf("%s (-written +read):\n%s", name, diff)
				}
			}
		}
	})
}

func TestEqualFormsGiveEqualBytes(t *testing.T) {
	f := sampleForm
	f.Date = handedOut
	one, two := written(t, f), written(t, f)
	for name := range one {
		if !bytes.Equal(one[name], two[name]) {
			t.Errorf("%s differs from one writing to the next", name)
		}
	}
}
