package word

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"math"
	"strconv"
	"strings"
)

// Measures of the page in the template's text area: A4 with margins of 22 mm.
const (
	textWidthMM  = 166
	textHeightMM = 225
	emuPerMM     = 36000 // English metric units, the unit of pictures
	fullWidth    = 5000  // fiftieths of a percent, the unit of table widths
)

// body collects the XML of the blocks and the pictures that they need.
type body struct {
	xml       strings.Builder
	pictures  [][]byte
	bookmarks map[string]int
	err       error // the first picture that is none
}

// escape makes a text part of XML: what XML forbids becomes U+FFFD.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return "" // a strings.Builder never fails
	}
	return b.String()
}

func (h Heading) write(b *body) {
	level := min(max(h.Level, 1), 4)
	b.paragraph(Style("Heading"+strconv.Itoa(level)), false, func() {
		b.marked(h.Bookmark, func() { b.run(Run{Text: h.Text}) })
	})
}

func (p Paragraph) write(b *body) {
	style := p.Style
	if style == "" {
		style = Body
	}
	b.paragraph(style, p.KeepNext || style == Caption, func() {
		b.marked(p.Bookmark, func() { b.runs(p.Runs) })
	})
}

func (PageBreak) write(b *body) {
	b.xml.WriteString(`<w:p><w:r><w:br w:type="page"/></w:r></w:p>`)
}

func (b *body) paragraph(style Style, keepNext bool, content func()) {
	b.xml.WriteString(`<w:p><w:pPr><w:pStyle w:val="` + escape(string(style)) + `"/>`)
	if keepNext {
		b.xml.WriteString(`<w:keepNext/>`)
	}
	b.xml.WriteString(`</w:pPr>`)
	content()
	b.xml.WriteString(`</w:p>`)
}

// marked puts a bookmark around content. A name that was given before is not given again.
func (b *body) marked(name string, content func()) {
	if _, taken := b.bookmarks[name]; name == "" || taken {
		content()
		return
	}
	id := len(b.bookmarks) + 1
	b.bookmarks[name] = id
	fmt.Fprintf(&b.xml, `<w:bookmarkStart w:id="%d" w:name="%s"/>`, id, escape(bookmarkName(name)))
	content()
	fmt.Fprintf(&b.xml, `<w:bookmarkEnd w:id="%d"/>`, id)
}

// bookmarkName keeps to what Word takes as a name: letters, digits and underscores, a letter first, 40 at most.
func bookmarkName(s string) string {
	name := "b_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, s)
	return name[:min(len(name), 40)]
}

func (b *body) runs(runs []Run) {
	for _, r := range runs {
		b.run(r)
	}
}

func (b *body) run(r Run) {
	if r.Link != "" {
		b.xml.WriteString(`<w:hyperlink w:anchor="` + escape(bookmarkName(r.Link)) + `" w:history="1"`)
		if r.Tip != "" {
			b.xml.WriteString(` w:tooltip="` + escape(cut(r.Tip, 255)) + `"`)
		}
		b.xml.WriteString(`>`)
		defer b.xml.WriteString(`</w:hyperlink>`)
	}
	b.xml.WriteString(`<w:r>`)
	b.look(r)
	b.text(r.Text)
	b.xml.WriteString(`</w:r>`)
}

// look writes how a run looks, in the order that the schema asks for.
func (b *body) look(r Run) {
	if !r.Bold && !r.Italic && !r.Mono && !r.Struck && !r.Under && !r.Small && !isColour(r.Colour) && !isColour(r.Shade) {
		return
	}
	b.xml.WriteString(`<w:rPr>`)
	if r.Mono {
		b.xml.WriteString(`<w:rStyle w:val="Mono"/>`)
	}
	if r.Bold {
		b.xml.WriteString(`<w:b/>`)
	}
	if r.Italic {
		b.xml.WriteString(`<w:i/>`)
	}
	if r.Struck {
		b.xml.WriteString(`<w:strike/>`)
	}
	if isColour(r.Colour) {
		b.xml.WriteString(`<w:color w:val="` + r.Colour + `"/>`)
	}
	if r.Small {
		b.xml.WriteString(`<w:sz w:val="15"/>`)
	}
	if r.Under {
		b.xml.WriteString(`<w:u w:val="single"/>`)
	}
	if isColour(r.Shade) {
		b.xml.WriteString(`<w:shd w:val="clear" w:color="auto" w:fill="` + r.Shade + `"/>`)
	}
	b.xml.WriteString(`</w:rPr>`)
}

func isColour(s string) bool {
	_, err := strconv.ParseUint(s, 16, 32)
	return len(s) == 6 && err == nil
}

// text writes the characters of a run; line feeds and tabs have elements of their own.
func (b *body) text(s string) {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.xml.WriteString(`<w:br/>`)
		}
		for j, part := range strings.Split(line, "\t") {
			if j > 0 {
				b.xml.WriteString(`<w:tab/>`)
			}
			if part != "" {
				b.xml.WriteString(`<w:t xml:space="preserve">` + escape(part) + `</w:t>`)
			}
		}
	}
}

func (t Table) write(b *body) {
	widths := t.widths()
	if len(widths) == 0 {
		return
	}
	b.xml.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="Plain"/><w:tblW w:w="5000" w:type="pct"/><w:tblLayout w:type="fixed"/>`)
	b.xml.WriteString(`<w:tblLook w:val="0020" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`)
	if t.Alt != "" {
		b.xml.WriteString(`<w:tblDescription w:val="` + escape(t.Alt) + `"/>`)
	}
	b.xml.WriteString(`</w:tblPr><w:tblGrid>`)
	for _, w := range widths {
		fmt.Fprintf(&b.xml, `<w:gridCol w:w="%d"/>`, w*textWidthMM*1440/254*10/fullWidth)
	}
	b.xml.WriteString(`</w:tblGrid>`)
	for _, r := range t.Header {
		b.row(r, widths, true)
	}
	for _, r := range t.Rows {
		b.row(r, widths, false)
	}
	b.xml.WriteString(`</w:tbl>`)
	b.xml.WriteString(`<w:p><w:pPr><w:pStyle w:val="AfterTable"/></w:pPr></w:p>`) // two tables in a row would become one
}

// widths are the widths of the columns, in fiftieths of a percent.
func (t Table) widths() []int {
	n := len(t.Columns)
	for _, rows := range [][]Row{t.Header, t.Rows} {
		for _, r := range rows {
			n = max(n, r.columns())
		}
	}
	relative, sum := make([]int, n), 0
	for i := range relative {
		relative[i] = 1
		if i < len(t.Columns) && t.Columns[i] > 0 {
			relative[i] = t.Columns[i]
		} else if len(t.Columns) > 0 {
			relative[i] = t.Columns[len(t.Columns)-1]
		}
		relative[i] = max(relative[i], 1)
		sum += relative[i]
	}
	for i, w := range relative {
		relative[i] = w * fullWidth / sum
	}
	return relative
}

func (r Row) columns() int {
	n := 0
	for _, c := range r {
		n += max(c.Span, 1)
	}
	return n
}

func (b *body) row(r Row, widths []int, header bool) {
	b.xml.WriteString(`<w:tr><w:trPr><w:cantSplit/>`)
	if header {
		b.xml.WriteString(`<w:tblHeader/>`)
	}
	b.xml.WriteString(`</w:trPr>`)
	at := 0
	for at < len(widths) {
		var c Cell
		if len(r) > 0 {
			c, r = r[0], r[1:]
		}
		next := min(at+max(c.Span, 1), len(widths))
		b.cell(c, widths[at:next], header)
		at = next
	}
	b.xml.WriteString(`</w:tr>`)
}

func (b *body) cell(c Cell, widths []int, header bool) {
	w := 0
	for _, one := range widths {
		w += one
	}
	fmt.Fprintf(&b.xml, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="pct"/>`, w)
	if len(widths) > 1 {
		fmt.Fprintf(&b.xml, `<w:gridSpan w:val="%d"/>`, len(widths))
	}
	style := "TableText"
	if header {
		style = "TableHead"
	}
	b.xml.WriteString(`</w:tcPr><w:p><w:pPr><w:pStyle w:val="` + style + `"/>`)
	if c.Right {
		b.xml.WriteString(`<w:jc w:val="right"/>`)
	}
	b.xml.WriteString(`</w:pPr>`)
	for _, r := range c.Runs {
		r.Bold = r.Bold || c.Heading
		b.run(r)
	}
	b.xml.WriteString(`</w:p></w:tc>`)
}

func (p Picture) write(b *body) {
	size, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	if err != nil || size.Width == 0 || size.Height == 0 {
		b.err = fmt.Errorf("picture %q is no PNG: %w", p.Title, err)
		return
	}
	wide := float64(textWidthMM)
	if p.Width > 0 {
		wide = math.Min(float64(p.Width), textWidthMM)
	}
	high := wide * float64(size.Height) / float64(size.Width)
	if high > textHeightMM {
		wide, high = wide*textHeightMM/high, textHeightMM
	}
	b.pictures = append(b.pictures, p.PNG)
	n := len(b.pictures)
	title, alt := escape(p.Title), escape(p.Alt)
	cx, cy := int(wide*emuPerMM), int(high*emuPerMM)
	fmt.Fprintf(&b.xml, `<w:p><w:pPr><w:pStyle w:val="Picture"/></w:pPr><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/>`, cx, cy)
	fmt.Fprintf(&b.xml, `<wp:docPr id="%d" name="%s" descr="%s"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">`, n, title, alt)
	fmt.Fprintf(&b.xml, `<pic:nvPicPr><pic:cNvPr id="%d" name="%s" descr="%s"/><pic:cNvPicPr/></pic:nvPicPr>`, n, title, alt)
	fmt.Fprintf(&b.xml, `<pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="%s"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`, pictureID(n))
	fmt.Fprintf(&b.xml, `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`, cx, cy)
	b.xml.WriteString(`</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`)
}

func pictureName(n int) string { return fmt.Sprintf("drawn%d.png", n) }

func pictureID(n int) string { return fmt.Sprintf("rIdPicture%d", n) }

// cut shortens a text to n characters.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
