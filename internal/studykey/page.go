package studykey

import (
	"bytes"
	"fmt"
	"html/template"

	assets "iucomstudien/assets/handout"
)

// pageData is what the readable page of a key shows.
type pageData struct {
	Language, Title, Warning, Commitment string
	Headings                             []string
	Rows                                 [][]string
}

// Page breaks the seal and gives the key as a page for the study lead, to read and to print: one file without scripts,
// nothing loaded from elsewhere. Language is the machine name of the words' language. The prompt, which may be long,
// stands in key.json only.
func (k Key) Page(words Words, language string) ([]byte, error) {
	t, err := template.ParseFS(assets.Files, "key.html.tmpl")
	if err != nil {
		return nil, fmt.Errorf("reading the page of the key: %w", err)
	}
	data := pageData{
		Language: language, Title: words.T("key.page.title", "study", k.Study(), "test", k.Test()),
		Warning: words.T("key.page.warning"), Commitment: words.T("key.page.commitment", "commitment", k.Commitment()),
	}
	for _, c := range columns {
		data.Headings = append(data.Headings, words.T(c.heading))
	}
	for _, r := range k.open().rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = c.cell(r, words)
		}
		data.Rows = append(data.Rows, cells)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("writing the page of the key: %w", err)
	}
	return b.Bytes(), nil
}
