package conduct_test

import (
	"context"
	"fmt"
	"testing"

	"iucomstudien/internal/study"
)

func TestTheLastOfManyDraftsIsKeptWhenTheProgramEnds(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	c := open(t, dir)
	for i := range 500 {
		c.KeepDraft("A", fmt.Sprint("typed ", i))
	}
	c.KeepDraft("B", "other")
	c.KeepDraft("B", "")
	if text, err := c.Draft(ctx, "A"); err != nil || text != "typed 499" {
		t.Errorf("before the end: %q, %v", text, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, dir)
	for id, want := range map[string]string{"A": "typed 499", "B": ""} {
		if text, err := c.Draft(ctx, id); err != nil || text != want {
			t.Errorf("%s: %q, %v", id, text, err)
		}
	}
}

func TestADraftGoesWithItsStudy(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s, err := c.CreateStudy(ctx, study.Study{Name: "Tenancy", Language: study.English})
	if err != nil {
		t.Fatal(err)
	}
	c.KeepDraft(s.ID, "typed")
	if err := c.DeleteStudy(ctx, s.ID); err != nil {
		t.Fatal(err)
	}
	if text, err := c.Draft(ctx, s.ID); err != nil || text != "" {
		t.Errorf("left is %q, %v", text, err)
	}
}
