package answering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

// Asker asks a model; a desk of package llm does, with its ledger.
type Asker interface {
	Ask(ctx context.Context, r llm.Request) (llm.Reply, error)
}

// Setup is what the requests of all runs have in common.
type Setup struct {
	Study, Test string // for the ledger
	Model       string // "" asks the provider's configured one
	Settings    ledger.Settings
}

func (s Setup) request(purpose llm.Purpose, text string, run int) llm.Request {
	return llm.Request{Study: s.Study, Test: s.Test, Purpose: purpose, Model: s.Model, Text: text, Settings: s.Settings, Repeat: run}
}

// Control is the request of a control run.
func Control(q Question, s Setup, run int) (llm.Request, error) {
	text, err := ControlRequest(q)
	return s.request(llm.ForControl, text, run), err
}

// DefaultLimits are what a request of the Reporter holds when nobody says otherwise: about ten printed pages.
var DefaultLimits = sources.Limits{Tokens: 12_000, Sources: 20}

// mostHits is how many hits of a source are looked at.
const mostHits = 60

// Reporter asks with sources.
type Reporter struct {
	Setup
	Asker   Asker
	Library *sources.Library // finds search terms by rule
	Sources []sources.Source
	Limits  sources.Limits
	Gold    bool // the gold standard is among the sources
}

// Find is the first part of a run: search terms by rule and by one request, the search, the choice. A reply with terms that can't
// be used leaves those found by rule; the record says so. Problem: answering.nothing-found, where no source has a passage
// for the question: without sources the Reporter would be a control.
func (r *Reporter) Find(ctx context.Context, q Question, run int) (Record, error) {
	rec := Record{Format: RecordFormat, Terms: r.Library.Terms(q.Facts), Budget: r.Limits, Gold: r.Gold}
	asked, err := r.askTerms(ctx, q, run, &rec.Asked)
	if err != nil {
		return rec, err
	}
	rec.Terms = append(rec.Terms, asked...)
	return rec, r.search(ctx, &rec)
}

// Preview is Find without a request: what the terms found by rule alone bring, to tell beforehand how large a request
// will be.
func (r *Reporter) Preview(ctx context.Context, q Question) (Record, error) {
	rec := Record{Format: RecordFormat, Terms: r.Library.Terms(q.Facts), Budget: r.Limits, Gold: r.Gold}
	return rec, r.search(ctx, &rec)
}

// askTerms asks a model for search terms. What it can't name is no fault of the run; what keeps it from being asked is.
func (r *Reporter) askTerms(ctx context.Context, q Question, run int, about *TermsAsked) ([]sources.Term, error) {
	request, number, err := r.TermsRequest(q, run)
	if err != nil {
		return nil, err
	}
	about.SHA256 = sum(request.Text)
	reply, err := r.Asker.Ask(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("asking for search terms: %w", err)
	}
	about.Entry, about.Finish = reply.Entry, reply.Finish
	if !reply.Finish.Usable() {
		about.Problem = string(reply.Finish)
		return nil, nil
	}
	terms, err := ParseTerms(reply.Text, number)
	var why *study.Problem
	if errors.As(err, &why) {
		about.Problem = why.ID
		about.Reason, _ = why.Args["reason"].(string)
		return nil, nil
	}
	return terms, err
}

// TermsRequest is the request for search terms of a run, with the number of its reply.
func (r *Reporter) TermsRequest(q Question, run int) (llm.Request, string, error) {
	text, number, err := TermsRequest(q)
	return r.request(llm.ForTerms, text, run), number, err
}

// search asks every source and chooses.
func (r *Reporter) search(ctx context.Context, rec *Record) error {
	var hits []sources.Hit
	for _, s := range r.Sources {
		found, err := s.Search(ctx, rec.Terms, mostHits)
		if err != nil {
			return fmt.Errorf("searching %s: %w", s.Name(), err)
		}
		rec.Searched = append(rec.Searched, Searched{Source: s.Name(), Hits: len(found)})
		hits = append(hits, found...)
	}
	taken, left := sources.Choose(hits, r.Limits)
	rec.Sources, rec.Left = taken, leftOut(left)
	if len(taken) == 0 {
		return &study.Problem{ID: "answering.nothing-found", Args: map[string]any{"terms": len(rec.Terms)}}
	}
	return nil
}

// AnswerRequest is the request for the answer of a run, with the number of the list of used sources. It depends on nothing
// but the question and what was found.
func (r *Reporter) AnswerRequest(q Question, rec Record, run int) (llm.Request, string, error) {
	text, number, err := ReporterRequest(q, rec.Sources)
	return r.request(llm.ForReporter, text, run), number, err
}

// Answer is the second part: the answer from what was found. The record comes back with the answer, without the list of
// sources at its end, and with what the model says it used.
func (r *Reporter) Answer(ctx context.Context, q Question, rec Record, run int) (llm.Request, llm.Reply, Record, error) {
	request, number, err := r.AnswerRequest(q, rec, run)
	if err != nil {
		return request, llm.Reply{}, rec, err
	}
	reply, err := r.Asker.Ask(ctx, request)
	if err != nil {
		return request, llm.Reply{}, rec, fmt.Errorf("asking the Reporter: %w", err)
	}
	rec.Answer, rec.Used, rec.UsedStated = CutUsed(reply.Text, number, len(rec.Sources))
	rec.SourceMarks = SourceMarks(rec.Answer)
	rec.Model, rec.Date = reply.Model, reply.At.Format(time.RFC3339)
	return request, reply, rec, nil
}

// sum is the SHA-256 of a text, hexadecimal.
func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}
