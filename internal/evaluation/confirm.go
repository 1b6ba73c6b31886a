package evaluation

import (
	"context"
	"fmt"
	"math"

	"iucomstudien/internal/stats"
)

// Reasons and notes of hypotheses, beside those of package stats.
const (
	NoCase  stats.Reason = "no_complete_case" // no case has a value under every condition
	OneCase stats.Reason = "one_case"         // a comparison over cases needs more than one

	// NoteCanNotDecide says that with so few cases even the clearest outcome would not reach the level.
	NoteCanNotDecide = "can_not_decide"
	// NoteNotYetPlanned says that fewer cases are in than were planned.
	NoteNotYetPlanned = "fewer_than_planned"
	// NoteMoreThanPlanned says that cases were added beyond the plan.
	NoteMoreThanPlanned = "more_than_planned"
	// NoteTestsOpen says that tests of the study are not unblinded yet.
	NoteTestsOpen = "tests_open"
)

// Tested is what came of one hypothesis.
type Tested struct {
	Hypothesis
	Paired   []PairedCase   `json:"paired"`   // cases that were compared
	LeftOut  []string       `json:"left_out"` // cases without a value under every condition
	P        stats.Figure   `json:"p"`        // of the planned test, two-sided
	Adjusted stats.Figure   `json:"adjusted"` // after Holm, over all hypotheses of the study
	Beside   []stats.Figure `json:"beside"`   // statistic, and the test's other forms
	Effects  []stats.Figure `json:"effects"`  // with their intervals; positive where the first condition has the larger value
	Decided  bool           `json:"decided"`  // Adjusted is at most the level, and nothing is still open
}

// ConfirmNotes lists the notes of this room, so that each can be given its words.
func ConfirmNotes() []string {
	return []string{NoteCanNotDecide, NoteNotYetPlanned, NoteMoreThanPlanned, NoteTestsOpen}
}

// Confirmatory are the hypotheses of a study and what came of them. Everything else in a report is exploratory.
type Confirmatory struct {
	Tests      int      `json:"tests"`      // unblinded tests that went in
	Open       int      `json:"open"`       // tests of the study that are not unblinded yet
	Deleted    int      `json:"deleted"`    // tests that were deleted after they had been unblinded
	Hypotheses []Tested `json:"hypotheses"` // empty: none was written down before unblinding
}

// Confirm computes the planned test of every hypothesis over all unblinded tests of a study, and corrects the p values
// for their number (Holm 1979). A hypothesis whose test can not be computed counts as one that failed, so that the
// family stays the planned one. The intervals of effects come from the seed.
func Confirm(ctx context.Context, hypotheses []Hypothesis, tests []CaseAnswers, open int, seed uint64) (Confirmatory, error) {
	c := Confirmatory{Tests: len(tests), Open: open, Hypotheses: []Tested{}}
	for _, h := range hypotheses {
		t := Tested{Hypothesis: h}
		t.Paired, t.LeftOut = paired(h, tests)
		if err := t.compute(ctx, seed); err != nil {
			return Confirmatory{}, fmt.Errorf("hypothesis %s: %w", h.ID, err)
		}
		t.note(open)
		c.Hypotheses = append(c.Hypotheses, t)
	}
	return c, c.adjust()
}

// compute does the planned test. What it is made of is refused by no statistic, so that an error is one of the program.
func (t *Tested) compute(ctx context.Context, seed uint64) error {
	switch len(t.Paired) {
	case 0:
		t.P = stats.Undefined(t.method(), NoCase)
		return nil
	case 1:
		t.P = stats.Undefined(t.method(), OneCase)
		t.P.Counts = []stats.Count{{Of: "cases", N: 1}}
		return nil
	}
	o := stats.Resampling{Seed: seed}
	switch t.Test {
	case McNemarExact, McNemarMidP:
		return t.mcnemar()
	case CochranQ:
		return t.cochran(ctx, o)
	case Wilcoxon:
		return t.wilcoxon(ctx, o)
	case Friedman:
		return t.friedman(ctx, o)
	}
	return fmt.Errorf("no test %q", t.Test)
}

// method is the machine word of the planned p value.
func (t *Tested) method() string {
	return map[PlannedTest]string{McNemarExact: "mcnemar_exact", McNemarMidP: "mcnemar_mid_p", CochranQ: "cochran_p",
		Wilcoxon: "wilcoxon_exact", Friedman: "friedman_p"}[t.Test]
}

func (t *Tested) mcnemar() error {
	var cells [2][2]int64 // wrong and right, first and second condition
	for _, p := range t.Paired {
		cells[int(p.Values[0])][int(p.Values[1])]++
	}
	a, b, c, d := cells[1][1], cells[1][0], cells[0][1], cells[0][0]
	m, err := stats.McNemarTest(b, c)
	if err != nil {
		return err
	}
	t.P, t.Beside = m.MidP, []stats.Figure{m.Exact}
	if t.Test == McNemarExact {
		t.P, t.Beside = m.Exact, []stats.Figure{m.MidP}
	}
	effect, err := stats.PairedDifference(a, b, c, d)
	t.Effects = []stats.Figure{effect}
	return err
}

func (t *Tested) cochran(ctx context.Context, o stats.Resampling) error {
	rows := make([][]int, len(t.Paired))
	for i, p := range t.Paired {
		for _, v := range p.Values {
			rows[i] = append(rows[i], int(v))
		}
	}
	q, err := stats.CochranQ(rows)
	if err != nil {
		return err
	}
	t.P, t.Beside = pOf(q, t.method()), []stats.Figure{q}
	effect, err := stats.CochranEffect(ctx, rows, o)
	if err != nil {
		return err
	}
	t.Effects = []stats.Figure{effect}
	return t.shares()
}

// shares puts the share of right answers of each condition, with its interval, beside the effect.
func (t *Tested) shares() error {
	for i, c := range t.Conditions {
		right := 0
		for _, p := range t.Paired {
			right += int(p.Values[i])
		}
		s, err := newShare(right, len(t.Paired))
		if err != nil {
			return err
		}
		s.Figure.Variant = string(c)
		t.Effects = append(t.Effects, s.Figure)
	}
	return nil
}

func (t *Tested) wilcoxon(ctx context.Context, o stats.Resampling) error {
	d := make([]float64, len(t.Paired))
	for i, p := range t.Paired {
		d[i] = p.Values[0] - p.Values[1]
	}
	p, err := stats.SignedRankFigure(d)
	if err != nil {
		return err
	}
	t.P = p
	middle, err := stats.HodgesLehmann(d)
	if err != nil {
		return err
	}
	biserial, err := stats.RankBiserialBootstrap(ctx, d, o)
	t.Effects = []stats.Figure{middle, biserial}
	return err
}

func (t *Tested) friedman(ctx context.Context, o stats.Resampling) error {
	rows := make([][]float64, len(t.Paired))
	for i, p := range t.Paired {
		rows[i] = p.Values
	}
	f, err := stats.FriedmanTest(rows)
	if err != nil {
		return err
	}
	t.P, t.Beside = pOf(f.Chi2, t.method()), []stats.Figure{f.Chi2}
	w, err := stats.KendallWBootstrap(ctx, rows, o)
	t.Effects = []stats.Figure{w}
	return err
}

// pOf makes the p value of a chi-square statistic a figure of its own.
func pOf(statistic stats.Figure, method string) stats.Figure {
	p, ok := statistic.Part("p")
	f := stats.NewFigure(method, p)
	if !ok {
		f = stats.Undefined(method, statistic.Reason())
	}
	f.Reference, f.Counts, f.Working = statistic.Reference, statistic.Counts, statistic.Working
	return f
}

// note puts beside the p value what a reader must know before believing it.
func (t *Tested) note(open int) {
	n := len(t.Paired)
	if n >= 2 && t.least(n) > t.Level {
		t.P.Notes = append(t.P.Notes, NoteCanNotDecide)
	}
	if t.Cases > n {
		t.P.Notes = append(t.P.Notes, NoteNotYetPlanned)
	}
	if t.Cases > 0 && t.Cases < n {
		t.P.Notes = append(t.P.Notes, NoteMoreThanPlanned)
	}
	if open > 0 {
		t.P.Notes = append(t.P.Notes, NoteTestsOpen)
	}
}

// least is the smallest p value that n cases can give.
func (t *Tested) least(n int) float64 {
	k := float64(len(t.Conditions))
	switch t.Test {
	case McNemarExact, Wilcoxon:
		return math.Pow(2, 1-float64(n))
	case McNemarMidP:
		return math.Pow(2, -float64(n))
	}
	return stats.ChiSquareTail(float64(n)*(k-1), k-1) // the largest statistic of both tests is n (k - 1)
}

// adjust corrects the p values of the family.
func (c *Confirmatory) adjust() error {
	p := make([]float64, len(c.Hypotheses))
	for i, t := range c.Hypotheses {
		p[i] = 1
		if v, ok := t.P.Value(); ok {
			p[i] = v
		}
	}
	adjusted, err := stats.AdjustP(p)
	if err != nil {
		return fmt.Errorf("correcting for the number of hypotheses: %w", err)
	}
	for i := range c.Hypotheses {
		t := &c.Hypotheses[i]
		if _, ok := t.P.Value(); !ok {
			t.Adjusted = stats.Undefined("holm", t.P.Reason())
			continue
		}
		t.Adjusted = stats.NewFigure("holm", adjusted.Holm[i])
		t.Adjusted.Reference = "Holm (1979), Scand J Stat 6:65"
		t.Adjusted.Counts = []stats.Count{{Of: "hypotheses", N: int64(len(p))}}
		t.Adjusted.Working = holmWorking(p, i, adjusted.Holm[i])
		t.Decided = adjusted.Holm[i] <= t.Level && !t.P.HasNote(NoteTestsOpen) && !t.P.HasNote(NoteNotYetPlanned)
	}
	return nil
}

// holmWorking shows the family's p values and the rank of one.
func holmWorking(p []float64, at int, value float64) stats.Working {
	rank := 1
	for i, v := range p {
		if v < p[at] || v == p[at] && i < at {
			rank++
		}
	}
	w := stats.Working{Formula: "with the p values in ascending order: p(i) times (m - i + 1), not below that of a smaller p, at most 1",
		Inputs: []stats.Quantity{{Name: "p", Value: p[at]}, {Name: "hypotheses", Value: float64(len(p))}, {Name: "rank", Value: float64(rank)}}}
	w.Steps = []stats.Step{{Name: "holm", Formula: "p (m - rank + 1), not below the one before, at most 1", Value: &value}}
	return w
}
