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

// Texts are what a reviewer reads on the page.
type Texts struct {
	Question string       // as reviewers read it: facts, key date, target question
	Gold     []string     // gold standard documents; none when the test uses none
	Answers  []AnswerText // in the order in which they are read
}

// AnswerText is one answer under its code.
type AnswerText struct {
	Code study.Code
	Text string
}

// WriteHTML writes a sheet as a page that is filled in without a spreadsheet and without a connection: it loads
// nothing and may send nothing (a content security policy forbids it), shows the texts beside the form, keeps what is
// filled in in the browser, and hands over the sheet as CSV (as [WriteCSV] has it) and as JSON, each with a checksum.
// An answer of the form without a text is an error.
func WriteHTML(f Form, texts Texts, cat *lang.Catalogue) ([]byte, error) {
	l, err := sheetLayout()
	if err != nil {
		return nil, err
	}
	items, err := Instructions(f)
	if err != nil {
		return nil, err
	}
	data, err := f.pageData(l, texts, cat)
	if err != nil {
		return nil, err
	}
	script, err := joined(assets.Scripts()...)
	if err != nil {
		return nil, err
	}
	style, err := joined("page/page.css")
	if err != nil {
		return nil, err
	}
	t, err := template.ParseFS(assets.Files, "page/page.html.tmpl")
	if err != nil {
		return nil, fmt.Errorf("reading the page of the sheet: %w", err)
	}
	page := htmlPage{
		Language: string(f.Language), Words: data.Text, Instructions: items, Reviewer: f.Reviewer, MostMinutes: mostMinutes, Data: data,
		Script: template.JS(script), ScriptHash: sourceHash(script), // our own files, in no part made of foreign text
		Style: template.CSS(style), StyleHash: sourceHash(style),
	}
	for _, h := range l.Head {
		if h.Name == headMinutes {
			page.MinutesLabel = h.Labels[f.Language]
		}
	}
	for _, c := range l.Columns {
		if c.Name == ColOrigin {
			page.OriginHeading = c.Headings[f.Language]
		}
	}
	var b bytes.Buffer
	if err := t.Execute(&b, page); err != nil {
		return nil, fmt.Errorf("writing the page of the sheet: %w", err)
	}
	return b.Bytes(), nil
}

// joined puts files of the page together, with the line ends that a browser sees before it checks a sum.
func joined(names ...string) ([]byte, error) {
	var all []byte
	for _, name := range names {
		data, err := assets.Files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading a part of the page: %w", err)
		}
		all = append(all, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))...)
	}
	return all, nil
}

// sourceHash is how a content security policy names the one script and the one style that may run.
func sourceHash(source []byte) string {
	sum := sha256.Sum256(source)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// htmlPage is what the page shows.
type htmlPage struct {
	Language, Reviewer, MinutesLabel, OriginHeading string
	MostMinutes                                     int
	Words                                           map[string]string
	Instructions                                    []string
	Data                                            pageData
	Script                                          template.JS
	Style                                           template.CSS
	ScriptHash, StyleHash                           string
}

// separator is the separator of a CSV in a language, as its spreadsheets expect it.
func separator(l study.Language) string {
	if l == study.English {
		return ","
	}
	return ";"
}
