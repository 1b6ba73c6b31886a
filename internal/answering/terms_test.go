package answering_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

func ai(kind sources.Kind, text string) sources.Term {
	return sources.Term{Kind: kind, Text: text, From: sources.FromAI}
}

func TestSearchTermsAreReadByTheirGrammar(t *testing.T) {
	want := []sources.Term{ai(sources.Provision, "§ 1096 ABGB"), ai(sources.Word, "Zinsminderung")}
	for name, reply := range map[string]string{
		"as asked":         "@@SUCHE 9f3c21\nNORM: § 1096 ABGB\nBEGRIFF: Zinsminderung\n@@END SUCHE 9f3c21",
		"prose before":     "Hier die Begriffe:\n\n@@SUCHE 9f3c21\nNORM: § 1096 ABGB\nBEGRIFF: Zinsminderung\n@@END SUCHE 9f3c21\n",
		"fences":           "```\n@@SUCHE 9f3c21\nNORM: § 1096 ABGB\nBEGRIFF: Zinsminderung\n@@END SUCHE 9f3c21\n```",
		"emphasis":         "**@@SUCHE 9f3c21**\n**NORM:** § 1096 ABGB\n`BEGRIFF`: Zinsminderung\n@@END SUCHE 9f3c21",
		"list, quotes":     "@@SUCHE 9f3c21\n- NORM: § 1096 ABGB\n• Begriff: „Zinsminderung“\n@@END SUCHE 9f3c21",
		"blanks, capitals": "@@suche  9F3C21\r\nnorm:\u00a0§\u00a01096  ABGB\r\n\r\nBegriff : Zinsminderung\r\n@@end suche 9f3c21\r\n",
		"twice the same":   "@@SUCHE 9f3c21\nNORM: § 1096 ABGB\nBEGRIFF: Zinsminderung\nBEGRIFF: zinsminderung\n@@END SUCHE 9f3c21",
	} {
		got, err := answering.ParseTerms(reply, "9f3c21")
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestWhatIsNotTheGrammarIsNoTerm(t *testing.T) {
	for name, reply := range map[string]string{
		"nothing": "", "prose": "Suchen Sie nach Zinsminderung.", "another number": "@@SUCHE 000000\nNORM: § 1\n@@END SUCHE 000000",
		"not closed": "@@SUCHE 9f3c21\nNORM: § 1 ABGB", "two blocks": "@@SUCHE 9f3c21\nNORM: § 1\n@@END SUCHE 9f3c21\n@@SUCHE 9f3c21\nNORM: § 2\n@@END SUCHE 9f3c21",
		"other line": "@@SUCHE 9f3c21\nNORM: § 1 ABGB\nANTWORT: ja\n@@END SUCHE 9f3c21", "empty": "@@SUCHE 9f3c21\nNORM:\n@@END SUCHE 9f3c21",
		"form as such": "@@SUCHE 9f3c21\nNORM: …\n@@END SUCHE 9f3c21", "no term": "@@SUCHE 9f3c21\n@@END SUCHE 9f3c21",
		"too long":     "@@SUCHE 9f3c21\nBEGRIFF: " + strings.Repeat("wort ", 30) + "\n@@END SUCHE 9f3c21",
		"block within": "@@SUCHE 9f3c21\nNORM: § 1\n@@X 9f3c21\n@@END SUCHE 9f3c21", "end alone": "@@END SUCHE 9f3c21",
	} {
		got, err := answering.ParseTerms(reply, "9f3c21")
		if got != nil || !study.HasProblem(err, "answering.terms-unreadable") {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func FuzzParseTerms(f *testing.F) {
	f.Add("@@SUCHE 9f3c21\nNORM: § 1096 ABGB\nBEGRIFF: Zins\n@@END SUCHE 9f3c21")
	f.Add("```\n@@suche 9f3c21\n**BEGRIFF:** \x00\n@@END SUCHE 9f3c21")
	f.Add("@@SUCHE 9f3c21\n@@SUCHE 9f3c21\n")
	f.Fuzz(func(t *testing.T, reply string) {
		terms, err := answering.ParseTerms(reply, "9f3c21")
		if (err == nil) == (len(terms) == 0) {
			t.Fatalf("%d terms, %v", len(terms), err)
		}
		if len(terms) > 12 {
			t.Fatalf("%d terms", len(terms))
		}
		for _, one := range terms {
			if one.Text == "" || one.From != sources.FromAI || strings.ContainsAny(one.Text, "\n\r") {
				t.Fatalf("term %+v", one)
			}
		}
		answer, used, stated := answering.CutUsed(reply, "9f3c21", 3)
		if !strings.HasPrefix(reply, answer) || !stated && used != nil {
			t.Fatalf("%q %v %t", answer, used, stated)
		}
	})
}

func TestTheListOfUsedSourcesIsNoPartOfTheAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		reply, answer string
		used          []int
		stated        bool
	}{
		"as asked":       {"Ja.\n\n@@QUELLEN 9f3c21\nS1 S3\n@@END QUELLEN 9f3c21", "Ja.", []int{0, 2}, true},
		"fenced, commas": {"Ja.\n\n```\n@@QUELLEN 9f3c21\nS3, S1\n@@END QUELLEN 9f3c21\n```", "Ja.", []int{0, 2}, true},
		"none":           {"Ja.\n@@QUELLEN 9f3c21\n-\n@@END QUELLEN 9f3c21", "Ja.", nil, true},
		"no list":        {"Ja.", "Ja.", nil, false},
		"not there":      {"Ja.\n@@QUELLEN 9f3c21\nS9\n@@END QUELLEN 9f3c21", "Ja.", nil, false},
		"cut off":        {"Ja.\n@@QUELLEN 9f3c21\nS1", "Ja.", nil, false},
		"another number": {"Ja.\n@@QUELLEN 000000\nS1\n@@END QUELLEN 000000", "Ja.\n@@QUELLEN 000000\nS1\n@@END QUELLEN 000000", nil, false},
	} {
		answer, used, stated := answering.CutUsed(c.reply, "9f3c21", 3)
		if answer != c.answer || !cmp.Equal(used, c.used) || stated != c.stated {
			t.Errorf("%s: %q %v %t", name, answer, used, stated)
		}
	}
}

func TestMarksOfSourcesAreCounted(t *testing.T) {
	for text, want := range map[string]int{"Ja [S1], nein (S2, S3) und [S4–S5].": 3, "§ 5 (S. 4), [1], S1, [Seite 3]": 0} {
		if got := answering.SourceMarks(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
