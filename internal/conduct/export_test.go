package conduct

import (
	"context"

	"iucomstudien/internal/llm"
)

// Desk is where runs ask models.
func (c *Conduct) Desk(ctx context.Context, ref Ref, provider string, terms Terms) (*llm.Desk, error) {
	return c.desk(ctx, ref, provider, terms)
}
