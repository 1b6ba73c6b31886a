package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// reviewerJSON is a reviewer of a test as the study lead's terminal prints it.
type reviewerJSON struct {
	ID          string               `json:"id"`
	Name        string               `json:"name,omitempty"`
	Email       string               `json:"email,omitempty"`
	Deadline    string               `json:"deadline,omitempty"`
	Holder      bool                 `json:"key_holder,omitempty"`
	Codes       []study.Code         `json:"codes,omitempty"` // none: everything, or nothing is out yet
	Out         bool                 `json:"out"`             // the test is handed out
	HandedOut   string               `json:"handed_out,omitempty"`
	Returned    string               `json:"returned,omitempty"`
	File        string               `json:"file,omitempty"`
	Values      int                  `json:"values"`
	Missing     []study.Code         `json:"missing,omitempty"`
	Consistency *conduct.Consistency `json:"consistency,omitempty"` // where they rated repeats
}

func (t *terminal) reviewerCommand() *cobra.Command {
	return t.group("reviewer", t.words.T("cli.reviewer"),
		t.reviewerAdd(), t.reviewerList(), t.reviewerRemove(), t.reviewerRemind(), t.reviewerPlan())
}

func (t *terminal) reviewerAdd() *cobra.Command {
	var who conduct.Contact
	c := &cobra.Command{Use: "add", Short: t.words.T("cli.reviewer.add"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				added, err := cd.AddReviewer(c.Context(), ref.Study, who)
				if err != nil {
					return err
				}
				return t.result(reviewerJSON{ID: added.ID, Name: added.Name, Email: added.Email, Deadline: added.Deadline}, func(w io.Writer) {
					fmt.Fprintln(w, t.words.T("cli.reviewer.added", "reviewer", added.ID))
				})
			})
		}}
	c.Flags().StringVar(&who.ID, "id", "", t.words.T("cli.flag.reviewer-id"))
	c.Flags().StringVar(&who.Name, "name", "", t.words.T("cli.flag.reviewer-name"))
	c.Flags().StringVar(&who.Email, "email", "", t.words.T("cli.flag.reviewer-email"))
	c.Flags().StringVar(&who.Deadline, "deadline", "", t.words.T("cli.flag.deadline"))
	return c
}

func (t *terminal) reviewerRemove() *cobra.Command {
	return &cobra.Command{Use: "remove ID", Short: t.words.T("cli.reviewer.remove"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if err := cd.RemoveReviewer(c.Context(), ref.Study, args[0]); err != nil {
					return err
				}
				return t.result(map[string]string{"removed": args[0]}, func(w io.Writer) {
					fmt.Fprintln(w, t.words.T("cli.reviewer.removed", "reviewer", args[0]))
				})
			})
		}}
}

func (t *terminal) reviewerList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: t.words.T("cli.reviewer.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				list, err := cd.Reviewing(c.Context(), ref)
				if err != nil {
					return err
				}
				own, err := cd.Consistency(c.Context(), ref)
				if err != nil {
					return err
				}
				state, err := cd.Test(c.Context(), ref)
				if err != nil {
					return err
				}
				out := reviewersOut(list, own)
				for i := range out {
					out[i].Out = state.State != study.Collecting
				}
				return t.result(out, func(w io.Writer) {
					for _, r := range out {
						t.printReviewer(w, r)
					}
				})
			})
		}}
}

func reviewersOut(list []conduct.ReviewerState, own []conduct.Consistency) []reviewerJSON {
	out := make([]reviewerJSON, len(list))
	for i, r := range list {
		out[i] = reviewerJSON{ID: r.ID, Name: r.Name, Email: r.Email, Deadline: r.Deadline, Holder: r.Holder, Codes: r.Codes,
			HandedOut: moment(r.HandedOut), Returned: moment(r.Returned), File: r.File, Values: r.Values, Missing: r.Missing}
		for j := range own {
			if own[j].Reviewer == r.ID {
				out[i].Consistency = &own[j]
			}
		}
	}
	return out
}

func moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}

func (t *terminal) printReviewer(w io.Writer, r reviewerJSON) {
	given := t.words.T("cli.reviewer.everything")
	switch {
	case len(r.Codes) > 0:
		given = joinCodes(r.Codes)
	case !r.Out:
		given = t.words.T("cli.reviewer.not-yet")
	}
	back := ""
	if r.Out {
		back = t.words.T("cli.reviewer.waiting")
	}
	if r.Returned != "" {
		back = t.words.T("cli.reviewer.back") + " " + r.Returned + " " + t.words.N("cli.ratings.taken", r.Values)
	}
	if len(r.Missing) > 0 {
		back += "; " + t.words.T("cli.reviewer.unrated", "codes", joinCodes(r.Missing))
	}
	if r.Holder {
		back = t.words.T("cli.reviewer.holder")
	}
	if r.Consistency != nil {
		back += "; " + t.words.T("cli.reviewer.consistency") + ": κ = " + t.valueOf(explained{Figure: &r.Consistency.Category})
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s: %s\t%s\n", r.ID, shown(r.Name), shown(r.Email), r.Deadline, t.words.T("cli.reviewer.out"), given, back)
}

func joinCodes(codes []study.Code) string {
	words := make([]string, len(codes))
	for i, code := range codes {
		words[i] = string(code)
	}
	return strings.Join(words, ", ")
}

func (t *terminal) reviewerRemind() *cobra.Command {
	return &cobra.Command{Use: "remind ID", Short: t.words.T("cli.reviewer.remind"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				r, err := cd.Remind(c.Context(), ref, args[0], "")
				if err != nil {
					return err
				}
				out := struct {
					Email   string `json:"email,omitempty"`
					Subject string `json:"subject"`
					Text    string `json:"text"`
				}{r.Email, r.Subject, r.Text}
				return t.result(out, func(w io.Writer) {
					if r.Email != "" {
						fmt.Fprintln(w, shown(r.Email))
					}
					fmt.Fprintf(w, "%s\n\n%s", shown(r.Subject), r.Text)
				})
			})
		}}
}

func (t *terminal) reviewerPlan() *cobra.Command {
	var plan conduct.Overlap
	c := &cobra.Command{Use: "plan", Short: t.words.T("cli.reviewer.plan"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				shares, err := cd.PlanOverlap(c.Context(), ref, plan)
				if err != nil {
					return err
				}
				out := make(map[string][]study.Code)
				for _, s := range shares {
					out[s.Reviewer] = s.Codes
				}
				return t.result(out, func(w io.Writer) {
					for _, s := range shares {
						fmt.Fprintf(w, "%s\t%d\t%s\n", s.Reviewer, len(s.Codes), joinCodes(s.Codes))
					}
					if len(shares) == 0 {
						fmt.Fprintln(w, t.words.T("cli.reviewer.plan-taken-back"))
					}
				})
			})
		}}
	c.Flags().IntVar(&plan.Each, "each", 0, t.words.T("cli.flag.each"))
	c.Flags().Int32Var(&plan.Seed, "seed", 0, t.words.T("cli.flag.share-seed"))
	c.Flags().StringSliceVar(&plan.Reviewers, "reviewers", nil, t.words.T("cli.flag.reviewers"))
	return c
}
