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
