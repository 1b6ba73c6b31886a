package handout_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/study"
)

func audit(t rapid.TB, data []byte, s handout.Secrets) []handout.Finding {
	t.Helper()
	found, err := handout.Audit(data, s)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// origins are sixty answers whose origins, files and IDs could be told apart anywhere.
func origins(t *rapid.T) []study.Answer {
	word := rapid.StringMatching(`[A-Z][a-z]{5,9}[0-9]{2}`)
	hexDigits := rapid.StringMatching(`[0-9a-f]{64}`)
	answers := make([]study.Answer, 60)
	for i := range answers {
		answers[i] = study.Answer{
			ID: fmt.Sprintf("a%02d", i+1), Condition: rapid.SampledFrom(study.Conditions()).Draw(t, "condition"),
			Origin: study.Origin{
				Provider: word.Draw(t, "provider") + " (fictional)", Model: word.Draw(t, "model") + "-chat", Version: "build-" + word.Draw(t, "version"),
				Participant: fmt.Sprintf("T%02d", i+1),
			},
			File: study.SourceFile{Name: word.Draw(t, "file") + "_antwort.docx", SHA256: hexDigits.Draw(t, "checksum")},
		}
	}
	return answers
}

func TestNoOriginReachesTheBlindFolder(t *testing.T) {
	// Letters from which no product can be spelled by chance: of "xai" between blanks the audit tells, and rightly.
	text := rapid.StringMatching(`[a-fäöü§ ,.<>&"'=@+-]{20,200}`)
	rapid.Check(t, func(t *rapid.T) {
		answers := origins(t)
		in := input()
		in.Answers = nil
		for _, code := range study.CodesFor(len(answers)) {
			in.Answers = append(in.Answers, study.BlindedAnswer{Code: code, Text: "§ " + text.Draw(t, "text")})
		}
		files, err := handout.Build(in, catalogue(t, rapid.SampledFrom(study.Languages()).Draw(t, "language")))
		if err != nil {
			t.Fatal(err)
		}
		data := pack(t, files)
		secrets := handout.SecretsOf(answers)
		if found := audit(t, data, secrets); len(found) > 0 {
			t.Fatalf("findings %+v", found)
		}
		eachPart(t, data, "", func(name string, part *zip.File, content []byte) {
			text := part.Name + "\n" + string(content)
			for _, s := range secrets.Texts {
				if s.Kind != handout.Participant && s.Kind != handout.AnswerID && strings.Contains(text, s.Text) {
					t.Fatalf("%s holds %s %q", name, s.Kind, s.Text)
				}
			}
		})
	})
}

func TestTheAuditFindsWhatWasPlanted(t *testing.T) {
	secrets := handout.SecretsOf([]study.Answer{{
		ID: "a07", Origin: study.Origin{Provider: "Lumen AI (fictional)", Model: "lumen-chat-4", Version: "fp_demo_7a1c", Participant: "T02"},
		File: study.SourceFile{Name: "03_other_ai.md", SHA256: strings.Repeat("3c", 32)},
	}})
	workbook := func(fill func(*excelize.File) error) []byte {
		f := excelize.NewFile()
		if err := fill(f); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	cases := []struct {
		name string
		file folder.File
		what handout.Kind
	}{
		{"provider in a text", folder.File{Name: "a.txt", Data: []byte("wie LUMEN AI sagt")}, handout.Provider},
		{"model in a name", folder.File{Name: "lumen-chat-4.txt", Data: []byte("x")}, handout.Model},
		{"version in a text", folder.File{Name: "a.txt", Data: []byte("(fp_demo_7a1c)")}, handout.Version},
		{"participant", folder.File{Name: "a.txt", Data: []byte("von T02 am")}, handout.Participant},
		{"file name", folder.File{Name: "a.txt", Data: []byte("03_other_ai.md")}, handout.FileName},
		{"file name without ending", folder.File{Name: "x/03_OTHER_AI.html", Data: []byte("x")}, handout.FileName},
		{"checksum", folder.File{Name: "a.json", Data: []byte(strings.ToUpper(strings.Repeat("3c", 32)))}, handout.Checksum},
		{"answer ID", folder.File{Name: "a.json", Data: []byte(`{"id":"a07"}`)}, handout.AnswerID},
		{"escaped in a page", folder.File{Name: "a.html", Data: []byte("<p>Lumen&#32;AI</p>")}, handout.Provider},
		{"escaped in the data of a page", folder.File{Name: "a.html", Data: []byte(`<script>{"a":"x\nLumen\u0020AI"}</script>`)}, handout.Provider},
		{"UTF-16", folder.File{Name: "a.csv", Data: []byte("\xff\xfel\x00u\x00m\x00e\x00n\x00-\x00c\x00h\x00a\x00t\x00-\x004\x00")}, handout.Model},
		{"Windows-1252", folder.File{Name: "a.csv", Data: []byte("\xe4 T02;x")}, handout.Participant},
		{"self-naming", folder.File{Name: "a.txt", Data: []byte("Hinweis: Ich bin eine KI und ersetze keine Beratung.")}, handout.SelfNaming},
		{"property of a workbook", folder.File{Name: "a.xlsx", Data: workbook(func(f *excelize.File) error {
			return f.SetDocProps(&excelize.DocProperties{Creator: "T02"})
		})}, handout.Participant},
		{"comment in a workbook", folder.File{Name: "a.xlsx", Data: workbook(func(f *excelize.File) error {
			return f.AddComment("Sheet1", excelize.Comment{Cell: "A1", Author: "x", Text: "siehe 03_other_ai.md"})
		})}, handout.FileName},
		{"cell of a workbook", folder.File{Name: "a.xlsx", Data: workbook(func(f *excelize.File) error {
			return f.SetCellStr("Sheet1", "T2", "lumen-chat-4")
		})}, handout.Model},
		{"property of a document", folder.File{Name: "a.docx", Data: pack(t, []folder.File{{Name: "docProps/core.xml", Data: []byte("<x>T02</x>")}})}, handout.Participant},
		{"properties at all", folder.File{Name: "a.docx", Data: pack(t, []folder.File{{Name: "docProps/app.xml", Data: []byte("<x/>")}})}, handout.Trace},
		{"editing of a document", folder.File{Name: "a.docx", Data: pack(t, []folder.File{{Name: "word/document.xml", Data: []byte(`<w:p w:rsidR="00AA12"/>`)}})}, handout.Trace},
		{"name cut into runs", folder.File{Name: "a.docx", Data: pack(t, []folder.File{{Name: "word/document.xml", Data: []byte("<w:t>lumen-</w:t><w:t>chat-4</w:t>")}})}, handout.Model},
		{"workbook in a zip", folder.File{Name: "b.zip", Data: pack(t, []folder.File{{Name: "a.txt", Data: []byte("a07")}})}, handout.AnswerID},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := audit(t, pack(t, []folder.File{c.file}), secrets)
			if !slices.ContainsFunc(found, func(f handout.Finding) bool { return f.What == c.what && f.Excerpt != "" }) {
				t.Errorf("findings %+v, want %s", found, c.what)
			}
		})
	}
}

func TestAProviderCalledLikeTheProgramIsFoundInAnswersOnly(t *testing.T) {
	secrets := handout.SecretsOf([]study.Answer{{Condition: study.OtherAI, Origin: study.Origin{Provider: "IUCOM", Model: "iucom"}}})
	for _, l := range study.Languages() {
		for _, says := range []string{"", "IUCOM sagt: unwirksam."} {
			in := input()
			in.Answers[0].Text += "\n\n" + says
			files, err := handout.Build(in, catalogue(t, l))
			if err != nil {
				t.Fatal(err)
			}
			if found := audit(t, pack(t, files), secrets); (len(found) > 0) != (says != "") {
				t.Errorf("%s, the answer says %q: %v", l, says, found)
			}
		}
	}
}

func TestAPlaceInASheetIsNoParticipant(t *testing.T) {
	in := input()
	in.Answers[0].Text = "Antwort"
	data := pack(t, build(t, in, study.German))
	found := audit(t, data, handout.SecretsOf([]study.Answer{
		{ID: "a01", Origin: study.Origin{Participant: "A1"}}, {ID: "a02", Origin: study.Origin{Participant: "B10"}},
		{ID: "a03", Origin: study.Origin{Participant: "D11"}},
	}))
	if len(found) > 0 {
		t.Errorf("findings %+v", found)
	}
}

func TestANameThatTheQuestionIsAboutIsMarked(t *testing.T) {
	secrets := handout.SecretsOf([]study.Answer{{ID: "a01", Origin: study.Origin{Provider: "Nordlicht"}}})
	secrets.Public = []string{"Haftet die Nordlicht GmbH?"}
	found := audit(t, pack(t, []folder.File{{Name: "a.txt", Data: []byte("Nordlicht haftet.")}}), secrets)
	if len(found) != 1 || !found[0].Public {
		t.Errorf("findings %+v", found)
	}
}

func TestAnotherTimeAndARemarkOfTheArchiveAreFound(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i, name := range []string{"a.txt", "b.txt"} {
		h := &zip.FileHeader{Name: name, Modified: moment.Add(time.Duration(i) * time.Hour)}
		if i == 1 {
			h.Comment = "aus dem Ordner student"
		}
		if _, err := w.CreateHeader(h); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	found := audit(t, b.Bytes(), handout.Secrets{})
	if len(found) != 2 || found[0].What != handout.TimeStamp || found[1].What != handout.Archive {
		t.Errorf("findings %+v", found)
	}
}
