package wizard

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// answersPage lists the answers with their origin and takes in more.
func (w *Wizard) answersPage() fyne.CanvasObject {
	if w.staged != nil {
		return w.staged.draw()
	}
	if w.asking {
		return w.askingPage()
	}
	add := widgets.NewButton(w.t("wizard.answers.add"), func() { w.host.ChooseFiles(conduct.KindTable, w.takeAnswers) })
	if usable(w.view.answers) < leastAnswers {
		add.Importance = widget.HighImportance
	}
	folder := widgets.NewButton(w.t("wizard.add-folder"), func() { w.host.ChooseFolder(w.takeAnswers) })
	top := widgets.Column()
	if w.view.test.State == study.Collecting {
		ask := widgets.NewButton(w.t("wizard.asking.open"), func() { w.setAsking(true) })
		top.Add(widgets.Row(add, folder, ask))
	}
	if open := w.batchesShown(); open != nil {
		top.Add(open)
	}
	if w.comparesUnfairly() {
		top.Add(widgets.Note(widgets.SignalWait, w.t("wizard.answers.unfair")))
	}
	if n := len(w.open()); n > 0 {
		top.Add(widgets.Note(widgets.SignalWait, w.host.Words().N("wizard.answers.open", n)))
	}
	if len(w.view.refused) > 0 {
		top.Add(w.refusedNote())
	}
	if len(w.view.answers)+len(w.view.asides) == 0 {
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

// answerRow is one line of the list: an answer of the test, or one that takes no part.
type answerRow struct {
	id    string
	cells func() []string // asked for when the line is in sight: there may be thousands
	shown func() fyne.CanvasObject
}

// answerRows lists what waits first, then the answers, then what is none.
func (w *Wizard) answerRows() []answerRow {
	var waiting, taking, none []answerRow
	for _, a := range w.view.asides {
		row := answerRow{a.ID, func() []string {
			return []string{w.condition(a.Answer.Condition), w.whose(a.Answer), w.fileOf(a.Answer), w.asideState(a)}
		},
			func() fyne.CanvasObject { return w.asideShown(a) }}
		if a.Open {
			waiting = append(waiting, row)
		} else {
			none = append(none, row)
		}
	}
	for _, a := range w.view.answers {
		taking = append(taking, answerRow{a.ID, func() []string { return []string{w.condition(a.Condition), w.whose(a), w.fileOf(a), w.endOf(a)} },
			func() fyne.CanvasObject { return w.answerShown(a) }})
	}
	return slices.Concat(waiting, taking, none)
}

// asideState says why an answer takes no part.
func (w *Wizard) asideState(a conduct.Aside) string {
	if a.Open {
		return w.t("wizard.answers.waits")
	}
	return w.t("wizard.answers.no-part")
}

// tableLines and textLines are how much of the list and of a text below it is seen at least, in heights of the text size.
const tableLines, textLines = 9, 8

// answerText is the text of an answer; sizing lets it take the room of the list above it, and gives that back.
func answerText(text string) fyne.CanvasObject {
	return widgets.Tall(textLines, widgets.Flush(widgets.NewTextView(text)))
}

func (w *Wizard) sizing() *widgets.Button {
	key, icon := "wizard.answers.enlarge", theme.ViewFullScreenIcon()
	if w.large {
		key, icon = "wizard.answers.to-list", theme.ViewRestoreIcon()
	}
	return widgets.NewQuietButton(w.t(key), icon, func() {
		w.large = !w.large
		w.redraw()
	})
}

// answerColumns are the shares of the columns of the list.
var answerColumns = []float32{5, 4, 4, 3}

// answerList shows an answer a line; choosing one shows its text below.
func (w *Wizard) answerList() fyne.CanvasObject {
	head := widgets.Grid(answerColumns)
	for _, key := range []string{"wizard.answers.condition", "wizard.answers.who", "wizard.answers.file", "wizard.answers.end"} {
		head.Add(widgets.Strong(w.t(key)))
	}
	rows := w.answerRows()
	list := widget.NewList(func() int { return len(rows) },
		func() fyne.CanvasObject {
			return widgets.Grid(answerColumns, widgets.Cut(""), widgets.Cut(""), widgets.Cut(""), widgets.Cut(""))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			for c, text := range rows[i].cells() {
				o.(*fyne.Container).Objects[c].(*widget.Label).SetText(text)
			}
		})
	table := widgets.Tall(tableLines, widgets.Filled(1, widgets.On(widgets.ColorQuiet, head), list))
	room := container.NewStack(table)
	list.OnSelected = func(i widget.ListItemID) {
		w.chosen = rows[i].id
		shown := rows[i].shown()
		if !w.large {
			shown = widgets.Above(0.45, table, shown)
		}
		room.Objects = []fyne.CanvasObject{shown}
		room.Refresh()
		list.ScrollTo(i)
	}
	if i := slices.IndexFunc(rows, func(r answerRow) bool { return r.id == w.chosen }); i >= 0 {
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

func (w *Wizard) fileOf(a study.Answer) string {
	return strings.TrimSpace(a.File.Name + " " + w.host.Words().At(a.File.At))
}

// endOf says whether an answer takes part, and if not why.
func (w *Wizard) endOf(a study.Answer) string {
	switch {
	case a.Withdrawn:
		return w.t("wizard.answers.withdrawn")
	case a.TakesPart():
		return w.t("wizard.answers.takes-part")
	}
	return w.t("report.finish." + string(a.Finish))
}

// answerShown is the text of an answer with what can be done about it.
func (w *Wizard) answerShown(a study.Answer) fyne.CanvasObject {
	row := widgets.Flow()
	if w.view.test.State == study.Collecting && !a.Withdrawn {
		row.Add(widgets.NewButton(w.t("wizard.answers.edit"), func() { w.editOrigin(a) }))
		row.Add(widgets.NewButton(w.t("wizard.answers.replace"), func() { w.chooseText(a.ID) }))
	}
	head := widgets.Column(widgets.Line(0, widgets.Strong(w.whose(a)), widgets.Flush(w.sizing())))
	if a.Origin.Participant != "" && !a.Withdrawn {
		away := widgets.NewDangerButton(w.t("wizard.answers.withdraw"), func() { w.askToWithdraw(a) })
		head.Add(widgets.Flush(widgets.Ends(row, away)))
	} else if len(row.Objects) > 0 {
		head.Add(widgets.Flush(row))
	}
	return widgets.Filled(1, head, answerText(a.Text))
}
