package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// homeVariable names the environment variable that stands in for --home.
const homeVariable = "IUCOM_STUDIEN_HOME"

// terminal is the program's connection to the person or script that uses it.
type terminal struct {
	words    *lang.Catalogue
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string

	home   string // --home
	asJSON bool   // --json
	study  string // --study
	test   string // --test
}

// root makes the command tree.
func (t *terminal) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "studyctl",
		Short:         t.words.T("cli.about"),
		Long:          t.words.T("cli.about.long"),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE:          t.helpOnly,
	}
	flags := root.PersistentFlags()
	flags.StringVar(&t.home, "home", t.getenv(homeVariable), t.words.T("cli.flag.home"))
	flags.BoolVar(&t.asJSON, "json", false, t.words.T("cli.flag.json"))
	flags.String("lang", string(t.words.Language()), t.words.T("cli.flag.lang"))
	flags.StringVar(&t.study, "study", "", t.words.T("cli.flag.study"))
	flags.StringVar(&t.test, "test", "", t.words.T("cli.flag.test"))
	root.SetFlagErrorFunc(t.flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	t.speak(root)
	root.AddCommand(
		t.demoCommand(), t.studyCommand(), t.caseCommand(), t.testCommand(), t.goldCommand(), t.answersCommand(),
		t.blindCommand(), t.auditCommand(), t.gradeCommand(), t.referenceCommand(), t.retrievalCommand(), t.reviewerCommand(), t.ratingsCommand(), t.adjudicateCommand(), t.studyKeyCommand(),
		t.unblindCommand(), t.reportCommand(),
		t.verifyCommand(), t.explainCommand(), t.hypothesisCommand(), t.planCommand(), t.protocolCommand(), t.consentCommand(), t.stardCommand(), t.methodsCommand(), t.aiCommand(), t.stageCommand(), t.citeCommand(),
		t.askCommand(), t.alignCommand(), t.documentsCommand(), t.archiveCommand(),
	)
	plain(root)
	return root
}

// helpOnly is what a command does that only groups others: it shows them. A word it does not know is wrong usage.
func (t *terminal) helpOnly(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return &usageError{t.words.T("cli.unknown-command", "command", c.CommandPath()+" "+args[0])}
	}
	return c.Help()
}

// group makes a command that only holds others.
func (t *terminal) group(use, about string, sub ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: about, Args: cobra.ArbitraryArgs, RunE: t.helpOnly}
	c.AddCommand(sub...)
	return c
}

// exactly refuses another number of arguments as wrong usage.
func (t *terminal) exactly(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return &usageError{t.words.T("cli.wrong-arguments", "usage", c.UseLine())}
		}
		return nil
	}
}

// atLeast refuses fewer arguments as wrong usage.
func (t *terminal) atLeast(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < n {
			return &usageError{t.words.T("cli.wrong-arguments", "usage", c.UseLine())}
		}
		return nil
	}
}

// with opens the conduct for one command and closes it again.
func (t *terminal) with(ctx context.Context, do func(*conduct.Conduct) error) (err error) {
	home, err := folder.At(t.home)
	if err != nil {
		return err
	}
	c, err := conduct.Open(ctx, conduct.Config{Home: home, Keyring: t.keyring(), Passphrase: t.passphrase})
	if err != nil {
		return err
	}
	defer func() {
		if closing := c.Close(); err == nil {
			err = closing
		}
	}()
	return do(c)
}

// withTest opens the conduct for a command about one test: the one named by --study and --test, or the only one.
func (t *terminal) withTest(ctx context.Context, do func(*conduct.Conduct, conduct.Ref) error) error {
	return t.with(ctx, func(c *conduct.Conduct) error {
		ref, err := c.Find(ctx, t.study, t.test)
		if err != nil {
			return err
		}
		return do(c, ref)
	})
}

// result prints what a command found: as one JSON value where --json was given, otherwise by print.
func (t *terminal) result(v any, print func(io.Writer)) error {
	if t.asJSON {
		enc := json.NewEncoder(t.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	}
	w := tabwriter.NewWriter(t.out, 0, 4, 2, ' ', 0)
	print(w)
	return w.Flush()
}

// say writes a line of talk to standard error.
func (t *terminal) say(key string, args ...any) { fmt.Fprintln(t.err, t.words.T(key, args...)) }

// progress is a report that writes what is in hand to standard error.
func (t *terminal) progress(done, total int, at string) {
	if at == "" {
		return
	}
	if total > 0 {
		fmt.Fprintf(t.err, "[%d/%d] %s\n", done, total, t.words.T("step."+at))
		return
	}
	fmt.Fprintln(t.err, t.words.T("step."+at))
}

// problems says faults that do not stop a command, one a line, on standard error.
func (t *terminal) problems(list []*study.Problem) {
	for _, p := range list {
		sentence, remedy := t.words.Problem(p)
		fmt.Fprintln(t.err, shownText(sentence+" "+remedy))
	}
}
