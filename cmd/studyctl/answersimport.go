package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// importFlags are what a person says and decides about files with answers.
type importFlags struct {
	condition, qualification, aids, consent, aiConsent string
	origin                                             study.Origin
	encoding                                           string
	choices                                            conduct.Choices
	conditions                                         []string
	accept                                             []string
	question                                           string
}

// everyEnd is what --accept-truncated means without a value.
const everyEnd = "all"

// add puts the flags on a command.
func (f *importFlags) add(t *terminal, c *cobra.Command) {
	flags := c.Flags()
	f.addOrigin(t, c)
	flags.StringVar(&f.encoding, "encoding", "", t.words.T("cli.flag.encoding"))
	flags.StringArrayVar(&f.choices.Sheets, "sheet", nil, t.words.T("cli.flag.sheet"))
	flags.StringArrayVar(&f.choices.Turns, "turn", nil, t.words.T("cli.flag.turn"))
	flags.BoolVar(&f.choices.AllTurns, "all-turns", false, t.words.T("cli.flag.all-turns"))
	flags.StringSliceVar(&f.choices.Consent, "confirm-consent", nil, t.words.T("cli.flag.confirm-consent"))
	flags.StringSliceVar(&f.conditions, "confirm-condition", nil, t.words.T("cli.flag.confirm-condition"))
	flags.StringSliceVar(&f.accept, "accept-truncated", nil, t.words.T("cli.flag.accept-truncated"))
	flags.Lookup("accept-truncated").NoOptDefVal = everyEnd
	flags.StringVar(&f.question, "question", "", t.words.T("cli.flag.question"))
	flags.BoolVar(&f.choices.SameQuestion, "same-question", false, t.words.T("cli.flag.same-question"))
	flags.BoolVar(&f.choices.TakeQuestion, "take-question", false, t.words.T("cli.flag.take-question"))
}

// addOrigin puts the flags about an origin on a command.
func (f *importFlags) addOrigin(t *terminal, c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.condition, "condition", "", t.words.T("cli.flag.condition"))
	flags.StringVar(&f.origin.Provider, "provider", "", t.words.T("cli.flag.provider"))
	flags.StringVar(&f.origin.Model, "model", "", t.words.T("cli.flag.model"))
	flags.StringVar(&f.origin.Version, "version", "", t.words.T("cli.flag.version"))
	flags.StringVar(&f.origin.Date, "date", "", t.words.T("cli.flag.date"))
	flags.StringVar(&f.origin.Participant, "participant", "", t.words.T("cli.flag.participant"))
	flags.StringVar(&f.qualification, "qualification", "", t.words.T("cli.flag.qualification"))
	flags.StringVar(&f.aids, "aids", "", t.words.T("cli.flag.aids"))
	flags.StringVar(&f.consent, "consent", "", t.words.T("cli.flag.consent"))
	flags.StringVar(&f.aiConsent, "ai-consent", "", t.words.T("cli.flag.ai-consent"))
}

// hint is what the flags say about the origin of the files.
func (f *importFlags) hint(t *terminal) (conduct.Hint, error) {
	hint := conduct.Hint{Condition: study.Condition(f.condition), Origin: f.origin, Encoding: f.encoding}
	if f.condition != "" && !hint.Condition.Valid() {
		return hint, &usageError{t.words.T("cli.unknown-condition", "value", f.condition)}
	}
	if d := f.origin.Date; d != "" && !isDay(d) {
		return hint, &usageError{t.words.T("cli.no-day", "value", d)}
	}
	hint.Origin.Qualification = study.Qualification(f.qualification)
	if f.qualification != "" && !t.words.Has("qualification."+f.qualification) {
		return hint, &usageError{t.words.T("cli.unknown-qualification", "value", f.qualification)}
	}
	aids, said, err := t.yesOrNo("--aids", f.aids)
	if err != nil {
		return hint, err
	}
	if said {
		hint.Origin.Aids = study.Known(aids)
	}
	if aiConsent, said, err := t.yesOrNo("--ai-consent", f.aiConsent); err != nil {
		return hint, err
	} else if said {
		hint.Origin.AIConsent = study.Known(aiConsent)
	}
	hint.Origin.Consent, err = t.consent(f.consent)
	return hint, err
}

// isDay tells an ISO day or time.
func isDay(s string) bool {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// consent reads the value of --consent.
func (t *terminal) consent(value string) (study.Consent, error) {
	yes, said, err := t.yesOrNo("--consent", value)
	switch {
	case err != nil || !said:
		return study.ConsentNotNeeded, err
	case yes:
		return study.ConsentGiven, nil
	}
	return study.ConsentDenied, nil
}

// yesOrNo reads a flag that takes yes or no.
func (t *terminal) yesOrNo(flag, value string) (yes, said bool, err error) {
	switch value {
	case "":
		return false, false, nil
	case "yes", "no":
		return value == "yes", true, nil
	}
	return false, false, &usageError{t.words.T("cli.yes-or-no", "flag", flag, "value", value)}
}

// decisions are what the flags decide.
func (f *importFlags) decisions(ctx context.Context, t *terminal) (conduct.Choices, error) {
	ch := f.choices
	for _, one := range f.accept {
		if one == everyEnd {
			ch.AcceptAll = true
		} else {
			ch.AcceptEnds = append(ch.AcceptEnds, one)
		}
	}
	ch.Conditions = make(map[string]study.Condition)
	for _, one := range f.conditions {
		which, condition := "", one
		if i := strings.LastIndex(one, "="); i >= 0 {
			which, condition = strings.TrimSpace(one[:i]), one[i+1:]
		}
		ch.Conditions[which] = study.Condition(condition)
		if !ch.Conditions[which].Valid() {
			return ch, &usageError{t.words.T("cli.unknown-condition", "value", condition)}
		}
	}
	if f.question != "" {
		files, err := conduct.LoadFiles(ctx, []string{f.question})
		if err != nil {
			return ch, err
		}
		if ch.Question, err = conduct.TextOf(ctx, files[0]); err != nil {
			return ch, err
		}
	}
	return ch, nil
}

// preview reads files as the flags say.
func (f *importFlags) preview(ctx context.Context, t *terminal, cd *conduct.Conduct, ref conduct.Ref, paths []string) (conduct.AnswerPreview, error) {
	hint, err := f.hint(t)
	if err != nil {
		return conduct.AnswerPreview{}, err
	}
	choices, err := f.decisions(ctx, t)
	if err != nil {
		return conduct.AnswerPreview{}, err
	}
	files, err := conduct.LoadFiles(ctx, paths)
	if err != nil {
		return conduct.AnswerPreview{}, err
	}
	p, err := cd.PreviewAnswers(ctx, ref, files, hint)
	if err != nil {
		return p, err
	}
	return p.Decide(choices)
}

func (t *terminal) previewAnswersCommand() *cobra.Command {
	var f importFlags
	c := &cobra.Command{Use: "preview FILE...", Short: t.words.T("cli.answers.preview"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				p, err := f.preview(c.Context(), t, cd, ref, args)
				if err != nil {
					return err
				}
				if err := t.printPreview(p); err != nil {
					return err
				}
				if turned := p.Unreadable(); len(turned) == len(p.Files) {
					return study.JoinProblems(turned)
				}
				return nil
			})
		}}
	f.add(t, c)
	return c
}

func (t *terminal) importAnswersCommand() *cobra.Command {
	var f importFlags
	c := &cobra.Command{Use: "import FILE...", Short: t.words.T("cli.answers.import"), Args: t.atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := f.hint(t); err != nil {
				return err // wrong usage comes before everything that may be missing
			}
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				p, err := f.preview(c.Context(), t, cd, ref, args)
				if err != nil {
					return err
				}
				if turned := p.Unreadable(); len(turned) > 0 {
					return study.JoinProblems(turned) // all files or none: nobody has looked at a preview here
				}
				done, err := cd.ImportAnswers(c.Context(), ref, p)
				if err != nil {
					return err
				}
				wordings, err := cd.Wordings(c.Context(), ref)
				if err != nil {
					return err
				}
				if err := t.printImport(p, done, wordings); err != nil {
					return err
				}
				return done.Waiting()
			})
		}}
	f.add(t, c)
	return c
}

// importJSON is the outcome of an import as the terminal prints it.
type importJSON struct {
	Imported      []answerJSON   `json:"imported"`
	Asked         []askedJSON    `json:"asked"`
	Outcomes      []asideJSON    `json:"outcomes"`
	Refused       []refusalJSON  `json:"refused"`
	Warnings      []refusalJSON  `json:"warnings"`
	Notes         []refusalJSON  `json:"notes"` // what should be looked at in the files
	Questions     []questionJSON `json:"questions"`
	Batch         *batchJSON     `json:"batch,omitempty"`
	QuestionTaken string         `json:"question_taken,omitempty"`
}

func (t *terminal) printImport(p conduct.AnswerPreview, done conduct.Imported, wordings []conduct.Wording) error {
	out := importJSON{
		Imported: answersOut(done.Answers, wordings), Asked: t.askedOut(done.Asked, done.Open), Outcomes: t.asidesOut(done.Outcomes),
		Refused: t.refusalsOut(done.Refused), Warnings: t.refusalsOut(p.Warnings), Questions: t.questionsOut(p.Wordings),
		Batch: batchOut(p.Batch), QuestionTaken: done.Question,
	}
	out.Notes = []refusalJSON{}
	for _, file := range p.Files {
		out.Notes = append(out.Notes, t.notesOut(file)...)
	}
	t.problems(done.Refused)
	t.problems(p.Warnings)
	for _, n := range out.Notes {
		fmt.Fprintln(t.err, strings.TrimSpace(shown(n.Why)+" "+shown(n.Remedy)))
	}
	t.differenceLines(t.err, out.Questions)
	for _, a := range out.Asked {
		if a.ID == "" {
			t.say("cli.asked-file", "file", shown(a.File), "flag", a.Flag)
		} else {
			t.say("cli.asked", "id", a.ID, "at", shown(strings.TrimSpace(a.File+" "+t.words.At(a.At))), "why", shown(a.Why), "command", "studyctl answers decide "+a.ID+" "+a.Flag)
		}
	}
	return t.result(out, func(w io.Writer) { t.answerLines(w, out.Imported) })
}
