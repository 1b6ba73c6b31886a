package stats

import (
	"encoding/json"
	"fmt"
)

func stageBinomialTail(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		H  whole   `json:"h"`
		N  whole   `json:"n"`
		P0 float64 `json:"p0"`
	}
	if err := decode(raw, &in, "h", "n", "p0"); err != nil {
		return nil, err
	}
	t, err := BinomialTail(int64(in.H), int64(in.N), in.P0)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.set("p", t.P)
	o.number("ln_p", t.Ln, PIsZero)
	return o.several(), nil
}

// classesInput is k classes with the true and the guessed one of each item; a guess of null is none.
type classesInput struct {
	K     whole    `json:"k"`
	True  []whole  `json:"true"`
	Guess []*whole `json:"guess"`
}

// maxClasses bounds the table of classes.
const maxClasses = 10_000

func (in *classesInput) read(raw json.RawMessage) (k int, truth, guess []int, err error) {
	if err := decode(raw, in, "k", "true", "guess"); err != nil {
		return 0, nil, nil, err
	}
	if in.K < 0 || in.K > maxClasses {
		return 0, nil, nil, fmt.Errorf("%d classes, allowed are 0 to %d", in.K, maxClasses)
	}
	for _, v := range in.True {
		truth = append(truth, int(v))
	}
	for i, v := range in.Guess {
		switch {
		case v == nil:
			guess = append(guess, -1)
		case *v < 0:
			return 0, nil, nil, fmt.Errorf("guess %d is %d", i+1, *v)
		default:
			guess = append(guess, int(*v))
		}
	}
	return int(in.K), truth, guess, nil
}

func stageChanceGuess(raw json.RawMessage) (map[string]any, error) {
	var in classesInput
	k, truth, guess, err := in.read(raw)
	if err != nil {
		return nil, err
	}
	t, err := TestGuesses(k, truth, guess)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.set("n", t.N)
	o.set("h", t.Hits)
	o.set("conclusion", t.Conclusion)
	o.figure("p0", t.Chance)
	if _, ok := t.Chance.Value(); ok {
		o.set("p", t.Tail.P)
		o.number("ln_p", t.Tail.Ln, PIsZero)
	}
	return o.single("p0"), nil
}

func stageConfusionMatrix(raw json.RawMessage) (map[string]any, error) {
	var in classesInput
	k, truth, guess, err := in.read(raw)
	if err != nil {
		return nil, err
	}
	c, err := NewConfusion(k, truth, guess)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.set("matrix_rows_true", c.Counts)
	o.set("n", c.N)
	o.figure("accuracy", c.Accuracy)
	o.set("recall", values(c.Recall))
	o.set("precision", values(c.Precision))
	return o.single("accuracy"), nil
}

// values lists numbers, null where there is none.
func values(figures []Figure) []*float64 {
	list := make([]*float64, len(figures))
	for i, f := range figures {
		if v, ok := f.Value(); ok {
			list[i] = &v
		}
	}
	return list
}

func stageWilson(raw json.RawMessage) (map[string]any, error) {
	in := struct {
		X whole   `json:"x"`
		N whole   `json:"n"`
		Z float64 `json:"z"`
	}{Z: Z95}
	if err := decode(raw, &in, "x", "n"); err != nil {
		return nil, err
	}
	f, err := ProportionZ(int64(in.X), int64(in.N), in.Z)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	if _, ok := f.Value(); ok {
		o.figure("p", f)
	}
	o.interval("ci", f)
	return o.single("ci"), nil
}

func stageTwoByTwo(raw json.RawMessage) (map[string]any, error) {
	var in struct{ TP, FP, FN, TN whole }
	if err := decode(raw, &in, "tp", "fp", "fn", "tn"); err != nil {
		return nil, err
	}
	t := TwoByTwo{TP: int64(in.TP), FP: int64(in.FP), FN: int64(in.FN), TN: int64(in.TN)}
	a, err := t.Figures()
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.set("n", a.N)
	for _, m := range []struct {
		key string
		f   Figure
	}{{"sensitivity", a.Sensitivity}, {"specificity", a.Specificity}, {"ppv", a.PPV}, {"npv", a.NPV},
		{"accuracy", a.Accuracy}, {"prevalence", a.Prevalence}} {
		o.figure(m.key, m.f)
		o.interval(m.key+"_wilson", m.f)
	}
	o.figure("balanced_accuracy", a.BalancedAccuracy)
	o.figure("f1", a.F1)
	o.figure("mcc", a.MCC)
	return o.several(), nil
}

func stageOrdinalMedian(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Scale []string `json:"scale"`
		Codes []whole  `json:"codes"`
	}
	if err := decode(raw, &in, "scale", "codes"); err != nil {
		return nil, err
	}
	steps := make([]int, len(in.Codes))
	for i, c := range in.Codes {
		steps[i] = int(c)
	}
	m, err := MedianOf(len(in.Scale), steps)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.set("n", m.N)
	o.set("counts", m.Counts)
	if m.Reason != "" {
		o.none("high", m.Reason)
		o.none("low", m.Reason)
		return o.single("low"), nil
	}
	o.set("low", m.Low)
	o.set("high", m.High)
	o.set("low_label", in.Scale[m.Low])
	o.set("high_label", in.Scale[m.High])
	o.set("mid_rank", float64(m.Low+m.High)/2)
	o.set("q1_type1", m.Q1)
	o.set("q3_type1", m.Q3)
	return o.values, nil
}

func stageBlinding(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Counts [][]whole `json:"counts"`
	}
	if err := decode(raw, &in, "counts"); err != nil {
		return nil, err
	}
	var t GuessTable
	if len(in.Counts) != len(t) {
		return nil, fmt.Errorf("counts has %d rows where 3 are needed", len(in.Counts))
	}
	for i, row := range in.Counts {
		if len(row) != len(t[i]) {
			return nil, fmt.Errorf("row %d of counts has %d columns where 2 are needed", i+1, len(row))
		}
		for j, n := range row {
			t[i][j] = int64(n)
		}
	}
	indices, err := t.Indices()
	if err != nil {
		return nil, err
	}
	o := newOutput()
	for _, m := range []struct {
		key string
		f   Figure
	}{{"bang1", indices.Bang1}, {"bang2", indices.Bang2}, {"james", indices.James}} {
		if _, ok := m.f.Value(); !ok {
			o.none(m.key, m.f.Reason())
			continue
		}
		index := newOutput()
		index.figure("value", m.f)
		index.part("se", m.f, "standard_error")
		index.part("variance", m.f, "variance")
		index.interval("ci", m.f)
		o.set(m.key, index.values)
	}
	return o.several(), nil
}
