package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"google.golang.org/genai"

	"iucomstudien/internal/study"
)

// mostInline is what the Gemini API takes of requests within one call.
const mostInline = 20 << 20

// googleBatch is the form of a batch's name. Anything else would change the address.
var googleBatch = regexp.MustCompile(`^batches/[A-Za-z0-9_-]+$`)

// createBatch sends the requests within the call; each carries its key along.
func (w *googleWire) createBatch(ctx context.Context, call caller, items []BatchItem, mark string) ([]byte, error) {
	src := &genai.BatchJobSource{}
	size := 0
	for _, i := range items {
		src.InlinedRequests = append(src.InlinedRequests, &genai.InlinedRequest{
			Contents: googleContents(i.Request), Config: googleConfig(i.Request, i.Request.Settings),
			Metadata: map[string]string{"key": i.Key},
		})
		size += len(i.Request.System) + len(i.Request.Text)
	}
	if size > mostInline {
		return nil, &study.Problem{ID: "llm.batch-too-large", Args: map[string]any{"count": len(items), "limit": mostInline >> 20}}
	}
	return call(ctx, maxAnswer, func(ctx context.Context) error {
		_, err := w.client.Batches.Create(ctx, items[0].Request.Model, src, &genai.CreateBatchJobConfig{DisplayName: mark})
		return err
	})
}

func (w *googleWire) getBatch(ctx context.Context, call caller, id string) ([]byte, error) {
	if !googleBatch.MatchString(id) {
		return nil, fmt.Errorf("%q is not the name of a batch", id)
	}
	return call(ctx, maxResults, func(ctx context.Context) error { return get(ctx, w.http, w.base+"v1beta/"+id) })
}

func (w *googleWire) listBatches(ctx context.Context, call caller) ([]byte, error) {
	return call(ctx, maxResults, func(ctx context.Context) error { return get(ctx, w.http, w.base+"v1beta/batches?pageSize=50") })
}

func (w *googleWire) cancelBatch(ctx context.Context, call caller, id string) error {
	if !googleBatch.MatchString(id) {
		return fmt.Errorf("%q is not the name of a batch", id)
	}
	_, err := call(ctx, maxAnswer, func(ctx context.Context) error { return w.client.Batches.Cancel(ctx, id, nil) })
	return err
}

// batchLines reads the results that came with the state.
func (w *googleWire) batchLines(_ context.Context, _ caller, b Batch) ([]batchLine, error) {
	var out struct {
		Inlined struct {
			Responses []struct {
				Response json.RawMessage `json:"response"`
				Error    json.RawMessage `json:"error"`
				Metadata struct {
					Key string `json:"key"`
				} `json:"metadata"`
			} `json:"inlinedResponses"`
		} `json:"inlinedResponses"`
	}
	if len(b.inline) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(b.inline, &out); err != nil {
		return nil, fmt.Errorf("results of a batch: %w", err)
	}
	var all []batchLine
	for n, r := range out.Inlined.Responses {
		l := batchLine{key: r.Metadata.Key, status: 200, body: r.Response}
		if len(r.Error) > 0 && string(r.Error) != "null" {
			l.body = []byte(`{"error":` + string(r.Error) + `}`)
			l.status = w.facts.statusOf(l.body)
		}
		if l.key == "" {
			return nil, fmt.Errorf("results of a batch, number %d: %w", n+1, errors.New("no key"))
		}
		all = append(all, l)
	}
	return all, nil
}
