package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageForm is how a command explains itself; the words in it come from the translation files.
const usageForm = `{usage}
  {{.UseLine}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [{command}]

{commands}{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

{flags}
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

{everywhere}
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}
`

// speak lets a command tree explain itself in the terminal's language.
func (t *terminal) speak(root *cobra.Command) {
	root.SetUsageTemplate(strings.NewReplacer(
		"{usage}", t.words.T("cli.help.usage"), "{command}", t.words.T("cli.help.command"),
		"{commands}", t.words.T("cli.help.commands"), "{flags}", t.words.T("cli.help.flags"),
		"{everywhere}", t.words.T("cli.help.everywhere"),
	).Replace(usageForm))
	root.SetHelpCommand(&cobra.Command{Use: "no-help", Hidden: true})
	root.PersistentFlags().BoolP("help", "h", false, t.words.T("cli.help.help"))
}

// plain takes the library's own English words out of a command tree: the mark for flags and the notes on defaults.
func plain(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	noDefault := func(f *pflag.Flag) { f.DefValue = none(f.Value) }
	c.Flags().VisitAll(noDefault)
	c.PersistentFlags().VisitAll(noDefault)
	for _, sub := range c.Commands() {
		plain(sub)
	}
}

// none is what the library takes for «no default worth a note», by the kind of the value.
func none(v pflag.Value) string {
	if _, list := v.(pflag.SliceValue); list {
		return "[]"
	}
	switch v.Type() {
	case "string":
		return ""
	case "bool":
		return "false"
	}
	return "0"
}

// flagError says in the person's language what is wrong with an option.
func (t *terminal) flagError(_ *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return &usageError{t.words.T("cli.unknown-flag", "flag", unknown.GetSpecifiedName())}
	case errors.As(err, &bare):
		return &usageError{t.words.T("cli.flag-needs-value", "flag", bare.GetSpecifiedName())}
	case errors.As(err, &wrong):
		return &usageError{t.words.T("cli.flag-bad-value", "flag", wrong.GetFlag().Name, "value", wrong.GetValue())}
	}
	return &usageError{t.words.T("cli.flag-broken", "detail", err.Error())}
}
