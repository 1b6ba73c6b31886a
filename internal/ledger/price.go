package ledger

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// Amount is money in millionths of a currency's unit. In files it stands as a plain decimal number of units: 2.5.
type Amount int64

// unit is one unit of a currency as an Amount; it has six decimals.
const unit = 1_000_000

// decimals is how many digits behind the point an Amount can hold.
const decimals = 6

// ParseAmount reads a decimal number of units with at most six decimals, exactly: "2.5", "0.075". A decimal comma is
// read, too. It refuses signs and exponents.
func ParseAmount(text string) (Amount, error) {
	whole, part, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	if whole == "" || len(part) > decimals {
		return 0, fmt.Errorf("amount %q is no decimal number with at most %d decimals", text, decimals)
	}
	n, err := strconv.ParseUint(whole+part+strings.Repeat("0", decimals-len(part)), 10, 62)
	if err != nil {
		return 0, fmt.Errorf("amount %q: %w", text, err)
	}
	return Amount(n), nil
}

// String is the decimal number of units, without zeros at the end.
func (a Amount) String() string {
	sign, n := "", a
	if a < 0 {
		sign, n = "-", -a
	}
	text := fmt.Sprintf("%s%d.%0*d", sign, n/unit, decimals, n%unit)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// MarshalJSON writes the decimal number.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON reads a decimal number, digit by digit.
func (a *Amount) UnmarshalJSON(data []byte) (err error) {
	*a, err = ParseAmount(string(data))
	return err
}

// String is the amount with its currency, for developers and machines: "1.5 USD". What a person reads is a quantity of the
// catalogue ([Money.Decimal]).
func (m Money) String() string { return Amount(m.Micros).String() + " " + m.Currency }

// Decimal is the number of units with a point before the decimals, and the currency.
func (m Money) Decimal() (number, unit string) { return Amount(m.Micros).String(), m.Currency }

// Rates are prices of tokens, each for a million. An absent Cached or Written is charged like Input.
type Rates struct {
	Input   Amount              `json:"input"`
	Cached  study.Maybe[Amount] `json:"cached,omitzero"`
	Written study.Maybe[Amount] `json:"written,omitzero"` // into the provider's cache
	Output  Amount              `json:"output"`
}

// Price is a line of a price list. A line is never changed, only ended: so old costs stay right.
type Price struct {
	ID       string `json:"id"`       // by which an entry names the line it was charged by
	Provider string `json:"provider"` // kind or name of the provider; "" for every one
	Model    string `json:"model"`    // name or pattern, in which "*" stands for any characters
	Currency string `json:"currency"` // ISO 4217

	Rates
	LongAbove int                  `json:"long_above,omitzero"` // more input tokens than these: Long for all tokens; 0: none
	Long      Rates                `json:"long,omitzero"`
	Batch     study.Maybe[float64] `json:"batch,omitzero"`  // factor for batch requests
	Search    study.Maybe[Amount]  `json:"search,omitzero"` // of one web search

	From   string `json:"from"`        // first day, "2026-11-30"; "" from ever
	To     string `json:"to,omitzero"` // last day; "" until further notice
	Source string `json:"source"`      // where the price was read
	Seen   string `json:"seen"`        // on which day
}

// On tells whether the line holds on a day ("2026-11-30").
func (p Price) On(day string) bool {
	return (p.From == "" || p.From <= day) && (p.To == "" || day <= p.To)
}

// Cost is what usage costs by the line, rounded up to a millionth of the unit, and whether the line can tell: it
// can't where web searches were made that have no price, or a batch that has none.
//
//	(input − cached − written) · p_in + cached · p_cached + written · p_write + output · p_out + searches · p_search
//
// Reasoning is part of the output and not added again. Above LongAbove input tokens all tokens change their price.
func (p Price) Cost(u Usage, batch bool) study.Maybe[Money] {
	rates := p.Rates
	if p.LongAbove > 0 && u.Input > p.LongAbove {
		rates = p.Long
	}
	cached, written := rates.Cached.Or(rates.Input), rates.Written.Or(rates.Input)
	plain := max(u.Input-u.Cached-u.Written, 0)
	sum := int64(plain)*int64(rates.Input) + int64(u.Cached)*int64(cached) + int64(u.Written)*int64(written) +
		int64(u.Output)*int64(rates.Output)
	if batch {
		factor, known := p.Batch.Get()
		if !known {
			return study.Absent[Money](study.NotVerifiable)
		}
		sum = int64(float64(sum) * factor)
	}
	micros := (sum + perTokens - 1) / perTokens
	if u.Searches > 0 {
		each, known := p.Search.Get()
		if !known {
			return study.Absent[Money](study.NotVerifiable)
		}
		micros += int64(u.Searches) * int64(each)
	}
	return study.Known(Money{Micros: micros, Currency: p.Currency})
}

// perTokens is the number of tokens that rates are for.
const perTokens = 1_000_000

var (
	_ json.Marshaler   = Amount(0)
	_ json.Unmarshaler = (*Amount)(nil)
)
