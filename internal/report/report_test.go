package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(read(t, name), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func html(t *testing.T, m *report.Model, l study.Language) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.HTML(&b, m, catalogue(t, l)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReportOfTheSampleStudyStaysAsItWas(t *testing.T) {
	for _, l := range study.Languages() {
		golden(t, "report."+string(l)+".html", html(t, tenancy(t), l))
		var table bytes.Buffer
		if err := report.CSV(&table, tenancy(t), catalogue(t, l)); err != nil {
			t.Fatal(err)
		}
		golden(t, "data."+string(l)+".csv", table.String())
	}
	var b bytes.Buffer
	if err := report.JSON(&b, tenancy(t)); err != nil {
		t.Fatal(err)
	}
	goldenData(t, "data.json", b.Bytes())
}

// goldenData compares data files by value: the last bits of a step may differ from one processor to another.
func goldenData(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		golden(t, name, string(got))
	}
	var have, want any
	if err := json.Unmarshal(got, &have); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(read(t, name)), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, have, cmpopts.EquateApprox(1e-12, 1e-12)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestTheSameDataGiveTheSameBytes(t *testing.T) {
	m := tenancy(t)
	first := html(t, m, study.German)
	for range 3 {
		if html(t, m, study.German) != first {
			t.Fatal("two reports of the same data differ")
		}
	}
}

// variants are the studies a report must be able to speak about, besides the full one.
func variants(t *testing.T) map[string]*report.Model {
	t.Helper()
	all := map[string]*report.Model{"sample": tenancy(t), "nothing": {}}
	for name, change := range map[string]func(*report.Model){
		"nobody rated":       func(m *report.Model) { m.Sheets = nil },
		"one person":         func(m *report.Model) { m.Sheets = m.Sheets[:1] },
		"no AI grading":      func(m *report.Model) { m.Grader, m.Gradings = nil, nil },
		"no gold standard":   func(m *report.Model) { m.Test.UseGold, m.Gold = false, nil },
		"no target question": func(m *report.Model) { m.Case.TargetQuestion = "" },
		"no reference":       func(m *report.Model) { m.Case.Reference = study.Maybe[study.Target]{} },
		"one answer":         func(m *report.Model) { m.Answers = m.Answers[:1] },
		"panel changes": func(m *report.Model) {
			m.Sheets[0].Ratings, m.Sheets[2].Ratings = m.Sheets[0].Ratings[:4], m.Sheets[2].Ratings[2:]
		},
		"rows left out": func(m *report.Model) { m.Sheets[0].Ratings = nil },
		"reply cut off": func(m *report.Model) {
			m.Gradings = []study.Grading{{Rating: study.Rating{Code: "X", Category: study.Absent[study.Category](study.Truncated)},
				Sources: study.Known(study.SourceCounts{}), SystemA: study.Absent[study.SystemA](study.Undefined)}}
		},
		"origin unknown": func(m *report.Model) { m.Answers[0].Answer.Condition = "" },
		"one expert":     func(m *report.Model) { m.Gold = m.Gold[:1] },
		"no log":         func(m *report.Model) { m.Log, m.Refusals, m.Removals, m.Commitment = nil, nil, nil, "" },
	} {
		m := tenancy(t)
		change(m)
		evaluate(t, m)
		all[name] = m
	}
	all["hypotheses"] = confirmed(t)
	all["everything"] = whole(t)
	return all
}

func TestEveryStudyCanBeReportedInEveryLanguage(t *testing.T) {
	for name, m := range variants(t) {
		for _, l := range study.Languages() {
			t.Run(name+" "+string(l), func(t *testing.T) { checkPage(t, html(t, m, l)) })
		}
	}
}

var (
	loads    = regexp.MustCompile(`(?i)<(script|link|img|iframe|object|embed|base|form)\b|@import|url\((?:[^#]|$)|\bsrc=|\bon[a-z]+="|javascript:`)
	gap      = regexp.MustCompile(`‹[a-z0-9.-]+›`)
	noNumber = regexp.MustCompile(`\b(NaN|Inf|<nil>|<no value>|map\[|%!)`)
)

// checkPage holds of every report: it stands alone, says everything in words, and can be read by ear.
func checkPage(t *testing.T, page string) {
	t.Helper()
	for what, found := range map[string]string{"something is loaded or run": loads.FindString(page), "a text is missing": gap.FindString(page),
		"what is no number is printed": noNumber.FindString(page)} {
		if found != "" {
			t.Errorf("%s: %q", what, found)
		}
	}
	p := parse(t, page)
	if p.lang == "" || p.count["h1"] != 1 || p.count["main"] != 1 || p.count["title"] < 1 {
		t.Errorf("language %q, %d first headings, %d main parts", p.lang, p.count["h1"], p.count["main"])
	}
	if p.count["table"] != p.count["caption"] {
		t.Errorf("%d tables have %d captions", p.count["table"], p.count["caption"])
	}
	for _, fault := range p.faults {
		t.Error(fault)
	}
}

// outline is what a test needs to know of a page.
type outline struct {
	lang   string
	count  map[string]int
	faults []string
	ids    []string
	texts  []string // of headings, paragraphs, items and cells
}

// parse reads the page as XML would be read, so that a tag left open is a fault.
func parse(t *testing.T, page string) outline {
	t.Helper()
	o := outline{count: map[string]int{}}
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string
	var texts []string
	level := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			o.start(e, &level)
			open, texts = append(open, e.Name.Local), append(texts, "")
		case xml.EndElement:
			if n := len(open); n == 0 || open[n-1] != e.Name.Local {
				t.Fatalf("</%s> closes %v", e.Name.Local, open)
			}
			text := texts[len(texts)-1]
			open, texts = open[:len(open)-1], texts[:len(texts)-1]
			if slices.Contains([]string{"td", "th", "dd", "dt", "caption", "h2", "h3", "h4", "p", "li"}, e.Name.Local) && strings.TrimSpace(text) == "" {
				o.faults = append(o.faults, "empty <"+e.Name.Local+"> in "+strings.Join(open, " "))
			}
			if slices.Contains([]string{"td", "th", "dd", "dt", "caption", "h1", "h2", "h3", "h4", "p", "figcaption"}, e.Name.Local) {
				o.texts = append(o.texts, text)
			}
			if len(texts) > 0 {
				texts[len(texts)-1] += text
			}
		case xml.CharData:
			if len(texts) > 0 {
				texts[len(texts)-1] += string(e)
			}
		}
	}
	return o
}

func (o *outline) start(e xml.StartElement, level *int) {
	name := e.Name.Local
	o.count[name]++
	attribute := map[string]string{}
	for _, a := range e.Attr {
		attribute[a.Name.Local] = a.Value
	}
	if name == "html" {
		o.lang = attribute["lang"]
	}
	if name == "th" && attribute["scope"] == "" {
		o.faults = append(o.faults, "a heading cell without scope")
	}
	if id := attribute["id"]; id != "" {
		if slices.Contains(o.ids, id) {
			o.faults = append(o.faults, "id "+id+" twice")
		}
		o.ids = append(o.ids, id)
	}
	if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
		if now := int(name[1] - '0'); now > *level+1 {
			o.faults = append(o.faults, "heading "+name+" skips a level")
		} else {
			*level = now
		}
	}
}

func TestTheSummarySaysTheResultInPlainWords(t *testing.T) {
	page := html(t, tenancy(t), study.English)
	summary := page[strings.Index(page, `class="summary"`):strings.Index(page, "<table>")]
	for _, sentence := range []string{
		"6 answers to the same legal question were compared",
		"Most people found correct: Y (Professional) and Q (Reporter).",
		"sources that do not exist are cited in X (Other AI) and W",
		"guessed right in 11 of 18 cases; by chance about 9 were to be expected (p = 0.240)",
		"within what chance gives",
		"α = 0.68",
		"tentative conclusions only",
		"in 16 of 18 comparisons (88.9\u00a0%)",
		"they do not show how a model or a group of people performs elsewhere",
	} {
		if !strings.Contains(summary, sentence) {
			t.Errorf("the summary does not say %q:\n%s", sentence, summary)
		}
	}
}

func TestAGapIsAWordAndAGradeNobodyGaveIsNone(t *testing.T) {
	page := html(t, tenancy(t), study.English)
	k := page[strings.Index(page, `id="answer-K"`):]
	row := k[strings.Index(k, ">R03<"):]
	row = row[:strings.Index(row, "</tr>")]
	if !strings.Contains(row, "<td>missing</td>") {
		t.Errorf("R03's percentage of K is not said to be missing: %s", row)
	}
	if !strings.Contains(page, "not asked of the AI") {
		t.Error("the AI grader's missing grade is not explained")
	}
}

func TestRepliesThatWereRecordedAreMarked(t *testing.T) {
	m := tenancy(t)
	if n := strings.Count(html(t, m, study.German), ">wiedergegeben<"); n < 5 {
		t.Errorf("marked %d times, want it wherever the AI grading speaks", n)
	}
	m.Grader.Replayed = false
	if strings.Contains(html(t, m, study.German), "wiedergegeben") {
		t.Error("a fresh grading is marked as replayed")
	}
}

func TestWithoutAGoldStandardNothingIsSaidAboutIt(t *testing.T) {
	m := tenancy(t)
	m.Test.UseGold, m.Gold = false, nil
	evaluate(t, m)
	page := html(t, m, study.English)
	if strings.Contains(page, "<h3>The gold standard</h3>") || strings.Contains(page, ">Verdicts of the people<") {
		t.Error("categories are shown although they were not asked")
	}
	if !strings.Contains(page, "There was no gold standard") {
		t.Error("the limits do not say that there was no gold standard")
	}
}

func TestRefusedAnswersStandWithTheirReason(t *testing.T) {
	page := html(t, tenancy(t), study.English)
	at := strings.Index(page, ">T03<")
	if at < 0 || !strings.Contains(page[at:at+300], "05_students.csv, row 4") {
		t.Error("T03 is not listed with its place")
	}
}

// hostile is a study with markup in every text that a study can hold.
func hostile(t *testing.T) *report.Model {
	t.Helper()
	evil := `"><x-evil a='1'>&</style></title><!--`
	m := tenancy(t)
	m.Program, m.Commitment = evil, evil
	m.Study.Name, m.Study.Lead, m.Study.Institution, m.Study.ID = evil, evil, evil, evil
	m.Case.Title, m.Case.Area, m.Case.Jurisdiction, m.Case.LawAsOf, m.Case.Facts = evil, evil, evil, evil, evil
	m.Case.TargetQuestion, m.Case.ReferenceBy, m.Test.ID = evil, evil, evil
	for i := range m.Answers {
		a := &m.Answers[i]
		o := &a.Answer.Origin
		o.Provider, o.Model, o.Version, o.Date, o.Prompt, o.Participant = evil, evil, evil, evil, evil, evil
		o.Qualification, a.Answer.Question, a.Blinded = study.Qualification(evil), evil+"2", evil
		a.Answer.File = study.SourceFile{Name: evil, At: evil, SHA256: evil}
	}
	for i := range m.Sheets {
		m.Sheets[i].Rater.ID = evil + m.Sheets[i].Rater.ID
		for j := range m.Sheets[i].Ratings {
			m.Sheets[i].Ratings[j].Comment = evil
		}
	}
	m.Grader.Model, m.Grader.ID = evil, evil
	for i := range m.Gradings {
		g := &m.Gradings[i]
		g.Notes, g.Departures = []string{evil}, []study.Departure{{Passage: evil, Reason: evil, Evidence: evil, Solution: evil}}
		g.Bars = map[string]bool{evil: false}
		g.Quality = map[string]study.Maybe[int]{evil: study.Known(1)}
	}
	m.Criteria = []report.Criterion{{ID: evil, Name: evil}}
	m.Refusals = []report.Refusal{{File: evil, At: evil, Participant: evil, Problem: study.Problem{ID: evil, Args: map[string]any{"value": evil}}}}
	m.Gold = []study.GoldDocument{{Name: evil, SHA256: evil}, {Name: evil, SHA256: evil}}
	m.Removals = []report.Removal{{Rule: evil, Count: 1}}
	m.Log[0].Data, _ = json.Marshal(map[string]string{evil: evil})
	m.Log[0].Hash, m.Log[1].Kind = evil, "x-evil>"
	request := ledger.Request{Purpose: evil, Provider: evil, Model: evil, System: evil, Text: evil}
	m.Requests = []ledger.Entry{{Hash: evil, Request: request, State: ledger.Answered, Reply: ledger.Reply{Model: evil, PriceLine: evil, Cost: study.Known(ledger.Money{Micros: 1, Currency: evil})}}}
	m.Checks = []report.SourceCheck{{Code: "X", Citation: evil, Outcome: report.SourceOutcome(evil), Register: evil, Found: evil}}
	m.Retrieval = []report.Retrieval{{Code: "X", By: evil, Precision: share(t, 1, 2), HitRate: share(t, 1, 2), Fidelity: share(t, 1, 2)}}
	m.Adjudicated = []report.Adjudicated{{By: evil, Rating: study.Rating{Code: "X", Comment: evil}}}
	m.Repeats = []report.Repeat{{Rater: study.Rater{ID: evil}, Equal: share(t, 1, 2), Kappa: kappa(t)}}
	m.SelfPreference = []report.SelfPreference{{Grader: study.Rater{ID: evil, Model: evil}, Family: evil, Own: share(t, 1, 2).Figure, Others: share(t, 1, 2).Figure, Difference: kappa(t)}}
	m.Graders = []report.GraderRun{{Rater: study.Rater{ID: evil, Model: evil}, Provider: evil, Configured: evil, Independence: evil, Warns: true,
		Shared: []string{evil}, LeftOut: []study.Code{study.Code(evil)}, Because: evil, Spread: []report.GraderSpread{{Item: "grid", Code: study.Code(evil)}}},
		{Rater: study.Rater{ID: evil}, Warns: true, Unknown: []string{evil}, Complete: true, NoDifferentiation: true}}
	m.Unfinished = []report.Unfinished{{Condition: study.Control, Because: evil}}
	evaluate(t, m)
	code := study.Code(`<x-evil>`)
	m.Answers[0].Code, m.Figures.Answers[0].Code, m.Figures.Conditions[0].Codes[0] = code, code, code
	m.Figures.Agreement[0].Measure = evaluation.Measure(`<x-evil>`)
	return m
}

func TestEveryTextOfAStudyIsEscaped(t *testing.T) {
	m := hostile(t)
	for _, l := range study.Languages() {
		page := html(t, m, l)
		if strings.Contains(page, "<x-evil") || strings.Contains(page, "<!--") || strings.Contains(page, "</style></title>") {
			at := max(strings.Index(page, "<x-evil"), strings.Index(page, "<!--"))
			t.Fatalf("a text became markup: %.300s", page[max(0, at-100):])
		}
		if n := strings.Count(page, "x-evil"); n < 100 {
			t.Errorf("the text is printed %d times only: the test does not reach every field", n)
		}
		parse(t, page)
	}
}
