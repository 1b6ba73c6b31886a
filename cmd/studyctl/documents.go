package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/sources"
)

// documentJSON is an own document as the terminal prints it.
type documentJSON struct {
	Name       string `json:"name"`
	Size       int64  `json:"size"`
	SHA256     string `json:"sha256"`
	Passages   int    `json:"passages"`
	Searchable bool   `json:"searchable"`
	Gold       bool   `json:"gold,omitempty"`
	Problem    string `json:"problem,omitempty"`
	Why        string `json:"why,omitempty"`
	Remedy     string `json:"remedy,omitempty"`
}

func (t *terminal) documentsCommand() *cobra.Command {
	return t.group("documents", t.words.T("cli.documents"), t.listDocumentsCommand(), t.searchDocumentsCommand())
}

func (t *terminal) listDocumentsCommand() *cobra.Command {
	var gold bool
	c := &cobra.Command{Use: "list AREA", Short: t.words.T("cli.documents.list"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				d, err := cd.Documents(c.Context(), args[0], gold, t.progress)
				if err != nil {
					return err
				}
				if len(d.Documents) == 0 {
					t.say("cli.documents.none", "area", args[0])
				}
				out := make([]documentJSON, len(d.Documents))
				for i, one := range d.Documents {
					out[i] = documentJSON{Name: one.Name, Size: one.Size, SHA256: one.SHA256, Passages: one.Passages, Searchable: one.Problem == nil, Gold: one.Gold}
					if one.Problem != nil {
						out[i].Problem = one.Problem.ID
						out[i].Why, out[i].Remedy = t.words.Problem(one.Problem)
					}
				}
				return t.result(out, func(w io.Writer) {
					for _, one := range out {
						state := t.words.T("cli.documents.searchable", "n", one.Passages)
						if !one.Searchable {
							state = one.Why
						}
						fmt.Fprintf(w, "%s\t%d\t%s\n", shown(one.Name), one.Size, shown(state))
					}
				})
			})
		}}
	c.Flags().BoolVar(&gold, "gold", false, t.words.T("cli.flag.gold-too"))
	return c
}

func (t *terminal) searchDocumentsCommand() *cobra.Command {
	var gold bool
	var most int
	c := &cobra.Command{Use: "search AREA WORD...", Short: t.words.T("cli.documents.search"), Args: t.atLeast(2),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				hits, err := cd.SearchDocuments(c.Context(), args[0], strings.Join(args[1:], " "), gold, most, t.progress)
				if err != nil {
					return err
				}
				if len(hits) == 0 {
					t.say("cli.documents.no-hit", "area", args[0])
					hits = []sources.Hit{}
				}
				return t.result(hits, func(w io.Writer) {
					for _, h := range hits {
						fmt.Fprintf(w, "%s\t%s\t%d–%d\t%s\n", t.words.Number(h.Score, 2), shown(h.Document), h.First, h.Last, shown(firstWords(h.Text)))
					}
				})
			})
		}}
	c.Flags().BoolVar(&gold, "gold", false, t.words.T("cli.flag.gold-too"))
	c.Flags().IntVar(&most, "most", 10, t.words.T("cli.flag.most"))
	return c
}

// firstWords is the beginning of a text, in one line.
func firstWords(text string) string {
	const most = 12
	words := strings.Fields(text)
	if len(words) > most {
		return strings.Join(words[:most], " ") + " …"
	}
	return strings.Join(words, " ")
}
