package methods_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/stard/methods"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "renew the golden files")

func model(t *testing.T) methods.Model {
	t.Helper()
	var cases []stard.Participant
	for _, said := range []study.Target{study.Yes, study.Yes, study.No, study.Indeterminate} {
		cases = append(cases, stard.Participant{Test: "T", Reference: study.Known(study.Yes),
			Answers: []stard.Answer{{Condition: study.Reporter, Reading: study.Known(said)}}})
	}
	result, err := stard.Compute(cases)
	if err != nil {
		t.Fatal(err)
	}
	return methods.Model{
		Program: "IUCOM Studien test", Tests: 4, Answers: map[study.Condition]int{study.Reporter: 4, study.Student: 3}, Reviewers: 2,
		Graders: []string{"model_1 50% [@evil]"}, Replayed: true, Gold: 1, Guesses: 14, Hits: 8, Stard: &result,
		Alphas:     []stats.Figure{stats.NewFigure("krippendorff_alpha", 0.9), stats.Undefined("krippendorff_alpha", stats.NoVariation), stats.NewFigure("krippendorff_alpha", 0.5)},
		Hypotheses: []evaluation.Hypothesis{{Test: evaluation.McNemarMidP}, {Test: evaluation.Wilcoxon}, {Test: evaluation.McNemarMidP}},
	}
}

func written(t *testing.T, m methods.Model, l study.Language) methods.Text {
	t.Helper()
	cat, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	text, err := methods.Write(m, cat)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{text.Plain, text.LaTeX} {
		if strings.Contains(s, "‹") || strings.Contains(s, "<no value>") || strings.Contains(s, "NaN") {
			t.Errorf("%s: %s", l, s)
		}
	}
	return text
}

func TestTheParagraphStaysTheSame(t *testing.T) {
	for _, l := range study.Languages() {
		text := written(t, model(t), l)
		for name, got := range map[string]string{"txt": text.Plain + "\n", "tex": text.LaTeX} {
			file := filepath.Join("testdata", string(l)+"."+name)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		}
	}
}

func TestEverySourceIsNamedAndNoOther(t *testing.T) {
	text := written(t, model(t), study.English)
	if n := len(text.Citations); n < 8 {
		t.Errorf("%d sources", n)
	}
	for _, c := range text.Citations {
		if c.Text == "" || !strings.Contains(text.LaTeX, `\bibitem{`+c.Key+"}") {
			t.Errorf("source %+v", c)
		}
	}
	if strings.Contains(text.LaTeX, `\cite{evil}`) || strings.Contains(text.LaTeX, "50%") {
		t.Error("the name of a model became markup")
	}
	for _, c := range written(t, methods.Model{Tests: 1}, study.English).Citations {
		if c.Key == "holm1979" || c.Key == "bossuyt2015" || c.Key == "bang2004" {
			t.Errorf("%s is named though it was not used", c.Key)
		}
	}
}

func TestAMissingReferenceIsATaskInTheParagraph(t *testing.T) {
	read := []stard.Answer{{Condition: study.Reporter, Reading: study.Known(study.Yes)}}
	without := stard.Participant{Test: "Test-07", Answers: read}
	with := stard.Participant{Test: "Test-08", Reference: study.Known(study.Yes), Answers: read}
	unread := stard.Participant{Test: "Test-09", Reference: study.Known(study.Yes)}
	for name, c := range map[string]struct {
		cases []stard.Participant
		want  string // key of the task; "" for none
	}{
		"no reference at all": {[]stard.Participant{without}, "methods.no-reference"},
		"one case lacks it":   {[]stard.Participant{with, without}, "methods.no-reference"},
		"nothing was read":    {[]stard.Participant{unread}, "methods.no-reading"},
		"all is there":        {[]stard.Participant{with}, ""},
	} {
		result, err := stard.Compute(c.cases)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range study.Languages() {
			cat, err := lang.New(l)
			if err != nil {
				t.Fatal(err)
			}
			text := written(t, methods.Model{Tests: 1, Stard: &result}, l).Plain
			for key, task := range map[string]string{"methods.no-reading": cat.T("methods.no-reading"), "methods.no-reference": cat.N("methods.no-reference", 1, "tests", "Test-07")} {
				if strings.Contains(text, task) != (key == c.want) {
					t.Errorf("%s, %s: %q, task %q", name, l, text, task)
				}
			}
		}
	}
}

func TestWhatIsNotKnownIsSaid(t *testing.T) {
	for _, l := range study.Languages() {
		cat, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		text := written(t, methods.Model{Tests: 1}, l).Plain
		for _, want := range []string{cat.T("methods.guesses.none"), cat.T("methods.no-hypothesis")} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q lacks %q", l, text, want)
			}
		}
	}
}
