package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestBothWaysToSumDisagreementAgree runs the table of levels and the sums for many levels on the same data.
func TestBothWaysToSumDisagreementAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := make([][]Rating, rapid.IntRange(1, 15).Draw(t, "units"))
		for i := range rows {
			for range rapid.IntRange(0, 6).Draw(t, "ratings") {
				rows[i] = append(rows[i], Rated(float64(rapid.IntRange(0, 9).Draw(t, "rating"))/2))
			}
		}
		u, err := FromRatings(rows)
		if err != nil {
			t.Fatal(err)
		}
		if len(u.levels) == 0 {
			return
		}
		for _, s := range []Scale{Nominal, Ordinal, IntervalScale, RatioScale} {
			a, b := newTabled(s, u).of(u.weights()), newWide(s, u).of(u.weights())
			if a.n != b.n || math.Abs(a.observed-b.observed) > 1e-9*(1+a.observed) || math.Abs(a.expected-b.expected) > 1e-9*(1+a.expected) {
				t.Fatalf("%v: table %+v, sums %+v", s, a, b)
			}
			if (a.expected == 0) != (b.expected == 0) {
				t.Fatalf("%v: only one of %+v, %+v has variation", s, a, b)
			}
		}
	})
}

func TestKeysOfEveryKindGroupTheSameUnits(t *testing.T) {
	// Few levels make a dense table, more a map of numbers, many a map of bytes.
	for _, levels := range []int{3, 12, 70} {
		rows := make([][]Rating, 500)
		for i := range rows {
			for j := range 3 {
				rows[i] = append(rows[i], Rated(float64((i*(j+1)+j*j)%levels)))
			}
		}
		u, err := FromRatings(rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			p := u.patterns[u.of[i]]
			count := map[float64]int64{}
			for _, r := range row {
				count[r.value]++
			}
			if len(p.cells) != len(count) {
				t.Fatalf("%d levels: unit %d has %v, its pattern %v", levels, i, count, p.cells)
			}
			for _, c := range p.cells {
				if count[u.levels[c.level]] != c.n {
					t.Fatalf("%d levels: unit %d has %v, its pattern %v", levels, i, count, p.cells)
				}
			}
		}
	}
}
