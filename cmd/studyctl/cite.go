package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/report"
)

// citeCommand prints the sources and figures of a text as a table that a lawyer can read, or marks them in the text.
func (t *terminal) citeCommand() *cobra.Command {
	var language, page string
	c := &cobra.Command{Use: "cite FILE", Short: t.words.T("cli.cite"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := conduct.LoadFiles(c.Context(), args)
			if err != nil {
				return err
			}
			text, err := conduct.TextOf(c.Context(), files[0])
			if err != nil {
				return err
			}
			reader, err := legalref.New()
			if err != nil {
				return fmt.Errorf("loading the grammar of citations: %w", err)
			}
			hits := reader.Find(text, language)
			if page != "" {
				var b bytes.Buffer
				if err := report.CitedHTML(&b, files[0].Name, text, hits, t.words); err != nil {
					return err
				}
				if err := folder.WriteFile(page, b.Bytes(), 0o644); err != nil {
					return err
				}
			}
			return t.result(reader.StageCite(legalref.CiteInput{Text: text, Lang: language}), func(w io.Writer) { t.citations(w, hits) })
		}}
	c.Flags().StringVar(&language, "text-lang", "", t.words.T("cli.flag.text-lang"))
	c.Flags().StringVar(&page, "html", "", t.words.T("cli.flag.cite-html"))
	return c
}

// citations prints a line a hit: kind, as it stands, normalised form, and what is not well formed.
func (t *terminal) citations(w io.Writer, hits []legalref.Hit) {
	fmt.Fprintln(w, t.words.T("cite.heading"))
	for _, h := range hits {
		fault := ""
		if h.Reason != "" {
			fault = t.words.T("cite.reason." + h.Reason)
		}
		norm := h.Norm
		if h.RefersTo != "" {
			norm = t.words.T("cite.refers-to", "norm", h.RefersTo)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.words.T("cite.kind."+string(h.Kind)), oneLine(h.Text), norm, fault)
	}
}
