package app

import (
	"context"
	"testing"
	"time"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// oneKey is a keyring that has the same key for everybody.
type oneKey struct{}

func (oneKey) Get(string) (string, error) { return "sk-of-a-test", nil }
func (oneKey) Set(string, string) error   { return nil }
func (oneKey) Delete(string) error        { return nil }

// reopened closes the window as it stands and opens it anew on the same folders, as after a new start.
func (h *house) reopened() *house {
	h.t.Helper()
	h.shell.end()
	h.settle()
	if err := h.shell.conduct.Close(); err != nil {
		h.t.Fatal(err)
	}
	home, err := folder.At(h.dir)
	if err != nil {
		h.t.Fatal(err)
	}
	c, err := conduct.Open(context.Background(), conduct.Config{Home: home, Keyring: func(string) secrets.Keyring { return oneKey{} }})
	if err != nil {
		h.t.Fatal(err)
	}
	again := &house{t: h.t, app: h.app, queue: newQueue(), dir: h.dir}
	again.shell, err = New(h.app, c, Options{Language: study.English, Post: again.queue.post, Beat: time.Hour})
	if err != nil {
		h.t.Fatal(err)
	}
	again.shell.win.Resize(roomy)
	h.t.Cleanup(func() {
		again.shell.stop()
		again.settle()
		if err := c.Close(); err != nil {
			h.t.Error(err)
		}
	})
	return again
}

func TestWhatWasTypedOfACaseIsThereAfterTheWindowWasClosedInTheMiddle(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("home.new")
	h.entry(0).SetText("Draft")
	h.tapKey("home.create")
	h.shell.wizard.Show("case")
	h.entry(0).SetText("Half a title")
	find[*widgets.Paper](h).SetText("Half the fac")

	h = h.reopened()
	h.shell.wizard.Show("case")
	h.sees("Half a title", "Half the fac")
	find[*widgets.Paper](h).SetText("The whole facts.")
	h.tapKey("wizard.case.keep")

	h = h.reopened()
	h.shell.wizard.Show("case")
	h.sees("The whole facts.")
	if text, err := h.shell.conduct.Draft(context.Background(), "Draft"); err != nil || text != "" {
		t.Errorf("what was kept is still a draft: %q, %v", text, err)
	}
}

func TestWhatWasTypedOfTheTargetQuestionIsThereAfterTheWindowWasClosedInTheMiddle(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.shell.wizard.Show("stard")
	h.entry(0).SetText("Is the notice eff")

	h = h.reopened()
	h.shell.wizard.Show("stard")
	h.sees("Is the notice eff")
	h.tapKey("wizard.stard.keep")
	h.entryWith(h.shell.words.T("wizard.stard.author")).SetText("Dr. Mus")

	h = h.reopened()
	h.shell.wizard.Show("stard")
	h.sees("Is the notice eff", "Dr. Mus")
}
