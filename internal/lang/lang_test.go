package lang_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

func catalogue(t *testing.T, l study.Language) *lang.Catalogue {
	t.Helper()
	c, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnUnknownLanguageIsAProblemAPersonCanMend(t *testing.T) {
	if _, err := lang.New("fr"); !study.HasProblem(err, "lang.unknown") {
		t.Errorf("got %v", err)
	}
}

func TestNumbersTakeTheDecimalSignOfTheLanguage(t *testing.T) {
	for l, want := range map[study.Language]string{study.English: "14.3", study.German: "14,3", study.Polish: "14,3"} {
		if got := catalogue(t, l).Number(100.0/7, 1); got != want {
			t.Errorf("%s: got %s, want %s", l, got, want)
		}
	}
}

func TestARateOverNothingIsNoZero(t *testing.T) {
	for l, want := range map[study.Language]string{study.English: "n/a", study.German: "entfällt", study.Polish: "n/d"} {
		if got := catalogue(t, l).Share(0, 0); got != want {
			t.Errorf("%s: got %s, want %s", l, got, want)
		}
	}
	if got := catalogue(t, study.English).Share(1, 7); got != "1 of 7 = 14.3 %" {
		t.Errorf("got %q", got)
	}
}

func TestAProblemNamesItsPlaceAndItsRemedy(t *testing.T) {
	err := fmt.Errorf("reading: %w", errors.Join(
		&study.Problem{ID: "lang.unknown", File: "some/folder/sheet.csv", Row: 4, Column: "Note", Args: map[string]any{"value": "fr"}},
		errors.New("detail for developers")))
	said := catalogue(t, study.German).Error(err)
	for _, part := range []string{"sheet.csv, Zeile 4, Spalte „Note“: ", "„fr“", "Wählen Sie"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q lacks %q", said, part)
		}
	}
	if strings.Contains(said, "some/folder") {
		t.Errorf("%q shows a path", said)
	}
}

func TestAnUnplannedFaultSaysSo(t *testing.T) {
	if said := catalogue(t, study.English).Error(errors.New("broken pipe")); !strings.Contains(said, "broken pipe") {
		t.Errorf("got %q", said)
	}
}

func TestAnUnknownKeyShows(t *testing.T) {
	c := catalogue(t, study.English)
	key := "no.such" + ".key"
	if got := c.T(key); got != "‹no.such.key›" {
		t.Errorf("got %q", got)
	}
	if c.Has(key) || !c.Has("absence.missing") {
		t.Error("Has tells the wrong keys apart")
	}
}

func TestTheLanguageFollowsTheSystem(t *testing.T) {
	for value, want := range map[string]study.Language{"de_AT.UTF-8": study.German, "pl_PL": study.Polish, "fr_FR": study.English, "C": study.English, "": study.English} {
		got := lang.FromSystem(func(name string) string {
			if name == "LANG" {
				return value
			}
			return ""
		})
		if got != want {
			t.Errorf("%q: got %s", value, got)
		}
	}
}
