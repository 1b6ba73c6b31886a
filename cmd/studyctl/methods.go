package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// methodsCommand prints the paragraph on methods for a paper, with its sources.
func (t *terminal) methodsCommand() *cobra.Command {
	var latex bool
	var language string
	c := &cobra.Command{Use: "methods", Short: t.words.T("cli.methods"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			l := study.Language(language)
			if !l.Valid() {
				return &study.Problem{ID: "lang.unknown", Args: map[string]any{"value": language}}
			}
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				text, err := cd.Methods(c.Context(), s.ID, l)
				if err != nil {
					return err
				}
				return t.result(text, func(w io.Writer) {
					if latex {
						fmt.Fprint(w, text.LaTeX)
						return
					}
					fmt.Fprintln(w, text.Plain)
					fmt.Fprintln(w)
					for _, source := range text.Citations {
						fmt.Fprintf(w, "[%d] %s\n", source.Number, source.Text)
					}
				})
			})
		}}
	c.Flags().BoolVar(&latex, "latex", false, t.words.T("cli.flag.latex"))
	c.Flags().StringVar(&language, "language", string(t.words.Language()), t.words.T("cli.flag.document-language"))
	return c
}
