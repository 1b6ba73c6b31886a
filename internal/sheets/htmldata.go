package sheets

import (
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// pageData is what the script of the page needs to show the texts and to write the sheet.
type pageData struct {
	Format      string              `json:"format"` // of the JSON that it writes
	File        string              `json:"file"`   // name without reviewer and ending
	Store       string              `json:"store"`  // under which the browser keeps the entries
	Separator   string              `json:"separator"`
	MostMinutes int                 `json:"mostMinutes"`
	Head        []pageHead          `json:"head"`
	Columns     []pageColumn        `json:"columns"`
	Rows        []map[string]string `json:"rows"` // code and row mark, in the order of the sheet
	References  []pageText          `json:"references"`
	Answers     []pageText          `json:"answers"` // in the order in which they are read
	Text        map[string]string   `json:"text"`    // what the page says
}

type pageHead struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Value string `json:"value"`
}

// pageColumn is one column of the page.
type pageColumn struct {
	Name    string            `json:"name"`
	Heading string            `json:"heading"`
	Kind    string            `json:"kind"` // fixed, choice, number or text
	From    int               `json:"from"` // number only
	To      int               `json:"to"`
	Options []string          `json:"options"` // machine values
	Words   map[string]string `json:"words"`   // how a machine value is written in the CSV
}

type pageText struct {
	Code  study.Code `json:"code,omitempty"`
	Title string     `json:"title"`
	Text  string     `json:"text"`
}

// declinedValue is the machine value of «cannot judge» in the JSON of a sheet.
const declinedValue = "n/a"

func (f Form) pageData(l *layout, texts Texts, cat *lang.Catalogue) (pageData, error) {
	d := pageData{
		Format: fmt.Sprint(jsonFormat, Version), File: f.baseName(), Separator: separator(f.Language), MostMinutes: mostMinutes,
		Store: strings.Join([]string{f.Study, f.Test, f.Checksum, f.Reviewer}, "/"), Text: pageWords(f, cat),
		References: []pageText{{Title: cat.T("sheet.page.question"), Text: texts.Question}},
	}
	for i, g := range texts.Gold {
		d.References = append(d.References, pageText{Title: cat.T("sheet.page.gold", "number", i+1), Text: g})
	}
	for i, h := range f.headRows(l) {
		d.Head = append(d.Head, pageHead{l.head()[i].Name, h[0], h[1]})
	}
	for _, h := range l.Head {
		if h.PageOnly {
			d.Head = append(d.Head, pageHead{h.Name, "# " + h.Labels[f.Language], ""})
		}
	}
	for _, c := range f.columns(l) {
		d.Columns = append(d.Columns, f.pageColumn(l, c))
	}
	for _, code := range f.Codes {
		d.Rows = append(d.Rows, map[string]string{ColCode: string(code), ColMark: rowMark(f, code)})
		if !slices.ContainsFunc(texts.Answers, func(a AnswerText) bool { return a.Code == code }) {
			return d, fmt.Errorf("the page has no text of answer %s", code)
		}
	}
	for _, a := range texts.Answers {
		d.Answers = append(d.Answers, pageText{a.Code, cat.T("sheet.page.answer", "code", string(a.Code)), a.Text})
	}
	return d, nil
}

func (f Form) pageColumn(l *layout, c column) pageColumn {
	p := pageColumn{Name: c.Name, Heading: c.Headings[f.Language], Kind: "choice", Options: []string{},
		Words: map[string]string{declinedValue: l.NoJudgeWord[f.Language]}}
	switch c.Name {
	case ColCode, ColMark:
		p.Kind = "fixed"
	case ColComment:
		p.Kind, p.Words = "text", map[string]string{} // what a person writes is no machine value
	case ColAgreement:
		p.Kind, p.From, p.To = "number", 0, 100
	case ColGrade:
		p.Options = l.allowed(ColGrade, f.Language)
	default:
		for _, choice := range l.Words[c.Name] {
			p.Options = append(p.Options, choice.Value)
			p.Words[choice.Value] = choice.in(f.Language)[0]
		}
	}
	return p
}

// pageWords are what the page says, by the last part of the key. What stands in braces is filled in by the script.
func pageWords(f Form, cat *lang.Catalogue) map[string]string {
	return map[string]string{
		"title": cat.T("sheet.page.title", "study", f.Study), "reviewer": cat.T("sheet.page.reviewer"),
		"save-csv": cat.T("sheet.page.save-csv"), "save-json": cat.T("sheet.page.save-json"), "saved": cat.T("sheet.page.saved"),
		"skip": cat.T("sheet.page.skip"), "instructions": cat.T("sheet.page.instructions"), "no-script": cat.T("sheet.page.no-script"),
		"view": cat.T("sheet.page.view"), "view-side": cat.T("sheet.page.view-side"), "view-one": cat.T("sheet.page.view-one"),
		"show-reference": cat.T("sheet.page.show-reference"), "show-answer": cat.T("sheet.page.show-answer"),
		"answers": cat.T("sheet.page.answers"), "compare": cat.T("sheet.page.compare"), "rating": cat.T("sheet.page.rating"),
		"highlight": cat.T("sheet.page.highlight"), "unhighlight": cat.T("sheet.page.unhighlight"),
		"highlight-how": cat.T("sheet.page.highlight-how"), "notes": cat.T("sheet.page.notes", "code", "{code}"),
		"decline": cat.T("sheet.page.decline"), "clear": cat.T("sheet.page.clear"),
		"previous": cat.T("sheet.page.previous"), "next": cat.T("sheet.page.next"),
		"done": cat.T("sheet.page.done"), "part": cat.T("sheet.page.part"), "open": cat.T("sheet.page.open"),
		"progress": cat.T("sheet.page.progress", "done", "{done}", "all", "{all}"),
		"kept":     cat.T("sheet.page.kept"), "not-kept": cat.T("sheet.page.not-kept"), "restored": cat.T("sheet.page.restored"),
		"forget": cat.T("sheet.page.forget"), "forget-sure": cat.T("sheet.page.forget-sure"),
		"forget-no": cat.T("sheet.page.forget-no"), "forget-yes": cat.T("sheet.page.forget-yes"),
		"origin-closed": cat.T("sheet.page.origin-closed", "n", "{n}"), "origin-open": cat.T("sheet.page.origin-open"),
		"gaps": cat.T("sheet.page.gaps"), "gaps-about": cat.T("sheet.page.gaps-about"),
		"gaps-back": cat.T("sheet.page.gaps-back"), "gaps-save": cat.T("sheet.page.gaps-save"),
		"changed": cat.T("sheet.page.changed"), "changed-about": cat.T("sheet.page.changed-about"),
		"changed-keep": cat.T("sheet.page.changed-keep"), "changed-yes": cat.T("sheet.page.changed-yes"),
		"reviewer-wrong": cat.T("sheet.page.reviewer-wrong"), "minutes-wrong": cat.T("sheet.page.minutes-wrong"),
		"number-wrong": cat.T("sheet.page.number-wrong", "from", 0, "to", 100),
		"keys":         cat.T("sheet.page.keys"), "shortcuts": cat.T("sheet.page.shortcuts"),
		"key-digits": cat.T("sheet.page.key-digits"), "key-0": cat.T("sheet.page.key-0"), "key-next": cat.T("sheet.page.key-next"),
		"key-texts": cat.T("sheet.page.key-texts"), "key-rating": cat.T("sheet.page.key-rating"),
		"key-highlight": cat.T("sheet.page.key-highlight"), "key-view": cat.T("sheet.page.key-view"),
	}
}
