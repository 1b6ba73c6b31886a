package stats

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPackedSumsAreTheSums compares with adding number by number, up to the largest weights that are allowed.
func TestPackedSumsAreTheSums(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, fields := rapid.IntRange(manyRows, 60).Draw(rt, "rows"), rapid.IntRange(1, 20).Draw(rt, "fields")
		largest := rapid.Int64Range(0, 5000).Draw(rt, "largest")
		rows := make([][]int64, n)
		for i := range rows {
			rows[i] = rapid.SliceOfN(rapid.Int64Range(0, largest), fields, fields).Draw(rt, "row")
		}
		weights := rapid.SliceOfN(rapid.Int64Range(0, 3000), n, n).Draw(rt, "weights")
		most := int64(1)
		for _, w := range weights {
			most += w
		}
		p, ok := newPacked(rows, most)
		if !ok {
			return
		}
		from := rapid.IntRange(0, n).Draw(rt, "from")
		upTo := rapid.IntRange(from, n).Draw(rt, "to")
		got, want := make([]int64, fields), make([]int64, fields)
		p.add(weights, from, upTo, got)
		for i := from; i < upTo; i++ {
			for k, v := range rows[i] {
				want[k] += weights[i] * v
			}
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestNumbersTooLargeAreNotPacked(t *testing.T) {
	rows := make([][]int64, manyRows)
	for i := range rows {
		rows[i] = []int64{1 << 40}
	}
	if _, ok := newPacked(rows, 1<<40); ok {
		t.Error("sums beyond a word were packed")
	}
	if _, ok := newPacked(rows[:3], 1); ok {
		t.Error("few rows were packed")
	}
}

// TestAlphaIsTheSameHoweverItIsSummed compares the quick sums with the plain ones on drawn weights.
func TestAlphaIsTheSameHoweverItIsSummed(t *testing.T) {
	s := newStream()
	s.restart(9, 9)
	rows := make([][]Rating, 200)
	for i := range rows {
		for range 6 {
			r := Gap()
			if v := s.below(6); v > 0 {
				r = Rated(float64(v))
			}
			rows[i] = append(rows[i], r)
		}
	}
	u, err := FromRatings(rows)
	if err != nil {
		t.Fatal(err)
	}
	r := unitBlocks(u.of, len(u.patterns))
	for _, scale := range []Scale{Nominal, Ordinal, IntervalScale, RatioScale} {
		plain, quick := newTabled(scale, u), newTabled(scale, u)
		if quick.pack(r.most()); quick.quick == nil {
			t.Fatal("nothing was packed")
		}
		counts, weights := make([]int64, len(r.blocks)), make([]int64, r.patterns)
		for i := range 50 {
			s.restart(1, i)
			r.draw(s, counts, weights)
			if a, b := plain.of(weights), quick.of(weights); a != b {
				t.Fatalf("%s: %v and %v", scale, a, b)
			}
		}
	}
}
