package sheets_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"iucomstudien/assets/letters"
	assets "iucomstudien/assets/sheets"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// TestTheWordsOfTheSheetsAreThoseOfTheProgram keeps the words of the sheets and those on screen the same.
func TestTheWordsOfTheSheetsAreThoseOfTheProgram(t *testing.T) {
	raw, err := assets.Files.ReadFile("columns.json")
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		Words map[string][]struct {
			Value      string
			EN, DE, PL []string
		}
	}
	if err := json.Unmarshal(raw, &data); err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{"category": "category.", "grid": "grid.", "target": "target.", "origin": "guess."}
	for column, choices := range data.Words {
		for _, c := range choices {
			for l, words := range map[study.Language][]string{study.English: c.EN, study.German: c.DE, study.Polish: c.PL} {
				cat, err := lang.New(l)
				if err != nil {
					t.Fatal(err)
				}
				if said := cat.T(keys[column] + c.Value); len(words) == 0 || words[0] != said {
					t.Errorf("%s: %s is %v in the sheets and %q elsewhere", l, c.Value, words, said)
				}
			}
		}
	}
}

// TestWordsOfTheSheetsTellTheEncoding wants every heading and value beyond ASCII in the list of words by which an
// encoding is known.
func TestWordsOfTheSheetsTellTheEncoding(t *testing.T) {
	columns, err := assets.Files.ReadFile("columns.json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := letters.Files.ReadFile("words.table")
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(string(list), "\n")
	for _, word := range regexp.MustCompile(`\pL+`).FindAllString(strings.ToLower(string(columns)), -1) {
		if strings.ContainsFunc(word, func(r rune) bool { return r > 127 }) && !slices.Contains(known, word) {
			t.Errorf("%q is missing among the words", word)
		}
	}
}

func TestInstructionsSpeakOnlyOfWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		form  sheets.Form
		items int
	}{
		{sheets.Form{Gold: true, Target: true}, 9}, {sheets.Form{Gold: true}, 8}, {sheets.Form{Target: true}, 8}, {sheets.Form{}, 7},
	} {
		for _, l := range study.Languages() {
			c.form.Language = l
			items, err := sheets.Instructions(c.form)
			if err != nil || len(items) != c.items || slices.Contains(items, "") {
				t.Errorf("%s: %d items, want %d (%v)", l, len(items), c.items, err)
			}
			text := strings.ToLower(strings.Join(items, "\n"))
			if gold := strings.Contains(text, "gold") || strings.Contains(text, "złot"); gold != c.form.Gold {
				t.Errorf("%s: speaks of a gold standard: %t", l, gold)
			}
		}
	}
}

func TestTheCSVIsWhatSpreadsheetsExpect(t *testing.T) {
	for l, separator := range map[study.Language]string{study.English: ",", study.German: ";", study.Polish: ";"} {
		form, _ := returned(t)
		form.Language = l
		data, err := sheets.WriteCSV(form)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if !strings.HasPrefix(text, "\ufeff# ") || strings.Count(text, "\n") != strings.Count(text, "\r\n") ||
			!strings.Contains(text, separator+"DEMO-MIETE-01\r\n") {
			t.Errorf("%s: %q", l, text[:60])
		}
		if l == study.Polish && !strings.Contains(text, "1 = najlepsza") {
			t.Error("the Polish sheet does not say that 1 is best")
		}
	}
}

func TestFileNamesArePlainWhateverTheStudyIsCalled(t *testing.T) {
	for id, want := range map[string]string{
		"DEMO-MIETE-01": "Bewertung_DEMO-MIETE-01_R01.csv", "Prüfung Łódź 1": "Bewertung_Pruefung_Lodz_1_R01.csv",
		"e\u0301tude": "Bewertung_etude_R01.csv", "文": "Bewertung___R01.csv",
	} {
		if got := (sheets.Form{Study: id, Reviewer: "R01"}).FileName("csv"); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestEveryProblemIsSaidInEveryLanguage(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[string]bool)
	for _, file := range sources {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"(ratings\.[a-z-]+)"`).FindAllStringSubmatch(string(data), -1) {
			ids[m[1]] = true
		}
	}
	for _, l := range study.Languages() {
		cat, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for id := range ids {
			if !cat.Has("problem."+id) || !cat.Has("problem."+id+".remedy") {
				t.Errorf("%s: %s has no sentence or no remedy", l, id)
			}
		}
	}
	if len(ids) < 20 {
		t.Errorf("only %d problems found", len(ids))
	}
}
