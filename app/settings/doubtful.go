package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/ledger"
)

// doubtful lists the requests that were sent and whose reply is not kept, and lets each be asked again on the person's
// word. Without any it takes no room.
func (p *Page) doubtful() fyne.CanvasObject {
	list, err := p.conduct.Requests(context.Background(), conduct.Ref{}, ledger.Open)
	if err != nil {
		p.host.Fault(err)
	}
	rows := widgets.Column()
	for _, e := range list {
		if e.Waits() {
			continue // in a batch: its reply comes
		}
		again := widgets.NewButton(p.t("settings.prices.again"), func() { p.askAgain(e) })
		text := p.t("settings.prices.in-doubt.line", "test", e.Request.Study+", "+e.Request.Test, "provider", e.Request.Provider,
			"model", e.Request.Model, "time", e.Sent.Local().Format("2006-01-02 15:04"))
		rows.Add(widgets.Line(0, widgets.Text(text), widgets.Flush(again)))
	}
	if len(rows.Objects) == 0 {
		rows.Hide()
		return rows
	}
	return widgets.Column(p.said("settings.prices.in-doubt"), widgets.Tall(doubtfulLines, widgets.NewScroll(rows)))
}

// doubtfulLines is how much of the list of requests in doubt is seen at once, in heights of the text.
const doubtfulLines = 8

// askAgain lets a request be sent once more, since only a person can say whether it may be paid twice.
func (p *Page) askAgain(e ledger.Entry) {
	p.host.Ask(host.Question{
		Title: p.t("settings.prices.again.yes"), Text: p.t("settings.prices.again.question", "id", e.ID, "model", e.Request.Model),
		Yes: p.t("settings.prices.again.yes"), Careful: true,
		Then: func() {
			if err := p.conduct.RetryRequest(context.Background(), e.ID); err != nil {
				p.host.Fault(err)
				return
			}
			p.tabs.Again("prices")
			p.host.Say(p.t("settings.prices.again.done", "id", e.ID))
		},
	})
}
