package wizard

import "iucomstudien/internal/conduct"

// Take hands dropped files to the page that is shown. It is false where the page takes no files.
func (w *Wizard) Take(files []conduct.File) bool {
	switch w.Shown() {
	case "gold":
		w.TakeGold(files)
	case "answers":
		w.TakeAnswers(files, w.hint())
	case "start":
		w.TakeRatings(files)
	default:
		return false
	}
	return true
}
