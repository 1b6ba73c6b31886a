package telltale

import (
	"math"
	"math/rand/v2"
)

// penalty is the weight of the L2 penalty on standardised features: strong, since there are as many features as answers.
const penalty = 1.0

// rounds and rate of the gradient descent; the function is convex, so more would only polish.
const (
	rounds = 400
	rate   = 0.2
)

// scale brings features to mean 0 and deviation 1, as learnt from the training answers alone.
type scale struct{ mean, deviation []float64 }

func learnScale(rows [][]float64) scale {
	n := len(features)
	s := scale{make([]float64, n), make([]float64, n)}
	for j := range n {
		for _, r := range rows {
			s.mean[j] += r[j]
		}
		s.mean[j] /= float64(len(rows))
		for _, r := range rows {
			d := r[j] - s.mean[j]
			s.deviation[j] += d * d
		}
		s.deviation[j] = math.Sqrt(s.deviation[j] / float64(len(rows)))
	}
	return s
}

// of is a scaled row. A feature that never varied says nothing and counts 0.
func (s scale) of(row []float64) []float64 {
	scaled := make([]float64, len(row))
	for j, x := range row {
		if s.deviation[j] > 1e-12 {
			scaled[j] = (x - s.mean[j]) / s.deviation[j]
		}
	}
	return scaled
}

// model is a logistic regression on scaled features.
type model struct {
	scale   scale
	weights []float64
	bias    float64
}

// train fits a model: rows of features, and whether each is by a person.
func train(rows [][]float64, human []bool) model {
	m := model{scale: learnScale(rows), weights: make([]float64, len(features))}
	scaled := make([][]float64, len(rows))
	for i, r := range rows {
		scaled[i] = m.scale.of(r)
	}
	n := float64(len(rows))
	for range rounds {
		gradient := make([]float64, len(m.weights))
		var slope float64
		for i, r := range scaled {
			off := m.probability(r)
			if human[i] {
				off--
			}
			slope += off
			for j, x := range r {
				gradient[j] += off * x
			}
		}
		m.bias -= rate * slope / n
		for j := range m.weights {
			m.weights[j] -= rate * (gradient[j] + penalty*m.weights[j]) / n
		}
	}
	return m
}

// probability that a scaled row is by a person.
func (m model) probability(scaled []float64) float64 {
	z := m.bias
	for j, x := range scaled {
		z += m.weights[j] * x
	}
	return 1 / (1 + math.Exp(-z))
}

// folds puts answers into folds so that answers of one question stay together; where there are fewer questions than
// folds, answers are spread one by one, people and machines each evenly.
func folds(samples []Sample, seed uint64) (fold []int, byQuestion bool) {
	random := rand.New(rand.NewPCG(seed, 0x7e117a1e))
	questions := make(map[string]int)
	for _, s := range samples {
		if _, ok := questions[s.Question]; !ok {
			questions[s.Question] = len(questions)
		}
	}
	fold = make([]int, len(samples))
	if len(questions) >= foldCount {
		place := random.Perm(len(questions))
		for i, s := range samples {
			fold[i] = place[questions[s.Question]] % foldCount
		}
		return fold, true
	}
	next := map[bool]int{false: 0, true: 0}
	for _, i := range random.Perm(len(samples)) {
		fold[i] = next[samples[i].Human] % foldCount
		next[samples[i].Human]++
	}
	return fold, false
}
