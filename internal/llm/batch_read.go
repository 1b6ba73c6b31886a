package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"iucomstudien/internal/llm/replies"
)

// batchEntry is the union of what the providers say about a batch. OpenAI: id, status, request_counts, files. Anthropic:
// id, processing_status, request_counts. Google: an operation with name and metadata.
type batchEntry struct {
	ID         replies.Word    `json:"id"`
	Name       replies.Word    `json:"name"`
	Status     replies.Word    `json:"status"`
	Processing replies.Word    `json:"processing_status"`
	Created    json.RawMessage `json:"created_at"`
	Output     replies.Word    `json:"output_file_id"`
	ErrorFile  replies.Word    `json:"error_file_id"`
	Counts     struct {
		Total     replies.Count `json:"total"`
		Completed replies.Count `json:"completed"`
		Failed    replies.Count `json:"failed"`

		Processing replies.Count `json:"processing"`
		Succeeded  replies.Count `json:"succeeded"`
		Errored    replies.Count `json:"errored"`
		Canceled   replies.Count `json:"canceled"`
		Expired    replies.Count `json:"expired"`
	} `json:"request_counts"`
	Errors struct {
		Data []struct {
			Message replies.Word `json:"message"`
		} `json:"data"`
	} `json:"errors"`
	Metadata struct {
		Mark    replies.Word    `json:"mark"`
		State   replies.Word    `json:"state"`
		Display replies.Word    `json:"displayName"`
		Created json.RawMessage `json:"createTime"`
		Output  json.RawMessage `json:"output"`
		Stats   struct {
			Total     replies.Word `json:"requestCount"`
			Succeeded replies.Word `json:"successfulRequestCount"`
			Failed    replies.Word `json:"failedRequestCount"`
		} `json:"batchStats"`
	} `json:"metadata"`
	Response json.RawMessage `json:"response"`
	Error    json.RawMessage `json:"error"`
}

// readBatch reads one batch; without a name it is none.
func (c *Client) readBatch(body []byte) (Batch, error) {
	var e batchEntry
	if err := json.Unmarshal(body, &e); err != nil {
		return Batch{}, c.noBatch(body, err)
	}
	b := c.batchOf(e)
	if b.ID == "" {
		return Batch{}, c.noBatch(body, errors.New("the reply names no batch"))
	}
	return b, nil
}

// noBatch says that what came is no batch. One that was just created may be there all the same.
func (c *Client) noBatch(body []byte, err error) error {
	return c.unreadable(&exchange{status: 200, body: body}, err)
}

// readBatchList reads {data:[…]} or Google's {operations:[…]}.
func (c *Client) readBatchList(body []byte) ([]Batch, error) {
	var list struct {
		Data       []batchEntry `json:"data"`
		Operations []batchEntry `json:"operations"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, notPaid(c.noBatch(body, err))
	}
	var all []Batch
	for _, e := range append(list.Data, list.Operations...) {
		all = append(all, c.batchOf(e))
	}
	return all, nil
}

// batchOf makes one of ours. A word nobody knows means that it runs: it is asked for again.
func (c *Client) batchOf(e batchEntry) Batch {
	b := Batch{
		ID: firstOf(e.ID, e.Name), Word: firstOf(e.Metadata.State, e.Processing, e.Status), Mark: firstOf(e.Metadata.Mark, e.Metadata.Display),
		Created: moment(e.Created, e.Metadata.Created), output: string(e.Output), errors: string(e.ErrorFile),
	}
	b.State = c.facts.batches[b.Word]
	if b.State == "" {
		b.State = BatchRunning
	}
	n := e.Counts
	b.Done, b.Failed = int(n.Completed+n.Succeeded), int(n.Failed+n.Errored+n.Canceled+n.Expired)
	b.Total = int(n.Total)
	if b.Total == 0 {
		b.Total = b.Done + b.Failed + int(n.Processing)
	}
	if s := e.Metadata.Stats; s.Total != "" {
		b.Total, b.Done, b.Failed = number(s.Total), number(s.Succeeded), number(s.Failed)
	}
	if len(e.Errors.Data) > 0 {
		b.Reason = replies.OneLine(redact(string(e.Errors.Data[0].Message), c.key))
	}
	if said, ok := replies.InnerFault(e.Error); ok {
		b.Reason = redact(said.Short(), c.key)
	}
	b.inline = e.Metadata.Output
	if len(b.inline) == 0 {
		b.inline = e.Response
	}
	return b
}

func firstOf(words ...replies.Word) string {
	for _, w := range words {
		if w != "" {
			return string(w)
		}
	}
	return ""
}

func number(l replies.Word) int {
	n, err := strconv.Atoi(string(l))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// moment reads seconds since 1970 or a time written out; zero when there is none.
func moment(all ...json.RawMessage) time.Time {
	for _, raw := range all {
		var seconds float64
		var at time.Time
		switch {
		case len(raw) == 0:
		case json.Unmarshal(raw, &seconds) == nil && seconds > 0:
			return time.Unix(int64(seconds), 0).UTC()
		case json.Unmarshal(raw, &at) == nil:
			return at.UTC()
		}
	}
	return time.Time{}
}

// eachLine runs over the lines of a file of results. A line that can't be read is a fault of the whole: nothing of a
// result may be lost silently.
func eachLine(data []byte, read func([]byte) error) error {
	for n := 1; len(data) > 0; n++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := read(line); err != nil {
			return fmt.Errorf("results of a batch, line %d: %w", n, err)
		}
	}
	return nil
}
