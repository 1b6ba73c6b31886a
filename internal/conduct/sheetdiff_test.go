package conduct

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

func TestWhatReplacingASheetWouldChangeIsSaidCellByCell(t *testing.T) {
	there := sqlite.Sheet{Rater: study.Rater{ID: "R01"}, Ratings: []study.Rating{
		{Code: "X", Grade: study.Known(2), Grid: study.Known(study.GridBlocked), Comment: "same"},
		{Code: "Y", Category: study.Known(study.Correct), Guess: study.Known(study.GuessAI)},
	}}
	now := SheetPreview{Reading: sheets.Reading{Reviewer: "R01", Ratings: []study.Rating{
		{Code: "X", Grade: study.Known(3), Grid: study.Known(study.GridBlocked), Comment: "same"},
		{Code: "Z", Agreement: study.Known(0)},
	}}}
	got := sheetChanges(there, nil, now)
	want := []CellChange{
		{"R01", "X", "grade", "2", "3"},
		{"R01", "Y", "category", "correct", ""},
		{"R01", "Y", "origin", "ai", ""},
		{"R01", "Z", "agreement", "", "0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	words, err := lang.New(study.German)
	if err != nil {
		t.Fatal(err)
	}
	if said := got[2].Say(words); said != "R01, Y, Vermutung zur Herkunft: aus KI wird (leer)" {
		t.Errorf("the change reads %q", said)
	}
	if again := sheetChanges(there, nil, SheetPreview{Reading: sheets.Reading{Reviewer: "R01", Ratings: there.Ratings}}); again != nil {
		t.Errorf("the same sheet changes %v", again)
	}
}
