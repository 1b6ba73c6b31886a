package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm/replies"
	"iucomstudien/internal/study"
)

// NoteBatch is the note of a reply from a batch, which costs less.
const NoteBatch = "batch"

// BatchItem is one request of a batch under a key of its own.
type BatchItem struct {
	Key     string // up to 64 letters A-Z, digits, "_" and "-", once in a batch
	Request Request
}

// BatchState is how far a batch is.
type BatchState string

const (
	BatchRunning BatchState = "running"
	BatchEnded   BatchState = "ended"  // there are results; some requests may not have been run
	BatchFailed  BatchState = "failed" // none of it was run
)

// Batch is a batch at its provider. Its ID is all that is needed to go on with it after a restart.
type Batch struct {
	ID      string
	State   BatchState
	Word    string // the provider's own
	Mark    string // of [BatchMark]; "" where the provider keeps none
	Total   int    // requests; 0 while the provider does not say
	Done    int    // with a reply
	Failed  int    // without
	Created time.Time
	Reason  string // why it failed, in the provider's words

	output, errors string          // files of results
	inline         json.RawMessage // results that came with the state
}

// BatchResult is what became of one request of a batch.
type BatchResult struct {
	Reply ledger.Reply
	Err   error // why there is none: a [Fault]
}

// BatchResults are the results of a batch, joined by key and by nothing else: the lines come in any order.
type BatchResults struct {
	By      map[string]BatchResult
	Missing []string // asked, without a line
	Double  []string // with more than one line; the first holds
	Foreign []string // never asked
}

// batcher is the part of a wire that knows batches. Every call sends one request.
type batcher interface {
	createBatch(ctx context.Context, call caller, items []BatchItem, mark string) ([]byte, error)
	getBatch(ctx context.Context, call caller, id string) ([]byte, error)
	listBatches(ctx context.Context, call caller) ([]byte, error)
	cancelBatch(ctx context.Context, call caller, id string) error
	// batchLines gives the results as they came.
	batchLines(ctx context.Context, call caller, b Batch) ([]batchLine, error)
}

// caller sends one request and gives the body of its reply.
type caller func(ctx context.Context, limit int64, send func(context.Context) error) ([]byte, error)

// batchLine is one result: a reply's body, a fault with its status, or a word why it was not run.
type batchLine struct {
	key    string
	status int
	body   []byte
	notRun string
}

var batchKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// CanBatch tells whether the provider takes batches.
func (c *Client) CanBatch() bool {
	_, ok := c.wire.(batcher)
	return ok
}

// KeepsMarks tells whether the provider gives the mark of a batch back. Where it does not, a batch is known by its moment
// and number of requests.
func (c *Client) KeepsMarks() bool { return c.kind != KindAnthropic }

// BatchMark is a short sign of a batch's keys and texts, by which it is found again at providers that keep one.
func BatchMark(items []BatchItem) string {
	h := sha256.New()
	for _, i := range items {
		_, _ = fmt.Fprintf(h, "%s\x00%s\x00%s\x00%s\x00%d\x00", i.Key, i.Request.Model, i.Request.System, i.Request.Text, i.Request.Repeat)
	}
	return "iucom-" + hex.EncodeToString(h.Sum(nil))[:24]
}

// CreateBatch hands requests to one model in as a batch. A fault that is in doubt may have made the batch all the same:
// look with [Client.Batches] for the mark, or for the moment and number of requests, before it is created again.
func (c *Client) CreateBatch(ctx context.Context, items []BatchItem) (Batch, error) {
	w, err := c.batcher()
	if err != nil {
		return Batch{}, err
	}
	if err := checkBatch(items); err != nil {
		return Batch{}, err
	}
	sent := slices.Clone(items)
	for i := range sent {
		sent[i].Request.Settings = c.Settings(sent[i].Request.Model, sent[i].Request.Settings)
	}
	body, err := w.createBatch(ctx, c.callBody, sent, BatchMark(items))
	if err != nil {
		return Batch{}, c.about(err, items[0].Request.Model)
	}
	return c.readBatch(body)
}

// checkBatch refuses keys that would not come back, and more than one model, which no provider but one takes.
func checkBatch(items []BatchItem) error {
	if len(items) == 0 {
		return errors.New("a batch without requests")
	}
	seen := make(map[string]bool, len(items))
	for _, i := range items {
		if !batchKey.MatchString(i.Key) || seen[i.Key] {
			return fmt.Errorf("the key %q of a batch is not of the form or stands twice", i.Key)
		}
		if i.Request.Model != items[0].Request.Model || i.Request.Settings.Search != items[0].Request.Settings.Search {
			return errors.New("the requests of a batch go to one model, all with or all without its search")
		}
		seen[i.Key] = true
	}
	return nil
}

// Batch asks how far a batch is.
func (c *Client) Batch(ctx context.Context, id string) (Batch, error) {
	w, err := c.batcher()
	if err != nil {
		return Batch{}, err
	}
	body, err := w.getBatch(ctx, c.callBody, id)
	if err != nil {
		return Batch{}, c.unknownBatch(err, id)
	}
	return c.readBatch(body)
}

// Batches lists the latest batches of the account.
func (c *Client) Batches(ctx context.Context) ([]Batch, error) {
	w, err := c.batcher()
	if err != nil {
		return nil, err
	}
	body, err := w.listBatches(ctx, c.callBody)
	if err != nil {
		return nil, notPaid(err)
	}
	return c.readBatchList(body)
}

// CancelBatch asks the provider to stop. What was run by then is paid and has results.
func (c *Client) CancelBatch(ctx context.Context, id string) error {
	w, err := c.batcher()
	if err != nil {
		return err
	}
	return c.unknownBatch(w.cancelBatch(ctx, c.callBody, id), id)
}

// Results fetches the results of a batch that has ended; keys are those that were asked. It may be called as often as
// one likes.
func (c *Client) Results(ctx context.Context, id string, keys []string) (BatchResults, error) {
	b, err := c.Batch(ctx, id)
	if err != nil {
		return BatchResults{}, err
	}
	if b.State == BatchRunning {
		return BatchResults{}, fmt.Errorf("the batch %s is not finished: %s", id, b.Word)
	}
	lines, err := c.wire.(batcher).batchLines(ctx, c.callBody, b)
	if err != nil {
		return BatchResults{}, c.unknownBatch(err, id)
	}
	return c.join(lines, keys), nil
}

// join puts lines to the keys that were asked.
func (c *Client) join(lines []batchLine, keys []string) BatchResults {
	all := BatchResults{By: make(map[string]BatchResult, len(keys))}
	for _, l := range lines {
		_, have := all.By[l.key]
		switch {
		case !slices.Contains(keys, l.key):
			all.Foreign = append(all.Foreign, l.key)
		case have:
			all.Double = append(all.Double, l.key)
		default:
			all.By[l.key] = c.resultOf(l)
		}
	}
	for _, k := range keys {
		if _, have := all.By[k]; !have {
			all.Missing = append(all.Missing, k)
		}
	}
	return all
}

// resultOf reads one line as if it had come by itself.
func (c *Client) resultOf(l batchLine) BatchResult {
	ex := &exchange{whole: true, status: l.status, body: l.body, header: http.Header{}}
	if l.notRun != "" {
		return BatchResult{Err: c.fault("not-run", replies.OneLine(redact(l.notRun, c.key)), nil)}
	}
	if l.status/100 != 2 {
		return BatchResult{Err: c.refused(ex)}
	}
	reply, err := c.wire.read(l.body)
	if err != nil {
		return BatchResult{Err: c.unreadable(ex, err)}
	}
	reply.Raw, reply.At, reply.Notes = l.body, c.now().UTC(), []string{NoteBatch}
	return BatchResult{Reply: reply}
}

func (c *Client) batcher() (batcher, error) {
	if w, ok := c.wire.(batcher); ok {
		return w, nil
	}
	return nil, &study.Problem{ID: "llm.no-batch", Args: map[string]any{"provider": c.name}}
}

// unknownBatch says which batch the provider does not know; asking for one costs nothing.
func (c *Client) unknownBatch(err error, id string) error {
	var f *Fault
	if errors.As(err, &f) && f.Status == http.StatusNotFound {
		missing := c.fault("batch-unknown", f.Words, nil)
		missing.Problem.Args["id"] = id
		return missing
	}
	return notPaid(err)
}

// callBody is [Client.call] for a body.
func (c *Client) callBody(ctx context.Context, limit int64, send func(context.Context) error) ([]byte, error) {
	ex, err := c.call(ctx, limit, send)
	if err != nil {
		return nil, err
	}
	return ex.body, nil
}

// statusOf gives the status of a fault that came without one.
func (f *facts) statusOf(body []byte) int {
	said, _ := replies.ReadFault(body)
	for _, word := range []string{said.Status, said.Kind, said.Code} {
		if status, ok := f.statuses[word]; ok {
			return status
		}
	}
	return http.StatusBadRequest
}
