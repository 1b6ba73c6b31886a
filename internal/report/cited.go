package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"slices"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/study"
)

// Passage is a piece of a text: plain, or a source or figure that was found.
type Passage struct {
	Text   string
	Kind   legalref.Kind // "" for plain text
	Title  string        // normalised form, and what is not well formed
	Faulty bool
}

// figures are the kinds that are no sources.
var figures = []legalref.Kind{legalref.Amount, legalref.Percent, legalref.Date, legalref.Duration, legalref.Number}

// Class is the style of a passage: sources and figures look different.
func (p Passage) Class() string {
	if slices.Contains(figures, p.Kind) {
		return "figure"
	}
	return "source"
}

// cited is the page of one text with its sources and figures marked.
type cited struct {
	words
	Name     string
	Style    template.CSS
	Passages []Passage
	Hits     int
}

// Language is the language of the page.
func (p *cited) Language() study.Language { return p.cat.Language() }

// CitedHTML writes a text as one page with the hits marked: what was found, of which kind, and what is not well formed.
// The hits are in order and do not overlap, as legalref gives them.
func CitedHTML(w io.Writer, name, text string, hits []legalref.Hit, cat *lang.Catalogue) error {
	t, err := form()
	if err != nil {
		return fmt.Errorf("loading the report's templates: %w", err)
	}
	style, err := styleSheet()
	if err != nil {
		return err
	}
	p := &cited{words: words{cat}, Name: name, Style: style, Hits: len(hits)}
	at := 0
	for _, h := range hits {
		if h.Start > at {
			p.Passages = append(p.Passages, Passage{Text: text[at:h.Start]})
		}
		title := cat.T("cite.kind."+string(h.Kind)) + ": " + h.Norm
		if h.Reason != "" {
			title += " – " + cat.T("cite.reason."+h.Reason)
		}
		p.Passages = append(p.Passages, Passage{Text: h.Text, Kind: h.Kind, Title: title, Faulty: !h.WellFormed})
		at = h.End
	}
	p.Passages = append(p.Passages, Passage{Text: text[at:]})
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "cited.tmpl", p); err != nil {
		return fmt.Errorf("filling in the page: %w", err)
	}
	_, err = b.WriteTo(w)
	return err
}
