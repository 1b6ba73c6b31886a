package wizard

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// mendAI takes provider, model and key, and tests them, without leaving the page.
func (w *Wizard) mendAI() fyne.CanvasObject {
	kinds := slices.DeleteFunc(llm.Kinds(), func(k llm.Kind) bool { return k == llm.KindReplay })
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = w.t("settings.ai.kind." + string(k))
	}
	provider := widgets.NewChoice(kinds, words)
	provider.Choose(llm.KindOpenAI)
	model, key := widgets.NewField(), widgets.NewSecret()
	model.SetPlaceHolder(w.t("settings.ai.model.example"))
	key.SetPlaceHolder(w.t("settings.ai.key.example"))
	save := func() {
		k, _ := provider.Value()
		w.saveProvider(conduct.Provider{Name: string(k), Kind: string(k), Model: strings.TrimSpace(model.Text)}, strings.TrimSpace(key.Text))
	}
	key.OnSubmitted = func(string) { save() }
	w.first = provider
	return widgets.Column(widgets.Text(w.t("wizard.ready.mend.ai.about")),
		widgets.Flush(widgets.Grid([]float32{3, 3, 3}, provider, model, key)),
		widgets.Row(widgets.NewMainButton(w.t("settings.ai.save"), save), widgets.NewButton(w.t("wizard.ready.mend.ai.more"), w.host.ShowProviders)))
}

// saveProvider keeps a provider with its key and tests both with a call that costs nothing.
func (w *Wizard) saveProvider(p conduct.Provider, key string) {
	w.start(host.Job{
		Title: w.t("settings.ai.test"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			if err := w.conduct.SaveProvider(ctx, p); err != nil {
				return err
			}
			if key != "" {
				if _, err := w.conduct.SetKey(ctx, p.Name, key); err != nil {
					return err
				}
			}
			return w.conduct.TestProvider(ctx, p.Name, false)
		},
		After: func(end job.End) {
			if end == job.Done {
				w.mending = ""
				w.host.Say(w.t("settings.ai.reached", "name", p.Name))
			}
			w.again()
		},
	})
}

// mendArea chooses an area of law that there is, or makes one.
func (w *Wizard) mendArea() fyne.CanvasObject {
	area := widget.NewSelectEntry(w.areas())
	area.SetText(w.view.kase.Area)
	area.SetPlaceHolder(w.t("field.area.example"))
	keep := func() {
		_, err := w.conduct.EditCase(w.ctx, w.view.kase.ID, func(k *study.Case) { k.Area = strings.TrimSpace(area.Text) })
		if !w.did(err) {
			return
		}
		w.mending = ""
		w.again()
	}
	area.OnSubmitted = func(string) { keep() }
	w.first = area
	return widgets.Column(widgets.Text(w.t("wizard.ready.mend.area.about")), widgets.Flush(area),
		widgets.Row(widgets.NewMainButton(w.t("wizard.ready.mend.keep"), keep)))
}

// areas lists the areas of law of all cases.
func (w *Wizard) areas() []string {
	cases, err := w.conduct.Cases(w.ctx, "")
	if err != nil {
		w.host.Fault(err)
	}
	var list []string
	for _, k := range cases {
		if k.Area != "" && !slices.Contains(list, k.Area) {
			list = append(list, k.Area)
		}
	}
	slices.Sort(list)
	return list
}

// mendGold adds expert documents.
func (w *Wizard) mendGold() fyne.CanvasObject {
	add := widgets.NewMainButton(w.t("wizard.gold.add"), func() { w.host.ChooseFiles(conduct.KindDocument, w.takeGold) })
	w.first = add
	return widgets.Column(widgets.Text(w.t("wizard.ready.mend.gold.about")),
		widgets.Row(add, widgets.NewButton(w.t("wizard.open-folder"), w.openGold), widgets.NewButton(w.t("wizard.gold"), func() { w.Show("gold") })))
}

// mendAnswers takes answers in; what was read is shown on their page.
func (w *Wizard) mendAnswers() fyne.CanvasObject {
	take := func(files []conduct.File) {
		w.Show("answers")
		w.takeAnswers(files)
	}
	add := widgets.NewMainButton(w.t("wizard.answers.add"), func() { w.host.ChooseFiles(conduct.KindTable, take) })
	w.first = add
	return widgets.Column(widgets.Text(w.t("wizard.ready.mend.answers.about")),
		widgets.Row(add, widgets.NewButton(w.t("wizard.asking.open"), func() {
			w.Show("answers")
			w.setAsking(true)
		}), widgets.NewButton(w.t("wizard.answers"), func() { w.Show("answers") })))
}
