package chart

import (
	"image"
	"image/color"
	"strings"
)

// Screen draws the picture for a screen: as many pixels wide as asked for, in the colours for light or dark paper. The
// page and the documents show the same drawing by [Drawing.SVG] and [Drawing.PNG].
func (d Drawing) Screen(pixels int, dark bool) (image.Image, error) {
	scale := float64(max(pixels, 1)) / width
	if !dark {
		return d.picture(scale, opaque(LightPaper))
	}
	night := d
	night.marks = make([]mark, len(d.marks))
	for i, m := range d.marks {
		m.stroke = atNight(m.stroke)
		if m.fill.Dark == "" {
			m.fill.Light = atNight(m.fill.Light)
		} else {
			m.fill.Light = m.fill.Dark
		}
		night.marks[i] = m
	}
	ground := rgb(DarkPaper)
	return night.picture(scale, color.RGBA{ground[0], ground[1], ground[2], 0xff})
}

// inksAtNight are the inks of dark paper for those of light paper.
var inksAtNight = map[string]string{LightPaper: DarkPaper, LightInk: DarkInk, LightFaint: DarkFaint, lightRule: darkRule}

// atNight is an ink on dark paper; one that has no counterpart stays.
func atNight(colour string) string {
	if c, ok := inksAtNight[strings.ToLower(colour)]; ok {
		return c
	}
	return colour
}
