package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

func stageMcNemar(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		B whole `json:"b"`
		C whole `json:"c"`
	}
	if err := decode(raw, &in, "b", "c"); err != nil {
		return nil, err
	}
	m, err := McNemarTest(int64(in.B), int64(in.C))
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.figure("exact", m.Exact)
	o.figure("midp", m.MidP)
	o.figure("chi2", m.Chi2)
	o.part("chi2_p", m.Chi2, "p")
	o.figure("chi2_cc", m.Chi2Cor)
	o.part("chi2_cc_p", m.Chi2Cor, "p")
	if m.B+m.C == 0 {
		o.set("note", "b+c=0: p=1 by convention; chi-square not defined")
	}
	return o.several(), nil
}

func stageCochranQ(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Rows [][]whole `json:"rows"`
	}
	if err := decode(raw, &in, "rows"); err != nil {
		return nil, err
	}
	rows := make([][]int, len(in.Rows))
	for i, row := range in.Rows {
		for _, v := range row {
			rows[i] = append(rows[i], int(v))
		}
	}
	f, err := CochranQ(rows)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.figure("Q", f)
	if _, ok := f.Value(); ok {
		o.set("df", f.N("conditions")-1)
		o.part("p", f, "p")
	}
	return o.single("Q"), nil
}

func stageFriedman(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Rows [][]number `json:"rows"`
	}
	if err := decode(raw, &in, "rows"); err != nil {
		return nil, err
	}
	rows := make([][]float64, len(in.Rows))
	for i, row := range in.Rows {
		rows[i] = floats(row)
	}
	f, err := FriedmanTest(rows)
	if err != nil {
		return nil, err
	}
	o := newOutput()
	o.figure("chi2", f.Chi2)
	if _, ok := f.Chi2.Value(); ok {
		o.set("df", f.Chi2.N("conditions")-1)
		o.part("p", f.Chi2, "p")
		o.figure("kendall_w", f.KendallW)
		o.set("mean_ranks", f.MeanRanks)
	}
	return o.single("chi2"), nil
}

func stageSignedRank(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		D []number `json:"d"`
	}
	if err := decode(raw, &in, "d"); err != nil {
		return nil, err
	}
	o := newOutput()
	for key, zeros := range map[string]Zeros{"wilcoxon": ZerosDropped, "pratt": ZerosRanked} {
		t, err := SignedRankTest(floats(in.D), zeros)
		if err != nil {
			return nil, err
		}
		o.set(key, map[string]any{"n_nonzero": t.NonZero, "zeros": t.Zeros, "W_plus": t.WPlus,
			"p_two_sided": t.PTwoSided, "p_greater": t.PGreater, "p_less": t.PLess, "exact": t.Exact})
	}
	return o.values, nil
}

func stageHolm(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		P []number `json:"p"`
	}
	if err := decode(raw, &in, "p"); err != nil {
		return nil, err
	}
	a, err := AdjustP(floats(in.P))
	if err != nil {
		return nil, err
	}
	return map[string]any{"holm": a.Holm, "benjamini_hochberg": a.BenjaminiHochberg, "bonferroni": a.Bonferroni}, nil
}

func stageSizeForWilson(raw json.RawMessage) (map[string]any, error) {
	in := struct {
		P     float64 `json:"p"`
		Width float64 `json:"width"`
		Z     float64 `json:"z"`
	}{Z: Z95}
	if err := decode(raw, &in, "p", "width"); err != nil {
		return nil, err
	}
	size, err := SizeForWilson(in.P, in.Width, in.Z)
	return sizeOutput(size), err
}

func stageSizeForMcNemar(raw json.RawMessage) (map[string]any, error) {
	in := struct {
		PSmall float64 `json:"p_small"`
		Psi    float64 `json:"psi"`
		Alpha  float64 `json:"alpha"`
		Power  float64 `json:"power"`
		Sides  whole   `json:"sides"`
	}{Sides: 2}
	if err := decode(raw, &in, "p_small", "psi", "alpha", "power"); err != nil {
		return nil, err
	}
	size, err := SizeForMcNemar(McNemarPlan{PSmall: in.PSmall, Psi: in.Psi, Alpha: in.Alpha, Power: in.Power, Sides: int(in.Sides)})
	return sizeOutput(size), err
}

func sizeOutput(s SampleSize) map[string]any {
	o := newOutput()
	if s.Reason != "" {
		o.none("n", s.Reason)
		o.set("n_continuous", nil)
		return o.single("n")
	}
	o.set("n", s.N)
	o.set("n_continuous", s.Continuous)
	return o.values
}

func stageMcNemarPower(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		P12   float64 `json:"p12"`
		P21   float64 `json:"p21"`
		N     whole   `json:"n"`
		Alpha float64 `json:"alpha"`
	}
	if err := decode(raw, &in, "p12", "p21", "n", "alpha"); err != nil {
		return nil, err
	}
	p, err := McNemarPower(in.P12, in.P21, int64(in.N), in.Alpha)
	return map[string]any{"exact": p.Exact, "midp": p.MidP}, err
}

// readSeed insists on a seed that .NET would accept.
func readSeed(seed whole) (int32, error) {
	if seed < math.MinInt32 || seed > math.MaxInt32 {
		return 0, fmt.Errorf("seed %d is outside %d to %d", seed, math.MinInt32, math.MaxInt32)
	}
	return int32(seed), nil
}

func stageRandom(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Seed  whole  `json:"seed"`
		Count whole  `json:"count"`
		Max   *whole `json:"max"`
	}
	if err := decode(raw, &in, "seed", "count"); err != nil {
		return nil, err
	}
	seed, err := readSeed(in.Seed)
	if err != nil {
		return nil, err
	}
	var most *int32
	if in.Max != nil {
		if *in.Max < 0 || *in.Max > math.MaxInt32 {
			return nil, fmt.Errorf("max %d is outside 0 to %d", *in.Max, math.MaxInt32)
		}
		m := int32(*in.Max)
		most = &m
	}
	v, err := RandomValues(seed, int(in.Count), most)
	return map[string]any{"values": v}, err
}

func stageOrder(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Seed whole `json:"seed"`
		N    whole `json:"n"`
	}
	if err := decode(raw, &in, "seed", "n"); err != nil {
		return nil, err
	}
	seed, err := readSeed(in.Seed)
	if err != nil {
		return nil, err
	}
	if in.N < 0 || in.N > maxRandomValues {
		return nil, fmt.Errorf("n is %d, allowed are 0 to %d", in.N, maxRandomValues)
	}
	return map[string]any{"order": Order(seed, int(in.N))}, nil
}

// stageSystemRandom gives all lists of the reference file for one seed.
func stageSystemRandom(raw json.RawMessage) (map[string]any, error) {
	var in struct {
		Seed whole `json:"seed"`
	}
	if err := decode(raw, &in, "seed"); err != nil {
		return nil, err
	}
	seed, err := readSeed(in.Seed)
	if err != nil {
		return nil, err
	}
	take := func(n int, next func(*SystemRandom) any) []any {
		r, list := NewSystemRandom(seed), make([]any, n)
		for i := range list {
			list[i] = next(r)
		}
		return list
	}
	next := take(200, func(r *SystemRandom) any { return r.Next() })
	below, orders := map[string]any{}, map[string]any{}
	for _, n := range []int32{1, 2, 3, 6, 10, 40, 100, 1000, 65536, 1000000, math.MaxInt32} {
		below[strconv.Itoa(int(n))] = take(20, func(r *SystemRandom) any { return r.NextMax(n) })
	}
	for n := 2; n <= 40; n++ {
		orders[strconv.Itoa(n)] = Order(seed, n)
	}
	one := NewSystemRandom(seed)
	return map[string]any{
		"seed": seed, "next": next[:20], "next_191_to_200": next[190:], "next_n": below, "fisher_yates": orders,
		"next_double":         take(20, func(r *SystemRandom) any { return r.NextDouble() }),
		"next_minus5_6":       take(10, func(r *SystemRandom) any { return r.NextRange(-5, 6) }),
		"one_instance_5_12_3": [][]int{one.Shuffle(5), one.Shuffle(12), one.Shuffle(3)},
	}, nil
}
