package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

func TestRichText(t *testing.T) {
	const fonts = `{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset238{\*\falt x}Arial CE;}{\f2\fcharset2 Symbol;}{\f3\fcharset128 MS Mincho;}{\f4\fcharset204 Arial Cyr;}}`
	for _, c := range []struct {
		name, body string
		want       Document
	}{
		{"code page of every font", `\f0 \'fcber {\f1 \'bf\'f3\'b3\'e6} {\f4 \'cf\'f0\'e8} {\f2 a} {\f3 \'83A}\par`, Document{Text: "über żółć При α ア\n"}},
		{"Unicode and what stands for it", `\uc1\u8364?\u-10179?\u-8704? \uc2\u252\'c3\'bc. {\uc0\u228}x\par`, Document{Text: "€😀 ü. äx\n"}},
		{"two forms of a text", `{\upr{alt}{\*\ud{neu}}}\par`, Document{Text: "neu\n"}},
		{"signs", `a\~b\_c\-d\tab\emdash\line\{\}\\ \par`, Document{Text: "a\u00a0b\u2011cd\t—\n{}\\ \n"}},
		{"destinations that are no text", `{\info{\author N}}{\*\unknown x}{\stylesheet{s;}}{\pict 00ff}{\*\bkmkstart a}{\xe{\v Index}}Text{\field{\*\fldinst PAGE}{\fldrslt 3}}\par`, Document{Text: "Text3\n"}},
		{"raw bytes", "a{\\pict\\bin4 }}{{}b\\par", Document{Text: "ab\n"}},
		{"a list label", `{\listtext\pard\plain 1.\tab}eins\par{\pntext\f2\'b7\tab}zwei\par`, Document{Text: "1. eins\n· zwei\n"}},
		{"a table, and one in a cell", `\trowd\pard\intbl A\cell B\cell\row\trowd\pard\intbl C\cell\pard\intbl\itap2 i\nestcell j\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}\pard\intbl\itap1 D\cell\row\pard Ende\par`,
			Document{Text: "A\tB\nC\ti\tj\nD\nEnde\n"}},
		{"notes", `A{\super\chftn}{\footnote\pard\plain{\super\chftn} Fuß}, B{\chftn}{\footnote\ftnalt{\chftn} Ende} C*{\*\footnote * Stern}\par`,
			Document{Text: "A, [1] B [i] C*\n[1] Fuß\n* Stern\n[i] Ende\n"}},
		{"headers, footers, comments", `{\header Kopf\par}{\headerl Kopf\par}{\footerf Fuß\par}Text{\*\atnid X}{\*\atnauthor N. N.}{\*\annotation{\*\atndate 1}Anm.\par}\par`,
			Document{Text: "Text\n", Headers: []string{"Kopf"}, Footers: []string{"Fuß"}, Comments: []string{"Anm."}, Warnings: []Warning{{"comments", map[string]any{"n": 1}}}}},
		{"tracked changes and hidden text", `a{\deleted weg\par}{\revised neu}{\v geheim}\v0 z\par`,
			Document{Text: "aneuz\n", Warnings: []Warning{{Kind: "tracked-changes"}, {Kind: "hidden-text"}}}},
		{"a text box", `a{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt Kasten\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext Kasten\par}}}}b\par`, Document{Text: "ab\nKasten\n"}},
		{"a raised number", `art. 385{\super 1} k.c. 2\super 3\nosupersub 4\par`, Document{Text: "art. 385¹ k.c. 2³4\n"}},
		{"cut off", `ganz\par halb{`, Document{Text: "ganz\nhalb\n", Warnings: []Warning{{Kind: "damaged"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := `{\rtf1\ansi\ansicpg1252\deff0` + fonts + c.body
			if !strings.HasSuffix(data, "{") {
				data += "}"
			}
			got, err := Read(context.Background(), "a.rtf", []byte(data))
			if err != nil {
				t.Fatal(err)
			}
			c.want.Format = "rtf"
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFontsThatOnlySayWesternFollowTheFile(t *testing.T) {
	got, err := Read(context.Background(), "a.rtf", []byte(`{\rtf1\ansi\ansicpg1250\deff0{\fonttbl{\f0\fcharset0 Arial;}}\f0 g\'eaœl\'b9 ja\'9f\'f1, \'a7 5\par}`))
	if err != nil || !strings.Contains(got.Text, "lą jaźń, § 5") {
		t.Errorf("%q, %v", got.Text, err)
	}
}

func TestBracesWithoutEndAreRefused(t *testing.T) {
	_, err := Read(context.Background(), "a.rtf", []byte(rtfStart+strings.Repeat("{", 2_000_000)))
	if !study.HasProblem(err, "file.broken") {
		t.Error(err)
	}
}
