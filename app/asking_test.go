package app

import (
	"context"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// withModel enters a model on this machine as the provider "chair".
func (h *house) withModel() {
	h.t.Helper()
	err := h.shell.conduct.SaveProvider(context.Background(), conduct.Provider{Name: "chair", Kind: "compatible", Model: "chair-1", BaseURL: localModels(h.t)})
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestModelIsAskedFromThePageOfAnswers(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("answers")
	h.tapKey("wizard.asking.open")
	h.sees("No AI provider is entered yet.")
	h.tapKey("wizard.model.settings")
	h.sees("A study can do without")

	h.withModel()
	h.shell.OpenStudy("DEMO-MIETE-01")
	h.shell.wizard.Show("answers")
	h.tapKey("wizard.asking.open")
	h.choice("Control: asked plainly")
	h.tapKey("wizard.asking.estimate")
	h.sees("1 request will be sent.", "It costs nothing", "are sent to the provider")
	h.tapKey("wizard.model.send")
	h.sees("1 run is done", "chair-1")
}
