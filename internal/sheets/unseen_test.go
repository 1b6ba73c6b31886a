package sheets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/sheets"
)

// table is a sheet as a person sees it in a spreadsheet: rows of cells, headings and all.
type table [][]string

// sentBack is a sheet of four answers, filled in without any fault; every unseen sheet is this one after something
// happened to it.
func sentBack() table {
	return table{
		{"# Studie", "MIETE"},
		{"# Bewertende", "R02"},
		{"# Sprache", "de"},
		{"Code", "Kategorie", "Übereinstimmung %", "Note 1–5", "Rasterstufe", "Zielfrage", "Herkunft (zuletzt!)", "Bemerkungen"},
		{"X", "korrekt", "90", "1", "1", "ja", "Mensch", "§ 5 geprüft; gut"},
		{"Y", "unvollständig", "45", "3", "3", "nein", "KI", ""},
		{"Z", "halluziniert", "5", "5", "gesperrt", "unbestimmt", "Mensch", "Zitat „fehlt“"},
		{"W", "korrekt", "80", "2", "2", "ja", "KI", "= keine Formel?"},
	}
}

// sheetColumns are the machine names of the columns of sentBack, in their order.
var sheetColumns = []string{"code", "category", "agreement", "grade", "grid", "target", "origin", "comment"}

const headingsAt = 3

// with gives the table with the cell of a code changed.
func (s table) with(code, column, text string) table {
	for _, row := range s[headingsAt+1:] {
		if row[0] == code {
			row[slices.Index(sheetColumns, column)] = text
			return s
		}
	}
	panic("no code " + code)
}

// understoodAs are the values of sentBack as stored, code and column apart by a full stop.
func understoodAs() map[string]string {
	want := make(map[string]string)
	for _, line := range []string{
		"X correct 90 1 1 yes human §_5_geprüft;_gut", "Y incomplete 45 3 3 no ai -",
		"Z hallucinated 5 5 blocked indeterminate human Zitat_„fehlt“", "W correct 80 2 2 yes ai =_keine_Formel?",
	} {
		f := strings.Fields(line)
		for i, column := range sheetColumns[1:] {
			want[f[0]+"."+column] = strings.ReplaceAll(strings.Replace(f[i+1], "-", "", 1), "_", " ")
		}
	}
	return want
}

// stageReading is what the stage says about a sheet.
type stageReading struct {
	Reviewer *string
	Ratings  []map[string]any
	Refused  []struct {
		Row           int
		Column, Value string
		Reason        string
	}
	Ignored    []struct{ Row int }
	Questions  []any
	Understood []any
	Error      *string
}

func stageReads(t testing.TB, name string, data []byte) stageReading {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(map[string]any{"file": file, "codes": []string{"X", "Y", "Z", "W"}, "gold": true, "target": true})
	if err != nil {
		t.Fatal(err)
	}
	out, err := sheets.Stage(context.Background(), line)
	if err != nil {
		why := err.Error()
		return stageReading{Error: &why}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	var r stageReading
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// values gives every value taken, code and column apart by a full stop; a missing one is "".
func (r stageReading) values() map[string]string {
	got := make(map[string]string)
	for _, rating := range r.Ratings {
		for _, column := range sheetColumns[1:] {
			text := ""
			if v := rating[column]; v != nil {
				text = fmt.Sprint(v)
			}
			got[fmt.Sprint(rating["code"])+"."+column] = text
		}
	}
	return got
}

// expects checks a reading against a short list of expectations; every cell that it does not name must be as in
// sentBack.
//
//	X.grade=2   the cell is read as 2        X.grade!    the cell is refused      X.grade-    the cell is missing, without a word
//	X.grade~    the person declined: the cell is listed, and is no fault
//	X!          the row is refused           X-          the row is not there     whole!      nothing is taken, and the sheet is refused
//	ask         something is asked           ignored     a row is listed          shown       something is shown as understood
func (r stageReading) expects(t testing.TB, expectations string) {
	t.Helper()
	want, rows, cells, told := understoodAs(), 0, 0, make(map[string]bool)
	declined := 0
	for _, e := range strings.Fields(expectations) {
		cell, value, set := strings.Cut(e, "=")
		key := strings.TrimRight(e, "!-~")
		switch {
		case set:
			want[cell] = strings.NewReplacer("_", " ", "~", "\n").Replace(value)
		case !strings.ContainsAny(e, "!-~"), key == "whole":
			told[key] = true
		case strings.Contains(key, "."):
			want[key] = ""
			if strings.HasSuffix(e, "~") {
				declined++
			}
			if strings.HasSuffix(e, "!") {
				cells++
				r.checkRefused(t, key)
			}
		default:
			for _, column := range sheetColumns[1:] {
				delete(want, key+"."+column)
			}
			if strings.HasSuffix(e, "!") {
				rows++
			}
		}
	}
	if told["whole"] {
		if r.Error == nil || len(r.Ratings) > 0 {
			t.Errorf("taken: %v, refused %v, asked %v", r.values(), r.Refused, r.Questions)
		}
		return
	}
	if r.Error != nil {
		t.Errorf("refused as a whole: %s", *r.Error)
		return
	}
	got := r.values()
	for key, value := range want {
		if now, there := got[key]; !there || now != value {
			t.Errorf("%s is %q (there: %v), want %q", key, now, there, value)
		}
	}
	for key := range got {
		if _, there := want[key]; !there {
			t.Errorf("%s is taken, want none", key)
		}
	}
	listed := 0
	for _, x := range r.Refused {
		if x.Reason == "no-judgement" {
			listed++
		}
	}
	if len(r.Refused) != rows+cells+declined || listed < declined {
		t.Errorf("refused %v, want %d rows, %d cells, %d declined", r.Refused, rows, cells, declined)
	}
	for about, found := range map[string]bool{"ask": len(r.Questions) > 0, "ignored": len(r.Ignored) > 0} {
		if found != told[about] {
			t.Errorf("%s: %v, want %v: asked %v, ignored %v", about, found, told[about], r.Questions, r.Ignored)
		}
	}
	if told["shown"] && len(r.Understood) == 0 {
		t.Errorf("nothing is shown as understood")
	}
}

func (r stageReading) checkRefused(t testing.TB, cell string) {
	t.Helper()
	code, column, _ := strings.Cut(cell, ".")
	for _, x := range r.Refused {
		if x.Row > 0 && x.Reason != "" && x.Value != "" && x.Column != "" {
			return
		}
	}
	t.Errorf("%s of %s is not refused with its place: %v", column, code, r.Refused)
}
