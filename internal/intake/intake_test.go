package intake

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

// read reads data as a file of that name and fails the test when the program could not.
func read(t testing.TB, name, data string, hint Hint) Preview {
	t.Helper()
	p, err := Read(context.Background(), name, []byte(data), hint)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// readFile reads a file of testdata.
func readFile(t testing.TB, file string, hint Hint) Preview {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, file, string(data), hint)
}

// problemID is the ID of a candidate's problem; "" without one.
func problemID(c Candidate) string {
	if c.Problem == nil {
		return ""
	}
	return c.Problem.ID
}

func TestSampleStudyReadsAsItsKeySays(t *testing.T) {
	t.Run("students", func(t *testing.T) {
		p := readFile(t, "sample/05_students.csv", Hint{})
		type row struct {
			id      string
			aids    study.Maybe[bool]
			use     Use
			problem string
			row     int
		}
		var got []row
		for _, c := range p.Candidates {
			r := row{id: c.Answer.Origin.Participant, aids: c.Answer.Origin.Aids, use: c.Use, problem: problemID(c)}
			if c.Problem != nil {
				r.row = c.Problem.Row
			}
			got = append(got, r)
			if c.Answer.Condition != study.Student || c.Answer.Origin.Qualification != study.LevelStudent || c.Answer.Origin.Date != "2026-02-20" {
				t.Errorf("%s: %+v", r.id, c.Answer)
			}
		}
		want := []row{
			{"T01", study.Known(false), UseYes, "", 0},
			{"T02", study.Known(true), UseYes, "", 0},
			{"T03", study.Known(false), UseNo, "intake.no-consent", 4},
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{}, study.Maybe[bool]{})); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		const sum = "7f4bd3c1d709e3e9010b1aad7d9392bd52523206000ba6e154cfa7210bf9f4db"
		if p.File.SHA256 != sum {
			t.Errorf("SHA-256 %s", p.File.SHA256)
		}
	})
	t.Run("other AI", func(t *testing.T) {
		p := readFile(t, "sample/03_other_ai.json", Hint{Condition: study.OtherAI, Origin: study.Origin{Provider: "Lumen AI (fictional)"}})
		want := study.Origin{Provider: "Lumen AI (fictional)", Model: "lumen-chat-4-demo", Version: "fp_demo_7a1c", Date: "2026-03-02T09:00:00Z"}
		if diff := cmp.Diff(want, p.Candidates[0].Answer.Origin, cmp.AllowUnexported(study.Maybe[bool]{})); diff != "" || p.Candidates[0].Use != UseYes {
			t.Errorf("use %s, origin (-want +got)\n%s", p.Candidates[0].Use, diff)
		}
		same := readFile(t, "sample/03_other_ai.md", Hint{Condition: study.OtherAI})
		if strings.TrimSpace(same.Candidates[0].Answer.Text) != strings.TrimSpace(p.Candidates[0].Answer.Text) {
			t.Error("the chat JSON and the Markdown file hold different texts")
		}
	})
	t.Run("documents", func(t *testing.T) {
		for file, c := range map[string]study.Condition{"01_reporter.txt": study.Reporter, "02_control.txt": study.Control} {
			p := readFile(t, "sample/"+file, Hint{Condition: c})
			if len(p.Candidates) != 1 || p.Candidates[0].Use != UseYes || p.Format != "txt" {
				t.Errorf("%s: %+v", file, p)
			}
		}
		p := readFile(t, "sample/04_professional.txt", Hint{Condition: study.Professional, Origin: study.Origin{Participant: "P01", Consent: study.ConsentGiven}})
		if p.Candidates[0].Use != UseYes {
			t.Errorf("professional: %+v", p.Candidates[0])
		}
	})
}

func TestSmallExportsOfTheSample(t *testing.T) {
	for file, want := range map[string][]Use{
		"candidates_blocked.json": {UseNo}, "candidates_parts.json": {UseYes}, "messages_content_list.json": {UseYes},
		"output_items.json": {UseYes}, "own_fields_array.json": {UseYes, UseNo},
	} {
		p := readFile(t, "sample/formats/"+file, Hint{Condition: study.OtherAI})
		var got []Use
		for _, c := range p.Candidates {
			got = append(got, c.Use)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", file, diff)
		}
	}
}

func TestHumanAnswersNeedAClearConsent(t *testing.T) {
	for word, want := range map[string]struct {
		use     Use
		problem string
	}{
		"ja": {UseYes, ""}, "nein": {UseNo, "intake.no-consent"}, "": {UseCheck, "intake.consent-missing"},
		"vielleicht": {UseCheck, "intake.consent-unclear"}, "ja, aber": {UseCheck, "intake.consent-unclear"},
	} {
		p := read(t, "a.csv", "id;Antwort;Quelle;Einwilligung\nT01;Ja.;student;\""+word+"\"\n", Hint{})
		if c := p.Candidates[0]; c.Use != want.use || problemID(c) != want.problem {
			t.Errorf("consent %q: use %s, problem %q", word, c.Use, problemID(c))
		}
	}
	doc := read(t, "a.txt", "Die Kündigung ist unwirksam.", Hint{Condition: study.Student})
	if c := doc.Candidates[0]; c.Use != UseCheck || problemID(c) != "intake.consent-missing" {
		t.Errorf("document of a student without a word on consent: %+v", c)
	}
	ai := read(t, "a.csv", "id;Antwort;Quelle\nT01;Ja.;KI\n", Hint{})
	if ai.Candidates[0].Use != UseYes {
		t.Error("a model is asked for consent")
	}
}

func TestNamesDoNotBelongInTheID(t *testing.T) {
	for _, id := range []string{"T01", "P1", "007", "12", "KI-1", "Teilnehmer 3", "TN-07", "Student_4", "uczestnik 12", "7F3A", "Nr. 5", "ABC12"} {
		p := read(t, "a.csv", "id;answer;source;consent\n"+id+";Ja.;student;yes\n", Hint{})
		if c := p.Candidates[0]; c.Use != UseYes {
			t.Errorf("%q is turned down: %v", id, c.Problem)
		}
	}
	for _, id := range []string{"Anna Muster", "Muster", "A. M.", "AM", "muster1", "anna.muster@uni.example", "Eva2", "Łucja Nowak", "Dr. Muster 1"} {
		p := read(t, "a.csv", "id;answer;source;consent\n\""+id+"\";Ja.;student;yes\n", Hint{})
		c := p.Candidates[0]
		if c.Use != UseNo || problemID(c) != "intake.name-in-id" || c.Problem.Row != 2 || c.Problem.Column != "id" {
			t.Errorf("%q: use %s, %v", id, c.Use, c.Problem)
			continue
		}
		if strings.Contains(c.Problem.Error(), id) || c.Key != "" || c.Answer.Origin.Participant != "" {
			t.Errorf("the name goes on: %v, %q, %q", c.Problem, c.Key, c.Answer.Origin.Participant)
		}
	}
}

func TestHintFillsInWhatTheFileDoesNotSay(t *testing.T) {
	hint := Hint{Condition: study.Student, Origin: study.Origin{
		Model: "m", Participant: "T99", Qualification: study.LevelTrainee, Consent: study.ConsentGiven, Aids: study.Known(true),
	}}
	p := read(t, "a.csv", "id;Antwort;Quelle;Einwilligung\nT01;A;;\nT02;B;student;nein\nX;C;KI;\nT04;D;Marsmensch;\nT05;E;student;vielleicht\n", hint)
	var got []string
	for _, c := range p.Candidates {
		o := c.Answer.Origin
		got = append(got, strings.Join([]string{o.Participant, string(c.Answer.Condition), string(o.Qualification), string(o.Consent), o.Model, string(c.Use)}, "|"))
	}
	want := []string{
		"T01|student|trainee|given||yes", "T02|student|student|denied||no", "|other-ai|||m|yes", "||trainee|||check", "T05|student|student|unclear||check",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTheSameFileIsNoticed(t *testing.T) {
	first := read(t, "a.txt", "Ja.", Hint{Condition: study.Control})
	second := read(t, "kopie.txt", "Ja.", Hint{Condition: study.Control, Known: map[string]string{first.File.SHA256: "a.txt"}})
	if len(second.Questions) != 1 || second.Questions[0].ID != "intake.same-file" || second.Questions[0].Args["known"] != "a.txt" {
		t.Errorf("%v", second.Questions)
	}
	if len(first.Questions) != 0 {
		t.Errorf("%v", first.Questions)
	}
}

func TestWholeFilesAreTurnedDownWithAReason(t *testing.T) {
	for _, c := range []struct{ name, file, data, problem string }{
		{"empty", "a.docx", "", "file.empty"},
		{"blanks only", "a.csv", " \r\n\t\n", "file.empty"},
		{"zero byte", "a.txt", "Ja\x00.", "file.binary"},
		{"zero byte in an export", "a.json", "{\"answer\":\"a\x00\"}", "file.binary"},
		{"picture", "a.jpg", "\xff\xd8\xff\xe0", "file.unknown-format"},
		{"broken zip", "a.docx", "PK\x03\x04 nothing", "file.broken"},
		{"answer over 1 MB", "a.txt", strings.Repeat("Ja. ", MaxAnswer/4+1), "intake.answer-too-large"},
		{"stream", "a.jsonl", "data: {\"choices\":[]}\n\ndata: [DONE]\n", "intake.event-stream"},
		{"web page", "a.html", "<!DOCTYPE html><title>My Activity</title>", "intake.html-page"},
		{"file of the questions", "a.jsonl", `{"custom_id":"1","method":"POST","url":"/v1/responses","body":{"model":"m","input":"?"}}`, "intake.batch-input"},
		{"no answers", "a.json", `{"users":[{"uuid":"1","full_name":"x"}]}`, "intake.no-answers"},
		{"half a file of lines", "a.jsonl", "{\"answer\":\"a\"}\n{\"answer\":", "intake.truncated-json"},
		{"broken line", "a.jsonl", "{\"answer\":\"a\"}\n{answer:1}\n", "intake.broken-json"},
		{"only a heading", "a.csv", "id;answer\n", "intake.no-rows"},
		{"no column for the answer", "a.csv", "x;y\n1;2\n", "intake.no-answer-column"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, c.file, c.data, Hint{})
			if p.Error == nil || p.Error.ID != c.problem {
				t.Fatalf("error %v, want %s", p.Error, c.problem)
			}
			if len(p.Candidates) > 0 || p.Error.File != c.file {
				t.Errorf("%+v", p)
			}
		})
	}
}

func TestAnswerOverTheLimitInATableOrExportIsRefusedAlone(t *testing.T) {
	long := strings.Repeat("Ja. ", MaxAnswer/4+1)
	for file, data := range map[string]string{
		"a.jsonl": `{"id":"1","answer":"` + long + `"}` + "\n" + `{"id":"2","answer":"Nein."}`,
		"a.csv":   "id;answer;source\n1;" + long + ";KI\n2;Nein.;KI\n",
	} {
		p := read(t, file, data, Hint{Condition: study.OtherAI})
		if len(p.Candidates) != 2 || p.Candidates[0].Use != UseNo || problemID(p.Candidates[0]) != "intake.answer-too-large" || p.Candidates[1].Use != UseYes {
			t.Errorf("%s: %d candidates, %v", file, len(p.Candidates), p.Error)
		}
	}
}

func TestTextThatBeginsLikeJSONIsText(t *testing.T) {
	for _, text := range []string{"[1] Die Kündigung ist unwirksam.", "{Anmerkung} Der Anspruch besteht.", "[Sachverhalt]\nA klagt."} {
		p := read(t, "a.txt", text, Hint{Condition: study.Control})
		if p.Format != "txt" || len(p.Candidates) != 1 || p.Candidates[0].Answer.Text != text {
			t.Errorf("%q: %+v", text, p)
		}
	}
	if p := read(t, "a.txt", "{\n \"answer\": \"ab", Hint{}); p.Error == nil || p.Error.ID != "intake.truncated-json" {
		t.Errorf("half an export under the wrong ending: %+v", p)
	}
}

func TestReadingThatIsCancelledIsNoRefusal(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, "a.json", []byte(`[{"answer":"a"},{"answer":"b"}]`), Hint{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}
