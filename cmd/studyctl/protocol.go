package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// protocolCommand writes the study protocol down, best before any answer is in.
func (t *terminal) protocolCommand() *cobra.Command {
	var late bool
	c := &cobra.Command{Use: "protocol", Short: t.words.T("cli.protocol"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withStudy(c, func(cd *conduct.Conduct, s study.Study) error {
				written, err := cd.Protocol(c.Context(), s.ID, late)
				if err != nil {
					return err
				}
				t.say("protocol.stage." + string(written.Stage))
				return t.result(written, func(w io.Writer) {
					for _, file := range written.Files {
						fmt.Fprintf(w, "%s\tSHA-256 %s\n", file, written.SHA256[filepath.Base(file)])
					}
				})
			})
		}}
	c.Flags().BoolVar(&late, "late", false, t.words.T("cli.flag.late"))
	return c
}
