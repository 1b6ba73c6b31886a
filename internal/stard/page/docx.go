package page

import (
	"fmt"
	"io"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/study"
	"iucomstudien/internal/word"
)

// locales are the languages as Word names them.
var locales = map[study.Language]string{study.English: "en-GB", study.German: "de-AT", study.Polish: "pl-PL"}

// Locale is a language as Word names it.
func Locale(l study.Language) string {
	if name, ok := locales[l]; ok {
		return name
	}
	return locales[study.English]
}

// Docx writes the document as a Word file.
func Docx(w io.Writer, d Document) error {
	s := &setting{Document: &d}
	blocks := []word.Block{word.Text(word.Note, d.Eyebrow), word.Text(word.Title, d.Title)}
	if d.Subtitle != "" {
		blocks = append(blocks, word.Text(word.Subtitle, d.Subtitle))
	}
	blocks = append(blocks, factsTable(d.Facts))
	if len(d.Lead) > 0 {
		blocks = append(blocks, word.Heading{Level: 2, Text: d.LeadName})
		for _, b := range d.Lead {
			p := word.Paragraph{Style: word.Lead, Runs: []word.Run{{Text: b.Text}}}
			if b.Label != "" {
				p.Runs = []word.Run{{Text: b.Label + ": ", Bold: true}, {Text: b.Text}}
			}
			blocks = append(blocks, p)
		}
	}
	for _, part := range d.Sections {
		blocks = append(blocks, word.Heading{Level: 1, Text: part.Title, Bookmark: part.ID})
		for _, b := range part.Blocks {
			made, err := s.blocks(b)
			if err != nil {
				return err
			}
			blocks = append(blocks, made...)
		}
	}
	return word.Write(w, templates.Document, word.Document{
		Language: Locale(d.Language), Title: d.Title, Fields: map[string]string{"footer": d.Eyebrow + " · " + d.Title}, Blocks: blocks,
	})
}

// blocks makes the blocks of the Word file of one block.
func (s *setting) blocks(b Block) ([]word.Block, error) {
	switch b.Kind {
	case Heading:
		text := b.Text
		if b.Label != "" {
			text += " [" + b.Label + "]"
		}
		return []word.Block{word.Heading{Level: 2, Text: text, Bookmark: b.ID}}, nil
	case Bullets:
		var list []word.Block
		for _, item := range b.Items {
			list = append(list, word.Text(word.Bullet, item))
		}
		return list, nil
	case Facts:
		return []word.Block{factsTable(b.Facts)}, nil
	case Grid:
		return s.table(*b.Table), nil
	case Picture:
		data, err := b.Drawing.PNG()
		if err != nil {
			return nil, fmt.Errorf("drawing %q: %w", b.Drawing.Title, err)
		}
		caption := word.Paragraph{Style: word.Caption, Runs: []word.Run{{Text: s.FigureNumber(), Bold: true}, {Text: b.Text}}}
		return []word.Block{caption, word.Picture{PNG: data, Title: b.Drawing.Title, Alt: b.Drawing.Desc}}, nil
	}
	return []word.Block{paragraph(b)}, nil
}

// paragraph is a block that is one paragraph.
func paragraph(b Block) word.Paragraph {
	styles := map[Kind]word.Style{Note: word.Note, Task: word.Task, Quote: word.Quote, Code: word.Code}
	p := word.Paragraph{Style: styles[b.Kind]}
	if b.Label != "" {
		p.Runs = append(p.Runs, word.Run{Text: b.Label + ": ", Bold: true})
	}
	p.Runs = append(p.Runs, word.Run{Text: b.Text})
	if b.Link != "" {
		p.Runs = append(p.Runs, word.Run{Text: " "}, word.Run{Text: b.LinkTo, Link: b.Link, Colour: linkColour})
	}
	return p
}

const linkColour = "1f4e86"

func factsTable(facts []Fact) word.Block {
	t := word.Table{Columns: []int{30, 70}}
	for _, f := range facts {
		t.Rows = append(t.Rows, word.Row{{Runs: word.Plain(f.Name), Heading: true}, {Runs: word.Plain(f.Value)}})
	}
	return t
}

// table is a table under its caption.
func (s *setting) table(t Table) []word.Block {
	made := word.Table{Alt: t.Caption, Columns: fit(t)}
	var head word.Row
	for _, c := range t.Columns {
		head = append(head, word.Cell{Runs: word.Plain(c.Title), Right: c.Right})
	}
	made.Header = []word.Row{head}
	for _, r := range t.Rows {
		var row word.Row
		for i, c := range r {
			run := word.Run{Text: c.Text, Link: c.Link}
			if c.Link != "" {
				run.Colour = linkColour
			}
			row = append(row, word.Cell{Runs: []word.Run{run}, Heading: i == 0, Right: i < len(t.Columns) && t.Columns[i].Right})
		}
		made.Rows = append(made.Rows, row)
	}
	caption := word.Paragraph{Style: word.Caption, Runs: []word.Run{{Text: s.TableNumber(), Bold: true}, {Text: t.Caption}}}
	return []word.Block{caption, made}
}
