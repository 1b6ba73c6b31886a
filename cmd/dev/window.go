package main

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"text/tabwriter"

	"iucomstudien/internal/study"
)

// windowTools are what a window is shown and worked with where nobody sits in front of it.
var windowTools = []string{"Xvfb", "openbox", "xdotool", "python3"}

// limit is a figure of the real window with the most it may be: a multiple of another figure, or a number.
type limit struct {
	what   string // key of the text
	figure string // as the benchmarks call it
	than   string // figure it is a multiple of; "" for a number
	most   float64
}

// limits are what is promised of the window.
var limits = []limit{
	{"dev.window.start", "program-first-frame-ms", "empty-first-frame-ms", 1.5},
	{"dev.window.first-start", "new-first-frame-ms", "new-empty-first-frame-ms", 1.5},
	{"dev.window.memory", "program-resident-MB", "empty-resident-MB", 2},
	{"dev.window.text", "open-200-pages-ms", "", 300},
	{"dev.window.scroll", "scroll-10000-ms", "", 100},
	{"dev.window.import", "import-5000-ms", "", 100},
}

// windowFigure is one line of the table of the window.
type windowFigure struct {
	What   string  `json:"what"`
	Figure string  `json:"figure"`
	Value  float64 `json:"value"`
	Beside float64 `json:"empty_window,omitempty"` // the same of an empty window
	Times  float64 `json:"times,omitempty"`        // Value by Beside
	Most   float64 `json:"most"`                   // of Times where there is one, of Value otherwise
	Kept   bool    `json:"kept"`
}

// measureWindow measures a real window on a screen that nobody looks at. Where the tools for that are missing it says
// so and gives nothing.
func (r *runner) measureWindow(ctx context.Context) ([]windowFigure, error) {
	if missing := missingForWindow(); len(missing) > 0 {
		r.say("dev.window.not-measured", "tools", strings.Join(missing, ", "))
		return nil, nil
	}
	r.say("dev.window.measuring")
	out, err := r.output(ctx, "go", "test", "-tags", windowTags, "-run", "^$", "-bench", "^Benchmark(Start|Busy)$", "-benchtime", "1x", "-timeout", "30m", "./cmd/iucom-studien")
	if err != nil {
		fmt.Fprint(r.err, out)
		return nil, err
	}
	return r.judge(readMetrics(out)), nil
}

// missingForWindow lists what is missing to build a window and to show it where nobody sits.
func missingForWindow() []string {
	missing := missingTools(exec.LookPath)
	if needs := missingNeeds(windowNeeds); len(needs) > 0 {
		missing = append(missing, needNames(needs))
	}
	return missing
}

// missingTools lists the tools that are not installed.
func missingTools(look func(string) (string, error)) []string {
	var missing []string
	for _, name := range windowTools {
		if _, err := look(name); err != nil {
			missing = append(missing, name)
		}
	}
	return missing
}

// readMetrics reads the figures that benchmarks reported beside their time.
func readMetrics(out string) map[string]float64 {
	found := make(map[string]float64)
	lines := bufio.NewScanner(strings.NewReader(out))
	for lines.Scan() {
		m := benchLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		fields := strings.Fields(m[2])
		for i := 0; i+1 < len(fields); i += 2 {
			if value, err := strconv.ParseFloat(fields[i], 64); err == nil {
				found[fields[i+1]] = value
			}
		}
	}
	return found
}

// judge compares what was measured with what is promised; what was not measured is left out.
func (r *runner) judge(measured map[string]float64) []windowFigure {
	var list []windowFigure
	for _, l := range limits {
		value, ok := measured[l.figure]
		if !ok {
			continue
		}
		f := windowFigure{What: r.words.T(l.what), Figure: l.figure, Value: value, Most: l.most, Kept: value <= l.most}
		if l.than != "" {
			f.Beside = measured[l.than]
			if f.Beside <= 0 {
				continue
			}
			f.Times = value / f.Beside
			f.Kept = f.Times <= l.most
		}
		list = append(list, f)
	}
	return list
}

// printWindow prints the table of the window.
func (r *runner) printWindow(all []windowFigure) error {
	if len(all) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(r.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "\n"+r.words.T("dev.window.heading"))
	for _, f := range all {
		unit := f.Figure[strings.LastIndex(f.Figure, "-")+1:]
		beside, most := "", fmt.Sprintf("%.0f %s", f.Most, unit)
		if f.Times > 0 {
			beside, most = fmt.Sprintf("%.0f %s × %.2f", f.Beside, unit, f.Times), fmt.Sprintf("× %.1f", f.Most)
		}
		kept := r.words.T("dev.window.kept")
		if !f.Kept {
			kept = r.words.T("dev.window.missed")
		}
		fmt.Fprintf(w, "%s\t%.0f %s\t%s\t%s\t%s\n", f.What, f.Value, unit, beside, most, kept)
	}
	return w.Flush()
}

// testWindow runs the tests that work a real window with mouse, keyboard and files that are dropped.
func (r *runner) testWindow(ctx context.Context, args []string) error {
	if missing := missingForWindow(); len(missing) > 0 {
		return &study.Problem{ID: "dev.window-needs-tools", Args: map[string]any{"tools": strings.Join(missing, ", ")}}
	}
	return r.run(ctx, []string{"CGO_ENABLED=1"}, "go", append([]string{"test", "-tags", windowTags, "-count=1", "-timeout", "30m", "-run", "Window", "./cmd/iucom-studien"}, args...)...)
}
