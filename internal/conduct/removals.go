package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"iucomstudien/internal/blinding/normalise"
	"iucomstudien/internal/report"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/studylog"
)

// countRemovals adds up which rule of normalising did how much in one answer.
func countRemovals(row sqlite.BlindedRow, counts map[string]int) error {
	if row.NormaliseLog == nil {
		return nil
	}
	var n normalise.Result
	if err := json.Unmarshal(row.NormaliseLog, &n); err != nil {
		return fmt.Errorf("reading what was removed from answer %s: %w", row.Code, err)
	}
	for _, change := range n.Log {
		counts[change.Rule]++
	}
	return nil
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
