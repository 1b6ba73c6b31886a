package handout_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "write the golden files")

var moment = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func input() handout.Input {
	return handout.Input{
		Study: study.Study{ID: "DEMO-MIETE-01", Name: "Demo"},
		Test:  study.Test{ID: "T1", UseGold: true},
		Case: study.Case{
			Title: "Kündigung", LawAsOf: "2026-03-01", Facts: "Die Mieterin schuldet 780 Euro.", TargetQuestion: "Ist sie wirksam?",
			Reference: study.Known(study.No), ReferenceBy: "Festlegung-7",
		},
		Answers: []study.BlindedAnswer{
			{Code: "X", Text: "Die Kündigung ist nach § 33 MRG unwirksam.\n\nSie <b>muss</b> gerichtlich erfolgen."},
			{Code: "Y", Text: "Sie ist wirksam & gilt."},
		},
		Gold:       []study.GoldDocument{{Name: "gutachten-maria.txt", Text: "Unwirksam.", SHA256: strings.Repeat("e", 64)}},
		Reviewer:   "R01",
		Commitment: handout.Commitment{Key: strings.Repeat("a", 64), Log: strings.Repeat("b", 64)},
		Moment:     moment,
	}
}

func catalogue(t rapid.TB, l study.Language) *lang.Catalogue {
	t.Helper()
	cat, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

func build(t rapid.TB, in handout.Input, l study.Language) []folder.File {
	t.Helper()
	files, err := handout.Build(in, catalogue(t, l))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func pack(t rapid.TB, files []folder.File) []byte {
	t.Helper()
	data, err := handout.Zip(files, moment)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func names(files []folder.File) (list []string) {
	for _, f := range files {
		list = append(list, f.Name)
	}
	return list
}

func content(t rapid.TB, files []folder.File, name string) string {
	t.Helper()
	i := slices.IndexFunc(files, func(f folder.File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("%s is missing among %v", name, names(files))
	}
	return string(files[i].Data)
}

func TestTheFolderHoldsWhatReviewersGetInTheStudysLanguage(t *testing.T) {
	want := map[study.Language][]string{
		study.English: {"00_Instructions.txt", "01_Question.txt", "02_Gold_standard_1.txt", "03_All_answers.html", "03_All_answers.txt",
			"Answers/Answer_X.docx", "Answers/Answer_X.txt", "Answers/Answer_Y.docx", "Answers/Answer_Y.txt", "Bewertung_DEMO-MIETE-01_R01.csv", "Bewertung_DEMO-MIETE-01_R01.html", "Bewertung_DEMO-MIETE-01_R01.xlsx", "commitment.json"},
		study.German: {"00_Anleitung.txt", "01_Frage.txt", "02_Goldstandard_1.txt", "03_Alle_Antworten.html", "03_Alle_Antworten.txt",
			"Antworten/Antwort_X.docx", "Antworten/Antwort_X.txt", "Antworten/Antwort_Y.docx", "Antworten/Antwort_Y.txt", "Bewertung_DEMO-MIETE-01_R01.csv", "Bewertung_DEMO-MIETE-01_R01.html", "Bewertung_DEMO-MIETE-01_R01.xlsx", "commitment.json"},
		study.Polish: {"00_Instrukcja.txt", "01_Pytanie.txt", "02_Zloty_standard_1.txt", "03_Wszystkie_odpowiedzi.html", "03_Wszystkie_odpowiedzi.txt",
			"Bewertung_DEMO-MIETE-01_R01.csv", "Bewertung_DEMO-MIETE-01_R01.html", "Bewertung_DEMO-MIETE-01_R01.xlsx", "Odpowiedzi/Odpowiedz_X.docx", "Odpowiedzi/Odpowiedz_X.txt", "Odpowiedzi/Odpowiedz_Y.docx", "Odpowiedzi/Odpowiedz_Y.txt", "commitment.json"},
	}
	for _, l := range study.Languages() {
		files := build(t, input(), l)
		if diff := cmp.Diff(want[l], names(files)); diff != "" {
			t.Errorf("%s: %s", l, diff)
		}
		for _, f := range files {
			if strings.Contains(string(f.Data), "‹") && !strings.HasSuffix(f.Name, ".xlsx") {
				t.Errorf("%s: %s holds a text that is not translated", l, f.Name)
			}
		}
	}
}

func TestGermanFolderLooksAsAgreed(t *testing.T) {
	for _, f := range build(t, input(), study.German) {
		if strings.HasSuffix(f.Name, "x") || strings.HasPrefix(f.Name, "Bewertung") {
			continue // packed documents have tests of their own, and sheets those of package sheets
		}
		golden := filepath.Join("testdata", "golden", filepath.Base(f.Name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(f.Data)); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", f.Name, diff)
		}
	}
}

func TestWhatIsNotForReviewersIsNotThere(t *testing.T) {
	in := input()
	for _, f := range build(t, in, study.German) {
		for _, no := range []string{"Festlegung-7", "gutachten-maria", in.Gold[0].SHA256, "http://", "https://"} {
			if strings.Contains(string(f.Data), no) && !strings.HasSuffix(f.Name, ".xlsx") {
				t.Errorf("%s holds %q", f.Name, no)
			}
		}
	}
	if strings.Contains(content(t, build(t, in, study.German), "03_Alle_Antworten.html"), "<script") {
		t.Error("the page of the answers holds a script")
	}
	in.Test.UseGold = false
	for _, f := range build(t, in, study.German) {
		if strings.Contains(f.Name, "Gold") || strings.Contains(string(f.Data), "Kategorie") && !strings.HasSuffix(f.Name, ".xlsx") {
			t.Errorf("%s speaks of the gold standard in a test without one", f.Name)
		}
	}
}

func TestTheSheetCarriesTheChecksumOfTheAnswersAndComesBack(t *testing.T) {
	in := input()
	cat := catalogue(t, study.German)
	files := build(t, in, study.German)
	sum := sha256.Sum256([]byte(content(t, files, "03_Alle_Antworten.txt")))
	form := in.Form(cat)
	if form.Checksum != hex.EncodeToString(sum[:]) {
		t.Errorf("checksum %s", form.Checksum)
	}
	for _, ending := range []string{"csv", "xlsx"} {
		data := content(t, files, form.FileName(ending))
		r, err := sheets.Read(t.Context(), "x."+ending, []byte(data), form, sheets.Options{})
		if err != nil || r.Reviewer != "R01" || len(r.Ratings) != 2 {
			t.Errorf("%s: %+v, %v", ending, r, err)
		}
		in.Answers[0].Text += "!"
		_, err = sheets.Read(t.Context(), "x."+ending, []byte(data), in.Form(cat), sheets.Options{})
		if !study.HasProblem(err, "ratings.other-folder") {
			t.Errorf("%s: a sheet of another blind folder gives %v", ending, err)
		}
	}
}

func TestEqualInputGivesEqualBytesWithOneTimeEverywhere(t *testing.T) {
	one, two := pack(t, build(t, input(), study.Polish)), pack(t, build(t, input(), study.Polish))
	if !bytes.Equal(one, two) {
		t.Error("two zips of the same folder differ")
	}
	eachPart(t, one, "", func(name string, part *zip.File, _ []byte) {
		if !part.Modified.Equal(moment) {
			t.Errorf("%s has the time %s", name, part.Modified)
		}
	})
}

func TestAStudyWithUmlautsGivesPlainNames(t *testing.T) {
	in := input()
	in.Study.ID = "Prüfung Wohnrecht"
	if got := names(build(t, in, study.German)); !slices.Contains(got, "Bewertung_Pruefung_Wohnrecht_R01.csv") {
		t.Errorf("%v", got)
	}
}

func TestAFolderThatWouldBeWrongIsRefused(t *testing.T) {
	cases := map[string]func(*handout.Input){
		"handout.no-answers":   func(in *handout.Input) { in.Answers = nil },
		"handout.no-gold":      func(in *handout.Input) { in.Gold = nil },
		"handout.empty-answer": func(in *handout.Input) { in.Answers[1].Text = "" },
		"handout.code-twice":   func(in *handout.Input) { in.Answers[1].Code = "X" },
	}
	for id, spoil := range cases {
		in := input()
		spoil(&in)
		if _, err := handout.Build(in, catalogue(t, study.German)); !study.HasProblem(err, id) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// eachPart calls see for every file of a zip and of the zips in it.
func eachPart(t rapid.TB, data []byte, prefix string, see func(name string, part *zip.File, content []byte)) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range r.File {
		from, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		inside, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		name := prefix + part.Name
		see(name, part, inside)
		if strings.HasSuffix(name, ".xlsx") || strings.HasSuffix(name, ".docx") {
			eachPart(t, inside, name+"!", see)
		}
	}
}

func ExampleCommitment() {
	c, err := handout.ReadCommitment([]byte(`{"format":"iucom-commitment/1","key":"ab","log":"cd"}`))
	fmt.Println(c.Key, c.Log, err)
	// Output: ab cd <nil>
}
