package settings

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
)

// terms are the terms offered, in months; 0 is none.
var terms = []int{0, 6, 12, 24, 36, 60, 84, 120}

// protectionPart says what leaves the computer and how data is deleted, takes the term for which studies are kept, and
// lists those that are over it.
func (p *Page) protectionPart() fyne.CanvasObject {
	months, err := p.conduct.Retention(context.Background())
	if err != nil {
		p.host.Fault(err)
	}
	column := widgets.Column(p.said("settings.data.network"), p.said("settings.data.keys"), p.said("settings.data.deletion"), widget.NewSeparator(),
		p.said("settings.data.retention"), widgets.Flush(widgets.Narrow(26, p.termChoice(months))))
	if months > 0 {
		p.addOverdue(column)
	}
	return widgets.NewScroll(column)
}

// termChoice chooses after how many months a study is proposed for deletion.
func (p *Page) termChoice(months int) fyne.CanvasObject {
	values := terms
	if !slices.Contains(values, months) { // set elsewhere
		values = append(slices.Clone(terms), months)
		slices.Sort(values)
	}
	names := make([]string, len(values))
	for i, n := range values {
		if names[i] = p.t("settings.data.retention.none"); n > 0 {
			names[i] = p.host.Words().N("settings.data.retention.months", n)
		}
	}
	choice := widgets.NewChoice(values, names)
	choice.Choose(months)
	choice.OnChanged = func(string) {
		n, ok := choice.Value()
		if !ok || n == months {
			return
		}
		if err := p.conduct.SetRetention(context.Background(), n); err != nil {
			p.host.Fault(err)
			return
		}
		p.tabs.Again("protection")
	}
	return choice
}

// addOverdue lists the studies that are over the term, when they have been looked for beside the window.
func (p *Page) addOverdue(column *fyne.Container) {
	room := widgets.Column(widgets.Text(p.t("wizard.looking")))
	column.Add(room)
	p.host.Beside(func(ctx context.Context) (func(), error) {
		list, err := p.conduct.Overdue(ctx)
		return func() {
			room.Objects = p.overdue(list)
			p.arrange()
		}, err
	})
}

// overdue says how many studies are over the term, and offers to erase each.
func (p *Page) overdue(list []conduct.Overdue) []fyne.CanvasObject {
	if len(list) == 0 {
		return []fyne.CanvasObject{widgets.Lit(widgets.SignalGo, 0, widgets.Text(p.t("settings.data.retention.kept")))}
	}
	rows := []fyne.CanvasObject{widgets.Lit(widgets.SignalWait, 0, widgets.Text(p.host.Words().N("settings.data.retention.over", len(list))))}
	for _, one := range list {
		about := widgets.Small(p.t("settings.data.retention.since", "unblinded", one.Unblinded.Format(time.DateOnly), "since", one.Since.Format(time.DateOnly)))
		remove := widgets.NewButton(p.t("home.delete"), func() { p.askToErase(one) })
		rows = append(rows, widgets.Card(widgets.Line(0, widgets.Tight(widgets.Strong(one.Study.Name), about), widgets.Flush(remove))))
	}
	return rows
}

// askToErase removes a study with everything of it on the person's word.
func (p *Page) askToErase(one conduct.Overdue) {
	folders, err := p.conduct.StudyFolders(one.Study.ID)
	if err != nil {
		p.host.Fault(err)
		return
	}
	p.host.Ask(host.Question{
		Title: p.t("home.delete"), Text: p.t("settings.data.erase.question", "name", one.Study.Name, "folders", strings.Join(folders, "\n")),
		Yes: p.t("home.delete.all"), Careful: true,
		Then: func() {
			p.host.Start(host.Job{
				Title: p.t("home.delete"), Quiet: true,
				Work: func(ctx context.Context, _ job.Report) error { return p.conduct.EraseStudy(ctx, one.Study.ID) },
				After: func(end job.End) {
					p.tabs.Again("protection")
					p.tabs.Again("backups")
					if end == job.Done {
						p.host.Say(p.t("settings.data.erased", "name", one.Study.Name))
					}
				},
			})
		},
	})
}
