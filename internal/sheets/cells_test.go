package sheets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// sheetWith is a German sheet of one answer with the given cells, by machine name.
func sheetWith(cells map[string]string) []byte {
	columns := []string{"category", "agreement", "grade", "grid", "target", "origin", "comment"}
	row := []string{"X"}
	for _, c := range columns {
		row = append(row, `"`+strings.ReplaceAll(cells[c], `"`, `""`)+`"`)
	}
	return []byte("# Studie;S\n# Bewertende;R01\n# Sprache;de\n" +
		"Code;Kategorie;Übereinstimmung %;Note 1–5;Rasterstufe;Zielfrage;Herkunft (zuletzt!);Bemerkungen\n" + strings.Join(row, ";") + "\n")
}

var oneForm = sheets.Form{Study: "S", Language: study.German, Codes: []study.Code{"X"}, Gold: true, Target: true}

// value is the value of a column of a rating, or the reason why there is none.
func value(r study.Rating, column string) string {
	return map[string]string{
		"category": r.Category.String(), "agreement": r.Agreement.String(), "grade": r.Grade.String(), "grid": r.Grid.String(),
		"target": r.Target.String(), "origin": r.Guess.String(), "comment": r.Comment,
	}[column]
}

func TestCellsThatAreTaken(t *testing.T) {
	for _, c := range []struct {
		column, text, want string
		shown              bool // it is shown how the cell was read
	}{
		{"category", "korrekt", "correct", false},
		{"category", "KORREKT", "correct", false},
		{"category", "  korrekt ", "correct", false},
		{"category", "korr.", "correct", true},
		{"category", "k", "correct", true},
		{"category", "unvollst.", "incomplete", true},
		{"category", "unvollstaendig", "incomplete", false},
		{"category", "u", "incomplete", true},
		{"category", "hall", "hallucinated", true},
		{"category", "correct", "correct", true},
		{"category", "niepełna", "incomplete", true},
		{"category", "niepelna", "incomplete", true},
		{"category", "z halucynacją", "hallucinated", true},
		{"agreement", "0", "0", false},
		{"agreement", "100", "100", false},
		{"agreement", "90%", "90", false},
		{"agreement", "90 %", "90", false},
		{"agreement", "85,0", "85", false},
		{"agreement", "7,5", "8", true},
		{"agreement", "7.4", "7", true},
		{"agreement", "0,4 %", "0", true},
		{"grade", "1", "1", false},
		{"grade", "5,0", "5", false},
		{"grade", "1.0", "1", false},
		{"grid", "4", "4", false},
		{"grid", "2,0", "2", false},
		{"grid", "gesperrt", "blocked", false},
		{"grid", "g", "blocked", true},
		{"grid", "blocked", "blocked", true},
		{"grid", "zablokowana", "blocked", true},
		{"target", "ja", "yes", false},
		{"target", "JA", "yes", false},
		{"target", "n", "no", true},
		{"target", "nie", "no", true},
		{"target", "unbest.", "indeterminate", true},
		{"target", "tak", "yes", true},
		{"origin", "KI", "ai", false},
		{"origin", "ki", "ai", false},
		{"origin", "M", "human", true},
		{"origin", "czlowiek", "human", true},
		{"origin", "AI", "ai", true},
		{"comment", "'Zitat'", "'Zitat'", false},
		{"comment", "'=1+1", "=1+1", false},
		{"comment", "a\r\nb", "a\nb", false},
	} {
		t.Run(c.column+" "+c.text, func(t *testing.T) {
			r := readSheet(t, "x.csv", sheetWith(map[string]string{c.column: c.text}), oneForm, sheets.Options{})
			if len(r.Refused) > 0 {
				t.Fatalf("refused %v", r.Refused)
			}
			if got := value(r.Ratings[0], c.column); got != c.want {
				t.Errorf("read as %q, want %q", got, c.want)
			}
			if shown := len(r.Understood) == 1; shown != c.shown {
				t.Errorf("understood %v", r.Understood)
			}
		})
	}
}

func TestCellsThatAreRefused(t *testing.T) {
	const notAllowed, date = "ratings.value-not-allowed", "ratings.date"
	for _, c := range []struct{ column, text, why, proposal string }{
		{"grade", "2-3", notAllowed, ""},
		{"grade", "2+", notAllowed, ""},
		{"grade", "1.5", notAllowed, ""},
		{"grade", "4,5", notAllowed, ""},
		{"grade", "0", notAllowed, ""},
		{"grade", "6", notAllowed, ""},
		{"grade", "11 von 10", notAllowed, ""},
		{"grade", "ca. 2", notAllowed, ""},
		{"grade", "sehr gut", notAllowed, ""},
		{"grade", "=2", notAllowed, ""},
		{"grade", "1-2", notAllowed, ""},
		{"grade", "#WERT!", notAllowed, ""},
		{"grade", "01. Feb", date, "1-2"},
		{"grade", "1-Feb", date, "1-2"},
		{"grade", "2. Mär", date, "2-3"},
		{"grade", "Feb 03", date, "3-2"},
		{"grade", "2026-02-01", date, "1-2"},
		{"grade", "2026-02-01T00:00:00", date, "1-2"},
		{"grade", "01.02.2026", date, "1-2"},
		{"grade", "01/02/26", date, "1-2"},
		{"grade", "3. kwi", date, "3-4"},
		{"grade", "46054", date, "1-2"},
		{"grid", "01. Apr", date, "1-4"},
		{"grid", "5", notAllowed, ""},
		{"grid", "2,5", notAllowed, ""},
		{"grid", "2–3", notAllowed, ""},
		{"agreement", "120", notAllowed, ""},
		{"agreement", "-5", notAllowed, ""},
		{"agreement", "100,5", notAllowed, ""},
		{"agreement", "80-90", notAllowed, ""},
		{"agreement", "0,9", "ratings.fraction", "90 %"},
		{"agreement", "22. Mai", date, "22,5"},
		{"agreement", "50 von 100", notAllowed, ""},
		{"category", "teilweise", notAllowed, ""},
		{"category", "korrekt/unvollständig", notAllowed, ""},
		{"category", ".", notAllowed, ""},
		{"target", "vielleicht", notAllowed, ""},
		{"origin", "Maschine", notAllowed, ""},
		{"origin", "Mensch?", notAllowed, ""},
		{"category", "n/a", "ratings.no-judgement", ""},
		{"grade", "–", "ratings.no-judgement", ""},
		{"grid", "k. A.", "ratings.no-judgement", ""},
		{"agreement", "k.A.", "ratings.no-judgement", ""},
		{"target", "nicht beurteilbar", "ratings.no-judgement", ""},
	} {
		t.Run(c.column+" "+c.text, func(t *testing.T) {
			r := readSheet(t, "x.csv", sheetWith(map[string]string{c.column: c.text, "comment": "bleibt"}), oneForm, sheets.Options{})
			if len(r.Refused) != 1 {
				t.Fatalf("refused %v, understood %v, read %s", r.Refused, r.Understood, value(r.Ratings[0], c.column))
			}
			p := r.Refused[0]
			if p.ID != c.why || p.Row != 5 || p.Column == "" || p.Args["value"] != c.text {
				t.Errorf("%v", p)
			}
			if c.proposal != "" && p.Args["proposal"] != c.proposal {
				t.Errorf("proposal %v, want %s", p.Args["proposal"], c.proposal)
			}
			why := "(missing)"
			if c.why == "ratings.no-judgement" {
				why = "(refused)"
			}
			if got := value(r.Ratings[0], c.column); got != why || r.Ratings[0].Comment != "bleibt" {
				t.Errorf("value %s, comment %q", got, r.Ratings[0].Comment)
			}
		})
	}
}

func TestAnAbbreviationThatFitsTwoValuesIsRefused(t *testing.T) {
	polish := []byte("Kod,Pytanie docelowe\nX,n\n")
	form := oneForm
	form.Language = study.Polish
	r := readSheet(t, "x.csv", polish, form, sheets.Options{})
	if len(r.Refused) != 1 {
		t.Errorf("refused %v: in Polish, n is nie or nieokreślone", r.Refused)
	}
}

func TestRefusalsAreSaidWithPlaceValueAndWhatIsAllowed(t *testing.T) {
	cat, err := lang.New(study.German)
	if err != nil {
		t.Fatal(err)
	}
	r := readSheet(t, "x.csv", sheetWith(map[string]string{"grade": "1-2"}), oneForm, sheets.Options{})
	sentence, remedy := cat.Problem(r.Refused[0])
	for _, want := range []string{"x.csv", "Zeile 5", "Note 1–5", "1-2"} {
		if !strings.Contains(sentence, want) {
			t.Errorf("%q does not say %q", sentence, want)
		}
	}
	if !strings.Contains(remedy, "1, 2, 3, 4, 5") {
		t.Errorf("remedy %q", remedy)
	}
}

func TestHeadingsOfAnyLanguageInAnyOrder(t *testing.T) {
	for name, text := range map[string]string{
		"English, commas":       "Code,Category,Agreement %,Grade 1–5,Grid level,Target question,Origin guess (last!),Remarks\nX,correct,90,1,2,yes,human,ok\n",
		"Polish":                "Kod;Kategoria;Zgodność %;Ocena 1–5 (1 = najlepsza);Poziom siatki;Pytanie docelowe;Pochodzenie (na końcu!);Uwagi\nX;poprawna;90;1;2;tak;człowiek;ok\n",
		"machine names, tabs":   "code\tcategory\tagreement\tgrade\tgrid\ttarget\torigin\tcomment\nX\tcorrect\t90\t1\t2\tyes\thuman\tok\n",
		"moved columns":         "Bemerkungen;Herkunft;Zielfrage;Raster;Note;Übereinstimmung;Kategorie;Code\nok;Mensch;ja;2;1;90;korrekt;X\n",
		"mixed, lower case":     "CODE;kategorie;agreement %;NOTE;siatka;target question;herkunft (zuletzt!);uwagi\nx;correct;90;1;2;tak;M;ok\n",
		"cut off headings":      "Code;Kateg.;Übereinst. %;Note 1-5;Rasterst.;Zielfr.;Herk.;Bemerk.\nX;korrekt;90;1;2;ja;Mensch;ok\n",
		"separator line":        "sep=|\nCode|Kategorie|Übereinstimmung %|Note 1–5|Rasterstufe|Zielfrage|Herkunft|Bemerkungen\nX|korrekt|90|1|2|ja|Mensch|ok\n",
		"blank rows and a note": "Bitte bis Freitag;;;;;;;\n;;;;;;;\nCode;Kategorie;Übereinstimmung %;Note 1–5;Rasterstufe;Zielfrage;Herkunft;Bemerkungen\nX;korrekt;90;1;2;ja;Mensch;ok\n;;;;;;;\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := readSheet(t, "R01.csv", []byte(text), oneForm, sheets.Options{})
			if len(r.Refused)+len(r.Ignored) > 0 || len(r.Ratings) != 1 {
				t.Fatalf("refused %v, ignored %v, ratings %v", r.Refused, r.Ignored, r.Ratings)
			}
			want := "X\x1fcorrect\x1f90\x1f1\x1f2\x1fyes\x1fhuman\x1fok"
			if diff := cmp.Diff(want, comparable(r.Ratings[0])); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOnlyWhatTheTestAsksForIsRead(t *testing.T) {
	r := readSheet(t, "x.csv", sheetWith(map[string]string{"category": "korrekt", "target": "ja", "grade": "2"}),
		sheets.Form{Codes: oneForm.Codes}, sheets.Options{})
	x := r.Ratings[0]
	if x.Category.Why() != study.NotApplicable || x.Target.Why() != study.NotApplicable || x.Grade.Or(0) != 2 {
		t.Errorf("%+v", x)
	}
	var ids []string
	for _, p := range r.Ignored {
		ids = append(ids, p.ID+" "+p.Column)
	}
	want := []string{"ratings.column-not-asked Kategorie", "ratings.column-not-asked Übereinstimmung %", "ratings.column-not-asked Zielfrage"}
	if !slices.Equal(ids, want) {
		t.Errorf("ignored %v", ids)
	}
}

func TestRowsBelowTheTableAreListedAndCountNothing(t *testing.T) {
	text := string(sheetWith(map[string]string{"grade": "2"})) + strings.Repeat(";;;;;;;\n", 100) +
		";;;Mittelwert 2;;;;\n# Bitte beachten;;;;;;;\nSumme;;;2;;;;\n"
	r := readSheet(t, "x.csv", []byte(text), oneForm, sheets.Options{})
	if len(r.Ratings) != 1 || len(r.Ignored) != 2 || len(r.Refused) != 1 {
		t.Errorf("ratings %d, ignored %v, refused %v", len(r.Ratings), r.Ignored, r.Refused)
	}
	if r.Ignored[0].Row != 106 || fmt.Sprint(r.Ignored[0].Args["value"]) != "Mittelwert 2" || r.Refused[0].ID != "ratings.unknown-code" {
		t.Errorf("ignored %v, refused %v", r.Ignored, r.Refused)
	}
}

func TestASeparatorInARemarkWithoutQuotationMarksMovesNoRating(t *testing.T) {
	form := oneForm
	form.Codes = study.CodesFor(2)
	r := readSheet(t, "R01.csv", []byte("Bemerkungen;Code;Note\nkurz;X;1\nkurz; aber gut;Y;2\n"), form, sheets.Options{})
	if len(r.Ratings) != 1 || len(r.Ignored)+len(r.Refused) != 1 {
		t.Errorf("ratings %v, refused %v, ignored %v", r.Ratings, r.Refused, r.Ignored)
	}
	r = readSheet(t, "R01.csv", []byte("Code;Note;Bemerkungen\nX;1;kurz; aber gut\nY;2;lang\n"), form, sheets.Options{})
	if len(r.Ratings) != 1 || r.Ratings[0].Code != "Y" || len(r.Refused) != 1 || r.Refused[0].ID != "ratings.row-shifted" {
		t.Errorf("ratings %v, refused %v", r.Ratings, r.Refused)
	}
}

func TestNotesBesideTheTableAreListed(t *testing.T) {
	r := readSheet(t, "R01.csv", []byte("Code;Note;Bemerkungen;\nX;1;;3 Stunden\n"), oneForm, sheets.Options{})
	if len(r.Ratings) != 1 || len(r.Ignored) != 1 || r.Ignored[0].ID != "ratings.beside-the-table" {
		t.Errorf("ratings %v, ignored %v", r.Ratings, r.Ignored)
	}
}
