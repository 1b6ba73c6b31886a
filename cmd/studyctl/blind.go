package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
)

// blindJSON is the outcome of blinding as the terminal prints it. It names codes, never origins.
type blindJSON struct {
	Seed     int32    `json:"seed"`
	Codes    []string `json:"codes"`
	Folder   string   `json:"folder"`
	Zip      string   `json:"zip"`
	Key      string   `json:"key"`
	Findings []string `json:"findings"`
}

func (t *terminal) blindCommand() *cobra.Command {
	var options conduct.BlindOptions
	var again bool
	c := &cobra.Command{Use: "blind", Short: t.words.T("cli.blind"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if again {
					handed, err := cd.WriteAgain(c.Context(), ref, t.progress)
					if err != nil {
						return err
					}
					return t.printHandedOut(handed)
				}
				if err := cd.Blind(c.Context(), ref, options, t.progress); err != nil {
					return err
				}
				handed, err := cd.HandOut(c.Context(), ref, options.Accept, t.progress)
				if err != nil {
					return err
				}
				return t.printHandedOut(handed)
			})
		}}
	c.Flags().StringSliceVar(&options.Names, "name", nil, t.words.T("cli.flag.name"))
	c.Flags().BoolVar(&again, "again", false, t.words.T("cli.flag.again"))
	c.Flags().StringVar(&options.Accept, "accept", "", t.words.T("cli.flag.accept"))
	c.AddCommand(t.prepareCommand(), t.reviewCommand(), t.keepCommand(), t.replaceCommand(), t.forgetCommand())
	return c
}

func (t *terminal) printHandedOut(h conduct.HandedOut) error {
	out := blindJSON{Seed: h.Seed, Folder: h.Folder, Zip: h.Zip, Key: h.Key, Findings: []string{}}
	for _, code := range h.Codes {
		out.Codes = append(out.Codes, string(code))
	}
	for _, p := range h.Findings {
		sentence, _ := t.words.Problem(p)
		out.Findings = append(out.Findings, sentence)
	}
	return t.result(out, func(w io.Writer) {
		fmt.Fprintf(w, "%s\t%d\n", t.words.T("cli.blind.seed"), h.Seed)
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.folder"), h.Folder)
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.zip"), h.Zip)
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.key"), h.Key)
		for _, f := range out.Findings {
			fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.finding"), f)
		}
	})
}
