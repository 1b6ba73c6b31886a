package intake

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

// Field case B25: a question bank that repeats its questions is shown as such.
func TestRepeatedQuestionsAreShown(t *testing.T) {
	p := read(t, "bank.csv", strings.Join([]string{
		"Frage;Antwort;Quelle",
		"Ist die Kündigung wirksam, wenn sie mit einfachem Brief am 2. Februar erklärt wird?;Nein.;KI",
		"Ist die Kündigung  wirksam, wenn sie mit einfachem Brief am 2. Februar erklärt wird;Doch.;KI",
		"Verjährt der Anspruch in drei Jahren?;Ja.;KI",
	}, "\n"), Hint{})
	if len(p.Questions) != 1 || p.Questions[0].ID != "intake.question-repeated" {
		t.Fatalf("%v", p.Questions)
	}
	want := map[string]any{
		"n": 2, "different": 2, "at": []string{"row 2", "row 3"},
		"question": "Ist die Kündigung wirksam, wenn sie mit einfachem Brief am 2. Februar erklärt wird?",
	}
	if diff := cmp.Diff(want, p.Questions[0].Args); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if len(p.Candidates) != 3 {
		t.Errorf("%d candidates: nothing may be dropped", len(p.Candidates))
	}
	one := read(t, "test.csv", "Frage;Antwort;Quelle\nWirksam?;Ja.;KI\nWirksam?;Nein.;KI\n", Hint{})
	if len(one.Questions) != 0 {
		t.Errorf("several answers to one question are a test, not a repetition: %v", one.Questions)
	}
}

func TestRepeatedAnswersAndIDsAreShown(t *testing.T) {
	p := read(t, "a.csv", "id;answer;source;consent\nT01;Ja, § 5.;student;yes\nT01;ja § 5;student;yes\n", Hint{})
	var ids []string
	for _, q := range p.Questions {
		ids = append(ids, q.ID)
	}
	if diff := cmp.Diff([]string{"intake.answer-repeated", "intake.id-repeated"}, ids); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Field case B27: only the visible text is an answer, however the thoughts were written down.
func TestReasoningIsNeverTheAnswer(t *testing.T) {
	const answer = "Die Kündigung ist unwirksam."
	for name, data := range map[string]string{
		"own block of Anthropic": `{"type":"message","role":"assistant","model":"claude-x","stop_reason":"end_turn","content":[{"type":"thinking","thinking":"geheim"},{"type":"redacted_thinking","data":"geheim"},{"type":"text","text":"` + answer + `"}]}`,
		"field beside":           `{"object":"chat.completion","model":"deepseek-reasoner","choices":[{"finish_reason":"stop","message":{"role":"assistant","reasoning_content":"geheim","content":"` + answer + `"}}]}`,
		"field of OpenRouter":    `{"model":"x/y","choices":[{"finish_reason":"stop","message":{"reasoning":"geheim","content":"` + answer + `"}}]}`,
		"think block":            `{"model":"q:8b","choices":[{"finish_reason":"stop","message":{"content":"<think>geheim</think>\n\n` + answer + `"}}]}`,
		"block opened before":    `{"model":"q:8b","choices":[{"finish_reason":"stop","message":{"content":"geheim\n</think>\n` + answer + `"}}]}`,
		"chunks of Mistral":      `{"model":"magistral-m","choices":[{"finish_reason":"stop","message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"geheim"}]},{"type":"text","text":"` + answer + `"},{"type":"reference","reference_ids":[1]}]}}]}`,
		"parts of Google":        `{"candidates":[{"content":{"parts":[{"text":"geheim","thought":true},{"text":"` + answer + `"}]},"finishReason":"STOP"}]}`,
		"items of Responses":     `{"object":"response","status":"completed","model":"gpt-x","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"geheim"}]},{"type":"message","content":[{"type":"output_text","text":"` + answer + `"}]}]}`,
		"Ollama":                 `{"model":"q:8b","done":true,"done_reason":"stop","message":{"content":"` + answer + `","thinking":"geheim"}}`,
		"own field":              `{"answer":"<think>geheim</think>` + answer + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, "a.json", data, Hint{Condition: study.OtherAI})
			if len(p.Candidates) != 1 || p.Candidates[0].Answer.Text != answer || p.Candidates[0].Use != UseYes {
				t.Errorf("%+v %v", p.Candidates, p.Error)
			}
		})
	}
}

func TestToolCallsAloneAreNoAnswer(t *testing.T) {
	for name, data := range map[string]string{
		"chat":      `{"model":"gpt-x","choices":[{"finish_reason":"tool_calls","message":{"content":null,"tool_calls":[{"function":{"name":"search"}}]}}]}`,
		"anthropic": `{"type":"message","role":"assistant","model":"claude-x","stop_reason":"tool_use","content":[{"type":"tool_use","name":"search","input":{}}]}`,
		"responses": `{"object":"response","status":"completed","model":"gpt-x","output":[{"type":"function_call","name":"search"}]}`,
		"gemini":    `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"search"}}]},"finishReason":"STOP"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, "a.json", data, Hint{Condition: study.OtherAI})
			c := p.Candidates[0]
			if c.Use != UseNo || problemID(c) != "intake.finish-tool-call" || len(c.Tools) != 1 || c.Tools[0] != "search" {
				t.Errorf("%+v", c)
			}
		})
	}
}

// Field case B29: keys alone join; missing, double, foreign and swapped ones are named.
func TestBatchIsJoinedByKeyAlone(t *testing.T) {
	line := func(key, text string) string {
		return `{"custom_id":"` + key + `","response":{"status_code":200,"body":{"model":"gpt-x","choices":[{"finish_reason":"stop","message":{"content":"` + text + `"}}]}},"error":null}` + "\n"
	}
	questions, err := Questions(t.Context(), "in.jsonl", []byte(
		`{"custom_id":"a","body":{"messages":[{"role":"system","content":"s"},{"role":"user","content":"Frage A?"}]}}
{"custom_id":"b","body":{"input":"Frage B?"}}
{"custom_id":"c","params":{"messages":[{"role":"user","content":[{"type":"text","text":"Frage C?"}]}]}}
{"key":"d","request":{"contents":[{"role":"user","parts":[{"text":"Frage D?"}]}]}}
{"custom_id":"e","body":{"input":"Frage E?"}}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Asked{{"a", "Frage A?"}, {"b", "Frage B?"}, {"c", "Frage C?"}, {"d", "Frage D?"}, {"e", "Frage E?"}}
	if diff := cmp.Diff(want, questions); diff != "" {
		t.Fatalf("(-want +got)\n%s", diff)
	}
	out := read(t, "out.jsonl", line("c", "C.")+line("x", "X.")+line("a", "A.")+line("a", "A zwei."), Hint{})
	failed := read(t, "err.jsonl", `{"custom_id":"b","response":{"status_code":429,"body":{"error":{"message":"slow down","type":"rate_limit"}}},"error":null}`, Hint{})
	echo := read(t, "e.jsonl", `{"key":"e","status":"","processed_time":"2026-10-15T06:12:44Z","request":{"contents":[{"role":"user","parts":[{"text":"Frage A?"}]}]},"response":{"candidates":[{"content":{"parts":[{"text":"E."}]},"finishReason":"STOP"}]}}`, Hint{})
	j := Join(questions, out, failed, echo)
	got := []any{j.Answered, j.Failed, j.Missing, j.Double, j.Foreign, j.Swapped}
	if diff := cmp.Diff([]any{3, 1, []string{"d"}, []string{"a"}, []string{"x"}, []string{"e"}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, c := range j.Candidates[:3] {
		if want := "Frage " + strings.ToUpper(c.Key) + "?"; c.Answer.Question != want {
			t.Errorf("%s got the question %q", c.Key, c.Answer.Question)
		}
	}
	if len(j.Problems) != 5 {
		t.Errorf("%v", j.Problems)
	}
}

// Field case B31: every end of an answer is a state of its own, is counted, and empty is never an answer.
func TestAnswersThatAreNoneAreCountedApart(t *testing.T) {
	chat := func(finish, message string) string {
		return `{"model":"gpt-x","choices":[{"finish_reason":` + finish + `,"message":` + message + `}]}` + "\n"
	}
	p := read(t, "a.jsonl", chat(`"stop"`, `{"content":"Ja."}`)+
		chat(`"stop"`, `{"content":""}`)+
		chat(`"stop"`, `{"content":null}`)+
		chat(`"stop"`, `{"content":"  \n"}`)+
		chat(`"stop"`, `{"content":null,"refusal":"Nein."}`)+
		chat(`"length"`, `{"content":"Die Kündi"}`)+
		chat(`"length"`, `{"content":null}`)+
		chat(`"content_filter"`, `{"content":"Die"}`)+
		chat(`null`, `{"content":"Die Kündi"}`)+
		`{"error":{"message":"Overloaded","type":"overloaded_error"}}`+"\n"+
		`{"error":{"message":"Rate limit","code":429,"status":"RESOURCE_EXHAUSTED"}}`, Hint{Condition: study.OtherAI})
	want := map[study.Finish]int{
		study.Complete: 1, study.FinEmpty: 3, study.FinRefused: 1, study.FinTruncated: 2, study.FinBlocked: 1, study.FinUnknown: 1,
		study.FinNotAnswer: 2,
	}
	if diff := cmp.Diff(want, p.Ends()); diff != "" {
		t.Errorf("ends (-want +got)\n%s", diff)
	}
	var uses []Use
	for _, c := range p.Candidates {
		uses = append(uses, c.Use)
	}
	if diff := cmp.Diff([]Use{UseYes, UseNo, UseNo, UseNo, UseNo, UseCheck, UseNo, UseNo, UseCheck}, uses); diff != "" {
		t.Errorf("uses (-want +got)\n%s", diff)
	}
	for i, c := range p.Candidates {
		if (c.Use == UseYes) != (c.Problem == nil) {
			t.Errorf("candidate %d: use %s, problem %v", i, c.Use, c.Problem)
		}
	}
}
