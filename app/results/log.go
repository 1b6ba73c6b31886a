package results

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
)

// log lists what was done when, and shows the chosen entry as a whole.
func (p *Page) log() fyne.CanvasObject {
	all := p.view.Screen.Log
	whole := widgets.NewTextView("")
	list := widgets.NewList(func() int { return len(all) },
		func() fyne.CanvasObject {
			title := widgets.Cut("")
			title.TextStyle.Bold = true
			return widgets.Tight(title, widgets.Cut(""))
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			texts := o.(*fyne.Container).Objects
			texts[0].(*widget.Label).SetText(all[i].Seq + " · " + all[i].What)
			texts[1].(*widget.Label).SetText(all[i].Time)
		})
	list.OnSelected = func(i widget.ListItemID) {
		e := all[i]
		whole.SetText(strings.Join([]string{e.Seq + " · " + e.What, e.Time, "", strings.ReplaceAll(e.Details, "; ", "\n"), "",
			p.t("report.column.hash") + ": " + e.Hash}, "\n"))
	}
	if len(all) > 0 {
		list.Select(len(all) - 1)
		list.ScrollToBottom()
	}
	return widgets.Filled(1, widgets.Text(p.t("result.log.about")), widgets.Beside(0.4, widgets.Flush(list), widgets.Flush(whole)))
}
