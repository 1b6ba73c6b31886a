package stard_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/officetest"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "renew the golden files")

func catalogue(t testing.TB, l study.Language) *lang.Catalogue {
	t.Helper()
	c, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// model is the sample's table as a report.
func model(t testing.TB) *stard.Model {
	t.Helper()
	m := &stard.Model{
		Program: "IUCOM Studien test", Written: time.Date(2026, 4, 1, 10, 0, 0, 0, vienna),
		Study:        study.Study{ID: "DEMO", Name: "Zivilrecht 2026", Lead: "Prof. Muster", Institution: "Lehrstuhl", Language: study.German},
		Participants: twelve(t), Without: 1, Reviewers: []string{"R01", "R02", "R03"}, Graders: []string{"grader-1"}, Gaps: 2,
		Agreement:  []stard.Agreed{{People: true, Equal: 120, All: 138}, {Equal: 0, All: 0}},
		Hypotheses: []stard.Planned{{ID: "H1", Claim: "Der Reporter trifft öfter zu.", Time: time.Date(2026, 3, 1, 8, 0, 0, 0, vienna)}},
		Texts:      map[string]stard.Text{"26": {Text: "Zwölf Fälle <eines> Lehrstuhls & keine Zufallsauswahl.", Changed: time.Date(2026, 3, 30, 8, 0, 0, 0, vienna)}},
		Events:     stard.Events{Failed: 1, Withdrawn: 1, Checked: 40, Invented: 2, Unmasked: []string{"C03"}}, LogHead: strings.Repeat("ab", 32), LogEntries: 144,
	}
	m.Participants[0].Gold = []study.GoldDocument{{Name: "gutachten-1.txt", SHA256: strings.Repeat("cd", 32)}}
	m.Participants[0].GoldShown = true
	m.Result = compute(t, m.Participants)
	return m
}

// outputs are the files of a report.
func outputs(t testing.TB, m *stard.Model, l study.Language) map[string][]byte {
	t.Helper()
	cat := catalogue(t, l)
	files := map[string][]byte{}
	for name, write := range map[string]func(io.Writer) error{
		"stard.html":  func(w io.Writer) error { return stard.HTML(w, m, cat) },
		"stard.docx":  func(w io.Writer) error { return stard.Docx(w, m, cat) },
		"figures.csv": func(w io.Writer) error { return stard.CSV(w, m) },
		"cases.csv":   func(w io.Writer) error { return stard.Cases(w, m) },
		"table.tex":   func(w io.Writer) error { return stard.LaTeX(w, m, cat) },
		"data.json":   func(w io.Writer) error { return stard.JSON(w, m) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatalf("%s in %s: %v", name, l, err)
		}
		files[name] = b.Bytes()
	}
	return files
}

func TestTheReportOfTheSampleTableStaysTheSame(t *testing.T) {
	for _, l := range study.Languages() {
		for name, got := range outputs(t, model(t), l) {
			if name == "stard.docx" || l != study.German && name != "stard.html" && name != "table.tex" {
				continue
			}
			file := filepath.Join("testdata", string(l)+"-"+name)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		}
	}
}

func TestTheSameModelGivesTheSameBytes(t *testing.T) {
	first, again := outputs(t, model(t), study.Polish), outputs(t, model(t), study.Polish)
	for name := range first {
		if !bytes.Equal(first[name], again[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

// TestThePageIsSafeAndAccessible walks the page: headings in order, table headers with a scope, drawings with a name, no
// script, nothing from outside, no key without a text.
func TestThePageIsSafeAndAccessible(t *testing.T) {
	m := model(t)
	hostile := `<script>alert(1)</script>"'&<img src=x onerror=y>`
	m.Study.Name, m.Study.Lead = hostile, hostile
	m.Participants[0].Question, m.Participants[0].WhyNot, m.Participants[0].Area = hostile, hostile, hostile
	m.Participants[1].Answers[0].Origin.Model = hostile
	m.Texts["1"] = stard.Text{Text: hostile}
	m.Result = compute(t, m.Participants)
	for _, l := range study.Languages() {
		data := outputs(t, m, l)["stard.html"]
		for _, bad := range []string{"<script", "<img", "onerror=y>", "http://", "https://", "‹", "NaN", "<no value>", "<td></td>", "<td class=\"n\"></td>"} {
			text := strings.ReplaceAll(string(data), `xmlns="http://www.w3.org/2000/svg"`, "")
			if strings.Contains(text, bad) {
				t.Errorf("%s: the page holds %q", l, bad)
			}
		}
		root, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		walk(t, root)
	}
}

func walk(t *testing.T, root *html.Node) {
	t.Helper()
	level := 0
	ids := map[string]bool{}
	var links []string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		attr := map[string]string{}
		for _, a := range n.Attr {
			attr[a.Key] = a.Val
		}
		if id := attr["id"]; id != "" {
			if ids[id] {
				t.Errorf("the ID %s stands twice", id)
			}
			ids[id] = true
		}
		switch n.Data {
		case "h1", "h2", "h3":
			now := int(n.Data[1] - '0')
			if now > level+1 {
				t.Errorf("a heading of level %d follows one of level %d", now, level)
			}
			level = now
		case "th":
			if attr["scope"] == "" {
				t.Error("a table header without a scope")
			}
		case "svg":
			if attr["role"] != "img" || attr["aria-labelledby"] == "" {
				t.Error("a drawing without a name")
			}
		case "a":
			links = append(links, strings.TrimPrefix(attr["href"], "#"))
		case "html":
			if attr["lang"] == "" {
				t.Error("the page does not say its language")
			}
		}
	}
	for _, l := range links {
		if !ids[l] {
			t.Errorf("a link leads to %q, which is not there", l)
		}
	}
}

func TestAStudyWithoutCasesGivesAReportThatSaysSo(t *testing.T) {
	empty := &stard.Model{Study: study.Study{ID: "S", Name: "S"}, Result: compute(t, nil)}
	for _, l := range study.Languages() {
		data := string(outputs(t, empty, l)["stard.html"])
		if !strings.Contains(data, catalogue(t, l).T("stard.nothing")) || strings.Contains(data, "<td></td>") {
			t.Errorf("%s: the page does not say that there is nothing", l)
		}
	}
}

func TestAMissingReferenceIsATaskAtTheHeadOfTheReport(t *testing.T) {
	read := []stard.Answer{{Condition: study.Reporter, Reading: study.Known(study.Yes)}}
	without := stard.Participant{Test: "Test-07", Answers: read}
	with := stard.Participant{Test: "Test-08", Reference: study.Known(study.Yes), Answers: read}
	for name, c := range map[string]struct {
		cases []stard.Participant
		task  bool
	}{"none has one": {[]stard.Participant{without}, true}, "one lacks it": {[]stard.Participant{with, without}, true}, "all have one": {[]stard.Participant{with}, false}} {
		m := &stard.Model{Study: study.Study{ID: "S", Name: "S"}, Participants: c.cases, Result: compute(t, c.cases)}
		for _, l := range study.Languages() {
			want := catalogue(t, l).N("stard.task.reference", 1, "tests", "Test-07")
			if got := strings.Contains(string(outputs(t, m, l)["stard.html"]), want); got != c.task {
				t.Errorf("%s, %s: the task is there: %v, want %v", name, l, got, c.task)
			}
		}
	}
}

func TestTheLeadsTextTakesThePlaceOfTheTask(t *testing.T) {
	m := model(t)
	list, err := stard.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	before := len(m.OpenTasks(list))
	m.Texts["28"] = stard.Text{Text: "OSF abc12"}
	if after := len(m.OpenTasks(list)); after != before-1 {
		t.Errorf("%d tasks after %d", after, before)
	}
	page := string(outputs(t, m, study.English)["stard.html"])
	if !strings.Contains(page, "OSF abc12") || strings.Contains(page, "not registered") {
		t.Error("the registration is not printed, or the open task is still there")
	}
}

func TestTheChecklistIsWhole(t *testing.T) {
	list, err := stard.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[stard.Status]int{}
	seen := map[string]bool{}
	for _, it := range list.Items {
		if seen[it.ID] {
			t.Errorf("%s stands twice", it.ID)
		}
		seen[it.ID] = true
		if it.Section != "ai" {
			counts[it.Status]++
		}
		for _, l := range study.Languages() {
			if it.Demand[l] == "" || list.Sections[it.Section][l] == "" || it.Status == stard.ByLead && it.Lead[l] == "" {
				t.Errorf("%s says nothing in %s", it.ID, l)
			}
		}
	}
	if counts[stard.ByProgram] != 9 || counts[stard.Partly] != 12 || counts[stard.ByLead] != 13 {
		t.Errorf("rows %v, want 9, 12 and 13", counts)
	}
	if _, err := list.Item(" 10A "); err != nil {
		t.Error(err)
	}
	for _, id := range []string{"", "31", "10", "x"} {
		if _, err := list.Item(id); !study.HasProblem(err, "stard.no-item") {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestLaTeXPrintsWhatIsThere(t *testing.T) {
	for in, want := range map[string]string{`50 % & {a}_b`: `50 \% \& \{a\}\_b`, `\input{x}`: `\textbackslash{}input\{x\}`, "a\nb": "a b", "−1": `$-$1`} {
		if got := stard.Tex(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestSourcesAreKnownByTheirKeys(t *testing.T) {
	if _, err := stard.Citations("wilson1927", "holm1979"); err != nil {
		t.Error(err)
	}
	if _, err := stard.Citations("nobody"); err == nil {
		t.Error("an unknown source was found")
	}
}

func TestLibreOfficeOpensTheReport(t *testing.T) {
	reports := make(map[string][]byte)
	for _, l := range study.Languages() {
		reports[string(l)+".docx"] = outputs(t, model(t), l)["stard.docx"]
	}
	officetest.Find(t).PDF(t, reports)
}

// TestWhatNobodyCountedIsNeverAZero leaves out the AI grading, what it checked, or every case.
func TestWhatNobodyCountedIsNeverAZero(t *testing.T) {
	for _, l := range study.Languages() {
		cat := catalogue(t, l)
		for name, c := range map[string]struct {
			change     func(*stard.Model)
			want, none string // keys of texts
		}{
			"no AI graded":       {func(m *stard.Model) { m.Graders, m.Events.Invented, m.Events.Checked = nil, 0, 0 }, "reason.no-ai-grading", "stard.event.none-checked"},
			"it checked nothing": {func(m *stard.Model) { m.Events.Invented, m.Events.Checked = 0, 0 }, "stard.event.none-checked", "reason.no-ai-grading"},
			"no case":            {func(m *stard.Model) { m.Participants, m.Result = nil, compute(t, nil) }, "stard.caution.none", "reason.no-ai-grading"},
		} {
			m := model(t)
			c.change(m)
			text := string(outputs(t, m, l)["stard.html"])
			if !strings.Contains(text, cat.T(c.want)) || strings.Contains(text, cat.T(c.none)) {
				t.Errorf("%s, %s: it lacks %q or says %q", l, name, cat.T(c.want), cat.T(c.none))
			}
		}
	}
}
