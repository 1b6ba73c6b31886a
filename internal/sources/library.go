package sources

import (
	"context"
	"fmt"
	"strings"

	"iucomstudien/internal/legalref"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Store keeps documents with their index; sqlite.DB does.
type Store interface {
	SourceDocuments(ctx context.Context, collection string) ([]sqlite.SourceDocument, error)
	SaveSource(ctx context.Context, d sqlite.SourceDocument, passages []sqlite.Passage) error
	TouchSource(ctx context.Context, d sqlite.SourceDocument) error
	DropSource(ctx context.Context, collection, name string) error
	SearchPassages(ctx context.Context, collections []string, match string, limit int) ([]sqlite.FoundPassage, error)
}

// Library keeps collections of documents searchable.
type Library struct {
	store Store
	words *Words
	refs  *legalref.Reader
}

// NewLibrary is a library over a store.
func NewLibrary(store Store, refs *legalref.Reader) (*Library, error) {
	words, err := Load()
	if err != nil {
		return nil, err
	}
	return &Library{store: store, words: words, refs: refs}, nil
}

// Own are own documents: the collections named are searched together.
type Own struct {
	library     *Library
	collections []string
	gold        string // the collection among them that is the gold standard; "" for none
}

// Own is the source of some collections; hits of the collection gold are marked as the gold standard.
func (l *Library) Own(gold string, collections ...string) Own {
	return Own{library: l, collections: collections, gold: gold}
}

// Name implements [Source].
func (Own) Name() string { return "own-documents" }

// Search implements [Source].
func (o Own) Search(ctx context.Context, terms []Term, limit int) ([]Hit, error) {
	match := o.library.words.expression(o.library.refs, terms)
	if match == "" {
		return nil, nil
	}
	found, err := o.library.store.SearchPassages(ctx, o.collections, match, limit)
	if err != nil {
		return nil, fmt.Errorf("searching own documents: %w", err)
	}
	hits := make([]Hit, len(found))
	for i, f := range found {
		hits[i] = Hit{
			Source: o.Name(), Collection: f.Collection, Document: f.Document, SHA256: f.SHA256, First: f.First, Last: f.Last,
			Heading: f.Heading, Text: f.Text, Score: f.Score, Gold: o.gold != "" && f.Collection == o.gold,
		}
	}
	return hits, nil
}

// UpToDate tells whether a document is kept with this content, indexed by the rules that hold now.
func (l *Library) UpToDate(kept sqlite.SourceDocument, sha256 string) bool {
	return kept.SHA256 == sha256 && kept.Rules == l.words.Version()
}

// Put keeps a text under a name without a file, for collections that are no folders.
func (l *Library) Put(ctx context.Context, d sqlite.SourceDocument, text string) error {
	d.Language, d.Rules = l.words.Language(text), l.words.Version()
	if err := l.store.SaveSource(ctx, d, l.passages(text, d.Language)); err != nil {
		return fmt.Errorf("indexing %s: %w", d.Name, err)
	}
	return nil
}

// passages cuts a text and indexes each part, with its heading.
func (l *Library) passages(text string, lang study.Language) []sqlite.Passage {
	pieces := cut(text)
	list := make([]sqlite.Passage, len(pieces))
	for i, p := range pieces {
		whole := p.text
		if !strings.Contains(p.text, p.heading) {
			whole = p.heading + "\n" + p.text
		}
		list[i] = sqlite.Passage{First: p.first, Last: p.last, Heading: p.heading, Text: p.text, Words: l.words.index(whole, lang),
			Citations: strings.Join(citations(l.refs, whole, string(lang)), " ")}
	}
	return list
}
