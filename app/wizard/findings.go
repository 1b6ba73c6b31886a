package wizard

import (
	"strings"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// finding is one line of what files contain.
type finding struct {
	file   int // of the files in hand
	signal widgets.Signal
	says   func() words   // asked for when the line is in sight: there may be thousands
	why    *study.Problem // what has to be said, or why it is not taken; nil: nothing
	answer bool           // it is an answer, not a fault of the file
	open   bool           // it waits for a person's word
	name   string         // by which a decision names it
}

// words are what a line says: a title and a text, and the whole when it is chosen.
type words struct{ title, text, whole string }

// checkWord marks a candidate that is used after a person has said something about it.
const checkWord = "check"

// isEnd tells whether a fault is about the way an answer ended.
func isEnd(id string) bool { return strings.HasPrefix(id, "intake.finish-") }

// findings says line by line what would be imported and what would not, and why. It puts no sentence together: lines say
// theirs when they come into sight, since there may be thousands.
func (w *Wizard) findings(p conduct.AnswerPreview) []finding {
	var list []finding
	asked := make(map[string]*study.Problem) // what has to be said of a file before anything of it is taken
	for _, one := range p.Asked() {
		asked[one.File] = one
	}
	for i, f := range p.Files {
		stop := asked[f.File.Name]
		if stop != nil {
			list = append(list, w.faultLine(i, widgets.SignalWait, "wizard.answers.please-say", stop))
		}
		if f.Error != nil {
			list = append(list, w.faultLine(i, widgets.SignalStop, "wizard.answers.not-taken", f.Error))
		}
		said := make(map[*study.Problem]bool)
		for _, c := range f.Candidates {
			said[c.Problem] = true
			list = append(list, w.candidateLine(i, c, stop))
		}
		for _, one := range f.Problems {
			if !said[one] {
				list = append(list, w.faultLine(i, widgets.SignalStop, "wizard.answers.not-taken", one))
			}
		}
		for _, one := range f.Questions {
			if stop == nil || one.ID != stop.ID {
				list = append(list, w.faultLine(i, widgets.SignalInfo, "wizard.answers.please-check", one))
			}
		}
	}
	for _, one := range p.Warnings {
		list = append(list, w.faultLine(0, widgets.SignalInfo, "wizard.answers.please-check", one))
	}
	return list
}

// faultLine is the line of a part that is no answer, or of something to look at.
func (w *Wizard) faultLine(file int, s widgets.Signal, key string, p *study.Problem) finding {
	return finding{file: file, signal: s, why: p, says: func() words {
		title := w.t(key)
		if p.File != "" {
			title = p.File + " · " + title
		}
		sentence, remedy := w.sentence(p)
		return words{title, sentence, sentence + "\n\n" + remedy}
	}}
}

// sentence is what is wrong, without the file that is named beside it, and what can be done about it.
func (w *Wizard) sentence(p *study.Problem) (sentence, remedy string) {
	sentence, remedy = w.host.Words().Problem(p)
	return strings.TrimLeft(strings.TrimPrefix(sentence, p.File), ":, "), remedy
}

// candidateLine is the line of one answer; stop is what has to be said of its file first.
func (w *Wizard) candidateLine(file int, c conduct.Candidate, stop *study.Problem) finding {
	a := c.Answer
	f := finding{file: file, signal: widgets.SignalGo, answer: true, why: c.Problem, open: c.Use == checkWord, name: nameOf(a.File)}
	switch {
	case c.Problem == nil && stop == nil:
		f.says = func() words { return words{w.answerTitle(a), firstWords(a.Text), a.Text} }
		return f
	case f.open:
		f.signal = widgets.SignalWait
	case c.Problem != nil:
		f.signal = widgets.SignalStop
	default:
		f.signal, f.why = widgets.SignalOff, stop
	}
	why := f.why
	f.says = func() words {
		sentence, remedy := w.sentence(why)
		return words{w.answerTitle(a), sentence, sentence + "\n" + remedy + "\n\n" + a.Text}
	}
	return f
}

// nameOf is the name by which a decision means an answer: its file, with the place where there are several.
func nameOf(f study.SourceFile) string {
	if f.At == "" {
		return f.Name
	}
	return f.Name + ": " + f.At
}

// answerTitle names an answer by its file, its origin and who or what wrote it.
func (w *Wizard) answerTitle(a study.Answer) string {
	parts := []string{w.fileOf(a), w.condition(a.Condition)}
	if whose := w.whose(a); whose != orDash("") {
		parts = append(parts, whose)
	}
	return strings.Join(parts, " · ")
}

// condition is the word for where an answer comes from.
func (w *Wizard) condition(c study.Condition) string {
	if c == "" {
		return w.t("wizard.answers.no-condition")
	}
	return w.t("condition." + string(c))
}

// previewRunes is how much of an answer a line shows.
const previewRunes = 90

// firstWords is the beginning of a text, on one line.
func firstWords(text string) string {
	line := strings.Join(strings.Fields(text[:min(len(text), 8*previewRunes)]), " ")
	if runes := []rune(line); len(runes) > previewRunes {
		return string(runes[:previewRunes]) + " …"
	}
	return line
}
