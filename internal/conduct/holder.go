package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"iucomstudien/internal/study"
)

// keyHolders are the IDs that the log names as holding or having opened a key of the study, in lower case. Whoever has
// seen one key knows how origins and styles go together, and is blind in no test of the study.
func (c *Conduct) keyHolders(ctx context.Context, studyID string) (map[string]bool, error) {
	log, err := c.db.Log(ctx, studyID)
	if err != nil {
		return nil, err
	}
	holders := make(map[string]bool)
	for _, e := range log {
		var noted struct {
			Holder string `json:"key_holder"`
		}
		if err := json.Unmarshal(e.Data, &noted); err != nil {
			return nil, fmt.Errorf("reading who holds the key: %w", err)
		}
		if noted.Holder != "" {
			holders[strings.ToLower(noted.Holder)] = true
		}
	}
	return holders, nil
}

// refuseHolder refuses a sheet by somebody who holds the key.
func refuseHolder(holders map[string]bool, reviewer, file string) error {
	if holders[strings.ToLower(reviewer)] {
		return &study.Problem{ID: "ratings.key-holder", File: file, Args: map[string]any{"reviewer": reviewer}}
	}
	return nil
}
