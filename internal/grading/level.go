package grading

import "iucomstudien/internal/study"

// Level computes the result of system A of the bars (true: passed) and the quality levels (1 best, 5 worst).
//
//	mean  = Σ weight·Q / Σ weight, over the criteria that are applicable
//	level = mean rounded half up, towards the worse level; 5 when a bar with effect level5 failed;
//	        otherwise not better than 4 when a bar with effect cap4 failed
//
// The mean has two decimals. Several failed bars do not add up. A criterion marked «not applicable» leaves its weight
// out. NotReturned when a bar or a quality level was not returned; Undefined when no criterion is applicable.
// Source: study protocol, system A; that halves round up is an entry of the decision register.
func (s *Systems) Level(bars map[string]bool, quality map[string]study.Maybe[int]) study.Maybe[study.SystemA] {
	sum, weights := 0, 0
	for _, c := range s.A.Criteria {
		q := quality[c.ID]
		if v, ok := q.Get(); ok {
			sum += c.Weight * v
			weights += c.Weight
		} else if q.Why() != study.NotApplicable {
			return study.Absent[study.SystemA](study.NotReturned)
		}
	}
	cap4, level5 := false, false
	for _, b := range s.A.Bars {
		passed, ok := bars[b.ID]
		if !ok {
			return study.Absent[study.SystemA](study.NotReturned)
		}
		cap4 = cap4 || !passed && b.Effect == EffectCap4
		level5 = level5 || !passed && b.Effect == EffectLevel5
	}
	if weights == 0 {
		return study.Absent[study.SystemA](study.Undefined)
	}
	level := roundHalfUp(sum, weights)
	switch {
	case level5:
		level = 5
	case cap4:
		level = max(level, 4)
	}
	return study.Known(study.SystemA{Mean: float64(roundHalfUp(100*sum, weights)) / 100, Level: level})
}

// roundHalfUp is a/b rounded to the nearest whole number, halves up. In whole numbers, so that 2.5 is exactly 2.5.
func roundHalfUp(a, b int) int { return (2*a + b) / (2 * b) }
