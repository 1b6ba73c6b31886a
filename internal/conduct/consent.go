package conduct

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stard/consent"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// WrittenConsent is a consent form that was written.
type WrittenConsent struct {
	File     string          `json:"file"`
	Complete bool            `json:"complete"`
	Open     []consent.Field `json:"open"` // required fields without a text
}

// ConsentOptions say what form is wanted.
type ConsentOptions struct {
	Study    string // "": the form of no study
	Language study.Language
	Fields   map[consent.Field]string // kept with the study; an empty text takes a kept one out
	Complete bool                     // refuse a form with gaps
}

// WriteConsent writes the consent form as a Word file to path. Fields that are given are kept with the study, so that
// they stand in the next form too; the log says which, not what they hold. Problems: consent.incomplete (Args: open),
// study.not-found, lang.unknown, and those of writing.
func (c *Conduct) WriteConsent(ctx context.Context, path string, o ConsentOptions) (WrittenConsent, error) {
	if !o.Language.Valid() {
		return WrittenConsent{}, &study.Problem{ID: "lang.unknown", Args: map[string]any{"value": string(o.Language)}}
	}
	f, err := c.consentForm(ctx, o)
	if err != nil {
		return WrittenConsent{}, err
	}
	words := c.wordsOf(o.Language)
	w := WrittenConsent{File: path, Open: append([]consent.Field{}, f.Open()...)}
	w.Complete = len(w.Open) == 0 && f.Study != ""
	if o.Complete && !w.Complete {
		var names []string
		if f.Study == "" {
			names = append(names, words.T("consent.field.study"))
		}
		for _, field := range w.Open {
			names = append(names, words.T("consent.field."+string(field)))
		}
		return w, &study.Problem{ID: "consent.incomplete", Args: map[string]any{"open": names}}
	}
	var b bytes.Buffer
	if err := consent.Docx(&b, f, words); err != nil {
		return w, err
	}
	return w, folder.WriteFile(path, b.Bytes(), 0o644)
}

// consentForm brings together what was kept and what is given, and keeps the latter.
func (c *Conduct) consentForm(ctx context.Context, o ConsentOptions) (consent.Form, error) {
	f := consent.Form{Fields: map[consent.Field]string{}}
	if o.Study == "" {
		maps.Copy(f.Fields, o.Fields)
		return f, nil
	}
	s, err := c.db.Study(ctx, o.Study)
	if err != nil {
		return f, err
	}
	f.Study = s.Name
	if err := c.keepConsentFields(ctx, o.Study, o.Fields); err != nil {
		return f, err
	}
	kept, err := c.db.Written(ctx, o.Study, sqlite.ConsentForm)
	for _, k := range kept {
		f.Fields[consent.Field(k.Place)] = k.Text
	}
	return f, err
}

// keepConsentFields keeps fields with the study.
func (c *Conduct) keepConsentFields(ctx context.Context, studyID string, fields map[consent.Field]string) error {
	if len(fields) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(fields))
	return c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		for _, name := range names {
			if err := tx.Write(ctx, studyID, sqlite.ConsentForm, string(name), fields[name]); err != nil {
				return err
			}
		}
		return tx.Note(ctx, studylog.DocumentEdited, "", map[string]any{"document": sqlite.ConsentForm, "places": names})
	})
}
