package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// peersDir holds the scripts that do the work of internal/stats in other languages.
const peersDir = "internal/stats/testdata/peers"

// peers are the programs that the statistics are compared with, where they are installed.
var peers = []struct {
	script   string
	programs []string // the first that passes the check is taken
	check    []string
	needs    string // what is missing where none does
}{
	{"agreement.py", []string{"python3", "/usr/bin/python3", "python"}, []string{"-c", "import numpy"}, "Python, numpy"},
	{"binomial.R", []string{"Rscript"}, []string{"-e", "0"}, "R"},
}

// compared is which work of a peer belongs to which benchmark, and how many times as fast the program aims to be.
var compared = []struct {
	task, bench, what string
	aim               float64
}{
	{"alpha-resampled-1000x20", "BenchmarkAlphaOrdinal1000x20Resampled1000", "dev.peers.alpha-resampled-1000x20", 10},
	{"alpha-resampled-100000x5", "BenchmarkAlphaOrdinal100000x5Resampled1000", "dev.peers.alpha-resampled-100000x5", 10},
	{"alpha-100000x5", "BenchmarkAlphaOrdinal100000x5", "dev.peers.alpha-100000x5", 5},
	{"kappa-clusters-500x4", "BenchmarkKappaClusters500x4Resampled10000", "dev.peers.kappa-clusters-500x4", 5},
	{"binomial-tails", "BenchmarkBinomialTails1000AtMillion", "dev.peers.binomial-tails", 1},
}

// peerTiming is one line that a script prints.
type peerTiming struct {
	Task    string    `json:"task"`
	Way     string    `json:"way"`
	Seconds float64   `json:"seconds"`
	Value   []float64 `json:"value"`
}

// peerResult is a line of the second table.
type peerResult struct {
	What   string  `json:"what"`
	Peer   string  `json:"peer"`
	PeerNs float64 `json:"peer_ns"`
	OurNs  float64 `json:"our_ns"`
	Times  float64 `json:"times_faster"`
	Aim    float64 `json:"aim"`
	Same   bool    `json:"same_value"` // both came to the same; limits from random draws nearly so
}

// repeats is how often each work is timed; the shortest time counts, for the peers as for us, since whatever else the
// machine does can only make it longer.
const repeats = "25"

// ourBest times the compared work of the program.
func (r *runner) ourBest(ctx context.Context) ([]timing, error) {
	var names []string
	for _, c := range compared {
		names = append(names, c.bench)
	}
	out, err := r.output(ctx, "go", "test", "-run", "^$", "-bench", "^("+strings.Join(names, "|")+")$", "-benchtime", "1x",
		"-count", repeats, "./internal/stats")
	if err != nil {
		return nil, err
	}
	return shortest(readTimings(out)), nil
}

// shortest keeps the shortest time of each benchmark, in the order of first appearance.
func shortest(all []timing) []timing {
	var best []timing
	for _, t := range all {
		i := slices.IndexFunc(best, func(b timing) bool { return b.Benchmark == t.Benchmark })
		switch {
		case i < 0:
			best = append(best, t)
		case t.NsPerOp < best[i].NsPerOp:
			best[i] = t
		}
	}
	return best
}

// comparePeers runs the scripts of the peers that are installed, and the same work of the program, and says which peers
// are not there.
func (r *runner) comparePeers(ctx context.Context) ([]peerResult, error) {
	var all []peerResult
	var ours []timing
	for _, p := range peers {
		program, ok := firstThat(ctx, p.programs, p.check)
		if !ok {
			r.say("dev.peers.missing", "name", p.needs)
			continue
		}
		if ours == nil {
			var err error
			if ours, err = r.ourBest(ctx); err != nil {
				return nil, err
			}
		}
		r.say("dev.peers.running", "name", p.needs)
		out, err := r.output(ctx, program, filepath.Join(filepath.FromSlash(peersDir), p.script))
		if err != nil {
			return nil, err
		}
		theirs, err := readPeers(strings.NewReader(out))
		if err != nil {
			return nil, fmt.Errorf("reading what %s printed: %w", p.script, err)
		}
		all = append(all, r.against(ours, theirs)...)
	}
	return all, nil
}

// firstThat is the first program that is there and does what is asked of it.
func firstThat(ctx context.Context, programs, check []string) (string, bool) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil && exec.CommandContext(ctx, path, check...).Run() == nil {
			return path, true
		}
	}
	return "", false
}

// readPeers reads the lines that a script printed.
func readPeers(in io.Reader) ([]peerTiming, error) {
	var list []peerTiming
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var t peerTiming
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, lines.Err()
}

// against puts the times of peers beside our own for the same work.
func (r *runner) against(ours []timing, theirs []peerTiming) []peerResult {
	var all []peerResult
	for _, c := range compared {
		for _, own := range ours {
			if own.Benchmark != c.bench {
				continue
			}
			for _, peer := range theirs {
				if peer.Task == c.task {
					all = append(all, peerResult{What: r.words.T(c.what), Peer: peer.Way, PeerNs: 1e9 * peer.Seconds, OurNs: own.NsPerOp,
						Times: 1e9 * peer.Seconds / own.NsPerOp, Aim: c.aim, Same: alike(own.Value, peer.Value)})
				}
			}
		}
	}
	return all
}

// alike tells whether two results are the same to the digits that benchmarks print; a lower limit from random draws may
// differ by one in a hundred.
func alike(own float64, peer []float64) bool {
	if len(peer) == 0 {
		return false
	}
	allowed := 1e-3 * math.Abs(peer[0])
	if len(peer) == 2 {
		allowed = 0.01
	}
	return math.Abs(own-peer[0]) <= allowed
}

// printPeers prints the second table.
func (r *runner) printPeers(all []peerResult) error {
	if len(all) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(r.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w)
	fmt.Fprintln(w, r.words.T("dev.peers.heading"))
	for _, p := range all {
		same := r.words.T("report.no")
		if p.Same {
			same = r.words.T("report.yes")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.What, p.Peer, duration(p.PeerNs), duration(p.OurNs),
			r.words.Number(p.Times, 1), r.words.Number(p.Aim, 0), same)
	}
	return w.Flush()
}

// coverage is how often simulated intervals contained the true value.
type coverage struct {
	Interval string  `json:"interval"`
	Percent  float64 `json:"percent"`
	Studies  float64 `json:"studies"`
	Within   bool    `json:"within"`  // 93 to 97 %
	Compare  bool    `json:"compare"` // not shown in reports; for comparison
}

// Intervals of 95 % are to contain the true value this often.
const (
	leastCovered = 93.0
	mostCovered  = 97.0
)

// measureCoverage runs the simulations of the intervals.
func (r *runner) measureCoverage(ctx context.Context) ([]coverage, error) {
	r.say("dev.coverage.running")
	out, err := r.output(ctx, "go", "test", "-run", "^$", "-bench", "^BenchmarkCoverage", "-benchtime", "1x", "-timeout", "60m", "./internal/stats")
	if err != nil {
		return nil, err
	}
	var all []coverage
	for _, line := range strings.Split(out, "\n") {
		m := benchLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		c := coverage{Interval: strings.TrimPrefix(m[1], "BenchmarkCoverage")}
		c.Compare = strings.Contains(c.Interval, "Compare")
		fields := strings.Fields(m[2])
		for i := 0; i+1 < len(fields); i += 2 {
			v, err := strconv.ParseFloat(fields[i], 64)
			switch {
			case err != nil:
			case fields[i+1] == "covered":
				c.Percent = v
			case fields[i+1] == "studies":
				c.Studies = v
			}
		}
		c.Within = c.Percent >= leastCovered && c.Percent <= mostCovered
		all = append(all, c)
	}
	return all, nil
}

// printCoverage prints what the simulations came to.
func (r *runner) printCoverage(all []coverage) error {
	w := tabwriter.NewWriter(r.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w)
	fmt.Fprintln(w, r.words.T("dev.coverage.heading"))
	for _, c := range all {
		verdict := r.words.T("dev.coverage.outside")
		switch {
		case c.Compare:
			verdict = r.words.T("dev.coverage.compare")
		case c.Within:
			verdict = r.words.T("dev.coverage.within")
		}
		fmt.Fprintf(w, "%s\t%s %%\t%.0f\t%s\n", c.Interval, r.words.Number(c.Percent, 1), c.Studies, verdict)
	}
	return w.Flush()
}
