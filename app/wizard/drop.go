package wizard

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// Takes tells whether files can be taken now, on whatever page they are dropped.
func (w *Wizard) Takes() bool { return w.ref.Test == "" || w.view.test.State != study.Unblinded }

// takesHere tells whether the page that is shown is where files of its own kind go.
func (w *Wizard) takesHere() bool {
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

// Take hands files that were dropped to where they belong. The page says it where it takes such files; elsewhere their kind
// does, and where that says too little the person is asked.
func (w *Wizard) Take(files []conduct.File) {
	if w.ref.Test == "" {
		w.fromArchive = false
		w.Show("case")
		w.takeFacts(files)
		return
	}
	kinds := make([]conduct.FileKind, len(files))
	w.host.Start(host.Job{
		Title: w.t("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			for i, f := range files {
				kinds[i] = conduct.KindOf(ctx, f)
			}
			return ctx.Err()
		},
		After: func(end job.End) {
			if end == job.Done {
				w.sort(files, kinds)
			}
		},
	})
}

// sort sends files whose kinds are known to their pages.
func (w *Wizard) sort(files []conduct.File, kinds []conduct.FileKind) {
	has := func(k conduct.FileKind) bool { return slices.Contains(kinds, k) }
	names := namesOf(files)
	switch out := w.view.test.State == study.BlindedOut; {
	case out && has(conduct.KindDocument):
		w.host.Fault(&study.Problem{ID: "drop.too-late", Args: map[string]any{"files": names}})
	case out:
		w.Show("start")
		w.takeRatings(files)
	case has(conduct.KindRatings):
		w.host.Fault(&study.Problem{ID: "drop.too-early", Args: map[string]any{"files": names}})
	case w.Shown() == "answers", !has(conduct.KindDocument) && w.Shown() != "gold":
		w.Show("answers")
		w.takeAnswers(files)
	case w.Shown() == "gold" && !has(conduct.KindTable):
		w.takeGold(files)
	default:
		w.setUnsure(joined(w.unsure(), files))
		w.draw()
		w.host.Focus(w.First())
	}
}

// namesOf are the names of files for a sentence.
func namesOf(files []conduct.File) string {
	var names []string
	for i, f := range files {
		if i == mostNames {
			names = append(names, "…")
			break
		}
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// mostNames is how many files a sentence names.
const mostNames = 4

// unsure are the files that were dropped for the test in hand and may be expert documents or answers; nil: none.
func (w *Wizard) unsure() []conduct.File { return w.draft.unsure[w.ref.Test] }

func (w *Wizard) setUnsure(files []conduct.File) {
	if w.draft.unsure == nil {
		w.draft.unsure = make(map[string][]conduct.File)
	}
	w.draft.unsure[w.ref.Test] = files
}

// unsureNote asks what dropped files are, on every page until it is said: what was dropped is not lost when somebody
// looks something up elsewhere. What is likelier stands first: expert documents as long as there are none, answers
// afterwards.
func (w *Wizard) unsureNote() fyne.CanvasObject {
	files := w.unsure()
	if len(files) == 0 {
		nothing := widgets.Column()
		nothing.Hide()
		return nothing
	}
	to := func(page string, take func([]conduct.File)) func() {
		return func() {
			w.setUnsure(nil)
			w.Show(page)
			take(files)
		}
	}
	gold := widgets.NewButton(w.t("wizard.unsure.gold"), to("gold", w.takeGold))
	answers := widgets.NewButton(w.t("wizard.unsure.answers"), to("answers", w.takeAnswers))
	first, second := answers, gold
	if len(w.view.gold) == 0 {
		first, second = gold, answers
	}
	first.Importance = widget.HighImportance
	w.first = first
	neither := widgets.NewButton(w.t("wizard.unsure.neither"), func() {
		w.setUnsure(nil)
		w.redraw()
	})
	question := w.host.Words().N("wizard.unsure", len(files)) + " " + namesOf(files)
	return widgets.Note(widgets.SignalWait, question, widgets.Text(w.t("wizard.unsure.about")), widgets.Row(first, second, neither))
}
