package settings

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// aiPart lists the providers of models and lets one be added, changed and tested.
func (p *Page) aiPart() fyne.CanvasObject {
	list, err := p.conduct.Providers(context.Background())
	if err != nil {
		p.host.Fault(err)
	}
	room := container.NewStack()
	show := func(o fyne.CanvasObject) {
		room.Objects = []fyne.CanvasObject{widgets.NewScroll(o)}
		room.Refresh()
	}
	names := make([]string, len(list))
	words := make([]string, len(list))
	for i, one := range list {
		names[i], words[i] = one.Name, one.Name+" · "+one.Model
	}
	choose := widgets.NewChoice(names, words)
	choose.PlaceHolder = p.t("settings.ai.choose")
	choose.OnChanged = func(string) {
		if name, ok := choose.Value(); ok {
			p.chosen = name
			i := slices.Index(names, name)
			show(p.providerShown(list[i], false))
		}
	}
	add := widgets.NewButton(p.t("settings.ai.add"), func() {
		p.chosen = ""
		choose.ClearSelected()
		show(p.providerShown(conduct.Provider{Kind: string(llm.KindOpenAI)}, true))
	})
	top := widgets.Column(widgets.Text(p.t("settings.ai.about")))
	if len(list) > 0 {
		top.Add(widgets.Row(widgets.Wide(24, choose), add))
	} else {
		add.Importance = widget.HighImportance
		top.Add(widgets.Note(widgets.SignalInfo, p.t("settings.ai.none"), widgets.Row(add)))
	}
	if slices.Contains(names, p.chosen) {
		choose.Choose(p.chosen)
	} else if len(names) > 0 {
		choose.Choose(names[0])
	}
	return widgets.Filled(1, top, widgets.Tall(bodyLines, room))
}

// again draws the part with the providers anew.
func (p *Page) again() { p.tabs.Again("ai") }

// providerForm are the fields of a provider.
type providerForm struct {
	kind                                    *widgets.Choice[string]
	name, model, url, key, tokens, cap, per *widgets.Field
	temperature                             *widgets.Field
	confirmed                               *widgets.Check
}

// providerShown is the form of a provider, its key, and what can be done with it.
func (p *Page) providerShown(one conduct.Provider, fresh bool) fyne.CanvasObject {
	f := p.newForm(one, fresh)
	form := widget.NewForm(
		widget.NewFormItem(p.t("settings.ai.kind"), f.kind),
		widget.NewFormItem(p.t("settings.ai.name"), f.name),
		widget.NewFormItem(p.t("settings.ai.model"), f.model),
		widget.NewFormItem(p.t("settings.ai.url"), f.url),
		widget.NewFormItem(p.t("settings.ai.key"), f.key),
		widget.NewFormItem(p.t("settings.ai.temperature"), f.temperature),
		widget.NewFormItem(p.t("settings.ai.tokens"), f.tokens),
		widget.NewFormItem(p.t("settings.ai.per-minute"), f.per),
		widget.NewFormItem(p.t("settings.ai.cap"), f.cap),
	)
	buttons := []fyne.CanvasObject{widgets.NewMainButton(p.t("settings.ai.save"), func() { p.save(one, f) })}
	if !fresh {
		buttons = append(buttons,
			widgets.NewButton(p.t("settings.ai.ask"), func() { p.test(one.Name, true) }),
			widgets.NewButton(p.t("settings.ai.remove"), func() { p.askToRemove(one.Name) }))
	}
	column := widgets.Column(widgets.Narrow(60, widgets.Flush(form)), widgets.Flush(f.confirmed), p.keyState(one, fresh))
	column.Add(widgets.Row(buttons...))
	if !fresh {
		column.Add(p.passphrase())
	}
	return column
}

func (p *Page) newForm(one conduct.Provider, fresh bool) *providerForm {
	entry := func(text, example string) *widgets.Field {
		e := widgets.NewField()
		e.SetText(text)
		e.SetPlaceHolder(example)
		return e
	}
	kinds := llm.Kinds()
	values, words := make([]string, len(kinds)), make([]string, len(kinds))
	for i, k := range kinds {
		values[i], words[i] = string(k), p.t("settings.ai.kind."+string(k))
	}
	f := &providerForm{kind: widgets.NewChoice(values, words),
		name: entry(one.Name, p.t("settings.ai.name.example")), model: entry(one.Model, p.t("settings.ai.model.example")),
		url: entry(one.BaseURL, p.t("settings.ai.url.example")), key: widgets.NewSecret(),
		tokens: entry(number(one.Settings.MaxTokens), p.t("settings.ai.by-program")), per: entry(number(one.Limits.PerMinute), p.t("settings.ai.by-program")),
		cap: entry("", p.t("settings.ai.cap.example")), temperature: entry("", p.t("settings.ai.by-program")),
		confirmed: widgets.NewCheck(p.t("settings.ai.confirmed"), nil)}
	f.key.SetPlaceHolder(p.t("settings.ai.key.example"))
	f.kind.Choose(one.Kind)
	f.confirmed.SetChecked(one.Confirmed)
	if limit, ok := one.Cap.Get(); ok {
		f.cap.SetText(p.host.Words().Quantity(limit))
	}
	if t, ok := one.Settings.Temperature.Get(); ok {
		f.temperature.SetText(strconv.FormatFloat(t, 'g', -1, 64))
	}
	if !fresh {
		f.name.Disable()
	}
	return f
}

// number is a count as text; 0 leaves the field empty, since the program chooses then.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// read gives the provider as the fields say. Problems: settings.not-a-number (Args: value, field).
func (p *Page) read(one conduct.Provider, f *providerForm) (conduct.Provider, error) {
	one.Kind, _ = f.kind.Value()
	one.Name, one.Model, one.BaseURL, one.Confirmed = f.name.Text, f.model.Text, f.url.Text, f.confirmed.Checked
	var list []*study.Problem
	count := func(e *widgets.Field, field string, to *int) {
		text := strings.TrimSpace(e.Text)
		n, err := strconv.Atoi(text)
		if text != "" && err != nil {
			list = append(list, notANumber(text, p.t(field)))
		}
		*to = n
	}
	count(f.tokens, "settings.ai.tokens", &one.Settings.MaxTokens)
	count(f.per, "settings.ai.per-minute", &one.Limits.PerMinute)
	one.Settings.Temperature = study.Maybe[float64]{}
	if text := strings.Replace(strings.TrimSpace(f.temperature.Text), ",", ".", 1); text != "" {
		t, err := strconv.ParseFloat(text, 64)
		if err != nil {
			list = append(list, notANumber(text, p.t("settings.ai.temperature")))
		}
		one.Settings.Temperature = study.Known(t)
	}
	one.Cap = study.Maybe[ledger.Money]{}
	if text := strings.TrimSpace(f.cap.Text); text != "" {
		money, err := readMoney(text)
		if err != nil {
			list = append(list, notANumber(text, p.t("settings.ai.cap")))
		}
		one.Cap = study.Known(money)
	}
	return one, study.JoinProblems(list)
}

func notANumber(value, field string) *study.Problem {
	return &study.Problem{ID: "settings.not-a-number", Args: map[string]any{"value": value, "field": field}}
}

// readMoney reads an amount with its currency: "20 USD", "12,50 EUR".
func readMoney(text string) (ledger.Money, error) {
	amount, currency, _ := strings.Cut(text, " ")
	units, err := ledger.ParseAmount(strings.Replace(amount, ",", ".", 1))
	if err != nil {
		return ledger.Money{}, err
	}
	if currency = strings.ToUpper(strings.TrimSpace(currency)); len(currency) != 3 {
		return ledger.Money{}, strconv.ErrSyntax
	}
	return ledger.Money{Micros: int64(units), Currency: currency}, nil
}

// save keeps provider and key, then tests both with a call that costs nothing.
func (p *Page) save(one conduct.Provider, f *providerForm) {
	kept, err := p.read(one, f)
	if err != nil {
		p.host.Fault(err)
		return
	}
	key := strings.TrimSpace(f.key.Text)
	p.host.Start(host.Job{
		Title: p.t("settings.ai.save"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			if err := p.conduct.SaveProvider(ctx, kept); err != nil {
				return err
			}
			if key == "" {
				return nil
			}
			_, err := p.conduct.SetKey(ctx, strings.TrimSpace(kept.Name), key)
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			p.chosen = strings.TrimSpace(kept.Name)
			p.again()
			p.test(p.chosen, false)
		},
	})
}

// test tells whether a provider can be reached with its key; with ask the model itself is asked for a word.
func (p *Page) test(name string, ask bool) {
	p.host.Start(host.Job{
		Title: p.t("settings.ai.test"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error { return p.conduct.TestProvider(ctx, name, ask) },
		After: func(end job.End) {
			switch {
			case end != job.Done:
			case ask:
				p.host.Say(p.t("settings.ai.answered", "name", name))
			default:
				p.host.Say(p.t("settings.ai.reached", "name", name))
			}
		},
	})
}

// askToRemove removes a provider and its key on the person's word.
func (p *Page) askToRemove(name string) {
	p.host.Ask(host.Question{
		Title: p.t("settings.ai.remove"), Text: p.t("settings.ai.remove.question", "name", name), Yes: p.t("settings.ai.remove"), Careful: true,
		Then: func() {
			if err := p.conduct.RemoveProvider(context.Background(), name); err != nil {
				p.host.Fault(err)
				return
			}
			p.chosen = ""
			p.again()
		},
	})
}

// keyState says in a line whether there is a key and where it is kept, or why that can not be told. The keyring of the
// system may take its time, so it is asked beside the window.
func (p *Page) keyState(one conduct.Provider, fresh bool) fyne.CanvasObject {
	if fresh {
		return widgets.Text(p.t("settings.ai.key.where"))
	}
	room := widgets.Column(widgets.Text(p.t("wizard.looking")))
	words := p.host.Words()
	p.host.Beside(func(ctx context.Context) (func(), error) {
		tail, place, err := p.conduct.KeyShown(ctx, one.Name)
		state := words.T("settings.ai.key.kept", "tail", tail, "place", words.T("secrets.place."+string(place)))
		switch {
		case err != nil:
			state = words.Error(err)
		case place == secrets.Nowhere:
			state = words.T("settings.ai.key.none")
		}
		return func() {
			room.Objects = []fyne.CanvasObject{widgets.Text(state)}
			if err != nil {
				room.Add(widgets.Row(widgets.NewButton(p.t("app.copy-details"), func() { p.host.Copy(state + "\n\n" + err.Error()) })))
			}
			p.arrange()
		}, nil
	})
	return room
}

// passphrase asks for the passphrase of the file with the keys, for machines without a keyring.
func (p *Page) passphrase() fyne.CanvasObject {
	entry := widgets.NewSecret()
	entry.SetPlaceHolder(p.t("settings.ai.passphrase"))
	keep := func() {
		p.host.SetPassphrase(entry.Text)
		entry.SetText("")
		p.again()
		p.host.Say(p.t("settings.ai.passphrase.set"))
	}
	entry.OnSubmitted = func(string) { keep() }
	return widgets.Column(widgets.Small(p.t("settings.ai.passphrase.about")),
		widgets.Row(widgets.Wide(24, entry), widgets.NewButton(p.t("settings.ai.passphrase.use"), keep)))
}
