package settings

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
)

// copiesOffered are the numbers of dated copies that can be chosen.
var copiesOffered = []int{1, 3, conduct.UsualBackups, 14, 30}

// backupsPart lists the dated copies of the database, makes one, says how many are kept, and puts one in its place.
func (p *Page) backupsPart() fyne.CanvasObject {
	list, err := p.conduct.Backups()
	if err != nil {
		p.host.Fault(err)
	}
	column := widgets.Column(widgets.Text(p.t("settings.backups.about")),
		widgets.Tight(widgets.Bold(p.t("settings.backups.folder")), widgets.Text(p.conduct.BackupsFolder())))
	row := []fyne.CanvasObject{widgets.NewMainButton(p.t("settings.backups.make"), p.backUp)}
	if len(list) > 0 {
		row = append(row, p.opens(p.conduct.BackupsFolder()))
	}
	column.Add(widgets.Row(row...))
	column.Add(widgets.Bold(p.t("settings.backups.kept")))
	column.Add(widgets.Flush(widgets.Narrow(26, p.keptChoice(len(list)))))
	if len(list) == 0 {
		column.Add(widgets.Note(widgets.SignalInfo, p.t("settings.backups.none")))
		return widgets.NewScroll(column)
	}
	column.Add(widgets.Bold(p.t("settings.backups.list")))
	for _, one := range list {
		column.Add(widgets.Line(0, widgets.Text(p.copyName(one)),
			widgets.Flush(widgets.NewButton(p.t("settings.backups.restore"), func() { p.askToRestore(one) }))))
	}
	return widgets.NewScroll(column)
}

// copyName is moment and size of a copy, and whether it was the database until another took its place.
func (p *Page) copyName(one conduct.Backup) string {
	text := one.Time.Local().Format("2006-01-02 15:04:05") + " · " + p.size(one.Bytes)
	if one.Aside {
		text += " · " + p.t("settings.backups.aside")
	}
	return text
}

// keptChoice chooses how many copies are kept. Fewer than there are is asked about, since the oldest go.
func (p *Page) keptChoice(there int) fyne.CanvasObject {
	kept, err := p.conduct.BackupsKept(context.Background())
	if err != nil {
		p.host.Fault(err)
	}
	values := copiesOffered
	if !slices.Contains(values, kept) {
		values = append(slices.Clone(copiesOffered), kept)
		slices.Sort(values)
	}
	names := make([]string, len(values))
	for i, n := range values {
		names[i] = p.host.Words().N("settings.backups.number", n)
	}
	choice := widgets.NewChoice(values, names)
	choice.Choose(kept)
	keep := func(n int) {
		if err := p.conduct.SetBackupsKept(context.Background(), n); err != nil {
			p.host.Fault(err)
		}
		p.tabs.Again("backups")
	}
	choice.OnChanged = func(string) {
		switch n, ok := choice.Value(); {
		case !ok || n == kept:
		case n >= there:
			keep(n)
		default:
			choice.Choose(kept) // until the person has said so
			p.host.Ask(host.Question{Title: p.t("settings.part.backups"), Text: p.host.Words().N("settings.backups.fewer", there-n),
				Yes: p.t("settings.backups.fewer.yes"), Careful: true, Then: func() { keep(n) }})
		}
	}
	return choice
}

// backUp makes a copy now.
func (p *Page) backUp() {
	var made conduct.Backup
	p.host.Start(host.Job{
		Title: p.t("settings.backups.make"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			made, err = p.conduct.BackUp(ctx)
			return err
		},
		After: func(end job.End) {
			p.tabs.Again("backups")
			if end == job.Done {
				p.host.Say(p.t("settings.backups.made", "copy", p.copyName(made)))
			}
		},
	})
}

// askToRestore puts a copy in the place of the database on the person's word.
func (p *Page) askToRestore(one conduct.Backup) {
	home, said := p.conduct.Home(), p.t("settings.backups.restored", "copy", p.copyName(one))
	p.host.Ask(host.Question{
		Title: p.t("settings.backups.restore"), Text: p.t("settings.backups.restore.question", "copy", p.copyName(one)),
		Yes: p.t("settings.backups.restore.yes"), Careful: true,
		Then: func() {
			p.host.Reopen(p.t("settings.backups.restoring"), func(ctx context.Context, _ job.Report) error {
				return conduct.Restore(ctx, home, one.Name, nil)
			}, func(end job.End) {
				if end == job.Done {
					p.host.Say(said)
				}
			})
		},
	})
}
