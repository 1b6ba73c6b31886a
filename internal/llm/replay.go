package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Recording is a reply kept for replaying: one JSON value of a .json file, or one line of a .jsonl file.
//
// One with a hash answers the request of that hash ([ledger.Request.Hash]), as often as it is asked. One without
// answers the next request that fits it, once, in the order of file names and lines.
type Recording struct {
	Hash     string  `json:"hash,omitempty"`
	Provider string  `json:"provider,omitempty"` // under whose name the request was hashed
	Purpose  Purpose `json:"purpose,omitempty"`  // "" fits every purpose
	Asked    string  `json:"asked,omitempty"`    // the model asked for; "" fits every model

	Text        string                    `json:"text"`
	Finish      study.Finish              `json:"finish"` // "" is complete, or empty without a text
	Stop        string                    `json:"stop,omitempty"`
	Model       string                    `json:"model,omitempty"` // that answered; "" is the one asked for
	Fingerprint string                    `json:"fingerprint,omitempty"`
	Usage       study.Maybe[ledger.Usage] `json:"usage,omitzero"`
	Sources     []ledger.Source           `json:"sources,omitempty"`
}

// recordings answer in place of a model. Every reply says that it is replayed.
type recordings struct {
	byHash    map[string]Recording
	providers []string // whose names requests were hashed under
	guard     sync.Mutex
	inOrder   []Recording // not yet used
}

// readRecordings reads the .json and .jsonl files of a folder.
func readRecordings(from fs.FS) (*recordings, error) {
	if from == nil {
		return nil, errors.New("replaying without a folder of recordings")
	}
	all := &recordings{byHash: make(map[string]Recording)}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".json":
			return all.add(name, 1, data)
		case ".jsonl":
			return all.lines(name, data)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading recorded replies: %w", err)
	}
	return all, nil
}

// lines reads one recording a line; empty lines count but hold nothing.
func (r *recordings) lines(name string, data []byte) error {
	scan := bufio.NewScanner(bytes.NewReader(data))
	scan.Buffer(nil, maxAnswer)
	for n := 1; scan.Scan(); n++ {
		if line := bytes.TrimSpace(scan.Bytes()); len(line) > 0 {
			if err := r.add(name, n, line); err != nil {
				return err
			}
		}
	}
	return scan.Err()
}

func (r *recordings) add(name string, line int, data []byte) error {
	var one Recording
	if err := json.Unmarshal(data, &one); err != nil {
		return fmt.Errorf("%s, line %d: %w", name, line, err)
	}
	if one.Hash == "" {
		r.inOrder = append(r.inOrder, one)
		return nil
	}
	r.byHash[one.Hash] = one
	if one.Provider != "" && !slices.Contains(r.providers, one.Provider) {
		r.providers = append(r.providers, one.Provider)
	}
	return nil
}

// ask finds the recording for a request.
func (r *recordings) ask(ctx context.Context, c *Client, q Request) (ledger.Reply, error) {
	if err := ctx.Err(); err != nil {
		return ledger.Reply{}, &Fault{Err: fmt.Errorf("replaying: %w", err)}
	}
	one, found, err := r.find(c, q)
	if err != nil {
		return ledger.Reply{}, err
	}
	if !found {
		f := c.fault("no-recording", "", nil)
		f.Problem.Args["model"] = q.Model
		return ledger.Reply{}, f
	}
	raw, err := json.Marshal(one)
	if err != nil {
		return ledger.Reply{}, fmt.Errorf("replaying: %w", err)
	}
	reply := ledger.Reply{
		Text: one.Text, Finish: one.Finish, Stop: one.Stop, Model: one.Model, Fingerprint: one.Fingerprint, Usage: one.Usage,
		Sources: one.Sources, Notes: []string{NoteReplayed}, Raw: raw, At: c.now().UTC(),
	}
	if reply.Model == "" {
		reply.Model = q.Model
	}
	switch {
	case reply.Finish != "":
	case reply.Text == "":
		reply.Finish = study.FinEmpty
	default:
		reply.Finish = study.Complete
	}
	return reply, nil
}

// find looks by hash first, under the client's name and under those of the recordings; then in order.
func (r *recordings) find(c *Client, q Request) (Recording, bool, error) {
	asked := ledger.Request{Model: q.Model, System: q.System, Text: q.Text, Repeat: max(q.Repeat, 1)}
	for _, name := range append([]string{c.name}, r.providers...) {
		for _, settings := range r.settings(c, q) {
			asked.Provider, asked.Settings = name, settings
			hash, err := asked.Hash()
			if err != nil {
				return Recording{}, false, err
			}
			if one, ok := r.byHash[hash]; ok {
				return one, true, nil
			}
		}
	}
	r.guard.Lock()
	defer r.guard.Unlock()
	for i, one := range r.inOrder {
		if (one.Purpose == "" || one.Purpose == q.Purpose) && (one.Asked == "" || one.Asked == q.Model) {
			r.inOrder = slices.Delete(r.inOrder, i, i+1)
			return one, true, nil
		}
	}
	return Recording{}, false, nil
}

// settings are those that a request may have been hashed with: as they stand, and as each kind of provider sends them.
func (r *recordings) settings(c *Client, q Request) []ledger.Settings {
	all := []ledger.Settings{q.Settings}
	for _, k := range Kinds() {
		as := Client{kind: k, own: c.facts.providers[k]}
		if s := as.Settings(q.Model, q.Settings); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}
