package report_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// written puts the files for a statistician into a folder with a blank in its name and gives their texts.
func written(t *testing.T, m *report.Model, l study.Language) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "IUCOM Studien")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"ratings.csv": func(b *bytes.Buffer) error { return report.Ratings(b, m) },
		"figures.csv": func(b *bytes.Buffer) error { return report.FigureTable(b, m) },
		"pairs.csv":   func(b *bytes.Buffer) error { return report.Pairs(b, m) },
		"analysis.R":  func(b *bytes.Buffer) error { return report.RScript(b, catalogue(t, l)) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		files[name] = b.String()
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, files
}

// inR runs the script where R is installed; ok is false where it is not.
func inR(t *testing.T, dir string) (out string, failed, ok bool) {
	t.Helper()
	r, err := exec.LookPath("Rscript")
	if err != nil {
		t.Log("R is not installed here: the script's text was checked, its figures were not compared")
		return "", false, false
	}
	raw, err := exec.CommandContext(t.Context(), r, "--vanilla", filepath.Join(dir, "analysis.R"), "--figures-only").CombinedOutput()
	return string(raw), err != nil, true
}

func TestRComesToTheSameFigures(t *testing.T) {
	for name, m := range variants(t) {
		if name == "nothing" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			dir, _ := written(t, m, study.German)
			out, failed, ok := inR(t, dir)
			if !ok {
				return
			}
			if failed || strings.Contains(out, "VERSCHIEDEN") || strings.Contains(out, "nicht nachgerechnet") {
				t.Errorf("R does not agree:\n%s", out)
			}
		})
	}
}

func TestRFindsAFigureThatWasChanged(t *testing.T) {
	for what, change := range map[string][2]string{
		"value": {"alpha_category_nominal,0.68", "alpha_category_nominal,0.69"},
		"limit": {",0.6720023", ",0.6720123"},
	} {
		t.Run(what, func(t *testing.T) {
			dir, files := written(t, tenancy(t), study.English)
			changed := strings.Replace(files["figures.csv"], change[0], change[1], 1)
			if changed == files["figures.csv"] {
				t.Fatalf("no %q in the table", change[0])
			}
			if err := os.WriteFile(filepath.Join(dir, "figures.csv"), []byte(changed), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, failed, ok := inR(t, dir); ok && (!failed || !strings.Contains(out, "1 different")) {
				t.Errorf("nothing was found:\n%s", out)
			}
		})
	}
}

func TestTheScriptNamesEveryKindOfFigureAndNeedsNoPackage(t *testing.T) {
	for _, l := range study.Languages() {
		_, files := written(t, tenancy(t), l)
		script := files["analysis.R"]
		if found := regexp.MustCompile(`library\(|require\(|::|‹|<no value>|setwd|install`).FindString(script); found != "" {
			t.Errorf("%s: the script holds %q", l, found)
		}
		for _, line := range strings.Split(script, "\n") {
			if code, _, _ := strings.Cut(line, "#"); strings.ContainsFunc(code, func(r rune) bool { return r > '~' }) {
				t.Errorf("%s: outside remarks the script is plain ASCII, not %q", l, line)
			}
		}
		for _, n := range tenancy(t).Figures.List() {
			kind, _, _ := strings.Cut(strings.TrimPrefix(n.Name, "with_ai."), ".")
			kind, _, _ = strings.Cut(kind, "_")
			if !strings.Contains(script, `"`+kind) {
				t.Errorf("%s: no figure called %s…", l, kind)
			}
		}
	}
}

func TestTheTidyTablesAreForMachines(t *testing.T) {
	_, files := written(t, tenancy(t), study.German)
	for name, rows := range map[string]int{"ratings.csv": 1 + 6*4, "figures.csv": 1 + len(tenancy(t).Figures.List())} {
		all, err := csv.NewReader(strings.NewReader(files[name])).ReadAll()
		if err != nil || len(all) != rows {
			t.Fatalf("%s: %d rows, want %d; %v", name, len(all), rows, err)
		}
		for _, row := range all {
			if slices.Contains(row, "") {
				t.Errorf("%s: an empty cell in %q", name, row)
			}
		}
		golden(t, name, files[name])
	}
	if strings.Contains(files["ratings.csv"], "fehlt") || !strings.Contains(files["ratings.csv"], ",NA,") {
		t.Error("what is missing is NA in a table for machines")
	}
}
