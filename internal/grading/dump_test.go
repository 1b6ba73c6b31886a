package grading_test

import (
	"encoding/json"

	"iucomstudien/internal/study"
)

// dump is a grading as text, to compare two.
func dump(g study.Grading) string {
	raw, err := json.MarshalIndent(g, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(raw)
}
