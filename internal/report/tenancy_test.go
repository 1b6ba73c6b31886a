package report_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

func catalogue(t testing.TB, l study.Language) *lang.Catalogue {
	t.Helper()
	c, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// at is a moment of the invented study, minutes after its first step.
func at(minutes int) time.Time {
	return time.Date(2026, 3, 9, 9, 0, 0, 0, time.FixedZone("", 3600)).Add(time.Duration(minutes) * time.Minute)
}

// tenancy is the report of the sample study: everything in it is invented.
func tenancy(t *testing.T) *report.Model {
	t.Helper()
	facts := strings.TrimSpace(read(t, "facts.txt"))
	m := &report.Model{
		Program: "IUCOM Studien", Written: at(240),
		Study: study.Study{ID: "DEMO-MIETE-01", Name: "Kündigung wegen Mietzinsrückstands", Lead: "Univ.-Prof. Dr. Muster (erfunden)",
			Institution: "Institut für Zivilrecht, Musteruniversität (erfunden)", Language: study.German, Created: at(0)},
		Case: study.Case{ID: "DEMO-MIETE-01", Title: "Kündigung wegen Mietzinsrückstands", Area: "Mietrecht", Jurisdiction: "AT",
			LawAsOf: "2026-03-01", Facts: facts, TargetQuestion: "Ist die Kündigung vom 2. Februar 2026 wirksam?",
			Reference: study.Known(study.No), ReferenceBy: "both expert documents agree"},
		Test: study.Test{ID: "Test-01", StudyID: "DEMO-MIETE-01", CaseID: "DEMO-MIETE-01", Seed: 20261074, State: study.Unblinded,
			UseGold: true, Created: at(0), Finished: at(230)},
		Answers: answers(t, facts),
		Grader:  &report.Grader{Rater: study.Rater{ID: "AI", Kind: study.AIRater, Model: "erfundener Bewerter", Replayed: true}, Graded: at(120)},
		Gold: []study.GoldDocument{{Name: "gutachten-1.txt", SHA256: strings.Repeat("1a", 32), Size: 2311},
			{Name: "gutachten-2.txt", SHA256: strings.Repeat("2b", 32), Size: 1984}},
		Refusals: []report.Refusal{{File: "05_students.csv", At: "row 4", Participant: "T03",
			Problem: study.Problem{ID: "rating.unknown-grid-level", Args: map[string]any{"value": "consent: no"}}}},
		Endings: []report.Ending{{Condition: study.OtherAI, Fate: report.TookPart, N: 1, Of: 4}, {Condition: study.OtherAI, Fate: report.Declined, N: 1, Of: 4},
			{Condition: study.OtherAI, Fate: report.Failed, N: 2, Of: 4}, {Fate: report.Undecided, N: 1, Of: 1}},
		Removals:   []report.Removal{{Rule: "C8", Count: 3}, {Rule: "M1", Count: 9}, {Rule: "L2", Count: 4}, {Rule: "P1", Count: 5}, {Rule: "person", Count: 6}},
		Commitment: strings.Repeat("c0de", 16),
		Criteria: []report.Criterion{{ID: "K1", Name: "Falsche Rechtsgrundlage im Kern"}, {ID: "K2", Name: "Erfundene Quelle"}, {ID: "K3", Name: "Fehlzitat"},
			{ID: "K4", Name: "Unvertretbares Ergebnis"}, {ID: "K5", Name: "Sachverhalt erfunden oder verändert"}, {ID: "K7", Name: "Ungedeckte Gewissheit"},
			{ID: "K8", Name: "Kernfrage verfehlt"}, {ID: "K9", Name: "Schädlicher Rat"}},
		Log: entries(t),
	}
	if err := json.Unmarshal([]byte(read(t, "tenancy-ratings.json")), m); err != nil {
		t.Fatal(err)
	}
	evaluate(t, m)
	return m
}

// evaluate computes the figures anew, after a test has changed what they are made of.
func evaluate(t *testing.T, m *report.Model) {
	t.Helper()
	figures(t, m)
}

func figures(t testing.TB, m *report.Model) {
	t.Helper()
	in := evaluation.Input{Sheets: m.Sheets, Gradings: m.Gradings, Conditions: map[study.Code]study.Condition{},
		Gold: m.Test.UseGold, Target: m.Case.TargetQuestion != "", Seed: 1, Replicates: 1000}
	if m.Grader != nil {
		in.Grader = m.Grader.Rater
	}
	for _, a := range m.Answers {
		in.Codes = append(in.Codes, a.Code)
		in.Conditions[a.Code] = a.Answer.Condition
	}
	var err error
	if m.Figures, err = evaluation.Compute(context.Background(), in); err != nil {
		t.Fatal(err)
	}
}

func answers(t *testing.T, facts string) []report.Answer {
	t.Helper()
	ai := func(provider, model, version string) study.Origin {
		return study.Origin{Provider: provider, Model: model, Version: version, Date: "2026-03-02", Prompt: "Sachverhalt und Fragen im Wortlaut"}
	}
	person := func(id string, q study.Qualification, aids bool, date string) study.Origin {
		return study.Origin{Participant: id, Qualification: q, Aids: study.Known(aids), Consent: study.ConsentGiven, Date: date}
	}
	file := func(name, place, sum string) study.SourceFile {
		return study.SourceFile{Name: name, At: place, SHA256: strings.Repeat(sum, 32), Size: 1500}
	}
	return []report.Answer{
		{Code: "X", Answer: study.Answer{ID: "a03", Condition: study.OtherAI, Origin: ai("Lumen AI (erfunden)", "lumen-chat-4-demo", "fp_demo_7a1c"),
			Question: facts, File: file("03_other_ai.json", "", "3c"), Finish: study.Complete}},
		{Code: "Y", Answer: study.Answer{ID: "a04", Condition: study.Professional, Origin: person("P01", study.LevelExperienced, true, "2026-02-27"),
			Question: facts, File: file("04_professional.txt", "", "5f")}, Blinded: strings.TrimSpace(read(t, "blinded-Y.txt"))},
		{Code: "Z", Answer: study.Answer{ID: "a02", Condition: study.Control, Origin: ai("Nordlicht (erfunden)", "modus-1-demo", "2026-02"),
			Question: facts, File: file("02_control.txt", "", "7b")}},
		{Code: "W", Answer: study.Answer{ID: "a06", Condition: study.Student, Origin: person("T02", study.LevelStudent, true, "2026-02-20"),
			File: file("05_students.csv", "row 3", "7f")}},
		{Code: "Q", Answer: study.Answer{ID: "a01", Condition: study.Reporter, Origin: ai("Nordlicht (erfunden)", "modus-1-demo", "build 4.0-demo"),
			Question: "  " + facts, File: file("01_reporter.txt", "", "d0")}},
		{Code: "K", Answer: study.Answer{ID: "a05", Condition: study.Student, Origin: person("T01", study.LevelStudent, false, "2026-02-20"),
			Question: "Ist die Kündigung wirksam?", File: file("05_students.csv", "row 2", "7f")}},
	}
}

func entries(t *testing.T) []studylog.Entry {
	t.Helper()
	var all []studylog.Entry
	for i, e := range []struct {
		kind studylog.Kind
		data any
	}{
		{studylog.StudyCreated, map[string]any{"name": "Kündigung wegen Mietzinsrückstands"}},
		{studylog.AnswersImported, map[string]any{"answers": 6, "files": []string{"01_reporter.txt", "05_students.csv"}}},
		{studylog.AnswerRefused, map[string]any{"participant": "T03", "reason": "consent: no"}},
		{studylog.Blinded, map[string]any{"codes": 6, "seed": 20261074}},
		{studylog.Graded, map[string]any{"replayed": true}},
		{studylog.SheetImported, map[string]any{"reviewer": "R01"}},
		{studylog.Unblinded, map[string]any{}},
	} {
		var prev *studylog.Entry
		if i > 0 {
			prev = &all[i-1]
		}
		next, err := studylog.Next("DEMO-MIETE-01", prev, at(30*i), e.kind, "Test-01", e.data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, next)
	}
	return all
}
