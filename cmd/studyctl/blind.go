package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// blindJSON is the outcome of blinding as the terminal prints it. It names codes, never origins.
type blindJSON struct {
	Seed     int32      `json:"seed"`
	Codes    []string   `json:"codes"`
	Folder   string     `json:"folder,omitempty"` // "" when each reviewer has one
	Zip      string     `json:"zip,omitempty"`
	Key      string     `json:"key"`
	Findings []string   `json:"findings"`
	Copies   []copyJSON `json:"copies,omitempty"`
}

// copyJSON is the blind folder of one reviewer.
type copyJSON struct {
	Reviewer string       `json:"reviewer"`
	Folder   string       `json:"folder"`
	Zip      string       `json:"zip"`
	Seed     int32        `json:"seed,omitempty"`
	Order    []study.Code `json:"order,omitempty"`
	Codes    []study.Code `json:"codes,omitempty"` // the reviewer's share
}

func (t *terminal) blindCommand() *cobra.Command {
	var options conduct.BlindOptions
	var out conduct.HandOutOptions
	var again bool
	var practice []string
	c := &cobra.Command{Use: "blind", Short: t.words.T("cli.blind"), Args: t.exactly(0)}
	passphrase := t.passphraseFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if out.Passphrase, err = t.passphraseIn(c.Context(), *passphrase); err != nil {
			return err
		}
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			if again {
				if err := onlyAgain(c); err != nil {
					return err
				}
				handed, err := cd.WriteAgain(c.Context(), ref, t.progress)
				if err != nil {
					return err
				}
				return t.printHandedOut(handed)
			}
			if out.Calibration, err = conduct.LoadFiles(c.Context(), practice); err != nil {
				return err
			}
			if err := t.blindUnlessAligned(c.Context(), cd, ref, options); err != nil {
				return err
			}
			handed, err := cd.HandOutTo(c.Context(), ref, out, t.progress)
			if err != nil {
				return err
			}
			return t.printHandedOut(handed)
		})
	}
	c.Flags().StringSliceVar(&options.Names, "name", nil, t.words.T("cli.flag.name"))
	c.Flags().BoolVar(&again, "again", false, t.words.T("cli.flag.again"))
	c.Flags().StringVar(&out.Accept, "accept", "", t.words.T("cli.flag.accept"))
	c.Flags().StringSliceVar(&out.Reviewers, "reviewers", nil, t.words.T("cli.flag.reviewers"))
	c.Flags().BoolVar(&out.Orders, "orders", false, t.words.T("cli.flag.orders"))
	c.Flags().IntVar(&out.Repeats, "repeats", 0, t.words.T("cli.flag.repeats"))
	c.Flags().StringSliceVar(&practice, "calibration", nil, t.words.T("cli.flag.calibration"))
	c.Flags().StringVar(&out.KeyHolder, "key-holder", "", t.words.T("cli.flag.key-holder"))
	c.AddCommand(t.prepareCommand(), t.reviewCommand(), t.keepCommand(), t.replaceCommand(), t.forgetCommand())
	return c
}

// onlyAgain refuses what a second writing would not heed: it gives the same to the same people.
func onlyAgain(c *cobra.Command) error {
	for _, flag := range []string{"reviewers", "orders", "repeats", "calibration", "key-holder", "accept", "name", "passphrase-file"} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			return &study.Problem{ID: "cli.again-as-it-was", Args: map[string]any{"flag": "--" + flag}}
		}
	}
	return nil
}

func (t *terminal) printHandedOut(h conduct.HandedOut) error {
	out := blindJSON{Seed: h.Seed, Folder: h.Folder, Zip: h.Zip, Key: h.Key, Findings: []string{}}
	for _, code := range h.Codes {
		out.Codes = append(out.Codes, string(code))
	}
	for _, one := range h.Copies {
		out.Copies = append(out.Copies, copyJSON(one))
	}
	if len(h.Copies) > 0 {
		out.Folder, out.Zip = "", ""
	}
	for _, p := range h.Findings {
		sentence, _ := t.words.Problem(p)
		out.Findings = append(out.Findings, sentence)
	}
	return t.result(out, func(w io.Writer) {
		fmt.Fprintf(w, "%s\t%d\n", t.words.T("cli.blind.seed"), h.Seed)
		if len(h.Copies) == 0 {
			fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.folder"), h.Folder)
			fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.zip"), h.Zip)
		}
		for _, one := range h.Copies {
			fmt.Fprintf(w, "%s\t%s\t%s\n", t.words.T("cli.blind.zip-for", "reviewer", one.Reviewer), one.Zip, strings.Trim(fmt.Sprint(one.Order), "[]"))
		}
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.key"), h.Key)
		for _, f := range out.Findings {
			fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.finding"), f)
		}
	})
}
