package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Numbers writes a number with that many decimals and the decimal sign of the reader's language.
type Numbers interface {
	Number(x float64, decimals int) string
}

// Heading is what every drawing says about itself.
type Heading struct {
	ID    string // unique within the page; letters, digits and hyphens
	Title string
	Desc  string // what the drawing shows, in a sentence or two, for those who do not see it
}

// Common measures, in user units; a drawing is as wide as its page lets it be.
const (
	width      = 720.0
	textSize   = 13.0
	smallSize  = 11.5
	lineHeight = 16.0
	charWidth  = 0.56 // of the size: mean width of a letter, rounded up
)

// canvas collects the elements of one drawing. Coordinates are written with two decimals at most, so that the last
// bits of a sum do not change the bytes.
type canvas struct {
	id    string
	body  strings.Builder
	used  []Fill // in order of first use
	marks []mark // the same elements, for the picture in pixels
}

func num(x float64) string {
	s := strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// fill names the paint of f and remembers that its pattern is needed.
func (c *canvas) fill(f Fill) string {
	for _, u := range c.used {
		if u.Name == f.Name {
			return "url(#" + c.id + "-" + f.Name + ")"
		}
	}
	c.used = append(c.used, f)
	return "url(#" + c.id + "-" + f.Name + ")"
}

func (c *canvas) area(x, y, w, h float64, f Fill) {
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="%s" class="chart-edge"/>`+"\n",
		num(x), num(y), num(w), num(h), c.fill(f), LightPaper)
	c.marks = append(c.marks, mark{kind: boxMark, x: x, y: y, w: w, h: h, fill: f, stroke: LightPaper, thick: 1})
}

// disc is a filled circle around a point.
func (c *canvas) disc(x, y, r float64, f Fill) {
	fmt.Fprintf(&c.body, `<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="%s" class="chart-edge"/>`+"\n",
		num(x), num(y), num(r), c.fill(f), LightPaper)
	c.marks = append(c.marks, mark{kind: discMark, x: x, y: y, w: r, fill: f})
}

// shape draws a rectangle in one of the inks: class names it, colour is what it has by itself.
func (c *canvas) shape(x, y, w, h float64, class, colour string) {
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s" class="%s"/>`+"\n",
		num(x), num(y), num(w), num(h), colour, class)
	c.marks = append(c.marks, mark{kind: boxMark, x: x, y: y, w: w, h: h, fill: Fill{Light: colour, Pattern: Plain}})
}

func (c *canvas) line(x1, y1, x2, y2 float64, class string) {
	colour, extra := LightInk, ""
	switch class {
	case "chart-rule":
		colour = lightRule
	case "chart-mark":
		colour, extra = LightFaint, ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(&c.body, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" class="%s"%s/>`+"\n",
		num(x1), num(y1), num(x2), num(y2), colour, class, extra)
	m := mark{kind: lineMark, x: x1, y: y1, w: x2, h: y2, stroke: colour, thick: 1}
	if extra != "" {
		m.dash = []float64{4, 3}
	}
	c.marks = append(c.marks, m)
}

// words writes one line of text. anchor is start, middle or end; faint is for axes and notes.
func (c *canvas) words(x, y float64, s, anchor string, size float64, faint bool) {
	class, colour := "chart-ink", LightInk
	if faint {
		class, colour = "chart-faint", LightFaint
	}
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" text-anchor="%s" font-size="%s" fill="%s" class="%s">%s</text>`+"\n",
		num(x), num(y), anchor, num(size), colour, class, html.EscapeString(s))
	c.marks = append(c.marks, mark{kind: textMark, x: x, y: y, w: size, text: s, anchor: anchor, stroke: colour})
}

// plate writes a number on a small plate in the colour of the paper, legible on any fill.
func (c *canvas) plate(x, y float64, s string) {
	w := textWidth(s, smallSize) + 8
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="15" rx="3" fill="%s" class="chart-paper"/>`+"\n",
		num(x-w/2), num(y-11.5), num(w), LightPaper)
	c.marks = append(c.marks, mark{kind: boxMark, x: x - w/2, y: y - 11.5, w: w, h: 15, fill: Fill{Light: LightPaper, Pattern: Plain}})
	c.words(x, y, s, "middle", smallSize, false)
}

// lines writes wrapped text around a middle height, at most room units wide.
func (c *canvas) lines(x, middle float64, s, anchor string, room float64) {
	parts := wrap(s, room, textSize)
	y := middle - float64(len(parts)-1)*lineHeight/2 + textSize*0.36
	for _, p := range parts {
		c.words(x, y, p, anchor, textSize, false)
		y += lineHeight
	}
}

// patternMarks are the marks on a tile of 8 by 8 units.
var patternMarks = map[Pattern]string{
	Rising:  `<path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6"`,
	Falling: `<path d="M-2 -2L10 10M6 -2L10 2M-2 6L2 10"`,
	Dots:    `<path d="M2 2h.01M6 6h.01" stroke-linecap="round"`,
	Upright: `<path d="M2 0V8M6 0V8"`,
	Cross:   `<path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6M-2 -2L10 10M6 -2L10 2M-2 6L2 10"`,
}

// finish puts head, patterns and body together.
func (c *canvas) finish(h Heading, height float64) Drawing {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-t %s-d" class="chart" font-family="inherit, sans-serif">`+"\n",
		num(width), num(height), c.id, c.id)
	fmt.Fprintf(&b, `<title id="%s-t">%s</title>`+"\n", c.id, html.EscapeString(h.Title))
	fmt.Fprintf(&b, `<desc id="%s-d">%s</desc>`+"\n", c.id, html.EscapeString(h.Desc))
	if len(c.used) > 0 {
		b.WriteString("<defs>\n")
		for _, f := range c.used {
			fmt.Fprintf(&b, `<pattern id="%s-%s" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="%s" class="fill-%s"/>`, c.id, f.Name, f.Light, f.Name)
			if marks := patternMarks[f.Pattern]; marks != "" {
				w := "1.2"
				if f.Pattern == Dots {
					w = "2.4"
				}
				fmt.Fprintf(&b, `%s fill="none" stroke="%s" stroke-width="%s" class="chart-hatch"/>`, marks, LightPaper, w)
			}
			b.WriteString("</pattern>\n")
		}
		b.WriteString("</defs>\n")
	}
	b.WriteString(c.body.String())
	b.WriteString("</svg>\n")
	return Drawing{Heading: h, height: height, svg: b.String(), marks: c.marks}
}

// newCanvas takes only what an identifier may hold from the heading's ID.
func newCanvas(h Heading) *canvas {
	id := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return -1
	}, h.ID)
	return &canvas{id: "c-" + id}
}

func textWidth(s string, size float64) float64 {
	return float64(utf8.RuneCountInString(s)) * size * charWidth
}

// wrap breaks s between words so that no line is wider than room, if the words allow it.
func wrap(s string, room, size float64) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(s) {
		switch {
		case line == "":
			line = w
		case textWidth(line+" "+w, size) <= room:
			line += " " + w
		default:
			lines = append(lines, line)
			line = w
		}
	}
	return append(lines, line)
}
