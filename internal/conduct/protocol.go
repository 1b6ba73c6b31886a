package conduct

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/stard/protocol"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// WrittenProtocol is a study protocol that was written down.
type WrittenProtocol struct {
	Files   []string          `json:"files"`
	SHA256  map[string]string `json:"sha256"` // of each file, by its name: the log holds the same
	Version int               `json:"version"`
	Stage   protocol.Stage    `json:"stage"` // how much was known
	Known   protocol.Known    `json:"known"`
	Entry   int               `json:"entry"` // of the study log
}

// Protocol writes the study protocol from the study's settings into the folder STARD, as a page and a Word file, and
// notes their checksums in the study log: from then on nobody can change what was planned unseen. The protocol says at
// its head how much was known when it was written. Once the key was opened it is refused, unless late asks for one
// that is marked as written afterwards. Every version keeps its file. Problem: protocol.after-unblinding.
func (c *Conduct) Protocol(ctx context.Context, studyID string, late bool) (WrittenProtocol, error) {
	m, err := c.protocolModel(ctx, studyID)
	if err != nil {
		return WrittenProtocol{}, err
	}
	w := WrittenProtocol{SHA256: map[string]string{}, Version: m.Version, Stage: m.Known.Stage(), Known: m.Known}
	if w.Stage == protocol.Unblinded && !late {
		return w, &study.Problem{ID: "protocol.after-unblinding", Args: map[string]any{"study": studyID}}
	}
	words := c.wordsOf(m.Study.Language)
	name := fmt.Sprintf("protocol-%d", m.Version)
	files, err := rendered([]document{
		{name + ".html", func(w io.Writer) error { return protocol.HTML(w, m, words) }},
		{name + ".docx", func(w io.Writer) error { return protocol.Docx(w, m, words) }},
	})
	if err != nil {
		return w, err
	}
	dir, err := c.home.Stard(studyID)
	if err != nil {
		return w, err
	}
	for _, f := range files {
		w.SHA256[f.Name] = sumBytes(f.Data)
		w.Files = append(w.Files, filepath.Join(dir, f.Name))
	}
	// The entry comes first: a file without one would look like a protocol that was never written down.
	err = c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, studylog.ProtocolWritten, "", map[string]any{"version": w.Version, "stage": w.Stage, "files": w.SHA256,
			"answers": w.Known.Answers, "sheets": w.Known.Sheets, "gradings": w.Known.Gradings, "opened": w.Known.KeyOpened + w.Known.Unblinded})
	})
	if err != nil {
		return w, err
	}
	w.Entry = m.LogEntries + 1
	return w, folder.WriteInto(dir, files, 0o644)
}

// protocolModel gathers what the protocol says.
func (c *Conduct) protocolModel(ctx context.Context, studyID string) (*protocol.Model, error) {
	m := &protocol.Model{Program: Program, Written: c.now(), Version: 1, Texts: map[string]stard.Text{}}
	var err error
	if m.Study, err = c.db.Study(ctx, studyID); err != nil {
		return nil, err
	}
	log, err := c.db.Log(ctx, studyID)
	if err != nil {
		return nil, err
	}
	m.LogHead, m.LogEntries = studylog.Head(log), len(log)
	for _, e := range log {
		switch e.Kind {
		case studylog.ProtocolWritten:
			m.Version++
		case studylog.KeyOpened:
			m.Known.KeyOpened++
		case studylog.Unblinded:
			m.Known.Unblinded++
		case studylog.SheetImported:
			m.Known.Sheets++
		case studylog.Graded:
			m.Known.Gradings++
		}
	}
	texts, err := c.db.Written(ctx, studyID, sqlite.StardReport)
	if err != nil {
		return nil, err
	}
	for _, t := range texts {
		m.Texts[t.Place] = stard.Text{Text: t.Text, Changed: t.Changed}
	}
	kept, err := hypothesesIn(log)
	if err != nil {
		return nil, err
	}
	for _, k := range kept {
		m.Hypotheses = append(m.Hypotheses, protocol.Hypothesis{Hypothesis: k.Hypothesis, Time: k.Time, Hash: k.Hash})
	}
	return m, c.protocolCases(ctx, studyID, m)
}

// protocolCases adds the cases of the tests and counts the answers that are in.
func (c *Conduct) protocolCases(ctx context.Context, studyID string, m *protocol.Model) error {
	tests, err := c.db.Tests(ctx, studyID)
	if err != nil {
		return err
	}
	for _, t := range tests {
		s, err := c.situation(ctx, Ref{Study: studyID, Test: t.ID})
		if err != nil {
			return err
		}
		m.Known.Answers += len(s.answers)
		one := protocol.Case{Test: t.ID, Title: s.kase.Title, Area: s.kase.Area, Jurisdiction: s.kase.Jurisdiction, LawAsOf: s.kase.LawAsOf,
			Question: s.kase.TargetQuestion, Reference: s.kase.Reference, FactsSHA256: sumText(s.kase.Facts), Seed: t.Seed, UseGold: t.UseGold}
		for _, d := range s.gold {
			d.Text = ""
			one.Gold = append(one.Gold, d)
		}
		m.Cases = append(m.Cases, one)
		grader, err := c.grader(ctx, s.ref)
		if err != nil {
			return err
		}
		if grader.Model != "" {
			m.Graders = appendNew(m.Graders, grader.Model)
		}
	}
	return nil
}
