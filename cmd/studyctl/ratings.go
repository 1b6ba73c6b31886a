package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// ratingsJSON is what was taken from one sheet as the terminal prints it.
type ratingsJSON struct {
	File     string   `json:"file"`
	Reviewer string   `json:"reviewer"`
	Taken    int      `json:"taken"`
	Refused  []string `json:"refused"`
	Ignored  []string `json:"ignored"`
}

func (t *terminal) ratingsCommand() *cobra.Command {
	var replace bool
	var choices conduct.RatingChoices
	imp := &cobra.Command{Use: "import FILE...", Short: t.words.T("cli.ratings.import"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := conduct.LoadFiles(c.Context(), args)
			if err != nil {
				return err
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				preview, err := cd.PreviewRatingsAs(c.Context(), ref, files, choices)
				if err != nil {
					return err
				}
				changes, err := cd.SheetChanges(c.Context(), ref, preview)
				if err != nil {
					return err
				}
				for _, one := range changes {
					fmt.Fprintln(t.err, one.Say(t.words))
				}
				taken, err := cd.ImportRatings(c.Context(), ref, preview, replace)
				if err != nil && !study.HasProblem(err, "ratings.nothing-taken") {
					return err
				}
				return errors.Join(t.printRatings(taken), err)
			})
		}}
	imp.Flags().BoolVar(&choices.OtherFolder, "other-folder", false, t.words.T("cli.flag.other-folder"))
	imp.Flags().BoolVar(&choices.FillMerged, "fill-merged", false, t.words.T("cli.flag.fill-merged"))
	imp.Flags().BoolVar(&replace, "replace", false, t.words.T("cli.flag.replace"))
	return t.group("ratings", t.words.T("cli.ratings"), imp)
}

func (t *terminal) printRatings(sheets []conduct.SheetPreview) error {
	out := make([]ratingsJSON, len(sheets))
	for i, s := range sheets {
		out[i] = ratingsJSON{File: s.File.Name, Reviewer: s.Reviewer, Taken: s.Values(), Refused: []string{}, Ignored: []string{}}
		for _, p := range s.Refused {
			sentence, _ := t.words.Problem(p)
			out[i].Refused = append(out[i].Refused, sentence)
		}
		for _, p := range s.Ignored {
			sentence, _ := t.words.Problem(p)
			out[i].Ignored = append(out[i].Ignored, sentence)
		}
		t.problems(s.Refused)
		t.problems(s.Questions)
	}
	return t.result(out, func(w io.Writer) {
		for _, s := range out {
			fmt.Fprintf(w, "%s\t%s\t%s\n", s.Reviewer, s.File, t.words.N("cli.ratings.taken", s.Taken))
		}
	})
}
