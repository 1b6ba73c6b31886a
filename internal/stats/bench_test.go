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

// mix is the finalizer of splitmix64; the scripts in testdata/peers make the same ratings with it.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// peerRatings are the ratings on which the peers are timed too.
func peerRatings(units, raters int) [][]stats.Rating {
	rows := make([][]stats.Rating, units)
	for i := range rows {
		right := mix(uint64(i)+1_000_003) % 5
		rows[i] = make([]stats.Rating, raters)
		for j := range rows[i] {
			h := mix(uint64(i*raters+j) + 1<<40)
			v := right
			if h&0xffff < 26214 {
				v = h >> 16 % 5
			}
			if h>>40&0xffff >= 3277 {
				rows[i][j] = stats.Rated(float64(v + 1))
			}
		}
	}
	return rows
}

func benchmarkAlpha(b *testing.B, s stats.Scale, units, raters, replicates int) {
	rows := peerRatings(units, raters)
	var f stats.Figure
	for b.Loop() {
		u, err := stats.FromRatings(rows)
		if err != nil {
			b.Fatal(err)
		}
		if replicates == 0 {
			f = stats.Alpha(s, u)
			continue
		}
		if f, err = stats.AlphaBootstrap(context.Background(), s, u, stats.Resampling{Replicates: replicates}); err != nil {
			b.Fatal(err)
		}
	}
	reportValue(b, f)
}

// reportValue prints what was computed beside the time: the value, or the lower limit where an interval was drawn.
func reportValue(b *testing.B, f stats.Figure) {
	v, _ := f.Value()
	if f.Interval != nil {
		v = f.Interval.Low
	}
	b.ReportMetric(v, "value")
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
	var pairs [][2]int
	var questions []int
	for i := range 2000 {
		h := mix(uint64(i) + 1<<41)
		p := [2]int{int(h & 0xffff % 3), int(h >> 16 & 0xffff % 3)}
		if h>>32&0xffff < 39322 {
			p[1] = p[0]
		}
		pairs, questions = append(pairs, p), append(questions, i/4)
	}
	var f stats.Figure
	for b.Loop() {
		var err error
		if f, err = stats.KappaBootstrap(context.Background(), stats.Unweighted, 3, pairs, stats.Resampling{Clusters: questions}); err != nil {
			b.Fatal(err)
		}
	}
	reportValue(b, f)
}

func BenchmarkBinomialTails1000AtMillion(b *testing.B) {
	sum := 0.0
	for b.Loop() {
		sum = 0
		for i := range int64(1000) {
			t, err := stats.BinomialTail(500_000+5*i, 1_000_000, 0.5)
			if err != nil {
				b.Fatal(err)
			}
			sum += t.Ln
		}
	}
	b.ReportMetric(sum, "value")
}

// guessedBy is one question with so many answers, half of each origin, and so many guesses for each, six in ten right.
func guessedBy(answers, reviewers int) [][]stats.GuessedAnswer {
	question := make([]stats.GuessedAnswer, answers)
	for i := range question {
		question[i].Origin = i % 2
		for j := range reviewers {
			guess := i % 2
			if mix(uint64(i*reviewers+j)+1<<42)&0xffff >= 39322 {
				guess = 1 - guess
			}
			question[i].Guesses = append(question[i].Guesses, guess)
		}
	}
	return [][]stats.GuessedAnswer{question}
}

func benchmarkDeals(b *testing.B, answers int) {
	question := guessedBy(answers, 7)
	var f stats.Figure
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if f, err = stats.PermuteGuesses(context.Background(), 2, question, 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(f.N("draws")), "draws")
}

func BenchmarkGuessesDealt400x7(b *testing.B) { benchmarkDeals(b, 400) }

func BenchmarkGuessesDealt2000x7(b *testing.B) { benchmarkDeals(b, 2000) }
