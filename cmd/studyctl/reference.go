package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// referenceJSON is what was read or set as the terminal prints it.
type referenceJSON struct {
	Reference    study.Maybe[study.Target]            `json:"reference"`
	Documents    map[string]study.Maybe[study.Target] `json:"documents,omitempty"`
	Proof        string                               `json:"proof,omitempty"`
	Verbatim     bool                                 `json:"verbatim"`
	Model        string                               `json:"model,omitempty"`
	By           string                               `json:"by,omitempty"`
	AfterAnswers bool                                 `json:"after_answers"`
}

func (t *terminal) referenceCommand() *cobra.Command {
	return t.group("reference", t.words.T("cli.reference"), t.referenceRead(), t.referenceSet())
}

func (t *terminal) referenceRead() *cobra.Command {
	var f modelFlags
	var replace bool
	c := &cobra.Command{Use: "read", Short: t.words.T("cli.reference.read"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, terms, err := f.read(t, c)
			if err != nil {
				return err
			}
			o := conduct.ModelOrder{Choice: llm.Choice{Provider: f.provider, Model: f.model}, Settings: settings, Terms: terms}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				read, err := cd.ReadReference(c.Context(), ref, o, replace)
				if read.Model == "" {
					return err
				}
				if printing := t.printReading(read); printing != nil {
					return printing
				}
				return err
			})
		}}
	f.add(t, c)
	c.Flags().BoolVar(&replace, "replace", false, t.words.T("cli.flag.reference-replace"))
	return c
}

func (t *terminal) printReading(read conduct.ReferenceRead) error {
	out := referenceJSON{Reference: read.Reference, Documents: make(map[string]study.Maybe[study.Target]),
		Proof: read.Quote.Text, Verbatim: read.Quote.Verbatim, Model: read.Model, AfterAnswers: read.AfterAnswers}
	for i, name := range read.Documents {
		out.Documents[name] = read.ReferenceReading.Documents[i]
	}
	for _, e := range read.Remarks {
		fmt.Fprintln(t.err, shownText(e.Say(t.words)))
	}
	return t.result(out, func(w io.Writer) {
		for i, name := range read.Documents {
			fmt.Fprintf(w, "%s\t%s\n", shownText(name), read.ReferenceReading.Documents[i])
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.words.T("grading.field.target"), read.Reference, shownText(read.Quote.Text))
	})
}

func (t *terminal) referenceSet() *cobra.Command {
	var by string
	c := &cobra.Command{Use: "set yes|no", Short: t.words.T("cli.reference.set"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				k, err := cd.SetReference(c.Context(), ref, study.Target(args[0]), by)
				if err != nil {
					return err
				}
				out := referenceJSON{Reference: k.Reference, By: k.ReferenceBy}
				return t.result(out, func(w io.Writer) { fmt.Fprintf(w, "%s\t%s\n", k.Reference, shownText(k.ReferenceBy)) })
			})
		}}
	c.Flags().StringVar(&by, "by", "", t.words.T("cli.flag.reference-by"))
	return c
}
