package report_test

import (
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/report"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

func share(t *testing.T, k, n int) evaluation.Share {
	t.Helper()
	s, err := evaluation.NewShare(k, n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func kappa(t *testing.T) stats.Figure {
	t.Helper()
	for _, p := range tenancy(t).Figures.People {
		return p.Kappa
	}
	t.Fatal("no pair of people")
	return stats.Figure{}
}

// whole is the sample study with everything that a test may have besides.
func whole(t *testing.T) *report.Model {
	t.Helper()
	m := tenancy(t)
	m.Answers[0].Answer.Text = strings.Repeat("word ", 210)
	m.Answers[2].Answer.Text = strings.Repeat("Wort ", 180)
	m.Answers[3].Answer.Text = strings.Repeat("słowo ", 95)
	m.Answers[5].Answer.Text = strings.Repeat("Wort ", 120)
	m.Answers[4].Answer.Text, m.Answers[4].GoldAttached = strings.Repeat("Wort ", 240), true
	m.Retrieval = []report.Retrieval{{Code: "Q", Precision: share(t, 6, 9), HitRate: share(t, 3, 4), Fidelity: share(t, 0, 0), By: "R01"}}
	m.Checks = []report.SourceCheck{
		{Code: "Q", Citation: "§ 1118 ABGB", Outcome: report.SourceExists, Register: "RIS", Found: "in der Fassung vom 1. März 2026", Time: at(60)},
		{Code: "X", Citation: "OGH 31.2.2024, 9 Ob 999/24x", Outcome: report.SourceInvented, Register: "RIS", Found: "kein Treffer, zwei Schreibweisen", Time: at(61)},
		{Code: "X", Citation: "Muster, Mietrecht (2019) 77", Outcome: report.SourceUnverifiable, Register: "", Time: at(62)},
		{Code: "Z", Citation: "§ 33 MRG", Outcome: report.SourceMiscited, Register: "RIS", Found: "regelt anderes", Time: at(63)},
	}
	m.Requests = requests()
	m.Adjudicated = []report.Adjudicated{{By: "R09", Rating: study.Rating{Code: "K", Category: study.Known(study.Incomplete), Comment: "Rechtsfolge fehlt"}}}
	m.Repeats = []report.Repeat{{Rater: m.Sheets[0].Rater, Equal: share(t, 5, 6), Kappa: kappa(t)}}
	m.SelfPreference = []report.SelfPreference{{Grader: m.Grader.Rater, Family: "modus", Own: share(t, 1, 2), Others: share(t, 2, 4),
		Difference: stats.Undefined("difference", stats.TooFewUnits)}}
	return m
}

func requests() []ledger.Entry {
	request := func(purpose, text string) ledger.Request {
		return ledger.Request{Purpose: purpose, Provider: "nordlicht", Model: "modus-1-demo", Text: text, Repeat: 1,
			Settings: ledger.Settings{Temperature: study.Known(0.0), Seed: study.Known(int64(7)), MaxTokens: 4000}}
	}
	reply := func(cost study.Maybe[ledger.Money]) ledger.Reply {
		return ledger.Reply{Model: "modus-1-demo-2026-02-01", Usage: study.Known(ledger.Usage{Input: 1200, Output: 640}), Cost: cost, PriceLine: "list of 2026-03"}
	}
	return []ledger.Entry{
		{Hash: strings.Repeat("ab", 32), Request: request("control", "Facts and questions as they stand.\n\nSecond paragraph."), State: ledger.Answered, Sent: at(5),
			Reply: reply(study.Known(ledger.Money{Micros: 12345, Currency: "USD"}))},
		{Hash: strings.Repeat("cd", 32), Request: request("grade", "Grade the answers X to K."), State: ledger.Answered, Sent: at(100),
			Reply: reply(study.Maybe[ledger.Money]{})},
		{Hash: strings.Repeat("ef", 32), Request: request("terms", "Search terms, please."), State: ledger.Open, Sent: at(6)},
		{Hash: strings.Repeat("01", 32), Request: request("reporter", ""), State: ledger.Failed},
	}
}

// section is the text of one part of the page.
func section(t *testing.T, page, id string) string {
	t.Helper()
	_, after, ok := strings.Cut(page, `<section aria-labelledby="`+id+`">`)
	if !ok {
		t.Fatalf("no part %q", id)
	}
	part, _, _ := strings.Cut(after, "</section>")
	return part
}

func TestWhatATestDoesNotHaveIsSaidInWords(t *testing.T) {
	page := html(t, tenancy(t), study.English)
	for id, sentence := range map[string]string{
		"retrieval": "No evaluation of the Reporter’s search was run", "sources": "No cited source was looked up",
		"costs": "No paid request belongs to this test", "documentation": "No request is kept",
	} {
		if !strings.Contains(section(t, page, id), sentence) {
			t.Errorf("%s does not say %q", id, sentence)
		}
	}
}

func TestNotVerifiableIsNeverCountedAsInvented(t *testing.T) {
	part := section(t, html(t, whole(t), study.English), "sources")
	row := part[strings.Index(part, ">Other AI</th>"):]
	row = row[:strings.Index(row, "</tr>")]
	if want := `<td class="n">2</td><td class="n">0</td><td class="n">0</td><td class="n">1</td><td class="n">1</td>`; !strings.Contains(row, want) {
		t.Errorf("looked up, exists, misquoted, invented, not verifiable: %s", row)
	}
}

func TestCostsThatAreNotKnownAreWordsAndCurrenciesAreNotMixed(t *testing.T) {
	m := whole(t)
	m.Requests = append(m.Requests, ledger.Entry{Request: ledger.Request{Purpose: "grade", Model: "other"}, State: ledger.Answered,
		Reply: ledger.Reply{Cost: study.Known(ledger.Money{Micros: 20_000, Currency: "EUR"})}})
	part := section(t, html(t, m, study.English), "costs")
	total := part[strings.Index(part, ">Together<"):]
	for _, want := range []string{"0.0200 EUR; 0.0123 USD", "1 request without a known price", "1 sent without a reply: it may have been paid", "1 not sent or failed: not paid"} {
		if !strings.Contains(total, want) {
			t.Errorf("the sum does not say %q: %s", want, total)
		}
	}
}

func TestARunWithTheGoldStandardAttachedIsMarkedAsNoMeasurement(t *testing.T) {
	page := html(t, whole(t), study.English)
	if !strings.Contains(page, "The run that produced Q (Reporter) had the gold standard attached.") {
		t.Error("the summary does not say so")
	}
	if n := strings.Count(page, ">no measurement<"); n < 5 {
		t.Errorf("marked %d times, want it wherever figures of the answer stand", n)
	}
	if strings.Contains(html(t, tenancy(t), study.English), "no measurement") {
		t.Error("an ordinary run is marked")
	}
}

func TestEveryRequestStandsInFullWithItsHash(t *testing.T) {
	part := section(t, html(t, whole(t), study.English), "documentation")
	for _, want := range []string{"Request 1: plain question (control)", "Facts and questions as they stand.\n\nSecond paragraph.", strings.Repeat("ab", 32),
		"temperature 0.00, seed 7, at most 4000 tokens", "Grade the answers X to K.", "price not known", "sent, no reply kept"} {
		if !strings.Contains(part, want) {
			t.Errorf("the documentation does not hold %q", want)
		}
	}
	if strings.Contains(part, "The request for the AI grading is not among them") {
		t.Error("the grading's request is said to be missing")
	}
}

func TestTheLengthOfAnswersStandsBesideTheRates(t *testing.T) {
	part := section(t, html(t, whole(t), study.English), "conditions")
	for _, want := range []string{"Length in words", "<td>95–120</td>", "<td>240</td>"} {
		if !strings.Contains(part, want) {
			t.Errorf("%q is not said", want)
		}
	}
}

func TestAnAdjudicatedVerdictStandsBesideTheOriginals(t *testing.T) {
	m := whole(t)
	before := slices.Clone(m.Figures.Agreement)
	part := section(t, html(t, m, study.English), "answers")
	if !strings.Contains(part, "adjudicated by R09") || !strings.Contains(part, "it is no further rater and enters no figure of agreement") {
		t.Error("the adjudicated verdict is not shown as such")
	}
	if len(before) != len(m.Figures.Agreement) {
		t.Error("the figures changed")
	}
}

func TestASummaryOfManyAnswersCountsThemByOrigin(t *testing.T) {
	m := many(t, 40, 3)
	findings := report.Findings(m, catalogue(t, study.English))
	for _, f := range findings {
		if strings.Count(f.Text, "(") > 40 {
			t.Errorf("%s lists every answer: %.200s", f.Lead, f.Text)
		}
	}
}
