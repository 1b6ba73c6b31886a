package report_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// TestTheStudyLogIsPrintedInWords holds for every kind of value that an entry can hold: what programs read stays in
// log.jsonl, and nothing of it stands on the page.
func TestTheStudyLogIsPrintedInWords(t *testing.T) {
	const sum = "7f4bd3c1d709e3e9010b1aad7d9392bd52523206000ba6e154cfa7210bf9f4db"
	for name, c := range map[string]struct {
		data string
		says []string
	}{
		"answers":             {`{"answers":[{"answer":"a05","at":"row 2","condition":"student","consent":"given","file":"s.csv","sha256":"` + sum + `","size":7}]}`, []string{"Antworten: s.csv, Zeile 2, Studierende und Auszubildende"}},
		"number and checksum": {`{"answers":6,"commitment":"` + sum + `","order":"durstenfeld/system-random","seed":20261074}`, []string{"Antworten: 6", "Startwert: 20261074"}},
		"place for programs":  {`{"answers":[{"at":"choices[0]","condition":"other-ai","file":"a.json"}]}`, []string{"Antworten: a.json, Andere KI"}},
		"nested object":       {`{"rules":{"C8":1,"W2":5},"findings":0}`, []string{"Befunde: 0"}},
		"truth values":        {`{"replayed":true,"remarks":[]}`, []string{"Antwort aus einer Aufzeichnung: ja"}},
		"words of closed sets": {`{"reference":"no","category":"hallucinated","condition":"reporter"}`,
			[]string{"Referenz: nein", "Kategorie: halluziniert", "Herkunft: Reporter"}},
		"ID of a fault":           {`{"at":"row 4","participant":"T03","why":"intake.no-consent"}`, []string{"Stelle: Zeile 4", "Kennung: T03"}},
		"reason of a person":      {`{"why":"ein Bogen ging verloren"}`, []string{"Grund: ein Bogen ging verloren"}},
		"list of words":           {`{"codes":["X","Y"]}`, []string{"Codes: X · Y"}},
		"nothing that has a name": {`{"files":{"report.html":"` + sum + `"}}`, []string{"siehe log.jsonl"}},
		"an unknown field":        {`{"field_of_tomorrow":{"a":[1]}}`, []string{"siehe log.jsonl"}},
	} {
		m := tenancy(t)
		m.Log = []studylog.Entry{{Seq: 1, Kind: studylog.Blinded, Test: m.Test.ID, Data: json.RawMessage(c.data)}}
		said := detailsOf(t, m)
		for _, want := range c.says {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q does not say %q", name, said, want)
			}
		}
		if raw := machineWords.FindString(said); raw != "" {
			t.Errorf("%s: %q holds %q, which only programs read", name, said, raw)
		}
	}
}

// TestNoEntryOfAWholeStudyIsPrintedRaw looks at the entries of a test from its beginning to its end.
func TestNoEntryOfAWholeStudyIsPrintedRaw(t *testing.T) {
	if said := detailsOf(t, tenancy(t)); machineWords.MatchString(said) {
		t.Errorf("the log shows %q in %q", machineWords.FindString(said), said)
	}
}

var (
	machineWords = regexp.MustCompile(`[{}\[\]"_‹›]|[0-9a-f]{32}|intake\.|durstenfeld`)
	detailsCell  = regexp.MustCompile(`<td class="kv">([^<]*)</td>`)
)

func detailsOf(t *testing.T, m *report.Model) string {
	t.Helper()
	var said []string
	for _, found := range detailsCell.FindAllStringSubmatch(html(t, m, study.German), -1) {
		said = append(said, unescaped(t, found[1]))
	}
	if len(said) == 0 {
		t.Fatal("the report has no log")
	}
	return strings.Join(said, "\n")
}
