package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

// stardCommand writes the STARD report of a study, and what the study lead writes in it.
func (t *terminal) stardCommand() *cobra.Command {
	c := t.group("stard", t.words.T("cli.stard"), t.stardItemCommand(), t.stardItemsCommand(), t.stardCaseCommand())
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return t.helpOnly(c, args)
		}
		return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
			written, err := cd.Stard(c.Context(), s.ID, t.progress)
			if err != nil {
				return err
			}
			return t.result(written, func(w io.Writer) {
				for _, name := range written.Files {
					fmt.Fprintln(w, name)
				}
			})
		})
	}
	return c
}

// stardItemCommand writes one item of the checklist.
func (t *terminal) stardItemCommand() *cobra.Command {
	return &cobra.Command{Use: "item NUMBER TEXT", Short: t.words.T("cli.stard.item"), Args: t.exactly(2),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				it, err := cd.WriteStardItem(c.Context(), s.ID, args[0], args[1])
				if err != nil {
					return err
				}
				t.say("cli.stard.written", "item", it.ID, "demand", it.Demand[t.words.Language()])
				return nil
			})
		}}
}

// stardItemsCommand lists the checklist.
func (t *terminal) stardItemsCommand() *cobra.Command {
	return &cobra.Command{Use: "items", Short: t.words.T("cli.stard.items"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				items, err := cd.StardItems(c.Context(), s.ID, t.words.Language())
				if err != nil {
					return err
				}
				return t.result(items, func(w io.Writer) {
					for _, it := range items {
						state := t.words.T("stard.state.filled")
						switch {
						case it.Text != "":
							state = t.words.T("stard.state.written")
						case it.Open:
							state = t.words.T("stard.state.open")
						}
						fmt.Fprintf(w, "%s\t%s\t%s\n", it.ID, state, it.Demand)
					}
				})
			})
		}}
}

// stardCaseCommand says how clear a case is, or why its answer is no.
func (t *terminal) stardCaseCommand() *cobra.Command {
	var severity, whyNot string
	c := &cobra.Command{Use: "case", Short: t.words.T("cli.stard.case"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				return cd.SetStardCase(c.Context(), ref, stard.Severity(severity), whyNot)
			})
		}}
	c.Flags().StringVar(&severity, "severity", "", t.words.T("cli.flag.severity"))
	c.Flags().StringVar(&whyNot, "why-not", "", t.words.T("cli.flag.why-not"))
	return c
}
