package sheets

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"

	assets "iucomstudien/assets/sheets"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// WriteHTML writes a sheet as a page that is filled in without a spreadsheet and without a connection: it loads
// nothing, may send nothing (a content security policy forbids it), keeps nothing, and hands over the same CSV as
// [WriteCSV]. Its one script is the file form.js.
func WriteHTML(f Form, cat *lang.Catalogue) ([]byte, error) {
	l, err := sheetLayout()
	if err != nil {
		return nil, err
	}
	items, err := Instructions(f)
	if err != nil {
		return nil, err
	}
	script, err := assets.Files.ReadFile("form.js")
	if err != nil {
		return nil, fmt.Errorf("reading the script of the sheet: %w", err)
	}
	t, err := template.ParseFS(assets.Files, "form.html.tmpl")
	if err != nil {
		return nil, fmt.Errorf("reading the page of the sheet: %w", err)
	}
	script = bytes.ReplaceAll(script, []byte("\r\n"), []byte("\n")) // as the browser reads it before it checks the sum
	sum := sha256.Sum256(script)
	page := htmlPage{
		Language: string(f.Language), Title: cat.T("sheet.page.title", "study", f.Study), Instructions: items,
		ReviewerLabel: cat.T("sheet.page.reviewer"), Reviewer: f.Reviewer, Save: cat.T("sheet.page.save"),
		Codes: codeWords(f.Codes), Data: f.htmlData(l, cat),
		Script:     template.JS(script), // our own file, in no part made of foreign text
		ScriptHash: "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
	}
	for _, c := range f.columns(l) {
		if c.Name == ColMark {
			continue
		}
		in := htmlInput{Name: c.Name, Heading: c.Headings[f.Language], Kind: "choice", Allowed: l.allowed(c.Name, f.Language)}
		page.Columns = append(page.Columns, in)
		switch c.Name {
		case ColCode:
			continue
		case ColAgreement:
			in.Kind = "number"
		case ColComment:
			in.Kind = "text"
		}
		page.Inputs = append(page.Inputs, in)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, page); err != nil {
		return nil, fmt.Errorf("writing the page of the sheet: %w", err)
	}
	return b.Bytes(), nil
}

// htmlPage is what the page shows.
type htmlPage struct {
	Language, Title, ReviewerLabel, Reviewer, Save string
	Instructions, Codes                            []string
	Columns                                        []htmlInput // without the row mark
	Inputs                                         []htmlInput // what is filled in
	Data                                           htmlData
	Script                                         template.JS
	ScriptHash                                     string
}

// htmlInput is one column of the page.
type htmlInput struct {
	Name, Heading, Kind string
	Allowed             []string
}

// htmlData is what the script needs to write the CSV.
type htmlData struct {
	File      string              `json:"file"`
	Separator string              `json:"separator"`
	Saved     string              `json:"saved"`
	Empty     string              `json:"empty"`
	Head      []htmlHead          `json:"head"`
	Columns   []string            `json:"columns"`
	Headings  []string            `json:"headings"`
	Rows      []map[string]string `json:"rows"` // code and row mark
}

type htmlHead struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Value string `json:"value"`
}

func (f Form) htmlData(l *layout, cat *lang.Catalogue) htmlData {
	d := htmlData{
		File: f.baseName(), Separator: separator(f.Language),
		Saved: cat.T("sheet.page.saved"), Empty: cat.T("sheet.page.empty"),
	}
	for i, h := range f.headRows(l) {
		d.Head = append(d.Head, htmlHead{l.Head[i].Name, h[0], h[1]})
	}
	for _, c := range f.columns(l) {
		d.Columns = append(d.Columns, c.Name)
		d.Headings = append(d.Headings, c.Headings[f.Language])
	}
	for _, code := range f.Codes {
		d.Rows = append(d.Rows, map[string]string{ColCode: string(code), ColMark: rowMark(f, code)})
	}
	return d
}

// separator is the separator of a CSV in a language, as its spreadsheets expect it.
func separator(l study.Language) string {
	if l == study.English {
		return ","
	}
	return ";"
}
