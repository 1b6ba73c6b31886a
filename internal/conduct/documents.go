package conduct

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/job"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

// Names of collections in the index. The gold standard of an area is one of its own, so that nothing searches it unasked.
const (
	collectionArea    = "area/"
	collectionGold    = "gold/"
	collectionArchive = "archive"
)

// citationReader loads the grammar of citations once, when it is first needed.
var citationReader = sync.OnceValues(legalref.New)

// library is the index over the database.
func (c *Conduct) library() (*sources.Library, error) {
	refs, err := citationReader()
	if err != nil {
		return nil, fmt.Errorf("loading the grammar of citations: %w", err)
	}
	return sources.NewLibrary(c.db, refs)
}

// Document is a file of an area of law, as the search knows it.
type Document struct {
	Name     string // path below the area's folder
	Size     int64
	SHA256   string
	Passages int
	Gold     bool           // of the gold standard
	Problem  *study.Problem // why it can't be searched; nil: it can
}

// Documents are the files of an area of law after the index was brought up to date.
type Documents struct {
	Area       string
	Documents  []Document // own ones by name, then the gold standard where it was asked for
	Read, Gone int        // read anew just now, and forgotten since they are gone
}

// Searchable counts the documents that can be searched.
func (d Documents) Searchable() int {
	n := 0
	for _, one := range d.Documents {
		if one.Problem == nil {
			n++
		}
	}
	return n
}

// Documents brings the index of an area's own documents up to date and lists them, with the gold standard only when that is
// asked for. Problems: folder.unsafe-name and other faults of the name.
func (c *Conduct) Documents(ctx context.Context, area string, gold bool, report job.Report) (Documents, error) {
	l, err := c.library()
	if err != nil {
		return Documents{}, err
	}
	folders, err := c.collections(area, gold)
	if err != nil {
		return Documents{}, err
	}
	d := Documents{Area: area}
	ctx = extract.WithCacheFolder(ctx, c.home.Cache)
	for _, f := range folders {
		state, err := l.Sync(ctx, f, report)
		if err != nil {
			return d, err
		}
		d.Read, d.Gone = d.Read+state.Read, d.Gone+state.Gone
		for _, one := range state.Documents {
			d.Documents = append(d.Documents, Document{
				Name: one.Name, Size: one.Size, SHA256: one.SHA256, Passages: one.Passages, Problem: one.Problem,
				Gold: f.Collection == collectionGold+area,
			})
		}
	}
	return d, nil
}

// collections are the folders that are searched for an area.
func (c *Conduct) collections(area string, gold bool) ([]sources.Folder, error) {
	own, err := c.home.Area(area)
	if err != nil {
		return nil, err
	}
	expert, err := c.home.Gold(area)
	if err != nil {
		return nil, err
	}
	list := []sources.Folder{{Collection: collectionArea + area, Path: own, Skip: filepath.Base(expert)}}
	if gold {
		list = append(list, sources.Folder{Collection: collectionGold + area, Path: expert})
	}
	return list, nil
}

// ownSource is the source of an area's documents.
func ownSource(l *sources.Library, area string, gold bool) sources.Own {
	if gold {
		return l.Own(collectionGold+area, collectionArea+area, collectionGold+area)
	}
	return l.Own("", collectionArea+area)
}

// SearchDocuments brings the index up to date and gives the passages of an area's documents that fit some words best.
func (c *Conduct) SearchDocuments(ctx context.Context, area, words string, gold bool, most int, report job.Report) ([]sources.Hit, error) {
	if _, err := c.Documents(ctx, area, gold, report); err != nil {
		return nil, err
	}
	l, err := c.library()
	if err != nil {
		return nil, err
	}
	return ownSource(l, area, gold).Search(ctx, []sources.Term{{Kind: sources.Word, Text: words, From: sources.FromRule}}, most)
}
