package results

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/chart"
)

// charts lists the drawings, and shows the chosen one with what can be done with it.
func (p *Page) charts() fyne.CanvasObject {
	all := p.view.Screen.Charts
	room := container.NewStack()
	list := widgets.NewList(func() int { return len(all) },
		func() fyne.CanvasObject { return widgets.Cut("") },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*widget.Label).SetText(all[i].Title) })
	list.OnSelected = func(i widget.ListItemID) {
		room.Objects = []fyne.CanvasObject{p.chart(all[i])}
		room.Refresh()
	}
	if len(all) > 0 {
		list.Select(0)
	}
	return widgets.Beside(0.28, widgets.Flush(list), room)
}

// chart shows one drawing.
func (p *Page) chart(d chart.Drawing) fyne.CanvasObject {
	name := "iucom-" + p.ref.Test + "-" + d.ID
	picture := func(then func(png []byte)) func() {
		return func() {
			png, err := d.PNG()
			if err != nil {
				p.host.Fault(err)
				return
			}
			then(png)
		}
	}
	view := widgets.NewChartView(d.Ratio(), func(pixels int, dark bool) (image.Image, error) { return d.Screen(pixels, dark) })
	buttons := widgets.Row(
		widgets.NewIconButton(p.t("result.chart.save-png"), theme.DocumentSaveIcon(), picture(func(png []byte) { p.host.SaveFile(name+".png", png) })),
		widgets.NewIconButton(p.t("result.chart.save-svg"), theme.DocumentSaveIcon(), func() { p.host.SaveFile(name+".svg", []byte(d.SVG())) }),
		widgets.NewIconButton(p.t("result.chart.copy"), theme.ContentCopyIcon(), picture(func(png []byte) { p.host.CopyPicture(name+".png", png) })),
		widgets.NewIconButton(p.t("result.chart.copy-svg"), theme.ContentCopyIcon(), func() { p.host.CopyText(d.SVG(), p.t("result.chart.svg-copied")) }))
	return widgets.Filled(2, widgets.Strong(d.Title), buttons, widgets.NewScroll(widgets.Column(widgets.Inset(theme.InnerPadding(), theme.InnerPadding(), view))))
}
