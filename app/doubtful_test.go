package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"iucomstudien/app/settings"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// doubtfulConduct has requests whose end is not known.
type doubtfulConduct struct {
	*conduct.Conduct
	open  []ledger.Entry
	again []int64
}

func (d *doubtfulConduct) Requests(context.Context, conduct.Ref, ledger.State) ([]ledger.Entry, error) {
	return d.open, nil
}

func (d *doubtfulConduct) RetryRequest(_ context.Context, id int64) error {
	d.again, d.open = append(d.again, id), d.open[1:]
	return nil
}

func TestARequestInDoubtIsAskedAgainOnlyOnAWord(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	entry := func(id int64, batch string) ledger.Entry {
		return ledger.Entry{ID: id, State: ledger.Open, Batch: batch, Sent: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
			Request: ledger.Request{Study: "S", Test: "Test-01", Provider: "chair", Model: "chair-1"}}
	}
	d := &doubtfulConduct{Conduct: h.shell.conduct, open: []ledger.Entry{entry(7, ""), entry(8, "in a batch")}}
	h.shell.set(settings.New(h.app, h.shell, d, "prices", func() {}).Root, "", nil)
	h.sees("Requests whose end is not known", "chair-1")
	if n := strings.Count(h.screen(), "sent 2026-03-02"); n != 1 {
		t.Errorf("%d requests are listed: one in a batch needs no decision", n)
	}

	h.tapKey("settings.prices.again")
	h.sees("charged twice")
	h.tapKey("app.cancel")
	if len(d.again) > 0 {
		t.Fatal("it was asked again without a word")
	}
	h.tapKey("settings.prices.again")
	h.tapKey("settings.prices.again.yes")
	if len(d.again) != 1 || d.again[0] != 7 {
		t.Errorf("asked again: %v", d.again)
	}
	if screen := h.screen(); strings.Contains(screen, "Requests whose end is not known") {
		t.Errorf("nothing is in doubt any more:\n%s", screen)
	}
}
