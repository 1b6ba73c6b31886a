package wizard

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// blindingPage blinds the answers, shows each before and after, and writes the blind folder.
func (w *Wizard) blindingPage() fyne.CanvasObject {
	if usable(w.view.answers) < 2 {
		return explanation(w.t("wizard.needs-answers"))
	}
	ctx := context.Background()
	names := widget.NewEntry()
	names.SetPlaceHolder(w.t("wizard.blinding.names.example"))
	if known, err := w.conduct.Persons(ctx, w.study.ID); err == nil {
		names.SetText(strings.Join(known, ", "))
	}
	blind := widget.NewButton(w.t("wizard.blinding.blind"), func() {
		options := conduct.BlindOptions{Names: splitNames(names.Text)}
		w.host.Start(w.t("step.blind"), func(ctx context.Context, report job.Report) error {
			return w.conduct.Blind(ctx, w.ref, options, report)
		}, w.again)
	})
	hand := widget.NewButton(w.t("wizard.blinding.hand-out"), func() { w.handOut("") })
	hand.Importance = widget.HighImportance
	open := widget.NewButton(w.t("wizard.open-folder"), func() { w.openTest() })
	blinded, err := w.conduct.Blinded(ctx, w.ref)
	if err != nil {
		w.host.Fault(err)
	}
	if len(blinded) == 0 {
		hand.Disable()
	}
	if w.view.test.State != study.Collecting {
		blind.Disable()
		hand.Disable()
		names.Disable()
	}
	top := container.NewVBox(
		widget.NewForm(widget.NewFormItem(w.t("wizard.blinding.names"), names)),
		container.NewHBox(blind, hand, open))
	return container.NewBorder(top, nil, nil, nil, w.beforeAfter(blinded))
}

// splitNames reads names separated by commas or semicolons.
func splitNames(text string) []string {
	var names []string
	for _, n := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		if n = strings.TrimSpace(n); n != "" {
			names = append(names, n)
		}
	}
	return names
}

// handOut writes the blind folder; what the leak audit finds is shown, and may be accepted with a reason.
func (w *Wizard) handOut(accept string) {
	var found error
	w.host.Start(w.t("step.hand-out"), func(ctx context.Context, report job.Report) error {
		_, err := w.conduct.HandOut(ctx, w.ref, accept, report)
		if err != nil && accept == "" && isLeak(err) {
			found = err
			return nil
		}
		return err
	}, func() {
		if found != nil {
			w.askToAccept(found)
			return
		}
		w.again()
		w.openTest()
	})
}

// isLeak tells whether the leak audit stopped the hand-out.
func isLeak(err error) bool {
	for _, p := range study.Problems(err) {
		if strings.HasPrefix(p.ID, "handout.leak-") {
			return true
		}
	}
	return false
}

// askToAccept shows what the leak audit found and hands out only on the person's word.
func (w *Wizard) askToAccept(found error) {
	text := w.t("wizard.blinding.leaks") + "\n" + w.host.Words().Error(found)
	w.host.Confirm(text, w.t("wizard.blinding.accept"), func() { w.handOut(w.t("wizard.blinding.accepted-in-window")) })
}

// openTest opens the folder of the test.
func (w *Wizard) openTest() {
	dir, err := w.conduct.TestFolder(w.ref)
	if err != nil {
		w.host.Fault(err)
		return
	}
	w.host.OpenFolder(dir)
}

// beforeAfter shows one answer at a time as it came and as raters get it.
func (w *Wizard) beforeAfter(blinded []conduct.BlindedText) fyne.CanvasObject {
	if len(blinded) == 0 {
		return explanation(w.t("wizard.blinding.none-yet"))
	}
	before, after := widgets.NewTextView(""), widgets.NewTextView("")
	codes := make([]string, len(blinded))
	for i, b := range blinded {
		codes[i] = string(b.Code)
	}
	what := widget.NewLabel("")
	what.Wrapping = fyne.TextWrapWord
	choose := widget.NewRadioGroup(codes, nil)
	choose.Horizontal = true
	choose.Required = true
	choose.OnChanged = func(code string) {
		for _, b := range blinded {
			if string(b.Code) == code {
				before.SetText(b.Before)
				after.SetText(b.After)
				what.SetText(w.t("wizard.blinding.rules", "rules", strings.Join(b.Rules, ", "), "replaced", b.Replaced))
			}
		}
	}
	choose.SetSelected(codes[0])
	columns := container.NewGridWithColumns(2,
		container.NewBorder(bold(w.t("wizard.blinding.before")), nil, nil, nil, before),
		container.NewBorder(bold(w.t("wizard.blinding.after")), nil, nil, nil, after))
	return container.NewBorder(container.NewVBox(choose, what), nil, nil, nil, columns)
}
