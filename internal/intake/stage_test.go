package intake

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

func TestStageGivesBackTheIdentifierAndOneSentenceWhenALineCanNotBeRead(t *testing.T) {
	stage := stageFor(t, study.German)
	stage.Open = func(context.Context, string) ([]byte, error) {
		return nil, &study.Problem{ID: "file.password", File: "a.docx"}
	}
	for name, run := range map[string]func(context.Context, []byte) ([]byte, error){"answers": stage.Answers, "extract": stage.Extract} {
		out, err := run(context.Background(), []byte(`{"id":{"n":[1]},"file":"a.docx","more":true}`))
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			ID    json.RawMessage
			Error string
		}
		if err := json.Unmarshal(out, &got); err != nil || string(got.ID) != `{"n":[1]}` || !strings.Contains(got.Error, "Passwort") {
			t.Errorf("%s: %s (%v)", name, out, err)
		}
		for _, line := range []string{"no JSON", `{"id":1}`} {
			out, err := run(context.Background(), []byte(line))
			if err != nil || !strings.Contains(string(out), `"error":"`) {
				t.Errorf("%s: %q gives %s, %v", name, line, out, err)
			}
		}
	}
}

func TestStageExtract(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("F\xfcr 5 \x80.\r\nEnde."), 0o600); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(map[string]string{"file": file})
	if err != nil {
		t.Fatal(err)
	}
	out, err := stageFor(t, study.English).Extract(context.Background(), line)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"format":"txt","text":"Für 5 €.\nEnde.","headers":[],"footers":[],"comments":[],"pages":0,"warnings":[],"error":null}`
	if string(out) != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
}

func TestStageAnswersOfADocumentIsOneAnswer(t *testing.T) {
	got := answersOf(t, filepath.Join("testdata", "sample", "02_control.txt"))
	answers, _ := got["answers"].([]any)
	if got["format"] != "txt" || len(answers) != 1 || got["id"] != 7.0 {
		t.Fatalf("%v", got)
	}
	if a := answers[0].(map[string]any); a["use"] != "yes" || a["finish"] != "complete" {
		t.Errorf("%v", a)
	}
}
