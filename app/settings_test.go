package app

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"iucomstudien/internal/study"
)

// localModels is a server of models on this machine, as Ollama or LM Studio are: it lists one model and answers.
func localModels(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"chair-1","object":"model","created":1,"owned_by":"chair"}]}`))
			return
		}
		_, _ = w.Write([]byte(`{"id":"r1","object":"chat.completion","created":1,"model":"chair-1","choices":[{"index":0,"finish_reason":"stop",` +
			`"message":{"role":"assistant","content":"ok"}}],"usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}}`))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1/"
}

func TestProviderIsAddedAndTestedInTheSettings(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("app.settings")
	h.tapKey("settings.part.ai")
	h.sees("A study can do without")
	h.tapKey("settings.ai.add")
	h.choice("own or compatible server (Ollama, LM Studio …)")
	h.entryWith(h.shell.words.T("settings.ai.name.example")).SetText("chair")
	h.entryWith(h.shell.words.T("settings.ai.model.example")).SetText("chair-1")
	h.entryWith(h.shell.words.T("settings.ai.url.example")).SetText(localModels(t))
	h.tapKey("settings.ai.save")
	h.sees("chair can be reached")
	h.tapKey("settings.ai.ask")
	h.sees("chair has answered")

	h.tapKey("settings.ai.remove")
	h.tapKey("settings.ai.remove")
	h.sees("A study can do without")
}

func TestProviderThatCanNotBeReachedIsSaidWithARemedy(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("app.settings")
	h.tapKey("settings.part.ai")
	h.tapKey("settings.ai.add")
	h.choice("own or compatible server (Ollama, LM Studio …)")
	h.entryWith(h.shell.words.T("settings.ai.name.example")).SetText("gone")
	h.entryWith(h.shell.words.T("settings.ai.model.example")).SetText("m")
	h.entryWith(h.shell.words.T("settings.ai.url.example")).SetText("http://127.0.0.1:1/v1/")
	h.entryWith(h.shell.words.T("settings.ai.cap.example")).SetText("twenty")
	h.tapKey("settings.ai.save")
	h.sees("“twenty” can't be read as Never spend more than.")
	h.entryWith(h.shell.words.T("settings.ai.cap.example")).SetText("20 USD")
	h.tapKey("settings.ai.save")
	h.sees("127.0.0.1")
}

func TestOwnPriceIsAddedToTheList(t *testing.T) {
	h := newHouse(t, study.German, roomy)
	h.command("app.settings")
	h.tapKey("settings.part.prices")
	for key, text := range map[string]string{"model": "chair-1", "input": "2,50 EUR", "output": "10 EUR", "source": "Vertrag vom 1. März 2026"} {
		h.entryWith(h.shell.words.T("settings.prices." + key)).SetText(text)
	}
	h.tapKey("settings.prices.add")
	h.sees("chair-1 hat ab heute einen Preis")
}
