package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"sync"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/chart"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// page is the model with the words to say it. The template calls its methods; tables and figures are numbered in the
// order in which they are named.
type page struct {
	words
	*Model
	Style    template.CSS
	at       *lookup
	tables   int
	figures  int
	drawings []chart.Drawing // in the order in which they stand in the page
}

func newPage(m *Model, cat *lang.Catalogue) *page {
	return &page{words: words{cat}, Model: m, at: newLookup(m)}
}

// form loads the templates once; they are part of the program.
var form = sync.OnceValues(func() (*template.Template, error) {
	t := template.New("page.tmpl").Funcs(template.FuncMap{"int": func(n int64) int { return int(n) }})
	return t.ParseFS(templates.Report, "report/*.tmpl")
})

// styleSheet is the style of every page, with the colours of the conditions.
func styleSheet() (template.CSS, error) {
	style, err := templates.Report.ReadFile("report/style.css")
	if err != nil {
		return "", fmt.Errorf("loading the report's style sheet: %w", err)
	}
	return template.CSS(style) + paletteCSS(), nil
}

// HTML writes the report as one page in the catalogue's language.
func HTML(w io.Writer, m *Model, cat *lang.Catalogue) error {
	b, _, err := filled(m, cat)
	if err != nil {
		return err
	}
	_, err = b.WriteTo(w) // nothing is written of a page that fails half-way
	return err
}

// filled makes the page and gives its drawings besides.
func filled(m *Model, cat *lang.Catalogue) (*bytes.Buffer, []chart.Drawing, error) {
	t, err := form()
	if err != nil {
		return nil, nil, fmt.Errorf("loading the report's templates: %w", err)
	}
	p := newPage(m, cat)
	if p.Style, err = styleSheet(); err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, nil, fmt.Errorf("filling in the report: %w", err)
	}
	return &b, p.drawings, nil
}

// Language is the language of the page, for its lang attribute.
func (p *page) Language() study.Language { return p.cat.Language() }

// Section is an entry of the contents.
type Section struct{ ID, Title string }

// Sections lists the parts of the page that are there.
func (p *page) Sections() []Section {
	ids := []string{"method", "confirmatory", "conditions", "retrieval", "sources", "agreement", "blinding"}
	if p.HasAI() {
		ids = append(ids, "ai")
	}
	ids = append(ids, "answers", "costs", "limits", "documentation", "log")
	if p.HasTexts() {
		ids = append(ids, "texts")
	}
	var all []Section
	for i, id := range ids {
		title := p.T("report.section." + id)
		if id != "texts" { // an annex has no number
			title = p.T("report.section.numbered", "n", i+1, "title", title)
		}
		all = append(all, Section{id, title})
	}
	return all
}

// Title is the numbered title of a part of the page.
func (p *page) Title(id string) string {
	for _, s := range p.Sections() {
		if s.ID == id {
			return s.Title
		}
	}
	return ""
}

// HasTexts tells whether any answer's wording is to be printed.
func (p *page) HasTexts() bool {
	for _, a := range p.Answers {
		if a.Blinded != "" {
			return true
		}
	}
	return false
}

// Table is the caption of the next table, with its number.
func (p *page) Table(key string, args ...any) template.HTML {
	p.tables++
	return caption(p.T("report.table.no", "n", p.tables), p.T("report.table."+key, args...))
}

// Figure is the caption of the next figure, with its number.
func (p *page) Figure(key string) template.HTML {
	p.figures++
	return caption(p.T("report.figure.no", "n", p.figures), p.T("report.figure."+key))
}

func caption(no, text string) template.HTML {
	return template.HTML(`<span class="no">` + template.HTMLEscapeString(no) + `</span>` + template.HTMLEscapeString(text))
}
