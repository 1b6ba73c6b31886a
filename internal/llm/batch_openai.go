package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/openai/openai-go/v3"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm/replies"
)

// openaiLine is one request of an input file.
type openaiLine struct {
	Key    string `json:"custom_id"`
	Method string `json:"method"`
	URL    string `json:"url"`
	Body   any    `json:"body"`
}

// createBatch uploads the requests as a file and makes a batch of it. A file without a batch costs nothing.
func (w *openaiWire) createBatch(ctx context.Context, call caller, items []BatchItem, mark string) ([]byte, error) {
	endpoint := openai.BatchNewParamsEndpointV1ChatCompletions
	if items[0].Request.Settings.Search {
		endpoint = openai.BatchNewParamsEndpointV1Responses
	}
	var file bytes.Buffer
	lines := json.NewEncoder(&file)
	for _, i := range items {
		if err := lines.Encode(openaiLine{i.Key, "POST", string(endpoint), openaiBody(i.Request, i.Request.Settings)}); err != nil {
			return nil, fmt.Errorf("writing a batch: %w", err)
		}
	}
	uploaded, err := call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.files.New(ctx, openai.FileNewParams{
			File: openai.File(&file, mark+".jsonl", "application/jsonl"), Purpose: openai.FilePurposeBatch,
		})
		return err
	})
	if err != nil {
		return nil, notPaid(err)
	}
	var id struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(uploaded, &id); err != nil || id.ID == "" {
		return nil, errors.New("uploading a batch: the reply names no file")
	}
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.batches.New(ctx, openai.BatchNewParams{
			CompletionWindow: openai.BatchNewParamsCompletionWindow24h, Endpoint: endpoint, InputFileID: id.ID,
			Metadata: map[string]string{"mark": mark},
		})
		return err
	})
}

func openaiBody(r Request, s ledger.Settings) any {
	if s.Search {
		return responsesParams(r, s)
	}
	return openaiChatParams(r, s)
}

func (w *openaiWire) getBatch(ctx context.Context, call caller, id string) ([]byte, error) {
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.batches.Get(ctx, id)
		return err
	})
}

func (w *openaiWire) listBatches(ctx context.Context, call caller) ([]byte, error) {
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.batches.List(ctx, openai.BatchListParams{})
		return err
	})
}

func (w *openaiWire) cancelBatch(ctx context.Context, call caller, id string) error {
	_, err := call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.batches.Cancel(ctx, id)
		return err
	})
	return err
}

// batchLines reads the file of results and the file of failures: a batch is «completed» even when all of it failed.
func (w *openaiWire) batchLines(ctx context.Context, call caller, b Batch) ([]batchLine, error) {
	var all []batchLine
	for _, file := range []string{b.output, b.errors} {
		if file == "" {
			continue
		}
		body, err := call(ctx, maxResults, func(ctx context.Context) error {
			resp, err := w.files.Content(ctx, file)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		})
		if err != nil {
			return nil, err
		}
		err = eachLine(body, func(line []byte) error {
			l, err := openaiResult(line)
			all = append(all, l)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// openaiResult reads a line of either file.
func openaiResult(line []byte) (batchLine, error) {
	var l struct {
		Key      string `json:"custom_id"`
		Response *struct {
			Status int             `json:"status_code"`
			Body   json.RawMessage `json:"body"`
		} `json:"response"`
		Error *struct {
			Code    replies.Word `json:"code"`
			Message replies.Word `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return batchLine{}, err
	}
	switch {
	case l.Key == "":
		return batchLine{}, errors.New("no custom_id")
	case l.Response != nil && l.Response.Status != 0:
		return batchLine{key: l.Key, status: l.Response.Status, body: l.Response.Body}, nil
	case l.Error != nil:
		return batchLine{key: l.Key, notRun: firstOf(l.Error.Message, l.Error.Code, "error")}, nil
	}
	return batchLine{}, errors.New("neither a response nor an error")
}
