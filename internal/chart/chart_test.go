package chart_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "write the golden files anew")

// comma writes numbers as German and Polish do.
type comma struct{}

func (comma) Number(x float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), ".", ",", 1)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func categories() chart.Stacked {
	return chart.Stacked{
		Heading: chart.Heading{ID: "categories", Title: "Kategorien je Bedingung", Desc: "Balken zu 100 Prozent."},
		Series: []chart.Series{
			{Name: "korrekt", Fill: chart.OfCategory(study.Correct)},
			{Name: "unvollständig", Fill: chart.OfCategory(study.Incomplete)},
			{Name: "halluziniert", Fill: chart.OfCategory(study.Hallucinated)},
		},
		Bars: []chart.Bar{
			{Label: "Reporter", Parts: []int{3, 0, 0}, Note: "3 Urteile"},
			{Label: "Studierende und Auszubildende", Parts: []int{1, 3, 2}, Note: "6 Urteile"},
			{Label: "Kontrolle", Parts: nil, Note: "fehlt"},
		},
	}
}

func agreement() chart.Forest {
	return chart.Forest{
		Heading: chart.Heading{ID: "alpha", Title: "Übereinstimmung", Desc: "Krippendorffs Alpha mit 95-%-Intervall."},
		Axis:    "Krippendorffs α", Min: 0, Max: 1, Ticks: []float64{0, 0.5, 1}, Decimals: 1,
		Marks: []chart.Mark{{At: 0.667, Name: "0,667"}, {At: 0.8, Name: "0,800"}},
		Rows: []chart.Estimate{
			{Label: "Kategorie", Value: 0.68, Defined: true, Low: -0.2, High: 1, Interval: true, Text: "0,68 [−0,20; 1,00]"},
			{Label: "Note", Text: "nicht definiert"},
		},
	}
}

func people() chart.Matrix {
	return chart.Matrix{
		Heading:  chart.Heading{ID: "matrix", Title: "KI gegen Menschen", Desc: "Zeilen: KI. Spalten: Menschen."},
		RowTitle: "KI", ColumnTitle: "Menschen", Words: []string{"korrekt", "unvollständig", "halluziniert"},
		Cells: [][]int{{6, 0, 0}, {1, 5, 0}, {0, 1, 5}},
	}
}

func TestDrawingsStayAsTheyWere(t *testing.T) {
	golden(t, "stacked.svg", categories().SVG())
	golden(t, "forest.svg", agreement().SVG(comma{}))
	golden(t, "matrix.svg", people().SVG())
}

func TestDrawingsAreWellFormedAndTellWhatTheyShow(t *testing.T) {
	for name, svg := range map[string]string{
		"stacked": categories().SVG(), "forest": agreement().SVG(comma{}), "matrix": people().SVG(), "curve": widths().SVG(comma{}), "empty curve": chart.Curve{}.SVG(comma{}),
		"empty stacked": chart.Stacked{}.SVG(), "empty forest": chart.Forest{}.SVG(comma{}), "empty matrix": chart.Matrix{}.SVG(),
	} {
		texts, err := textsOf(svg)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, element := range []string{"title", "desc"} {
			if _, ok := texts[element]; !ok {
				t.Errorf("%s has no <%s>", name, element)
			}
		}
		if !strings.Contains(svg, `role="img"`) || !strings.Contains(svg, "aria-labelledby=") {
			t.Errorf("%s is not announced as an image with a name", name)
		}
	}
}

// textsOf reads the drawing as XML and collects the text of its elements by name.
func textsOf(svg string) (map[string][]string, error) {
	texts := map[string][]string{}
	d := xml.NewDecoder(strings.NewReader(svg))
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, nil
		}
		if err != nil {
			return nil, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
			texts[e.Name.Local] = append(texts[e.Name.Local], "")
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list := texts[open[len(open)-1]]
				list[len(list)-1] += string(e)
			}
		}
	}
}

func TestAnUndefinedEstimateIsWordsAndDrawsNothing(t *testing.T) {
	f := agreement()
	f.Rows = f.Rows[1:]
	svg := f.SVG(comma{})
	if !strings.Contains(svg, "nicht definiert") {
		t.Error("the reason is not shown")
	}
	if strings.Contains(svg, "chart-point") {
		t.Error("a point is drawn although there is no value")
	}
}

func TestABarWithoutCountsIsAFrameWithItsNote(t *testing.T) {
	s := categories()
	s.Bars = s.Bars[2:]
	svg := s.SVG()
	if !strings.Contains(svg, ">fehlt<") {
		t.Error("the note is not shown")
	}
	if n := strings.Count(svg, "chart-edge"); n != len(s.Series) { // the legend alone
		t.Errorf("%d areas drawn, want the legend's %d", n, len(s.Series))
	}
}

func TestNoDrawingContainsNotANumber(t *testing.T) {
	f := chart.Forest{Rows: []chart.Estimate{{Defined: true, Value: 1, Interval: true, Low: math.Inf(-1), High: math.Inf(1)}}}
	m := chart.Matrix{Words: []string{"a"}}
	for _, svg := range []string{f.SVG(comma{}), m.SVG(), chart.Stacked{Bars: []chart.Bar{{}}}.SVG()} {
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("not a number in\n%s", svg)
		}
	}
}

func TestTextsComeThroughEscaped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune(`<>&"'abc`))).Draw(t, "text")
		c := categories()
		c.Title, c.Bars[0].Note = s, "n "+s
		texts, err := textsOf(c.SVG())
		if err != nil {
			t.Fatal(err)
		}
		if got := texts["title"][0]; got != s {
			t.Fatalf("title %q, want %q", got, s)
		}
		if n := len(texts["script"]) + len(texts["a"]); n != 0 {
			t.Fatalf("%d elements made of a text", n)
		}
	})
}

var areaWidth = regexp.MustCompile(`width="([0-9.]+)" height="26" fill="url`)

func TestPartsOfABarFillItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := categories()
		c.Bars = []chart.Bar{{Parts: rapid.SliceOfN(rapid.IntRange(-3, 1000), 0, 5).Draw(t, "parts")}}
		sum, any := 0.0, false
		for i, p := range c.Bars[0].Parts {
			any = any || p > 0 && i < len(c.Series)
		}
		for _, m := range areaWidth.FindAllStringSubmatch(c.SVG(), -1) {
			w, _ := strconv.ParseFloat(m[1], 64)
			sum += w
		}
		if any && math.Abs(sum-410) > 0.05 || !any && sum != 0 {
			t.Fatalf("parts are %v wide together", sum)
		}
	})
}

func TestTheSameDataGiveTheSameBytes(t *testing.T) {
	stacked, forest := categories().SVG(), agreement().SVG(comma{})
	for range 3 {
		if categories().SVG() != stacked || agreement().SVG(comma{}) != forest {
			t.Fatal("two drawings of the same data differ")
		}
	}
}
