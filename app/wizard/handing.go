package wizard

import (
	"context"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
)

// Handing is what a person decided about the hand-out and has not carried out yet.
type Handing struct {
	Apart       bool   // each reviewer gets a folder of their own
	Orders      bool   // and reads in an order of their own
	Each        string // by how many each answer is rated; "": by all
	Repeats     string // how many answers come twice; "": none
	Passphrase  string // locks the key; "": it stays readable
	Holder      string // reviewer who keeps the key and does not rate; "": nobody
	Calibration []conduct.File
	who         conduct.Contact // typed and not added yet
}

// Bounds of what can be typed.
const (
	mostEach  = 50
	mostTwice = 50
)

// handingPart asks for whom the folders are and how they differ.
func (w *Wizard) handingPart() fyne.CanvasObject {
	contacts, err := w.conduct.Contacts(w.ctx, w.study.ID)
	if err != nil {
		w.host.Fault(err)
	}
	column := widgets.Column(widgets.Text(w.t("wizard.handing.about")), widgets.Strong(w.t("wizard.handing.reviewers")))
	for _, who := range contacts {
		column.Add(w.contactRow(who))
	}
	column.Add(w.contactForm())
	column.Add(widgets.Strong(w.t("wizard.handing.options")))
	column.Add(w.handingOptions(contacts))
	hand := widgets.NewMainButton(w.t("wizard.blinding.hand-out"), w.handOut)
	w.first = hand
	return widgets.Filled(0, widgets.NewScroll(column), widgets.Row(hand))
}

// contactRow is one reviewer.
func (w *Wizard) contactRow(who conduct.Contact) fyne.CanvasObject {
	parts := []string{who.ID}
	for _, text := range []string{who.Name, who.Email, who.Deadline} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	remove := widgets.NewDangerButton(w.t("wizard.handing.remove"), func() {
		if !w.did(w.conduct.RemoveReviewer(w.ctx, w.study.ID, who.ID)) {
			return
		}
		w.redraw()
		w.host.Done(w.t("wizard.handing.removed", "id", who.ID), func() {
			if _, err := w.conduct.AddReviewer(w.ctx, w.study.ID, who); w.did(err) {
				w.redraw()
			}
		})
	})
	return widgets.Line(0, widgets.Text(strings.Join(parts, " · ")), widgets.Flush(remove))
}

// contactForm adds a reviewer. Name and e-mail are optional and stay in the database.
func (w *Wizard) contactForm() fyne.CanvasObject {
	who := &w.draft.Handing.who
	field := func(to *string, key string) *widgets.Field {
		e := widgets.NewField()
		e.SetText(*to)
		e.SetPlaceHolder(w.t(key))
		e.OnChanged = func(text string) { *to = text }
		return e
	}
	add := func() {
		if w.addReviewer() {
			w.redraw()
			w.host.Focus(w.nextReviewer)
		}
	}
	name, email, until := field(&who.Name, "wizard.handing.name"), field(&who.Email, "wizard.handing.email"), field(&who.Deadline, "wizard.handing.deadline")
	w.nextReviewer = name
	for _, e := range []*widgets.Field{name, email, until} {
		e.OnSubmitted = func(string) { add() }
	}
	return widgets.Flush(widgets.Line(0, widgets.Grid([]float32{4, 4, 3}, name, email, until), widgets.NewButton(w.t("wizard.handing.add"), add)))
}

// handingOptions are the choices about the folders.
func (w *Wizard) handingOptions(contacts []conduct.Contact) fyne.CanvasObject {
	h := &w.draft.Handing
	apart := widgets.NewCheck(w.t("wizard.handing.apart"), func(on bool) { h.Apart = on })
	orders := widgets.NewCheck(w.t("wizard.handing.orders"), func(on bool) { h.Orders = on })
	apart.SetChecked(h.Apart)
	orders.SetChecked(h.Orders)
	field := func(to *string, example string) *widgets.Field {
		e := widgets.NewField()
		e.SetText(*to)
		e.SetPlaceHolder(w.t(example))
		e.OnChanged = func(text string) { *to = text }
		return e
	}
	pass := widgets.NewSecret()
	pass.SetText(h.Passphrase)
	pass.SetPlaceHolder(w.t("wizard.handing.passphrase.example"))
	pass.OnChanged = func(text string) { h.Passphrase = text }
	ids, words := []string{""}, []string{w.t("wizard.handing.holder.none")}
	for _, who := range contacts {
		ids, words = append(ids, who.ID), append(words, who.ID)
	}
	holder := widgets.NewChoice(ids, words)
	holder.Choose(h.Holder)
	holder.OnChanged = func(string) { h.Holder, _ = holder.Value() }
	practise := widgets.NewButton(w.practiseText(), func() {
		w.host.ChooseFiles(conduct.KindDocument, func(files []conduct.File) {
			h.Calibration = files
			w.redraw()
		})
	})
	form := widget.NewForm(
		widget.NewFormItem(w.t("wizard.handing.each"), field(&h.Each, "wizard.handing.each.example")),
		widget.NewFormItem(w.t("wizard.handing.twice"), field(&h.Repeats, "wizard.handing.twice.example")),
		widget.NewFormItem(w.t("wizard.handing.practise"), practise),
		widget.NewFormItem(w.t("wizard.handing.holder"), holder),
		widget.NewFormItem(w.t("wizard.handing.passphrase"), pass))
	return widgets.Column(apart, orders, widgets.Narrow(60, widgets.Flush(form)), widgets.Small(w.t("wizard.handing.passphrase.about")))
}

// practiseText says what is chosen to practise on, or asks for it.
func (w *Wizard) practiseText() string {
	if n := len(w.draft.Handing.Calibration); n > 0 {
		return w.host.Words().N("wizard.handing.practise.chosen", n)
	}
	return w.t("wizard.handing.practise.choose")
}

// addReviewer adds the reviewer as typed, also one of whom nothing is known but that there is one; false when it is
// refused, and then what was typed stays.
func (w *Wizard) addReviewer() bool {
	typed := w.draft.Handing.who
	typed.Deadline = isoDay(typed.Deadline)
	if _, err := w.conduct.AddReviewer(w.ctx, w.study.ID, typed); !w.did(err) {
		return false
	}
	w.draft.Handing.who = conduct.Contact{}
	return true
}

// addForgotten adds a reviewer who was typed and not added, so that nobody is left out of the hand-out.
func (w *Wizard) addForgotten() bool {
	who := w.draft.Handing.who
	return who.Name == "" && who.Email == "" || w.addReviewer()
}

// handOutAs carries out what was decided: first who rates what, then the folders.
func (w *Wizard) handOutAs(ctx context.Context, accept string, report job.Report) (conduct.HandedOut, error) {
	h := w.draft.Handing
	o := conduct.HandOutOptions{Accept: accept, Calibration: h.Calibration, Passphrase: h.Passphrase, KeyHolder: h.Holder}
	o.Repeats = countOf(h.Repeats, mostTwice)
	each := countOf(h.Each, mostEach)
	if h.Apart || h.Orders || each > 0 {
		contacts, err := w.conduct.Contacts(ctx, w.study.ID)
		if err != nil {
			return conduct.HandedOut{}, err
		}
		for _, who := range contacts {
			if who.ID != h.Holder {
				o.Reviewers = append(o.Reviewers, who.ID)
			}
		}
		o.Orders = h.Orders
	}
	if _, err := w.conduct.PlanOverlap(ctx, w.ref, conduct.Overlap{Each: each, Reviewers: o.Reviewers}); err != nil {
		return conduct.HandedOut{}, err
	}
	return w.conduct.HandOutTo(ctx, w.ref, o, report)
}

// countOf reads a whole number up to a bound; what is none counts as 0.
func countOf(text string, most int) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return 0
	}
	return min(n, most)
}
