package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// decidedJSON is what became of an answer that waited.
type decidedJSON struct {
	Answer *answerJSON `json:"answer,omitempty"`
	Aside  *asideJSON  `json:"aside,omitempty"` // neither: it is gone
}

func (t *terminal) decideAnswerCommand() *cobra.Command {
	var d conduct.Decision
	var consent, condition string
	c := &cobra.Command{Use: "decide ID", Short: t.words.T("cli.answers.decide"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			if d.Consent, err = t.consent(consent); err != nil {
				return err
			}
			d.Condition = study.Condition(condition)
			if condition != "" && !d.Condition.Valid() {
				return &usageError{t.words.T("cli.unknown-condition", "value", condition)}
			}
			if d == (conduct.Decision{}) {
				return &usageError{t.words.T("cli.decide-what")}
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				done, err := cd.DecideAnswer(c.Context(), ref, args[0], d)
				if err != nil {
					return err
				}
				return t.printDecided(args[0], done)
			})
		}}
	flags := c.Flags()
	flags.StringVar(&consent, "consent", "", t.words.T("cli.flag.consent"))
	flags.StringVar(&condition, "condition", "", t.words.T("cli.flag.condition"))
	flags.BoolVar(&d.AcceptEnd, "accept-end", false, t.words.T("cli.flag.accept-end"))
	flags.BoolVar(&d.Take, "take", false, t.words.T("cli.flag.take"))
	flags.BoolVar(&d.LeaveOut, "leave-out", false, t.words.T("cli.flag.leave-out"))
	return c
}

func (t *terminal) printDecided(id string, done conduct.Decided) error {
	var out decidedJSON
	switch {
	case done.Answer != nil:
		a := answerOut(*done.Answer)
		out.Answer = &a
	case done.Aside != nil:
		out.Aside = &t.asidesOut([]conduct.Aside{*done.Aside})[0]
	}
	err := t.result(out, func(w io.Writer) {
		switch {
		case out.Answer != nil:
			t.answerLines(w, []answerJSON{*out.Answer})
		case out.Aside != nil:
			t.asideLines(w, []asideJSON{*out.Aside})
		default:
			fmt.Fprintln(w, t.words.T("cli.decide.gone", "id", id))
		}
	})
	if err == nil && out.Aside != nil && out.Aside.Open {
		return conduct.Imported{Open: []conduct.Aside{*done.Aside}}.Waiting()
	}
	return err
}

func (t *terminal) originCommand() *cobra.Command {
	var f importFlags
	c := &cobra.Command{Use: "origin ID", Short: t.words.T("cli.answers.origin"), Args: t.exactly(1)}
	c.RunE = func(c *cobra.Command, args []string) error {
		hint, err := f.hint(t)
		if err != nil {
			return err
		}
		choices, err := f.decisions(c.Context(), t)
		if err != nil {
			return err
		}
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			a, err := cd.Answer(c.Context(), ref, args[0])
			if err != nil {
				return err
			}
			edited := edit(a, hint, func(flag string) bool { return c.Flags().Changed(flag) })
			if choices.Question != "" {
				edited.Question = choices.Question
			}
			if err := cd.SetOrigin(c.Context(), ref, a.ID, edited.Condition, edited.Origin, edited.Question); err != nil {
				return err
			}
			if a, err = cd.Answer(c.Context(), ref, a.ID); err != nil {
				return err
			}
			return t.result(answerOut(a), func(w io.Writer) { t.answerLines(w, []answerJSON{answerOut(a)}) })
		})
	}
	f.addOrigin(t, c)
	c.Flags().StringVar(&f.question, "question", "", t.words.T("cli.flag.question"))
	return c
}

// edit gives an answer with the parts of its origin changed that a flag names.
func edit(a study.Answer, hint conduct.Hint, said func(flag string) bool) study.Answer {
	o, from := &a.Origin, hint.Origin
	for _, part := range []struct {
		flag     string
		to, from *string
	}{
		{"provider", &o.Provider, &from.Provider}, {"model", &o.Model, &from.Model}, {"version", &o.Version, &from.Version},
		{"date", &o.Date, &from.Date}, {"participant", &o.Participant, &from.Participant},
	} {
		if said(part.flag) {
			*part.to = *part.from
		}
	}
	if said("condition") {
		a.Condition = hint.Condition
	}
	if said("qualification") {
		o.Qualification = from.Qualification
	}
	if said("aids") {
		o.Aids = from.Aids
	}
	if said("consent") {
		o.Consent = from.Consent
	}
	if said("ai-consent") {
		o.AIConsent = from.AIConsent
	}
	return a
}

// shownJSON is one answer in full.
type shownJSON struct {
	answerJSON
	Text         string        `json:"text"`
	AskedWith    string        `json:"asked_with,omitempty"`
	Prompt       string        `json:"prompt,omitempty"`
	Key          string        `json:"key,omitempty"`
	Tools        []string      `json:"tools,omitempty"`
	Sources      []sourceJSON  `json:"sources,omitempty"`
	Notes        []noteJSON    `json:"notes,omitempty"`
	Usage        *usageJSON    `json:"usage,omitempty"`
	QuestionDiff *questionJSON `json:"question_difference,omitempty"`
}

type sourceJSON struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

type noteJSON struct {
	Column string `json:"column"`
	Text   string `json:"text"`
}

type usageJSON struct {
	Input     int `json:"input"`
	Output    int `json:"output"`
	Reasoning int `json:"reasoning"`
	Searches  int `json:"searches"`
}

func (t *terminal) showAnswerCommand() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: t.words.T("cli.answers.show"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				a, w, d, err := cd.AnswerInFull(c.Context(), ref, args[0])
				if err != nil {
					return err
				}
				out := shownJSON{answerJSON: answerOut(a), Text: a.Text, AskedWith: a.Question, Prompt: a.Origin.Prompt, Key: d.Key, Tools: d.Tools}
				out.ID, out.Question = args[0], questionState(w)
				for _, s := range d.Sources {
					out.Sources = append(out.Sources, sourceJSON{s.Title, s.URL})
				}
				for _, n := range d.Notes {
					out.Notes = append(out.Notes, noteJSON{n.Column, n.Text})
				}
				if u := d.Usage; u != nil {
					out.Usage = &usageJSON{u.Input, u.Output, u.Reasoning, u.Searches}
				}
				if len(w.Difference) > 0 {
					out.QuestionDiff = &t.questionsOut([]conduct.Wording{w})[0]
				}
				return t.result(out, func(w io.Writer) { t.answerInFull(w, out) })
			})
		}}
}

// answerInFull prints an answer for reading.
func (t *terminal) answerInFull(w io.Writer, a shownJSON) {
	t.answerLines(w, []answerJSON{a.answerJSON})
	if a.QuestionDiff != nil {
		fmt.Fprintln(w, t.words.T("cli.difference", "at", a.ID, "text", a.QuestionDiff.Text))
	} else if a.AskedWith != "" {
		fmt.Fprintln(w, t.words.T("cli.preview.asked", "question", shown(a.AskedWith), "state", t.words.T("import.question."+a.Question)))
	}
	for _, n := range a.Notes {
		fmt.Fprintf(w, "%s\t%s\n", shown(n.Column), shown(n.Text))
	}
	for _, s := range a.Sources {
		fmt.Fprintf(w, "%s\t%s\n", shown(s.Title), shown(s.URL))
	}
	fmt.Fprintf(w, "\n%s\n", shownText(a.Text))
}

// withdrawalJSON is what a withdrawal took away and what is left to do.
type withdrawalJSON struct {
	Participant string        `json:"participant"`
	Code        study.Code    `json:"code,omitempty"`
	Rewritten   []string      `json:"rewritten"`
	Removed     []string      `json:"removed"`
	Struck      int           `json:"struck"` // remarks on other answers that quoted it
	Left        []refusalJSON `json:"left"`   // what only a person can do
}

func (t *terminal) withdrawCommand() *cobra.Command {
	var yes bool
	withdraw := &cobra.Command{Use: "withdraw PARTICIPANT", Short: t.words.T("cli.answers.withdraw"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !yes {
				return &study.Problem{ID: "cli.confirm-withdraw", Args: map[string]any{"id": args[0]}}
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				gone, err := cd.WithdrawConsent(c.Context(), ref, args[0])
				if err != nil {
					return err
				}
				t.say("cli.answers.withdrawn", "id", args[0])
				out := withdrawalJSON{Participant: gone.Participant, Code: gone.Code, Rewritten: append([]string{}, gone.Rewritten...),
					Removed: append([]string{}, gone.Removed...), Struck: gone.Struck, Left: t.refusalsOut(gone.Left)}
				return t.result(out, func(w io.Writer) {
					for _, path := range out.Rewritten {
						fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.withdraw.rewritten"), path)
					}
					for _, path := range out.Removed {
						fmt.Fprintf(w, "%s\t%s\n", t.words.T("cli.withdraw.removed"), path)
					}
					if out.Struck > 0 {
						fmt.Fprintln(w, t.words.N("cli.withdraw.struck", out.Struck))
					}
					for _, l := range out.Left {
						fmt.Fprintf(w, "%s\t%s %s\n", t.words.T("cli.withdraw.left"), shown(l.Why), shown(l.Remedy))
					}
				})
			})
		}}
	withdraw.Flags().BoolVar(&yes, "yes", false, t.words.T("cli.flag.yes"))
	return withdraw
}
