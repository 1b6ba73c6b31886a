package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// retrievalJSON is the evaluation of a search as the terminal prints it.
type retrievalJSON struct {
	grading.Retrieval
	Gold    bool            `json:"gold"` // the gold standard was searched too: no measurement
	Model   string          `json:"model"`
	Figures json.RawMessage `json:"figures"`
}

func (t *terminal) retrievalCommand() *cobra.Command {
	var f modelFlags
	var keys []string
	c := &cobra.Command{Use: "retrieval [RUN...]", Short: t.words.T("cli.retrieval"), Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			settings, terms, err := f.read(t, c)
			if err != nil {
				return err
			}
			o := conduct.ModelOrder{Choice: llm.Choice{Provider: f.provider, Model: f.model}, Settings: settings, Terms: terms}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				runs, err := searchRuns(c.Context(), cd, ref, args)
				if err != nil {
					return err
				}
				for _, run := range runs {
					if _, err := cd.EvaluateRetrieval(c.Context(), ref, o, run, keys); err != nil {
						return err
					}
				}
				return t.showRetrievals(c.Context())(cd, ref)
			})
		}}
	f.add(t, c)
	c.Flags().StringArrayVar(&keys, "key-source", nil, t.words.T("cli.flag.key-source"))
	c.AddCommand(&cobra.Command{Use: "show", Short: t.words.T("cli.retrieval.show"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), t.showRetrievals(c.Context()))
		}})
	return c
}

// searchRuns finds the runs that were named, or all.
func searchRuns(ctx context.Context, cd *conduct.Conduct, ref conduct.Ref, named []string) ([]conduct.SearchRun, error) {
	all, err := cd.SearchRuns(ctx, ref)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, &study.Problem{ID: "retrieval.no-run", Args: map[string]any{"run": ""}}
	}
	for _, name := range named {
		if !slices.ContainsFunc(all, func(r conduct.SearchRun) bool { return r.Run == name }) {
			return nil, &study.Problem{ID: "retrieval.no-run", Args: map[string]any{"run": name}}
		}
	}
	if len(named) == 0 {
		return all, nil
	}
	return slices.DeleteFunc(all, func(r conduct.SearchRun) bool { return !slices.Contains(named, r.Run) }), nil
}

func (t *terminal) showRetrievals(ctx context.Context) func(*conduct.Conduct, conduct.Ref) error {
	return func(cd *conduct.Conduct, ref conduct.Ref) error {
		reads, err := cd.Retrievals(ctx, ref)
		if err != nil {
			return err
		}
		figures, err := cd.RetrievalFigures(ctx, ref)
		if err != nil {
			return err
		}
		out := make([]retrievalJSON, len(reads))
		for i, r := range reads {
			out[i] = retrievalJSON{Retrieval: r.Retrieval, Gold: r.Gold, Model: r.Model}
			if out[i].Figures, err = valuesJSON(figures, "retrieval."+r.Run+"."); err != nil {
				return err
			}
		}
		return t.result(out, func(w io.Writer) {
			for _, r := range out {
				fmt.Fprintf(w, "%s\t%s\t%s\n", r.Run, r.Model, r.Figures)
			}
		})
	}
}
