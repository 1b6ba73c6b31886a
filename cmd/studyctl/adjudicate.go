package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// adjudicationJSON is what the terminal prints of an adjudication.
type adjudicationJSON struct {
	Answers    []adjudicatedJSON         `json:"answers"` // those whose categories differ
	Conditions []conduct.FinalCategories `json:"conditions,omitempty"`
}

type adjudicatedJSON struct {
	Code     study.Code                  `json:"code"`
	Ratings  map[string]study.Category   `json:"ratings"`
	Agreed   study.Maybe[study.Category] `json:"agreed"`
	By       []string                    `json:"by,omitempty"`
	Reason   string                      `json:"reason,omitempty"`
	Recorded string                      `json:"recorded,omitempty"`
}

func (t *terminal) adjudicateCommand() *cobra.Command {
	return t.group("adjudicate", t.words.T("cli.adjudicate"), t.adjudicateList(), t.adjudicateSet())
}

func (t *terminal) adjudicateList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: t.words.T("cli.adjudicate.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				list, err := cd.Adjudication(c.Context(), ref)
				if err != nil {
					return err
				}
				out := adjudicationJSON{Answers: []adjudicatedJSON{}}
				out.Conditions, err = cd.FinalCategories(c.Context(), ref)
				if err != nil && !study.HasProblem(err, "test.not-unblinded") {
					return err
				}
				for _, a := range list {
					if a.Differ {
						out.Answers = append(out.Answers, adjudicatedOut(a))
					}
				}
				return t.result(out, func(w io.Writer) { t.printAdjudication(w, list, out) })
			})
		}}
}

func adjudicatedOut(a conduct.Adjudicated) adjudicatedJSON {
	out := adjudicatedJSON{Code: a.Code, Ratings: map[string]study.Category{}, Agreed: a.Agreed, By: a.By, Reason: a.Reason, Recorded: moment(a.Time)}
	for _, v := range a.Verdicts {
		out.Ratings[v.Reviewer] = v.Category
	}
	return out
}

func (t *terminal) printAdjudication(w io.Writer, list []conduct.Adjudicated, out adjudicationJSON) {
	if len(out.Answers) == 0 {
		fmt.Fprintln(w, t.words.T("cli.adjudicate.none"))
	}
	for _, a := range list {
		if !a.Differ {
			continue
		}
		var said []string
		for _, v := range a.Verdicts {
			said = append(said, v.Reviewer+" "+t.words.T("category."+string(v.Category)))
		}
		agreed := t.words.T("cli.adjudicate.open")
		if category, known := a.Agreed.Get(); known {
			agreed = t.words.T("cli.adjudicate.agreed", "category", t.words.T("category."+string(category)), "by", strings.Join(a.By, ", "))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", a.Code, strings.Join(said, ", "), agreed, shown(a.Reason))
	}
	for _, f := range out.Conditions {
		var counts []string
		for _, category := range study.Categories() {
			counts = append(counts, fmt.Sprintf("%s %d", t.words.T("category."+string(category)), f.Counts[category]))
		}
		fmt.Fprintf(w, "%s\t%s\t%s %d\n", t.words.T("condition."+string(f.Condition)), strings.Join(counts, ", "), t.words.T("cli.adjudicate.open"), f.Open)
	}
}

func (t *terminal) adjudicateSet() *cobra.Command {
	var a conduct.Agreement
	var takeBack bool
	c := &cobra.Command{Use: "set CODE [CATEGORY]", Short: t.words.T("cli.adjudicate.set"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			if a.Code = study.Code(strings.ToUpper(args[0])); takeBack != (len(args) == 1) || len(args) > 2 {
				return &usageError{t.words.T("cli.wrong-arguments", "usage", c.UseLine())}
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if takeBack {
					if err := cd.TakeBackConsensus(c.Context(), ref, a.Code); err != nil {
						return err
					}
					return t.result(map[string]string{"code": string(a.Code)}, func(w io.Writer) {
						fmt.Fprintln(w, t.words.T("cli.adjudicate.taken-back", "code", string(a.Code)))
					})
				}
				a.Category = t.category(args[1])
				if err := cd.Adjudicate(c.Context(), ref, a); err != nil {
					return err
				}
				return t.result(map[string]string{"code": string(a.Code), "category": string(a.Category)}, func(w io.Writer) {
					fmt.Fprintln(w, t.words.T("cli.adjudicate.kept", "code", string(a.Code), "category", t.words.T("category."+string(a.Category))))
				})
			})
		}}
	c.Flags().StringSliceVar(&a.By, "by", nil, t.words.T("cli.flag.by"))
	c.Flags().StringVar(&a.Reason, "reason", "", t.words.T("cli.flag.reason"))
	c.Flags().BoolVar(&takeBack, "take-back", false, t.words.T("cli.flag.take-back"))
	return c
}

// category is the category that a word names: its machine word, or what the terminal calls it in its language.
func (t *terminal) category(word string) study.Category {
	for _, c := range study.Categories() {
		if strings.EqualFold(word, t.words.T("category."+string(c))) {
			return c
		}
	}
	return study.Category(word)
}
