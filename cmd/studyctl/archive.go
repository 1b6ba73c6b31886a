package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/conduct"
)

// archiveJSON is a case of the archive as the terminal prints it.
type archiveJSON struct {
	ID           string         `json:"id"`
	Title        string         `json:"title"`
	Area         string         `json:"area"`
	Jurisdiction string         `json:"jurisdiction"`
	LawAsOf      string         `json:"law_as_of"`
	Facts        string         `json:"facts,omitempty"` // of one case alone
	Runs         []foundRunJSON `json:"runs"`
	Score        float64        `json:"score,omitempty"`
	Passage      string         `json:"passage,omitempty"`
}

type foundRunJSON struct {
	Study string            `json:"study"`
	Test  string            `json:"test"`
	Run   int               `json:"run"`
	Time  string            `json:"time"`
	Gold  bool              `json:"gold"`
	Found *answering.Record `json:"found,omitempty"` // of one case alone
}

func archiveOut(e conduct.ArchiveEntry, whole bool) archiveJSON {
	k := e.Case
	out := archiveJSON{ID: k.ID, Title: k.Title, Area: k.Area, Jurisdiction: k.Jurisdiction, LawAsOf: k.LawAsOf, Runs: []foundRunJSON{}}
	if whole {
		out.Facts = k.Facts
	}
	for _, r := range e.Runs {
		run := foundRunJSON{Study: r.Study, Test: r.Test, Run: r.Run, Time: r.Time.Format(time.RFC3339), Gold: r.Gold}
		if whole {
			run.Found = &r.Record
		}
		out.Runs = append(out.Runs, run)
	}
	return out
}

func (t *terminal) archiveCommand() *cobra.Command {
	var area string
	list := &cobra.Command{Use: "list", Short: t.words.T("cli.archive.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				entries, err := cd.Archive(c.Context(), area)
				if err != nil {
					return err
				}
				out := make([]archiveJSON, len(entries))
				for i, e := range entries {
					out[i] = archiveOut(e, false)
				}
				return t.result(out, func(w io.Writer) {
					for _, one := range out {
						fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", one.ID, shown(one.Title), shown(one.Area), t.words.N("cli.archive.runs", len(one.Runs)))
					}
				})
			})
		}}
	list.Flags().StringVar(&area, "area", "", t.words.T("cli.flag.area"))
	return t.group("archive", t.words.T("cli.archive"), list, t.searchArchiveCommand(), t.showArchiveCommand())
}

func (t *terminal) searchArchiveCommand() *cobra.Command {
	var most int
	c := &cobra.Command{Use: "search WORD...", Short: t.words.T("cli.archive.search"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				hits, err := cd.SearchArchive(c.Context(), strings.Join(args, " "), most)
				if err != nil {
					return err
				}
				out := make([]archiveJSON, len(hits))
				for i, h := range hits {
					out[i] = archiveOut(h.Entry, false)
					out[i].Score, out[i].Passage = h.Score, h.Passage
				}
				return t.result(out, func(w io.Writer) {
					for _, one := range out {
						fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.words.Number(one.Score, 2), one.ID, shown(one.Title), shown(firstWords(one.Passage)))
					}
				})
			})
		}}
	c.Flags().IntVar(&most, "most", 10, t.words.T("cli.flag.most"))
	return c
}

func (t *terminal) showArchiveCommand() *cobra.Command {
	return &cobra.Command{Use: "show CASE", Short: t.words.T("cli.archive.show"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				e, err := cd.ArchiveCase(c.Context(), args[0])
				if err != nil {
					return err
				}
				return t.result(archiveOut(e, true), func(w io.Writer) { t.printFound(w, e) })
			})
		}}
}

// printFound prints a case with what each run found and answered.
func (t *terminal) printFound(w io.Writer, e conduct.ArchiveEntry) {
	fmt.Fprintf(w, "%s  %s\n\n%s\n", e.Case.ID, shown(e.Case.Title), shownText(e.Case.Facts))
	for _, r := range e.Runs {
		rec := r.Record
		fmt.Fprintf(w, "\n%s\n", t.words.T("cli.archive.run", "n", r.Run, "study", r.Study, "test", r.Test,
			"time", r.Time.Format(time.RFC3339), "model", shown(rec.Model)))
		if r.Gold {
			fmt.Fprintln(w, t.words.T("cli.ask.gold"))
		}
		for i, h := range rec.Sources {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d–%d\n", answering.SourceID(i), t.words.Number(h.Score, 2), shown(h.Title()), h.First, h.Last)
		}
		fmt.Fprintf(w, "%s\n\n%s\n", t.words.T("cli.archive.left", "n", len(rec.Left)), shownText(rec.Answer))
	}
}
