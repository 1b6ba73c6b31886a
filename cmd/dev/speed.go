package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// measured are the benchmarks that the table shows, in its order. What is measured is said by the key of a text.
var measured = []struct{ what, pkg, bench string }{
	{"dev.speed.import", "./internal/intake", "BenchmarkImport"},
	{"dev.speed.extract", "./internal/extract", "."},
	{"dev.speed.cite", "./internal/legalref", "."},
	{"dev.speed.normalise", "./internal/blinding/normalise", "."},
	{"dev.speed.pseudonymise", "./internal/blinding/pseudonymise", "."},
	{"dev.speed.order", "./internal/blinding", "BenchmarkOrder"},
	{"dev.speed.figures", "./internal/stats", "^Benchmark(Alpha|Kappa|Binomial|Guesses)"},
	{"dev.speed.sheets", "./internal/sheets", "."},
	{"dev.speed.report", "./internal/report", "BenchmarkReport"},
	{"dev.speed.search", "./internal/sources", "."},
	{"dev.speed.handout", "./internal/handout", "BenchmarkFolder200"},
	{"dev.speed.stard", "./internal/stard", "BenchmarkReport"},
	{"dev.speed.demo", "./internal/conduct", "BenchmarkWholeDemo"},
	{"dev.speed.text", "./app/widgets", "BenchmarkOpenTwoHundredPages"},
}

// timing is one line of the table.
type timing struct {
	What        string  `json:"what"`
	Benchmark   string  `json:"benchmark"`
	Package     string  `json:"package"`
	NsPerOp     float64 `json:"ns_per_op"`
	MBPerSecond float64 `json:"mb_per_s,omitempty"`
	BytesPerOp  int64   `json:"bytes_per_op"`
	Allocs      int64   `json:"allocs_per_op"`
	Value       float64 `json:"value,omitempty"` // what was computed, where the benchmark says so
}

// speedOptions are what the command asks for.
type speedOptions struct {
	asJSON, coverage bool
	benchtime        string
}

// speedResult is everything that was measured, for machines.
type speedResult struct {
	Timings  []timing       `json:"timings"`
	Window   []windowFigure `json:"window,omitempty"`
	Peers    []peerResult   `json:"peers"`
	Coverage []coverage     `json:"coverage,omitempty"`
}

func speedCommand(r *runner) *cobra.Command {
	var o speedOptions
	c := &cobra.Command{Use: "speed", Short: r.words.T("dev.speed.about"), Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return r.speed(c.Context(), o) }}
	c.Flags().BoolVar(&o.coverage, "coverage", false, r.words.T("dev.speed.coverage"))
	c.Flags().BoolVar(&o.asJSON, "json", false, r.words.T("dev.speed.json"))
	c.Flags().StringVar(&o.benchtime, "benchtime", "1s", r.words.T("dev.speed.benchtime"))
	return c
}

// speed runs the benchmarks, compares the statistics with other programs, and prints what they took.
func (r *runner) speed(ctx context.Context, o speedOptions) error {
	var found speedResult
	var err error
	if found.Timings, err = r.benchmarks(ctx, o.benchtime); err != nil {
		return err
	}
	if found.Window, err = r.measureWindow(ctx); err != nil {
		return err
	}
	if found.Peers, err = r.comparePeers(ctx); err != nil {
		return err
	}
	if o.coverage {
		if found.Coverage, err = r.measureCoverage(ctx); err != nil {
			return err
		}
	}
	if o.asJSON {
		enc := json.NewEncoder(r.out)
		enc.SetIndent("", "  ")
		return enc.Encode(found)
	}
	if err := r.printTimings(found.Timings); err != nil {
		return err
	}
	if err := r.printWindow(found.Window); err != nil {
		return err
	}
	if err := r.printPeers(found.Peers); err != nil {
		return err
	}
	if o.coverage {
		return r.printCoverage(found.Coverage)
	}
	return nil
}

// benchmarks runs what the table names.
func (r *runner) benchmarks(ctx context.Context, benchtime string) ([]timing, error) {
	var all []timing
	for _, m := range measured {
		r.say("dev.speed.running", "what", r.words.T(m.what))
		out, err := r.output(ctx, "go", "test", "-tags", testTags, "-run", "^$", "-bench", m.bench, "-benchmem", "-benchtime", benchtime, m.pkg)
		if err != nil {
			return nil, err
		}
		for _, t := range readTimings(out) {
			t.What, t.Package = r.words.T(m.what), m.pkg
			all = append(all, t)
		}
	}
	return all, nil
}

// printTimings prints the first table.
func (r *runner) printTimings(all []timing) error {
	w := tabwriter.NewWriter(r.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, r.words.T("dev.speed.heading"))
	for _, t := range all {
		rate := ""
		if t.MBPerSecond > 0 {
			rate = fmt.Sprintf("%.1f MB/s", t.MBPerSecond)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1f kB\n", t.What, strings.TrimPrefix(t.Benchmark, "Benchmark"), duration(t.NsPerOp), rate, float64(t.BytesPerOp)/1e3)
	}
	return w.Flush()
}

// benchLine is a result line of go test -bench.
var benchLine = regexp.MustCompile(`^(Benchmark\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

// readTimings reads the result lines that go test printed.
func readTimings(out string) []timing {
	var list []timing
	lines := bufio.NewScanner(strings.NewReader(out))
	for lines.Scan() {
		m := benchLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		t := timing{Benchmark: m[1]}
		fields := strings.Fields(m[2])
		for i := 0; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				continue
			}
			switch fields[i+1] {
			case "ns/op":
				t.NsPerOp = value
			case "MB/s":
				t.MBPerSecond = value
			case "B/op":
				t.BytesPerOp = int64(value)
			case "allocs/op":
				t.Allocs = int64(value)
			case "value":
				t.Value = value
			}
		}
		list = append(list, t)
	}
	return list
}

// duration writes nanoseconds in the unit a person would choose.
func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	case ns < 1e9:
		return fmt.Sprintf("%.1f ms", ns/1e6)
	}
	return fmt.Sprintf("%.2f s", ns/1e9)
}
