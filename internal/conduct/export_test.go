package conduct

import (
	"context"

	"iucomstudien/internal/llm"
)

// Desk is where runs ask models.
func (c *Conduct) Desk(ctx context.Context, ref Ref, provider string, terms Terms) (*llm.Desk, error) {
	return c.desk(ctx, ref, provider, terms)
}

// RatersTexts are the texts that raters get, in blind order.
func (c *Conduct) RatersTexts(ctx context.Context, ref Ref) (texts []string, err error) {
	blinded, err := c.db.Blinded(ctx, ref)
	for _, b := range blinded {
		texts = append(texts, b.Text)
	}
	return texts, err
}
