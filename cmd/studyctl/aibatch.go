package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
)

// batchesCommand lists batches and brings in what they have answered.
func (t *terminal) batchesCommand() *cobra.Command {
	show := func(c *cobra.Command, _ []string) error { return t.with(c.Context(), t.listBatches(c.Context())) }
	c := &cobra.Command{Use: "batches", Short: t.words.T("cli.ai.batches"), Args: t.exactly(0), RunE: show}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: t.words.T("cli.ai.batches"), Args: t.exactly(0), RunE: show},
		&cobra.Command{Use: "fetch [ID]", Short: t.words.T("cli.ai.batches.fetch"), Args: t.atMost(1),
			RunE: func(c *cobra.Command, args []string) error {
				return t.with(c.Context(), func(cd *conduct.Conduct) error { return t.fetchBatches(c.Context(), cd, args) })
			}},
		&cobra.Command{Use: "cancel ID", Short: t.words.T("cli.ai.batches.cancel"), Args: t.exactly(1),
			RunE: func(c *cobra.Command, args []string) error {
				return t.with(c.Context(), func(cd *conduct.Conduct) error {
					if err := cd.CancelBatch(c.Context(), args[0]); err != nil {
						return err
					}
					t.say("cli.ai.batches.cancelled", "id", args[0])
					return nil
				})
			}},
	)
	return c
}

// sentBatchJSON is a batch as the terminal prints it.
type sentBatchJSON struct {
	ID       string            `json:"id"` // the provider's; "" while nobody knows it
	Mark     string            `json:"mark"`
	Study    string            `json:"study"`
	Test     string            `json:"test"`
	Provider string            `json:"provider"`
	Model    string            `json:"model"`
	State    ledger.BatchState `json:"state"`
	Requests int               `json:"requests"`
	Waiting  int               `json:"waiting"`
	Written  string            `json:"written"`
}

func sentBatchOut(b ledger.Batch) sentBatchJSON {
	return sentBatchJSON{ID: b.ID, Mark: b.Mark, Study: b.Study, Test: b.Test, Provider: b.Provider, Model: b.Model, State: b.State,
		Requests: b.Requests, Waiting: b.Waiting, Written: b.Written.Format(time.RFC3339)}
}

// batchName is how a batch is called: by its ID, or by its mark while nobody knows that.
func batchName(b ledger.Batch) string {
	if b.ID == "" {
		return b.Mark
	}
	return b.ID
}

func (t *terminal) listBatches(ctx context.Context) func(*conduct.Conduct) error {
	return func(cd *conduct.Conduct) error {
		all, err := cd.Batches(ctx)
		if err != nil {
			return err
		}
		out := make([]sentBatchJSON, len(all))
		for i, b := range all {
			out[i] = sentBatchOut(b)
		}
		return t.result(out, func(w io.Writer) {
			for _, b := range all {
				fmt.Fprintf(w, "%s\t%s\t%s\t%d/%d\t%s\n", batchName(b), b.Study+"/"+b.Test, b.Provider+"/"+b.Model, b.Requests-b.Waiting, b.Requests,
					t.words.T("batch.state."+string(b.State)))
			}
		})
	}
}

// fetchedJSON is what was learned of a batch as the terminal prints it.
type fetchedJSON struct {
	sentBatchJSON
	Answered int `json:"answered_now"`
	Failed   int `json:"failed_now"`
	Open     int `json:"in_doubt_now"`
}

// fetchBatches asks for the one that is named, or for all that have not ended, and ends with [conduct.ErrWaiting] where
// one of them is not ready.
func (t *terminal) fetchBatches(ctx context.Context, cd *conduct.Conduct, ids []string) error {
	if len(ids) == 0 {
		all, err := cd.Batches(ctx)
		if err != nil {
			return err
		}
		for _, b := range all {
			if b.State != ledger.BatchDone {
				ids = append(ids, b.Mark)
			}
		}
	}
	out := make([]fetchedJSON, 0, len(ids))
	var failed []error
	for _, id := range ids {
		news, err := cd.FetchBatch(ctx, id)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		one := fetchedJSON{sentBatchOut(news.Batch), news.Answered, news.Failed, news.Doubtful}
		if one.State == ledger.BatchDone {
			one.Waiting = 0
		} else {
			failed = append(failed, errors.Join(conduct.ErrWaiting, llm.Waiting(one.Waiting)))
		}
		out = append(out, one)
		t.say("cli.ai.batches.news", "id", batchName(news.Batch), "answered", one.Answered, "failed", one.Failed, "open", one.Open, "waiting", one.Waiting)
	}
	if err := t.result(out, func(io.Writer) {}); err != nil {
		return err
	}
	return errors.Join(failed...)
}
