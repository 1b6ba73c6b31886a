package intake

import (
	"context"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// document reads a file of running text: one answer. Its condition and origin are those of the hint, since a document says
// neither in a way a program may rely on.
func (r *reading) document(ctx context.Context, name string, data []byte) error {
	doc, err := extract.Read(ctx, name, data)
	if err != nil {
		return err
	}
	r.p.Format, r.p.Warnings = doc.Format, doc.Warnings
	if strings.TrimSpace(doc.Text) == "" {
		return &study.Problem{ID: "file.no-text"}
	}
	if len(doc.Text) > MaxAnswer {
		return &study.Problem{ID: "intake.answer-too-large", Args: map[string]any{"limit": "1 MB", "at": "", "id": ""}}
	}
	if n := len(doc.Headers) + len(doc.Footers) + len(doc.Comments); n > 0 {
		r.question(&study.Problem{ID: "intake.left-out", Args: map[string]any{
			"headers": len(doc.Headers), "footers": len(doc.Footers), "comments": len(doc.Comments),
		}})
	}
	a := study.Answer{Text: doc.Text}
	if r.hint.Condition.Human() {
		a.Origin.Participant = r.hint.Origin.Participant
	}
	r.add(Candidate{Answer: a}, "")
	return nil
}
