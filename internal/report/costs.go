package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/ledger"
)

// CostRow is what requests of one purpose to one model came to, in words.
type CostRow struct{ Purpose, Model, Requests, Tokens, Cost string }

// bill sums requests.
type bill struct {
	requests, unknown, open, unpaid int
	in, out                         int
	counted                         bool // some reply says its tokens
	sums                            []ledger.Money
}

func (b *bill) add(e ledger.Entry) {
	b.requests++
	switch e.State {
	case ledger.Open:
		b.open++
		return
	case ledger.New, ledger.Failed:
		b.unpaid++
		return
	}
	if u, ok := e.Reply.Usage.Get(); ok {
		b.in, b.out, b.counted = b.in+u.Input, b.out+u.Output, true
	}
	m, ok := e.Reply.Cost.Get()
	if !ok {
		b.unknown++
		return
	}
	if i := slices.IndexFunc(b.sums, func(s ledger.Money) bool { return s.Currency == m.Currency }); i >= 0 {
		b.sums[i].Micros += m.Micros
	} else {
		b.sums = append(b.sums, m)
	}
}

// CostRows sums the requests by purpose and model, and all of them in the last row. Amounts of different currencies
// are never added.
func (p *page) CostRows() []CostRow {
	type key struct{ purpose, model string }
	var order []key
	bills, all := map[key]*bill{}, &bill{}
	for _, e := range p.Requests {
		k := key{e.Request.Purpose, e.Request.Model}
		if bills[k] == nil {
			bills[k] = &bill{}
			order = append(order, k)
		}
		bills[k].add(e)
		all.add(e)
	}
	var rows []CostRow
	for _, k := range order {
		rows = append(rows, p.costRow(p.Purpose(k.purpose), p.Stated(k.model), bills[k]))
	}
	return append(rows, p.costRow(p.T("report.costs.total"), p.T("absence.not-applicable"), all))
}

func (p *page) costRow(purpose, model string, b *bill) CostRow {
	r := CostRow{Purpose: purpose, Model: model, Requests: strconv.Itoa(b.requests), Tokens: p.T("report.not-stated")}
	if b.counted {
		r.Tokens = p.T("report.tokens", "in", b.in, "out", b.out)
	}
	var parts []string
	slices.SortFunc(b.sums, func(x, y ledger.Money) int { return cmp.Compare(x.Currency, y.Currency) })
	for _, m := range b.sums {
		parts = append(parts, p.Money(m))
	}
	for _, more := range []struct {
		key string
		n   int
	}{{"report.costs.unknown", b.unknown}, {"report.costs.open", b.open}, {"report.costs.not-sent", b.unpaid}} {
		if more.n > 0 {
			parts = append(parts, p.N(more.key, more.n))
		}
	}
	r.Cost = strings.Join(parts, "; ")
	return r
}

// Money is an amount with four decimals, as single requests cost fractions of a cent.
func (w words) Money(m ledger.Money) string {
	return w.T("report.money", "amount", w.signed(float64(m.Micros)/1e6, 4), "currency", m.Currency)
}

// Purpose is what a request was for, in words; a purpose without a word of its own stands as it is.
func (w words) Purpose(purpose string) string {
	if key := "report.purpose." + purpose; purpose != "" && w.cat.Has(key) {
		return w.T(key)
	}
	return w.Stated(purpose)
}

// RequestView is one request in full.
type RequestView struct {
	Title        string
	Facts        []OriginRow
	System, Text string
	SameAs       string // says that the wording is that of an earlier request; then System and Text are ""
}

// RequestViews lists every request with its wording.
func (p *page) RequestViews() []RequestView {
	var all []RequestView
	first := make(map[[2]string]int)
	for i, e := range p.Requests {
		v := RequestView{Title: p.T("report.requests.title", "n", i+1, "purpose", p.Purpose(e.Request.Purpose))}
		wording := [2]string{e.Request.System, e.Request.Text}
		switch at, seen := first[wording]; {
		case e.Hash == "" && e.Request.Text == "":
			v.Text = p.T("report.request.removed")
		case seen && e.Request.Text != "": // a repetition asks the same, at length
			v.SameAs = p.T("report.request.same-text", "n", at)
		default:
			v.System, v.Text = p.withPlaceholders(e.Request.System), p.Stated(p.withPlaceholders(e.Request.Text))
			first[wording] = i + 1
		}
		add := func(name, value string) { v.Facts = append(v.Facts, OriginRow{Name: name, Value: p.Stated(value)}) }
		add(p.T("report.origin.provider"), e.Request.Provider)
		add(p.T("report.origin.model"), e.Request.Model)
		add(p.T("report.request.settings"), p.settings(e.Request))
		add(p.T("report.request.state"), p.T("report.request.state."+string(e.State)))
		add(p.T("report.request.sent"), p.Moment(e.Sent))
		if e.State == ledger.Answered {
			add(p.T("report.request.answered-by"), e.Reply.Model)
			cost := maybe(p.words, e.Reply.Cost, p.Money)
			if !e.Reply.Cost.IsKnown() {
				cost = p.T("report.costs.unpriced")
			}
			add(p.T("report.column.cost"), cost)
			add(p.T("report.request.price-line"), e.Reply.PriceLine)
		}
		v.Facts = append(v.Facts, OriginRow{Name: p.T("report.request.hash"), Value: p.Stated(e.Hash), Mono: true})
		all = append(all, v)
	}
	return all
}

// settings says what was sent beside the text.
func (w words) settings(r ledger.Request) string {
	var parts []string
	if t, ok := r.Settings.Temperature.Get(); ok {
		parts = append(parts, w.T("report.setting.temperature", "x", w.cat.Number(t, 2)))
	}
	if s, ok := r.Settings.Seed.Get(); ok {
		parts = append(parts, w.T("report.setting.seed", "x", s))
	}
	if n := r.Settings.MaxTokens; n > 0 {
		parts = append(parts, w.T("report.setting.tokens", "x", n))
	}
	if r.Settings.Search {
		parts = append(parts, w.T("report.setting.search"))
	}
	if r.Repeat > 1 {
		parts = append(parts, w.T("report.setting.repeat", "x", r.Repeat))
	}
	if len(parts) == 0 {
		return w.T("report.setting.default")
	}
	return strings.Join(parts, ", ")
}

// GradingUnwritten tells whether an AI graded and its request is not among those that are kept.
func (p *page) GradingUnwritten() bool {
	return p.Grader != nil && !slices.ContainsFunc(p.Requests, func(e ledger.Entry) bool { return e.Request.Purpose == gradePurpose })
}

// gradePurpose is what the ledger calls the request of a grading.
const gradePurpose = "grade"
