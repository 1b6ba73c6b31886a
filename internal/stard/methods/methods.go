package methods

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Model is what the paragraph rests on: the unblinded tests of a study.
type Model struct {
	Program    string
	Tests      int
	Answers    map[study.Condition]int
	Reviewers  int
	Graders    []string       // models
	Ungraded   int            // answers that an AI grader did not grade though it graded others of their test
	SawGold    int            // answers of runs with the gold standard among their sources
	Replayed   bool           // a grader's reply was recorded earlier and read again
	Gold       int            // tests with a gold standard
	Alphas     []stats.Figure // of the category among people, one a test
	Guesses    int
	Hits       int
	Hypotheses []evaluation.Hypothesis
	Early      []studylog.Opening // of keys before their tests were unblinded
	Stard      *stard.Result      // nil where no test has a target question
}

// Text is the paragraph.
type Text struct {
	Plain     string     `json:"text"`
	LaTeX     string     `json:"latex"`
	Citations []Citation `json:"citations"` // in the order in which the text names them
}

// Citation is a source with the number and the key under which the text names it.
type Citation struct {
	Number int    `json:"number"`
	Key    string `json:"key"`
	Text   string `json:"text"`
}

// cited is how a source stands in a sentence before it is known how to name it.
var cited = regexp.MustCompile(`\[@([a-z0-9;]+)\]`)

// Write writes the paragraph in the catalogue's language.
func Write(m Model, cat *lang.Catalogue) (Text, error) {
	w := writer{stard.Words{Catalogue: cat}, m}
	raw := strings.Join(w.sentences(), " ")
	var keys []string
	for _, hit := range cited.FindAllStringSubmatch(raw, -1) {
		for key := range strings.SplitSeq(hit[1], ";") {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	texts, err := stard.Citations(keys...)
	if err != nil {
		return Text{}, fmt.Errorf("sources of the methods: %w", err)
	}
	t := Text{Citations: []Citation{}}
	for i, key := range keys {
		t.Citations = append(t.Citations, Citation{i + 1, key, texts[i]})
	}
	t.Plain = cited.ReplaceAllStringFunc(raw, func(s string) string {
		var numbers []string
		for key := range strings.SplitSeq(strings.Trim(s, "[@]"), ";") {
			numbers = append(numbers, fmt.Sprint(slices.Index(keys, key)+1))
		}
		return "[" + strings.Join(numbers, ", ") + "]"
	})
	t.LaTeX = latex(raw, t.Citations)
	return t, nil
}

// latex writes the paragraph and its sources so that LaTeX prints them.
func latex(raw string, sources []Citation) string {
	var b strings.Builder
	at := 0
	for _, hit := range cited.FindAllStringSubmatchIndex(raw, -1) {
		b.WriteString(stard.Tex(raw[at:hit[0]]))
		b.WriteString(`\cite{` + strings.ReplaceAll(raw[hit[2]:hit[3]], ";", ",") + `}`)
		at = hit[1]
	}
	b.WriteString(stard.Tex(raw[at:]) + "\n\n\\begin{thebibliography}{99}\n")
	for _, c := range sources {
		b.WriteString(`\bibitem{` + c.Key + "} " + stard.Tex(c.Text) + ".\n")
	}
	b.WriteString("\\end{thebibliography}\n")
	return b.String()
}

// writer puts the model into sentences.
type writer struct {
	stard.Words
	Model
}

// sentences say what was done, in the order in which a study does it.
func (w writer) sentences() []string {
	list := []string{w.collected(), w.blinded(), w.N("methods.people", w.Reviewers)}
	if len(w.Graders) > 0 {
		models := strings.ReplaceAll(w.List(w.Graders), "[@", "[ @") // a name never becomes a source
		list = append(list, w.grader(models))
		if w.Replayed {
			list = append(list, w.T("methods.replayed"))
		}
	}
	if w.Gold > 0 {
		list = append(list, w.N("methods.gold", w.Gold))
	}
	if w.SawGold > 0 {
		list = append(list, w.N("methods.saw-gold", w.SawGold))
	}
	list = append(list, w.agreement(), w.guesses(), w.T("methods.rates"))
	if w.Stard != nil && len(w.Stard.Tables) > 0 {
		list = append(list, w.T("methods.stard", "cases", w.Stard.Flow.Referenced), w.accuracy())
	}
	if missing := w.missing(); missing != "" {
		list = append(list, missing)
	}
	return append(list, w.hypotheses(), w.T("methods.program", "program", w.Program))
}

// missing says as a task what the accuracy still needs, so that nobody takes the silence for a finding; nothing where no
// test has a target question or all is there.
func (w writer) missing() string {
	switch {
	case w.Stard == nil || len(w.Stard.Flow.NoReference) == 0 && len(w.Stard.Tables) > 0:
		return ""
	case len(w.Stard.Flow.NoReference) > 0:
		return w.N("methods.no-reference", len(w.Stard.Flow.NoReference), "tests", w.List(w.Stard.Flow.NoReference))
	}
	return w.T("methods.no-reading")
}

// blinded says how answers were blinded, and how well the keys were kept.
func (w writer) blinded() string {
	if len(w.Early) == 0 {
		return w.T("methods.blinded")
	}
	return w.T("methods.blinded-early") + " " + studylog.SayEarly(w, w.Early)
}

// grader says which AI graded, and how many of the answers where it was not all of them.
func (w writer) grader(models string) string {
	if w.Ungraded == 0 {
		return w.T("methods.grader", "models", models)
	}
	all := 0
	for _, n := range w.Answers {
		all += n
	}
	return w.T("methods.grader-some", "models", models, "n", all-w.Ungraded, "all", all)
}

// collected counts cases and answers by origin.
func (w writer) collected() string {
	var parts []string
	all := 0
	for _, c := range study.Conditions() {
		if n := w.Answers[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", w.Condition(c), n))
			all += n
		}
	}
	if len(parts) == 0 {
		parts = []string{w.T("report.none")}
	}
	return w.N("methods.collected", w.Tests, "answers", all, "origins", strings.Join(parts, ", "))
}

// agreement gives alpha of the category among people: its value for one test, its range over several.
func (w writer) agreement() string {
	var values []float64
	for _, f := range w.Alphas {
		if v, ok := f.Value(); ok {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	switch n := len(values); n {
	case 0:
		return w.T("methods.alpha.none")
	case 1:
		return w.T("methods.alpha.one", "value", w.Number(values[0], 3))
	default:
		return w.T("methods.alpha.range", "n", n, "low", w.Number(values[0], 3), "high", w.Number(values[n-1], 3), "middle", w.Number(middle(values), 3))
	}
}

// middle is the median of sorted values.
func middle(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func (w writer) guesses() string {
	if w.Guesses == 0 {
		return w.T("methods.guesses.none")
	}
	return w.T("methods.guesses", "hits", w.Hits, "guesses", w.Guesses, "percent", w.Number(100*float64(w.Hits)/float64(w.Guesses), 1))
}

// accuracy says the accuracy of each origin.
func (w writer) accuracy() string {
	var parts []string
	for _, t := range w.Stard.Tables {
		f := t.Figure(stard.Accuracy)
		if _, ok := f.Figure.Value(); !ok {
			parts = append(parts, w.Condition(t.Condition)+" "+w.Reason(f.Reason()))
			continue
		}
		parts = append(parts, w.Condition(t.Condition)+" "+w.Value(f)+" "+w.Interval(f))
	}
	return w.T("methods.accuracy", "list", strings.Join(parts, "; "))
}

// sourceOf names the source of each planned test.
var sourceOf = map[evaluation.PlannedTest]string{evaluation.McNemarExact: "mcnemar1947", evaluation.McNemarMidP: "mcnemar1947;fagerland2013",
	evaluation.CochranQ: "cochran1950", evaluation.Wilcoxon: "wilcoxon1945", evaluation.Friedman: "friedman1937"}

// hypotheses names the planned tests; without a hypothesis the study is descriptive.
func (w writer) hypotheses() string {
	if len(w.Hypotheses) == 0 {
		return w.T("methods.no-hypothesis")
	}
	var tests []string
	for _, h := range w.Hypotheses {
		name := w.T("confirm.test."+string(h.Test)) + " [@" + sourceOf[h.Test] + "]"
		if !slices.Contains(tests, name) {
			tests = append(tests, name)
		}
	}
	return w.N("methods.hypotheses", len(w.Hypotheses), "tests", w.List(tests))
}
