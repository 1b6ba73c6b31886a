package llm_test

import (
	"slices"
	"testing"

	"iucomstudien/internal/llm"
)

func families(t *testing.T) *llm.Families {
	t.Helper()
	f, err := llm.LoadFamilies()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTheFamilyOfAModel(t *testing.T) {
	f := families(t)
	for model, want := range map[string]string{
		"gpt-5.2-2026-10-01":                        "openai",
		"GPT-4o":                                    "openai",
		"o3":                                        "openai",
		"o4-mini":                                   "openai",
		"ft:gpt-4o-mini:firm::abc":                  "openai",
		"openai/gpt-oss-120b":                       "openai",
		"claude-opus-4-5":                           "anthropic",
		"anthropic/claude-sonnet-4":                 "anthropic",
		"eu.anthropic.claude-sonnet-4-v1:0":         "anthropic",
		"gemini-3-pro":                              "google",
		"models/gemini-2.5-flash":                   "google",
		"gemma3:12b":                                "google",
		"mistral-large-latest":                      "mistral",
		"magistral-medium-2509":                     "mistral",
		"open-mixtral-8x22b":                        "mistral",
		"deepseek-chat":                             "deepseek",
		"deepseek-r1:70b":                           "deepseek",
		"llama3.3:70b":                              "meta",
		"meta-llama/Llama-3.1-8B-Instruct":          "meta",
		"Meta-Llama-3.1-8B-Instruct.Q4_K_M.gguf":    "meta",
		"accounts/fireworks/models/llama-v3p1-405b": "meta",
		"qwen3:14b":                                 "qwen",
		"QwQ-32B":                                   "qwen",
		"hf.co/someone/Hermes-3-Llama-3.1-8B-GGUF:Q4_0": "meta",
		"my-own-model": "",
		"orchid-1":     "",
		"":             "",
	} {
		got, known := f.Family(model)
		if got != want || known != (want != "") {
			t.Errorf("family of %q = %q, %t; want %q", model, got, known, want)
		}
	}
}

func TestChoosingAGraderOfAnotherFamily(t *testing.T) {
	f := families(t)
	gpt, claude, mistral, distilled, own := llm.Choice{Provider: "openai", Model: "gpt-5"}, llm.Choice{Provider: "anthropic", Model: "claude-opus-4"},
		llm.Choice{Provider: "mistral", Model: "mistral-large"}, llm.Choice{Provider: "local", Model: "deepseek-r1-distill-llama-70b"},
		llm.Choice{Provider: "local", Model: "our-model"}
	for name, c := range map[string]struct {
		configured llm.Choice
		others     []llm.Choice
		under      []string
		want       llm.Choice
		why        llm.Independence
		warns      bool
	}{
		"no AI answers":                   {gpt, nil, nil, gpt, llm.Independent, false},
		"of another family":               {claude, []llm.Choice{gpt}, []string{"gpt-5.1"}, claude, llm.Independent, false},
		"own family, another key":         {gpt, []llm.Choice{claude}, []string{"gpt-4o"}, claude, llm.Replaced, false},
		"own family, no other key":        {gpt, nil, []string{"gpt-4o"}, gpt, llm.OwnFamily, true},
		"own family, others are, too":     {gpt, []llm.Choice{claude}, []string{"gpt-4o", "claude-3"}, gpt, llm.OwnFamily, true},
		"the first that is independent":   {gpt, []llm.Choice{claude, mistral}, []string{"gpt-4o", "claude-3"}, mistral, llm.Replaced, false},
		"one made from a tested family":   {gpt, []llm.Choice{distilled}, []string{"gpt-4o", "llama3.3:70b"}, gpt, llm.OwnFamily, true},
		"unknown models do not replace":   {gpt, []llm.Choice{own}, []string{"gpt-4o"}, gpt, llm.OwnFamily, true},
		"a tested model nobody knows":     {gpt, nil, []string{"our-model"}, gpt, llm.FamilyUnknown, true},
		"a grader nobody knows":           {own, nil, []string{"gpt-4o"}, own, llm.FamilyUnknown, true},
		"replaced beside an unknown one":  {gpt, []llm.Choice{claude}, []string{"gpt-4o", "our-model"}, claude, llm.FamilyUnknown, true},
		"same family by another provider": {llm.Choice{Provider: "router", Model: "openai/gpt-5"}, []llm.Choice{claude}, []string{"o3"}, claude, llm.Replaced, false},
	} {
		got, reason := f.ChooseGrader(c.configured, c.others, c.under)
		if got != c.want || reason.Why != c.why || reason.Warns() != c.warns {
			t.Errorf("%s: %v, %+v; want %v, %s", name, got, reason, c.want, c.why)
		}
	}
	_, reason := f.ChooseGrader(gpt, nil, []string{"gpt-4o", "our-model", "our-model"})
	if !slices.Equal(reason.Shared, []string{"openai"}) || !slices.Equal(reason.Unknown, []string{"our-model"}) || reason.Family != "openai" {
		t.Errorf("reason = %+v", reason)
	}
}
