package chart_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/study"
)

func grades() chart.Spread {
	return chart.Spread{
		Heading: chart.Heading{ID: "spread", Title: "Streuung der Noten", Desc: "Je Antwort, wie oft jede Note vergeben wurde."},
		Steps:   []string{"1", "2", "3", "4", "5"},
		Rows: []chart.SpreadRow{
			{Label: "Q (Reporter)", Counts: []int{3, 0, 0, 0, 0}, Fill: chart.OfCondition(study.Reporter), Note: "3 Noten"},
			{Label: "Z (Kontrolle)", Counts: []int{0, 1, 12, -4, 1}, Fill: chart.OfCondition(study.Control), Note: "14 Noten"},
			{Label: "K (Studierende)", Counts: nil, Fill: chart.OfCondition(study.Student), Note: "fehlt"},
		},
	}
}

// drawings are one of each kind, filled and empty.
func drawings() map[string]chart.Drawing {
	return map[string]chart.Drawing{
		"stacked": categories().Draw(), "forest": agreement().Draw(comma{}), "matrix": people().Draw(), "curve": widths().Draw(comma{}),
		"spread": grades().Draw(), "no bars": chart.Stacked{}.Draw(), "no rows": chart.Forest{}.Draw(comma{}), "no words": chart.Matrix{}.Draw(),
		"no lines": chart.Curve{}.Draw(comma{}), "no ratings": chart.Spread{}.Draw(),
	}
}

func TestPicturesAreTheDrawingAndStayTheSame(t *testing.T) {
	for name, d := range drawings() {
		first, err := d.PNG()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		second, err := d.PNG()
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: two pictures of the same drawing differ (%v)", name, err)
		}
		img, err := png.Decode(bytes.NewReader(first))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		size := img.Bounds()
		if want := d.Ratio() * float64(size.Dx()); float64(size.Dy()) < want || float64(size.Dy()) > want+1 {
			t.Errorf("%s: %d high, want %.1f", name, size.Dy(), want)
		}
	}
}

func TestAPictureShowsColourPatternAndText(t *testing.T) {
	raw, err := categories().Draw().PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]uint32]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	for name, colour := range map[string][3]uint32{"correct": {0xc3, 0xd3, 0xe4}, "incomplete": {0x6f, 0x8f, 0xb4}, "hallucinated": {0x8c, 0x2f, 0x2f}, "ink": {0x22, 0x26, 0x2a}} {
		if seen[colour] < 50 {
			t.Errorf("%s covers %d pixels", name, seen[colour])
		}
	}
}

func TestASpreadWritesEveryCountAndTheWordForNone(t *testing.T) {
	svg := grades().SVG()
	golden(t, "spread.svg", svg)
	for _, want := range []string{">3</text>", ">12</text>", ">1</text>", ">fehlt</text>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%s is not written", want)
		}
	}
	if n := strings.Count(svg, "<circle"); n != 4 {
		t.Errorf("%d discs, want one for each step that was given", n)
	}
}

func BenchmarkPNG(b *testing.B) {
	d := categories().Draw()
	for b.Loop() {
		if _, err := d.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}
