package wizard

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
)

// reviewPart lists what was replaced, what is doubtful and what the person decided, and takes decisions.
func (w *Wizard) reviewPart() fyne.CanvasObject {
	return w.looked("wizard.review.job-list", func(ctx context.Context) (func() fyne.CanvasObject, error) {
		r, err := w.conduct.Review(ctx, w.ref)
		return func() fyne.CanvasObject { return w.reviewShown(r) }, err
	})
}

// looked shows what has to be looked up first, beside the window: a text until it is there.
func (w *Wizard) looked(title string, look func(ctx context.Context) (draw func() fyne.CanvasObject, err error)) fyne.CanvasObject {
	room := container.NewStack(widgets.Column(widgets.Text(w.t("wizard.looking"))))
	var draw func() fyne.CanvasObject
	w.host.Start(host.Job{
		Title: w.t(title), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			draw, err = look(ctx)
			return err
		},
		After: func(end job.End) {
			shown := fyne.CanvasObject(widgets.Column(widgets.Text(w.t("wizard.not-looked"))))
			if end == job.Done {
				shown = draw()
			}
			room.Objects = []fyne.CanvasObject{shown}
			room.Refresh()
		},
	})
	return room
}

// reviewShown shows the list with what can be decided about the chosen line.
func (w *Wizard) reviewShown(r conduct.Review) fyne.CanvasObject {
	about := w.t("wizard.review.about")
	if r.Fixed {
		about = w.t("cli.review.fixed")
	} else if n := len(r.Doubts); n > 0 {
		about += " " + w.host.Words().N("wizard.review.doubts", n)
	}
	rows := w.reviewRows(r)
	if len(rows) == 0 {
		rows = []reviewRow{{title: w.t("cli.review.nothing"), signal: widgets.SignalInfo}}
	}
	actions := container.NewStack(w.reviewActions(r, reviewRow{}))
	list := reviewList(rows, func(one reviewRow) {
		actions.Objects = []fyne.CanvasObject{w.reviewActions(r, one)}
		actions.Refresh()
	})
	return widgets.Filled(1, widgets.Text(about), widgets.Flush(widgets.Beside(0.6, list, widgets.NewScroll(actions))))
}

// reviewRow is one line of the review list.
type reviewRow struct {
	signal  widgets.Signal
	title   string
	text    string
	surface string // that decisions are about; "" for none
	whole   string // a long surface in full
	decided bool   // the person's own decision, that can be taken back
	stands  string // the placeholder that stands there; "" for none
	machine bool   // names an assistant or who makes it, never a person
}

// reviewRows lists doubts first, then decisions, then what was replaced.
func (w *Wizard) reviewRows(r conduct.Review) []reviewRow {
	var rows []reviewRow
	for _, d := range r.Doubts {
		where := string(d.Code)
		if where == "" {
			where = w.t("cli.review.beside")
		}
		rows = append(rows, reviewRow{signal: widgets.SignalWait, title: short(d.Surface), surface: d.Surface, whole: d.Surface, stands: d.Placeholder,
			machine: d.Reason == "assistant-named" || d.Reason == "product-name",
			text:    where + " · " + w.t("blinding.review."+d.Reason)})
	}
	for _, d := range r.Corrections {
		text := w.t("blinding.kind." + strings.ToLower(d.Kind))
		switch {
		case d.Keeps():
			text = w.t("cli.review.kept")
		case d.Placeholder != "":
			text = d.Placeholder
		}
		rows = append(rows, reviewRow{signal: widgets.SignalGo, title: short(d.Surface), surface: d.Surface, whole: d.Surface, decided: true,
			text: w.t("wizard.review.decided", "what", text)})
	}
	for _, one := range r.Replacements {
		rows = append(rows, reviewRow{signal: widgets.SignalInfo, title: one.Placeholder + "  " + short(strings.Join(one.Surfaces, " · ")),
			surface: one.Surfaces[0], whole: strings.Join(one.Surfaces, "\n"), stands: one.Placeholder,
			text: w.host.Words().N("cli.review.places", one.Places) + " · " + w.whereOf(one)})
	}
	return rows
}

// whereOf names the answers in which a replacement stands.
func (w *Wizard) whereOf(r conduct.Replacement) string {
	var where []string
	for _, code := range r.Codes {
		where = append(where, string(code))
	}
	if r.Beside {
		where = append(where, w.t("cli.review.beside"))
	}
	return strings.Join(where, ", ")
}

// longestShown is how many characters of a surface a line shows.
const longestShown = 80

// short is a surface on one line.
func short(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > longestShown {
		return string(runes[:longestShown-1]) + "…"
	}
	return string(runes)
}

// reviewList shows the lines and tells which one was chosen.
func reviewList(rows []reviewRow, chosen func(reviewRow)) *widget.List {
	list := widget.NewList(func() int { return len(rows) },
		func() fyne.CanvasObject { return widgets.NewLightRow() },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			o.(*widgets.LightRow).Set(rows[i].signal, rows[i].title, rows[i].text)
		})
	list.OnSelected = func(i widget.ListItemID) { chosen(rows[i]) }
	return list
}

// reviewActions shows a line in full with what can be decided about it, and below a form for something that was
// overlooked.
func (w *Wizard) reviewActions(r conduct.Review, one reviewRow) fyne.CanvasObject {
	column := widgets.Column()
	if one.surface != "" {
		column.Add(widgets.Strong(one.whole))
		column.Add(widgets.Text(one.text))
		if !r.Fixed {
			column.Add(widgets.Row(w.decisionsOn(one)...))
		}
	} else {
		column.Add(widgets.Text(w.t("wizard.review.choose")))
	}
	if r.Fixed {
		return column
	}
	surface := widgets.NewField()
	surface.SetPlaceHolder(w.t("wizard.review.surface"))
	if one.stands == "" {
		surface.SetText(one.surface)
	}
	how := w.howToReplace(r)
	if one.machine {
		how.Choose(manner{kind: organisation})
	}
	column.Add(widgets.Bold(w.t("wizard.review.add")))
	column.Add(widgets.Flush(surface))
	column.Add(widgets.Flush(how))
	column.Add(widgets.Row(widgets.NewButton(w.t("wizard.review.replace"), func() {
		kind, as := "", ""
		if v, ok := how.Value(); ok {
			kind, as = v.kind, v.as
		}
		w.correct(func(ctx context.Context) (conduct.Corrected, error) {
			return w.conduct.Replace(ctx, w.ref, surface.Text, kind, as)
		})
	})))
	return column
}

// decisionsOn are the buttons for one line.
func (w *Wizard) decisionsOn(one reviewRow) []fyne.CanvasObject {
	if one.decided {
		return []fyne.CanvasObject{widgets.NewButton(w.t("wizard.review.forget"), func() {
			w.correct(func(ctx context.Context) (conduct.Corrected, error) { return w.conduct.Forget(ctx, w.ref, one.surface) })
		})}
	}
	return []fyne.CanvasObject{widgets.NewButton(w.t("wizard.review.keep"), func() {
		w.correct(func(ctx context.Context) (conduct.Corrected, error) { return w.conduct.Keep(ctx, w.ref, one.surface) })
	})}
}

// organisation is the kind of placeholder that is proposed for an assistant or who makes it: readers would take a person
// for one who has a part in the facts.
const organisation = "ORG"

// manner is how something is replaced: by a placeholder of its own of a kind, or by one that is there.
type manner struct{ kind, as string }

// howToReplace offers the kinds of placeholders, and those that are there.
func (w *Wizard) howToReplace(r conduct.Review) *widgets.Choice[manner] {
	var values []manner
	var words []string
	for _, kind := range w.conduct.PlaceholderKinds() {
		values = append(values, manner{kind: kind})
		words = append(words, w.t("blinding.kind."+strings.ToLower(kind)))
	}
	for _, one := range r.Replacements {
		name := strings.Trim(one.Placeholder, "[]")
		values = append(values, manner{as: name})
		words = append(words, w.t("wizard.review.same-as", "placeholder", one.Placeholder, "surface", short(one.Surfaces[0])))
	}
	choice := widgets.NewChoice(values, words)
	if len(values) > 0 {
		choice.Choose(values[0])
	}
	return choice
}

// correct takes a decision, blinds again and says what came of it.
func (w *Wizard) correct(do func(ctx context.Context) (conduct.Corrected, error)) {
	var done conduct.Corrected
	w.start(host.Job{
		Title: w.t("wizard.review.job"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			done, err = do(ctx)
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			w.again()
			w.host.Say(w.host.Words().N("wizard.review.done", done.Places))
		},
	})
}
