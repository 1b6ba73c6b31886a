package intake

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

func TestTheWordsThatTheProgramShowsForOriginsAreUnderstoodInTables(t *testing.T) {
	r, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range study.Languages() {
		cat, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range study.Conditions() {
			word := cat.T("condition." + string(c))
			if got := r.conditions[fold(word)].condition; got != c {
				t.Errorf("%s: %q is understood as %q, not %q", l, word, got, c)
			}
		}
	}
}

func TestWordsOfTheImportAreConsistent(t *testing.T) {
	r, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	for word, c := range r.conditions {
		if !c.condition.Valid() || word == "" {
			t.Errorf("%q stands for %q", word, c.condition)
		}
		if c.qualification != "" && !c.condition.Human() {
			t.Errorf("%q gives a model a qualification", word)
		}
	}
	for word, level := range r.levels {
		if !slices.Contains([]study.Qualification{study.LevelStudent, study.LevelTrainee, study.LevelExperienced, study.LevelOther}, level) {
			t.Errorf("%q stands for the qualification %q", word, level)
		}
	}
	finishes := map[study.Finish]bool{
		study.Complete: true, study.FinTruncated: true, study.FinRefused: true, study.FinBlocked: true, study.FinToolCall: true,
		study.FinPaused: true,
	}
	for table, words := range r.finish {
		for word, f := range words {
			if !finishes[f] {
				t.Errorf("%s: %q stands for %q", table, word, f)
			}
		}
	}
	for _, field := range []string{
		fieldAnswer, fieldSource, fieldProvider, fieldModel, fieldVersion, fieldDate, fieldPrompt, fieldAids, fieldLevel, fieldID, fieldConsent,
	} {
		if len(r.fields[field]) == 0 {
			t.Errorf("no own field stands for %s", field)
		}
		languages := 0
		for _, p := range r.headings {
			if p.field == field {
				languages++
			}
		}
		if languages < 2 {
			t.Errorf("only %d headings stand for %s", languages, field)
		}
	}
	for h := range r.personal {
		if p, both := r.headings[h]; both {
			t.Errorf("heading %q is personal and stands for %s", h, p.field)
		}
	}
	for name, month := range r.months {
		if month < 1 || month > 12 {
			t.Errorf("%s is month %d", name, month)
		}
	}
}

func TestProviderFollowsFromTheModelsName(t *testing.T) {
	r, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	for model, want := range map[string]string{
		"gpt-5.5-2026-04-23": "openai", "o3-2025-04-16": "openai", "chatgpt-4o-latest": "openai", "ft:gpt-4o:lehrstuhl::abc": "openai",
		"openai/gpt-5.5": "openai", "claude-opus-5-5": "anthropic", "anthropic.claude-sonnet-5-v1:0": "anthropic",
		"eu.anthropic.claude-sonnet-5-v1:0": "anthropic", "anthropic/claude-opus": "anthropic", "gemini-3.8-pro": "google",
		"models/gemini-3.8-pro": "google", "google/gemini-3.8": "google", "mistral-large-2512": "mistral", "magistral-medium-2509": "mistral",
		"open-mixtral-8x22b": "mistral", "codestral-latest": "mistral", "mistralai/mistral-large": "mistral", "deepseek-chat": "deepseek",
		"deepseek/deepseek-r1": "deepseek", "qwen3.5:9b": "local", "gpt-oss:20b": "local", "deepseek-r1:8b": "local", "mistral:7b": "local",
		"llama-3-8b.Q4_K_M.gguf": "local", "meta-llama/llama-4": "", "lumen-chat-4-demo": "", "": "", "oracle-1": "",
	} {
		if got := r.providerOf(model); got != want {
			t.Errorf("%q: %q, want %q", model, got, want)
		}
	}
}

func TestSpellingsOfProvidersAreOneName(t *testing.T) {
	r, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	for written, want := range map[string]string{
		"OpenAI": "openai", " Mistral AI ": "mistral", "Google DeepMind": "google", "Ollama": "local", "Lumen AI": "lumen ai", "": "",
	} {
		if got := r.provider(written); got != want {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
	}
}

// problemIDs finds the identifiers of problems in the package's own source.
var problemIDs = regexp.MustCompile(`"((?:intake|file|stage)\.[a-z-]*[a-z])"`)

// parts are the kinds that are made of a word at run time.
var parts = []string{
	"intake.finish-truncated", "intake.finish-refused", "intake.finish-blocked", "intake.finish-tool-call", "intake.finish-paused",
	"intake.finish-empty", "intake.finish-unknown", "intake.finish-no-answer", "intake.provider-error", "intake.not-run",
	"intake.no-answer", "intake.more-pages",
}

func TestEveryProblemHasASentenceAndARemedyInEveryLanguage(t *testing.T) {
	ids := make(map[string]bool)
	for _, id := range parts {
		ids[id] = true
	}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources {
		if strings.HasSuffix(s, "_test.go") {
			continue
		}
		code, err := os.ReadFile(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range problemIDs.FindAllStringSubmatch(string(code), -1) {
			ids[m[1]] = true
		}
	}
	if len(ids) < 40 {
		t.Fatalf("only %d identifiers found", len(ids))
	}
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for id := range ids {
			if !words.Has("problem."+id) || !words.Has("problem."+id+".remedy") {
				t.Errorf("%s: %s has no sentence or no remedy", l, id)
			}
		}
	}
}

func TestMessagesHoldNoGaps(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil || strings.HasSuffix(file, ".expected.json") {
				continue
			}
			p := read(t, file, string(data), Hint{})
			all := slices.Concat(p.Problems, p.Remarks, p.Questions)
			for _, c := range p.Candidates {
				if c.Problem != nil {
					all = append(all, c.Problem)
				}
			}
			if p.Error != nil {
				all = append(all, p.Error)
			}
			for _, one := range all {
				sentence, remedy := words.Problem(one)
				if strings.Contains(sentence+remedy, "no value") || strings.Contains(sentence+remedy, "‹") {
					t.Errorf("%s %s: %s %s", l, file, sentence, remedy)
				}
			}
		}
	}
}
