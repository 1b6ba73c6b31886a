package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"sync"

	"iucomstudien/assets/stard"
	"iucomstudien/assets/templates"
)

// form loads the template once; it is part of the program.
var form = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page.tmpl").ParseFS(stard.Page, "*.tmpl")
})

// setting is a document while it is set: tables and drawings get their numbers in the order in which they stand.
type setting struct {
	*Document
	Style           template.CSS
	tables, figures int
}

// TableNumber is «Table n» of the next table.
func (s *setting) TableNumber() string {
	s.tables++
	return s.Number.Table(s.tables)
}

// FigureNumber is «Figure n» of the next drawing.
func (s *setting) FigureNumber() string {
	s.figures++
	return s.Number.Figure(s.figures)
}

// Drawn is a drawing as it stands in the page. Package chart escapes its texts.
func (s *setting) Drawn(b Block) template.HTML { return template.HTML(b.Drawing.SVG()) }

// In hands a block to its template together with the setting.
func (s *setting) In(b Block) placed { return placed{s, b} }

// placed is a block and where it stands.
type placed struct {
	*setting
	Block
}

// HTML writes the document as one page.
func HTML(w io.Writer, d Document) error {
	t, err := form()
	if err != nil {
		return fmt.Errorf("loading the template of the page: %w", err)
	}
	style, err := templates.Report.ReadFile("report/style.css")
	if err != nil {
		return fmt.Errorf("loading the style sheet: %w", err)
	}
	own, err := stard.Page.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("loading the style sheet: %w", err)
	}
	var b bytes.Buffer // nothing is written of a page that fails half-way
	if err := t.Execute(&b, &setting{Document: &d, Style: template.CSS(style) + template.CSS(own)}); err != nil {
		return fmt.Errorf("setting the page: %w", err)
	}
	_, err = b.WriteTo(w)
	return err
}
