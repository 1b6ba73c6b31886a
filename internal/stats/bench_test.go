package stats_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"iucomstudien/internal/stats"
)

// ratingsOf makes raters that know the right one of five steps in most cases, with a share of gaps.
func ratingsOf(units, raters int) [][]stats.Rating {
	r := rand.New(rand.NewPCG(7, uint64(units)))
	rows := make([][]stats.Rating, units)
	for i := range rows {
		right := 1 + r.IntN(5)
		rows[i] = make([]stats.Rating, raters)
		for j := range rows[i] {
			v := right
			if r.Float64() < 0.4 {
				v = 1 + r.IntN(5)
			}
			if r.Float64() >= 0.05 {
				rows[i][j] = stats.Rated(float64(v))
			}
		}
	}
	return rows
}

func benchmarkAlpha(b *testing.B, s stats.Scale, units, raters, replicates int) {
	rows := ratingsOf(units, raters)
	for b.Loop() {
		u, err := stats.FromRatings(rows)
		if err != nil {
			b.Fatal(err)
		}
		if replicates == 0 {
			stats.Alpha(s, u)
			continue
		}
		if _, err := stats.AlphaBootstrap(context.Background(), s, u, stats.Resampling{Replicates: replicates}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAlphaOrdinal1000x20Resampled1000(b *testing.B) {
	benchmarkAlpha(b, stats.Ordinal, 1000, 20, 1000)
}

func BenchmarkAlphaOrdinal100000x5Resampled1000(b *testing.B) {
	benchmarkAlpha(b, stats.Ordinal, 100_000, 5, 1000)
}

func BenchmarkAlphaOrdinal100000x5(b *testing.B) {
	benchmarkAlpha(b, stats.Ordinal, 100_000, 5, 0)
}

func BenchmarkAlphaInterval100000x5(b *testing.B) {
	benchmarkAlpha(b, stats.IntervalScale, 100_000, 5, 0)
}

func BenchmarkKappaClusters500x4Resampled10000(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var pairs [][2]int
	var questions []int
	for q := range 500 {
		for range 4 {
			p := [2]int{r.IntN(3), r.IntN(3)}
			if r.Float64() < 0.6 {
				p[1] = p[0]
			}
			pairs, questions = append(pairs, p), append(questions, q)
		}
	}
	for b.Loop() {
		o := stats.Resampling{Clusters: questions}
		if _, err := stats.KappaBootstrap(context.Background(), stats.Unweighted, 3, pairs, o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBinomialTails1000AtMillion(b *testing.B) {
	for b.Loop() {
		for i := range int64(1000) {
			if _, err := stats.BinomialTail(500_000+5*i, 1_000_000, 0.5); err != nil {
				b.Fatal(err)
			}
		}
	}
}
