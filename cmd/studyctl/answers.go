package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// answerJSON is an answer as the study lead's terminal prints it, with its origin.
type answerJSON struct {
	ID            string              `json:"id"`
	Condition     study.Condition     `json:"condition"`
	Participant   string              `json:"participant,omitempty"`
	Qualification study.Qualification `json:"qualification,omitempty"`
	Aids          *bool               `json:"aids,omitempty"`
	Consent       study.Consent       `json:"consent,omitempty"`
	AIConsent     *bool               `json:"ai_consent,omitempty"`
	SawGold       bool                `json:"saw_gold,omitempty"` // the gold standard was among its sources: no measurement
	Provider      string              `json:"provider,omitempty"`
	Model         string              `json:"model,omitempty"`
	Version       string              `json:"version,omitempty"`
	Date          string              `json:"date,omitempty"`
	Finish        study.Finish        `json:"finish,omitempty"`
	Accepted      bool                `json:"accepted,omitempty"` // takes part though it did not end in the ordinary way
	File          string              `json:"file"`
	At            string              `json:"at,omitempty"`
	SHA256        string              `json:"sha256"`
	Size          int64               `json:"size"`
	Characters    int                 `json:"characters"`
	Question      string              `json:"question,omitempty"` // beside the case's: "same", "different", "unknown"
	Withdrawn     bool                `json:"withdrawn,omitempty"`
}

func answerOut(a study.Answer) answerJSON {
	o := a.Origin
	out := answerJSON{
		ID: a.ID, Condition: a.Condition, Participant: o.Participant, Qualification: o.Qualification, Consent: o.Consent,
		Provider: o.Provider, Model: o.Model, Version: o.Version, Date: o.Date, Finish: a.Finish, Accepted: a.Accepted,
		File: a.File.Name, At: a.File.At, SHA256: a.File.SHA256, Size: a.File.Size, Characters: len([]rune(a.Text)),
		Withdrawn: a.Withdrawn,
	}
	if aids, known := o.Aids.Get(); known {
		out.Aids = &aids
	}
	if agreed, known := o.AIConsent.Get(); known {
		out.AIConsent = &agreed
	}
	out.SawGold = o.SawGold
	return out
}

// answersOut are answers with what is known of their questions.
func answersOut(answers []study.Answer, wordings []conduct.Wording) []answerJSON {
	state := make(map[string]string)
	for _, w := range wordings {
		for _, a := range w.Answers {
			state[a.ID] = questionState(w)
		}
	}
	out := make([]answerJSON, len(answers))
	for i, a := range answers {
		out[i] = answerOut(a)
		out[i].Question = state[a.ID]
	}
	return out
}

func questionState(w conduct.Wording) string {
	same, known := w.Same.Get()
	switch {
	case !known:
		return "unknown"
	case same:
		return "same"
	}
	return "different"
}

// asideJSON is an answer that takes no part: it waits for a decision, or it is none.
type asideJSON struct {
	answerJSON
	Open    bool   `json:"open"`
	Key     string `json:"key,omitempty"` // identifier that came with it
	Problem string `json:"problem"`
	Why     string `json:"why"`
	Remedy  string `json:"remedy"`
}

func (t *terminal) asidesOut(list []conduct.Aside) []asideJSON {
	out := make([]asideJSON, len(list))
	for i, a := range list {
		out[i] = asideJSON{answerJSON: answerOut(a.Answer), Open: a.Open, Key: a.Key, Problem: a.Problem.ID}
		out[i].ID = a.ID
		out[i].Why, out[i].Remedy = t.words.Problem(a.Problem)
	}
	return out
}

func (t *terminal) answersCommand() *cobra.Command {
	return t.group("answers", t.words.T("cli.answers"), t.previewAnswersCommand(), t.importAnswersCommand(), t.listAnswersCommand(),
		t.showAnswerCommand(), t.decideAnswerCommand(), t.originCommand(),
		t.replaceTextCommand(), t.withdrawCommand())
}

func (t *terminal) listAnswersCommand() *cobra.Command {
	var open, outcomes bool
	c := &cobra.Command{Use: "list", Short: t.words.T("cli.answers.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if open || outcomes {
					return t.listAsides(c, cd, ref, open, outcomes)
				}
				all, err := cd.Answers(c.Context(), ref)
				if err != nil {
					return err
				}
				wordings, err := cd.Wordings(c.Context(), ref)
				if err != nil {
					return err
				}
				asides, err := cd.Asides(c.Context(), ref)
				if err != nil {
					return err
				}
				if n := len(asides); n > 0 {
					fmt.Fprintln(t.err, t.words.N("cli.answers.asides", n))
				}
				out := answersOut(all, wordings)
				return t.result(out, func(w io.Writer) { t.answerLines(w, out); t.asideLines(w, t.asidesOut(asides)) })
			})
		}}
	c.Flags().BoolVar(&open, "open", false, t.words.T("cli.flag.open"))
	c.Flags().BoolVar(&outcomes, "outcomes", false, t.words.T("cli.flag.outcomes"))
	return c
}

// listAsides lists answers that take no part.
func (t *terminal) listAsides(c *cobra.Command, cd *conduct.Conduct, ref conduct.Ref, open, outcomes bool) error {
	all, err := cd.Asides(c.Context(), ref)
	if err != nil {
		return err
	}
	list := []conduct.Aside{}
	for _, a := range all {
		if a.Open && open || !a.Open && outcomes {
			list = append(list, a)
		}
	}
	out := t.asidesOut(list)
	return t.result(out, func(w io.Writer) { t.asideLines(w, out) })
}

func (t *terminal) answerLines(w io.Writer, list []answerJSON) {
	for _, a := range list {
		question, end := "", ""
		if a.Question != "" {
			question = t.words.T("import.question." + a.Question)
		}
		switch {
		case a.Withdrawn:
			end = t.words.T("cli.answers.is-withdrawn")
		case a.Accepted:
			end = t.words.T("report.finish." + string(a.Finish))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", a.ID, t.origin(a.Condition), shown(a.who()), shown(a.File), shown(t.words.At(a.At)), question, end)
	}
}

func (t *terminal) asideLines(w io.Writer, list []asideJSON) {
	for _, a := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", a.ID, t.origin(a.Condition), shown(a.who()), shown(a.Why))
	}
}

// who is the participant, or the model.
func (a answerJSON) who() string {
	if a.Participant != "" {
		return a.Participant
	}
	return a.Model
}

// origin names where an answer comes from.
func (t *terminal) origin(c study.Condition) string {
	if c == "" {
		return t.words.T("report.origin-unknown")
	}
	return t.words.T("condition." + string(c))
}

// shown is a text from a file as a line of the terminal may show it: nothing in it moves the cursor or the columns.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
}

// shownText is a whole text as the terminal may show it, with its lines.
func shownText(s string) string {
	return strings.Map(func(r rune) rune {
		if r != ' ' && r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, s)
}

// excerptLength is how much of a text a list shows, in characters.
const excerptLength = 80

func excerpt(s string) string {
	runes := []rune(shown(s))
	if len(runes) <= excerptLength {
		return string(runes)
	}
	return string(runes[:excerptLength]) + "…"
}

// differenceText writes a difference of two questions for a terminal: [-removed-] and {+added+}.
func differenceText(parts []intake.DiffPart) string {
	var words []string
	for _, p := range parts {
		text := shown(p.Text)
		switch p.Kind {
		case intake.DiffRemoved:
			text = "[-" + text + "-]"
		case intake.DiffAdded:
			text = "{+" + text + "+}"
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}
