package chart_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/study"
)

func participants() chart.Flow {
	return chart.Flow{
		Heading: chart.Heading{ID: "flow", Title: "Fluss der Fälle", Desc: "Von 12 Fällen haben 11 eine Referenz."},
		Trunk: []chart.FlowStep{
			{Box: chart.FlowBox{Title: "Fälle mit Zielfrage: 12"}, Out: &chart.FlowBox{Title: "Ausgeschlossen: 0"}},
			{Box: chart.FlowBox{Title: "Referenz vorhanden: 11"}, Out: &chart.FlowBox{Title: "Keine Referenz: 1", Lines: []string{"C11"}}},
		},
		Columns: []chart.FlowColumn{
			{Fill: chart.OfCondition(study.Reporter), Steps: []chart.FlowStep{{Box: chart.FlowBox{Title: "Reporter: 11"}, Out: &chart.FlowBox{Title: "Keine Antwort: 0"}}},
				Leaves: []chart.FlowBox{{Title: "Positiv: 5", Lines: []string{"Referenz ja: 4", "Referenz nein: 1"}}, {Title: "Negativ: 6"}, {Title: "Unbestimmt: 0"}}},
			{Fill: chart.OfCondition(study.Control), Steps: []chart.FlowStep{{Box: chart.FlowBox{Title: "Kontrolle <plain>: 10"}}}, Leaves: []chart.FlowBox{{Title: "Positiv: 5"}}},
		},
	}
}

func TestAFlowDiagramNamesEveryBox(t *testing.T) {
	svg := participants().SVG()
	for _, want := range []string{"Fälle mit Zielfrage: 12", "Keine Referenz: 1", "C11", "Kontrolle", "&lt;plain&gt;:", "Referenz nein: 1", `role="img"`, `class="chart-mark"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("the diagram lacks %q", want)
		}
	}
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if again := participants().SVG(); again != svg {
		t.Error("the same flow gives other bytes")
	}
}

// TestNoBoxOfAFlowDiagramTouchesTheEdge leaves room at both sides: programs that show a Word file cut a picture as wide
// as the text by a hair, and with it the outermost line.
func TestNoBoxOfAFlowDiagramTouchesTheEdge(t *testing.T) {
	svg := participants().SVG()
	var total float64
	if found := viewBox.FindStringSubmatch(svg); found == nil {
		t.Fatal("the drawing has no size")
	} else if _, err := fmt.Sscan(found[1], &total); err != nil {
		t.Fatal(err)
	}
	boxes := rect.FindAllStringSubmatch(svg, -1)
	if len(boxes) < 8 {
		t.Fatalf("%d boxes", len(boxes))
	}
	for _, b := range boxes {
		var x, w float64
		if _, err := fmt.Sscan(b[1], &x); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(b[2], &w); err != nil {
			t.Fatal(err)
		}
		if x < 3 || x+w > total-3 {
			t.Errorf("a box from %v to %v on a drawing of %v", x, x+w, total)
		}
	}
}

var (
	viewBox = regexp.MustCompile(`viewBox="0 0 ([0-9.]+) `)
	rect    = regexp.MustCompile(`<rect [^>]*?\bx="([0-9.]+)"[^>]*?\bwidth="([0-9.]+)"`)
)

func TestAFlowDiagramWithoutBoxesIsStillADrawing(t *testing.T) {
	for _, f := range []chart.Flow{{}, {Trunk: []chart.FlowStep{{}}}, {Columns: []chart.FlowColumn{{}}}} {
		if _, err := f.Draw().PNG(); err != nil {
			t.Error(err)
		}
	}
}
