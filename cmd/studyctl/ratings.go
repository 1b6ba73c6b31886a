package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// ratingsJSON is what was taken from one sheet as the terminal prints it.
type ratingsJSON struct {
	File     string   `json:"file"`
	Reviewer string   `json:"reviewer"`
	Encoding string   `json:"encoding,omitempty"` // of text files
	Taken    int      `json:"taken"`
	ReadAs   []string `json:"read_as"` // cells that were read otherwise than they are written
	Refused  []string `json:"refused"`
	Ignored  []string `json:"ignored"`
	Asked    []string `json:"asked"`
	// Cells is every cell as it was understood; only in a preview.
	Cells []cellJSON `json:"cells,omitempty"`
}

type cellJSON struct {
	Row     int              `json:"row"`
	Code    study.Code       `json:"code"`
	Column  string           `json:"column"`  // machine name
	Written string           `json:"written"` // as it stands in the file
	Taken   string           `json:"taken"`   // machine value; "" when there is none
	State   sheets.CellState `json:"state"`
}

func (t *terminal) ratingsCommand() *cobra.Command {
	preview := &cobra.Command{Use: "preview FILE...", Short: t.words.T("cli.ratings.preview"), Args: t.atLeast(1)}
	seen := t.ratingChoices(preview)
	preview.RunE = func(c *cobra.Command, args []string) error {
		return t.withRatings(c.Context(), args, *seen, func(_ *conduct.Conduct, _ conduct.Ref, list []conduct.SheetPreview) error {
			return t.printRatings(list, true)
		})
	}
	imp := &cobra.Command{Use: "import FILE...", Short: t.words.T("cli.ratings.import"), Args: t.atLeast(1)}
	var replace bool
	choices := t.ratingChoices(imp)
	imp.Flags().BoolVar(&replace, "replace", false, t.words.T("cli.flag.replace"))
	imp.RunE = func(c *cobra.Command, args []string) error {
		return t.withRatings(c.Context(), args, *choices, func(cd *conduct.Conduct, ref conduct.Ref, list []conduct.SheetPreview) error {
			taken, err := cd.ImportRatings(c.Context(), ref, list, replace)
			if err != nil && !study.HasProblem(err, "ratings.nothing-taken") && !study.HasProblem(err, "ratings.nothing-in-it") {
				return err
			}
			return errors.Join(t.printRatings(taken, false), err)
		})
	}
	return t.group("ratings", t.words.T("cli.ratings"), preview, imp)
}

// ratingChoices puts the flags on a command that say how sheets are read.
func (t *terminal) ratingChoices(c *cobra.Command) *conduct.RatingChoices {
	choices := new(conduct.RatingChoices)
	c.Flags().BoolVar(&choices.OtherFolder, "other-folder", false, t.words.T("cli.flag.other-folder"))
	c.Flags().BoolVar(&choices.FillMerged, "fill-merged", false, t.words.T("cli.flag.fill-merged"))
	c.Flags().StringVar(&choices.Encoding, "encoding", "", t.words.T("cli.flag.encoding"))
	return choices
}

// withRatings reads sheets and says which values they would change; do goes on with them.
func (t *terminal) withRatings(ctx context.Context, names []string, choices conduct.RatingChoices,
	do func(*conduct.Conduct, conduct.Ref, []conduct.SheetPreview) error) error {
	files, err := conduct.LoadFiles(ctx, names)
	if err != nil {
		return err
	}
	return t.withTest(ctx, func(cd *conduct.Conduct, ref conduct.Ref) error {
		list, err := cd.PreviewRatingsAs(ctx, ref, files, choices)
		if err != nil {
			return err
		}
		changes, err := cd.SheetChanges(ctx, ref, list)
		if err != nil {
			return err
		}
		for _, one := range changes {
			fmt.Fprintln(t.err, shownText(one.Say(t.words)))
		}
		return do(cd, ref, list)
	})
}

// printRatings says what was understood: in a preview on standard output, else beside the result.
func (t *terminal) printRatings(list []conduct.SheetPreview, preview bool) error {
	out := make([]ratingsJSON, len(list))
	for i, s := range list {
		out[i] = ratingsJSON{File: s.File.Name, Reviewer: s.Reviewer, Encoding: s.Encoding, Taken: s.Values(), ReadAs: s.ReadAs(t.words),
			Refused: t.sentences(s.Refused), Ignored: t.sentences(s.Ignored), Asked: t.sentences(s.Questions)}
		if preview {
			for _, c := range s.Cells {
				out[i].Cells = append(out[i].Cells, cellJSON(c))
			}
		} else {
			for _, line := range out[i].ReadAs {
				fmt.Fprintln(t.err, shownText(line))
			}
		}
		t.problems(s.Refused)
		t.problems(s.Ignored)
		t.problems(s.Questions)
	}
	return t.result(out, func(w io.Writer) {
		for i, s := range out {
			if preview {
				t.printCells(w, s, list[i].States())
			} else {
				fmt.Fprintf(w, "%s\t%s\t%s\n", s.Reviewer, s.File, t.words.N("cli.ratings.taken", s.Taken))
			}
		}
	})
}

// printCells says which cells were read otherwise than they are written, and counts the rest.
func (t *terminal) printCells(w io.Writer, s ratingsJSON, states map[sheets.CellState]int) {
	for _, line := range s.ReadAs {
		fmt.Fprintln(w, shownText(line))
	}
	fmt.Fprintln(w, t.words.T("cli.ratings.cells", "reviewer", s.Reviewer, "file", s.File, "taken", states[sheets.CellTaken],
		"understood", states[sheets.CellUnderstood], "refused", states[sheets.CellRefused],
		"declined", states[sheets.CellDeclined], "missing", states[sheets.CellMissing]))
}

// sentences says what is wrong, without the remedies.
func (t *terminal) sentences(list []*study.Problem) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i], _ = t.words.Problem(p)
	}
	return out
}
