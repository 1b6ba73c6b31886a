package conduct

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// Hint is what a person said about the origin of files before they are read.
type Hint = intake.Hint

// Candidate is an answer as it was found in a file, with what may be done with it.
type Candidate = intake.Candidate

// AnswerPreview is what an import of answers would do. Preview and import are one computation: what is shown is what
// is taken over.
type AnswerPreview struct {
	Files    []intake.Preview // in the order given, each as the decisions left it
	Warnings []*study.Problem // what a person should look at and no single answer says
	Batch    *Batch           // what the files of a batch say together; nil where there is none
	Wordings []Wording        // the questions that the answers were produced with, beside the case's

	in      *incomingFiles
	stops   map[int]*study.Problem // by file: what has to be said before anything of it is taken
	partial map[int]bool           // by file: turns of it are left out on a person's word
	choices Choices

	replaced []string // answers that wait in the test and come in now with what they waited for
}

// PreviewAnswers reads files and tells what would be imported, without changing anything. The same file twice, in the
// same import or in the test, is refused, as is a participant who is in the test already.
func (c *Conduct) PreviewAnswers(ctx context.Context, ref Ref, files []File, hint Hint) (AnswerPreview, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return AnswerPreview{}, err
	}
	if s.test.State != study.Collecting {
		return AnswerPreview{}, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	in, err := c.readIncoming(ctx, s, files, hint)
	if err != nil {
		return AnswerPreview{}, err
	}
	return in.preview(Choices{})
}

// Decide gives the preview as it is after a person's decisions, which replace earlier ones. The files are not read
// again. Problem: import.nothing-named (Args: value), when a decision names what is not there.
func (p AnswerPreview) Decide(choices Choices) (AnswerPreview, error) { return p.in.preview(choices) }

// Candidates lists the answers of all files that can be imported as they stand.
func (p AnswerPreview) Candidates() []Candidate { return p.used(intake.UseYes) }

// Open lists the answers that wait for a person's word: they would be kept, but take no part until then.
func (p AnswerPreview) Open() []Candidate { return p.used(intake.UseCheck) }

// used lists the candidates of one use in the files that may be taken.
func (p AnswerPreview) used(use intake.Use) []Candidate {
	var list []Candidate
	for i, f := range p.Files {
		if p.stops[i] != nil {
			continue
		}
		for _, k := range f.Candidates {
			if k.Use == use {
				list = append(list, k)
			}
		}
	}
	return list
}

// Counts tells how many answers [AnswerPreview.Candidates] and [AnswerPreview.Open] list, without listing thousands.
func (p AnswerPreview) Counts() (taken, open int) {
	for i, f := range p.Files {
		if p.stops[i] != nil {
			continue
		}
		for k := range f.Candidates {
			switch f.Candidates[k].Use {
			case intake.UseYes:
				taken++
			case intake.UseCheck:
				open++
			}
		}
	}
	return taken, open
}

// Outcomes lists the answers that are none (refused, blocked, empty, an error in place of an answer): they are kept and
// counted as what they are.
func (p AnswerPreview) Outcomes() []Candidate {
	var list []Candidate
	for i, f := range p.Files {
		if p.stops[i] != nil {
			continue
		}
		for _, k := range f.Candidates {
			if k.Use == intake.UseNo && isOutcome(k.Problem) {
				list = append(list, k)
			}
		}
		for _, why := range f.Problems {
			if isOutcome(why) {
				list = append(list, failed(f, why, cmp.Or(p.in.files[i].from, p.choices.Conditions[""])))
			}
		}
	}
	return list
}

// Asked lists what has to be said before anything of a file is taken: which sheet, which turns, which encoding. It
// stands beside [AnswerPreview.Open], which is about single answers.
func (p AnswerPreview) Asked() []*study.Problem {
	var list []*study.Problem
	for _, i := range slices.Sorted(maps.Keys(p.stops)) {
		list = append(list, p.stops[i])
	}
	return list
}

// Refused lists what would not be taken over at all, with the reason: whole files, and answers that are neither waiting
// nor an outcome.
func (p AnswerPreview) Refused() []*study.Problem {
	var list []*study.Problem
	for i, f := range p.Files {
		if f.Error != nil {
			list = append(list, f.Error)
			continue
		}
		for _, why := range f.Problems {
			if !isOutcome(why) {
				list = append(list, why)
			}
		}
		if p.stops[i] != nil {
			continue
		}
		for _, k := range f.Candidates {
			if k.Use == intake.UseNo && !isOutcome(k.Problem) {
				list = append(list, k.Problem)
			}
		}
	}
	return list
}

// Unreadable lists the files that were turned down as a whole, with the reason.
func (p AnswerPreview) Unreadable() []*study.Problem {
	var list []*study.Problem
	for _, f := range p.Files {
		if f.Error != nil {
			list = append(list, f.Error)
		}
	}
	return list
}

// preview makes the preview of what was read, after a person's decisions.
func (in *incomingFiles) preview(choices Choices) (AnswerPreview, error) {
	p := AnswerPreview{in: in, choices: choices, stops: make(map[int]*study.Problem), partial: make(map[int]bool)}
	for _, f := range in.files {
		read := f.Preview
		read.Candidates, read.Skipped = slices.Clone(read.Candidates), maps.Clone(read.Skipped)
		p.Files = append(p.Files, read)
	}
	d := &deciding{choices: choices, named: make(map[string]bool)}
	for i := range p.Files {
		if p.Files[i].Error == nil {
			d.wholeFile(&p, i)
		}
	}
	p.joinBatch()
	for i := range p.Files {
		if p.stops[i] != nil {
			d.mention(p.Files[i].Candidates)
			continue
		}
		for k := range p.Files[i].Candidates {
			if err := d.candidate(&p.Files[i].Candidates[k]); err != nil {
				return p, err
			}
		}
	}
	if err := d.unused(); err != nil {
		return p, err
	}
	p.refusePresent()
	p.nameParticipants()
	p.fillQuestions()
	p.warn()
	p.markStopped()
	return p, nil
}

// markStopped shows the answers of a file about which something has to be said first as what they are: not ready.
func (p *AnswerPreview) markStopped() {
	for i, why := range p.stops {
		for n := range p.Files[i].Candidates {
			if k := &p.Files[i].Candidates[n]; k.Use == intake.UseYes {
				k.Use, k.Problem = intake.UseCheck, why
			}
		}
	}
}
