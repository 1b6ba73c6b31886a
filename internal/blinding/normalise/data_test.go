package normalise

import (
	"regexp"
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// TestEveryFormMatchesItsExamples runs the examples of the phrase lists and letter forms against their own pattern.
func TestEveryFormMatchesItsExamples(t *testing.T) {
	for _, lang := range study.Languages() {
		for _, file := range []string{"phrases", "letters"} {
			name := file + "." + string(lang) + ".json"
			var f formsFile
			if err := readJSON(name, &f); err != nil {
				t.Fatal(err)
			}
			for _, e := range f.Entries {
				if e.Note == "" || len(e.In) == 0 || len(e.Out) == 0 {
					t.Errorf("%s %s: an entry needs a note, an example and a counter-example", name, e.Pattern)
				}
				checkForm(t, name, e, regexp.MustCompile(`^(?i:`+expand(e.Pattern, f.Words)+`)$`))
			}
		}
	}
}

func checkForm(t *testing.T, file string, e form, re *regexp.Regexp) {
	t.Helper()
	for _, in := range e.In {
		if !matchesForm(e, re, in) {
			t.Errorf("%s %s (%s): should match %q", file, e.name(), e.Note, in)
		}
	}
	for _, out := range e.Out {
		if matchesForm(e, re, out) {
			t.Errorf("%s %s (%s): must not match %q", file, e.name(), e.Note, out)
		}
	}
}

// matchesForm applies a form as the rules do: phrases without the marks at their ends, letters as they stand.
func matchesForm(e form, re *regexp.Regexp, text string) bool {
	if e.Kind == "label" && strings.HasPrefix(e.Rule, "P") {
		label, ok := strings.CutSuffix(text, ":")
		return ok && re.MatchString(bare(label))
	}
	if strings.HasPrefix(e.Rule, "P") {
		return re.MatchString(bare(text))
	}
	return re.MatchString(text)
}

// TestVocabulariesCoverTheirExamples runs the examples of the vocabularies, alone and at the edge of an answer.
func TestVocabulariesCoverTheirExamples(t *testing.T) {
	n := newNormaliser(t)
	for _, lang := range study.Languages() {
		var entries []vocabularyEntry
		if err := readJSON("vocabulary."+string(lang)+".json", &entries); err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Note == "" || len(e.In) == 0 || len(e.Out) == 0 {
				t.Errorf("%s %s: a vocabulary needs a note, examples and counter-examples", lang, e.Rule)
			}
			v := newVocabulary(e)
			for _, in := range e.In {
				if !v.covers(bare(in)) && n.Text(edgeOf(e.Rule, lang, in), lang).Text != body[lang] {
					t.Errorf("%s %s should cover %q", lang, e.Rule, in)
				}
			}
			for _, out := range e.Out {
				if got := n.Text(edgeOf(e.Rule, lang, out), lang).Text; !strings.Contains(got, "\n\n") {
					t.Errorf("%s %s: %q must stay", lang, e.Rule, out)
				}
			}
		}
	}
}

// body is an answer of one paragraph.
var body = map[study.Language]string{
	study.German:  "Der Vertrag ist nach § 879 Abs 1 ABGB nichtig.",
	study.Polish:  "Umowa jest nieważna na podstawie art. 58 § 1 KC.",
	study.English: "The contract is void under section 8 of the Act.",
}

// edgeOf puts a sentence where a rule looks for it: openers above an answer, everything else below.
func edgeOf(rule string, lang study.Language, sentence string) string {
	if rule == "P1" {
		return sentence + "\n\n" + body[lang]
	}
	return body[lang] + "\n\n" + sentence
}

// TestPhrasesDoWhatTheirExamplesSay runs the examples of the phrase lists through the whole pass, at the edge of an
// answer: each example goes, each counter-example stays.
func TestPhrasesDoWhatTheirExamplesSay(t *testing.T) {
	n := newNormaliser(t)
	for _, lang := range study.Languages() {
		var f formsFile
		if err := readJSON("phrases."+string(lang)+".json", &f); err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Entries {
			if e.Kind == "never" || e.Kind == "own" || e.Kind == "unless" {
				continue
			}
			goes, stays := e.In, e.Out
			if e.Kind == "view" { // a guard: what it matches stays
				goes, stays = stays, goes
			}
			for _, in := range goes {
				if got := n.Text(edgeOf(e.Rule, lang, in), lang).Text; got != body[lang] {
					t.Errorf("%s %s: %q should go, left %q", lang, e.name(), in, got)
				}
			}
			for _, out := range stays {
				got := n.Text(edgeOf(e.Rule, lang, out), lang).Text
				if strings.Count(got, "\n\n") != 1 {
					t.Errorf("%s %s: %q must stay, left %q", lang, e.name(), out, got)
				}
			}
		}
	}
}

func TestMachineListsMatchTheirExamples(t *testing.T) {
	var m machineFile
	if err := readJSON("machine.json", &m); err != nil {
		t.Fatal(err)
	}
	tables := newNormaliser(t).tables
	for _, c := range []struct {
		name  string
		list  list
		found func(string) string
		whole bool
	}{
		{"chatTokens", m.ChatTokens, tables.chatToken.FindString, true},
		{"statusLines", m.StatusLines, whole(tables.statusLine), true},
		{"products", m.Products, whole(tables.products), true},
		{"speakers", m.Speakers, whole(tables.speakers), true},
		{"makers", m.Makers, tables.makers.FindString, false},
		{"tokens", m.Tokens, tables.token.FindString, false},
		{"sourceHeadings", m.SourceHeadings, whole(tables.sourceHead), true},
	} {
		if len(c.list.In) == 0 || len(c.list.Out) == 0 || c.list.Note == "" {
			t.Errorf("%s: a list needs a note, examples and counter-examples", c.name)
		}
		for _, in := range c.list.In {
			if got := c.found(in); got == "" || c.whole && got != in {
				t.Errorf("%s: %q matches %q", c.name, in, got)
			}
		}
		for _, out := range c.list.Out {
			if got := c.found(out); got != "" {
				t.Errorf("%s: %q must not match, matches %q", c.name, out, got)
			}
		}
	}
}

// whole gives the text where a list matches it.
func whole(l *patternList) func(string) string {
	return func(text string) string {
		if l.match(text) {
			return text
		}
		return ""
	}
}
