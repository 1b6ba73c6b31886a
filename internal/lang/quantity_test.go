package lang_test

import (
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

type weight string

func (w weight) Decimal() (number, unit string) { return string(w), "kg" }

func TestAPersonReadsTheDecimalSignOfTheLanguage(t *testing.T) {
	for language, want := range map[study.Language]string{study.English: "1234.5 kg", study.German: "1234,5 kg", study.Polish: "1234,5 kg"} {
		c, err := lang.New(language)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Quantity(weight("1234.5")); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
		if got := c.T("cli.ask.forecast", "n", 1, "kept", 0, "open", 0, "cost", weight("1234.5")); !strings.Contains(got, want) {
			t.Errorf("%s: a text says %q, want %q in it", language, got, want)
		}
		p := &study.Problem{ID: "llm.other-currency", Args: map[string]any{"cap": weight("1234.5"), "estimate": weight("2")}}
		if got, _ := c.Problem(p); !strings.Contains(got, want) {
			t.Errorf("%s: a problem says %q, want %q in it", language, got, want)
		}
	}
}

func TestARowOfATableIsSaidInWordsAndOtherPlacesStay(t *testing.T) {
	for at, want := range map[string]string{
		"row 5": "Zeile 5", "Answers, row 12": "Answers, Zeile 12", "row 3, row 4": "row 3, Zeile 4",
		"answers.csv: row 4": "answers.csv: Zeile 4", "a.xlsx: Noten, row 4": "a.xlsx: Noten, Zeile 4", "a: messages[1]": "a: messages[1]",
		"": "", "choices[2]": "choices[2]", "arrow 5": "arrow 5", "row 5/7": "row 5/7", "row x": "row x",
	} {
		c, err := lang.New(study.German)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.At(at); got != want {
			t.Errorf("%q: %q, want %q", at, got, want)
		}
	}
}

func TestAProblemSaysThePlacesItNamesInWords(t *testing.T) {
	for _, l := range study.Languages() {
		c, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []any{"a.csv: row 4", []string{"a.csv: row 4", "b.csv: row 4"}} {
			said, _ := c.Problem(&study.Problem{ID: "import.question-differs", Args: map[string]any{"n": 1, "all": 4, "at": at}})
			if want := c.T("place.row", "row", 4); !strings.Contains(said, want) || l != study.English && strings.Contains(said, "row 4") {
				t.Errorf("%s: %q lacks %q", l, said, want)
			}
		}
	}
}
