package wizard

import (
	"context"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/llm"
)

// modelForm asks which model is to be asked.
type modelForm struct {
	provider *widgets.Choice[string]
	model    *widgets.Field
	root     fyne.CanvasObject

	batch   *widgets.Check // requests go together, cheaper and slower; shown where provider and request allow it
	batches *fyne.Container
	can     map[string]bool // providers that take batches
	allowed bool            // what is asked can go into one
}

// newModelForm makes the form; where no provider is configured it leads to the settings instead, and is nil.
func (w *Wizard) newModelForm() (*modelForm, fyne.CanvasObject) {
	list, err := w.conduct.Providers(w.ctx)
	if err != nil {
		w.host.Fault(err)
	}
	if len(list) == 0 {
		return nil, widgets.Note(widgets.SignalWait, w.t("wizard.model.none"),
			widgets.Row(widgets.NewMainButton(w.t("wizard.model.settings"), w.host.ShowProviders)))
	}
	names, words := make([]string, len(list)), make([]string, len(list))
	models := make(map[string]string)
	for i, p := range list {
		names[i], words[i] = p.Name, p.Name+" · "+p.Model
		models[p.Name] = p.Model
	}
	f := &modelForm{provider: widgets.NewChoice(names, words), model: widgets.NewField(), can: make(map[string]bool)}
	for _, p := range list {
		f.can[p.Name] = w.conduct.CanBatch(p)
	}
	f.batch = widgets.NewCheck(w.t("wizard.batch"), nil)
	f.batches = widgets.Tight(f.batch, widgets.Small(w.t("wizard.batch.about")))
	f.batches.Hide()
	f.provider.OnChanged = func(string) {
		name, _ := f.provider.Value()
		w.draft.Provider = name
		f.model.SetPlaceHolder(models[name])
		f.allowBatch(f.allowed)
	}
	f.provider.Choose(names[0])
	f.provider.Choose(w.draft.Provider)
	if _, ok := f.provider.Value(); !ok {
		f.provider.Choose(names[0])
	}
	f.root = widgets.Narrow(60, widgets.Flush(widget.NewForm(
		widget.NewFormItem(w.t("wizard.model.provider"), f.provider),
		widget.NewFormItem(w.t("settings.ai.model"), f.model))))
	return f, f.root
}

// allowBatch offers a batch where the provider takes them and what is asked can go into one.
func (f *modelForm) allowBatch(allowed bool) {
	f.allowed = allowed
	name, _ := f.provider.Value()
	if allowed && f.can[name] {
		f.batches.Show()
		return
	}
	f.batch.SetChecked(false)
	f.batches.Hide()
}

// chosen are provider and model as chosen; a model of "" is the one that is configured.
func (f *modelForm) chosen() (provider, model string) {
	provider, _ = f.provider.Value()
	return provider, strings.TrimSpace(f.model.Text)
}

// paid is work that sends requests to a provider: what it will need is said before anything is sent.
type paid struct {
	title    string
	about    func() string // whole sentences beside the estimate: what leaves the computer
	forecast func(ctx context.Context, report job.Report) (llm.Forecast, error)
	or       string // another way out of the question; "" for none
	orThen   func()
	send     func(terms conduct.Terms)
}

// askToPay estimates, asks, and then sends. A price that is not known is accepted by the same word, since the question
// says so.
func (w *Wizard) askToPay(p paid) {
	var f llm.Forecast
	w.host.Start(host.Job{
		Title: w.t("wizard.model.estimating"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			f, err = p.forecast(ctx, report)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				w.host.Ask(host.Question{Title: p.title, Text: w.estimate(f) + "\n\n" + p.about(), Yes: w.t("wizard.model.send"), Or: p.or, OrThen: p.orThen,
					Then: func() { p.send(conduct.Terms{UnknownPrice: len(f.Unknown) > 0}) }})
			}
		},
	})
}

// estimate says how many requests are sent and what they are likely to cost at most.
func (w *Wizard) estimate(f llm.Forecast) string {
	words := w.host.Words()
	lines := []string{words.N("wizard.model.requests", f.Send)}
	if f.Kept > 0 {
		lines = append(lines, words.N("wizard.model.kept", f.Kept))
	}
	if len(f.Open) > 0 {
		lines = append(lines, words.N("wizard.model.open", len(f.Open)))
	}
	switch cost, known := f.Cost.Get(); {
	case !known:
		lines = append(lines, w.t("wizard.model.cost-unknown", "models", strings.Join(f.Unknown, ", ")))
	case cost.Micros == 0:
		lines = append(lines, w.t("wizard.model.cost-none"))
	default:
		lines = append(lines, w.t("wizard.model.cost", "cost", cost.String()))
	}
	return strings.Join(lines, "\n")
}

// countIn reads a whole number from a field; what is none counts as the least.
func countIn(e *widgets.Field, least, most int) int {
	n, err := strconv.Atoi(strings.TrimSpace(e.Text))
	if err != nil {
		return least
	}
	return min(most, max(least, n))
}
