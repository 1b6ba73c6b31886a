package conduct

import (
	"context"
	"errors"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
)

// CanBatch tells whether a provider takes many requests in one batch, which is cheaper and takes up to a day.
func (c *Conduct) CanBatch(p Provider) bool {
	client, err := c.silent(p)
	return err == nil && client.CanBatch()
}

// OpenBatches lists the batches of a test that have not ended, in the order in which they were created.
func (c *Conduct) OpenBatches(ctx context.Context, ref Ref) ([]ledger.Batch, error) {
	all, err := c.Batches(ctx)
	if err != nil {
		return nil, err
	}
	var open []ledger.Batch
	for _, b := range all {
		if b.State != ledger.BatchDone && b.Study == ref.Study && b.Test == ref.Test {
			open = append(open, b)
		}
	}
	return open, nil
}

// FetchBatches asks how far the open batches of a test are and takes in what they have brought. What one of them gave is kept
// though another failed; the errors come joined.
func (c *Conduct) FetchBatches(ctx context.Context, ref Ref) ([]llm.BatchNews, error) {
	open, err := c.OpenBatches(ctx, ref)
	if err != nil {
		return nil, err
	}
	var list []llm.BatchNews
	var failed []error
	for _, b := range open {
		news, err := c.FetchBatch(ctx, b.Mark)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		list = append(list, news)
	}
	return list, errors.Join(failed...)
}
