package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// RemovedGold is an expert document that was taken out of a test, with what brings it back.
type RemovedGold struct {
	Document study.GoldDocument
	Others   []Ref // tests of the same area that use the same file, for which it stays in its folder

	place    int    // in the list, from 0
	original []byte // nil: was never kept
	from, to string // paths of the file before and after; "": it was not moved
}

// MovedTo is the path at which the file lies now; "" when it stays where it was.
func (r RemovedGold) MovedTo() string { return r.to }

// RemoveGold takes an expert document out of a test. Its file is moved aside, into a folder beside it that nothing
// searches; it stays where other tests of the area use it. [Conduct.RestoreGold] brings both back. The log tells of either.
//
// Problems: gold.not-found (Args: name), gold.handed-out, once reviewers have rated against it; gold.reference-rests
// (Args: name, by), while the reference of the case was read from it.
func (c *Conduct) RemoveGold(ctx context.Context, ref Ref, name string) (RemovedGold, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return RemovedGold{}, err
	}
	at := slices.IndexFunc(s.gold, func(d study.GoldDocument) bool { return d.Name == name })
	if at < 0 {
		return RemovedGold{}, &study.Problem{ID: "gold.not-found", Args: map[string]any{"name": name}}
	}
	if err := c.goldHeld(ctx, s, name); err != nil {
		return RemovedGold{}, err
	}
	r := RemovedGold{Document: s.gold[at], place: at}
	if r.original, err = c.db.Original(ctx, r.Document.SHA256); err != nil && !study.HasProblem(err, "original.not-kept") {
		return RemovedGold{}, err
	}
	if r.Others, err = c.goldElsewhere(ctx, s, r.Document); err != nil {
		return RemovedGold{}, err
	}
	if len(r.Others) == 0 {
		if r.from, r.to, err = c.moveGoldAside(s.kase.Area, name); err != nil {
			return RemovedGold{}, err
		}
	}
	err = c.setGold(ctx, s, slices.Delete(slices.Clone(s.gold), at, at+1), nil, studylog.GoldRemoved, r.facts())
	if err != nil && r.to != "" {
		err = errors.Join(err, folder.Back(r.to, r.from))
	}
	return r, err
}

// moveGoldAside moves the file of an expert document out of the folder of its area.
func (c *Conduct) moveGoldAside(area, name string) (from, to string, err error) {
	dir, err := c.home.Gold(area)
	if err != nil {
		return "", "", err
	}
	from = filepath.Join(dir, name)
	to, err = folder.Aside(from)
	return from, to, err
}

// RestoreGold brings back what [Conduct.RemoveGold] took out, to its place in the list, and its file with it. Problems:
// test.already-blinded, gold.twice (Args: name), when another document has the name by now.
func (c *Conduct) RestoreGold(ctx context.Context, ref Ref, r RemovedGold) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	for _, d := range s.gold {
		if d.SHA256 == r.Document.SHA256 {
			return &study.Problem{ID: "gold.same-file", File: r.Document.Name, Args: map[string]any{"other": d.Name}}
		}
	}
	back := slices.Insert(slices.Clone(s.gold), min(r.place, len(s.gold)), r.Document)
	facts := r.facts()
	facts["restored"] = true
	if err := c.setGold(ctx, s, back, map[string][]byte{r.Document.SHA256: r.original}, studylog.GoldAdded, facts); err != nil || r.to == "" {
		return err
	}
	return folder.Back(r.to, r.from)
}

// facts are what the log is told.
func (r RemovedGold) facts() map[string]any {
	d := r.Document
	return map[string]any{"documents": []map[string]any{{"name": d.Name, "sha256": d.SHA256, "size": d.Size}}}
}

// setGold writes a gold standard in place of the one that is there, with the bytes that are known of it and those given.
func (c *Conduct) setGold(ctx context.Context, s *situation, docs []study.GoldDocument, more map[string][]byte, kind studylog.Kind, facts map[string]any) error {
	originals := make(map[string][]byte)
	for _, d := range docs {
		if data, given := more[d.SHA256]; given {
			originals[d.SHA256] = data
			continue
		}
		data, err := c.db.Original(ctx, d.SHA256)
		if err != nil && !study.HasProblem(err, "original.not-kept") {
			return err
		}
		originals[d.SHA256] = data
	}
	facts["area"] = s.kase.Area
	return c.db.Write(ctx, s.ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetGold(ctx, s.ref, docs, originals); err != nil {
			return err
		}
		return tx.Note(ctx, kind, s.ref.Test, facts)
	})
}

// goldHeld says why a document has to stay; nil: nothing rests on it.
func (c *Conduct) goldHeld(ctx context.Context, s *situation, name string) error {
	if s.test.State != study.Collecting {
		return &study.Problem{ID: "gold.handed-out", Args: map[string]any{"name": name, "test": s.ref.Test}}
	}
	if !s.kase.Reference.IsKnown() {
		return nil
	}
	log, err := c.db.Log(ctx, s.ref.Study)
	if err != nil {
		return err
	}
	if slices.Contains(readFrom(log, s.kase.ID), name) {
		return &study.Problem{ID: "gold.reference-rests", Args: map[string]any{"name": name, "by": s.kase.ReferenceBy}}
	}
	return nil
}

// readFrom are the expert documents from which the reference of a case was read last; none when a person set it since.
func readFrom(log []studylog.Entry, kase string) (names []string) {
	for _, e := range log {
		if e.Kind != studylog.ReferenceRead && e.Kind != studylog.ReferenceSet {
			continue
		}
		var said struct {
			Case      string                    `json:"case"`
			Reference study.Maybe[study.Target] `json:"reference"`
			Names     []string                  `json:"names"`
		}
		if json.Unmarshal(e.Data, &said) != nil || said.Case != kase || !said.Reference.IsKnown() {
			continue
		}
		names = said.Names // a person names no document
	}
	return names
}

// goldElsewhere lists the other tests, of any study, whose case is of the same area and whose gold standard has the same file.
func (c *Conduct) goldElsewhere(ctx context.Context, s *situation, d study.GoldDocument) (list []Ref, err error) {
	studies, err := c.db.Studies(ctx)
	if err != nil {
		return nil, err
	}
	for _, st := range studies {
		tests, err := c.db.Tests(ctx, st.ID)
		if err != nil {
			return nil, err
		}
		for _, t := range tests {
			ref := Ref{Study: st.ID, Test: t.ID}
			if ref == s.ref {
				continue
			}
			k, err := c.db.Case(ctx, t.CaseID)
			if err != nil {
				return nil, err
			}
			docs, err := c.db.Gold(ctx, ref)
			if err != nil {
				return nil, err
			}
			same := func(other study.GoldDocument) bool { return other.Name == d.Name && other.SHA256 == d.SHA256 }
			if k.Area == s.kase.Area && slices.ContainsFunc(docs, same) {
				list = append(list, ref)
			}
		}
	}
	return list, nil
}
