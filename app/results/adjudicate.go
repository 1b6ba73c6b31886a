package results

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Adjudicator keeps what reviewers agree on where their categories differ.
type Adjudicator interface {
	Study(ctx context.Context, id string) (study.Study, error)
	Test(ctx context.Context, ref conduct.Ref) (study.Test, error)
	Adjudication(ctx context.Context, ref conduct.Ref) ([]conduct.Adjudicated, error)
	Adjudicate(ctx context.Context, ref conduct.Ref, a conduct.Agreement) error
	TakeBackConsensus(ctx context.Context, ref conduct.Ref, code study.Code) error
}

// adjudication is the screen on which a consensus is kept.
type adjudication struct {
	conduct Adjudicator
	host    Host
	ref     conduct.Ref
	words   *lang.Catalogue
	show    Show
	back    func()

	name   string
	closed bool // the test is unblinded: nothing can be agreed blindly any more
	all    []conduct.Adjudicated
	list   *widgets.List
	room   *fyne.Container
}

// OpenAdjudication reads what reviewers said of each answer's category and shows where they differ. back leads away.
func OpenAdjudication(c Adjudicator, h Host, ref conduct.Ref, show Show, back func()) {
	a := &adjudication{conduct: c, host: h, ref: ref, words: h.Words(), show: show, back: back}
	h.Start(host.Job{
		Title: a.t("result.next.adjudication"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			s, err := c.Study(ctx, ref.Study)
			if err != nil {
				return err
			}
			a.name = s.Name
			t, err := c.Test(ctx, ref)
			if err != nil {
				return err
			}
			a.closed = t.State == study.Unblinded
			a.all, err = c.Adjudication(ctx, ref)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				screen := a.draw()
				show(screen, a.name, a.list)
			}
		},
	})
}

func (a *adjudication) t(key string, args ...any) string { return a.words.T(key, args...) }

// draw stands the answers beside the chosen one; those on which reviewers differ go first in the keyboard's way.
func (a *adjudication) draw() fyne.CanvasObject {
	a.room = container.NewStack()
	a.list = widgets.NewList(func() int { return len(a.all) },
		func() fyne.CanvasObject { return widgets.NewLightRow() },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			signal, state := a.stateOf(a.all[i])
			o.(*widgets.LightRow).Set(signal, a.t("report.column.code")+" "+string(a.all[i].Code), state)
		})
	a.list.OnSelected = func(i widget.ListItemID) {
		a.room.Objects = []fyne.CanvasObject{widgets.NewScroll(a.answer(a.all[i]))}
		a.room.Refresh()
	}
	about := a.t("result.adjudicate.about")
	switch {
	case len(a.all) == 0:
		about = a.t("result.no-gold")
	case a.closed:
		about += " " + a.t("result.adjudicate.closed")
	}
	head := widgets.Column(widgets.Text(about), widgets.Row(widgets.NewIconButton(a.t("result.return"), theme.NavigateBackIcon(), a.back)))
	for i := range a.all {
		if a.all[i].Differ || i == len(a.all)-1 {
			a.list.Select(i)
			break
		}
	}
	return framed(a.t("result.next.adjudication"), head, widgets.Beside(0.32, widgets.Flush(a.list), a.room))
}

// stateOf says how far reviewers are of one mind on an answer.
func (a *adjudication) stateOf(one conduct.Adjudicated) (widgets.Signal, string) {
	category, agreed := one.Agreed.Get()
	switch {
	case agreed:
		return widgets.SignalGo, a.t("result.agreed") + ": " + a.t("category."+string(category))
	case one.Differ:
		return widgets.SignalWait, a.t("result.adjudicate.differ")
	case len(one.Verdicts) == 0:
		return widgets.SignalOff, a.words.Absence(study.Missing)
	}
	return widgets.SignalInfo, a.t("result.adjudicate.alike", "category", a.t("category."+string(one.Verdicts[0].Category)))
}

// answer shows who gave which category, what was agreed on, and the form that keeps a consensus.
func (a *adjudication) answer(one conduct.Adjudicated) fyne.CanvasObject {
	_, state := a.stateOf(one)
	box := widgets.Column(widgets.Strong(a.t("report.column.code")+" "+string(one.Code)), widgets.Text(state))
	for _, v := range one.Verdicts {
		box.Add(widgets.Entry(widgets.Wide(raterWidth, widgets.Strong(v.Reviewer)), widgets.Text(a.t("category."+string(v.Category)))))
	}
	if one.Agreed.IsKnown() {
		box.Add(widgets.Entry(widgets.Wide(raterWidth, widgets.Strong(strings.Join(one.By, ", "))), widgets.Text(one.Reason)))
		if !a.closed {
			box.Add(widgets.Row(widgets.NewButton(a.t("result.adjudicate.take-back"), func() {
				a.do(func(ctx context.Context) error { return a.conduct.TakeBackConsensus(ctx, a.ref, one.Code) })
			})))
		}
	}
	if one.Differ && !a.closed {
		a.addForm(box, one)
	}
	return box
}

// addForm asks for the category, who agreed on it and why.
func (a *adjudication) addForm(box *fyne.Container, one conduct.Adjudicated) {
	var names []string
	for _, c := range study.Categories() {
		names = append(names, a.t("category."+string(c)))
	}
	category := widgets.NewChoice(study.Categories(), names)
	if c, ok := one.Agreed.Get(); ok {
		category.Choose(c)
	}
	var who []*widget.Check
	row := make([]fyne.CanvasObject, len(one.Verdicts))
	for i, v := range one.Verdicts {
		check := widget.NewCheck(v.Reviewer, nil)
		check.Checked = true
		who, row[i] = append(who, check), check
	}
	reason := widgets.NewPaper(3)
	reason.SetText(one.Reason)
	keep := widgets.NewMainButton(a.t("result.adjudicate.keep"), func() {
		agreement := conduct.Agreement{Code: one.Code, Reason: strings.TrimSpace(reason.Text)}
		agreement.Category, _ = category.Value()
		for _, check := range who {
			if check.Checked {
				agreement.By = append(agreement.By, check.Text)
			}
		}
		a.do(func(ctx context.Context) error { return a.conduct.Adjudicate(ctx, a.ref, agreement) })
	})
	box.Add(widgets.Strong(a.t("result.adjudicate.category")))
	box.Add(widgets.Flush(category))
	box.Add(widgets.Strong(a.t("result.adjudicate.by")))
	box.Add(widgets.Row(row...))
	box.Add(widgets.Strong(a.t("result.adjudicate.reason")))
	box.Add(widgets.Flush(reason))
	box.Add(widgets.Row(keep))
}

// do changes something and shows the screen anew.
func (a *adjudication) do(change func(ctx context.Context) error) {
	a.host.Start(host.Job{
		Title: a.t("result.next.adjudication"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error { return change(ctx) },
		After: func(end job.End) {
			if end == job.Done {
				OpenAdjudication(a.conduct, a.host, a.ref, a.show, a.back)
			}
		},
	})
}
