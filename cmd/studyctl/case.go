package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// caseJSON is a case as the terminal prints it.
type caseJSON struct {
	ID             string `json:"id"`
	Title          string `json:"title"`
	Area           string `json:"area"`
	Jurisdiction   string `json:"jurisdiction"`
	LawAsOf        string `json:"law_as_of"`
	TargetQuestion string `json:"target_question"`
	Reference      string `json:"reference"`
	Facts          string `json:"facts,omitempty"`
}

func caseOut(k study.Case) caseJSON {
	return caseJSON{ID: k.ID, Title: k.Title, Area: k.Area, Jurisdiction: k.Jurisdiction, LawAsOf: k.LawAsOf,
		TargetQuestion: k.TargetQuestion, Reference: k.Reference.String(), Facts: k.Facts}
}

func (t *terminal) caseCommand() *cobra.Command {
	list := &cobra.Command{Use: "list [WORDS]", Short: t.words.T("cli.case.list"), Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			query := ""
			if len(args) > 0 {
				query = args[0]
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				all, err := cd.Cases(c.Context(), query)
				if err != nil {
					return err
				}
				out := make([]caseJSON, len(all))
				for i, k := range all {
					out[i] = caseOut(k)
					out[i].Facts = ""
				}
				return t.result(out, func(w io.Writer) {
					for _, k := range all {
						fmt.Fprintf(w, "%s\t%s\t%s\n", k.ID, k.Area, k.Title)
					}
				})
			})
		}}
	show := &cobra.Command{Use: "show ID", Short: t.words.T("cli.case.show"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				k, err := cd.Case(c.Context(), args[0])
				if err != nil {
					return err
				}
				return t.result(caseOut(k), func(w io.Writer) {
					fmt.Fprintf(w, "%s\t%s\n%s\t%s\t%s\n\n%s\n", k.ID, k.Title, k.Area, k.Jurisdiction, k.LawAsOf, k.Facts)
				})
			})
		}}
	return t.group("case", t.words.T("cli.case"), t.newCaseCommand(), t.areaCommand(), list, show, t.factsCommand())
}

func (t *terminal) newCaseCommand() *cobra.Command {
	var k study.Case
	var reference string
	var later bool
	c := &cobra.Command{Use: "new TITLE [FACTS-FILE]", Short: t.words.T("cli.case.new"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 2 || later == (len(args) == 2) {
				return &usageError{t.words.T("cli.wrong-arguments", "usage", c.UseLine())}
			}
			k.Title = args[0]
			files, err := conduct.LoadFiles(c.Context(), args[1:])
			if err != nil {
				return err
			}
			if reference != "" {
				k.Reference = study.Known(study.Target(reference))
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				made, err := newCase(c.Context(), cd, k, files)
				if err != nil {
					return err
				}
				return t.result(caseOut(made), func(w io.Writer) { fmt.Fprintln(w, made.ID) })
			})
		}}
	c.Flags().BoolVar(&later, "facts-later", false, t.words.T("cli.flag.facts-later"))
	flags := c.Flags()
	flags.StringVar(&k.ID, "id", "", t.words.T("cli.flag.id"))
	flags.StringVar(&k.Area, "area", "", t.words.T("cli.flag.area"))
	flags.StringVar(&k.Jurisdiction, "jurisdiction", "", t.words.T("cli.flag.jurisdiction"))
	flags.StringVar(&k.LawAsOf, "law-as-of", "", t.words.T("cli.flag.law-as-of"))
	flags.StringVar(&k.TargetQuestion, "target", "", t.words.T("cli.flag.target"))
	flags.StringVar(&reference, "reference", "", t.words.T("cli.flag.reference"))
	return c
}

// newCase keeps a case with the facts of its file; without one they are still to come.
func newCase(ctx context.Context, cd *conduct.Conduct, k study.Case, facts []conduct.File) (study.Case, error) {
	if len(facts) == 0 {
		return cd.AnnounceCase(ctx, k)
	}
	return cd.CreateCase(ctx, k, facts[0])
}

func (t *terminal) factsCommand() *cobra.Command {
	return &cobra.Command{Use: "facts ID FACTS-FILE", Short: t.words.T("cli.case.facts"), Args: t.exactly(2),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := conduct.LoadFiles(c.Context(), args[1:])
			if err != nil {
				return err
			}
			text, err := conduct.TextOf(c.Context(), files[0])
			if err != nil {
				return err
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				if err := cd.SetFacts(c.Context(), args[0], text); err != nil {
					return err
				}
				k, err := cd.Case(c.Context(), args[0])
				if err != nil {
					return err
				}
				return t.result(caseOut(k), func(w io.Writer) { fmt.Fprintln(w, k.ID) })
			})
		}}
}

// areaCommand says to which area of law a case belongs, since expert documents are kept by area.
func (t *terminal) areaCommand() *cobra.Command {
	return &cobra.Command{Use: "area ID AREA", Short: t.words.T("cli.case.area"), Args: t.exactly(2),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				k, err := cd.EditCase(c.Context(), args[0], func(k *study.Case) { k.Area = args[1] })
				if err != nil {
					return err
				}
				return t.result(caseOut(k), func(w io.Writer) { fmt.Fprintf(w, "%s\t%s\n", k.ID, k.Area) })
			})
		}}
}
