package page_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"
	"testing"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/stard/page"
	"iucomstudien/internal/study"
)

// everything is a document with a block of each kind. Its texts are words that stand nowhere else.
func everything() (page.Document, []string) {
	drawing := chart.Forest{Heading: chart.Heading{ID: "f", Title: "text20", Desc: "text21"}}.Draw(plain{})
	number := func(n int) string { return fmt.Sprintf("no. %d ", n) }
	d := page.Document{
		Language: study.Polish, Eyebrow: "text01", Title: "text02 <b>", Subtitle: "text03", Facts: []page.Fact{{Name: "text04", Value: "text05"}},
		Lead: []page.Block{{Kind: page.Text, Label: "text06", Text: "text07"}}, LeadName: "text08", Footer: "foot", Number: page.Numbering{Table: number, Figure: number},
		Sections: []page.Section{{ID: "s", Title: "text09", Blocks: []page.Block{
			page.Paragraph("text10 & more"), page.Small("text11"), page.List("text12", "text13"),
			{Kind: page.Heading, ID: "h", Text: "text14", Label: "text15"}, {Kind: page.Task, Label: "text16", Text: "text17", Link: "s", LinkTo: "text18"},
			{Kind: page.Picture, Text: "text19", Drawing: &drawing}, {Kind: page.Quote, Text: "text22\nsecond"}, {Kind: page.Code, Text: "text23"},
			{Kind: page.Facts, Facts: []page.Fact{{Name: "text24", Value: "text25"}}},
			page.Of(page.Table{Caption: "text26", Columns: []page.Column{{Title: "text27"}, {Title: "text28", Right: true, Width: 3}},
				Rows: [][]page.Cell{{{Text: "text29", Link: "h"}, {Text: "text30"}}}}),
		}}},
	}
	var texts []string
	for i := 1; i <= 30; i++ {
		texts = append(texts, fmt.Sprintf("text%02d", i))
	}
	return d, texts
}

// plain writes numbers as Go does.
type plain struct{}

func (plain) Number(x float64, decimals int) string { return fmt.Sprintf("%.*f", decimals, x) }

func TestPageAndWordFileSayTheSame(t *testing.T) {
	d, texts := everything()
	var web, doc bytes.Buffer
	if err := page.HTML(&web, d); err != nil {
		t.Fatal(err)
	}
	if err := page.Docx(&doc, d); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(doc.Bytes()), int64(doc.Len()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"page": html.UnescapeString(web.String()), "Word file": html.UnescapeString(string(body))} {
		at := 0
		for _, want := range texts {
			if !strings.Contains(text, want) {
				t.Errorf("the %s lacks %s", name, want)
			}
		}
		for _, want := range []string{"text02", "text10", "text19", "text22", "text26"} {
			i := strings.LastIndex(text, want)
			if i < at {
				t.Errorf("%s stands too early in the %s", want, name)
			}
			at = i
		}
	}
	if strings.Contains(web.String(), "<b>") || !strings.Contains(web.String(), `lang="pl"`) {
		t.Error("a text became markup, or the page does not say its language")
	}
}

func TestAnUnknownLanguageIsNamedAsEnglish(t *testing.T) {
	if got := page.Locale("fr"); got != "en-GB" {
		t.Errorf("got %s", got)
	}
}
