package extract

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docxOf makes a Word document of a body and further parts, named as their relationships are.
func docxOf(t testing.TB, body string, more map[string]string) []byte {
	t.Helper()
	const namespaces = ` xmlns:w="w" xmlns:r="r" xmlns:mc="mc" xmlns:wps="wps"`
	parts := map[string]string{
		"_rels/.rels":       `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": "<w:document" + namespaces + "><w:body>" + body + "</w:body></w:document>",
	}
	rels := "<Relationships>"
	for _, kind := range slices.Sorted(maps.Keys(more)) {
		base := strings.TrimRight(kind, "0123456789")
		rels += `<Relationship Id="` + kind + `" Type="x/` + base + `" Target="` + kind + `.xml"/>`
		parts["word/"+kind+".xml"] = strings.Replace(more[kind], ">", namespaces+">", 1)
	}
	parts["word/_rels/document.xml.rels"] = rels + "</Relationships>"
	return zipped(t, parts)
}

// kinds lists the warnings' kinds.
func kinds(doc Document) []string {
	var all []string
	for _, w := range doc.Warnings {
		all = append(all, w.Kind)
	}
	return all
}

const (
	docxNumbering = `<w:numbering><w:abstractNum w:abstractNumId="0">` +
		`<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Para"/><w:lvlText w:val="§ %1"/></w:lvl>` +
		`<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>` +
		`<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/>` +
		`<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:lvl></w:abstractNum>` +
		`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>` +
		`<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`
	docxStylesPart = `<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="N"/>` +
		`<w:style w:type="paragraph" w:styleId="Para"><w:basedOn w:val="N"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>` +
		`<w:style w:type="character" w:styleId="Geheim"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`
)

func TestWordDocuments(t *testing.T) {
	p := func(content string) string { return "<w:p>" + content + "</w:p>" }
	r := func(text string) string { return `<w:r><w:t xml:space="preserve">` + text + "</w:t></w:r>" }
	item := func(num, level, text string) string {
		return p(`<w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + num + `"/></w:numPr></w:pPr>` + r(text))
	}
	field := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	for _, c := range []struct {
		name, body string
		more       map[string]string
		want       Document
	}{
		{"numbers of lists as shown", item("1", "0", "A") + item("1", "1", "B") + item("1", "1", "C") + item("1", "0", "D") + item("2", "0", "E") + item("3", "0", "F"),
			map[string]string{"numbering": docxNumbering}, Document{Text: "§ 1 A\na) B\nb) C\n§ 2 D\n• E\n§ 7 F\n"}},
		{"numbers by style, and taken off by hand", p(`<w:pPr><w:pStyle w:val="Para"/></w:pPr>`+r("A")) + p(`<w:pPr><w:pStyle w:val="Para"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>`+r("B")),
			map[string]string{"numbering": docxNumbering, "styles": docxStylesPart}, Document{Text: "§ 1 A\nB\n"}},
		{"tracked changes", p(r("alt ") + `<w:del><w:r><w:delText>weg</w:delText></w:r></w:del><w:ins>` + r("neu") + `</w:ins><w:moveFrom>` + r("fort") + `</w:moveFrom>`),
			nil, Document{Text: "alt neu\n", Warnings: []Warning{{Kind: "tracked-changes"}}}},
		{"a deleted paragraph end joins", p(`<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>`+r("eins ")) + p(r("zwei")),
			nil, Document{Text: "eins zwei\n", Warnings: []Warning{{Kind: "tracked-changes"}}}},
		{"hidden by itself and by style", p(r("da") + `<w:r><w:rPr><w:vanish/></w:rPr><w:t>X</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Geheim"/></w:rPr><w:t>Y</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Geheim"/><w:vanish w:val="0"/></w:rPr><w:t>Z</w:t></w:r>`),
			map[string]string{"styles": docxStylesPart}, Document{Text: "daZ\n", Warnings: []Warning{{Kind: "hidden-text"}}}},
		{"a field shows its result", p(r("vor ") + field("begin") + `<w:r><w:instrText>PAGE</w:instrText></w:r>` + r("Innen") + field("separate") + r("7") + field("end") + r(" nach")),
			nil, Document{Text: "vor 7 nach\n"}},
		{"a field that never ends", p(field("begin")+r("x")) + p(r("Rest")), nil, Document{Text: "\nRest\n"}},
		{"notes of both kinds, one with a mark of its own",
			p(r("A") + `<w:r><w:endnoteReference w:id="5"/></w:r>` + r(", B") + `<w:r><w:footnoteReference w:id="2"/></w:r>` + r(". C") + `<w:r><w:footnoteReference w:id="3" w:customMarkFollows="1"/><w:t>*</w:t></w:r>`),
			map[string]string{
				"footnotes": `<w:footnotes><w:footnote w:type="separator" w:id="0">` + p(r("-")) + `</w:footnote><w:footnote w:id="2">` + p(r("zwei")) + `</w:footnote><w:footnote w:id="3">` + p(r("* drei")) + `</w:footnote><w:footnote w:id="9">` + p(r("nirgends")) + `</w:footnote></w:footnotes>`,
				"endnotes":  `<w:endnotes><w:endnote w:id="5">` + p(r("Ende")) + `</w:endnote></w:endnotes>`,
			}, Document{Text: "A, [i] B. [1] C*\n[1] zwei\n* drei\n[i] Ende\n"}},
		{"how notes are numbered", p(r("A")+`<w:r><w:footnoteReference w:id="2"/></w:r>`) + `<w:sectPr><w:footnotePr><w:numFmt w:val="upperLetter"/><w:numStart w:val="3"/></w:footnotePr></w:sectPr>`,
			map[string]string{"footnotes": `<w:footnotes><w:footnote w:id="2">` + p(r("zwei")) + `</w:footnote></w:footnotes>`}, Document{Text: "A [C]\n[C] zwei\n"}},
		{"headers, footers and comments apart", p(r("Text")), map[string]string{
			"header1": `<w:hdr>` + p(r("Kopf")) + `</w:hdr>`, "header2": `<w:hdr>` + p(r("Kopf")) + `</w:hdr>`,
			"footer1": `<w:ftr>` + p(r("Fuß")) + `</w:ftr>`, "comments": `<w:comments><w:comment w:id="1">` + p(r("Anm.")) + `</w:comment></w:comments>`,
		}, Document{Text: "Text\n", Headers: []string{"Kopf"}, Footers: []string{"Fuß"}, Comments: []string{"Anm."}, Warnings: []Warning{{"comments", map[string]any{"n": 1}}}}},
		{"a text box once, after its paragraph", p(r("a") + `<w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>` + p(r("Kasten")) + `</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:txbxContent>` + p(r("Kasten")) + `</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>` + r("b")),
			nil, Document{Text: "ab\nKasten\n"}},
		{"a table in a table", `<w:tbl><w:tr><w:tc>` + p(r("1")) + `</w:tc><w:tc><w:tbl><w:tr><w:tc>` + p(r("2")) + `</w:tc></w:tr></w:tbl>` + p("") + `</w:tc></w:tr></w:tbl>`,
			nil, Document{Text: "1\t2\n"}},
		{"signs", p(`<w:r><w:t>a</w:t><w:tab/><w:br/><w:noBreakHyphen/><w:softHyphen/><w:sym w:font="Wingdings" w:char="F0E0"/><w:sym w:font="Symbol" w:char="F061"/></w:r>`),
			nil, Document{Text: "a\t\n\u2011→α\n"}},
		{"a raised number is no part of the number before it", p(r("art. 385") + `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>1</w:t></w:r>` + r(" k.c., 10") + `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>-3</w:t></w:r>` + `<w:r><w:rPr><w:vertAlign w:val="subscript"/></w:rPr><w:t>2</w:t></w:r>`),
			nil, Document{Text: "art. 385¹ k.c., 10⁻³2\n"}},
		{"an embedded document is said", p(r("a")) + `<w:altChunk r:id="x"/>`, nil, Document{Text: "a\n", Warnings: []Warning{{Kind: "embedded-left-out"}}}},
		{"damage after some text", p(r("heil")) + `<w:p><w:r><w:t>halb</w:p>`, nil, Document{Text: "heil\n", Warnings: []Warning{{Kind: "damaged"}}}},
		{"no text", p(""), nil, Document{Text: "\n", Warnings: []Warning{{Kind: "no-text"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(context.Background(), "a.docx", docxOf(t, c.body, c.more))
			if err != nil {
				t.Fatal(err)
			}
			c.want.Format = "docx"
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
