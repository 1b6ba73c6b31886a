package wizard

import (
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// Takes tells whether the page that is shown takes files.
func (w *Wizard) Takes() bool {
	switch w.Shown() {
	case "case":
		return w.ref.Test == ""
	case "gold", "answers":
		return w.ref.Test != "" && w.view.test.State == study.Collecting
	case "start":
		return w.view.test.State == study.BlindedOut
	}
	return false
}

// Take hands files that were dropped to the page that is shown.
func (w *Wizard) Take(files []conduct.File) {
	switch w.Shown() {
	case "case":
		w.takeFacts(files)
	case "gold":
		w.takeGold(files)
	case "answers":
		w.takeAnswers(files)
	case "start":
		w.takeRatings(files)
	}
}
