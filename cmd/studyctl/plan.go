package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"iucomstudien/internal/chart"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// planCommand says how many cases, answers and reviewers a study needs, before it begins.
func (t *terminal) planCommand() *cobra.Command {
	return t.group("plan", t.words.T("cli.plan"), t.planShareCommand(), t.planCompareCommand(), t.planAgreementCommand())
}

// plan is what a planner found: the number asked for, a table around it, and the curve.
type plan struct {
	Needed  *int64    `json:"needed"` // nil: Reason says why there is none
	Reason  string    `json:"reason,omitempty"`
	Answer  string    `json:"answer"` // in words
	Rows    []planned `json:"rows"`
	Curve   string    `json:"curve,omitempty"` // file of the drawing
	columns []string
	lines   [][]string // the rows in words
	curve   chart.Curve
}

// planned is one row of a plan; each planner fills in what it knows.
type planned struct {
	Cases      int64    `json:"cases,omitempty"`
	Answers    int64    `json:"answers,omitempty"`
	Reviewers  int      `json:"reviewers,omitempty"`
	Width      *float64 `json:"width,omitempty"`       // of the interval
	PowerExact *float64 `json:"power_exact,omitempty"` // of McNemar's test
	PowerMidP  *float64 `json:"power_mid_p,omitempty"`
	Low        *float64 `json:"low,omitempty"` // 95 % of the simulated alphas lie between
	High       *float64 `json:"high,omitempty"`
	Reach      *float64 `json:"reach,omitempty"` // share of simulated studies that reach the minimum
}

// finish prints a plan and writes its curve where --out was given.
func (t *terminal) finish(p plan, out string) error {
	if out != "" {
		if err := folder.WriteFile(out, []byte(p.curve.SVG(t.words)), 0o644); err != nil {
			return err
		}
		p.Curve = out
	}
	return t.result(p, func(w io.Writer) {
		fmt.Fprintln(w, p.Answer)
		fmt.Fprintln(w, strings.Join(p.columns, "\t"))
		for _, row := range p.lines {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		if p.Curve != "" {
			fmt.Fprintf(w, "%s\t%s\n", t.words.T("plan.curve"), p.Curve)
		}
	})
}

// within refuses a number outside its range, with the flag that gave it.
func within(flag string, v, low, high float64) error {
	if v >= low && v <= high {
		return nil
	}
	return &study.Problem{ID: "plan.range", Args: map[string]any{"flag": "--" + flag, "value": v, "low": low, "high": high}}
}

// first is the first fault of a list.
func first(faults ...error) error {
	for _, err := range faults {
		if err != nil {
			return err
		}
	}
	return nil
}

// sharePlan is what is expected of a proportion, for instance of correct answers.
type sharePlan struct {
	expected, width float64
	perCase         int     // answers to the same case under one origin
	alike           float64 // correlation of answers to the same case, 0 to 1
	out             string
}

func (t *terminal) planShareCommand() *cobra.Command {
	var p sharePlan
	c := &cobra.Command{Use: "share", Short: t.words.T("cli.plan.share"), Args: t.exactly(0),
		RunE: func(*cobra.Command, []string) error { return t.planShare(p) }}
	c.Flags().Float64Var(&p.expected, "expected", 0.8, t.words.T("cli.flag.expected"))
	c.Flags().Float64Var(&p.width, "width", 0.2, t.words.T("cli.flag.width"))
	c.Flags().IntVar(&p.perCase, "answers-per-case", 1, t.words.T("cli.flag.answers-per-case"))
	c.Flags().Float64Var(&p.alike, "alike", 0.3, t.words.T("cli.flag.alike"))
	c.Flags().StringVar(&p.out, "out", "", t.words.T("cli.flag.out"))
	return c
}

// planWidths are the widths of the table and the curve beside the one asked for.
var planWidths = []float64{0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05}

func (t *terminal) planShare(p sharePlan) error {
	err := first(within("expected", p.expected, 0, 1), within("width", p.width, 0.005, 0.95),
		within("answers-per-case", float64(p.perCase), 1, 1000), within("alike", p.alike, 0, 1))
	if err != nil {
		return err
	}
	widths := planWidths
	if !slices.Contains(widths, p.width) {
		widths = append(slices.Clone(widths), p.width)
		slices.SortFunc(widths, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	out := plan{columns: []string{t.words.T("plan.column.width"), t.words.T("plan.column.answers"), t.words.T("plan.column.cases")}}
	line := chart.Line{Name: t.words.T("plan.column.answers")}
	for _, width := range widths {
		size, err := stats.SizeForWilson(p.expected, width, stats.Z95)
		if err != nil {
			return err
		}
		cases := p.cases(size.N)
		out.Rows = append(out.Rows, planned{Cases: cases, Answers: cases * int64(p.perCase), Width: &width})
		out.lines = append(out.lines, []string{t.short(width), fmt.Sprint(cases * int64(p.perCase)), fmt.Sprint(cases)})
		if width >= p.width/2 {
			line.Points = append(line.Points, chart.Point{X: float64(cases * int64(p.perCase)), Y: width})
		}
		if width == p.width {
			answers := cases * int64(p.perCase)
			out.Needed = &cases
			out.Answer = t.words.T("plan.share.answer", "expected", t.short(100*p.expected), "width", t.short(100*p.width), "cases", cases, "answers", answers)
			out.curve.At = []chart.Mark{{At: float64(answers), Name: fmt.Sprint(answers)}}
		}
	}
	out.curve.Heading = t.planHeading("share")
	out.curve.XAxis, out.curve.YAxis = t.words.T("plan.column.answers"), t.words.T("plan.column.width")
	out.curve.Lines, out.curve.Marks = []chart.Line{line}, []chart.Mark{{At: p.width, Name: t.words.T("plan.wanted")}}
	return t.finish(out, p.out)
}

// cases is how many cases so many independent answers need: answers to the same case tell less than as many answers to
// different ones (design effect 1 + (m - 1) rho, Kish 1965).
func (p sharePlan) cases(independent int64) int64 {
	m := float64(p.perCase)
	return int64(math.Ceil(float64(independent)*(1+(m-1)*p.alike)/m - 1e-9))
}

func (t *terminal) planHeading(which string) chart.Heading {
	return chart.Heading{ID: "plan-" + which, Title: t.words.T("plan." + which + ".title"), Desc: t.words.T("plan." + which + ".desc")}
}

// comparePlan is what is expected of two origins judged on the same cases.
type comparePlan struct {
	firstOnly, secondOnly, power, level float64
	out                                 string
}

func (t *terminal) planCompareCommand() *cobra.Command {
	var p comparePlan
	c := &cobra.Command{Use: "compare", Short: t.words.T("cli.plan.compare"), Args: t.exactly(0),
		RunE: func(*cobra.Command, []string) error { return t.planCompare(p) }}
	c.Flags().Float64Var(&p.firstOnly, "first-only", 0.25, t.words.T("cli.flag.first-only"))
	c.Flags().Float64Var(&p.secondOnly, "second-only", 0.05, t.words.T("cli.flag.second-only"))
	c.Flags().Float64Var(&p.power, "power", 0.8, t.words.T("cli.flag.power"))
	c.Flags().Float64Var(&p.level, "level", 0.05, t.words.T("cli.flag.level"))
	c.Flags().StringVar(&p.out, "out", "", t.words.T("cli.flag.out"))
	return c
}

// mostPairs is the largest number of cases that is looked at.
const mostPairs = 20_000

func (t *terminal) planCompare(p comparePlan) error {
	err := first(within("first-only", p.firstOnly, 0, 1), within("second-only", p.secondOnly, 0, 1-p.firstOnly),
		within("power", p.power, 0.05, 0.999), within("level", p.level, 0.0001, 0.2))
	if err != nil {
		return err
	}
	out := plan{columns: []string{t.words.T("plan.column.cases"), t.words.T("plan.column.power-exact"), t.words.T("plan.column.power-mid-p")}}
	exact, mid := chart.Line{Name: t.words.T("plan.exact")}, chart.Line{Name: "mid-p"}
	needed, err := p.smallest()
	if err != nil {
		return err
	}
	out.Reason, out.Answer = string(needed.Reason), t.words.T("plan.compare.none")
	around := int64(100)
	if needed.Reason == "" {
		around = needed.N
		out.Needed = &needed.N
		out.Answer = t.words.T("plan.compare.answer", "cases", needed.N, "first", t.short(100*p.firstOnly), "second", t.short(100*p.secondOnly),
			"power", t.short(100*p.power), "level", t.short(p.level))
		out.curve.At = []chart.Mark{{At: float64(needed.N), Name: fmt.Sprint(needed.N)}}
	}
	for _, n := range steps(around) {
		power, err := stats.McNemarPower(p.firstOnly, p.secondOnly, n, p.level)
		if err != nil {
			return err
		}
		out.Rows = append(out.Rows, planned{Cases: n, PowerExact: &power.Exact, PowerMidP: &power.MidP})
		out.lines = append(out.lines, []string{fmt.Sprint(n), t.words.Number(power.Exact, 3), t.words.Number(power.MidP, 3)})
		exact.Points = append(exact.Points, chart.Point{X: float64(n), Y: power.Exact})
		mid.Points = append(mid.Points, chart.Point{X: float64(n), Y: power.MidP})
	}
	out.curve.Heading = t.planHeading("compare")
	out.curve.XAxis, out.curve.YAxis = t.words.T("plan.column.cases"), t.words.T("plan.power")
	out.curve.Lines, out.curve.Marks = []chart.Line{mid, exact}, []chart.Mark{{At: p.power, Name: t.words.T("plan.wanted")}}
	return t.finish(out, p.out)
}

// smallest is the least number of cases from which the mid-p test keeps the wanted power. The normal formula says where
// to look; the power of the exact distribution rises in steps and dips, so that a number counts only when none of the
// next ones falls below.
func (p comparePlan) smallest() (stats.SampleSize, error) {
	small, large := min(p.firstOnly, p.secondOnly), max(p.firstOnly, p.secondOnly)
	if small == large {
		return stats.SampleSize{Reason: stats.NoEffect}, nil
	}
	from := int64(1)
	if small > 0 {
		near, err := stats.SizeForMcNemar(stats.McNemarPlan{PSmall: small, Psi: large / small, Alpha: p.level, Power: p.power, Sides: 2})
		if err != nil || near.Reason != "" {
			return near, err
		}
		from = max(1, near.N*3/4)
	}
	kept := int64(0)
	for n := from; n <= mostPairs; n++ {
		power, err := stats.McNemarPower(p.firstOnly, p.secondOnly, n, p.level)
		if err != nil {
			return stats.SampleSize{}, err
		}
		switch {
		case power.MidP < p.power:
			kept = 0
		case kept == 0:
			kept = n
		case n-kept >= stillAbove:
			return stats.SampleSize{Continuous: float64(kept), N: kept}, nil
		}
	}
	return stats.SampleSize{Reason: stats.NoSizeReaches}, nil
}

// stillAbove is for how many further cases the power has to stay above what is wanted.
const stillAbove = 10

// steps are numbers around one that is asked for.
func steps(n int64) []int64 {
	var list []int64
	for _, share := range []float64{0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2} {
		v := min(max(1, int64(math.Round(share*float64(n)))), mostPairs)
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}
