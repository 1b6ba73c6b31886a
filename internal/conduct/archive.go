package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// ArchiveEntry is a case of the archive with what the Reporter found and answered for it.
type ArchiveEntry struct {
	Case study.Case
	Runs []FoundRun // in the order of time
}

// FoundRun is what one run of the Reporter found and answered. The study it was asked in may be gone.
type FoundRun struct {
	Study, Test string
	Run         int
	Time        time.Time
	Gold        bool // the gold standard was among the sources: no measurement
	Record      answering.Record
}

// ArchiveHit is a case that a search of the archive found.
type ArchiveHit struct {
	Entry   ArchiveEntry
	Score   float64
	Passage string // the place that fits best
}

// Archive lists the cases kept so far, by ID, with what the Reporter found for them; with area "" those of every area.
func (c *Conduct) Archive(ctx context.Context, area string) ([]ArchiveEntry, error) {
	cases, err := c.db.Cases(ctx, sqlite.Query{Area: area})
	if err != nil {
		return nil, err
	}
	found, err := c.db.Found(ctx, "")
	if err != nil {
		return nil, err
	}
	list := make([]ArchiveEntry, len(cases))
	for i, k := range cases {
		list[i].Case = k
		for _, f := range found {
			if f.Case != k.ID {
				continue
			}
			run, err := foundRun(f)
			if err != nil {
				return nil, err
			}
			list[i].Runs = append(list[i].Runs, run)
		}
	}
	return list, nil
}

// ArchiveCase gives one case of the archive. Problem: case.not-found.
func (c *Conduct) ArchiveCase(ctx context.Context, id string) (ArchiveEntry, error) {
	k, err := c.db.Case(ctx, id)
	if err != nil {
		return ArchiveEntry{}, err
	}
	found, err := c.db.Found(ctx, id)
	e := ArchiveEntry{Case: k}
	for _, f := range found {
		run, err := foundRun(f)
		if err != nil {
			return e, err
		}
		e.Runs = append(e.Runs, run)
	}
	return e, err
}

func foundRun(f sqlite.Found) (FoundRun, error) {
	run := FoundRun{Study: f.Study, Test: f.Test, Run: f.Run, Time: f.Time, Gold: f.Gold}
	if err := json.Unmarshal(f.Data, &run.Record); err != nil {
		return run, fmt.Errorf("reading what the Reporter found for %s: %w", f.Case, err)
	}
	return run, nil
}

// SearchArchive finds the cases whose facts, answers or sources fit some words or citations, best first, at most some. Forms
// of words and spellings of citations make no difference, as in own documents.
func (c *Conduct) SearchArchive(ctx context.Context, words string, most int) ([]ArchiveHit, error) {
	entries, err := c.Archive(ctx, "")
	if err != nil {
		return nil, err
	}
	l, err := c.library()
	if err != nil {
		return nil, err
	}
	if err := c.indexArchive(ctx, l, entries); err != nil {
		return nil, err
	}
	const passages = 200
	hits, err := l.Own("", collectionArchive).Search(ctx, []sources.Term{{Kind: sources.Word, Text: words, From: sources.FromRule}}, passages)
	if err != nil {
		return nil, err
	}
	var list []ArchiveHit
	for _, h := range hits {
		if slices.ContainsFunc(list, func(a ArchiveHit) bool { return a.Entry.Case.ID == h.Document }) || len(list) == most {
			continue
		}
		for _, e := range entries {
			if e.Case.ID == h.Document {
				list = append(list, ArchiveHit{Entry: e, Score: h.Score, Passage: h.Text})
			}
		}
	}
	return list, nil
}

// indexArchive brings the index of the archive up to date: cases that changed, and those that are gone.
func (c *Conduct) indexArchive(ctx context.Context, l *sources.Library, entries []ArchiveEntry) error {
	before, err := c.db.SourceDocuments(ctx, collectionArchive)
	if err != nil {
		return err
	}
	known := make(map[string]sqlite.SourceDocument)
	for _, d := range before {
		known[d.Name] = d
	}
	for _, e := range entries {
		text := e.text()
		d := sqlite.SourceDocument{
			Collection: collectionArchive, Name: e.Case.ID, Size: int64(len(text)), SHA256: sumText(text), Changed: c.now(),
		}
		old, there := known[d.Name]
		delete(known, d.Name)
		if there && l.UpToDate(old, d.SHA256) {
			continue
		}
		if err := l.Put(ctx, d, text); err != nil {
			return err
		}
	}
	for name := range known {
		if err := c.db.DropSource(ctx, collectionArchive, name); err != nil {
			return err
		}
	}
	return nil
}

// text is all that is searched of a case.
func (e ArchiveEntry) text() string {
	parts := []string{e.Case.Title, e.Case.Facts, e.Case.TargetQuestion}
	for _, r := range e.Runs {
		parts = append(parts, r.Record.Answer)
		for _, s := range r.Record.Sources {
			if text := s.Title() + "\n" + s.Text; !slices.Contains(parts, text) {
				parts = append(parts, text)
			}
		}
	}
	return strings.Join(parts, "\n")
}
