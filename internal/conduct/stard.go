package conduct

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Stard writes the STARD report over all unblinded tests of a study with a target question into the study's folder
// STARD: report.html, report.docx, the tables figures.csv, cases.csv, table.csv and table.tex, and data.json. The log
// keeps the checksum of each. Problems: stard.no-question, stard.all-blinded, stard.flow-sums.
func (c *Conduct) Stard(ctx context.Context, studyID string, tell job.Report) (Written, error) {
	tell(0, 2, "compute")
	m, err := c.StardModel(ctx, studyID)
	if err != nil {
		return Written{}, err
	}
	asked := func(p stard.Participant) bool { return p.Excluded != stard.Cancelled }
	done := func(p stard.Participant) bool { return asked(p) && p.Excluded != stard.Open }
	switch {
	case !slices.ContainsFunc(m.Participants, asked):
		return Written{}, &study.Problem{ID: "stard.no-question", Args: map[string]any{"study": studyID}}
	case !slices.ContainsFunc(m.Participants, done):
		return Written{}, &study.Problem{ID: "stard.all-blinded", Args: map[string]any{"study": studyID}}
	}
	dir, err := c.home.Stard(studyID)
	if err != nil {
		return Written{}, err
	}
	tell(1, 2, "report")
	files, err := renderStard(m, c.wordsOf(m.Study.Language))
	if err != nil {
		return Written{}, err
	}
	w, err := c.writeDocuments(ctx, studyID, dir, files, studylog.Reported)
	tell(2, 2, "")
	return w, err
}

// renderStard makes the files of a STARD report.
func renderStard(m *stard.Model, words *lang.Catalogue) ([]folder.File, error) {
	return rendered([]document{
		{"report.html", func(w io.Writer) error { return stard.HTML(w, m, words) }},
		{"report.docx", func(w io.Writer) error { return stard.Docx(w, m, words) }},
		{"figures.csv", func(w io.Writer) error { return stard.CSV(w, m) }},
		{"cases.csv", func(w io.Writer) error { return stard.Cases(w, m) }},
		{"table.csv", func(w io.Writer) error { return stard.PaperCSV(w, m, words) }},
		{"table.tex", func(w io.Writer) error { return stard.LaTeX(w, m, words) }},
		{"data.json", func(w io.Writer) error { return stard.JSON(w, m) }},
	})
}

// document is a file and who writes it.
type document struct {
	name  string
	write func(io.Writer) error
}

// rendered writes documents to memory.
func rendered(list []document) ([]folder.File, error) {
	var files []folder.File
	for _, d := range list {
		var b bytes.Buffer
		if err := d.write(&b); err != nil {
			return nil, fmt.Errorf("writing %s: %w", d.name, err)
		}
		files = append(files, folder.File{Name: d.name, Data: b.Bytes()})
	}
	return files, nil
}

// writeDocuments writes files about a whole study and notes their checksums in its log.
func (c *Conduct) writeDocuments(ctx context.Context, studyID, dir string, files []folder.File, kind studylog.Kind) (Written, error) {
	if err := folder.WriteInto(dir, files, 0o600); err != nil {
		return Written{}, err
	}
	w, sums := Written{Folder: dir}, make(map[string]string)
	for _, f := range files {
		sums[f.Name] = sumBytes(f.Data)
		w.Files = append(w.Files, filepath.Join(dir, f.Name))
	}
	return w, c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, kind, "", map[string]any{"program": Program, "folder": filepath.Base(dir), "files": sums})
	})
}

// StardItem is one item of the checklist with what the study lead wrote in it.
type StardItem struct {
	ID     string `json:"item"`
	Demand string `json:"demand"` // what is to be reported
	Task   string `json:"task"`   // what is left to the study lead; "" for nothing
	Text   string `json:"text"`   // "" when nothing was written
	Open   bool   `json:"open"`   // it waits for the study lead
}

// StardItems lists the checklist of a study in a language.
func (c *Conduct) StardItems(ctx context.Context, studyID string, l study.Language) ([]StardItem, error) {
	m, err := c.StardModel(ctx, studyID)
	if err != nil {
		return nil, err
	}
	all, err := stard.Bundled()
	if err != nil {
		return nil, err
	}
	open := m.OpenTasks(all)
	var list []StardItem
	for _, it := range all.Items {
		list = append(list, StardItem{ID: it.ID, Demand: it.Demand[l], Task: it.Lead[l], Text: m.Texts[it.ID].Text,
			Open: slices.ContainsFunc(open, func(o stard.Item) bool { return o.ID == it.ID })})
	}
	return list, nil
}

// WriteStardItem keeps what the study lead writes in an item of the checklist; an empty text takes it out. The log keeps
// that and a checksum, not the text. Problems: stard.no-item, stard.long-text (Args: most).
func (c *Conduct) WriteStardItem(ctx context.Context, studyID, id, text string) (stard.Item, error) {
	all, err := stard.Bundled()
	if err != nil {
		return stard.Item{}, err
	}
	it, err := all.Item(id)
	if err != nil {
		return it, err
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if utf8.RuneCountInString(text) > stard.MaxText {
		return it, &study.Problem{ID: "stard.long-text", Args: map[string]any{"most": stard.MaxText}}
	}
	return it, c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		if err := tx.Write(ctx, studyID, sqlite.StardReport, it.ID, text); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.DocumentEdited, "", map[string]any{"document": sqlite.StardReport, "place": it.ID,
			"characters": utf8.RuneCountInString(text), "sha256": sumText(text)})
	})
}

// SetStardCase keeps what the STARD report says of a test's case: how clear it is where the reference is yes, why the
// answer is no where it is no. Problems: stard.severity (Args: value, allowed), stard.long-text, test.not-found.
func (c *Conduct) SetStardCase(ctx context.Context, ref Ref, severity stard.Severity, whyNot string) error {
	if severity != stard.NotSaid && !slices.Contains(stard.Severities(), severity) {
		var allowed []string
		for _, s := range stard.Severities() {
			allowed = append(allowed, string(s))
		}
		return &study.Problem{ID: "stard.severity", Args: map[string]any{"value": string(severity), "allowed": allowed}}
	}
	if whyNot = strings.TrimSpace(whyNot); utf8.RuneCountInString(whyNot) > stard.MaxText {
		return &study.Problem{ID: "stard.long-text", Args: map[string]any{"most": stard.MaxText}}
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetStardCase(ctx, ref.Study, sqlite.StardCase{Test: ref.Test, Severity: string(severity), WhyNot: whyNot}); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.DocumentEdited, ref.Test, map[string]any{"document": sqlite.StardReport, "severity": severity, "why_not_sha256": sumText(whyNot)})
	})
}
