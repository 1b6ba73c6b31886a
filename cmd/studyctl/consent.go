package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/stard/consent"
	"iucomstudien/internal/study"
)

// consentCommand writes the consent form.
func (t *terminal) consentCommand() *cobra.Command {
	var o conduct.ConsentOptions
	var language, path string
	var fields []string
	c := &cobra.Command{Use: "consent", Short: t.words.T("cli.consent"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			if path == "" {
				return &usageError{t.words.T("cli.wrong-arguments", "usage", c.UseLine())}
			}
			o.Study, o.Language, o.Fields = t.study, study.Language(language), map[consent.Field]string{}
			for _, typed := range fields {
				field, text, err := consent.Parse(typed)
				if err != nil {
					return err
				}
				o.Fields[field] = text
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				if o.Study == "" {
					all, err := cd.Studies(c.Context())
					if err != nil {
						return err
					}
					if len(all) == 1 {
						o.Study = all[0].ID
					}
				}
				written, err := cd.WriteConsent(c.Context(), path, o)
				if err != nil {
					return err
				}
				if !written.Complete {
					t.say("cli.consent.open", "open", t.openFields(o.Study, written.Open))
				}
				return t.result(written, func(w io.Writer) { fmt.Fprintln(w, written.File) })
			})
		}}
	c.Flags().StringVar(&language, "language", string(t.words.Language()), t.words.T("cli.flag.document-language"))
	c.Flags().StringVarP(&path, "output", "o", "", t.words.T("cli.flag.output"))
	c.Flags().StringArrayVar(&fields, "field", nil, t.words.T("cli.flag.consent-field"))
	c.Flags().BoolVar(&o.Complete, "complete", false, t.words.T("cli.flag.complete"))
	return c
}

// openFields names what the form still needs, with the word under which each field is given.
func (t *terminal) openFields(studyID string, open []consent.Field) string {
	var names []string
	if studyID == "" {
		names = append(names, t.words.T("consent.field.study")+" (--study)")
	}
	for _, f := range open {
		names = append(names, t.words.T("consent.field."+string(f))+" ("+string(f)+")")
	}
	return strings.Join(names, "; ")
}
