package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

func (t *terminal) testCommand() *cobra.Command {
	show := &cobra.Command{Use: "show", Short: t.words.T("cli.test.show"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error { return t.withTest(c.Context(), t.showTest(c)) }}
	run := func(c *cobra.Command, _ []string) error {
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			if err := cd.Run(c.Context(), ref, t.progress); err != nil {
				return err
			}
			return t.showTest(c)(cd, ref)
		})
	}
	var yes bool
	remove := &cobra.Command{Use: "delete", Short: t.words.T("cli.test.delete"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if !yes {
					return &study.Problem{ID: "cli.confirm-delete", Args: map[string]any{"id": ref.Test}}
				}
				return cd.DeleteTest(c.Context(), ref)
			})
		}}
	remove.Flags().BoolVar(&yes, "yes", false, t.words.T("cli.flag.yes"))
	return t.group("test", t.words.T("cli.test"), t.newTestCommand(), show,
		&cobra.Command{Use: "run", Short: t.words.T("cli.test.run"), Args: t.exactly(0), RunE: run},
		&cobra.Command{Use: "resume", Short: t.words.T("cli.test.resume"), Args: t.exactly(0), RunE: run},
		remove)
}

func (t *terminal) newTestCommand() *cobra.Command {
	var x study.Test
	var seed int64
	var noGold bool
	c := &cobra.Command{Use: "new CASE", Short: t.words.T("cli.test.new"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				s, err := cd.FindStudy(c.Context(), t.study)
				if err != nil {
					return err
				}
				if seed < -1<<31 || seed >= 1<<31 {
					return &usageError{t.words.T("cli.seed-range")}
				}
				x.StudyID, x.CaseID, x.Seed, x.UseGold = s.ID, args[0], int32(seed), !noGold
				made, err := cd.CreateTest(c.Context(), x)
				if err != nil {
					return err
				}
				return t.result(testOut(made), func(w io.Writer) { fmt.Fprintln(w, made.ID) })
			})
		}}
	c.Flags().StringVar(&x.ID, "id", "", t.words.T("cli.flag.id"))
	c.Flags().Int64Var(&seed, "seed", 0, t.words.T("cli.flag.seed"))
	c.Flags().BoolVar(&noGold, "no-gold", false, t.words.T("cli.flag.no-gold"))
	return c
}

// showTest prints a test and what each of its steps waits for.
func (t *terminal) showTest(c *cobra.Command) func(*conduct.Conduct, conduct.Ref) error {
	return func(cd *conduct.Conduct, ref conduct.Ref) error {
		x, err := cd.Test(c.Context(), ref)
		if err != nil {
			return err
		}
		steps, err := cd.Steps(c.Context(), ref)
		if err != nil {
			return err
		}
		out := testOut(x)
		for _, s := range steps {
			line := stepJSON{Step: s.Name, State: string(s.State)}
			if s.Why != nil {
				line.Why, _ = t.words.Problem(s.Why)
			}
			out.Steps = append(out.Steps, line)
		}
		return t.result(out, func(w io.Writer) {
			fmt.Fprintf(w, "%s\t%s\t%s\n", x.ID, x.CaseID, t.words.T("state."+string(x.State)))
			for _, s := range out.Steps {
				fmt.Fprintf(w, "%s\t%s\t%s\n", t.words.T("step."+s.Step), t.words.T("step-state."+s.State), s.Why)
			}
		})
	}
}
