package handout_test

import (
	"strings"
	"testing"

	"iucomstudien/internal/handout"
	"iucomstudien/internal/study"
)

func TestAReadingOrderChangesWhatIsReadAndNotTheSheet(t *testing.T) {
	in := input()
	cat := catalogue(t, study.German)
	plain := build(t, in, study.German)
	sum := in.Form(cat).Checksum
	in.Order = []study.Code{in.Answers[1].Code, in.Answers[0].Code}
	own := build(t, in, study.German)
	if got := in.Form(cat).Checksum; got != sum {
		t.Errorf("checksum %s, in blind order %s", got, sum)
	}
	for _, name := range []string{"03_Alle_Antworten.txt", "03_Alle_Antworten.html"} {
		text := content(t, own, name)
		if strings.Index(text, "Antwort Y") > strings.Index(text, "Antwort X") || !strings.Contains(text, "Antwort Y") {
			t.Errorf("%s is not in the reviewer's order:\n%s", name, text)
		}
	}
	for i, f := range plain {
		if strings.HasPrefix(f.Name, "Bewertung") && !strings.HasSuffix(f.Name, ".html") && string(f.Data) != string(own[i].Data) {
			t.Errorf("%s differs", f.Name)
		}
	}
}

func TestAReadingOrderThatIsNoneOfTheAnswersIsRefused(t *testing.T) {
	for _, order := range [][]study.Code{{}, {"X"}, {"X", "X"}, {"X", "Q"}} {
		in := input()
		in.Order = order
		if _, err := handout.Build(in, catalogue(t, study.German)); err == nil {
			t.Errorf("%v is taken", order)
		}
	}
}

func TestInstructionsSayHowManyAnswersWereWithdrawn(t *testing.T) {
	for _, c := range []struct {
		language study.Language
		name     string
		one      string
	}{
		{study.English, "00_Instructions.txt", "one answer withdrawn"}, {study.German, "00_Anleitung.txt", "Eine Antwort wurde zurückgezogen"},
		{study.Polish, "00_Instrukcja.txt", "jedną odpowiedź wycofano"},
	} {
		for n, want := range map[int]string{0: "", 1: c.one, 3: "3"} {
			in := input()
			in.Withdrawn = n
			text := content(t, build(t, in, c.language), c.name)
			if last := text[strings.LastIndex(strings.TrimRight(text, "\n"), "\n")+1:]; n > 0 && !strings.Contains(last, want) || n == 0 && strings.Contains(text, c.one) {
				t.Errorf("%s, %d withdrawn: the instructions end with %q", c.language, n, last)
			}
		}
	}
}
