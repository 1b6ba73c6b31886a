package sheets_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// asks tells whether a reading asks about a problem.
func asks(r sheets.Reading, id string) bool {
	return slices.ContainsFunc(r.Questions, func(p *study.Problem) bool { return p.ID == id })
}

func TestWhereTwoEncodingsFitTheSheetAsks(t *testing.T) {
	german := "Code;Note;Bemerkungen\nX;2;\xa7 1104 \x84Miete\x93 f\xfcr \xdcbergabe\n" // the same letters in both code pages
	r := readSheet(t, "R01.csv", []byte(german), oneForm, sheets.Options{})
	if r.Ratings[0].Comment != "§ 1104 „Miete“ für Übergabe" || asks(r, "ratings.encoding-unsure") {
		t.Errorf("letters that both share: %q, %v", r.Ratings[0].Comment, r.Questions)
	}
	r = readSheet(t, "R01.csv", []byte("Code;Note;Bemerkungen\nX;2;\xb3\n"), oneForm, sheets.Options{}) // ł or ³
	if !asks(r, "ratings.encoding-unsure") || r.Ratings[0].Grade.Or(0) != 2 {
		t.Errorf("ł or ³: %q, %v", r.Ratings[0].Comment, r.Questions)
	}
}

func TestASheetIsReadInTheEncodingThatAPersonChose(t *testing.T) {
	mac := []byte("Code;Note;Bemerkungen\rX;2;f\x9fr \x85sterreich \x9fberzeugend\r") // «CSV (Macintosh)»
	for encoding, want := range map[string]string{"": "für Österreich überzeugend", "macintosh": "für Österreich überzeugend", "IBM437": "fƒr àsterreich ƒberzeugend"} {
		r := readSheet(t, "R01.csv", mac, oneForm, sheets.Options{Encoding: encoding})
		if r.Ratings[0].Comment != want || asks(r, "ratings.encoding-unsure") {
			t.Errorf("read as %q: %q in %s, %v", encoding, r.Ratings[0].Comment, r.Encoding, r.Questions)
		}
	}
	r := readSheet(t, "R01.csv", []byte("Code;Note;Bemerkungen\nX;2;für\n"), oneForm, sheets.Options{Encoding: "macintosh"})
	if r.Ratings[0].Comment != "für" || r.Encoding != "utf-8" {
		t.Errorf("UTF-8 was taken for another encoding: %q, %s", r.Ratings[0].Comment, r.Encoding)
	}
	if _, err := sheets.Read(t.Context(), "R01.csv", mac, oneForm, sheets.Options{Encoding: "klingon"}); !study.HasProblem(err, "file.unknown-encoding") {
		t.Errorf("an unknown encoding: %v", err)
	}
}

func TestACommaInAHeadRowIsNoSeparator(t *testing.T) {
	for _, head := range []string{"# Benötigte Zeit (Minuten);1,5 h\n", "# Anmerkung;Miete, Pacht\n", "# a,b\n# c,d\n# e,f\n# g,h\n"} {
		r := readSheet(t, "R01.csv", []byte(head+"Code;Note;Bemerkungen\nX;2;gut\n"), oneForm, sheets.Options{})
		if r.Delimiter != ";" || r.Ratings[0].Grade.Or(0) != 2 {
			t.Errorf("%q: separator %q, %+v", head, r.Delimiter, r.Ratings)
		}
	}
}

func TestSignsThatDoNotShowChangeNoValue(t *testing.T) {
	for _, sign := range []string{"\u200b", "\ufeff", "\u200e", "\u2060", "\u00ad"} {
		data := fmt.Sprintf("Code;Kategorie;Note;Rasterstufe\n%[1]sX;unvollständig%[1]s;%[1]s2;gesperrt%[1]s\n", sign)
		x := readSheet(t, "R01.csv", []byte(data), oneForm, sheets.Options{}).Ratings[0]
		if x.Category.Or("") != study.Incomplete || x.Grade.Or(0) != 2 || x.Grid.Or(0) != study.GridBlocked {
			t.Errorf("%+q: %+v", sign, x)
		}
	}
}

func TestASheetOfTwoReviewersIsRefused(t *testing.T) {
	read := func(second string) error {
		data := "# Bewertende;R01\n# Bewertende;" + second + "\nCode;Note\nX;2\n"
		r, err := sheets.Read(t.Context(), "sheet.csv", []byte(data), oneForm, sheets.Options{})
		if err == nil && r.Reviewer != "R01" {
			t.Errorf("%q: reviewer %q", second, r.Reviewer)
		}
		return err
	}
	for _, other := range []string{"R02", "Dr. Huber"} {
		if err := read(other); !study.HasProblem(err, "ratings.two-reviewers") {
			t.Errorf("%q: %v", other, err)
		}
	}
	for _, same := range []string{"R01", "r01", ""} {
		if err := read(same); err != nil {
			t.Errorf("%q: %v", same, err)
		}
	}
}

func TestNumbersWrittenOtherwiseThanTheyAreReadAreShown(t *testing.T) {
	for cell, otherwise := range map[string]bool{"1": false, " 1 ": false, "1 %": false, "1.00": true, "1,0": true, "01": true, "1,2": true, "1 Prozent": true} {
		r := readSheet(t, "R01.csv", []byte("Code;Übereinstimmung\nX;"+cell+"\n"), oneForm, sheets.Options{})
		if len(r.Cells) != 1 || r.Cells[0].Taken != "1" || (r.Cells[0].State == sheets.CellUnderstood) != otherwise {
			t.Errorf("%q: %+v", cell, r.Cells)
		}
	}
}

func TestFormulasShowTheirStoredResultAndAreNeverCalculated(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for at, text := range map[string]string{"A1": "Code", "B1": "Note", "C1": "Zielfrage", "A2": "X", "A3": "Y", "C2": "ja", "C3": "nein"} {
		if err := f.SetCellStr("Sheet1", at, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetCellInt("Sheet1", "B2", 3); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"B2", "B3"} {
		if err := f.SetCellFormula("Sheet1", at, "1+2"); err != nil {
			t.Fatal(err)
		}
	}
	var book bytes.Buffer
	if err := f.Write(&book); err != nil {
		t.Fatal(err)
	}
	row := func(code, cell, word string) string {
		return `<table:table-row><table:table-cell><text:p>` + code + `</text:p></table:table-cell>` + cell + `<table:table-cell><text:p>` + word + `</text:p></table:table-cell></table:table-row>`
	}
	plain := func(text string) string { return `<table:table-cell><text:p>` + text + `</text:p></table:table-cell>` }
	document := openDocument(t, row("Code", plain("Note"), "Zielfrage")+
		row("X", `<table:table-cell table:formula="of:=1+2" office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>`, "ja")+
		row("Y", `<table:table-cell table:formula="of:=1+2"/>`, "nein"))
	form := sheets.Form{Codes: study.CodesFor(2), Language: study.German, Target: true}
	for name, data := range map[string][]byte{"R01.xlsx": book.Bytes(), "R01.ods": document} {
		r := readSheet(t, name, data, form, sheets.Options{})
		if r.Ratings[0].Grade.Or(0) != 3 || r.Ratings[1].Grade.IsKnown() || len(r.Understood) != 2 { // the file's name is the other one
			t.Errorf("%s: %+v, understood %v", name, r.Ratings, r.Understood)
		}
		if len(r.Refused) != 1 || r.Refused[0].ID != "ratings.formula-empty" || r.Refused[0].Row != 3 {
			t.Errorf("%s: refused %v", name, r.Refused)
		}
	}
}

func TestNumbersOfASpreadsheetAreReadAsTypedAndNotAsShown(t *testing.T) {
	whole, percent := "0", "0%"
	f := excelize.NewFile()
	defer f.Close()
	for at, text := range map[string]string{"A1": "Code", "B1": "Note", "C1": "Übereinstimmung", "A2": "X", "A3": "Y", "A4": "Z"} {
		if err := f.SetCellStr("Sheet1", at, text); err != nil {
			t.Fatal(err)
		}
	}
	for at, x := range map[string]float64{"B2": 1.5, "C2": 0.665, "C3": 0.9, "C4": 0.9} {
		if err := f.SetCellFloat("Sheet1", at, x, -1, 64); err != nil {
			t.Fatal(err)
		}
		code := &percent
		if at == "B2" {
			code = &whole
		}
		if at == "C4" {
			continue // typed as 0.9, not as a percentage
		}
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: code})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellStyle("Sheet1", at, at, style); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	r := readSheet(t, "R01.xlsx", b.Bytes(), sheets.Form{Codes: study.CodesFor(3), Gold: true, Language: study.German}, sheets.Options{})
	var refused []string
	for _, p := range r.Refused {
		refused = append(refused, fmt.Sprint(p.Row, " ", p.ID, " ", p.Args["value"]))
	}
	slices.Sort(refused)
	if want := []string{"2 ratings.value-not-allowed 1.5", "4 ratings.fraction 0.9"}; !slices.Equal(refused, want) {
		t.Errorf("refused %v, want %v", refused, want)
	}
	if r.Ratings[0].Agreement.Or(0) != 67 || r.Ratings[1].Agreement.Or(0) != 90 {
		t.Errorf("agreement %v, %v", r.Ratings[0].Agreement, r.Ratings[1].Agreement)
	}
	if !slices.Contains(r.Understood, sheets.Understood{Row: 2, Column: "agreement", From: "66.5%", To: "67"}) {
		t.Errorf("the rounding is not shown: %v", r.Understood)
	}
}

func TestTimeNeeded(t *testing.T) {
	for _, c := range []struct {
		cell    string
		want    int // -1: none
		refused bool
	}{
		{"90", 90, false}, {"90 min", 90, false}, {"90 Min.", 90, false}, {"90 Minuten", 90, false}, {"90 minut", 90, false}, {"45,0", 45, false},
		{"", -1, false}, {"–", -1, false}, {"k. A.", -1, false}, {"0", 0, false},
		{"1,5", -1, true}, {"1:30", -1, true}, {"2 Std.", -1, true}, {"-5", -1, true}, {"ca. 90", -1, true}, {"99999", -1, true},
	} {
		for _, head := range []string{"# Benötigte Zeit (Minuten);", "# minutes;", "# ZEIT;"} {
			r := readSheet(t, "R01.csv", []byte(head+c.cell+"\nCode;Note\nX;1\n"), oneForm, sheets.Options{})
			if r.Minutes.Or(-1) != c.want || (len(r.Refused) == 1) != c.refused {
				t.Errorf("%s%s: %v, refused %v", head, c.cell, r.Minutes, r.Refused)
			}
		}
	}
}

func TestASheetAsJSONThatIsNoneIsRefused(t *testing.T) {
	const good = `{"format":"iucom-rating-sheet/1","head":{"reviewer":"R01"},"columns":["code","grade"],"rows":[["X","2"]]}`
	if r := readSheet(t, "x.json", []byte("\ufeff"+good), oneForm, sheets.Options{}); r.Format != "json" || r.Ratings[0].Grade.Or(0) != 2 || r.Reviewer != "R01" {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]string{
		good[:len(good)-5]: "ratings.json-broken",
		strings.Replace(good, "sheet/1", "sheet/2", 1):                  "ratings.newer-sheet",
		strings.Replace(good, "iucom-rating-sheet/1", "other", 1):       "ratings.json-broken",
		strings.Replace(good, `["X","2"]`, `["X","2","3"]`, 1):          "ratings.json-broken",
		strings.Replace(good, `["X","2"]`, `["X",2]`, 1):                "ratings.json-broken",
		strings.Replace(good, `"code","grade"`, `"grade","comment"`, 1): "ratings.no-code-column",
	} {
		if _, err := sheets.Read(t.Context(), "x.json", []byte(text), oneForm, sheets.Options{}); !study.HasProblem(err, want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestNoCellBecomesANumberThatNobodyWrote tries any text in any column of points.
func TestNoCellBecomesANumberThatNobodyWrote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[0-9.,% +–-]{0,6}`), rapid.StringMatching(`[a-zäł0-9.]{0,8}`), rapid.String()).Draw(t, "cell")
		if strings.ContainsRune(text, 0) {
			t.Skip("no text")
		}
		column := rapid.SampledFrom([]string{"agreement", "grade", "grid"}).Draw(t, "column")
		r, err := sheets.Read(t.Context(), "x.csv", sheetWith(map[string]string{column: text}), oneForm, sheets.Options{})
		if err != nil || len(r.Ratings) != 1 {
			return // refused as a whole
		}
		got := value(r.Ratings[0], column)
		if strings.HasPrefix(got, "(") || got == "blocked" {
			return
		}
		shown := slices.ContainsFunc(r.Understood, func(u sheets.Understood) bool { return u.Column == column && u.To == got })
		if !strings.Contains(text, got) && !shown {
			t.Fatalf("%s: %q became %s and is not shown", column, text, got)
		}
		if !strings.ContainsAny(text, "0123456789") {
			t.Fatalf("%s: %q became %s", column, text, got)
		}
	})
}

func TestThePreviewShowsEveryCellAsItWasUnderstood(t *testing.T) {
	r := readSheet(t, "x.csv", sheetWith(map[string]string{
		"category": "korr.", "agreement": "66,5 %", "grade": "2-3", "grid": "k. A.", "target": "ja", "comment": "bleibt",
	}), oneForm, sheets.Options{})
	want := []sheets.Cell{
		{Row: 5, Code: "X", Column: "category", Written: "korr.", Taken: "correct", State: sheets.CellUnderstood},
		{Row: 5, Code: "X", Column: "agreement", Written: "66,5 %", Taken: "67", State: sheets.CellUnderstood},
		{Row: 5, Code: "X", Column: "grade", Written: "2-3", State: sheets.CellRefused},
		{Row: 5, Code: "X", Column: "grid", Written: "k. A.", State: sheets.CellDeclined},
		{Row: 5, Code: "X", Column: "target", Written: "ja", Taken: "yes", State: sheets.CellTaken},
		{Row: 5, Code: "X", Column: "origin", State: sheets.CellMissing},
		{Row: 5, Code: "X", Column: "comment", Written: "bleibt", Taken: "bleibt", State: sheets.CellTaken},
	}
	if diff := cmp.Diff(want, r.Cells); diff != "" {
		t.Error(diff)
	}
}
