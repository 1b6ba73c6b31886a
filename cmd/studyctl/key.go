package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

// keyLineJSON is a line of an opened key as the terminal prints it.
type keyLineJSON struct {
	Code        study.Code      `json:"code"`
	RepeatOf    study.Code      `json:"repeat_of,omitempty"`
	Answer      string          `json:"answer"`
	Condition   study.Condition `json:"condition"`
	Provider    string          `json:"provider,omitempty"`
	Model       string          `json:"model,omitempty"`
	Version     string          `json:"version,omitempty"`
	Participant string          `json:"participant,omitempty"`
}

func (t *terminal) studyKeyCommand() *cobra.Command {
	return t.group("key", t.words.T("cli.key"), t.keyShow(), t.keyLock(), t.keyUnlock())
}

// passphraseFlag adds the option from which a command reads a passphrase: a file, never the command line, which other
// programs on the computer can read.
func (t *terminal) passphraseFlag(c *cobra.Command) *string {
	return c.Flags().String("passphrase-file", "", t.words.T("cli.flag.passphrase"))
}

// maxPassphraseFile is more than any file with a passphrase in its first line holds, in bytes.
const maxPassphraseFile = 1 << 16

// passphraseIn is the first line of a file; "" without one.
func (t *terminal) passphraseIn(ctx context.Context, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	from := t.in
	if path != "-" {
		data, err := folder.ReadFile(ctx, path, maxPassphraseFile)
		if err != nil {
			return "", err
		}
		from = bytes.NewReader(data)
	}
	line, err := bufio.NewReader(io.LimitReader(from, maxPassphraseFile)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading the passphrase: %w", err)
	}
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", &study.Problem{ID: "cli.passphrase-empty", File: path}
	}
	return line, nil
}

func (t *terminal) keyShow() *cobra.Command {
	var o conduct.KeyOpening
	c := &cobra.Command{Use: "show", Short: t.words.T("cli.key.show"), Args: t.exactly(0)}
	file := t.passphraseFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if o.Passphrase, err = t.passphraseIn(c.Context(), *file); err != nil {
			return err
		}
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			lines, err := cd.ShowKey(c.Context(), ref, o)
			if err != nil {
				return err
			}
			out := make([]keyLineJSON, len(lines))
			for i, l := range lines {
				out[i] = keyLineJSON{Code: l.Code, RepeatOf: l.RepeatOf, Answer: l.Answer, Condition: l.Condition, Provider: l.Origin.Provider,
					Model: l.Origin.Model, Version: l.Origin.Version, Participant: l.Origin.Participant}
			}
			return t.result(out, func(w io.Writer) { t.printKey(w, out) })
		})
	}
	c.Flags().StringVar(&o.Holder, "key-holder", "", t.words.T("cli.flag.key-holder"))
	c.Flags().StringVar(&o.Why, "why", "", t.words.T("cli.flag.why"))
	return c
}

func (t *terminal) printKey(w io.Writer, lines []keyLineJSON) {
	for _, l := range lines {
		again := ""
		if l.RepeatOf != "" {
			again = t.words.T("cli.key.repeat-of", "code", string(l.RepeatOf))
		}
		who := strings.TrimSpace(strings.Join([]string{l.Provider, l.Model, l.Version, l.Participant}, " "))
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.Code, t.words.T("condition."+string(l.Condition)), shown(who), l.Answer, again)
	}
}

func (t *terminal) keyLock() *cobra.Command {
	c := &cobra.Command{Use: "lock", Short: t.words.T("cli.key.lock"), Args: t.exactly(0)}
	file := t.passphraseFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		passphrase, err := t.passphraseIn(c.Context(), *file)
		if err != nil {
			return err
		}
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			if err := cd.LockKey(c.Context(), ref, passphrase); err != nil {
				return err
			}
			return t.lockState(true)
		})
	}
	return c
}

func (t *terminal) keyUnlock() *cobra.Command {
	var o conduct.KeyOpening
	c := &cobra.Command{Use: "unlock", Short: t.words.T("cli.key.unlock"), Args: t.exactly(0)}
	file := t.passphraseFlag(c)
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if o.Passphrase, err = t.passphraseIn(c.Context(), *file); err != nil {
			return err
		}
		return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
			if err := cd.UnlockKey(c.Context(), ref, o); err != nil {
				return err
			}
			return t.lockState(false)
		})
	}
	c.Flags().StringVar(&o.Lost, "lost", "", t.words.T("cli.flag.lost"))
	c.Flags().StringVar(&o.Holder, "key-holder", "", t.words.T("cli.flag.key-holder"))
	c.Flags().StringVar(&o.Why, "why", "", t.words.T("cli.flag.why"))
	return c
}

func (t *terminal) lockState(locked bool) error {
	say := "cli.key.unlocked"
	if locked {
		say = "cli.key.locked"
	}
	return t.result(map[string]bool{"locked": locked}, func(w io.Writer) { fmt.Fprintln(w, t.words.T(say)) })
}
