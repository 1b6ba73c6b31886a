package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/blinding/pseudonymise"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// reviewJSON is the review list as the study lead's terminal prints it.
type reviewJSON struct {
	Replaced []replacedJSON   `json:"replaced"`
	Doubtful []doubtJSON      `json:"doubtful"`
	Decided  []correctionJSON `json:"decided"`
	Fixed    bool             `json:"fixed"`
}

type replacedJSON struct {
	Placeholder string       `json:"placeholder"`
	Kind        string       `json:"kind"`
	Surfaces    []string     `json:"surfaces"`
	Places      int          `json:"places"`
	Codes       []study.Code `json:"codes"`
	Beside      bool         `json:"beside,omitempty"` // in the facts or the gold standard, too
	Listed      bool         `json:"listed,omitempty"`
}

type doubtJSON struct {
	Code        study.Code `json:"code,omitempty"`
	Reason      string     `json:"reason"`
	Surface     string     `json:"surface"`
	Placeholder string     `json:"placeholder,omitempty"`
	Why         string     `json:"why"`
}

type correctionJSON struct {
	Surface     string `json:"surface"`
	Keep        bool   `json:"keep,omitempty"`
	Kind        string `json:"kind,omitempty"`
	Placeholder string `json:"placeholder,omitempty"`
}

func (t *terminal) prepareCommand() *cobra.Command {
	var options conduct.BlindOptions
	c := &cobra.Command{Use: "prepare", Short: t.words.T("cli.blind.prepare"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if err := cd.Blind(c.Context(), ref, options, t.progress); err != nil {
					return err
				}
				list, err := cd.Blinded(c.Context(), ref)
				if err != nil {
					return err
				}
				out := struct {
					Codes []string `json:"codes"`
				}{}
				for _, one := range list {
					out.Codes = append(out.Codes, string(one.Code))
				}
				return t.result(out, func(w io.Writer) {
					fmt.Fprintln(w, t.words.T("cli.blind.prepared", "codes", strings.Join(out.Codes, ", ")))
				})
			})
		}}
	c.Flags().StringSliceVar(&options.Names, "name", nil, t.words.T("cli.flag.name"))
	return c
}

func (t *terminal) reviewCommand() *cobra.Command {
	return &cobra.Command{Use: "review", Short: t.words.T("cli.blind.review"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				r, err := cd.Review(c.Context(), ref)
				if err != nil {
					return err
				}
				out := t.reviewOut(r)
				return t.result(out, func(w io.Writer) { t.printReview(w, out) })
			})
		}}
}

func (t *terminal) reviewOut(r conduct.Review) reviewJSON {
	out := reviewJSON{Replaced: []replacedJSON{}, Doubtful: []doubtJSON{}, Decided: []correctionJSON{}, Fixed: r.Fixed}
	for _, one := range r.Replacements {
		out.Replaced = append(out.Replaced, replacedJSON(one))
	}
	for _, d := range r.Doubts {
		out.Doubtful = append(out.Doubtful, doubtJSON{d.Code, d.Reason, d.Surface, d.Placeholder, t.words.T("blinding.review." + d.Reason)})
	}
	for _, d := range r.Corrections {
		out.Decided = append(out.Decided, correctionJSON{d.Surface, d.Keeps(), d.Kind, d.Placeholder})
	}
	return out
}

func (t *terminal) printReview(w io.Writer, r reviewJSON) {
	if len(r.Replaced) == 0 {
		fmt.Fprintln(w, t.words.T("cli.review.nothing"))
	}
	beside := t.words.T("cli.review.beside")
	for _, one := range r.Replaced {
		var where []string
		for _, code := range one.Codes {
			where = append(where, string(code))
		}
		if one.Beside {
			where = append(where, beside)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.words.T("cli.review.replaced"), one.Placeholder,
			shown(strings.Join(one.Surfaces, " · ")), t.words.N("cli.review.places", one.Places), strings.Join(where, ", "))
	}
	for _, d := range r.Doubtful {
		code := string(d.Code)
		if code == "" {
			code = beside
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.words.T("cli.review.doubtful"), code, excerpt(d.Surface), d.Placeholder, d.Why)
	}
	for _, d := range r.Decided {
		what := d.Kind
		switch {
		case d.Keep:
			what = t.words.T("cli.review.kept")
		case d.Placeholder != "":
			what = d.Placeholder
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", t.words.T("cli.review.decided"), shown(d.Surface), what)
	}
	if r.Fixed {
		fmt.Fprintln(w, t.words.T("cli.review.fixed"))
	}
}

func (t *terminal) keepCommand() *cobra.Command {
	return t.correction("keep", "cli.blind.keep", "cli.blind.kept-at", func(c *cobra.Command, cd *conduct.Conduct, ref conduct.Ref, surface string) (conduct.Corrected, error) {
		return cd.Keep(c.Context(), ref, surface)
	})
}

func (t *terminal) replaceCommand() *cobra.Command {
	var kind, as string
	c := t.correction("replace", "cli.blind.replace", "cli.blind.replaced-at", func(c *cobra.Command, cd *conduct.Conduct, ref conduct.Ref, surface string) (conduct.Corrected, error) {
		return cd.Replace(c.Context(), ref, surface, kind, as)
	})
	c.Flags().StringVar(&kind, "kind", "", t.words.T("cli.flag.kind", "kinds", strings.Join(pseudonymise.Kinds(), ", ")))
	c.Flags().StringVar(&as, "as", "", t.words.T("cli.flag.as"))
	return c
}

func (t *terminal) forgetCommand() *cobra.Command {
	return t.correction("forget", "cli.blind.forget", "", func(c *cobra.Command, cd *conduct.Conduct, ref conduct.Ref, surface string) (conduct.Corrected, error) {
		return cd.Forget(c.Context(), ref, surface)
	})
}

// correction makes a command that decides about one surface and says what came of it; done is the key of the sentence
// that counts places, "" when the decision was taken back.
func (t *terminal) correction(name, about, done string, do func(*cobra.Command, *conduct.Conduct, conduct.Ref, string) (conduct.Corrected, error)) *cobra.Command {
	return &cobra.Command{Use: name + " SURFACE", Short: t.words.T(about), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				aligned, err := cd.IsAligned(c.Context(), ref)
				if err != nil {
					return err
				}
				d, err := do(c, cd, ref, args[0])
				if err != nil {
					return err
				}
				if still, err := cd.IsAligned(c.Context(), ref); err != nil {
					return err
				} else if aligned && !still {
					t.say("cli.align.taken-back")
				}
				out := struct {
					Blinded bool `json:"blinded"`
					Places  int  `json:"places"`
				}{d.Blinded, d.Places}
				return t.result(out, func(w io.Writer) { fmt.Fprintln(w, t.corrected(d, done)) })
			})
		}}
}

func (t *terminal) corrected(d conduct.Corrected, done string) string {
	switch {
	case done == "":
		return t.words.T("cli.blind.forgotten")
	case !d.Blinded:
		return t.words.T("cli.blind.later")
	case d.Places == 0:
		return t.words.T("cli.blind.nowhere")
	}
	return t.words.N(done, d.Places)
}
