package stats_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/stats"
)

func TestThePlannedNumberIsTheSmallestThatIsEnough(t *testing.T) {
	width := func(p, n, z float64) float64 {
		return 2 * z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		w := rapid.Float64Range(0.01, 0.9).Draw(t, "width")
		s, err := stats.SizeForWilson(p, w, stats.Z95)
		if err != nil {
			t.Fatal(err)
		}
		if got := width(p, float64(s.N), stats.Z95); got > w*(1+1e-9) {
			t.Fatalf("%d units give %v", s.N, got)
		}
		if s.N > 1 && width(p, float64(s.N-1), stats.Z95) < w*(1-1e-9) {
			t.Fatalf("%d units would be enough", s.N-1)
		}
	})
}

func TestPowerGrowsWithPairsAndMidPIsStronger(t *testing.T) {
	last := 0.0
	for _, n := range []int64{0, 20, 80, 320, 1280} {
		p, err := stats.McNemarPower(0.25, 0.1, n, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if p.MidP < last || p.Exact > p.MidP || p.MidP > 1 {
			t.Errorf("%d pairs: %+v after %v", n, p, last)
		}
		last = p.MidP
	}
}

func TestPowerAtNoDifferenceStaysBelowTheLevel(t *testing.T) {
	p, err := stats.McNemarPower(0.2, 0.2, 2500, 0.05)
	if err != nil || p.Exact > 0.05 || p.Exact < 0.03 {
		t.Errorf("%+v, %v", p, err)
	}
	for _, c := range [][2]float64{{0, 0}, {1, 0}, {0.5, 0.5}} {
		if _, err := stats.McNemarPower(c[0], c[1], 30, 0.05); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func TestSignedRankTurnsWithTheSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-4, 4).Draw(t, "d"))
		}), 0, 14).Draw(t, "differences")
		turned := make([]float64, len(d))
		for i, v := range d {
			turned[i] = -v
		}
		for _, z := range []stats.Zeros{stats.ZerosDropped, stats.ZerosRanked} {
			a, errA := stats.SignedRankTest(d, z)
			b, errB := stats.SignedRankTest(turned, z)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if math.Abs(a.PGreater-b.PLess) > 1e-12 || math.Abs(a.PTwoSided-b.PTwoSided) > 1e-12 {
				t.Fatalf("%+v and %+v", a, b)
			}
			if want := greaterByHand(d, z); math.Abs(a.PGreater-want) > 1e-12 {
				t.Fatalf("P(W+ >= w) %v, by all signs %v", a.PGreater, want)
			}
		}
	})
}

// greaterByHand goes through all signs.
func greaterByHand(d []float64, z stats.Zeros) float64 {
	var kept []float64
	for _, v := range d {
		if v != 0 || z == stats.ZerosRanked {
			kept = append(kept, v)
		}
	}
	var ranks []float64
	observed := 0.0
	for _, v := range kept {
		below, equal := 0.0, 0.0
		for _, w := range kept {
			switch {
			case math.Abs(w) < math.Abs(v):
				below++
			case math.Abs(w) == math.Abs(v):
				equal++
			}
		}
		if v != 0 {
			ranks = append(ranks, below+(equal+1)/2)
			if v > 0 {
				observed += below + (equal+1)/2
			}
		}
	}
	count := 0
	for signs := range 1 << len(ranks) {
		sum := 0.0
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				sum += r
			}
		}
		if sum >= observed {
			count++
		}
	}
	return float64(count) / float64(int(1)<<len(ranks))
}

func TestManyDifferencesMeetTheNormalDistribution(t *testing.T) {
	d := make([]float64, 1001)
	for i := range d {
		d[i] = float64(i%37) + 1
		if i%2 == 0 {
			d[i] = -d[i]
		}
	}
	near, errA := stats.SignedRankTest(d[:1000], stats.ZerosDropped)
	far, errB := stats.SignedRankTest(d, stats.ZerosDropped)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !near.Exact || far.Exact || math.Abs(near.PTwoSided-far.PTwoSided) > 0.05 {
		t.Errorf("%+v, then %+v", near, far)
	}
}

func TestCochranOfTwoConditionsIsMcNemar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows [][]int
		for kind, name := range []string{"b", "c", "both", "none"} {
			pair := [][]int{{1, 0}, {0, 1}, {1, 1}, {0, 0}}[kind]
			for range rapid.IntRange(0, 12).Draw(t, name) {
				rows = append(rows, pair)
			}
		}
		b, c := int64(0), int64(0)
		for _, r := range rows {
			if r[0] > r[1] {
				b++
			} else if r[1] > r[0] {
				c++
			}
		}
		q, errQ := stats.CochranQ(rows)
		m, errM := stats.McNemarTest(b, c)
		if errQ != nil || errM != nil {
			t.Fatal(errQ, errM)
		}
		x, okX := q.Value()
		y, okY := m.Chi2.Value()
		if okX != okY || math.Abs(x-y) > 1e-12 {
			t.Fatalf("%v and %v", q, m.Chi2)
		}
	})
}

func TestAdjustedPValuesKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 12).Draw(t, "p")
		a, err := stats.AdjustP(p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p {
			if a.Holm[i] < p[i] || a.Holm[i] > a.Bonferroni[i] || a.BenjaminiHochberg[i] > a.Holm[i]+1e-15 ||
				a.BenjaminiYekutieli[i] < a.BenjaminiHochberg[i]-1e-15 {
				t.Fatalf("p %v: %+v", p[i], a)
			}
			for j := range p {
				if p[i] < p[j] && a.Holm[i] > a.Holm[j] {
					t.Fatalf("%v and %v change places", p[i], p[j])
				}
			}
		}
	})
}
