package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// SearchRun is a run of the Reporter as the evaluation of its search needs it: what was delivered, and the answer
// written from it.
type SearchRun struct {
	Run     string // "r1"
	Sources []string
	Answer  string
	Gold    bool // the gold standard was searched too: its hits are no measurement
}

// SearchRuns lists the runs of the Reporter that were made for a test and have an answer.
func (c *Conduct) SearchRuns(ctx context.Context, ref Ref) ([]SearchRun, error) {
	t, err := c.db.Test(ctx, ref)
	if err != nil {
		return nil, err
	}
	entry, err := c.ArchiveCase(ctx, t.CaseID)
	if err != nil {
		return nil, err
	}
	list := []SearchRun{}
	for _, f := range entry.Runs {
		if f.Study != ref.Study || f.Test != ref.Test || f.Record.Answer == "" {
			continue
		}
		run := SearchRun{Run: "r" + strconv.Itoa(f.Run), Answer: f.Record.Answer, Gold: f.Gold}
		for _, h := range f.Record.Sources {
			text := h.Text
			if h.Heading != "" {
				text = h.Heading + "\n" + text
			}
			run.Sources = append(run.Sources, text)
		}
		list = append(list, run)
	}
	return list, nil
}

// RetrievalRead is the evaluation of the search of one run.
type RetrievalRead struct {
	grading.Retrieval
	Figures grading.RetrievalFigures
	Gold    bool // the gold standard was searched too: no measurement
	Model   string
	Time    time.Time
}

// keptRetrieval is an evaluation as it is kept.
type keptRetrieval struct {
	grading.Retrieval
	Gold bool `json:"gold"`
}

// EvaluateRetrieval has a model evaluate the search of a run: a request of its own after grading, since a grader that
// saw the sources would know the Reporter's answer. Key sources are those of a gold standard; without any the hit rate
// is not applicable. Problems: retrieval.before-grading, and those of the desk.
func (c *Conduct) EvaluateRetrieval(ctx context.Context, ref Ref, o ModelOrder, run SearchRun, keySources []string) (RetrievalRead, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return RetrievalRead{}, err
	}
	if !isGradedOrOver(s) {
		return RetrievalRead{}, &study.Problem{ID: "retrieval.before-grading", Args: map[string]any{"test": ref.Test}}
	}
	order := grading.RetrievalOrder{Language: s.study.Language, Run: run.Run, Question: s.kase.Facts, Sources: run.Sources,
		Answer: run.Answer, KeySources: keySources}
	asker, err := c.desk(ctx, ref, o.Choice.Provider, o.Terms)
	if err != nil {
		return RetrievalRead{}, err
	}
	read := RetrievalRead{Gold: run.Gold}
	reply, err := readRetrieval(ctx, asker, ref, o, order, &read.Retrieval)
	if err != nil {
		return read, err
	}
	read.Model = reply.Model
	if read.Figures, err = read.Retrieval.Figures(); err != nil {
		return read, err
	}
	return read, c.keepRetrieval(ctx, ref, read, reply)
}

// readRetrieval asks and reads.
func readRetrieval(ctx context.Context, asker llm.Asker, ref Ref, o ModelOrder, order grading.RetrievalOrder, into *grading.Retrieval) (llm.Reply, error) {
	secret := ref.String()
	var err error
	if order.Nonce, err = grading.NewNonce(grading.Numbers(secret, append([]string{"retrieval", order.Run}, order.Texts()...)...), order.Texts()...); err != nil {
		return llm.Reply{}, err
	}
	text, err := grading.RetrievalRequest(order)
	if err != nil {
		return llm.Reply{}, err
	}
	read := func(reply string, truncated bool, later ...grading.Later) ([]string, error) {
		*into = grading.ParseRetrieval(reply, order, truncated, later...)
		return into.Missing, nil
	}
	repair := func(nonce, reply string) (string, error) { return grading.RetrievalRepair(order, nonce, *into, reply) }
	return askLines(ctx, asker, askingOf(ref, llm.ForRetrieval, o, text, 1), secret, read, repair)
}

func (c *Conduct) keepRetrieval(ctx context.Context, ref Ref, read RetrievalRead, reply llm.Reply) error {
	detail, err := json.Marshal(keptRetrieval{Retrieval: read.Retrieval, Gold: read.Gold})
	if err != nil {
		return fmt.Errorf("keeping the evaluation of a search: %w", err)
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SaveRetrieval(ctx, ref, sqlite.Retrieval{Run: read.Run, Model: read.Model, Detail: detail}); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.SearchEvaluated, ref.Test, map[string]any{
			"run": read.Run, "model": read.Model, "request": reply.Entry, "reply_sha256": sumText(reply.Text), "missing": slices.Clip(read.Missing),
		})
	})
}

// Retrievals lists the evaluations of searches of a test, with their figures.
func (c *Conduct) Retrievals(ctx context.Context, ref Ref) ([]RetrievalRead, error) {
	kept, err := c.db.Retrievals(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := []RetrievalRead{}
	for _, k := range kept {
		var v keptRetrieval
		if err := json.Unmarshal(k.Detail, &v); err != nil {
			return nil, fmt.Errorf("reading the evaluation of run %s: %w", k.Run, err)
		}
		read := RetrievalRead{Retrieval: v.Retrieval, Gold: v.Gold, Model: k.Model, Time: k.Time}
		if read.Figures, err = read.Retrieval.Figures(); err != nil {
			return nil, err
		}
		list = append(list, read)
	}
	return list, nil
}

// RetrievalFigures names the figures of all evaluated searches, for export: "retrieval.<run>.precision" and so on.
func (c *Conduct) RetrievalFigures(ctx context.Context, ref Ref) ([]evaluation.Named, error) {
	reads, err := c.Retrievals(ctx, ref)
	if err != nil {
		return nil, err
	}
	var all []evaluation.Named
	for _, r := range reads {
		name := "retrieval." + r.Run + "."
		all = append(all, evaluation.Named{Name: name + "precision", Figure: r.Figures.Precision},
			evaluation.Named{Name: name + "hit_rate", Figure: r.Figures.HitRate},
			evaluation.Named{Name: name + "fidelity", Figure: r.Figures.Fidelity})
	}
	return all, nil
}
