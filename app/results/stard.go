package results

import (
	"context"
	"encoding/json"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/stard"
)

// items is the checklist of STARD with what the study lead writes in it. A text becomes part of the study as soon as the
// keyboard leaves its field; until then it is kept as it is typed, so that the end of the window takes nothing away.
type items struct {
	*Page
	tasks  []conduct.StardTask
	list   *widgets.List
	room   *fyne.Container
	chosen int
	field  *widgets.Paper // of the chosen item; nil before one was chosen
	count  *widget.Label
	left   typedItem // typed and not part of the study yet
}

// openItems shows the checklist.
func (p *Page) openItems() {
	it := &items{Page: p}
	p.host.Start(host.Job{
		Title: p.t("result.next.stard-items"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			if err := it.readTyped(ctx); err != nil {
				return err
			}
			it.tasks, err = p.conduct.StardTasks(ctx, p.ref.Study, p.words.Language())
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				p.show(it.draw(), p.view.Study.Name, it.list)
			}
		},
	})
}

// draw stands the list beside the chosen item.
func (it *items) draw() fyne.CanvasObject {
	it.room, it.count, it.chosen = container.NewStack(), widgets.Strong(""), -1
	it.list = widgets.NewList(func() int { return len(it.tasks) },
		func() fyne.CanvasObject { return widgets.NewLightRow() }, it.line)
	it.list.OnSelected = it.choose
	back := widgets.NewIconButton(it.t("result.return"), theme.NavigateBackIcon(), func() {
		it.keep()
		it.back()
	})
	report := widgets.NewButton(it.t("result.next.stard-report"), func() {
		it.keep()
		it.writeStard()
	})
	it.tell()
	for i, t := range it.tasks {
		if t.ID == it.left.ID || it.left.ID == "" && t.Open {
			it.list.Select(i)
			break
		}
	}
	if it.chosen < 0 && len(it.tasks) > 0 {
		it.list.Select(0)
	}
	head := widgets.Column(widgets.Text(it.t("result.stard.about")), it.count, widgets.Row(report, back))
	return framed(it.t("result.next.stard-items"), head, widgets.Beside(0.36, widgets.Flush(it.list), it.room))
}

// line shows one item in the list.
func (it *items) line(i widget.ListItemID, o fyne.CanvasObject) {
	t := it.tasks[i]
	o.(*widgets.LightRow).Set(signalOf(t), t.ID+" · "+t.Section, it.stateOf(t))
}

func signalOf(t conduct.StardTask) widgets.Signal {
	switch {
	case t.Open:
		return widgets.SignalWait
	case t.Text != "":
		return widgets.SignalGo
	}
	return widgets.SignalInfo
}

// stateOf says whether an item waits for the study lead.
func (it *items) stateOf(t conduct.StardTask) string {
	switch {
	case t.Open:
		return it.t("result.stard.open")
	case t.Text != "":
		return it.t("result.stard.written")
	}
	return it.t("result.stard.documented")
}

// tell says how many items are open.
func (it *items) tell() {
	open := 0
	for _, t := range it.tasks {
		if t.Open {
			open++
		}
	}
	it.count.SetText(it.words.N("result.stard.open-items", open))
}

// choose keeps what was written in the item before, and shows another.
func (it *items) choose(i widget.ListItemID) {
	it.keep()
	it.chosen, it.field = i, nil
	t := it.tasks[i]
	box := widgets.Column(widgets.Strong(t.ID + " · " + t.Demand))
	if t.Says != "" {
		box.Add(widgets.Tight(widgets.Strong(it.t("result.stard.program")), widgets.Text(t.Says)))
	}
	label := it.t("result.stard.addition")
	if t.Task != "" {
		box.Add(widgets.Tight(widgets.Strong(it.t("result.stard.task")), widgets.Text(t.Task)))
		label = it.t("result.stard.text")
	}
	it.field = widgets.NewPaper(8)
	it.field.SetText(t.Text)
	if it.left.ID == t.ID {
		it.field.SetText(it.left.Text)
	}
	it.field.OnLeft = it.keep
	it.field.OnChanged = func(text string) { it.typed(t.ID, text) }
	box.Add(widgets.Strong(label))
	box.Add(widgets.Flush(it.field))
	box.Add(widgets.Small(it.t("result.stard.kept")))
	it.room.Objects = []fyne.CanvasObject{widgets.NewScroll(box)}
	it.room.Refresh()
}

// keep writes down what stands in the field, if it is another text than before.
func (it *items) keep() {
	if it.field == nil || it.chosen < 0 || it.field.Text == it.tasks[it.chosen].Text {
		return
	}
	t := &it.tasks[it.chosen]
	if _, err := it.conduct.WriteStardItem(context.Background(), it.ref.Study, t.ID, it.field.Text); err != nil {
		it.host.Fault(err)
		return
	}
	it.left = typedItem{}
	it.conduct.KeepDraft(conduct.StardDraft(it.ref.Study), "")
	t.Text = it.field.Text
	t.Open = t.Text == "" && t.Status != stard.ByProgram
	it.list.RefreshItem(it.chosen)
	it.tell()
}

// typedItem is a text that was typed and is not part of the study yet.
type typedItem struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// typed keeps a text as it is typed; the log hears of it when it becomes part of the study.
func (it *items) typed(id, text string) {
	data, err := json.Marshal(typedItem{id, text})
	if err != nil {
		it.host.Fault(err)
		return
	}
	it.left = typedItem{id, text}
	it.conduct.KeepDraft(conduct.StardDraft(it.ref.Study), string(data))
}

// readTyped finds what was typed and did not become part of the study, when the window ended for instance.
func (it *items) readTyped(ctx context.Context) error {
	kept, err := it.conduct.Draft(ctx, conduct.StardDraft(it.ref.Study))
	if err != nil || kept == "" {
		return err
	}
	if err := json.Unmarshal([]byte(kept), &it.left); err != nil {
		return fmt.Errorf("reading what was typed: %w", err)
	}
	return nil
}
