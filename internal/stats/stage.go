package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Stage computes one statistic alone, by its name, from the JSON input and to the output that the reference values
// in testdata have (their README.md is the specification). A value that does not exist is null, with its reason
// under "reason": a word, or, where several values can be undefined, words by the name of the value.
//
// Two more names are "random" (seed, count, max -> values) and "order" (seed, n -> order). Unknown fields are
// ignored. An input that cannot be computed from gives an error of one sentence.
func Stage(statistic string, input json.RawMessage) (map[string]any, error) {
	run, ok := stages[statistic]
	if !ok {
		return nil, fmt.Errorf("statistic %q is none of %s", statistic, strings.Join(Statistics(), ", "))
	}
	out, err := run(input)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", statistic, err)
	}
	return out, nil
}

// Statistics lists the names that [Stage] knows, in alphabetical order.
func Statistics() []string { return slices.Sorted(maps.Keys(stages)) }

var stages = map[string]func(json.RawMessage) (map[string]any, error){
	"alpha_bootstrap":      stageAlphaBootstrap,
	"binomial_tail":        stageBinomialTail,
	"blinding":             stageBlinding,
	"chance_guess":         stageChanceGuess,
	"cluster_bootstrap":    stageClusterBootstrap,
	"cochran_q":            stageCochranQ,
	"cohen_kappa":          stageCohenKappa,
	"confusion_matrix":     stageConfusionMatrix,
	"fleiss_kappa":         stageFleissKappa,
	"friedman":             stageFriedman,
	"gwet":                 stageGwet,
	"holm":                 stageHolm,
	"icc":                  stageICC,
	"krippendorff_alpha":   stageKrippendorffAlpha,
	"mcnemar":              stageMcNemar,
	"n_mcnemar":            stageSizeForMcNemar,
	"n_wilson_width":       stageSizeForWilson,
	"order":                stageOrder,
	"ordinal_median":       stageOrdinalMedian,
	"power_mcnemar_exact":  stageMcNemarPower,
	"random":               stageRandom,
	"system_random":        stageSystemRandom,
	"two_by_two":           stageTwoByTwo,
	"wilcoxon_signed_rank": stageSignedRank,
	"wilson":               stageWilson,
}

// decode reads the input into a struct and insists on the fields named.
func decode(raw json.RawMessage, into any, required ...string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return errors.New("input is not a JSON object")
	}
	for _, name := range required {
		if v, ok := fields[name]; !ok || bytes.Equal(bytes.TrimSpace(v), []byte("null")) {
			return fmt.Errorf("field %q is missing", name)
		}
	}
	err := json.Unmarshal(raw, into)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("field %q holds a %s where a %s is needed", wrong.Field, wrong.Value, wrong.Type.Kind())
	}
	return err
}

// number is a number in a list. A null among numbers is refused: it would silently become 0.
type number float64

// UnmarshalJSON refuses anything but a number.
func (n *number) UnmarshalJSON(raw []byte) error {
	var v *float64
	if err := json.Unmarshal(raw, &v); err != nil || v == nil {
		return fmt.Errorf("%s is not a number", shortened(raw))
	}
	*n = number(*v)
	return nil
}

// floats returns plain numbers.
func floats(list []number) []float64 {
	out := make([]float64, len(list))
	for i, v := range list {
		out[i] = float64(v)
	}
	return out
}

// whole is a whole number, also when written as 5.0 or 1e6.
type whole int64

// UnmarshalJSON refuses numbers with a fraction, and null.
func (w *whole) UnmarshalJSON(raw []byte) error {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		*w = whole(n)
		return nil
	}
	const most = 1 << 53
	v, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || v < -most || v > most || v != math.Trunc(v) {
		return fmt.Errorf("%s is not a whole number", shortened(raw))
	}
	*w = whole(v)
	return nil
}

// shortened keeps a message to one short line.
func shortened(raw []byte) string {
	const most = 30
	if len(raw) > most {
		raw = append(slices.Clone(raw[:most]), "..."...)
	}
	return strconv.Quote(string(raw))
}

// output gathers values and reasons of a statistic.
type output struct {
	values  map[string]any
	reasons map[string]Reason
}

func newOutput() *output {
	return &output{values: map[string]any{}, reasons: map[string]Reason{}}
}

// set writes a plain value.
func (o *output) set(key string, v any) { o.values[key] = v }

// none writes null with its reason.
func (o *output) none(key string, why Reason) {
	o.values[key] = nil
	o.reasons[key] = why
}

// number writes a number, or null with the reason given where it is not finite.
func (o *output) number(key string, v float64, why Reason) {
	if finite(v) {
		o.values[key] = v
	} else {
		o.none(key, why)
	}
}

// figure writes the value of a figure.
func (o *output) figure(key string, f Figure) {
	if v, ok := f.Value(); ok {
		o.values[key] = v
	} else {
		o.none(key, f.Reason())
	}
}

// part writes a step of a figure's working; nothing when the figure has no such step.
func (o *output) part(key string, f Figure, step string) {
	if v, ok := f.Part(step); ok {
		o.values[key] = v
	}
}

// interval writes the limits of a figure's interval.
func (o *output) interval(key string, f Figure) {
	switch {
	case f.Interval != nil:
		o.values[key] = []float64{f.Interval.Low, f.Interval.High}
	case f.NoInterval != "":
		o.none(key, f.NoInterval)
	default:
		o.none(key, f.Reason())
	}
}

// single returns the output of a statistic with one main value: its reason stands alone.
func (o *output) single(main string) map[string]any {
	if why, ok := o.reasons[main]; ok {
		o.values["reason"] = why
	} else if len(o.reasons) > 0 {
		o.values["reason"] = o.reasons
	}
	return o.values
}

// several returns the output of a statistic with many values: reasons by the name of the value.
func (o *output) several() map[string]any {
	if len(o.reasons) > 0 {
		o.values["reason"] = o.reasons
	}
	return o.values
}
