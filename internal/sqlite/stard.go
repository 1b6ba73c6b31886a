package sqlite

import (
	"context"
	"time"
)

// Document is a document into which the study lead writes.
type Document string

// The documents. The words are stored.
const (
	StardReport Document = "stard"
	ConsentForm Document = "consent"
	Protocol    Document = "protocol"
)

// Written is what stands in one place of a document.
type Written struct {
	Place   string // number of an item, name of a field
	Text    string
	Changed time.Time
}

// Write keeps the text of a place, in place of an earlier one; an empty text removes it.
func (tx *Tx) Write(ctx context.Context, studyID string, d Document, place, text string) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	if text == "" {
		return tx.change(ctx, `DELETE FROM written WHERE study = ? AND document = ? AND place = ?`, studyID, string(d), place)
	}
	err := tx.change(ctx, `INSERT INTO written (study, document, place, text, changed) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (study, document, place) DO UPDATE SET text = excluded.text, changed = excluded.changed`,
		studyID, string(d), place, text, when(tx.now))
	if missing(err) {
		return studyNotFound(studyID)
	}
	return err
}

// Written lists what stands in a document, by place.
func (r Reader) Written(ctx context.Context, studyID string, d Document) ([]Written, error) {
	return all(ctx, r, func(row scanner) (w Written, err error) {
		err = row.Scan(&w.Place, &w.Text, moment{&w.Changed})
		return w, err
	}, `SELECT place, text, changed FROM written WHERE study = ? AND document = ? ORDER BY place`, studyID, string(d))
}

// StardCase is what the STARD report says of a case beside its reference.
type StardCase struct {
	Test     string
	Severity string // "clear", "arguable", "borderline"; "" when it was not said
	WhyNot   string // why the answer is no
}

// SetStardCase keeps what is said of a test's case. Problem: test.not-found.
func (tx *Tx) SetStardCase(ctx context.Context, studyID string, c StardCase) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	err := tx.change(ctx, `INSERT INTO stard_case (study, test, severity, why_not) VALUES (?, ?, ?, ?)
		ON CONFLICT (study, test) DO UPDATE SET severity = excluded.severity, why_not = excluded.why_not`,
		studyID, c.Test, c.Severity, c.WhyNot)
	if missing(err) {
		return testNotFound(Ref{Study: studyID, Test: c.Test})
	}
	return err
}

// StardCases lists what is said of the cases of a study, by test.
func (r Reader) StardCases(ctx context.Context, studyID string) ([]StardCase, error) {
	return all(ctx, r, func(row scanner) (c StardCase, err error) {
		err = row.Scan(&c.Test, &c.Severity, &c.WhyNot)
		return c, err
	}, `SELECT test, severity, why_not FROM stard_case WHERE study = ? ORDER BY test`, studyID)
}
