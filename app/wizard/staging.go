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
	files   []conduct.File // each with what was said of it
	read    []conduct.Hint // what was said when they were read, by file
	preview conduct.AnswerPreview
	choices conduct.Choices // what was decided about single answers
	found   []finding
	chosen  int // of found
	shown   stagingView
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
	var preview conduct.AnswerPreview
	choices := s.choices
	w.host.Start(host.Job{
		Title: w.t("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			if preview, err = w.conduct.PreviewAnswers(ctx, w.ref, files, conduct.Hint{}); err != nil {
				return err
			}
			if decided, failed := preview.Decide(choices); failed == nil {
				preview = decided
			} else {
				choices = conduct.Choices{} // a decision met nothing any more
			}
			return nil
		},
		After: func(end job.End) {
			if end == job.Done {
				s.read = said
				s.choices = choices
				s.show(preview)
				w.staged = s
			}
			w.redraw()
		},
	})
}

// show takes a preview to be shown, and stays at the file that was looked at.
func (s *staging) show(p conduct.AnswerPreview) {
	file, line := s.fileOfChosen(), s.chosen
	s.preview, s.found = p, s.wizard.findings(p)
	if line >= len(s.found) || s.found[line].file != file {
		s.chosen = max(0, slices.IndexFunc(s.found, func(f finding) bool { return f.file == file }))
	}
}

// decide applies what a person said about single answers; false when it names what is not there.
func (s *staging) decide(c conduct.Choices) bool {
	p, err := s.preview.Decide(c)
	if err != nil {
		return false
	}
	s.choices = c
	s.show(p)
	return true
}

// decideAndShow does so and shows what became of it.
func (s *staging) decideAndShow(change func(c *conduct.Choices)) {
	c := s.choices
	c.Sheets, c.Turns = slices.Clone(c.Sheets), slices.Clone(c.Turns)
	c.Consent, c.AcceptEnds = slices.Clone(c.Consent), slices.Clone(c.AcceptEnds)
	change(&c)
	s.decide(c)
	s.wizard.redraw()
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
