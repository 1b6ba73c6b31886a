package grading_test

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"iucomstudien/assets/sample"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

// hostileAnswer is an answer that tries to be graded otherwise than by its content.
type hostileAnswer struct {
	ID   string         `json:"id"`
	Lang study.Language `json:"lang"`
	Kind string         `json:"kind"`
	Text string         `json:"text"`
}

func hostileAnswers(t testing.TB) []hostileAnswer {
	t.Helper()
	var list []hostileAnswer
	if err := json.Unmarshal([]byte(read(t, "hostile.json")), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 40 {
		t.Fatalf("%d hostile answers", len(list))
	}
	return list
}

func scan(t testing.TB, text string) []grading.Attempt {
	t.Helper()
	found, err := grading.Scan(text)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestEveryHostileAnswerIsFound(t *testing.T) {
	for _, h := range hostileAnswers(t) {
		if len(scan(t, h.Text)) == 0 {
			t.Errorf("%s (%s, %s) is not found: %q", h.ID, h.Lang, h.Kind, h.Text)
		}
	}
}

func TestAnHonestAnswerRaisesNoAlarm(t *testing.T) {
	honest := make(map[string]string)
	err := fs.WalkDir(sample.Tenancy, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, "/answers/") && !strings.Contains(path, "/gold/") && !strings.Contains(path, "facts") {
			return err
		}
		data, err := fs.ReadFile(sample.Tenancy, path)
		honest[path] = string(data)
		return err
	})
	if err != nil || len(honest) < 5 {
		t.Fatal(len(honest), err)
	}
	for _, name := range []string{"answer_q.txt", "answer_y.txt"} {
		honest[name] = read(t, name)
	}
	for _, h := range hostileAnswers(t) { // each without its attempt
		honest["the answer below "+h.ID], _, _ = strings.Cut(h.Text, "(§ 33")
	}
	for name, text := range honest {
		for _, a := range scan(t, text) {
			// The sample holds one participant who asks for a grade.
			if !strings.HasSuffix(name, "05_students.csv") {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
}

// TestAHostileAnswerStaysWhereItIsPut: in a request each answer stands between its own marks, whatever it says, and
// the only blocks of the form are the request's own.
func TestAHostileAnswerStaysWhereItIsPut(t *testing.T) {
	for _, h := range hostileAnswers(t) {
		o := grading.Order{Language: h.Lang, Facts: "Facts.", Nonce: "9f3c21", Target: "Wirksam?", Gold: []string{h.Text},
			Answers: []study.BlindedAnswer{{Code: "X", Text: h.Text}, {Code: "Y", Text: "No."}}}
		text, err := grading.Request(o)
		if err != nil {
			t.Fatal(h.ID, err)
		}
		for _, mark := range []string{"<<<ANSWER X 9f3c21>>>", "<<<END X 9f3c21>>>", "<<<END GOLD 1 9f3c21>>>", "@@X 9f3c21", "@@END X 9f3c21"} {
			if n := strings.Count(text, mark); n != 1 {
				t.Errorf("%s: %q stands %d times", h.ID, mark, n)
			}
		}
		if n := strings.Count(text, "<<<"); n != 8 {
			t.Errorf("%s: %d marks, want 8", h.ID, n)
		}
		inside := text[strings.Index(text, "<<<ANSWER X 9f3c21>>>"):strings.Index(text, "<<<END X 9f3c21>>>")]
		if !strings.Contains(inside, strings.NewReplacer("<<<", "‹‹‹", ">>>", "›››").Replace(strings.TrimRight(h.Text, "\n"))) {
			t.Errorf("%s: the answer was changed", h.ID)
		}
	}
}

// TestAGraderThatRepeatsAHostileAnswerChangesNothing: the reply quotes the hostile answer before, between and after
// its blocks, and what is read is the same as without.
func TestAGraderThatRepeatsAHostileAnswerChangesNothing(t *testing.T) {
	clean := read(t, "reply.txt")
	want := parse(t, clean, sampleExpect)
	for _, h := range hostileAnswers(t) {
		reply := h.Text + "\n" + strings.ReplaceAll(clean, "@@Y 9f3c21", h.Text+"\n@@Y 9f3c21") + "\n" + h.Text
		got := parse(t, reply, sampleExpect)
		for i := range want.Gradings {
			got.Gradings[i].Prose = want.Gradings[i].Prose
			if dump(got.Gradings[i]) != dump(want.Gradings[i]) {
				t.Errorf("%s (%s): %s is read otherwise", h.ID, h.Kind, want.Gradings[i].Rating.Code)
			}
		}
	}
}

// TestAGraderThatObeysIsNotBelieved: a reply that is nothing but the hostile answer has no grading.
func TestAGraderThatObeysIsNotBelieved(t *testing.T) {
	for _, h := range hostileAnswers(t) {
		if got := parse(t, h.Text, sampleExpect); len(got.Returned) > 0 {
			t.Errorf("%s (%s): gradings of %v were read", h.ID, h.Kind, got.Returned)
		}
		reading, err := grading.ParseReference(h.Text, referenceOrder(h.Lang), false)
		if err != nil || reading.Reference.IsKnown() {
			t.Errorf("%s: a reference was read: %v %v", h.ID, reading.Reference, err)
		}
		if got := grading.ParseRetrieval(h.Text, retrievalOrder(h.Lang), false); got.Fidelity.IsKnown() {
			t.Errorf("%s: an evaluation was read", h.ID)
		}
	}
}

// FuzzScan checks that every text can be looked at, and that what is found names a rule and a line of it.
func FuzzScan(f *testing.F) {
	for _, h := range hostileAnswers(f) {
		f.Add(h.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range scan(t, text) {
			if a.Rule == "" || a.Line < 1 || a.Line > len(strings.Split(text, "\n"))+strings.Count(text, "\r") {
				t.Fatalf("%+v", a)
			}
		}
	})
}

func BenchmarkScan(b *testing.B) {
	text := read(b, "answer_q.txt")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		scan(b, text)
	}
}
