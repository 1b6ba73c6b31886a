package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
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

func TestAFlowDiagramWithoutBoxesIsStillADrawing(t *testing.T) {
	for _, f := range []chart.Flow{{}, {Trunk: []chart.FlowStep{{}}}, {Columns: []chart.FlowColumn{{}}}} {
		if _, err := f.Draw().PNG(); err != nil {
			t.Error(err)
		}
	}
}
