package conduct_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/xuri/excelize/v2"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// previewOf reads one file.
func previewOf(t *testing.T, c *conduct.Conduct, ref conduct.Ref, name string, data []byte, hint conduct.Hint) conduct.AnswerPreview {
	t.Helper()
	p, err := c.PreviewAnswers(context.Background(), ref, []conduct.File{{Name: name, Data: data}}, hint)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// decided is the preview after a person's choices.
func decided(t *testing.T, p conduct.AnswerPreview, ch conduct.Choices) conduct.AnswerPreview {
	t.Helper()
	p, err := p.Decide(ch)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ids(list []*study.Problem) (all []string) {
	for _, p := range list {
		all = append(all, p.ID)
	}
	return all
}

// workbook is an Excel file with answers on two sheets.
func workbook(t *testing.T) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	for i, sheet := range []string{"Gruppe 1", "Gruppe 2"} {
		if _, err := f.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
		rows := [][]any{{"answer", "source", "id", "consent"}, {fmt.Sprintf("Antwort der Gruppe %d.", i+1), "student", fmt.Sprintf("T%d1", i+1), "ja"}}
		for n, row := range rows {
			if err := f.SetSheetRow(sheet, fmt.Sprintf("A%d", n+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.DeleteSheet("Sheet1"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAWorkbookWithSeveralSheetsAsksWhich(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	p := previewOf(t, c, ref, "gruppen.xlsx", workbook(t), conduct.Hint{})
	if got := ids(p.Asked()); !slices.Equal(got, []string{"import.which-sheet"}) || len(p.Candidates()) != 0 {
		t.Fatalf("asked %v, %d candidates", got, len(p.Candidates()))
	}
	wantProblem(t, p.Asked()[0], "import.which-sheet")
	done, err := c.ImportAnswers(ctx, ref, p)
	if err != nil || len(done.Answers)+len(done.Open) != 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	wantProblem(t, done.Waiting(), "import.which-sheet")
	if _, err := p.Decide(conduct.Choices{Sheets: []string{"Gruppe 3"}}); !study.HasProblem(err, "import.nothing-named") {
		t.Errorf("got %v", err)
	}
	p = decided(t, p, conduct.Choices{Sheets: []string{"Gruppe 2"}})
	if done, err = c.ImportAnswers(ctx, ref, p); err != nil || len(done.Answers) != 1 || done.Answers[0].Text != "Antwort der Gruppe 2." {
		t.Errorf("%+v, %v", done.Answers, err)
	}
}

func TestWhereTwoEncodingsFitThePersonChooses(t *testing.T) {
	// Read as Western or as Central European, this text makes words either way.
	data := []byte("Das Urteil betrifft die Stra\xdfe und den Ku\xdf der M\xfcller; ma\xdfgeblich ist die Gr\xf6\xdfe. \xb9 \xb3 \xea")
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	hint := conduct.Hint{Condition: study.OtherAI}
	p := previewOf(t, c, ref, "alt.txt", data, hint)
	if len(p.Asked()) == 0 {
		t.Fatalf("nothing is asked: %+v", p.Files[0].Warnings)
	}
	wantProblem(t, p.Asked()[0], "intake.encoding-unsure")
	hint.Encoding = "windows-1250"
	p = previewOf(t, c, ref, "alt.txt", data, hint)
	done, err := c.ImportAnswers(ctx, ref, p)
	if err != nil || len(done.Answers) != 1 || !strings.Contains(done.Answers[0].Text, "ą ł ę") {
		t.Errorf("%+v, %v", done.Answers, err)
	}
}

func TestParticipantsGetIDsThatNobodyInTheStudyHas(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	rows := "answer;source;id;consent\nEins.;student;;ja\nZwei.;student;T07;ja\nDrei.;lawyer;;ja\nVier.;student;;nein\nFünf.;student;;vielleicht\n"
	done := bring(t, c, ref, "people.csv", rows, conduct.Hint{})
	var got []string
	for _, a := range done.Answers {
		got = append(got, a.Origin.Participant)
	}
	for _, a := range done.Open {
		got = append(got, a.Answer.Origin.Participant+"?")
	}
	if want := []string{"T08", "T07", "P01", "T09?"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := ids(done.Refused); !slices.Equal(got, []string{"intake.no-consent"}) {
		t.Errorf("refused: %v", got)
	}
	// An ID is not given again, not even after its owner has withdrawn.
	if _, err := c.WithdrawConsent(context.Background(), ref, "T08"); err != nil {
		t.Fatal(err)
	}
	done = bring(t, c, ref, "late.csv", "answer;source;consent\nSechs.;student;ja\n", conduct.Hint{})
	if id := done.Answers[0].Origin.Participant; id != "T10" {
		t.Errorf("the next one is %s", id)
	}
}

// Field case B31: what is no answer is kept as what it is, takes no part, and is counted with the denominator.
func TestAnswersThatAreNoneAreCountedWithTheDenominator(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	chat := func(finish, message string) string {
		return `{"model":"gpt-x","choices":[{"finish_reason":` + finish + `,"message":` + message + `}]}` + "\n"
	}
	data := chat(`"stop"`, `{"content":"Ja."}`) + chat(`"stop"`, `{"content":"Nein."}`) + chat(`"stop"`, `{"content":null}`) +
		chat(`"stop"`, `{"content":null,"refusal":"Das kann ich nicht."}`) + chat(`"length"`, `{"content":"Die Kündi"}`) +
		chat(`"length"`, `{"content":"Die Kündigung"}`) + chat(`"content_filter"`, `{"content":"Die"}`) +
		`{"error":{"message":"Overloaded","type":"overloaded_error"}}`
	p := decided(t, previewOf(t, c, ref, "run.jsonl", []byte(data), conduct.Hint{Condition: study.OtherAI}), conduct.Choices{AcceptEnds: []string{"line 5"}})
	done, err := c.ImportAnswers(ctx, ref, p)
	if err != nil || len(done.Answers) != 3 || len(done.Open) != 1 || len(done.Outcomes) != 4 || len(done.Refused) != 0 {
		t.Fatalf("%d answers, %d open, %d outcomes, %v refused, %v", len(done.Answers), len(done.Open), len(done.Outcomes), done.Refused, err)
	}
	if _, err := c.DecideAnswer(ctx, ref, done.Open[0].ID, conduct.Decision{LeaveOut: true}); err != nil {
		t.Fatal(err)
	}
	endings, err := c.Endings(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	want := []report.Ending{
		{Condition: study.OtherAI, Fate: report.TookPart, N: 2, Of: 8}, {Condition: study.OtherAI, Fate: report.Accepted, N: 1, Of: 8},
		{Condition: study.OtherAI, Fate: report.CutOff, N: 1, Of: 8}, {Condition: study.OtherAI, Fate: report.Declined, N: 1, Of: 8},
		{Condition: study.OtherAI, Fate: report.Blocked, N: 1, Of: 8}, {Condition: study.OtherAI, Fate: report.Empty, N: 1, Of: 8},
		{Condition: study.OtherAI, Fate: report.Failed, N: 1, Of: 8},
	}
	if !slices.Equal(endings, want) {
		t.Errorf("got %+v", endings)
	}
	reach(t, c, ref, "handed out")
	blinded, err := c.Blinded(ctx, ref)
	if err != nil || len(blinded) != 3 {
		t.Errorf("%d answers are blinded, %v", len(blinded), err)
	}
}

// Field case B27: of an answer with thoughts and tool calls only the visible text gets into the test.
func TestThoughtsAndToolsNeverReachTheTest(t *testing.T) {
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	ref := collecting(t, c)
	data := `{"type":"message","role":"assistant","model":"claude-x","stop_reason":"end_turn","content":[` +
		`{"type":"thinking","thinking":"Streng geheimer Gedanke."},{"type":"tool_use","name":"search","input":{}},` +
		`{"type":"text","text":"Die Kündigung ist unwirksam."}]}`
	done := bring(t, c, ref, "reply.json", data, conduct.Hint{Condition: study.OtherAI})
	if len(done.Answers) != 1 || done.Answers[0].Text != "Die Kündigung ist unwirksam." {
		t.Fatalf("%+v", done)
	}
	a, _, d, err := c.AnswerInFull(ctx, ref, "a01")
	if err != nil || a.Text != done.Answers[0].Text || !slices.Equal(d.Tools, []string{"search"}) {
		t.Errorf("%+v %+v, %v", a, d, err)
	}
	only := `{"type":"message","role":"assistant","model":"claude-x","stop_reason":"tool_use","content":[{"type":"tool_use","name":"search","input":{}}]}`
	done = bring(t, c, ref, "tools.json", only, conduct.Hint{Condition: study.OtherAI})
	if len(done.Answers) != 0 || len(done.Outcomes) != 1 || done.Outcomes[0].Answer.Finish != study.FinToolCall {
		t.Errorf("%+v", done)
	}
}

// Field case B25: equal and nearly equal questions of a table are shown when it comes in.
func TestRepeatedQuestionsAreShownOnImport(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	p := previewOf(t, c, ref, "bank.csv", []byte(strings.Join([]string{
		"Frage;Antwort;Quelle",
		"Ist die Kündigung wirksam, wenn sie mit einfachem Brief am 2. Februar erklärt wird?;Nein.;KI",
		"Ist die Kündigung  wirksam, wenn sie mit einfachem Brief am 2. Februar erklärt wird;Doch.;KI",
		"Verjährt der Anspruch in drei Jahren?;Ja.;KI",
	}, "\n")), conduct.Hint{})
	if got := ids(p.Files[0].Questions); !slices.Equal(got, []string{"intake.question-repeated"}) {
		t.Errorf("questions: %v", got)
	}
	if len(p.Wordings) != 3 || !slices.Contains(ids(p.Warnings), "import.question-differs") {
		t.Errorf("%d wordings, %v", len(p.Wordings), ids(p.Warnings))
	}
}

func TestTheSameFileInAnotherTestIsAWarning(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	bring(t, c, ref, "one.txt", "The notice is void.", conduct.Hint{Condition: study.OtherAI})
	x, err := c.CreateTest(ctx, study.Test{StudyID: ref.Study, CaseID: "Notice", Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	other := conduct.Ref{Study: ref.Study, Test: x.ID}
	p := previewOf(t, c, other, "copy.txt", []byte("The notice is void."), conduct.Hint{Condition: study.OtherAI})
	if got := ids(p.Warnings); !slices.Contains(got, "import.same-file-elsewhere") || len(p.Candidates()) != 1 {
		t.Errorf("%v, %d candidates", got, len(p.Candidates()))
	}
	p = previewOf(t, c, ref, "retyped.txt", []byte("The notice is void.\n"), conduct.Hint{Condition: study.OtherAI})
	if got := ids(p.Warnings); !slices.Contains(got, "import.same-text") {
		t.Errorf("%v", got)
	}
}

// hostile are names as mails, archives and other systems bring them.
var hostile = []string{
	"../../../etc/passwd", `..\..\Windows\win.ini`, "/etc/shadow", "a\x00b.txt", "esc\x1b[2Jape.txt", "line\nbreak.txt", "rtl\u202etxt.exe",
	"....", "", "C:\\Users\\guest\\a-guest.txt", "con.txt", strings.Repeat("long", 100) + ".txt", "bad\xff\xfeutf8.txt", "..", "nul",
}

func TestHostileNamesReachNoPath(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "deep", "home")
	c := open(t, dir)
	ref := collecting(t, c)
	for i, name := range hostile {
		done := bring(t, c, ref, name, fmt.Sprintf("The notice is void, reason number %d.", i), conduct.Hint{Condition: study.OtherAI})
		if len(done.Answers) != 1 {
			t.Fatalf("%q: %+v", name, done)
		}
		kept := done.Answers[0].File.Name
		if strings.ContainsAny(kept, `/\`) || kept == "" || kept == ".." || strings.ContainsFunc(kept, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is kept as %q", name, kept)
		}
	}
	table := "answer;source;id;consent;model\n\"Eins.\";other-ai;../../x;;../../../m\n"
	bring(t, c, ref, "t.csv", table, conduct.Hint{})
	reach(t, c, ref, "reported")
	err := filepath.WalkDir(outside, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(outside, path)
		if err == nil && rel != "." && rel != "deep" && !strings.HasPrefix(rel, filepath.Join("deep", "home")) {
			t.Errorf("written outside: %s", rel)
		}
		for _, bad := range []string{"passwd", "win.ini", "shadow", "\x1b", "\n"} {
			if strings.Contains(rel, bad) {
				t.Errorf("a name reached the path %q", rel)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoNameOfAPersonsFileIsInTheLog(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	bring(t, c, ref, "Anna Huber.csv", "answer;source;id;consent\nEins.;student;;ja\nZwei.;student;;nein\nDrei.;student;Anna Huber;ja\nVier.;student;;\n", conduct.Hint{})
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if strings.Contains(string(e.Data), "Huber") || strings.Contains(string(e.Data), "Eins.") {
			t.Errorf("entry %d: %s", e.Seq, e.Data)
		}
	}
}

func TestAFileWithAnAnswerNobodyConsentedToIsNotKept(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	ref := collecting(t, c)
	done := bring(t, c, ref, "s.csv", "answer;source;id;consent\nErlaubt.;student;T01;ja\nUngefragt und unerlaubt.;student;T02;nein\n", conduct.Hint{})
	if len(done.Answers) != 1 || done.Answers[0].File.SHA256 == "" {
		t.Fatalf("%+v", done)
	}
	if found := traces(t, dir, "Ungefragt"); len(found) > 0 {
		t.Errorf("the text is in %v", found)
	}
}

func TestADecisionReplacesTheOneBefore(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	p := previewOf(t, c, ref, "s.csv", []byte("answer;source;id;consent\nEins.;student;T01;\nZwei.;Marsmensch;T02;ja\n"), conduct.Hint{})
	if len(p.Open()) != 2 || len(p.Candidates()) != 0 {
		t.Fatalf("%d open, %d ready", len(p.Open()), len(p.Candidates()))
	}
	both := decided(t, p, conduct.Choices{Consent: []string{"row 2"}, Conditions: map[string]study.Condition{"s.csv: row 3": study.Student}})
	if len(both.Candidates()) != 2 || both.Candidates()[1].Answer.Origin.Participant != "T02" || both.Candidates()[1].Answer.Origin.Consent != study.ConsentGiven {
		t.Errorf("%+v", both.Candidates())
	}
	none := decided(t, both, conduct.Choices{})
	if len(none.Open()) != 2 || len(p.Open()) != 2 {
		t.Errorf("%d and %d open", len(none.Open()), len(p.Open()))
	}
}

func TestATableThatComesBackWithTheConsentAnswersWhatWaited(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	table := "answer;source;id;consent\nEins und mehr.;student;T01;ja\nZwei und mehr.;student;T02;%s\n"
	done := bring(t, c, ref, "s.csv", fmt.Sprintf(table, ""), conduct.Hint{})
	if len(done.Open) != 1 {
		t.Fatalf("%+v", done)
	}
	done = bring(t, c, ref, "s.csv", fmt.Sprintf(table, "ja"), conduct.Hint{})
	if len(done.Answers) != 1 || done.Answers[0].Origin.Participant != "T02" || len(done.Open) != 0 {
		t.Errorf("%+v", done)
	}
	if got := ids(done.Refused); !slices.Equal(got, []string{"intake.participant-twice"}) {
		t.Errorf("refused: %v", got)
	}
	if asides, err := c.Asides(ctx, ref); err != nil || len(asides) != 0 {
		t.Errorf("%v, %v", asides, err)
	}
}

func TestAPreviewThatIsNotTrueAnyMoreIsNotImported(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	essay := func(n int) conduct.AnswerPreview {
		return previewOf(t, c, ref, fmt.Sprintf("essay%d.txt", n), []byte(fmt.Sprintf("Aufsatz %d.", n)),
			conduct.Hint{Condition: study.Student, Origin: study.Origin{Consent: study.ConsentGiven}})
	}
	first, second := essay(1), essay(2)
	if _, err := c.ImportAnswers(ctx, ref, first); err != nil {
		t.Fatal(err)
	}
	_, err := c.ImportAnswers(ctx, ref, second) // it would give T01 a second time
	wantProblem(t, err, "import.outdated")
	if after := stateOf(t, c, ref); after.answers != 1 {
		t.Errorf("%d answers", after.answers)
	}
	done, err := c.ImportAnswers(ctx, ref, essay(2))
	if err != nil || done.Answers[0].Origin.Participant != "T02" {
		t.Errorf("%+v, %v", done.Answers, err)
	}
}

func TestWhatAModelDeclinedInWordsIsRatedOnlyKnowingly(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	reply := func(text string) string {
		return `{"type":"message","role":"assistant","model":"claude-x","stop_reason":"refusal","content":[` + text + `]}`
	}
	done := bring(t, c, ref, "declined.json", reply(`{"type":"text","text":"Dazu sage ich nichts."}`), conduct.Hint{})
	if len(done.Outcomes) != 1 || len(done.Answers)+len(done.Open) != 0 {
		t.Fatalf("%+v", done)
	}
	got, err := c.DecideAnswer(ctx, ref, "w01", conduct.Decision{AcceptEnd: true})
	if err != nil || got.Aside == nil || !got.Aside.Open {
		t.Fatalf("%+v, %v", got, err)
	}
	got, err = c.DecideAnswer(ctx, ref, "w01", conduct.Decision{Condition: study.OtherAI})
	if err != nil || got.Answer == nil || !got.Answer.Accepted || got.Answer.Finish != study.FinRefused || !got.Answer.TakesPart() {
		t.Fatalf("%+v, %v", got, err)
	}
	bring(t, c, ref, "silent.json", reply(""), conduct.Hint{})
	_, err = c.DecideAnswer(ctx, ref, "w02", conduct.Decision{AcceptEnd: true})
	wantProblem(t, err, "import.nothing-open")
	if got, err = c.DecideAnswer(ctx, ref, "w02", conduct.Decision{Condition: study.OtherAI}); err != nil || got.Aside.Open {
		t.Errorf("%+v, %v", got, err)
	}
	endings, err := c.Endings(ctx, ref)
	if err != nil || len(endings) != 2 || endings[0].Fate != report.Accepted || endings[1].Fate != report.Declined || endings[1].Of != 2 {
		t.Errorf("%+v, %v", endings, err)
	}
}

func TestAnIDThatLooksLikeAMatriculationNumberIsWarnedOf(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	for id, warned := range map[string]bool{"1234567": true, "12345678": true, "h12345678": true, "k1234567": true, "T01": false, "007": false, "123456": false} {
		hint := conduct.Hint{Condition: study.Student, Origin: study.Origin{Participant: id, Consent: study.ConsentGiven}}
		p := previewOf(t, c, ref, "a.txt", []byte("Die Kündigung ist unwirksam, weil die Frist fehlt."), hint)
		var seen []*study.Problem
		for _, w := range p.Warnings {
			if w.ID == "import.id-like-person" {
				seen = append(seen, w)
			}
		}
		if (len(seen) == 1) != warned || warned && (seen[0].Args["id"] != id || seen[0].Args["proposal"] != "T01") {
			t.Errorf("%s: %v", id, p.Warnings)
		}
	}
}
