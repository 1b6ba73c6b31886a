package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/report"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
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
	m.SelfPreference = []report.SelfPreference{{Grader: m.Grader.Rater, Family: "modus", Own: stats.NewFigure("mean", 0.75), Others: stats.NewFigure("mean", -0.25),
		Difference: stats.NewFigure("mean_difference", 1), Effect: stats.Undefined("cliff_delta", stats.TooFewUnits)}}
	m.Final = []report.FinalCategories{{Condition: study.OtherAI, Open: 1, Shares: map[study.Category]evaluation.Share{
		study.Correct: share(t, 1, 2), study.Incomplete: share(t, 1, 2), study.Hallucinated: share(t, 0, 2)}}}
	m.Graders = []report.GraderRun{{Rater: m.Grader.Rater, Provider: "nordlicht", Configured: "modus-1-demo", Independence: "own-family", Warns: true,
		Shared: []string{"modus"}, Complete: true, Repeats: 3, Graded: 6, Departures: 8, WithoutEvidence: 2,
		Spread: []report.GraderSpread{{Item: "category", Same: share(t, 5, 6).Figure, Widest: stats.Undefined("sd", "nominal")},
			{Item: "mean_a", Same: share(t, 2, 6).Figure, Widest: stats.NewFigure("sd", 0.31), Code: "Q"}}}}
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

func TestTheSummarySaysHowManyCitationsWereCheckedAndWhatCouldNotBeVerified(t *testing.T) {
	m := tenancy(t)
	for i := range m.Gradings {
		m.Gradings[i].Sources = study.Known(study.SourceCounts{Checked: 3, Unverifiable: 1})
	}
	m.Gradings = m.Gradings[:5]
	evaluate(t, m)
	page := html(t, m, study.English)
	for _, want := range []string{"An AI graded 5 of these 6 answers", "checked 15 citations in 5 of 6 answers and found neither invented nor misquoted sources",
		"Not verifiable: 5 of 15 citations; they do not count as invented.", "An AI graded 5 of the 6 answers", "no AI result"} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	for i := range m.Gradings {
		m.Gradings[i].Sources = study.Known(study.SourceCounts{})
	}
	evaluate(t, m)
	if page := html(t, m, study.English); !strings.Contains(page, "checked no citation") || strings.Contains(page, "found neither invented") {
		t.Error("where no citation was checked, the summary does not say so")
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

func TestAGraderOfTheAnswersOwnFamilyIsWarnedOfOnTheFirstPageAndInTheLimits(t *testing.T) {
	page := html(t, whole(t), study.English)
	first, _, _ := strings.Cut(page, `<nav `)
	const short, why = "does not count as independent of the models under test", "shares a model family with answers under test (modus)"
	if !strings.Contains(first, short) || strings.Contains(first, why) {
		t.Error("the summary does not warn in one sentence")
	}
	for where, part := range map[string]string{"ai": section(t, page, "ai"), "limits": section(t, page, "limits")} {
		if !strings.Contains(part, why) {
			t.Errorf("%s does not say why", where)
		}
	}
	for _, want := range []string{"of the family of an answer under test", "2 of 8", "Same in every repetition", "0.31 (Q)", "&#43;0.75", "&#43;1.00"} {
		if !strings.Contains(section(t, page, "ai"), want) {
			t.Errorf("the part on the AI grader does not hold %q", want)
		}
	}
	two := whole(t)
	two.Graders = append(two.Graders, two.Graders[0])
	two.Graders[len(two.Graders)-1].Rater.ID = "AI2"
	summary, _, _ := strings.Cut(html(t, two, study.English), `<nav `)
	if strings.Count(summary, "count as independent") != 1 || !strings.Contains(summary, "AI2") {
		t.Error("two graders are not warned of in one sentence")
	}
	if plain := html(t, tenancy(t), study.English); strings.Contains(plain, "shares a model family") || strings.Contains(plain, short) {
		t.Error("a test without such a grader warns")
	}
}

func TestCategoriesAfterConsensusStandBesideWithTheOpenOnes(t *testing.T) {
	part := section(t, html(t, whole(t), study.English), "agreement")
	_, part, found := strings.Cut(part, "Categories after consensus")
	if !found || !strings.Contains(part, "1 of 2") || !strings.Contains(part, ">hallucinated</th>") {
		t.Errorf("not said: %s", part)
	}
}

func TestAnIncompleteRunGivesNoHeadlineAndSaysWhy(t *testing.T) {
	m := tenancy(t)
	m.Graders = []report.GraderRun{{Rater: m.Grader.Rater, Because: "llm.over-budget", Repeats: 1}}
	m.Grader, m.Gradings = nil, nil
	m.Unfinished = []report.Unfinished{{Condition: study.Control, Done: 2, Runs: 5, Because: "stopped"}}
	page := html(t, m, study.English)
	for _, want := range []string{"Incomplete: the run of the AI grader", "the cap on costs was reached", "of 5 runs of the origin “Control” that were ordered, 2 have an answer"} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(want)) {
			t.Errorf("not said: %q", want)
		}
	}
	for _, f := range report.Findings(m, catalogue(t, study.English)) {
		if f.Lead == "Verdicts" || f.Lead == "Sources" {
			t.Errorf("a headline all the same: %s %s", f.Lead, f.Text)
		}
	}
}

func TestARepeatedRequestIsPrintedOnce(t *testing.T) {
	m := whole(t)
	again := m.Requests[0]
	again.Request.Repeat, again.Hash = 2, strings.Repeat("99", 32)
	struck := again
	struck.Hash, struck.Request.Text = "", ""
	m.Requests = append(m.Requests, again, struck)
	part := section(t, html(t, m, study.English), "documentation")
	if n := strings.Count(part, "Facts and questions as they stand."); n != 1 {
		t.Errorf("the wording stands there %d times", n)
	}
	for _, want := range []string{"The wording is that of request 1.", "repetition 2", "removed when an answer was withdrawn"} {
		if !strings.Contains(part, want) {
			t.Errorf("%q is not said", want)
		}
	}
}

func TestWithoutAnAIGradingNothingIsSaidToRestOnOne(t *testing.T) {
	m := tenancy(t)
	m.Grader, m.Gradings = nil, nil
	evaluate(t, m)
	for _, l := range study.Languages() {
		cat, page := catalogue(t, l), html(t, m, l)
		if !strings.Contains(page, cat.T("report.sources.none-at-all")) || strings.Contains(page, cat.T("report.sources.none")) {
			t.Errorf("%s: figures of sources are said to rest on an AI grading", l)
		}
	}
}

func TestPairsOfThreeAndMoreStandInTheReportOnRequestOnly(t *testing.T) {
	cat := catalogue(t, study.English)
	for _, c := range []struct {
		pairs int
		asked bool
		rows  int
	}{{1, false, 1}, {3, false, 0}, {3, true, 3}, {190, false, 0}} {
		m := tenancy(t)
		m.AllPairs = c.asked
		pair := m.Figures.People[0]
		pair.First.ID, pair.Second.ID = "R77", "R88"
		m.Figures.People = nil
		for range c.pairs {
			m.Figures.People = append(m.Figures.People, pair)
		}
		var b bytes.Buffer
		if err := report.HTML(&b, m, cat); err != nil {
			t.Fatal(err)
		}
		if rows, said := strings.Count(b.String(), "R77 – "), strings.Contains(b.String(), cat.T("report.pairs.on-request")); rows != c.rows || said != (c.rows == 0) {
			t.Errorf("%d pairs, asked %t: %d rows, said where they are: %t", c.pairs, c.asked, rows, said)
		}
	}
}

func TestFindingsOfTheAuditThatWereLeftStandWithTheLimits(t *testing.T) {
	m := tenancy(t)
	for _, findings := range []int{0, 2} {
		m.Log = append(m.Log, studylog.Entry{Test: m.Test.ID, Kind: studylog.HandedOut,
			Data: json.RawMessage(fmt.Sprintf(`{"findings":%d,"accepted_because":"Part of the facts"}`, findings))})
		for _, l := range study.Languages() {
			want := catalogue(t, l).N("report.limit.audit-taken", 2, "because", "Part of the facts")
			if got := strings.Contains(html(t, m, l), want); got != (findings > 0) {
				t.Errorf("%s, %d findings: said among the limits: %t", l, findings, got)
			}
		}
	}
}
