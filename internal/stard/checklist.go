package stard

import (
	"fmt"
	"strings"

	"iucomstudien/internal/stard/page"
)

// itemsPart says every item in full, with what the program documents and what the study lead wrote or still has to.
func (w *writer) itemsPart() []page.Block {
	blocks := []page.Block{page.Paragraph(w.T("stard.items.intro"))}
	for _, it := range w.list.Items {
		blocks = append(blocks, w.item(it)...)
	}
	return blocks
}

// item is one item of the checklist in full.
func (w *writer) item(it Item) []page.Block {
	l := w.Language()
	blocks := []page.Block{{Kind: page.Heading, ID: "item-" + it.ID, Text: it.ID + "  " + it.Demand[l], Label: w.state(it)}}
	if w.hasPart(it.Place) {
		text := it.Program[l]
		if text == "" {
			text = w.T("stard.items.see")
		}
		blocks = append(blocks, page.Block{Kind: page.Text, Label: w.T("stard.items.documented"), Text: strings.TrimSuffix(text, ".") + ".",
			Link: it.Place, LinkTo: w.T("stard.items.place", "section", w.T("stard.section."+it.Place))})
	}
	if text := w.Texts[it.ID].Text; text != "" {
		note := w.T("stard.items.written", "time", w.Moment(w.Texts[it.ID].Changed))
		return append(blocks, page.Block{Kind: page.Quote, Text: text}, page.Small(note))
	}
	left := it.Lead[l]
	switch {
	case left == "":
	case it.Status == ByProgram:
		blocks = append(blocks, page.Small(w.T("stard.items.may-add", "what", left)))
	case !w.isOpen(it):
		blocks = append(blocks, page.Small(w.T("stard.items.fields-filled")))
	default:
		blocks = append(blocks, page.Block{Kind: page.Task, Label: w.T("stard.items.open"), Text: left + w.openly(it.ID)})
	}
	return blocks
}

// openly says of two items in plain words what an empty field means: STARD wants it printed.
func (w *writer) openly(item string) string {
	if item == "28" || item == "30" {
		return ". " + w.T("stard.openly."+item)
	}
	return ""
}

func (w *writer) isOpen(it Item) bool {
	for _, open := range w.OpenTasks(w.list) {
		if open.ID == it.ID {
			return true
		}
	}
	return false
}

func (w *writer) hasPart(id string) bool {
	for _, p := range w.parts() {
		if p.id == id {
			return true
		}
	}
	return false
}

// state says in a word how an item stands.
func (w *writer) state(it Item) string {
	switch {
	case w.Texts[it.ID].Text != "":
		return w.T("stard.state.written")
	case it.Status == ByProgram:
		return w.T("stard.state.filled")
	case !w.isOpen(it):
		return w.T("stard.state.filled")
	case it.Status == Partly && it.Place != "":
		return w.T("stard.state.partly")
	}
	return w.T("stard.state.open")
}

// checklistPart is the list as journals want it: item, demand, state, place.
func (w *writer) checklistPart() []page.Block {
	l := w.Language()
	t := page.Table{Caption: w.T("stard.table.checklist"), Columns: w.columns("item", 8, "section", 22, "demand", 40, "state", 16, "place", 22)}
	for _, it := range w.list.Items {
		place := page.Cell{Text: w.T("stard.items.none"), Link: "item-" + it.ID}
		if w.hasPart(it.Place) {
			place = page.Cell{Text: w.T("stard.section." + it.Place), Link: it.Place}
		} else if w.Texts[it.ID].Text != "" {
			place.Text = fmt.Sprintf("%s %s", w.T("stard.column.item"), it.ID)
		}
		t.Rows = append(t.Rows, []page.Cell{{Text: it.ID, Link: "item-" + it.ID}, {Text: w.list.Sections[it.Section][l]}, {Text: it.Demand[l]}, {Text: w.state(it)}, place})
	}
	return []page.Block{page.Paragraph(w.N("stard.checklist.intro", len(w.OpenTasks(w.list)))), page.Of(t), page.Small(w.T("stard.items.ai"))}
}
