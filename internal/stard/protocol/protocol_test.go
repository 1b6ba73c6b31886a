package protocol_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/officetest"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/stard/protocol"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "renew the golden files")

func model() *protocol.Model {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.FixedZone("", 3600))
	return &protocol.Model{
		Program: "IUCOM Studien test", Written: at, Version: 2, Study: study.Study{ID: "S", Name: "Mietrecht <2026> & mehr", Language: study.German},
		Cases: []protocol.Case{{Test: "Test-01", Title: "Kündigung", Question: "Wirksam?", Reference: study.Known(study.No), FactsSHA256: strings.Repeat("ab", 32), Seed: 20261074,
			UseGold: true, Gold: []study.GoldDocument{{Name: "gutachten.txt", SHA256: strings.Repeat("cd", 32)}}}, {Test: "Test-02", Title: "Ohne Frage"}},
		Hypotheses: []protocol.Hypothesis{{Hypothesis: evaluation.Hypothesis{ID: "H1", Claim: "Der Reporter trifft öfter zu.", Outcome: evaluation.IsCorrect,
			Conditions: []study.Condition{study.Reporter, study.Control}, Test: evaluation.McNemarMidP, Level: 0.05, Cases: 30}, Time: at, Hash: strings.Repeat("ef", 32)}},
		Texts: map[string]stard.Text{"9": {Text: "Alle Fälle eines Jahres.", Changed: at}}, LogHead: strings.Repeat("01", 32), LogEntries: 5,
	}
}

func page(t *testing.T, m *protocol.Model, l study.Language) string {
	t.Helper()
	cat, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := protocol.HTML(&b, m, cat); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheProtocolStaysTheSame(t *testing.T) {
	for _, l := range study.Languages() {
		got := page(t, model(), l)
		file := filepath.Join("testdata", string(l)+".html")
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
		if strings.Contains(got, "‹") || strings.Contains(got, "<2026>") {
			t.Errorf("%s: a key without words, or a text that was not escaped", l)
		}
	}
}

func TestTheProtocolSaysHowMuchWasKnown(t *testing.T) {
	for stage, known := range map[protocol.Stage]protocol.Known{
		protocol.Before: {}, protocol.Answers: {Answers: 3}, protocol.Ratings: {Answers: 3, Sheets: 1}, protocol.Unblinded: {Answers: 3, KeyOpened: 1},
	} {
		if got := known.Stage(); got != stage {
			t.Errorf("%+v is %s", known, got)
		}
		m := model()
		m.Known = known
		for _, l := range study.Languages() {
			cat, err := lang.New(l)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(page(t, m, l), cat.T("protocol.stage."+string(stage))) {
				t.Errorf("%s: the page does not say %s", l, stage)
			}
		}
	}
	if (protocol.Known{Gradings: 1}).Stage() != protocol.Ratings {
		t.Error("an AI grading is a rating")
	}
}

func TestAnEmptyStudyHasAProtocolThatSaysSo(t *testing.T) {
	for _, l := range study.Languages() {
		cat, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		text := page(t, &protocol.Model{}, l)
		if !strings.Contains(text, cat.T("protocol.no-hypothesis")) || strings.Contains(text, "<td></td>") || strings.Contains(text, "<dd></dd>") {
			t.Errorf("%s: the protocol has a gap", l)
		}
	}
}

func TestLibreOfficeOpensTheProtocol(t *testing.T) {
	cat, err := lang.New(study.German)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := protocol.Docx(&b, model(), cat); err != nil {
		t.Fatal(err)
	}
	officetest.Find(t).PDF(t, map[string][]byte{"protocol.docx": b.Bytes()})
}
