package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
)

// dataPart says where everything is kept, lets the documents go elsewhere, and tells what the Reporter searches.
func (p *Page) dataPart() fyne.CanvasObject {
	home := p.conduct.Home()
	buttons := []fyne.CanvasObject{
		p.opens(home.Documents),
		widgets.NewButton(p.t("settings.documents.choose"), func() { p.host.PickFolder(p.PlanDocuments) }),
	}
	if home.Chosen() {
		buttons = append(buttons, widgets.NewButton(p.t("settings.documents.usual"), func() { p.PlanDocuments(home.Usual) }))
	}
	column := widgets.Column(widgets.Tight(widgets.Bold(p.t("settings.documents")), widgets.Text(home.Documents)))
	if home.Missing() {
		column.Add(widgets.Note(widgets.SignalWait, p.t("settings.documents.missing")))
	}
	column.Add(widgets.Row(buttons...))
	column.Add(widgets.Tight(widgets.Bold(p.t("settings.database")), widgets.Text(home.Database()), widgets.Small(p.t("settings.database.stays"))))
	column.Add(widget.NewSeparator())
	column.Add(p.sources())
	column.Add(widget.NewSeparator())
	column.Add(widgets.Small(p.t("app.about", "program", conduct.Program)))
	return widgets.NewScroll(column)
}

// opens is the button that shows a folder.
func (p *Page) opens(path string) fyne.CanvasObject {
	return widgets.NewIconButton(p.t("wizard.open-folder"), theme.FolderOpenIcon(), func() { p.host.OpenFolder(path) })
}

// sources names what the Reporter searches. There is one source, so there is nothing to switch.
func (p *Page) sources() fyne.CanvasObject {
	home := p.conduct.Home()
	areas, err := home.Areas()
	if err != nil {
		p.host.Fault(err)
	}
	own := p.host.Words().N("settings.sources.own", len(areas))
	if len(areas) == 0 {
		own = p.t("settings.sources.none")
	}
	box := widgets.Column(widgets.Tight(widgets.Bold(p.t("settings.sources")), widgets.Text(own), widgets.Text(home.Categories())))
	if len(areas) > 0 {
		box.Add(widgets.Row(p.opens(home.Categories())))
	}
	box.Add(p.said("settings.data.official"))
	return box
}

// PlanDocuments looks whether the documents may go to a folder, and asks how.
func (p *Page) PlanDocuments(chosen string) {
	home := p.conduct.Home()
	var plan conduct.DocumentsMove
	p.host.Start(host.Job{
		Title: p.t("settings.documents.looking"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			plan, err = conduct.PlanDocuments(ctx, home, chosen)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				p.askDocuments(plan)
			}
		},
	})
}

// askDocuments asks whether what is there comes along, or whether a folder is taken as it is.
func (p *Page) askDocuments(plan conduct.DocumentsMove) {
	q := host.Question{Title: p.t("settings.documents"), Careful: true}
	move := func(carry bool) func() { return func() { p.moveDocuments(plan, carry) } }
	switch {
	case plan.Occupied:
		q.Text = p.t("settings.documents.occupied", "folder", plan.Folder)
		q.Yes, q.Then = p.t("settings.documents.use"), move(false)
	case plan.Load.Files == 0:
		q.Text = p.t("settings.documents.free", "folder", plan.Folder)
		q.Yes, q.Then = p.t("settings.documents.use"), move(false)
	default:
		q.Text = p.host.Words().N("settings.documents.question", plan.Load.Files, "size", p.size(plan.Load.Bytes), "folder", plan.Folder)
		q.Yes, q.Then = p.t("settings.documents.move"), move(true)
		q.Or, q.OrThen = p.t("settings.documents.empty"), move(false)
	}
	p.host.Ask(q)
}

// moveDocuments lets the documents go elsewhere while the studies are closed.
func (p *Page) moveDocuments(plan conduct.DocumentsMove, carry bool) {
	home, said := p.conduct.Home(), p.t("settings.documents.moved", "folder", plan.Folder)
	p.host.Reopen(p.t("settings.documents.moving"), func(ctx context.Context, report job.Report) error {
		return conduct.MoveDocuments(ctx, home, plan, carry, report)
	}, func(end job.End) {
		if end == job.Done {
			p.host.Say(said)
		}
	})
}

// size is a number of bytes in words.
func (p *Page) size(bytes int64) string {
	const mega = 1 << 20
	if bytes < mega {
		return p.host.Words().Number(float64(max(bytes, 1))/1024, 1) + " kB"
	}
	return p.host.Words().Number(float64(bytes)/mega, 1) + " MB"
}
