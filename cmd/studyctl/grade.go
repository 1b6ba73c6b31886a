package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// gradeFlags are what grade is asked for: a recorded reply, or a model.
type gradeFlags struct {
	modelFlags
	replay, nonce string
	repeats       int
	second        string
	leave, batch  bool
}

func (t *terminal) gradeCommand() *cobra.Command {
	var f gradeFlags
	c := &cobra.Command{Use: "grade", Short: t.words.T("cli.grade"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case f.replay != "" && f.nonce != "":
				return t.gradeReplay(c.Context(), f)
			case f.replay != "" || f.provider == "":
				return &study.Problem{ID: "cli.grade-needs-reply"}
			}
			return t.gradeLive(c, f)
		}}
	f.add(t, c)
	flags := c.Flags()
	flags.StringVar(&f.replay, "replay", "", t.words.T("cli.flag.replay"))
	flags.StringVar(&f.nonce, "nonce", "", t.words.T("cli.flag.nonce"))
	flags.IntVar(&f.repeats, "repeats", 1, t.words.T("cli.flag.grade-repeats"))
	flags.StringVar(&f.second, "second", "", t.words.T("cli.flag.second"))
	flags.BoolVar(&f.batch, "batch", false, t.words.T("cli.flag.batch"))
	flags.BoolVar(&f.leave, "leave-out-private", false, t.words.T("cli.flag.leave-private"))
	c.AddCommand(
		&cobra.Command{Use: "show", Short: t.words.T("cli.grade.show"), Args: t.exactly(0),
			RunE: func(c *cobra.Command, _ []string) error { return t.withTest(c.Context(), t.showGraders(c.Context())) }},
		&cobra.Command{Use: "attempts", Short: t.words.T("cli.grade.attempts"), Args: t.exactly(0),
			RunE: func(c *cobra.Command, _ []string) error { return t.withTest(c.Context(), t.showAttempts(c.Context())) }},
	)
	return c
}

// gradeReplay takes in a recorded reply.
func (t *terminal) gradeReplay(ctx context.Context, f gradeFlags) error {
	files, err := conduct.LoadFiles(ctx, []string{f.replay})
	if err != nil {
		return err
	}
	reply := conduct.Reply{Text: string(files[0].Data), Nonce: f.nonce, Model: f.model, Replayed: true}
	return t.withTest(ctx, func(cd *conduct.Conduct, ref conduct.Ref) error {
		taken, err := cd.TakeReply(ctx, ref, reply)
		if err != nil {
			return err
		}
		return t.result(taken, func(w io.Writer) {
			fmt.Fprintln(w, t.words.N("cli.grade.taken", taken.Graded))
			if len(taken.Missing) > 0 {
				fmt.Fprintln(w, t.words.T("cli.grade.missing", "rater", "AI", "codes", strings.Join(taken.Missing, ", ")))
			}
			for _, r := range taken.Remarks {
				fmt.Fprintln(w, r)
			}
		})
	})
}

// gradeLive says who will grade and what that needs, has a model grade, and prints what came, also where something is
// left to do.
func (t *terminal) gradeLive(c *cobra.Command, f gradeFlags) error {
	settings, terms, err := f.read(t, c)
	if err != nil {
		return err
	}
	o := conduct.GradeOrder{Grader: llm.Choice{Provider: f.provider, Model: f.model}, Repeats: f.repeats, Settings: settings,
		Terms: terms, Leave: conduct.LeavePrivate(f.leave), Batch: f.batch}
	if f.second != "" {
		provider, model, _ := strings.Cut(f.second, ":")
		o.Second = &llm.Choice{Provider: provider, Model: model}
	}
	ctx := c.Context()
	return t.withTest(ctx, func(cd *conduct.Conduct, ref conduct.Ref) error {
		forecasts, err := cd.ForecastGrading(ctx, ref, o)
		if err != nil {
			return err
		}
		attempts, err := cd.Attempts(ctx, ref)
		if err != nil {
			return err
		}
		t.sayGraders(forecasts, len(attempts))
		if f.estimate {
			out := make([]forecastJSON, len(forecasts))
			for i, one := range forecasts {
				out[i] = forecastOut(one.Forecast)
			}
			return t.result(out, func(io.Writer) {})
		}
		_, err = cd.Grade(ctx, ref, o, t.progress)
		if err != nil && !errors.Is(err, conduct.ErrWaiting) {
			return err
		}
		if printing := t.showGraders(context.WithoutCancel(ctx))(cd, ref); printing != nil {
			return printing
		}
		return err
	})
}

// sayGraders says before the start who grades, why, and what it is likely to cost.
func (t *terminal) sayGraders(forecasts []conduct.GraderForecast, attempts int) {
	for _, f := range forecasts {
		t.say("cli.grade.who", "rater", f.Rater, "model", f.Choice.Model, "provider", f.Choice.Provider,
			"why", t.words.T("grader."+string(f.Reason.Why)), "parts", f.Parts, "repeats", f.Repeats)
		if f.Reason.Warns() {
			t.say("cli.grade.warning")
		}
		if len(f.LeftOut) > 0 {
			t.say("cli.grade.left-out", "codes", codesText(f.LeftOut))
		}
		t.sayForecast(f.Forecast)
	}
	if attempts > 0 {
		fmt.Fprintln(t.err, t.words.N("cli.grade.found-attempts", attempts))
	}
}

func codesText(codes []study.Code) string {
	words := make([]string, len(codes))
	for i, c := range codes {
		words[i] = string(c)
	}
	return strings.Join(words, ", ")
}

// graderJSON is an AI grader as the terminal prints it.
type graderJSON struct {
	Rater             string          `json:"rater"`
	Provider          string          `json:"provider"`
	Model             string          `json:"model"`
	Configured        string          `json:"configured"`
	Why               string          `json:"why"`
	Warning           bool            `json:"warning"`
	Replayed          bool            `json:"replayed"`
	Complete          bool            `json:"complete"`
	Because           string          `json:"because"`
	Repeats           int             `json:"repeats"`
	Parts             int             `json:"parts"`
	LeftOut           []study.Code    `json:"left_out"`
	Graded            int             `json:"graded"`
	Refused           []study.Code    `json:"refused"`
	Truncated         []study.Code    `json:"truncated"` // not graded, since the reply ended early
	Missing           []study.Code    `json:"missing"`   // not graded, since the reply left them out
	Departures        int             `json:"departures"`
	WithoutEvidence   int             `json:"departures_without_evidence"`
	NoDifferentiation bool            `json:"no_differentiation"`
	Figures           json.RawMessage `json:"figures"`
}

func (t *terminal) showGraders(ctx context.Context) func(*conduct.Conduct, conduct.Ref) error {
	return func(cd *conduct.Conduct, ref conduct.Ref) error {
		runs, err := cd.GraderRuns(ctx, ref)
		if err != nil {
			return err
		}
		figures, err := cd.GradingFigures(ctx, ref)
		if err != nil {
			return err
		}
		if len(runs) == 0 {
			t.say("cli.grade.none")
		}
		out := make([]graderJSON, len(runs))
		for i, r := range runs {
			out[i] = graderJSON{Rater: r.Rater.ID, Provider: r.Provider, Model: r.Rater.Model, Configured: r.Configured, Why: string(r.Reason.Why),
				Warning: r.Reason.Warns(), Replayed: r.Rater.Replayed, Complete: r.Complete, Because: r.Because, Repeats: r.Repeats, Parts: len(r.Parts),
				LeftOut: append([]study.Code{}, r.LeftOut...), Graded: r.Graded, Refused: append([]study.Code{}, r.Refused...),
				Truncated: append([]study.Code{}, r.Cut...), Missing: append([]study.Code{}, r.Missing...), Departures: r.Departures,
				WithoutEvidence: r.WithoutEvidence, NoDifferentiation: r.NoDifferentiation}
			t.sayUngraded(r)
			if out[i].Figures, err = valuesJSON(figures, "grading."+r.Rater.ID+"."); err != nil {
				return err
			}
		}
		return t.result(out, func(w io.Writer) {
			for i, g := range out {
				state := "complete"
				if !g.Complete {
					state = "incomplete"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", g.Rater, g.Model, t.words.T("cli.grade.run."+state), t.words.N("cli.grade.taken", g.Graded))
				for _, s := range runs[i].Spread {
					fmt.Fprintf(w, "\t%s\t%s\t%s\n", t.words.T("report.spread."+strings.ReplaceAll(s.Item, "_", "-")), t.same(s), t.widest(s))
				}
			}
		})
	}
}

// sayUngraded names the answers that a grader was given and did not grade.
func (t *terminal) sayUngraded(r conduct.GraderRun) {
	for _, one := range []struct {
		key   string
		codes []study.Code
	}{{"refused", r.Refused}, {"truncated", r.Cut}, {"missing", r.Missing}} {
		if len(one.codes) > 0 {
			t.say("cli.grade."+one.key, "rater", r.Rater.ID, "codes", codesText(one.codes))
		}
	}
}

// same says in how many answers all repetitions gave the same value.
func (t *terminal) same(s grading.Spread) string {
	v, ok := s.Same.Value()
	if !ok {
		return t.words.T("cli.grade.spread.none")
	}
	return t.words.T("cli.grade.spread.same", "percent", t.words.Number(100*v, 0))
}

// widest says how far the repetitions of one answer lie apart at most; nothing for words.
func (t *terminal) widest(s grading.Spread) string {
	most, code := -1.0, study.Code("")
	for _, a := range s.Answers {
		if v, ok := a.SD.Value(); ok && v > most {
			most, code = v, a.Code
		}
	}
	if most < 0 {
		return ""
	}
	return t.words.T("cli.grade.spread.widest", "sd", t.words.Number(most, 2), "code", string(code))
}

// valuesJSON gives the figures below a name as numbers or the reason why there is none.
func valuesJSON(all []evaluation.Named, prefix string) (json.RawMessage, error) {
	values := make(map[string]any)
	for _, n := range all {
		name, ok := strings.CutPrefix(n.Name, prefix)
		if !ok {
			continue
		}
		if v, defined := n.Figure.Value(); defined {
			values[name] = v
		} else {
			values[name] = map[string]string{"none": string(n.Figure.Reason())}
		}
	}
	data, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("writing figures: %w", err)
	}
	return data, nil
}

// attemptJSON is a passage that addresses the grader as the terminal prints it.
type attemptJSON struct {
	Code    study.Code `json:"code"`
	Rule    string     `json:"rule"`
	Line    int        `json:"line"`
	Excerpt string     `json:"excerpt"`
}

func (t *terminal) showAttempts(ctx context.Context) func(*conduct.Conduct, conduct.Ref) error {
	return func(cd *conduct.Conduct, ref conduct.Ref) error {
		found, err := cd.Attempts(ctx, ref)
		if err != nil {
			return err
		}
		out := make([]attemptJSON, len(found))
		for i, a := range found {
			out[i] = attemptJSON{Code: a.Code, Rule: a.Rule, Line: a.Line, Excerpt: a.Excerpt}
		}
		return t.result(out, func(w io.Writer) {
			for _, a := range out {
				fmt.Fprintf(w, "%s:%d\t%s\t%s\n", a.Code, a.Line, t.words.T("grading.attempt."+a.Rule), shownText(a.Excerpt))
			}
		})
	}
}
