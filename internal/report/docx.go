package report

import (
	"fmt"
	"io"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/chart"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/word"
)

// DOCX writes the report as a Word file in the catalogue's language. It is the page, element by element, so that both
// say the same: headings become heading styles, tables keep their header rows, drawings become pictures with the
// drawing's description as alternative text, and what the page says on hover over a code stands in its screen tip.
func DOCX(w io.Writer, m *Model, cat *lang.Catalogue) error {
	page, drawings, err := filled(m, cat)
	if err != nil {
		return err
	}
	r := newReader(page, drawings)
	blocks, err := r.read()
	if err != nil {
		return fmt.Errorf("reading the page for the Word file: %w", err)
	}
	text := words{cat}
	doc := word.Document{Language: text.T("report.word.language"), Title: text.T("report.title") + ": " + m.Study.Name, Blocks: blocks,
		Fields: map[string]string{"footer": text.T("report.word.footer", "study", text.Stated(m.Study.ID), "test", text.Stated(m.Test.ID), "program", m.Program)}}
	if err := word.Write(w, templates.Document, doc); err != nil {
		return fmt.Errorf("writing the Word file: %w", err)
	}
	return nil
}

// picture makes a drawing into a block.
func picture(d chart.Drawing) (word.Picture, error) {
	data, err := d.PNG()
	if err != nil {
		return word.Picture{}, err
	}
	return word.Picture{PNG: data, Title: d.Title, Alt: d.Title + ". " + d.Desc}, nil
}
