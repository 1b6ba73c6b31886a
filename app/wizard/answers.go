package wizard

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// answersPage lists the answers with their origin and takes in more.
func (w *Wizard) answersPage() fyne.CanvasObject {
	if w.staged != nil {
		return w.staged.draw()
	}
	add := widgets.NewButton(w.t("wizard.answers.add"), func() { w.host.ChooseFile(w.takeAnswers) })
	if usable(w.view.answers) < leastAnswers {
		add.Importance = widget.HighImportance
	}
	folder := widgets.NewButton(w.t("wizard.add-folder"), func() { w.host.ChooseFolder(w.takeAnswers) })
	top := widgets.Column()
	if w.view.test.State == study.Collecting {
		top.Add(widgets.Row(add, folder))
	}
	if n := len(w.view.refused); n > 0 {
		top.Add(w.refusedNote())
	}
	if len(w.view.answers) == 0 {
		top.Add(widgets.Note(widgets.SignalInfo, w.t("wizard.answers.none")))
		return top
	}
	return widgets.Filled(1, top, w.answerList())
}

// mostRefused is how many refusals a page says in full.
const mostRefused = 3

// refusedNote says what was not taken in, and why.
func (w *Wizard) refusedNote() fyne.CanvasObject {
	words := w.host.Words()
	lines := []string{words.N("wizard.answers.refused", len(w.view.refused))}
	for i, p := range w.view.refused {
		if i == mostRefused {
			lines = append(lines, words.N("app.more-faults", len(w.view.refused)-mostRefused))
			break
		}
		sentence, _ := words.Problem(p)
		lines = append(lines, sentence)
	}
	return widgets.Note(widgets.SignalInfo, strings.Join(lines, "\n"))
}

// answerColumns are the shares of the columns of the list.
var answerColumns = []float32{4, 4, 4, 2}

// answerList shows an answer a line; choosing one shows its text below.
func (w *Wizard) answerList() fyne.CanvasObject {
	head := widgets.Grid(answerColumns)
	for _, key := range []string{"wizard.answers.condition", "wizard.answers.who", "wizard.answers.file", "wizard.answers.end"} {
		head.Add(widgets.Bold(w.t(key)))
	}
	list := widget.NewList(func() int { return len(w.view.answers) },
		func() fyne.CanvasObject {
			return widgets.Grid(answerColumns, widgets.Cut(""), widgets.Cut(""), widgets.Cut(""), widgets.Cut(""))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			a, cells := w.view.answers[i], o.(*fyne.Container).Objects
			for c, text := range []string{w.t("condition." + string(a.Condition)), w.whose(a), fileOf(a), w.endOf(a)} {
				cells[c].(*widget.Label).SetText(text)
			}
		})
	table := widgets.Filled(1, widgets.On(widgets.ColorQuiet, head), list)
	room := container.NewStack(table)
	list.OnSelected = func(i widget.ListItemID) {
		w.chosen = w.view.answers[i].ID
		room.Objects = []fyne.CanvasObject{widgets.Above(0.45, table, w.answerShown(w.view.answers[i]))}
		room.Refresh()
		list.ScrollTo(i)
	}
	if i := slices.IndexFunc(w.view.answers, func(a study.Answer) bool { return a.ID == w.chosen }); i >= 0 {
		list.Select(i)
	}
	return room
}

// whose names an answer's origin in one line: participant or model with version.
func (w *Wizard) whose(a study.Answer) string {
	if a.Origin.Participant != "" {
		return a.Origin.Participant
	}
	return orDash(strings.TrimSpace(a.Origin.Model + " " + a.Origin.Version))
}

func fileOf(a study.Answer) string { return strings.TrimSpace(a.File.Name + " " + a.File.At) }

// endOf says whether an answer takes part, and if not why.
func (w *Wizard) endOf(a study.Answer) string {
	switch {
	case a.Withdrawn:
		return w.t("wizard.answers.withdrawn")
	case a.Finish.Usable():
		return w.t("wizard.answers.takes-part")
	}
	return w.t("report.finish." + string(a.Finish))
}

// answerShown is the text of an answer with what can be done about it.
func (w *Wizard) answerShown(a study.Answer) fyne.CanvasObject {
	row := container.NewHBox()
	if w.view.test.State == study.Collecting && !a.Withdrawn {
		row.Add(widgets.NewButton(w.t("wizard.answers.edit"), func() { w.editOrigin(a) }))
	}
	if a.Origin.Participant != "" && !a.Withdrawn {
		row.Add(widgets.NewButton(w.t("wizard.answers.withdraw"), func() { w.askToWithdraw(a) }))
	}
	title := widgets.Bold(w.whose(a))
	return widgets.Filled(1, widgets.Line(0, title, widgets.Flush(row)), widgets.Flush(widgets.NewTextView(a.Text)))
}

// askToWithdraw takes an answer back on the person's word.
func (w *Wizard) askToWithdraw(a study.Answer) {
	id := a.Origin.Participant
	w.host.Ask(host.Question{
		Title: w.t("wizard.answers.withdraw"), Text: w.t("wizard.answers.withdraw.question", "id", id),
		Yes: w.t("wizard.answers.withdraw"), Careful: true,
		Then: func() {
			w.host.Start(host.Job{
				Title: w.t("wizard.answers.withdraw"),
				Work:  func(ctx context.Context, _ job.Report) error { return w.conduct.Withdraw(ctx, w.ref, id) },
				After: func(job.End) { w.again() },
			})
		},
	})
}

// editOrigin corrects what is known about an answer's origin.
func (w *Wizard) editOrigin(a study.Answer) {
	form := newOriginForm(w.t)
	form.set(a.Condition, a.Origin)
	keep := widgets.NewMainButton(w.t("wizard.answers.keep-origin"), func() {
		hint := form.hint()
		hint.Origin.Prompt = a.Origin.Prompt
		if err := w.conduct.SetOrigin(w.ctx, w.ref, a.ID, hint.Condition, hint.Origin, a.Question); err != nil {
			w.host.Fault(err)
			return
		}
		w.again()
	})
	back := widgets.NewButton(w.t("app.cancel"), w.draw)
	w.page.Objects = []fyne.CanvasObject{w.framed(w.Shown(), widgets.Filled(2,
		widgets.Card(form.root), widgets.Row(keep, back), widgets.Flush(widgets.NewTextView(a.Text))))}
	w.page.Refresh()
	w.host.Focus(form.condition)
}
