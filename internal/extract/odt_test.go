package extract

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

// fodt makes an OpenDocument text in one file.
func fodt(styles, body string) []byte {
	return []byte(`<?xml version="1.0"?><office:document xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:style="s" xmlns:draw="d" xmlns:svg="svg" xmlns:dc="dc"` +
		` office:mimetype="` + odtMime + `"><office:styles>` + styles + `</office:styles><office:body><office:text>` + body + `</office:text></office:body></office:document>`)
}

const odtListStyle = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="§ "/>` +
	`<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:start-value="3"/>` +
	`<text:list-level-style-bullet text:level="3" text:bullet-char="&#xF0B7;"/></text:list-style>` +
	`<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>` +
	`<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>` +
	`<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>` +
	`<style:style style:name="S" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>`

func TestOpenDocumentTexts(t *testing.T) {
	list := func(attributes, items string) string {
		return `<text:list text:style-name="L" ` + attributes + `>` + items + `</text:list>`
	}
	item := func(content string) string { return "<text:list-item>" + content + "</text:list-item>" }
	for _, c := range []struct {
		name, body string
		want       Document
	}{
		{"numbers of lists as shown", list("", item("<text:p>A</text:p><text:p>weiter</text:p><text:list>"+item("<text:p>B</text:p>")+item("<text:p>C</text:p><text:list>"+item("<text:p>D</text:p>")+"</text:list>")+"</text:list>")+item("<text:p>E</text:p>")),
			Document{Text: "§ 1 A\nweiter\nc) B\nd) C\n• D\n§ 2 E\n"}},
		{"a list begins anew, goes on, starts elsewhere", list(`xml:id="x"`, item("<text:p>A</text:p>")) + list("", item("<text:p>B</text:p>")) + list(`text:continue-list="x"`, item("<text:p>C</text:p>")) +
			list("", `<text:list-header><text:p>ohne</text:p></text:list-header><text:list-item text:start-value="9"><text:p>D</text:p></text:list-item>`),
			Document{Text: "§ 1 A\n§ 1 B\n§ 2 C\nohne\n§ 9 D\n"}},
		{"headings", `<text:h text:outline-level="1">A</text:h><text:h text:outline-level="2">B</text:h><text:h text:outline-level="1">C</text:h><text:h text:outline-level="3">D</text:h>`,
			Document{Text: "I. A\nI.1 B\nII. C\nD\n"}},
		{"white space", "<text:p>  a \n b<text:s text:c=\"2\"/>c<text:tab/>d<text:line-break/>e </text:p>", Document{Text: "a b  c\td\ne \n"}},
		{"notes", `<text:p>A<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Fuß</text:p></text:note-body></text:note>, B<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>Ende</text:p></text:note-body></text:note><text:note text:note-class="footnote"><text:note-citation text:label="*">*</text:note-citation><text:note-body><text:p>Stern</text:p></text:note-body></text:note></text:p>`,
			Document{Text: "A, [1] B [i] [*]\n[1] Fuß\n[*] Stern\n[i] Ende\n"}},
		{"tracked changes", `<text:tracked-changes><text:changed-region><text:deletion><text:p>weg</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>da</text:p>`,
			Document{Text: "da\n", Warnings: []Warning{{Kind: "tracked-changes"}}}},
		{"hidden text", `<text:p>da<text:span text:style-name="H">weg</text:span></text:p><text:section text:display="none"><text:p>auch</text:p></text:section>`,
			Document{Text: "da\n\n", Warnings: []Warning{{Kind: "hidden-text"}}}},
		{"a raised number", `<text:p>art. 385<text:span text:style-name="S">1</text:span> k.c. 2</text:p>`, Document{Text: "art. 385¹ k.c. 2\n"}},
		{"a comment", `<text:p>da<office:annotation><dc:creator>N. N.</dc:creator><dc:date>2024</dc:date><text:p>Anm.</text:p></office:annotation></text:p>`,
			Document{Text: "da\n", Comments: []string{"Anm."}, Warnings: []Warning{{"comments", map[string]any{"n": 1}}}}},
		{"a table whose cells repeat without end", `<table:table><table:table-row><table:table-cell table:number-columns-repeated="1000000"><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell><table:covered-table-cell><text:p>x</text:p></table:covered-table-cell></table:table-row></table:table>`,
			Document{Text: "a\tb\n"}},
		{"a text box and what describes it", `<text:p>a<draw:frame><svg:title>Bild</svg:title><svg:desc>Beschreibung</svg:desc><draw:text-box><text:p>Kasten</text:p></draw:text-box></draw:frame>b</text:p>`,
			Document{Text: "ab\nKasten\n"}},
		{"a table of contents without its templates", `<text:table-of-content><text:table-of-content-source><text:index-title-template>X</text:index-title-template></text:table-of-content-source><text:index-body><text:p>Inhalt</text:p></text:index-body></text:table-of-content>`,
			Document{Text: "Inhalt\n"}},
		{"header and footer", `<style:master-page><style:header><text:p>Kopf</text:p></style:header><style:footer><text:p>Seite <text:page-number>1</text:page-number></text:p></style:footer></style:master-page><text:p>Text</text:p>`,
			Document{Text: "Text\n", Headers: []string{"Kopf"}, Footers: []string{"Seite 1"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(context.Background(), "a.fodt", fodt(odtListStyle, c.body))
			if err != nil {
				t.Fatal(err)
			}
			c.want.Format = "odt"
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnEncryptedOpenDocumentAsksForItsPassword(t *testing.T) {
	data := zipped(t, map[string]string{
		"mimetype": odtMime, "content.xml": "\x8f\x01",
		"META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
	})
	if _, err := Read(context.Background(), "a.odt", data); !study.HasProblem(err, "file.password") {
		t.Error(err)
	}
}
