package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"iucomstudien/internal/study"
)

// SourceDocument is a file of a person as it was when it was last read, or a case of the archive. What is kept of it can be
// made again from the file; it belongs to no study and no log.
type SourceDocument struct {
	Collection string // documents that are searched together: those of an area of law, its gold standard, the archive
	Name       string // path below the collection, with slashes
	Size       int64  // bytes
	Changed    time.Time
	SHA256     string         // of the bytes, hexadecimal
	Language   study.Language // by whose endings its words were cut
	Rules      string         // version of the rules by which they were
	Problem    *study.Problem // why it can't be searched; nil: it can
	Passages   int            // not given when writing
}

// Passage is a part of a document that is found and given as a whole.
type Passage struct {
	First, Last int    // paragraphs of the document, from 1
	Heading     string // under which it stands; "" for none
	Text        string
	Words       string // as the index has them: folded, cut to their stems, parted by blanks
	Citations   string // likewise
}

// FoundPassage is a passage that a search found.
type FoundPassage struct {
	Collection, Document string
	SHA256               string // of the document
	First, Last          int
	Heading, Text        string
	Score                float64 // BM25; higher is better
}

// SaveSource keeps a document in place of what was kept under its name, with its passages in the index.
func (db *DB) SaveSource(ctx context.Context, d SourceDocument, passages []Passage) error {
	return db.aside(ctx, "keeping the text of "+d.Name, func(tx *Tx) error {
		if err := tx.dropDocument(ctx, d.Collection, d.Name); err != nil {
			return err
		}
		id, err := tx.addDocument(ctx, d, len(passages))
		if err != nil {
			return err
		}
		for _, p := range passages {
			if err := tx.addPassage(ctx, id, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// TouchSource keeps size and time of a file that was written again with the same content.
func (db *DB) TouchSource(ctx context.Context, d SourceDocument) error {
	return db.aside(ctx, "keeping the time of "+d.Name, func(tx *Tx) error {
		return tx.exec(ctx, `UPDATE document SET size = ?, changed = ? WHERE collection = ? AND name = ?`,
			d.Size, when(d.Changed), d.Collection, d.Name)
	})
}

// DropSource forgets a document that is gone.
func (db *DB) DropSource(ctx context.Context, collection, name string) error {
	return db.aside(ctx, "forgetting "+name, func(tx *Tx) error { return tx.dropDocument(ctx, collection, name) })
}

// aside runs a transaction about what belongs to no study and no log.
func (db *DB) aside(ctx context.Context, doing string, do func(tx *Tx) error) error {
	_, err := db.write(ctx, Archive, do)
	return db.explain(doing, err)
}

func (tx *Tx) dropDocument(ctx context.Context, collection, name string) error {
	err := tx.exec(ctx, `DELETE FROM passage_index WHERE rowid IN
		(SELECT passage.id FROM passage JOIN document ON document.id = passage.document WHERE collection = ? AND name = ?)`, collection, name)
	if err != nil {
		return err
	}
	return tx.exec(ctx, `DELETE FROM document WHERE collection = ? AND name = ?`, collection, name) // passages follow
}

func (tx *Tx) addDocument(ctx context.Context, d SourceDocument, passages int) (int64, error) {
	var why any
	if p := d.Problem; p != nil {
		text, err := stored{keptWhy{p.ID, p.File, p.Row, p.Column, p.Args}}.text()
		if err != nil {
			return 0, err
		}
		why = text
	}
	result, err := tx.tx.ExecContext(ctx, `
		INSERT INTO document (collection, name, size, changed, sha256, language, rules, problem, passages) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.Collection, d.Name, d.Size, when(d.Changed), d.SHA256, string(d.Language), d.Rules, why, passages)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func (tx *Tx) addPassage(ctx context.Context, document int64, p Passage) error {
	result, err := tx.tx.ExecContext(ctx, `INSERT INTO passage (document, first, last, heading, text) VALUES (?, ?, ?, ?, ?)`,
		document, p.First, p.Last, p.Heading, p.Text)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	return tx.exec(ctx, `INSERT INTO passage_index (rowid, words, citations) VALUES (?, ?, ?)`, id, p.Words, p.Citations)
}

// SourceDocuments lists the documents of a collection by name, those that can't be searched too.
func (r Reader) SourceDocuments(ctx context.Context, collection string) ([]SourceDocument, error) {
	return all(ctx, r, func(row scanner) (d SourceDocument, err error) {
		var why sql.Null[string]
		err = row.Scan(&d.Collection, &d.Name, &d.Size, moment{&d.Changed}, &d.SHA256, &d.Language, &d.Rules, &why, &d.Passages)
		if err == nil && why.Valid {
			var k keptWhy
			err = json.Unmarshal([]byte(why.V), &k)
			d.Problem = &study.Problem{ID: k.ID, File: k.File, Row: k.Row, Column: k.Column, Args: k.Args}
		}
		return d, err
	}, `SELECT collection, name, size, changed, sha256, language, rules, problem, passages
		FROM document WHERE collection = ? ORDER BY name`, collection)
}

// Weights of the two columns of the index in the ranking: a citation that is the same tells more than a word.
const searchPassages = `
	SELECT document.collection, document.name, document.sha256, passage.first, passage.last, passage.heading, passage.text,
		-bm25(passage_index, 1.0, 2.5) AS score
	FROM passage_index JOIN passage ON passage.id = passage_index.rowid JOIN document ON document.id = passage.document
	WHERE passage_index MATCH ?1 AND document.collection IN (SELECT value FROM json_each(?2))
	ORDER BY score DESC, document.collection, document.name, passage.first, passage.id LIMIT ?3`

// SearchPassages gives the passages of some collections that an expression of FTS5 over the columns words and citations
// matches, best first, at most limit. How rare a word is counts over all collections.
func (r Reader) SearchPassages(ctx context.Context, collections []string, match string, limit int) ([]FoundPassage, error) {
	within, err := stored{collections}.text()
	if err != nil {
		return nil, err
	}
	return all(ctx, r, func(row scanner) (f FoundPassage, err error) {
		err = row.Scan(&f.Collection, &f.Document, &f.SHA256, &f.First, &f.Last, &f.Heading, &f.Text, &f.Score)
		return f, err
	}, searchPassages, match, within, limit)
}
