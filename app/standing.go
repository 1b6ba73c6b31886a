package app

import (
	"context"
	"strings"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// standing is a line of the start page: how a test stands, and what is waiting for whom.
type standing struct {
	signal widgets.Signal
	text   string
}

// mostTests is how many tests of a study the start page names; the newest are.
const mostTests = 3

// lookout looks how tests stand, beside the window: it holds the words that were spoken when it went.
type lookout struct {
	conduct *conduct.Conduct
	words   *lang.Catalogue
}

// standings says how the tests of a study stand, the newest first. Tests that need nothing more are named only where no
// other is.
func (l lookout) standings(ctx context.Context, studyID string) ([]standing, error) {
	tests, err := l.conduct.Tests(ctx, studyID)
	if err != nil {
		return nil, err
	}
	var waiting, done []standing
	for i := len(tests) - 1; i >= 0; i-- {
		one, err := l.standing(ctx, tests[i])
		if err != nil {
			return nil, err
		}
		if one.signal == widgets.SignalGo {
			done = append(done, one)
		} else {
			waiting = append(waiting, one)
		}
	}
	switch {
	case len(tests) == 0:
		return []standing{{widgets.SignalOff, l.words.T("home.no-test")}}, nil
	case len(waiting) == 0:
		waiting = done[:1]
	}
	if more := len(tests) - min(len(waiting), mostTests); more > 0 {
		waiting = waiting[:min(len(waiting), mostTests)]
		waiting[len(waiting)-1].text += " · " + l.words.N("home.more-tests", more)
	}
	return waiting, nil
}

// standing says how one test stands.
func (l lookout) standing(ctx context.Context, t study.Test) (standing, error) {
	ref := conduct.Ref{Study: t.StudyID, Test: t.ID}
	steps, err := l.conduct.Steps(ctx, ref)
	if err != nil {
		return standing{}, err
	}
	next := nextStep(steps)
	if next.Name == "" {
		return standing{widgets.SignalGo, t.ID + ": " + l.words.T("home.finished")}, nil
	}
	waits := []string{l.waitsFor(next)}
	if next.Name == "ratings" || next.Name == "unblind" {
		reviewers, err := l.conduct.Reviewing(ctx, ref)
		if err != nil {
			return standing{}, err
		}
		waits = filled(l.sheetsMissing(reviewers), leadOnly(next, waits[0]))
	}
	return standing{widgets.SignalWait, t.ID + ": " + strings.Join(waits, " · ")}, nil
}

// leadOnly leaves out what the study lead has to do as long as ratings are all that is missing.
func leadOnly(next conduct.StepState, text string) string {
	if next.Name == "ratings" {
		return ""
	}
	return text
}

// nextStep is the first step that somebody has to take; its name is "" when the test is at its end. Answers that are
// in wait for nothing but their blinding; ratings that are in, for unblinding.
func nextStep(steps []conduct.StepState) conduct.StepState {
	for i, one := range steps {
		optional := one.Name == "gold" || one.Name == "grade"
		passed := one.State == conduct.Ready && (one.Name == "answers" || one.Name == "ratings" || one.Name == "case")
		if one.State == conduct.Done || optional || passed {
			continue
		}
		return steps[i]
	}
	return conduct.StepState{}
}

// waitsFor says what the study lead has to do.
func (l lookout) waitsFor(step conduct.StepState) string {
	what := l.words.T("home.waits." + step.Name)
	if step.Name == "answers" && step.Why != nil {
		if n, ok := step.Why.Args["n"].(int); ok {
			what = l.words.N("home.waits.undecided", n)
		}
	}
	return l.words.T("home.lead", "what", what)
}

// sheetsMissing says whose rating sheets are missing; "" when none is.
func (l lookout) sheetsMissing(reviewers []conduct.ReviewerState) string {
	var missing []string
	rating := 0
	for _, r := range reviewers {
		if r.Holder {
			continue
		}
		rating++
		if r.Returned.IsZero() {
			missing = append(missing, r.ID)
		}
	}
	switch {
	case rating == 0:
		return l.words.T("home.no-sheets")
	case len(missing) == 0:
		return ""
	}
	return l.words.N("home.sheets-missing", len(missing), "who", strings.Join(missing, ", "))
}
