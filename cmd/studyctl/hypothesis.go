package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

// hypothesisCommand writes hypotheses down before unblinding and tests them afterwards.
func (t *terminal) hypothesisCommand() *cobra.Command {
	list := &cobra.Command{Use: "list", Short: t.words.T("cli.hypothesis.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				all, err := cd.Hypotheses(c.Context(), s.ID)
				if err != nil {
					return err
				}
				return t.result(all, func(w io.Writer) {
					for _, k := range all {
						t.hypothesis(w, k)
					}
				})
			})
		}}
	test := &cobra.Command{Use: "test", Short: t.words.T("cli.hypothesis.test"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				found, err := cd.Confirm(c.Context(), s.ID)
				if err != nil {
					return err
				}
				return t.result(found, func(w io.Writer) { t.confirmed(w, found) })
			})
		}}
	return t.group("hypothesis", t.words.T("cli.hypothesis"), t.newHypothesisCommand(), list, test)
}

func (t *terminal) newHypothesisCommand() *cobra.Command {
	var h evaluation.Hypothesis
	var outcome, test string
	var conditions []string
	c := &cobra.Command{Use: "new CLAIM", Short: t.words.T("cli.hypothesis.new"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			h.Claim, h.Outcome, h.Test = args[0], evaluation.Outcome(outcome), evaluation.PlannedTest(test)
			for _, name := range conditions {
				h.Conditions = append(h.Conditions, study.Condition(strings.TrimSpace(name)))
			}
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				kept, err := cd.KeepHypothesis(c.Context(), s.ID, h)
				if err != nil {
					return err
				}
				return t.result(kept, func(w io.Writer) { t.hypothesis(w, kept) })
			})
		}}
	c.Flags().StringVar(&h.ID, "id", "", t.words.T("cli.flag.id"))
	c.Flags().StringVar(&outcome, "outcome", "", t.words.T("cli.flag.outcome"))
	c.Flags().StringSliceVar(&conditions, "conditions", nil, t.words.T("cli.flag.conditions"))
	// --test names the test of the study everywhere, so that the statistical one has a name of its own.
	c.Flags().StringVar(&test, "by", "", t.words.T("cli.flag.planned-test"))
	c.Flags().Float64Var(&h.Level, "level", 0.05, t.words.T("cli.flag.level"))
	c.Flags().IntVar(&h.Cases, "cases", 0, t.words.T("cli.flag.cases"))
	return c
}

// withStudy opens the conduct for a command about a whole study: the one named by --study, or the only one.
func (t *terminal) withStudy(c *cobra.Command, do func(*conduct.Conduct, study.Study) error) error {
	return t.with(c.Context(), func(cd *conduct.Conduct) error {
		s, err := cd.FindStudy(c.Context(), t.study)
		if err != nil {
			return err
		}
		return do(cd, s)
	})
}

// hypothesis prints one as it was written down.
func (t *terminal) hypothesis(w io.Writer, k report.KeptHypothesis) {
	var origins []string
	for _, c := range k.Conditions {
		origins = append(origins, t.words.T("condition."+string(c)))
	}
	fmt.Fprintf(w, "%s\t%s\n", k.ID, k.Claim)
	fmt.Fprintf(w, "\t%s: %s\n", t.words.T("confirm.field.outcome"), t.words.T("confirm.outcome."+string(k.Outcome)))
	fmt.Fprintf(w, "\t%s: %s\n", t.words.T("confirm.field.conditions"), strings.Join(origins, ", "))
	fmt.Fprintf(w, "\t%s: %s\n", t.words.T("confirm.field.test"), t.words.T("confirm.test."+string(k.Test)))
	fmt.Fprintf(w, "\t%s: %s\n", t.words.T("confirm.field.level"), t.words.Number(k.Level, 3))
	if k.Cases > 0 {
		fmt.Fprintf(w, "\t%s: %d\n", t.words.T("confirm.field.cases"), k.Cases)
	}
	record := t.words.T("confirm.recorded", "time", k.Time.Format(time.RFC3339), "seq", k.Seq, "hash", k.Hash)
	fmt.Fprintf(w, "\t%s: %s %s\n", t.words.T("confirm.field.recorded"), record, t.words.N("confirm.sheets-before", k.Sheets))
	if k.KeyOpened {
		fmt.Fprintf(w, "\t%s\n", t.words.T("confirm.key-opened"))
	}
}

// confirmed prints what came of the hypotheses.
func (t *terminal) confirmed(w io.Writer, c report.Confirmatory) {
	for _, one := range report.Results(c, t.words) {
		fmt.Fprintf(w, "%s: %s\n  %s\n  %s\n", one.ID, one.Claim, one.Result, strings.TrimSpace(one.Compared+" "+one.NotInPair))
		for _, f := range one.Figures {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", f.Name, f.Value, f.Interval)
		}
		for _, n := range one.Notes {
			fmt.Fprintln(w, "  "+n)
		}
	}
}
