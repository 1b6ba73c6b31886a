package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// alignedJSON is what became of a blinded answer, as the terminal prints it.
type alignedJSON struct {
	Code    study.Code          `json:"code"`
	Aligned bool                `json:"aligned"`
	Why     string              `json:"why,omitempty"`
	Missing []string            `json:"missing,omitempty"`
	Added   []string            `json:"added,omitempty"`
	Words   *answering.Reworded `json:"words,omitempty"`
	Problem string              `json:"problem,omitempty"`
}

func (t *terminal) alignCommand() *cobra.Command {
	var f modelFlags
	var send bool
	c := &cobra.Command{Use: "align", Short: t.words.T("cli.align"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, terms, err := f.read(t, c)
			if err != nil {
				return err
			}
			if !send && !f.estimate {
				return &usageError{t.words.T("cli.align.needs-send", "provider", f.provider)}
			}
			o := conduct.AlignOrder{Provider: f.provider, Model: f.model, Settings: settings, Terms: terms}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				forecast, err := cd.ForecastAligning(c.Context(), ref, o)
				if err != nil {
					return err
				}
				t.sayForecast(forecast)
				if f.estimate {
					return t.result(forecastOut(forecast), func(io.Writer) {})
				}
				done, err := cd.Align(c.Context(), ref, o, t.progress)
				if len(done) > 0 {
					if printing := t.printAligned(done); printing != nil {
						return printing
					}
				}
				return err
			})
		}}
	f.add(t, c)
	c.Flags().BoolVar(&send, "send", false, t.words.T("cli.flag.send"))
	return c
}

func (t *terminal) printAligned(done []conduct.AlignedAnswer) error {
	out := make([]alignedJSON, len(done))
	for i, a := range done {
		out[i] = alignedJSON{Code: a.Code, Aligned: a.Taken, Why: a.Why, Missing: a.Missing, Added: a.Added}
		if words, known := a.Words.Get(); known {
			out[i].Words = &words
		}
		if a.Problem != nil {
			out[i].Problem = a.Problem.ID
		}
	}
	return t.result(out, func(w io.Writer) {
		for _, a := range done {
			state := t.words.T("align.taken")
			switch {
			case a.Problem != nil:
				state = t.words.T("align.waiting")
			case !a.Taken:
				state = t.words.T("align.kept." + a.Why)
			}
			fmt.Fprintf(w, "%s\t%s\n", a.Code, state)
		}
	})
}

// blindUnlessAligned blinds a test. One whose answers are aligned is handed out as it was prepared, since blinding it again
// would take the alignment back; a name to be replaced asks for just that.
func (t *terminal) blindUnlessAligned(ctx context.Context, cd *conduct.Conduct, ref conduct.Ref, o conduct.BlindOptions) error {
	aligned, err := cd.IsAligned(ctx, ref)
	if err != nil {
		return err
	}
	if aligned && len(o.Names) == 0 {
		t.say("cli.align.as-prepared")
		return nil
	}
	return cd.Blind(ctx, ref, o, t.progress)
}
