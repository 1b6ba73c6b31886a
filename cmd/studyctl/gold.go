package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// goldJSON is an expert document as the terminal prints it.
type goldJSON struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

func (t *terminal) goldCommand() *cobra.Command {
	add := &cobra.Command{Use: "add FILE...", Short: t.words.T("cli.gold.add"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := conduct.LoadFiles(c.Context(), args)
			if err != nil {
				return err
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				docs, err := cd.AddGold(c.Context(), ref, files)
				if err != nil {
					return err
				}
				return t.printGold(docs)
			})
		}}
	list := &cobra.Command{Use: "list", Short: t.words.T("cli.gold.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				docs, err := cd.Gold(c.Context(), ref)
				if err != nil {
					return err
				}
				return t.printGold(docs)
			})
		}}
	return t.group("gold", t.words.T("cli.gold"), add, list, t.removeGoldCommand())
}

// removedJSON is what became of a document that was taken out.
type removedJSON struct {
	goldJSON
	MovedTo string `json:"moved_to,omitempty"` // where its file lies now; "" when it stayed
}

func (t *terminal) removeGoldCommand() *cobra.Command {
	return &cobra.Command{Use: "remove NAME", Short: t.words.T("cli.gold.remove"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				r, err := cd.RemoveGold(c.Context(), ref, args[0])
				if err != nil {
					return err
				}
				d := r.Document
				out := removedJSON{goldJSON{Name: d.Name, SHA256: d.SHA256, Size: d.Size}, r.MovedTo()}
				return t.result(out, func(w io.Writer) {
					fmt.Fprintf(w, "%s\t%s\n", d.Name, out.MovedTo)
					if out.MovedTo != "" {
						t.say("cli.gold.removed", "path", out.MovedTo)
					} else {
						t.say("cli.gold.removed-stays")
					}
				})
			})
		}}
}

func (t *terminal) printGold(docs []study.GoldDocument) error {
	out := make([]goldJSON, len(docs))
	for i, d := range docs {
		out[i] = goldJSON{Name: d.Name, SHA256: d.SHA256, Size: d.Size}
	}
	return t.result(out, func(w io.Writer) {
		for _, d := range docs {
			fmt.Fprintf(w, "%s\t%d\t%s\n", d.Name, d.Size, d.SHA256)
		}
		if len(docs) == 1 {
			t.say("gold.only-one")
		}
	})
}
