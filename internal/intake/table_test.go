package intake

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/study"
)

func TestDaysAreReadOrAskedAbout(t *testing.T) {
	rules, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	for written, want := range map[string]string{
		"2026-10-14": "2026-10-14", "14.10.2026": "2026-10-14", "4.2.2026": "2026-02-04", "4. 2. 2026": "2026-02-04",
		"14/10/2026": "2026-10-14", "10/14/2026": "2026-10-14", "5/5/2026": "2026-05-05", "14. Oktober 2026": "2026-10-14",
		"14 października 2026": "2026-10-14", "14 października 2026 r.": "2026-10-14", "1. Jänner 2026": "2026-01-01",
		"14 October 2026": "2026-10-14", "October 14, 2026": "2026-10-14", "14th of October 2026": "2026-10-14", "3 mar 2026": "2026-03-03",
		"2026-10-14T09:30:00": "2026-10-14", "2026/10/14": "2026-10-14", "14.10.2026 09:30": "2026-10-14", "Montag, 3. März 2026": "2026-03-03",
		"14\u00a0października\u00a02026": "2026-10-14",
	} {
		if got, how := rules.day(written); got != want || how != dayClear {
			t.Errorf("%q is read as %q (%d)", written, got, how)
		}
	}
	for written, want := range map[string]dayReading{
		"03/04/2026": dayAmbiguous, "3-4-2026": dayAmbiguous, "31.02.2026": dayUnclear, "gestern": dayUnclear, "2026": dayUnclear,
		"46309": dayUnclear, "14. Foober 2026": dayUnclear, "13/13/2026": dayUnclear, "14.10.26": dayUnclear,
	} {
		if got, how := rules.day(written); got != "" || how != want {
			t.Errorf("%q is read as %q (%d)", written, got, how)
		}
	}
}

func TestUnclearDaysAreLeftOutAndListed(t *testing.T) {
	p := read(t, "a.csv", "answer;source;Datum\nJa.;KI;03/04/2026\nNein.;KI;bald\n", Hint{})
	var got []string
	for _, one := range p.Remarks {
		got = append(got, one.ID+" "+one.Column)
	}
	if diff := cmp.Diff([]string{"intake.date-ambiguous Datum", "intake.date-unclear Datum"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, c := range p.Candidates {
		if c.Answer.Origin.Date != "" || c.Use != UseYes {
			t.Errorf("%+v", c)
		}
	}
}

func TestHeadingsInAnyOrderAndSpelling(t *testing.T) {
	for name, heading := range map[string]string{
		"capitals":           "ANTWORT;QUELLE;EINWILLIGUNG;KENNUNG",
		"blanks and marks":   " Antwort : ; Quelle? ; Einwilligung* ;Kennung",
		"no-break blanks":    "Text\u00a0der\u00a0Antwort;Quelle;Einwilligung;Kennung",
		"underscores":        "answer_text;source;consent;participant_id",
		"explained":          "Antwort (max. 2 Seiten);Quelle;Einwilligung (ja/nein);Kennung",
		"Polish, decomposed": "odpowiedz\u0301;z\u0301ro\u0301dło;zgoda;identyfikator",
		"mixed languages":    "odpowiedź;source;Einwilligung;uczestnik",
	} {
		p := read(t, "a.csv", heading+"\nJa.;student;ja;T01\n", Hint{})
		if p.Error != nil || len(p.Candidates) != 1 || p.Candidates[0].Use != UseYes || p.Candidates[0].Answer.Origin.Participant != "T01" {
			t.Errorf("%s: %v %+v", name, p.Error, p.Candidates)
		}
	}
}

func TestWhenTwoColumnsMeanTheSameTheClearerOneWins(t *testing.T) {
	p := read(t, "a.csv", "Nr;Teilnehmer;Antwort;Quelle;Einwilligung\n1;T07;Ja.;student;ja\n", Hint{})
	if c := p.Candidates[0]; c.Answer.Origin.Participant != "T07" {
		t.Errorf("participant %q", c.Answer.Origin.Participant)
	}
	if diff := cmp.Diff([]string{"Nr"}, p.Table.Unknown); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownColumnsAreNotesAndNamesAreNotKept(t *testing.T) {
	p := read(t, "a.csv", "id;Antwort;Quelle;Einwilligung;Semester;Nachname;E-Mail\nT01;Ja.;student;ja;7;Muster;m@x.example\n", Hint{})
	c := p.Candidates[0]
	if diff := cmp.Diff([]Note{{"Semester", "7"}}, c.Notes); diff != "" {
		t.Errorf("notes (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Semester", "Nachname", "E-Mail"}, p.Table.Unknown); diff != "" {
		t.Error(diff)
	}
}

func TestAQualificationBelongsToTheOriginOfAHumanAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		heading, source, cell string
		want                  study.Qualification
		notes                 int
	}{
		"German":                        {"Qualifikation", "Fachperson", "erfahrene Fachperson", study.LevelExperienced, 0},
		"Polish":                        {"Kwalifikacje", "prawnik", "inny specjalista", study.LevelOther, 0},
		"English":                       {"Qualification", "student", "Trainee", study.LevelTrainee, 0},
		"stored word":                   {"qualification", "Fachperson", "experienced-professional", study.LevelExperienced, 0},
		"empty: what the source says":   {"Qualifikation", "Referendarin", "", study.LevelTrainee, 0},
		"in own words: kept beside":     {"Qualifikation", "Fachperson", "14 Jahre Mietrecht", "", 1},
		"own words beside a known word": {"Qualifikation", "Studentin", "4. Semester", study.LevelStudent, 1},
		"of a model: none":              {"Qualifikation", "KI", "student", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, "a.csv", "Antwort;Quelle;"+c.heading+";Kennung;Einwilligung\nJa.;"+c.source+";"+c.cell+";P07;ja\n", Hint{})
			if len(p.Candidates) != 1 {
				t.Fatalf("%+v", p)
			}
			got := p.Candidates[0]
			if got.Answer.Origin.Qualification != c.want || len(got.Notes) != c.notes {
				t.Errorf("qualification %q, want %q; notes %+v, want %d", got.Answer.Origin.Qualification, c.want, got.Notes, c.notes)
			}
		})
	}
}

func TestRowsThatAreNoAnswersAreListed(t *testing.T) {
	p := read(t, "a.csv", "id;Antwort;Quelle;Einwilligung\nT01;Ja.;student;ja\nT02;;student;ja\nid;Antwort;Quelle;Einwilligung\nSumme: 2;;;\nT03;Nein.;Marsmensch;ja\n", Hint{})
	var got []string
	for _, c := range p.Candidates {
		got = append(got, c.Answer.File.At+" "+string(c.Use)+" "+problemID(c))
	}
	want := []string{"row 2 yes ", "row 3 no intake.no-answer", "row 5 no intake.no-answer", "row 6 check intake.source-unclear"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if p.Skipped["repeated-heading"] != 1 {
		t.Errorf("skipped %v", p.Skipped)
	}
}

func TestTextsThatASpreadsheetWouldRun(t *testing.T) {
	for text, flagged := range map[string]bool{
		`=HYPERLINK("http://x.example")`: true, "=1+1": true, " =A1": true, "@SUM(A1:A9)": true, "+SUM(A1)": true, "-2+3*cmd": true,
		"+A1": true, "-cmd|' /C calc'!A0": true, "+49 30 123456": false, "-1 ist falsch": false, "- Punkt eins (siehe unten)": false,
		"@Müller: bitte prüfen": false, "Ja = nein": false, "–5 Grad": false, "-Verjährung (§ 195 BGB)": false, "+/- 0": false,
	} {
		if got := formulaStart.MatchString(text); got != flagged {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// book makes a workbook from rows, sheet by sheet.
func book(t *testing.T, fill func(*excelize.File) error) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if err := fill(f); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMergedCellsCountForTheirRowsButNoConsentDoes(t *testing.T) {
	data := book(t, func(f *excelize.File) error {
		for cell, v := range map[string]string{
			"A1": "id", "B1": "answer", "C1": "source", "D1": "consent", "A2": "T01", "B2": "Ja.", "C2": "student", "D2": "yes",
			"A3": "T02", "B3": "Nein.",
		} {
			if err := f.SetCellValue("Sheet1", cell, v); err != nil {
				return err
			}
		}
		if err := f.MergeCell("Sheet1", "C2", "C3"); err != nil {
			return err
		}
		return f.MergeCell("Sheet1", "D2", "D3")
	})
	p := read(t, "a.xlsx", data, Hint{})
	if len(p.Candidates) != 2 || p.Candidates[0].Use != UseYes {
		t.Fatalf("%+v", p)
	}
	if c := p.Candidates[1]; c.Answer.Condition != study.Student || c.Use != UseCheck || problemID(c) != "intake.consent-unclear" {
		t.Errorf("%+v", c)
	}
}

func TestSeveralSheetsWithAnswersAreAllRead(t *testing.T) {
	data := book(t, func(f *excelize.File) error {
		for _, sheet := range []string{"Sheet1", "Gruppe B", "Alt", "Notizen"} {
			if sheet != "Sheet1" {
				if _, err := f.NewSheet(sheet); err != nil {
					return err
				}
			}
			rows := [][]any{{"Antwort", "Quelle"}, {"Text auf " + sheet, "KI"}}
			if sheet == "Notizen" {
				rows = [][]any{{"Was"}, {"x"}}
			}
			for i, r := range rows {
				if err := f.SetSheetRow(sheet, "A"+string(rune('1'+i)), &r); err != nil {
					return err
				}
			}
		}
		return f.SetSheetVisible("Alt", false)
	})
	p := read(t, "a.xlsx", data, Hint{})
	var at, asked []string
	for _, c := range p.Candidates {
		at = append(at, c.Answer.File.At)
	}
	for _, q := range p.Questions {
		asked = append(asked, q.ID)
	}
	if diff := cmp.Diff([]string{"Sheet1, row 2", "Gruppe B, row 2"}, at); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"intake.hidden-sheet", "intake.sheet-not-read"}, asked); diff != "" {
		t.Error(diff)
	}
}

func TestHiddenRowsAndFullCellsAreMentioned(t *testing.T) {
	data := book(t, func(f *excelize.File) error {
		for i, r := range [][]any{{"Antwort", "Quelle"}, {strings.Repeat("a", excelize.TotalCellChars), "KI"}, {"kurz", "KI"}} {
			if err := f.SetSheetRow("Sheet1", "A"+string(rune('1'+i)), &r); err != nil {
				return err
			}
		}
		return f.SetRowVisible("Sheet1", 3, false)
	})
	p := read(t, "a.xlsx", data, Hint{})
	if len(p.Remarks) != 1 || p.Remarks[0].ID != "intake.cell-full" || p.Remarks[0].Row != 2 {
		t.Errorf("%v", p.Remarks)
	}
	if len(p.Questions) != 1 || p.Questions[0].ID != "intake.hidden-rows" || len(p.Candidates) != 2 {
		t.Errorf("%v", p.Questions)
	}
}

func TestWhereTwoEncodingsFitThePersonIsAsked(t *testing.T) {
	const data = "answer;source\nSe\xf1or X haftet.;KI\n"
	p := read(t, "a.csv", data, Hint{})
	if len(p.Questions) != 1 || p.Questions[0].ID != "intake.encoding-unsure" || p.Questions[0].Args["sample"] == p.Questions[0].Args["otherSample"] {
		t.Fatalf("%v", p.Questions)
	}
	chosen := read(t, "a.csv", data, Hint{Encoding: "windows-1252"})
	if chosen.Candidates[0].Answer.Text != "Señor X haftet." || chosen.Table.Encoding != "windows-1252" || len(chosen.Questions) != 0 {
		t.Errorf("%+v", chosen)
	}
	if chosen.File.SHA256 != p.File.SHA256 {
		t.Error("the checksum is not that of the file")
	}
}

func TestDocumentsAreNotTakenForTables(t *testing.T) {
	for name, text := range map[string]string{
		"a.txt":  "Antwort\n\nDie Kündigung ist unwirksam; ein Brief reicht nicht.\n",
		"b.txt":  "Ja, weil a, b\nNein, weil c, d\nDoch, weil e, f\nUnd, oder, nicht\n",
		"c.md":   "| Punkt | Ergebnis |\n|---|---|\n| Form | erfüllt |\n",
		"d.docx": "Die Kündigung ist unwirksam.",
	} {
		p := read(t, name, text, Hint{Condition: study.Control})
		if p.Table != nil || len(p.Candidates) != 1 || p.Candidates[0].Answer.Text != text {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
