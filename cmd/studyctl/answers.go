package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// answerJSON is an answer as the study lead's terminal prints it, with its origin.
type answerJSON struct {
	ID          string          `json:"id"`
	Condition   study.Condition `json:"condition"`
	Participant string          `json:"participant,omitempty"`
	Provider    string          `json:"provider,omitempty"`
	Model       string          `json:"model,omitempty"`
	Version     string          `json:"version,omitempty"`
	Date        string          `json:"date,omitempty"`
	Finish      study.Finish    `json:"finish,omitempty"`
	File        string          `json:"file"`
	At          string          `json:"at,omitempty"`
	SHA256      string          `json:"sha256"`
	Characters  int             `json:"characters"`
	Withdrawn   bool            `json:"withdrawn,omitempty"`
}

func answerOut(a study.Answer) answerJSON {
	return answerJSON{ID: a.ID, Condition: a.Condition, Participant: a.Origin.Participant, Provider: a.Origin.Provider,
		Model: a.Origin.Model, Version: a.Origin.Version, Date: a.Origin.Date, Finish: a.Finish, File: a.File.Name,
		At: a.File.At, SHA256: a.File.SHA256, Characters: len([]rune(a.Text)), Withdrawn: a.Withdrawn}
}

// importJSON is the outcome of an import as the terminal prints it.
type importJSON struct {
	Imported []answerJSON  `json:"imported"`
	Refused  []refusalJSON `json:"refused"`
}

// refusalJSON is what was refused, where, and why in the person's language.
type refusalJSON struct {
	File    string `json:"file"`
	At      string `json:"at,omitempty"`
	Problem string `json:"problem"`
	Why     string `json:"why"`
}

func (t *terminal) answersCommand() *cobra.Command {
	list := &cobra.Command{Use: "list", Short: t.words.T("cli.answers.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				all, err := cd.Answers(c.Context(), ref)
				if err != nil {
					return err
				}
				out := make([]answerJSON, len(all))
				for i, a := range all {
					out[i] = answerOut(a)
				}
				return t.result(out, func(w io.Writer) { t.answerLines(w, out) })
			})
		}}
	withdraw := &cobra.Command{Use: "withdraw PARTICIPANT", Short: t.words.T("cli.answers.withdraw"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				if err := cd.Withdraw(c.Context(), ref, args[0]); err != nil {
					return err
				}
				t.say("cli.answers.withdrawn", "id", args[0])
				return nil
			})
		}}
	return t.group("answers", t.words.T("cli.answers"), t.importAnswersCommand(), list, withdraw)
}

func (t *terminal) answerLines(w io.Writer, list []answerJSON) {
	for _, a := range list {
		who := a.Participant
		if who == "" {
			who = a.Model
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", a.ID, t.words.T("condition."+string(a.Condition)), who, a.File, a.At)
	}
}

func (t *terminal) importAnswersCommand() *cobra.Command {
	var condition, qualification, aids, consent string
	var origin study.Origin
	c := &cobra.Command{Use: "import FILE...", Short: t.words.T("cli.answers.import"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			hint, err := t.hint(condition, qualification, aids, consent, origin)
			if err != nil {
				return err
			}
			files, err := conduct.LoadFiles(c.Context(), args)
			if err != nil {
				return err
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				preview, err := cd.PreviewAnswers(c.Context(), ref, files, hint)
				if err != nil {
					return err
				}
				done, err := cd.ImportAnswers(c.Context(), ref, preview)
				if err != nil {
					return err
				}
				return t.printImport(done)
			})
		}}
	flags := c.Flags()
	flags.StringVar(&condition, "condition", "", t.words.T("cli.flag.condition"))
	flags.StringVar(&origin.Provider, "provider", "", t.words.T("cli.flag.provider"))
	flags.StringVar(&origin.Model, "model", "", t.words.T("cli.flag.model"))
	flags.StringVar(&origin.Version, "version", "", t.words.T("cli.flag.version"))
	flags.StringVar(&origin.Date, "date", "", t.words.T("cli.flag.date"))
	flags.StringVar(&origin.Participant, "participant", "", t.words.T("cli.flag.participant"))
	flags.StringVar(&qualification, "qualification", "", t.words.T("cli.flag.qualification"))
	flags.StringVar(&aids, "aids", "", t.words.T("cli.flag.aids"))
	flags.StringVar(&consent, "consent", "", t.words.T("cli.flag.consent"))
	return c
}

// hint is what the flags say about the origin of the files.
func (t *terminal) hint(condition, qualification, aids, consent string, origin study.Origin) (conduct.Hint, error) {
	hint := conduct.Hint{Condition: study.Condition(condition), Origin: origin}
	if condition != "" && !hint.Condition.Valid() {
		return hint, &usageError{t.words.T("cli.unknown-condition", "value", condition)}
	}
	hint.Origin.Qualification = study.Qualification(qualification)
	switch aids {
	case "":
	case "yes", "no":
		hint.Origin.Aids = study.Known(aids == "yes")
	default:
		return hint, &usageError{t.words.T("cli.yes-or-no", "flag", "--aids", "value", aids)}
	}
	switch consent {
	case "":
	case "yes":
		hint.Origin.Consent = study.ConsentGiven
	case "no":
		hint.Origin.Consent = study.ConsentDenied
	default:
		return hint, &usageError{t.words.T("cli.yes-or-no", "flag", "--consent", "value", consent)}
	}
	return hint, nil
}

func (t *terminal) printImport(done conduct.Imported) error {
	out := importJSON{Imported: []answerJSON{}, Refused: []refusalJSON{}}
	for _, a := range done.Answers {
		out.Imported = append(out.Imported, answerOut(a))
	}
	for _, p := range done.Refused {
		sentence, _ := t.words.Problem(p)
		out.Refused = append(out.Refused, refusalJSON{File: p.File, At: p.Column, Problem: p.ID, Why: sentence})
	}
	t.problems(done.Refused)
	return t.result(out, func(w io.Writer) { t.answerLines(w, out.Imported) })
}
