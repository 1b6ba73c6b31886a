package conduct

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// draftPause is how long what is typed is collected before it is written: a write a keystroke would keep the disk busy.
const draftPause = 250 * time.Millisecond

// draftKey is the setting under which the draft of a study is kept.
func draftKey(studyID string) string { return "draft/" + studyID }

// StardDraft names, for [Conduct.KeepDraft], what was typed in the checklist of STARD of a study.
func StardDraft(studyID string) string { return studyID + "/stard" }

// drafts are what was typed and is not written yet.
type drafts struct {
	mu      sync.Mutex
	pending map[string]string // by study
	timer   *time.Timer
	write   sync.Mutex // one writer at a time, so that an older text never replaces a newer one
}

// KeepDraft keeps what was typed about a study and belongs to it only when the person says so; "" forgets it. It returns at
// once: the latest text is written a moment later, and by [Conduct.Close] in any case. It is told to no log.
func (c *Conduct) KeepDraft(studyID, text string) {
	d := &c.drafts
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pending == nil {
		d.pending = make(map[string]string)
	}
	d.pending[studyID] = text
	if d.timer == nil {
		d.timer = time.AfterFunc(draftPause, func() { _ = c.writeDrafts(context.Background()) }) // Close writes what failed
	}
}

// Draft is what was typed about a study and not kept; "" for nothing.
func (c *Conduct) Draft(ctx context.Context, studyID string) (string, error) {
	c.drafts.mu.Lock()
	text, waiting := c.drafts.pending[studyID]
	c.drafts.mu.Unlock()
	if waiting {
		return text, nil
	}
	return c.db.Preference(ctx, draftKey(studyID))
}

// writeDrafts writes what waits. What fails waits on.
func (c *Conduct) writeDrafts(ctx context.Context) error {
	d := &c.drafts
	d.write.Lock()
	defer d.write.Unlock()
	d.mu.Lock()
	todo := make(map[string]string, len(d.pending))
	for id, text := range d.pending {
		todo[id] = text
	}
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	d.mu.Unlock()
	for id, text := range todo {
		if err := c.db.SetPreference(ctx, draftKey(id), text); err != nil {
			return fmt.Errorf("keeping what was typed: %w", err)
		}
		d.mu.Lock()
		if d.pending[id] == text {
			delete(d.pending, id)
		}
		d.mu.Unlock()
	}
	return nil
}
