package wizard

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
)

// reviewerColumns are the shares of the columns: who, what they got, what came back, what can be done.
var reviewerColumns = []float32{6, 7, 7, 6}

// reviewersShown lists who has what, and what came back when, with a reminder to copy where something is missing.
func (w *Wizard) reviewersShown() fyne.CanvasObject {
	list, err := w.conduct.Reviewing(w.ctx, w.ref)
	if err != nil {
		w.host.Fault(err)
	}
	if len(list) == 0 {
		return widgets.Column()
	}
	grid := widgets.Grid(reviewerColumns)
	for _, key := range []string{"wizard.reviewers.who", "wizard.reviewers.given", "wizard.reviewers.back", "wizard.reviewers.to-do"} {
		grid.Add(widgets.Strong(w.t(key)))
	}
	for _, r := range list {
		for _, cell := range w.reviewerCells(r) {
			grid.Add(cell)
		}
	}
	return widgets.Column(widgets.Subheading(w.t("wizard.reviewers")), grid)
}

// reviewerCells is one line of the list.
func (w *Wizard) reviewerCells(r conduct.ReviewerState) []fyne.CanvasObject {
	who := r.ID
	if r.Name != "" {
		who += " · " + r.Name
	}
	given := w.t("wizard.reviewers.all")
	if r.Codes != nil {
		given = codesText(r.Codes)
	}
	if r.Holder {
		given = w.t("wizard.reviewers.holder")
	}
	back := w.t("wizard.reviewers.waiting")
	if r.Deadline != "" {
		back += " (" + r.Deadline + ")"
	}
	if !r.Returned.IsZero() {
		back = r.Returned.Format(time.DateOnly) + ": " + w.host.Words().N("wizard.start.ratings-of", r.Values)
		if len(r.Missing) > 0 {
			back += "; " + w.t("wizard.reviewers.missing", "codes", codesText(r.Missing))
		}
	}
	do := fyne.CanvasObject(widgets.Text(""))
	if !r.Holder && (r.Returned.IsZero() || len(r.Missing) > 0) {
		do = widgets.NewButton(w.t("wizard.reviewers.remind"), func() { w.remind(r.ID) })
	}
	return []fyne.CanvasObject{widgets.Text(who), widgets.Text(given), widgets.Text(back), do}
}

// remind shows the text of a reminder and puts it onto the clipboard; the program sends nothing.
func (w *Wizard) remind(id string) {
	r, err := w.conduct.Remind(w.ctx, w.ref, id, "")
	if err != nil {
		w.host.Fault(err)
		return
	}
	text := r.Subject + "\n\n" + r.Text
	if r.Email != "" {
		text = r.Email + "\n" + text
	}
	w.host.Ask(host.Question{Title: w.t("wizard.reviewers.remind"), Text: text, Yes: w.t("wizard.reviewers.copy"), Then: func() {
		w.host.Copy(text)
		w.host.Say(w.t("wizard.reviewers.copied", "reviewer", id))
	}})
}

// spent says in a line what was asked of models for this test and what it cost.
func (w *Wizard) spent() string {
	s, err := w.conduct.Spending(w.ctx, w.ref)
	if err != nil || len(s.Requests) == 0 {
		return w.t("wizard.start.no-requests")
	}
	text := w.host.Words().N("wizard.start.requests", len(s.Requests))
	for _, m := range s.Total.Cost {
		text += " " + w.t("wizard.start.cost", "cost", w.host.Words().Quantity(m))
	}
	if s.Total.Unknown > 0 {
		text += " " + w.t("wizard.start.cost-unknown", "n", strconv.Itoa(s.Total.Unknown))
	}
	if s.Total.Open > 0 {
		text += " " + w.host.Words().N("wizard.model.open", s.Total.Open)
	}
	return text
}
