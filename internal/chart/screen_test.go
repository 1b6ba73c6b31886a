package chart_test

import (
	"testing"

	"iucomstudien/internal/chart"
)

func TestAPictureForTheScreenIsAsWideAsAskedForAndInItsColours(t *testing.T) {
	for name, d := range drawings() {
		for _, pixels := range []int{333, 720, 1081} {
			img, err := d.Screen(pixels, false)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got := img.Bounds().Dx(); got != pixels {
				t.Errorf("%s: %d wide, want %d", name, got, pixels)
			}
		}
	}
	for _, look := range []struct {
		dark  bool
		paper [3]uint32
	}{{false, [3]uint32{0xff, 0xff, 0xff}}, {true, [3]uint32{0x1a, 0x1c, 0x1f}}} {
		img, err := categories().Draw().Screen(900, look.dark)
		if err != nil {
			t.Fatal(err)
		}
		r, g, b, _ := img.At(899, 0).RGBA()
		if got := [3]uint32{r >> 8, g >> 8, b >> 8}; got != look.paper {
			t.Errorf("dark %v: the paper is %x, want %x", look.dark, got, look.paper)
		}
	}
}

func BenchmarkScreen(b *testing.B) {
	for name, d := range map[string]chart.Drawing{"stacked": categories().Draw(), "spread": grades().Draw()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := d.Screen(1081, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
