package study_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/study"
)

func TestTheZeroMaybeIsMissing(t *testing.T) {
	var m study.Maybe[int]
	if v, known := m.Get(); known || m.Why() != study.Missing || !m.IsZero() || m.String() != "(missing)" {
		t.Errorf("got %d %v %v", v, known, m)
	}
}

func TestAMaybeComesBackFromJSON(t *testing.T) {
	for _, m := range []study.Maybe[study.Grid]{
		study.Known(study.GridBlocked), study.Known(study.Grid(1)),
		study.Absent[study.Grid](study.Blocked), study.Absent[study.Grid](study.Missing), study.Absent[study.Grid](study.NotVerifiable),
	} {
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back study.Maybe[study.Grid]
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if back != m {
			t.Errorf("%s came back as %v", data, back)
		}
	}
}

func TestAnAbsentNumberIsNeverZeroInJSON(t *testing.T) {
	data, err := json.Marshal(struct {
		Agreement study.Maybe[int] `json:"agreement"`
	}{study.Absent[int](study.Refused)})
	if err != nil || string(data) != `{"agreement":{"absent":"refused"}}` {
		t.Errorf("got %s %v", data, err)
	}
}

func TestUnknownWordsAreRefused(t *testing.T) {
	var a study.Absence
	if err := a.UnmarshalText([]byte("gone")); err == nil {
		t.Error("an unknown absence was read")
	}
	var g study.Grid
	if err := g.UnmarshalText([]byte("6")); !study.HasProblem(err, "rating.unknown-grid-level") {
		t.Errorf("got %v", err)
	}
}

func TestCodesAreGivenInTheOrderOfTheProtocol(t *testing.T) {
	for place, want := range map[int]study.Code{0: "X", 1: "Y", 2: "Z", 3: "W", 4: "Q", 5: "K", 21: "C", 22: "XX", 23: "XY", 43: "XC", 44: "YX", 22 + 22*22 - 1: "CC", 22 + 22*22: "XXX"} {
		if got := study.CodeAt(place); got != want {
			t.Errorf("place %d: got %s, want %s", place, got, want)
		}
	}
}

func TestNoTwoAnswersShareACodeAndNoCodeMisleads(t *testing.T) {
	seen := make(map[study.Code]bool)
	for _, c := range study.CodesFor(12_000) {
		if seen[c] {
			t.Fatalf("%s is given twice", c)
		}
		seen[c] = true
		for _, r := range c {
			if r == 'A' || r == 'B' || r == 'I' || r == 'O' {
				t.Fatalf("%s holds a letter that is no code", c)
			}
		}
	}
}

func TestProblemsAreFoundThroughWrapping(t *testing.T) {
	first := &study.Problem{ID: "a", Row: 2, Column: "Note", Args: map[string]any{"value": "1-2"}}
	second := &study.Problem{ID: "b", Err: first}
	err := fmt.Errorf("importing: %w", errors.Join(errors.New("other"), fmt.Errorf("sheet: %w", first), second))
	got := study.Problems(err)
	if len(got) != 2 || got[0] != first || got[1] != second {
		t.Errorf("got %v", got)
	}
	if !study.HasProblem(err, "b") || study.HasProblem(err, "c") || study.HasProblem(nil, "a") {
		t.Error("problems are told apart wrongly")
	}
	if want := `a row=2 column="Note" value=1-2`; first.Error() != want {
		t.Errorf("got %s, want %s", first.Error(), want)
	}
	if study.JoinProblems(nil) != nil {
		t.Error("no problems are no error")
	}
}

func TestParticipantsHaveIDsNotNames(t *testing.T) {
	for id, want := range map[string]bool{"T01": true, "P1": true, "A1": true, "TN0123": true, "Huber": false, "t01": false, "T": false, "01": false, "T01 Huber": false, "": false} {
		if got := study.ValidParticipant(id); got != want {
			t.Errorf("%q: got %v", id, got)
		}
	}
}

func TestTruthOfAConditionIsWhatARightGuessSays(t *testing.T) {
	for _, c := range study.Conditions() {
		if (c.Truth() == study.GuessHuman) != c.Human() || !c.Valid() {
			t.Errorf("%s: truth %s, human %v", c, c.Truth(), c.Human())
		}
	}
}

func TestGridWordsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := study.Grid(rapid.IntRange(1, 5).Draw(t, "level"))
		text, err := g.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back study.Grid
		if err := back.UnmarshalText(text); err != nil || back != g {
			t.Fatalf("%s came back as %v, %v", text, back, err)
		}
	})
}
