package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

const (
	dense = 2   // pixels a user unit in a document
	fine  = 4   // samples a pixel, each way
	grid  = 256 // places a user unit: all sums below are exact, so that every processor draws the same pixels
)

// letters loads the typeface of pictures once; it is part of the program.
var letters = sync.OnceValues(func() (*sfnt.Font, error) { return opentype.Parse(goregular.TTF) })

// PNG draws the picture on white paper, two pixels a unit.
func (d Drawing) PNG() ([]byte, error) {
	img, err := d.picture(dense, opaque(LightPaper))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("writing a picture: %w", err)
	}
	return b.Bytes(), nil
}

// picture draws on a ground, with so many pixels a unit.
func (d Drawing) picture(scale float64, ground color.RGBA) (*image.RGBA, error) {
	typeface, err := letters()
	if err != nil {
		return nil, fmt.Errorf("loading the typeface of pictures: %w", err)
	}
	p := &picture{
		img:   image.NewRGBA(image.Rect(0, 0, int(math.Round(width*scale)), int(math.Ceil(d.height*scale)))),
		scale: scale, ground: ground, font: typeface, faces: map[float64]font.Face{},
	}
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for _, m := range d.marks {
		if err := p.put(m); err != nil {
			return nil, err
		}
	}
	return p.img, nil
}

// picture is a drawing in pixels.
type picture struct {
	img    *image.RGBA
	scale  float64    // pixels a user unit
	ground color.RGBA // what patterns let shine through
	font   *sfnt.Font
	faces  map[float64]font.Face // by size
}

func (p *picture) put(m mark) error {
	switch m.kind {
	case boxMark:
		if m.fill.Light != "" {
			p.paint(m.x, m.y, m.x+m.w, m.y+m.h, p.paper(m.fill), nil)
		}
		if m.stroke != "" {
			p.frame(m)
		}
	case discMark:
		x, y, r := exact(m.x), exact(m.y), exact(m.w)
		p.paint(m.x-m.w, m.y-m.w, m.x+m.w, m.y+m.w, p.paper(m.fill), func(u, v float64) bool { return (u-x)*(u-x)+(v-y)*(v-y) <= r*r })
	case lineMark:
		p.line(m)
	case textMark:
		return p.text(m)
	}
	return nil
}

// exact rounds a place to the grid.
func exact(v float64) float64 { return math.Round(v*grid) / grid }

// period is that of the patterns in user units.
const period = 8

// ink is what an area is painted with: the colour at a place, and a tile of pixels that repeats over the whole picture.
// The tile has one pixel for a plain colour, and none where a pattern does not repeat after whole pixels.
type ink struct {
	at   func(u, v float64) color.RGBA
	tile [][]color.RGBA
}

// plainInk is one colour everywhere.
func plainInk(colour string) *ink {
	c := opaque(colour)
	return &ink{at: func(_, _ float64) color.RGBA { return c }, tile: [][]color.RGBA{{c}}}
}

// paper is the ink of a fill.
func (p *picture) paper(f Fill) *ink {
	if f.Pattern == Plain {
		return plainInk(f.Light)
	}
	ground, marks := opaque(f.Light), p.ground
	k := &ink{at: func(u, v float64) color.RGBA {
		if onPattern(f.Pattern, u, v) {
			return marks
		}
		return ground
	}}
	size := int(period * p.scale)
	if float64(size) != period*p.scale {
		return k
	}
	k.tile = make([][]color.RGBA, size)
	for j := range k.tile {
		k.tile[j] = make([]color.RGBA, size)
		for i := range k.tile[j] {
			k.tile[j][i] = p.sampled(i, j, k.at)
		}
	}
	return k
}

func opaque(colour string) color.RGBA {
	if strings.EqualFold(colour, LightPaper) {
		return color.RGBA{255, 255, 255, 255} // a document's paper is white
	}
	c := rgb(colour)
	return color.RGBA{c[0], c[1], c[2], 255}
}

// onPattern tells whether a place lies on a mark of the pattern: the same tiles of 8 units as in the page.
func onPattern(p Pattern, u, v float64) bool {
	near := func(x, period, half float64) bool {
		rest := x - period*math.Floor(x/period)
		return rest <= half || period-rest <= half
	}
	const slant = 0.84765625 // half of a line 1.2 wide, seen along an axis
	switch p {
	case Rising:
		return near(u+v, 8, slant)
	case Falling:
		return near(u-v, 8, slant)
	case Upright:
		return near(u-2, 4, 0.6015625)
	case Cross:
		return near(u+v, 8, slant) || near(u-v, 8, slant)
	case Dots:
		x, y := u-8*math.Floor(u/8), v-8*math.Floor(v/8)
		return (x-2)*(x-2)+(y-2)*(y-2) <= 1.44 || (x-6)*(x-6)+(y-6)*(y-6) <= 1.44
	}
	return false
}

// paint covers what lies within the box and, where there is one, within the shape. A pixel at an edge is the mean of
// its samples; inside a box all pixels come from the tile.
func (p *picture) paint(x1, y1, x2, y2 float64, with *ink, within func(u, v float64) bool) {
	x1, y1, x2, y2 = exact(x1), exact(y1), exact(x2), exact(y2)
	scale, size := p.scale, len(with.tile)
	area := image.Rect(int(math.Floor(x1*scale)), int(math.Floor(y1*scale)), int(math.Ceil(x2*scale)), int(math.Ceil(y2*scale)))
	area = area.Intersect(p.img.Bounds())
	inner := image.Rectangle{}
	if within == nil && size > 0 {
		inner = image.Rect(int(math.Ceil(x1*scale)), int(math.Ceil(y1*scale)), int(math.Floor(x2*scale)), int(math.Floor(y2*scale)))
	}
	for j := area.Min.Y; j < area.Max.Y; j++ {
		for i := area.Min.X; i < area.Max.X; i++ {
			if (image.Point{X: i, Y: j}).In(inner) {
				p.img.SetRGBA(i, j, with.tile[j%size][i%size])
				continue
			}
			old := p.img.RGBAAt(i, j)
			p.img.SetRGBA(i, j, p.sampled(i, j, func(u, v float64) color.RGBA {
				if u < x1 || u >= x2 || v < y1 || v >= y2 || within != nil && !within(u, v) {
					return old
				}
				return with.at(u, v)
			}))
		}
	}
}

// sampled is the mean colour of the samples of one pixel.
func (p *picture) sampled(i, j int, at func(u, v float64) color.RGBA) color.RGBA {
	var red, green, blue int
	for b := range fine {
		for a := range fine {
			c := at((float64(i)+(float64(a)+0.5)/fine)/p.scale, (float64(j)+(float64(b)+0.5)/fine)/p.scale)
			red, green, blue = red+int(c.R), green+int(c.G), blue+int(c.B)
		}
	}
	const n = fine * fine
	return color.RGBA{byte(red / n), byte(green / n), byte(blue / n), 255}
}

// frame draws the four edges of a box.
func (p *picture) frame(m mark) {
	for _, e := range [][4]float64{{m.x, m.y, m.x + m.w, m.y}, {m.x, m.y + m.h, m.x + m.w, m.y + m.h}, {m.x, m.y, m.x, m.y + m.h}, {m.x + m.w, m.y, m.x + m.w, m.y + m.h}} {
		p.line(mark{x: e[0], y: e[1], w: e[2], h: e[3], stroke: m.stroke, thick: m.thick})
	}
}

// line draws a line from one end to the other, cut where its dashes end.
func (p *picture) line(m mark) {
	x1, y1, x2, y2, half := exact(m.x), exact(m.y), exact(m.w), exact(m.h), exact(m.thick/2)
	dx, dy := x2-x1, y2-y1
	square := dx*dx + dy*dy
	length := math.Sqrt(square)
	reach := float64(half * length) // kept apart: no fused step on any processor
	within := func(u, v float64) bool {
		along, off := (u-x1)*dx+(v-y1)*dy, (u-x1)*dy-(v-y1)*dx
		if square == 0 {
			return true
		}
		return along >= -reach && along <= square+reach && math.Abs(off) <= reach && onDash(m.dash, along/length)
	}
	if (dx == 0 || dy == 0) && len(m.dash) == 0 {
		within = nil // the box is the line
	}
	p.paint(min(x1, x2)-half, min(y1, y2)-half, max(x1, x2)+half, max(y1, y2)+half, plainInk(m.stroke), within)
}

// onDash tells whether a place along a line is drawn.
func onDash(dash []float64, at float64) bool {
	whole := 0.0
	for _, d := range dash {
		whole += d
	}
	if whole == 0 {
		return true
	}
	at -= whole * math.Floor(at/whole)
	for i, d := range dash {
		if at < d {
			return i%2 == 0
		}
		at -= d
	}
	return true
}

// invisible are signs that only steer line breaks: they have no place in a picture.
var invisible = strings.NewReplacer("\u2060", "", "\u200b", "", "\u00ad", "", "\u00a0", " ", "\u202f", " ")

func (p *picture) text(m mark) error {
	face, ok := p.faces[m.w]
	if !ok {
		var err error
		if face, err = opentype.NewFace(p.font, &opentype.FaceOptions{Size: m.w * p.scale, DPI: 72, Hinting: font.HintingNone}); err != nil {
			return fmt.Errorf("setting the typeface of pictures: %w", err)
		}
		p.faces[m.w] = face
	}
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(opaque(m.stroke)), Face: face}
	s := invisible.Replace(m.text)
	x, y := fixed.Int26_6(math.Round(m.x*p.scale*64)), fixed.Int26_6(math.Round(m.y*p.scale*64))
	switch m.anchor {
	case "middle":
		x -= d.MeasureString(s) / 2
	case "end":
		x -= d.MeasureString(s)
	}
	d.Dot = fixed.Point26_6{X: x, Y: y}
	d.DrawString(s)
	return nil
}
