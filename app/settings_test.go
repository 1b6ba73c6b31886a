package app

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
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

// settingsPart opens a part of the settings.
func (h *house) settingsPart(name string) {
	h.t.Helper()
	h.command("app.settings")
	h.tapKey("settings.part." + name)
}

func TestACopyIsMadeAndRestoredAndTheFormerStateToo(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.settingsPart("backups")
	h.sees("There is no copy yet.")
	h.tapKey("settings.backups.make")
	h.sees("Copied: ")
	h.newStudy()
	h.settingsPart("backups")
	h.tapKey("settings.backups.restore")
	h.press(fyne.KeyReturn) // the keyboard is on Cancel
	if n := h.studies(); n != 2 {
		t.Fatalf("Cancel left %d studies", n)
	}
	h.tapKey("settings.backups.restore")
	h.tapKey("settings.backups.restore.yes")
	h.sees("The studies are as they were in the copy", h.shell.words.T("settings.backups.aside"))
	if n := h.studies(); n != 1 {
		t.Errorf("after the restoring there are %d studies", n)
	}
	h.tapKey("settings.backups.restore") // the newest copy is the state before
	h.tapKey("settings.backups.restore.yes")
	if n := h.studies(); n != 2 {
		t.Errorf("after the way back there are %d studies", n)
	}
	h.command("app.menu.studies") // the window goes on with what was opened again
	h.sees("Kündigung wegen Mietzinsrückstands")
}

// studies counts the studies.
func (h *house) studies() int {
	h.t.Helper()
	list, err := h.shell.conduct.Studies(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return len(list)
}

func TestACopyThatIsNoGoodLeavesTheStudiesOpen(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.settingsPart("backups")
	h.tapKey("settings.backups.make")
	list, err := h.shell.conduct.Backups()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if err := os.WriteFile(filepath.Join(h.shell.conduct.BackupsFolder(), list[0].Name), []byte("no database, only a text of some length"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.tapKey("settings.backups.restore")
	h.tapKey("settings.backups.restore.yes")
	h.sees("damaged", h.shell.words.T("app.copy-details"))
	if n := h.studies(); n != 1 {
		t.Errorf("there are %d studies", n)
	}
	if h.shell.modal != nil || h.shell.held != nil {
		t.Error("something still lies over the window")
	}
}

func TestFewerCopiesAreKeptOnlyOnAWord(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.settingsPart("backups")
	h.tapKey("settings.backups.make")
	h.tapKey("settings.backups.make")
	one := h.shell.words.N("settings.backups.number", 1)
	count := func(want int) {
		t.Helper()
		if list, err := h.shell.conduct.Backups(); err != nil || len(list) != want {
			t.Errorf("there are %v, %v, want %d", list, err, want)
		}
	}
	h.choice(one)
	h.press(fyne.KeyEscape)
	count(2)
	if kept := find[*widgets.Choice[int]](h).Selected; kept == one {
		t.Errorf("after Cancel the choice shows %q", kept)
	}
	h.choice(one)
	h.tapKey("settings.backups.fewer.yes")
	count(1)
	h.choice(h.shell.words.N("settings.backups.number", 14)) // more needs no word
	if kept, err := h.shell.conduct.BackupsKept(t.Context()); kept != 14 || err != nil {
		t.Errorf("%d are kept, %v", kept, err)
	}
}

func TestAStudyOverItsTermIsListedAndDeletedOnAWord(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	if _, err := h.shell.conduct.Demo(t.Context(), job.Silent); err != nil {
		t.Fatal(err)
	}
	h.settingsPart("protection")
	h.choice(h.shell.words.N("settings.data.retention.months", 12))
	h.sees("No study is over the term.")
	h.moment = h.moment.AddDate(1, 0, 1)
	h.settingsPart("protection")
	h.sees("1 study is over the term", "Kündigung wegen Mietzinsrückstands")
	h.tapKey("home.delete")
	h.press(fyne.KeyReturn) // the keyboard is on Cancel
	if n := h.studies(); n != 1 {
		t.Fatal("deleted without a word")
	}
	h.tapKey("home.delete")
	h.tapKey("home.delete.all")
	h.sees("is deleted with everything of it", "No study is over the term.")
	if n := h.studies(); n != 0 {
		t.Errorf("%d studies are left", n)
	}
}

func TestTheFolderOfTheDocumentsIsChosenAndWhatIsThereComesAlongOnAWord(t *testing.T) {
	for name, c := range map[string]struct {
		answer   string
		comes    bool
		prepared string // a file that stands in the new folder
	}{
		"moved":       {"settings.documents.move", true, ""},
		"begun empty": {"settings.documents.empty", false, ""},
		"taken as is": {"settings.documents.use", false, "IUCOM Studien/letter.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			if _, err := h.shell.conduct.Demo(t.Context(), job.Silent); err != nil {
				t.Fatal(err)
			}
			before := h.shell.conduct.Home()
			names := []string{}
			if c.prepared != "" {
				names = append(names, c.prepared)
			}
			chosen := folderWith(t, names...)
			h.settingsPart("data")
			h.shell.settings.PlanDocuments(chosen)
			h.settle()
			h.press(fyne.KeyReturn) // the keyboard is on Cancel
			if h.shell.conduct.Home() != before {
				t.Fatal("Cancel has changed the folder")
			}
			h.shell.settings.PlanDocuments(chosen)
			h.settle()
			h.tapKey(c.answer)
			now := h.shell.conduct.Home()
			if now.Documents != folder.InFolder(chosen) || now.Database() != before.Database() {
				t.Fatalf("the home is %+v", now)
			}
			h.sees("Documents go to "+now.Documents, now.Database())
			_, there := os.Stat(filepath.Join(now.Documents, "Key"))
			_, left := os.Stat(filepath.Join(before.Documents, "Key"))
			if (there == nil) != c.comes || (left == nil) == c.comes {
				t.Errorf("at the new place: %v; at the old: %v", there, left)
			}
			if h.studies() != 1 {
				t.Error("the database is not the one of before")
			}
			h.tapKey("settings.documents.usual")
			h.sees(before.Documents)
		})
	}
}

func TestAFolderOnADriveThatIsGoneIsSaidAtOnce(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	home := h.shell.conduct.Home()
	if err := home.ChooseDocuments(filepath.Join(t.TempDir(), "drive")); err != nil {
		t.Fatal(err)
	}
	h.shell.Reopen("again", conductIdle, func(job.End) {})
	h.settle()
	h.shell.sayMissing()
	h.sees("The folder of the documents is not there")
	h.settingsPart("data")
	h.sees("This folder is not there now.")
	if _, err := os.Stat(h.shell.conduct.Home().Documents); !errors.Is(err, fs.ErrNotExist) {
		t.Error("looking has made the folder")
	}
}

func TestTheDailyCopyIsMadeBesideTheWindow(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	for range 2 {
		h.shell.KeepDailyCopy()
		h.shell.lookups.Wait()
	}
	list, err := h.shell.conduct.Backups()
	if err != nil || len(list) != 1 {
		t.Errorf("got %v, %v", list, err)
	}
}

func TestWhileTheStudiesAreClosedNothingElseIsDone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	begun, goOn := make(chan struct{}), make(chan struct{})
	var ends []job.End
	h.shell.Reopen("A change", func(ctx context.Context, _ job.Report) error {
		close(begun)
		select {
		case <-goOn:
		case <-ctx.Done():
		}
		return ctx.Err()
	}, func(end job.End) { ends = append(ends, end) })
	<-begun
	h.pressCommand("app.menu.studies")
	h.closes()
	if h.shell.ctx.Err() != nil {
		t.Error("the window closes in the middle of a change")
	}
	h.press(fyne.KeyEscape) // cancels the change
	h.settle()
	close(goOn)
	if len(ends) != 1 || ends[0] != job.Stopped {
		t.Errorf("it ended %v", ends)
	}
	h.sees("Settings")
	if n := h.studies(); n != 1 {
		t.Errorf("there are %d studies", n)
	}
}

// conductIdle changes nothing on the disk.
func conductIdle(context.Context, job.Report) error { return nil }

func TestWhereverAFaultIsShownItsDetailsCanBeCopied(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample") // one answer is refused, since a consent is missing
	h.sees(h.shell.words.T("app.copy-details"))
	h.tapKey("app.copy-details")
	if got := h.app.Clipboard().Content(); !strings.Contains(got, "consent") {
		t.Errorf("copied %q", got)
	}
	h.shell.SetLanguage(study.German)
	h.sees(h.shell.words.T("app.copy-details"))
}
