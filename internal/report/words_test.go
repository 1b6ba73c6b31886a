package report_test

import (
	"strings"
	"testing"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// TestEveryMachineWordThatAReportCanMeetHasAText keeps gaps out of reports nobody has written yet: keys made of a
// prefix and a machine word are not found by looking at the code.
func TestEveryMachineWordThatAReportCanMeetHasAText(t *testing.T) {
	words := map[string][]string{
		"report.finish.":        {"complete", "truncated", "refused", "blocked", "tool-call", "paused", "empty", "unknown", "no-answer", "not-stated"},
		"report.consent.":       {string(study.ConsentGiven), string(study.ConsentDenied), string(study.ConsentUnclear)},
		"report.qualification.": {string(study.LevelStudent), string(study.LevelTrainee), string(study.LevelExperienced), string(study.LevelOther)},
		"report.measure.": {string(evaluation.OfCategory), string(evaluation.OfAgreement), string(evaluation.OfGrade), string(evaluation.OfGrid),
			string(evaluation.OfGridUnblocked)},
		"report.strength.":          {string(evaluation.Firm), string(evaluation.Tentative), string(evaluation.Weak), string(evaluation.Unknown)},
		"report.summary.agreement-": {string(evaluation.Firm), string(evaluation.Tentative), string(evaluation.Weak), string(evaluation.Unknown)},
		"report.level.":             {"nominal", "ordinal", "interval"},
	}
	for _, c := range []stats.Conclusion{stats.NoConclusion, stats.GuessesAlike, stats.OriginsAlike, stats.AboveChance, stats.NotAboveChance} {
		words["report.blinding.conclusion."] = append(words["report.blinding.conclusion."], strings.ReplaceAll(string(c), "_", "-"))
	}
	for _, r := range []stats.Reason{stats.NotComputed, stats.NothingPairable, stats.NoPairs, stats.NoVariation, stats.NoExpectedDisagreement,
		stats.TooFewUnits, stats.TooFewGuesses, stats.TooFewClusters, stats.TooFewReplicates, stats.NotFinite, evaluation.NoAI, evaluation.AIIncomplete, evaluation.NoPeople,
		evaluation.OneRater, evaluation.NotAsked, evaluation.NotAskedOfAI, evaluation.NotReturned, evaluation.Declined, evaluation.CutOff, evaluation.NothingCited, evaluation.NoOrigin} {
		words["reason."] = append(words["reason."], strings.ReplaceAll(string(r), "_", "-"))
	}
	for _, n := range stats.Notes() {
		words["report.note."] = append(words["report.note."], strings.ReplaceAll(n, "_", "-"))
		words["report.note-meaning."] = append(words["report.note-meaning."], strings.ReplaceAll(n, "_", "-"))
	}
	for _, c := range study.Categories() {
		words["report.summary.majority."] = append(words["report.summary.majority."], string(c))
	}
	for g := study.Grid(1); g <= study.GridBlocked; g++ {
		words["report.grid-legend."] = append(words["report.grid-legend."], g.String())
	}
	for _, l := range study.Languages() {
		cat := catalogue(t, l)
		for prefix, list := range words {
			for _, w := range list {
				if !cat.Has(prefix + w) {
					t.Errorf("%s lacks %s%s", l, prefix, w)
				}
			}
		}
	}
}

// TestMethodsAreNamedInEveryLanguage asks for the name of each method that a figure of a test can have.
func TestMethodsAreNamedInEveryLanguage(t *testing.T) {
	for _, l := range study.Languages() {
		cat := catalogue(t, l)
		for _, n := range tenancy(t).Figures.List() {
			if key := "report.method-name." + strings.ReplaceAll(n.Figure.Method, "_", "-"); !cat.Has(key) {
				t.Errorf("%s lacks %s", l, key)
			}
		}
	}
}
