package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

func (t *terminal) studyCommand() *cobra.Command {
	var s study.Study
	var language string
	create := &cobra.Command{Use: "new NAME", Short: t.words.T("cli.study.new"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			s.Name, s.Language = args[0], study.Language(language)
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				made, err := cd.CreateStudy(c.Context(), s)
				if err != nil {
					return err
				}
				return t.result(studyOut(made), func(w io.Writer) { fmt.Fprintln(w, made.ID) })
			})
		}}
	create.Flags().StringVar(&s.ID, "id", "", t.words.T("cli.flag.id"))
	create.Flags().StringVar(&s.Lead, "lead", "", t.words.T("cli.flag.lead"))
	create.Flags().StringVar(&s.Institution, "institution", "", t.words.T("cli.flag.institution"))
	create.Flags().StringVar(&language, "language", string(t.words.Language()), t.words.T("cli.flag.language"))
	list := &cobra.Command{Use: "list", Short: t.words.T("cli.study.list"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				all, err := cd.Studies(c.Context())
				if err != nil {
					return err
				}
				out := make([]studyJSON, len(all))
				for i, s := range all {
					out[i] = studyOut(s)
				}
				return t.result(out, func(w io.Writer) {
					for _, s := range all {
						fmt.Fprintf(w, "%s\t%s\t%s\n", s.ID, s.Name, s.Created.Format("2006-01-02T15:04Z07:00"))
					}
				})
			})
		}}
	show := &cobra.Command{Use: "show ID", Short: t.words.T("cli.study.show"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.with(c.Context(), func(cd *conduct.Conduct) error { return t.showStudy(c, cd, args[0]) })
		}}
	var yes, folders bool
	remove := &cobra.Command{Use: "delete ID", Short: t.words.T("cli.study.delete"), Args: t.exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !yes {
				return &study.Problem{ID: "cli.confirm-delete", Args: map[string]any{"id": args[0]}}
			}
			return t.with(c.Context(), func(cd *conduct.Conduct) error {
				remove, said := cd.DeleteStudy, "cli.study.deleted"
				if folders {
					remove, said = cd.EraseStudy, "cli.study.erased"
				}
				if err := remove(c.Context(), args[0]); err != nil {
					return err
				}
				t.say(said, "id", args[0])
				return nil
			})
		}}
	remove.Flags().BoolVar(&yes, "yes", false, t.words.T("cli.flag.yes"))
	remove.Flags().BoolVar(&folders, "folders", false, t.words.T("cli.flag.study-folders"))
	return t.group("study", t.words.T("cli.study"), create, list, show, remove)
}

// studyJSON is a study as the terminal prints it.
type studyJSON struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	Lead        string         `json:"lead"`
	Institution string         `json:"institution"`
	Language    study.Language `json:"language"`
	Created     string         `json:"created"`
	Tests       []testJSON     `json:"tests,omitempty"`
}

// testJSON is a test as the terminal prints it.
type testJSON struct {
	ID    string      `json:"id"`
	Study string      `json:"study"`
	Case  string      `json:"case"`
	State study.State `json:"state"`
	Seed  int32       `json:"seed"`
	Gold  bool        `json:"gold"`
	Steps []stepJSON  `json:"steps,omitempty"`
}

// stepJSON is the state of a step as the terminal prints it.
type stepJSON struct {
	Step  string `json:"step"`
	State string `json:"state"`
	Why   string `json:"why,omitempty"`
}

func studyOut(s study.Study) studyJSON {
	return studyJSON{ID: s.ID, Name: s.Name, Lead: s.Lead, Institution: s.Institution, Language: s.Language,
		Created: s.Created.Format("2006-01-02T15:04:05Z07:00")}
}

func testOut(x study.Test) testJSON {
	return testJSON{ID: x.ID, Study: x.StudyID, Case: x.CaseID, State: x.State, Seed: x.Seed, Gold: x.UseGold}
}

func (t *terminal) showStudy(c *cobra.Command, cd *conduct.Conduct, id string) error {
	s, err := cd.Study(c.Context(), id)
	if err != nil {
		return err
	}
	tests, err := cd.Tests(c.Context(), id)
	if err != nil {
		return err
	}
	out := studyOut(s)
	for _, x := range tests {
		out.Tests = append(out.Tests, testOut(x))
	}
	return t.result(out, func(w io.Writer) {
		fmt.Fprintf(w, "%s\t%s\n%s\t%s\n", s.ID, s.Name, s.Lead, s.Institution)
		for _, x := range tests {
			fmt.Fprintf(w, "%s\t%s\t%s\n", x.ID, x.CaseID, t.words.T("state."+string(x.State)))
		}
	})
}
