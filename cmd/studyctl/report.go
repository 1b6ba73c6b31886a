package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

func (t *terminal) unblindCommand() *cobra.Command {
	var yes bool
	var o conduct.KeyOpening
	c := &cobra.Command{Use: "unblind", Short: t.words.T("cli.unblind"), Args: t.exactly(0)}
	file := t.passphraseFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			if !yes {
				return &study.Problem{ID: "cli.confirm-unblind", Args: map[string]any{"test": ref.Test}}
			}
			locked, err := cd.KeyIsLocked(c.Context(), ref)
			if err != nil {
				return err
			}
			if o.Passphrase, err = t.passphraseIn(c.Context(), *file); err != nil {
				return err
			}
			if locked && o.Passphrase != "" {
				if err := cd.UnlockKey(c.Context(), ref, o); err != nil {
					return err
				}
			}
			if err := cd.UnblindBy(c.Context(), ref, o.Holder); err != nil {
				return err
			}
			t.say("cli.unblinded", "test", ref.Test)
			return nil
		})
	}
	c.Flags().BoolVar(&yes, "yes", false, t.words.T("cli.flag.yes"))
	c.Flags().StringVar(&o.Holder, "key-holder", "", t.words.T("cli.flag.key-holder"))
	return c
}

func (t *terminal) reportCommand() *cobra.Command {
	var o conduct.ReportOptions
	c := &cobra.Command{Use: "report", Short: t.words.T("cli.report"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				written, err := cd.ReportAs(c.Context(), ref, o, t.progress)
				if err != nil {
					return err
				}
				return t.result(written, func(w io.Writer) {
					for _, name := range written.Files {
						fmt.Fprintln(w, name)
					}
				})
			})
		}}
	c.Flags().BoolVar(&o.AllPairs, "pairs", false, t.words.T("cli.flag.pairs"))
	return c
}

func (t *terminal) verifyCommand() *cobra.Command {
	c := &cobra.Command{Use: "verify", Short: t.words.T("cli.verify"), Args: t.exactly(0)}
	file := t.passphraseFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		passphrase, err := t.passphraseIn(c.Context(), *file)
		if err != nil {
			return err
		}
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			v, err := cd.VerifyWith(c.Context(), ref, passphrase)
			if err != nil {
				return err
			}
			if err := t.result(v, func(w io.Writer) { t.verification(w, v) }); err != nil {
				return err
			}
			return v.Err()
		})
	}
	return c
}

func (t *terminal) verification(w io.Writer, v conduct.Verification) {
	for _, check := range v.Checks {
		verdict, detail := "verify.ok", check.Detail
		if check.Locked {
			verdict = "verify.locked"
		}
		if check.Why != nil {
			verdict = "verify.broken"
			detail, _ = t.words.Problem(check.Why)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.words.T(verdict), t.words.T("verify."+check.Name), detail)
	}
}

func (t *terminal) demoCommand() *cobra.Command {
	return &cobra.Command{Use: "demo", Short: t.words.T("cli.demo"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				d, err := cd.Demo(c.Context(), t.progress)
				if err != nil {
					return err
				}
				t.problems(d.Refused)
				return t.result(demoOut(d), func(w io.Writer) { t.printDemo(w, d) })
			})
		}}
}

// demoJSON is what the sample study came to. Its figures have the keys of the sample's expected values.
type demoJSON struct {
	Study   string          `json:"study"`
	Test    string          `json:"test"`
	Seed    int32           `json:"seed"`
	Codes   []demoCode      `json:"codes"`
	Refused []string        `json:"refused"`
	Folders demoFolders     `json:"folders"`
	Figures json.RawMessage `json:"figures"`
}

type demoCode struct {
	Code        study.Code      `json:"code"`
	Condition   study.Condition `json:"condition"`
	Participant string          `json:"participant,omitempty"`
}

type demoFolders struct {
	Blind  string `json:"blind"`
	Zip    string `json:"zip"`
	Key    string `json:"key"`
	Report string `json:"report"`
}

func demoOut(d conduct.DemoResult) demoJSON {
	out := demoJSON{Study: d.Ref.Study, Test: d.Ref.Test, Seed: d.Seed, Figures: d.Figures, Refused: []string{},
		Folders: demoFolders{Blind: d.HandedOut.Folder, Zip: d.HandedOut.Zip, Key: d.HandedOut.Key, Report: d.Report.Folder}}
	for _, row := range d.Key {
		out.Codes = append(out.Codes, demoCode{Code: row.Code, Condition: row.Condition, Participant: row.Origin.Participant})
	}
	for _, p := range d.Refused {
		out.Refused = append(out.Refused, p.ID)
	}
	return out
}

func (t *terminal) printDemo(w io.Writer, d conduct.DemoResult) {
	fmt.Fprintln(w, t.words.T("cli.demo.done", "test", d.Ref.Test))
	for _, row := range d.Key {
		who := row.Origin.Participant
		if who == "" {
			who = row.Origin.Model
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", row.Code, t.words.T("condition."+string(row.Condition)), who)
	}
	fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.folder"), d.HandedOut.Folder)
	fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.zip"), d.HandedOut.Zip)
	fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.blind.key"), d.HandedOut.Key)
	for _, file := range d.Report.Files {
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.report.file"), file)
	}
}
