package chart

import "iucomstudien/internal/study"

// Pattern is what a fill carries besides its colour.
type Pattern string

// The patterns. Plain is for the first of a series only, so that any two fills differ without colour.
const (
	Plain   Pattern = "plain"
	Rising  Pattern = "rising"  // lines from lower left to upper right
	Falling Pattern = "falling" // lines from upper left to lower right
	Dots    Pattern = "dots"
	Upright Pattern = "upright" // vertical lines
	Cross   Pattern = "cross"   // lines both ways
)

// Fill is how an area is drawn: a colour on light paper, a colour on dark paper, a pattern. Name is the class under
// which a page may set it otherwise.
type Fill struct {
	Name    string
	Light   string // #rrggbb
	Dark    string // #rrggbb
	Pattern Pattern
}

// LightPaper and DarkPaper are the grounds on which the colours are legible.
const (
	LightPaper = "#fdfcf9"
	DarkPaper  = "#1a1c1f"
	LightInk   = "#22262a"
	DarkInk    = "#e8e6e1"
	LightFaint = "#5b6167" // axes and notes
	DarkFaint  = "#a9adb2"
	lightRule  = "#c9c6be" // edges of bars
	darkRule   = "#45484d"
)

// conditionFills are the colours of the origins: green, orange, violet, blue, turquoise.
var conditionFills = map[study.Condition]Fill{
	study.Reporter:     {Name: "reporter", Light: "#2e7d32", Dark: "#7cc483", Pattern: Plain},
	study.Control:      {Name: "control", Light: "#b04f06", Dark: "#f0a45d", Pattern: Rising},
	study.OtherAI:      {Name: "other-ai", Light: "#6d3fb0", Dark: "#c0a3f2", Pattern: Dots},
	study.Professional: {Name: "professional", Light: "#1f5fa8", Dark: "#8abaf6", Pattern: Falling},
	study.Student:      {Name: "student", Light: "#0a6f79", Dark: "#66cfd6", Pattern: Upright},
}

// OfCondition is the fill of an origin; grey and crossed for one that is not known.
func OfCondition(c study.Condition) Fill {
	if f, ok := conditionFills[c]; ok {
		return f
	}
	return Fill{Name: "unknown", Light: LightFaint, Dark: DarkFaint, Pattern: Cross}
}

// categoryFills and gridFills go from light to dark with the severity, so that they stay apart in grey too.
var categoryFills = map[study.Category]Fill{
	study.Correct:      {Name: "correct", Light: "#c3d3e4", Dark: "#8fa9c4", Pattern: Plain},
	study.Incomplete:   {Name: "incomplete", Light: "#6f8fb4", Dark: "#5f7fa4", Pattern: Rising},
	study.Hallucinated: {Name: "hallucinated", Light: "#8c2f2f", Dark: "#c46a6a", Pattern: Cross},
}

var gridFills = [...]Fill{
	{Name: "grid-1", Light: "#d9e3ee", Dark: "#a8bdd4", Pattern: Plain},
	{Name: "grid-2", Light: "#a7bdd6", Dark: "#839dba", Pattern: Dots},
	{Name: "grid-3", Light: "#6f8fb4", Dark: "#5f7fa4", Pattern: Rising},
	{Name: "grid-4", Light: "#3f5f88", Dark: "#46648a", Pattern: Upright},
	{Name: "grid-5", Light: "#8c2f2f", Dark: "#c46a6a", Pattern: Cross},
}

// OfCategory is the fill of a verdict.
func OfCategory(c study.Category) Fill { return categoryFills[c] }

// OfGrid is the fill of a level of the university grid; that of «blocked» for anything outside the scale.
func OfGrid(g study.Grid) Fill {
	if !g.Valid() {
		g = study.GridBlocked
	}
	return gridFills[g-1]
}

// Fills lists every fill once, conditions first, for the page's style sheet.
func Fills() []Fill {
	var all []Fill
	for _, c := range study.Conditions() {
		all = append(all, OfCondition(c))
	}
	for _, c := range study.Categories() {
		all = append(all, OfCategory(c))
	}
	return append(all, gridFills[:]...)
}
