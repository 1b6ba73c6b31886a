package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"iucomstudien/internal/blinding/normalise"
	"iucomstudien/internal/blinding/pseudonymise"
	"iucomstudien/internal/report"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/studylog"
)

// countRemovals adds up what was done to one answer: by rule of normalising, and by kind of personal data replaced.
func countRemovals(row sqlite.BlindedRow, counts map[string]int) error {
	n, spans, err := doneTo(row)
	if err != nil {
		return err
	}
	for _, change := range n.Log {
		counts[change.Rule]++
	}
	for _, span := range spans {
		counts[strings.ToLower(span.Kind)]++
	}
	return nil
}

// doneTo reads what was done to one answer.
func doneTo(row sqlite.BlindedRow) (n normalise.Result, spans []pseudonymise.Span, err error) {
	for _, part := range []struct {
		data json.RawMessage
		to   any
	}{{row.NormaliseLog, &n}, {row.Spans, &spans}} {
		if part.data == nil {
			continue
		}
		if err := json.Unmarshal(part.data, part.to); err != nil {
			return n, nil, fmt.Errorf("reading what was done to answer %s: %w", row.Code, err)
		}
	}
	return n, spans, nil
}

// removals lists the counts by rule.
func removals(counts map[string]int) []report.Removal {
	var list []report.Removal
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, report.Removal{Rule: rule, Count: counts[rule]})
	}
	return list
}

// reported tells from the log whether a report was written since the test was unblinded.
func (c *Conduct) reported(ctx context.Context, ref Ref) (bool, error) {
	log, err := c.db.Log(ctx, ref.Study)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(log, func(e studylog.Entry) bool { return e.Test == ref.Test && e.Kind == studylog.Reported }), nil
}
