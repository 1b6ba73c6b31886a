package conduct

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// ReloadedGold is what looking into the folder of expert documents again came to.
type ReloadedGold struct {
	Added   []string // files that a person put there
	Changed []string // files that are others than when they were read; they were read anew
	Missing []string // documents whose file is gone; they stay in the gold standard until they are removed
}

// ReloadGold looks into the folder of expert documents again: takes in what a person put there or changed, and tells what
// is gone. All is taken in or nothing. Problems: test.already-blinded, conduct.no-area, gold.reference-rests (Args: name,
// by) for a changed document from which the reference was read, and those of reading.
func (c *Conduct) ReloadGold(ctx context.Context, ref Ref) (ReloadedGold, error) {
	var r ReloadedGold
	s, err := c.situation(ctx, ref)
	if err != nil {
		return r, err
	}
	if s.test.State != study.Collecting {
		return r, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	files, err := c.goldFiles(ctx, ref)
	if err != nil {
		return r, err
	}
	kept := slices.Clone(s.gold)
	var fresh []File
	for _, f := range files {
		at := slices.IndexFunc(kept, func(d study.GoldDocument) bool { return d.Name == f.Name })
		switch {
		case at < 0 && !slices.ContainsFunc(kept, func(d study.GoldDocument) bool { return d.SHA256 == f.SHA256() }):
			r.Added = append(r.Added, f.Name)
			fresh = append(fresh, f)
		case at >= 0 && kept[at].SHA256 != f.SHA256():
			if err := c.goldHeld(ctx, s, f.Name); err != nil {
				return r, err
			}
			r.Changed = append(r.Changed, f.Name)
			fresh = append(fresh, f)
		}
	}
	for _, d := range kept {
		if !slices.ContainsFunc(files, func(f File) bool { return f.Name == d.Name }) {
			r.Missing = append(r.Missing, d.Name)
		}
	}
	if len(fresh) == 0 {
		return r, nil
	}
	return r, c.takeReloaded(ctx, s, fresh)
}

// takeReloaded reads files and puts each in the place of the document of its name, or at the end.
func (c *Conduct) takeReloaded(ctx context.Context, s *situation, fresh []File) error {
	docs, err := readGold(ctx, fresh, nil)
	if err != nil {
		return err
	}
	all, originals := slices.Clone(s.gold), make(map[string][]byte)
	var facts []map[string]any
	for i, d := range docs {
		originals[d.SHA256] = fresh[i].Data
		facts = append(facts, map[string]any{"name": d.Name, "sha256": d.SHA256, "size": d.Size})
		if at := slices.IndexFunc(all, func(old study.GoldDocument) bool { return old.Name == d.Name }); at >= 0 {
			all[at] = d
			continue
		}
		all = append(all, d)
	}
	return c.setGold(ctx, s, all, originals, studylog.GoldAdded, map[string]any{"documents": facts})
}

// goldFiles reads the files that lie in the folder of expert documents; hidden ones, locks of word processors and folders
// are none of them.
func (c *Conduct) goldFiles(ctx context.Context, ref Ref) ([]File, error) {
	dir, err := c.GoldFolder(ctx, ref)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking into the folder of expert documents: %w", err)
	}
	var paths []string
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "~$") {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	return LoadFiles(ctx, paths)
}

// Warning is something of a file that a person should look at; its sentence stands under "extract.warning.<Kind>".
type Warning = extract.Warning

// GoldWarnings says of the expert documents of a test, by name, what a person should look at: no text layer, tracked
// changes. A document whose bytes were not kept, or that can not be read any more, has none.
func (c *Conduct) GoldWarnings(ctx context.Context, ref Ref) (map[string][]Warning, error) {
	docs, err := c.db.Gold(ctx, ref)
	if err != nil {
		return nil, err
	}
	found := make(map[string][]Warning)
	for _, d := range docs {
		data, err := c.db.Original(ctx, d.SHA256)
		if study.HasProblem(err, "original.not-kept") {
			continue
		}
		if err != nil {
			return nil, err
		}
		doc, err := extract.Read(ctx, d.Name, data)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && len(doc.Warnings) > 0 {
			found[d.Name] = doc.Warnings
		}
	}
	return found, nil
}
