package chart

import (
	"fmt"
	"strconv"
	"strings"
)

// Drawing is a finished drawing. [Drawing.SVG] is for a page, [Drawing.PNG] for a document that takes pictures only.
type Drawing struct {
	Heading
	height float64 // user units; the width is always the same
	svg    string
	marks  []mark
}

// SVG is the drawing as an element that can stand in a page or in a file of its own.
func (d Drawing) SVG() string { return d.svg }

// Ratio is the height of the drawing as a part of its width.
func (d Drawing) Ratio() float64 { return d.height / width }

// markKind tells the elements of a drawing apart.
type markKind int

const (
	boxMark  markKind = iota // from x, y, w wide and h high
	discMark                 // around x, y, w its radius
	lineMark                 // from x, y to w, h
	textMark                 // at x, y, w its size
)

// mark is one element of a drawing as numbers and colours.
type mark struct {
	kind       markKind
	x, y, w, h float64
	fill       Fill   // Light "" is none
	stroke     string // #rrggbb, "" for none; of a text its colour
	thick      float64
	dash       []float64 // lengths drawn and left out in turn
	text       string
	anchor     string // start, middle or end
}

// mixed is a colour laid over a ground with an opacity from 0 to 1.
func mixed(colour, ground string, opacity float64) string {
	over, under := rgb(colour), rgb(ground)
	var parts [3]int
	for i := range parts {
		share := float64(opacity * float64(int(over[i])-int(under[i]))) // kept apart: no fused step on any processor
		parts[i] = int(float64(under[i]) + share + 0.5)
	}
	return fmt.Sprintf("#%02x%02x%02x", parts[0], parts[1], parts[2])
}

// rgb reads a colour written #rrggbb; anything else is black.
func rgb(colour string) [3]byte {
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		return [3]byte{}
	}
	return [3]byte{byte(n >> 16), byte(n >> 8), byte(n)}
}

// dashOf reads a list of lengths as SVG writes them.
func dashOf(list string) []float64 {
	var lengths []float64
	for _, s := range strings.Fields(list) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || !(v > 0) {
			return nil
		}
		lengths = append(lengths, v)
	}
	return lengths
}
