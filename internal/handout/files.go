package handout

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	assets "iucomstudien/assets/handout"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// text is a file of plain text under a translated, fixed name.
func text(name, content string) folder.File {
	return folder.File{Name: name, Data: []byte(strings.TrimRight(content, "\n") + "\n")}
}

// underlined is a heading of plain text.
func underlined(heading string) string {
	return heading + "\n" + strings.Repeat("=", len([]rune(heading))) + "\n\n"
}

func instructionFiles(in Input, form sheets.Form, cat *lang.Catalogue) ([]folder.File, error) {
	items, err := sheets.Instructions(form)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString(underlined(cat.T("handout.instructions.heading")))
	for i, item := range items {
		fmt.Fprintf(&b, "%d. %s\n\n", i+1, item)
	}
	b.WriteString(cat.T("handout.instructions.return") + "\n")
	if in.Withdrawn > 0 {
		b.WriteString("\n" + cat.N("handout.withdrawn", in.Withdrawn) + "\n")
	}
	return []folder.File{text(cat.T("handout.file.instructions")+".txt", b.String())}, nil
}

func questionFiles(in Input, _ sheets.Form, cat *lang.Catalogue) ([]folder.File, error) {
	files := []folder.File{text(cat.T("handout.file.question")+".txt", underlined(in.Case.Title)+in.question(cat))}
	if !in.useGold() {
		return files, nil
	}
	for i, doc := range in.Gold {
		heading := underlined(cat.T("handout.gold.heading", "number", i+1))
		files = append(files, text(cat.T("handout.file.gold", "number", i+1)+".txt", heading+doc.Text))
	}
	return files, nil
}

// question is the question as reviewers read it: facts, key date, target question. The reference is not theirs.
func (in Input) question(cat *lang.Catalogue) string {
	var b strings.Builder
	if in.Case.LawAsOf != "" {
		b.WriteString(cat.T("handout.question.law-as-of", "date", in.Case.LawAsOf) + "\n\n")
	}
	b.WriteString(strings.TrimRight(in.Case.Facts, "\n") + "\n")
	if in.Case.TargetQuestion != "" {
		b.WriteString("\n" + cat.T("handout.question.target", "question", in.Case.TargetQuestion) + "\n")
	}
	return b.String()
}

// allAnswers is every answer under its code in one text. In blind order its SHA-256 is the checksum in the rating sheets.
func allAnswers(answers []study.BlindedAnswer, cat *lang.Catalogue) string {
	var b strings.Builder
	for _, a := range answers {
		b.WriteString(underlined(heading(cat, a.Code)) + strings.TrimRight(a.Text, "\n") + "\n\n\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func heading(cat *lang.Catalogue, code study.Code) string {
	return cat.T("handout.answer.heading", "code", string(code))
}

func answerFiles(in Input, _ sheets.Form, cat *lang.Catalogue) ([]folder.File, error) {
	page, err := in.page(cat)
	if err != nil {
		return nil, err
	}
	all := cat.T("handout.file.all-answers")
	files := []folder.File{
		{Name: all + ".txt", Data: []byte(allAnswers(in.reading(), cat))},
		{Name: all + ".html", Data: page},
	}
	word, err := newDocxWriter(cat.Language(), in.Moment)
	if err != nil {
		return nil, err
	}
	for _, a := range in.Answers {
		name := cat.T("handout.file.answer", "code", string(a.Code))
		document, err := word.answer(heading(cat, a.Code), a.Text)
		if err != nil {
			return nil, err
		}
		files = append(files, text(name+".txt", a.Text), folder.File{Name: name + ".docx", Data: document})
	}
	return files, nil
}

// pageData is what the page to print shows.
type pageData struct {
	Language, Title, QuestionHeading, Question string
	Answers                                    []pageAnswer
}

type pageAnswer struct{ Code, Heading, Text string }

// page is the question and all answers on one page to print.
func (in Input) page(cat *lang.Catalogue) ([]byte, error) {
	t, err := template.ParseFS(assets.Files, "answers.html.tmpl")
	if err != nil {
		return nil, fmt.Errorf("reading the page of the answers: %w", err)
	}
	data := pageData{
		Language: string(cat.Language()), Title: in.Case.Title,
		QuestionHeading: cat.T("handout.question.heading"), Question: in.question(cat),
	}
	for _, a := range in.reading() {
		data.Answers = append(data.Answers, pageAnswer{string(a.Code), heading(cat, a.Code), a.Text})
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("writing the page of the answers: %w", err)
	}
	return b.Bytes(), nil
}

func sheetFiles(in Input, form sheets.Form, cat *lang.Catalogue) ([]folder.File, error) {
	csv, err := sheets.WriteCSV(form)
	if err != nil {
		return nil, err
	}
	xlsx, err := sheets.WriteXLSX(form, cat)
	if err != nil {
		return nil, err
	}
	page, err := sheets.WriteHTML(form, in.texts(cat), cat)
	if err != nil {
		return nil, err
	}
	return []folder.File{
		{Name: form.FileName("csv"), Data: csv}, {Name: form.FileName("xlsx"), Data: xlsx}, {Name: form.FileName("html"), Data: page},
	}, nil
}

// texts are what the page of the rating sheet shows beside its form.
func (in Input) texts(cat *lang.Catalogue) sheets.Texts {
	t := sheets.Texts{Question: in.question(cat)}
	if in.useGold() {
		for _, doc := range in.Gold {
			t.Gold = append(t.Gold, doc.Text)
		}
	}
	for _, a := range in.reading() {
		t.Answers = append(t.Answers, sheets.AnswerText{Code: a.Code, Text: a.Text})
	}
	return t
}
