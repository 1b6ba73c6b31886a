package conduct

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// AddGold adds expert documents to a test: each is read, copied to the goldstandard folder of the case's area of law and
// kept with its bytes. All are added or none.
func (c *Conduct) AddGold(ctx context.Context, ref Ref, files []File) ([]study.GoldDocument, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	if s.test.State != study.Collecting {
		return nil, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	if s.kase.Area == "" {
		return nil, &study.Problem{ID: "conduct.no-area", Args: map[string]any{"case": s.kase.ID}}
	}
	dir, err := c.home.Gold(s.kase.Area)
	if err != nil {
		return nil, err
	}
	added, err := readGold(ctx, files, s.gold)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := folder.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			return nil, err
		}
	}
	return append(slices.Clone(s.gold), added...), c.keepGold(ctx, s, added, files)
}

// readGold reads expert documents and refuses those that are there already.
func readGold(ctx context.Context, files []File, have []study.GoldDocument) ([]study.GoldDocument, error) {
	known := make(map[string]string)
	for _, d := range have {
		known[d.SHA256] = d.Name
	}
	var docs []study.GoldDocument
	var failed []error
	for _, f := range files {
		sum := f.SHA256()
		if other, twice := known[sum]; twice {
			failed = append(failed, &study.Problem{ID: "gold.same-file", File: f.Name, Args: map[string]any{"other": other}})
			continue
		}
		known[sum] = f.Name
		if _, err := folder.SafeName(f.Name); err != nil {
			failed = append(failed, err)
			continue
		}
		doc, err := extract.Read(ctx, f.Name, f.Data)
		if err != nil {
			failed = append(failed, study.InFile(err, f.Name))
			continue
		}
		docs = append(docs, study.GoldDocument{Name: f.Name, Text: doc.Text, SHA256: sum, Size: int64(len(f.Data))})
	}
	return docs, errors.Join(failed...)
}

// keepGold writes the gold standard of a test, old and new, and the log entry.
func (c *Conduct) keepGold(ctx context.Context, s *situation, added []study.GoldDocument, files []File) error {
	originals := make(map[string][]byte)
	for _, f := range files {
		originals[f.SHA256()] = f.Data
	}
	var facts []map[string]any
	for _, d := range added {
		facts = append(facts, map[string]any{"name": d.Name, "sha256": d.SHA256, "size": d.Size})
	}
	return c.setGold(ctx, s, append(slices.Clone(s.gold), added...), originals, studylog.GoldAdded, map[string]any{"documents": facts})
}

// Gold lists the expert documents of a test.
func (c *Conduct) Gold(ctx context.Context, ref Ref) ([]study.GoldDocument, error) {
	return c.db.Gold(ctx, ref)
}
