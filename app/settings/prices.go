package settings

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// priceColumns are the shares of the columns of the price list.
var priceColumns = []float32{5, 3, 3, 3, 6}

// pricesPart shows the price list and takes lines of the person's own.
func (p *Page) pricesPart() fyne.CanvasObject {
	lines, made, err := p.conduct.PriceLines(context.Background())
	if err != nil {
		p.host.Fault(err)
	}
	head := widgets.Grid(priceColumns)
	for _, key := range []string{"settings.prices.model", "settings.prices.input", "settings.prices.output", "settings.prices.from", "settings.prices.source"} {
		head.Add(widgets.Strong(p.t(key)))
	}
	list := widgets.NewList(func() int { return len(lines) },
		func() fyne.CanvasObject {
			row := widgets.Grid(priceColumns)
			for range priceColumns {
				row.Add(widgets.Cut(""))
			}
			return row
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			for c, text := range p.priceCells(lines[i]) {
				o.(*fyne.Container).Objects[c].(*widget.Label).SetText(text)
			}
		})
	doubtful := p.doubtful()
	about := widgets.Text(p.t("settings.prices.about", "made", made))
	if len(lines) == 0 {
		return widgets.Column(about, widgets.Note(widgets.SignalInfo, p.t("settings.prices.none")), p.priceForm(), doubtful)
	}
	return widgets.Filled(1, about, widgets.Flush(widgets.Filled(1, widgets.On(widgets.ColorQuiet, head), list)), p.priceForm(), doubtful)
}

// priceCells are the cells of a line: model, input and output for a million tokens, days, source.
func (p *Page) priceCells(l ledger.Price) []string {
	days := l.From
	if l.To != "" {
		days += " – " + l.To
	}
	money := func(a ledger.Amount) string {
		return p.host.Words().Quantity(ledger.Money{Micros: int64(a), Currency: l.Currency})
	}
	return []string{l.Model, money(l.Input), money(l.Output), days, l.Source}
}

// priceForm takes a line of the person's own.
func (p *Page) priceForm() fyne.CanvasObject {
	field := func(key string) *widgets.Field {
		e := widgets.NewField()
		e.SetPlaceHolder(p.t(key))
		return e
	}
	model, input, output, source := field("settings.prices.model"), field("settings.prices.input"), field("settings.prices.output"), field("settings.prices.source")
	add := widgets.NewButton(p.t("settings.prices.add"), func() {
		line, err := p.readPrice(model.Text, input.Text, output.Text, source.Text)
		if err == nil {
			_, err = p.conduct.AddPrice(context.Background(), line)
		}
		if err != nil {
			p.host.Fault(err)
			return
		}
		p.tabs.Again("prices")
		p.host.Say(p.t("settings.prices.added", "model", line.Model))
	})
	return widgets.Column(widgets.Bold(p.t("settings.prices.own")),
		widgets.Flush(widgets.Grid([]float32{4, 3, 3, 6, 3}, model, input, output, source, add)))
}

// readPrice reads a line. Amounts have a currency («2,50 EUR»); both must have the same. Problem: settings.not-a-number.
func (p *Page) readPrice(model, input, output, source string) (ledger.Price, error) {
	in, errIn := readMoney(strings.TrimSpace(input))
	out, errOut := readMoney(strings.TrimSpace(output))
	switch {
	case errIn != nil:
		return ledger.Price{}, notANumber(input, p.t("settings.prices.input"))
	case errOut != nil || out.Currency != in.Currency:
		return ledger.Price{}, notANumber(output, p.t("settings.prices.output"))
	}
	line := ledger.Price{Model: strings.TrimSpace(model), Currency: in.Currency, Source: strings.TrimSpace(source)}
	line.Input, line.Output = ledger.Amount(in.Micros), ledger.Amount(out.Micros)
	line.Cached, line.Written = study.Maybe[ledger.Amount]{}, study.Maybe[ledger.Amount]{}
	return line, nil
}
