package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
)

// replacedTextJSON is an answer whose text was replaced, with the checksums of both files.
type replacedTextJSON struct {
	ID     string `json:"id"`
	Before string `json:"before_sha256"`
	After  string `json:"after_sha256"`
	File   string `json:"file"`
}

func (t *terminal) replaceTextCommand() *cobra.Command {
	return &cobra.Command{Use: "replace ID FILE", Short: t.words.T("cli.answers.replace"), Args: t.exactly(2),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := conduct.LoadFiles(c.Context(), args[1:])
			if err != nil {
				return err
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				r, err := cd.ReplaceText(c.Context(), ref, args[0], files[0])
				if err != nil {
					return err
				}
				out := replacedTextJSON{ID: r.ID, Before: r.Before.SHA256, After: r.After.SHA256, File: r.After.Name}
				return t.result(out, func(w io.Writer) { fmt.Fprintf(w, "%s\t%s\t%s\n", out.ID, shown(out.File), out.After) })
			})
		}}
}
