package wizard

import (
	"context"
	"reflect"
	"slices"

	"iucomstudien/app/host"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
)

// staging is files with answers that were read and not taken over yet. Each file has its own origin. What is shown is
// what is taken over: whoever changes an origin has the files read anew before anything can be imported.
type staging struct {
	wizard  *Wizard
	files   []conduct.File  // each with what was said of it
	read    []conduct.Hint  // what was said when they were read, by file
	choices conduct.Choices // what was decided about single answers
	understood
	chosen int // of found
	shown  stagingView
}

// takeAnswers reads files and shows what an import would do. Files that wait already are looked at together with them.
func (w *Wizard) takeAnswers(files []conduct.File) {
	s := &staging{wizard: w}
	if w.staged != nil {
		s.files, s.choices = slices.Clone(w.staged.files), w.staged.choices
	}
	for _, f := range files {
		f.Hint = &conduct.Hint{}
		s.files = append(s.files, f)
	}
	s.readAll()
}

// readAll reads the files with what was said of each.
func (s *staging) readAll() {
	w := s.wizard
	files := slices.Clone(s.files)
	said := make([]conduct.Hint, len(files))
	for i, f := range files {
		said[i] = *f.Hint
		files[i].Hint = &said[i]
	}
	var got understood
	choices := s.choices
	w.host.Start(host.Job{
		Title: w.t("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			preview, err := w.conduct.PreviewAnswers(ctx, w.ref, files, conduct.Hint{})
			if err != nil {
				return err
			}
			if decided, failed := preview.Decide(choices); failed == nil {
				preview = decided
			} else {
				choices = conduct.Choices{} // a decision met nothing any more
			}
			got = w.understand(preview)
			return nil
		},
		After: func(end job.End) {
			if end == job.Done {
				s.read = said
				s.choices = choices
				s.show(got)
				w.staged = s
			}
			w.redraw()
		},
	})
}

// understood is what was understood of files, counted and put into lines beside the window: there may be thousands.
type understood struct {
	preview     conduct.AnswerPreview
	found       []finding
	taken, open int  // answers that would come in, and that would wait
	outcomes    bool // something is none and would be counted as what it is
}

func (w *Wizard) understand(p conduct.AnswerPreview) understood {
	u := understood{preview: p, found: w.findings(p), outcomes: len(p.Outcomes()) > 0}
	u.taken, u.open = p.Counts()
	return u
}

// show takes what was understood to be shown, and stays at the file that was looked at.
func (s *staging) show(u understood) {
	file, line := s.fileOfChosen(), s.chosen
	s.understood = u
	if line >= len(s.found) || s.found[line].file != file {
		s.chosen = max(0, slices.IndexFunc(s.found, func(f finding) bool { return f.file == file }))
	}
}

// decide applies what a person said about single answers and shows what became of it. What names nothing that is there
// changes nothing.
func (s *staging) decide(change func(c *conduct.Choices)) {
	w, c := s.wizard, s.choices
	c.Sheets, c.Turns = slices.Clone(c.Sheets), slices.Clone(c.Turns)
	c.Consent, c.AcceptEnds = slices.Clone(c.Consent), slices.Clone(c.AcceptEnds)
	change(&c)
	var got understood
	met := false
	w.host.Start(host.Job{
		Title: w.t("wizard.answers.decide"), Quiet: true,
		Work: func(context.Context, job.Report) error {
			if p, failed := s.preview.Decide(c); failed == nil {
				got, met = w.understand(p), true
			}
			return nil
		},
		After: func(end job.End) {
			if end == job.Done && met {
				s.choices = c
				s.show(got)
			}
			w.redraw()
		},
	})
}

// fileOfChosen is the file whose line is chosen.
func (s *staging) fileOfChosen() int {
	if s.chosen < len(s.found) {
		return s.found[s.chosen].file
	}
	return 0
}

// stale tells whether more was said of a file than it was read with.
func (s *staging) stale() bool {
	for i, f := range s.files {
		if i >= len(s.read) || !reflect.DeepEqual(*f.Hint, s.read[i]) {
			return true
		}
	}
	return false
}

// sayOfAll says of all files what is said of the chosen one, and reads them.
func (s *staging) sayOfAll() {
	said := *s.files[s.fileOfChosen()].Hint
	for i := range s.files {
		hint := said
		s.files[i].Hint = &hint
	}
	s.readAll()
}

// importAll takes over what is shown. What waits for a person's word is kept and takes no part until then.
func (s *staging) importAll() {
	w := s.wizard
	var done conduct.Imported
	w.start(host.Job{
		Title: w.t("step.import"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			done, err = w.conduct.ImportAnswers(ctx, w.ref, s.preview)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				words := w.host.Words()
				w.staged = nil
				text := words.N("wizard.answers.imported", len(done.Answers))
				if len(done.Open) > 0 {
					text += " " + words.N("wizard.answers.left-open", len(done.Open))
				}
				w.host.Say(text)
			}
			w.again()
		},
	})
}
