package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// explainCommand lists the figures of a test, or prints one with formula, inputs and steps, so that it can be followed
// by hand.
func (t *terminal) explainCommand() *cobra.Command {
	return &cobra.Command{Use: "explain [FIGURE]", Short: t.words.T("cli.explain"), Long: t.words.T("cli.explain.long"), Args: t.atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				all, err := explainable(c.Context(), cd, ref)
				if err != nil {
					return err
				}
				if len(args) == 0 {
					return t.result(all, func(w io.Writer) { t.listFigures(w, all) })
				}
				one, err := findFigure(all, args[0])
				if err != nil {
					return err
				}
				return t.result(one, func(w io.Writer) { t.explain(w, one) })
			})
		}}
}

// explained is one figure of a report under its name: a number, or the median of an ordered scale.
type explained struct {
	Name   string             `json:"name"`
	Figure *stats.Figure      `json:"figure,omitempty"`
	Median *evaluation.Median `json:"median,omitempty"`
	Way    *stats.Working     `json:"working,omitempty"` // of a median
	grid   bool               // the median is one of the university grid
}

// explainable lists everything of a test that can be explained.
func explainable(ctx context.Context, cd *conduct.Conduct, ref conduct.Ref) ([]explained, error) {
	f, err := cd.Figures(ctx, ref)
	if err != nil {
		return nil, err
	}
	var all []explained
	for _, n := range f.List() {
		all = append(all, explained{Name: n.Name, Figure: &n.Figure})
	}
	further, err := cd.FurtherFigures(ctx, ref)
	if err != nil {
		return nil, err
	}
	for _, n := range further {
		all = append(all, explained{Name: n.Name, Figure: &n.Figure})
	}
	confirmatory, err := cd.Confirm(ctx, ref.Study)
	if err != nil && len(study.Problems(err)) == 0 {
		return nil, err // a Problem says that there is nothing confirmatory yet
	}
	for _, n := range confirmatory.List() {
		all = append(all, explained{Name: n.Name, Figure: &n.Figure})
	}
	levels, err := cd.LevelsA(ctx, ref)
	if err != nil {
		return nil, err
	}
	for _, n := range levels {
		all = append(all, explained{Name: n.Name, Figure: &n.Figure})
	}
	for _, l := range f.Levels() {
		all = append(all, explained{Name: l.Name, Median: &l.Median, Way: &l.Working, grid: l.Measure == evaluation.OfGrid})
	}
	return all, nil
}

// findFigure takes a name, or the beginning or a part that only one name has.
func findFigure(all []explained, name string) (explained, error) {
	var begin, near []explained
	for _, e := range all {
		if e.Name == name {
			return e, nil
		}
		if strings.HasPrefix(e.Name, name) {
			begin = append(begin, e)
		}
		if strings.Contains(strings.ToLower(e.Name), strings.ToLower(name)) {
			near = append(near, e)
		}
	}
	switch {
	case len(begin) == 1:
		return begin[0], nil
	case len(near) == 1:
		return near[0], nil
	case len(near) == 0:
		return explained{}, &study.Problem{ID: "figure.unknown", Args: map[string]any{"name": name}}
	}
	names := make([]string, len(near))
	for i, e := range near {
		names[i] = e.Name
	}
	return explained{}, &study.Problem{ID: "figure.which", Args: map[string]any{"name": name, "names": names}}
}

func (t *terminal) listFigures(w io.Writer, all []explained) {
	for _, e := range all {
		line := e.Name + "\t" + t.valueOf(e)
		if e.Figure != nil && e.Figure.Interval != nil {
			line += fmt.Sprintf("\t[%s; %s]", t.short(e.Figure.Interval.Low), t.short(e.Figure.Interval.High))
		}
		fmt.Fprintln(w, line)
	}
}

// valueOf is a figure as a number, a level, or the reason why there is none.
func (t *terminal) valueOf(e explained) string {
	if e.Figure != nil {
		if v, ok := e.Figure.Value(); ok {
			return t.short(v)
		}
		return t.reason(e.Figure.Reason())
	}
	if e.Median.N == 0 {
		return t.reason(e.Median.Reason)
	}
	level := func(n int) string {
		if e.grid {
			return t.words.T("grid." + study.Grid(n).String())
		}
		return strconv.Itoa(n)
	}
	if e.Median.Better == e.Median.Worse {
		return level(e.Median.Better)
	}
	return level(e.Median.Better) + "–" + level(e.Median.Worse)
}

func (t *terminal) reason(r stats.Reason) string {
	return t.words.T("reason." + strings.NewReplacer("_", "-", "n=0", "no-data").Replace(string(r)))
}

// explain prints one figure: what it is, what it came to, and the way there.
func (t *terminal) explain(w io.Writer, e explained) {
	fmt.Fprintln(w, e.Name)
	working := e.Way
	if f := e.Figure; f != nil {
		fmt.Fprintln(w, t.methodName(f))
		working = &f.Working
	} else {
		fmt.Fprintln(w, t.words.T("report.method-name.ordinal-median"))
	}
	fmt.Fprintf(w, "%s\t%s\n", t.words.T("explain.value"), t.valueOf(e))
	if f := e.Figure; f != nil {
		t.explainAround(w, f)
	}
	t.explainWay(w, working)
	if f := e.Figure; f != nil && f.Reference != "" {
		fmt.Fprintf(w, "\n%s: %s\n", t.words.T("explain.reference"), report.Reference(f.Reference, t.words))
	}
}

// methodName is the name of a method with its variant.
func (t *terminal) methodName(f *stats.Figure) string {
	name := t.words.T("report.method-name." + kebab(f.Method))
	for _, key := range []string{"report.level." + f.Variant, "report.variant." + kebab(f.Variant)} {
		if f.Variant != "" && t.words.Has(key) {
			name += ", " + t.words.T(key)
		}
	}
	return name
}

// explainAround says interval, counts, what was left out, and notes.
func (t *terminal) explainAround(w io.Writer, f *stats.Figure) {
	switch i := f.Interval; {
	case i != nil:
		fmt.Fprintf(w, "%s\t%s – %s\n", t.words.T("explain.interval", "level", t.short(100*i.Level)), t.short(i.Low), t.short(i.High))
		fmt.Fprintf(w, "\t%s\n", t.words.T("interval-method."+kebab(i.Method)))
		if i.Replicates > 0 {
			fmt.Fprintf(w, "\t%s\n", t.words.N("explain.drawn", i.Replicates, "dropped", i.Dropped, "seed", i.Seed))
		}
	case f.NoInterval != "":
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("explain.no-interval"), t.reason(f.NoInterval))
	}
	for _, c := range f.Counts {
		fmt.Fprintf(w, "%s\t%d\n", t.quantity(c.Of), c.N)
	}
	for _, l := range f.LeftOut {
		fmt.Fprintf(w, "%s\t%d (%s)\n", t.words.T("explain.left-out", "what", t.quantity(l.Of)), l.N, t.words.T("left-out."+kebab(l.Why)))
	}
	for _, n := range f.Notes {
		fmt.Fprintf(w, "%s\t%s\n", t.words.T("explain.note"), t.words.T("report.note-meaning."+kebab(n)))
	}
}

// explainWay prints formula, inputs, tables and steps.
func (t *terminal) explainWay(w io.Writer, way *stats.Working) {
	if way.Formula == "" && len(way.Inputs)+len(way.Tables)+len(way.Steps) == 0 {
		fmt.Fprintf(w, "\n%s\n", t.words.T("explain.nothing"))
		return
	}
	fmt.Fprintf(w, "\n%s\n  %s\n", t.words.T("explain.formula"), report.Formula(way.Formula, t.words))
	if len(way.Inputs) > 0 {
		fmt.Fprintf(w, "\n%s\n", t.words.T("explain.inputs"))
	}
	for _, q := range way.Inputs {
		fmt.Fprintf(w, "  %s\t%s\n", t.quantity(q.Name), t.short(q.Value))
	}
	for _, table := range way.Tables {
		fmt.Fprintf(w, "\n%s\n", t.quantity(table.Name))
		t.explainTable(w, table)
	}
	if len(way.Steps) > 0 {
		fmt.Fprintf(w, "\n%s\n", t.words.T("explain.steps"))
	}
	for i, s := range way.Steps {
		value := t.words.T("absence.undefined")
		if s.Value != nil {
			value = t.short(*s.Value)
		}
		fmt.Fprintf(w, "  %d. %s\n     %s\n     = %s\n", i+1, t.quantity(s.Name), report.Formula(s.Formula, t.words), value)
	}
}

// explainTable prints a table with columns of its own width.
func (t *terminal) explainTable(w io.Writer, table stats.Table) {
	own := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	line := []string{""}
	for _, c := range table.Columns {
		line = append(line, t.heading(c))
	}
	fmt.Fprintln(own, strings.Join(line, "\t")+"\t")
	for i, row := range table.Cells {
		line = []string{t.heading(table.Rows[i])}
		for _, v := range row {
			line = append(line, t.short(v))
		}
		fmt.Fprintln(own, strings.Join(line, "\t")+"\t")
	}
	_ = own.Flush() // a writer that fails, fails again at the next line
}

// heading is the word of a row or column: a category, a level of the grid, an origin, a quantity, or what it is.
func (t *terminal) heading(word string) string {
	for _, prefix := range []string{"category.", "grid.", "guess.", "working."} {
		if key := prefix + kebab(word); t.words.Has(key) {
			return t.words.T(key)
		}
	}
	return word
}

// quantity is the name of an input, a step, a table or a count.
func (t *terminal) quantity(name string) string { return t.words.T("working." + kebab(name)) }

func kebab(s string) string { return strings.ReplaceAll(s, "_", "-") }

// digits is how many significant digits a number is printed with.
const digits = 6

// short writes a number with six significant digits at most, whole numbers whole, very small ones by their power of ten.
func (t *terminal) short(v float64) string {
	if v == 0 || v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return t.words.Number(v, 0)
	}
	if math.Abs(v) < 1e-4 {
		return strings.Replace(strconv.FormatFloat(v, 'e', digits-1, 64), ".", decimalSign(t.words.Number(0.5, 1)), 1)
	}
	decimals := max(0, digits-1-int(math.Floor(math.Log10(math.Abs(v)))))
	s := t.words.Number(v, decimals)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".,")
}

// decimalSign is the sign between the two digits of a number.
func decimalSign(half string) string { return strings.Trim(half, "05") }

// atMost refuses more arguments as wrong usage.
func (t *terminal) atMost(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > n {
			return &usageError{t.words.T("cli.wrong-arguments", "usage", c.UseLine())}
		}
		return nil
	}
}
