package llm

import (
	"context"
	"slices"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Forecast is what a run is likely to need, before it starts.
type Forecast struct {
	// Cost is the most that the requests which still have to be sent are likely to cost together; unknown where a model
	// has no price, or where prices are in several currencies.
	Cost    study.Maybe[ledger.Money]
	Send    int      // requests to be sent
	Kept    int      // answered before: they cost nothing
	Waiting int      // in batches that are not ready
	Open    []int64  // entries a person has to decide about first
	Unknown []string // models without a price
}

// Forecast tells what requests are likely to need. It sends and keeps nothing.
func (d *Desk) Forecast(ctx context.Context, requests []Request) (Forecast, error) {
	return d.forecast(ctx, requests, d.Estimate)
}

// ForecastBatch is Forecast for requests that go into batches.
func (d *Desk) ForecastBatch(ctx context.Context, requests []Request) (Forecast, error) {
	return d.forecast(ctx, requests, d.EstimateBatch)
}

func (d *Desk) forecast(ctx context.Context, requests []Request, estimate func(Request) study.Maybe[ledger.Money]) (Forecast, error) {
	var f Forecast
	var sum ledger.Money
	known := true
	for _, one := range requests {
		r, q := d.effective(one)
		e, found, err := d.cfg.Ledger.Look(ctx, q)
		switch {
		case err != nil:
			return Forecast{}, err
		case found && e.State == ledger.Answered:
			f.Kept++
			continue
		case found && e.Waits():
			f.Waiting++
			continue
		case found && e.State == ledger.Open && !d.free(e):
			f.Open = append(f.Open, e.ID)
			continue
		}
		f.Send++
		cost, priced := estimate(r).Get()
		if !priced && !slices.Contains(f.Unknown, r.Model) {
			f.Unknown = append(f.Unknown, r.Model)
		}
		if sum.Currency == "" {
			sum.Currency = cost.Currency
		}
		known = known && priced && (cost.Micros == 0 || cost.Currency == sum.Currency)
		sum.Micros += cost.Micros
	}
	f.Cost = study.Absent[ledger.Money](study.NotVerifiable)
	if known {
		f.Cost = study.Known(sum)
	}
	return f, nil
}
