package llm

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/anthropics/anthropic-sdk-go/v2"
)

// createBatch: Anthropic keeps no mark of ours; a batch that may have been made is known by its moment and size.
func (w *anthropicWire) createBatch(ctx context.Context, call caller, items []BatchItem, _ string) ([]byte, error) {
	var p anthropic.MessageBatchNewParams
	for _, i := range items {
		m := anthropicParams(i.Request, i.Request.Settings)
		p.Requests = append(p.Requests, anthropic.MessageBatchNewParamsRequest{
			CustomID: i.Key,
			Params: anthropic.MessageBatchNewParamsRequestParams{
				Model: m.Model, MaxTokens: m.MaxTokens, Messages: m.Messages, System: m.System, Tools: m.Tools,
			},
		})
	}
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.client.Messages.Batches.New(ctx, p)
		return err
	})
}

func (w *anthropicWire) getBatch(ctx context.Context, call caller, id string) ([]byte, error) {
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.client.Messages.Batches.Get(ctx, id, anthropic.MessageBatchGetParams{})
		return err
	})
}

func (w *anthropicWire) listBatches(ctx context.Context, call caller) ([]byte, error) {
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.client.Messages.Batches.List(ctx, anthropic.MessageBatchListParams{})
		return err
	})
}

func (w *anthropicWire) cancelBatch(ctx context.Context, call caller, id string) error {
	_, err := call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.client.Messages.Batches.Cancel(ctx, id, anthropic.MessageBatchCancelParams{})
		return err
	})
	return err
}

func (w *anthropicWire) batchLines(ctx context.Context, call caller, b Batch) ([]batchLine, error) {
	body, err := call(ctx, maxResults, func(ctx context.Context) error {
		stream := w.client.Messages.Batches.ResultsStreaming(ctx, b.ID, anthropic.MessageBatchResultsParams{})
		return errors.Join(stream.Err(), stream.Close())
	})
	if err != nil {
		return nil, err
	}
	var all []batchLine
	err = eachLine(body, func(line []byte) error {
		l, err := w.anthropicResult(line)
		all = append(all, l)
		return err
	})
	return all, err
}

// anthropicResult reads a line: the error is wrapped twice.
func (w *anthropicWire) anthropicResult(line []byte) (batchLine, error) {
	var l struct {
		Key    string `json:"custom_id"`
		Result struct {
			Type    string          `json:"type"`
			Message json.RawMessage `json:"message"`
			Error   json.RawMessage `json:"error"`
		} `json:"result"`
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return batchLine{}, err
	}
	if l.Key == "" {
		return batchLine{}, errors.New("no custom_id")
	}
	switch l.Result.Type {
	case "succeeded":
		return batchLine{key: l.Key, status: 200, body: l.Result.Message}, nil
	case "errored":
		return batchLine{key: l.Key, status: w.facts.statusOf(l.Result.Error), body: l.Result.Error}, nil
	case "":
		return batchLine{}, errors.New("no result")
	}
	return batchLine{key: l.Key, notRun: l.Result.Type}, nil
}
