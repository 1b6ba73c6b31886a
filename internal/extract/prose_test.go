package extract

import "testing"

func TestProse(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(p *prose)
		want  string
	}{
		{"paragraphs and labels", func(p *prose) {
			p.write("eins")
			p.endParagraph("1.")
			p.write("zwei")
			p.endParagraph("")
		}, "1. eins\nzwei\n"},
		{"a mark stands after the stop and apart from words", func(p *prose) {
			p.write("§ 433 BGB")
			p.mark("1")
			p.write(", und")
			p.mark("2")
			p.write("so weiter.")
			p.mark("3")
			p.endParagraph("")
		}, "§ 433 BGB, [1] und [2] so weiter. [3]\n"},
		{"two marks on one word", func(p *prose) {
			p.write("Wort")
			p.mark("1")
			p.mark("2")
			p.write(".")
			p.endParagraph("")
		}, "Wort. [1] [2]\n"},
		{"a table row by row", func(p *prose) {
			for _, row := range [][]string{{"a", "b"}, {"c", ""}} {
				p.openRow()
				for _, cell := range row {
					p.openCell()
					p.write(cell)
					p.closeCell()
				}
				p.closeRow(true)
			}
		}, "a\tb\nc\n"},
		{"a deleted row is gone", func(p *prose) {
			p.openRow()
			p.openCell()
			p.write("weg")
			p.closeCell()
			p.closeRow(false)
			p.write("da")
		}, "da\n"},
		{"a text box follows its paragraph", func(p *prose) {
			p.write("vor")
			p.openBox()
			p.write("im Kasten")
			p.closeBox()
			p.write("nach")
			p.endParagraph("")
		}, "vornach\nim Kasten\n"},
		{"what is open at the end is kept", func(p *prose) {
			p.openRow()
			p.openCell()
			p.write("Zelle")
		}, "Zelle\n"},
		{"notes at the end", func(p *prose) {
			p.write("Text")
			p.notes = []note{{"1", " erste \n"}, {"", "* eigene"}, {"2", ""}}
		}, "Text\n[1] erste\n* eigene\n[2]\n"},
		{"one form of letters", func(p *prose) { p.write("Zuﬂuß\u00adhaﬁ a\u0308 m²") }, "Zuflußhafi ä m²\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProse()
			c.build(p)
			if got := p.finish(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
