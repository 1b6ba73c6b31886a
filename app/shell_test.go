package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"iucomstudien/app/host"
	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// working starts a job that goes on until it is stopped or let go, and gives what lets it go.
func (h *house) working(report func(job.Report)) (letGo chan error, ends *[]job.End) {
	h.t.Helper()
	letGo, ends = make(chan error), new([]job.End)
	begun := make(chan struct{})
	h.shell.Start(host.Job{
		Title: "Long work",
		Work: func(ctx context.Context, r job.Report) error {
			if report != nil {
				report(r)
			}
			close(begun)
			select {
			case <-ctx.Done():
				return fmt.Errorf("working: %w", ctx.Err())
			case err := <-letGo:
				return err
			}
		},
		After: func(end job.End) { *ends = append(*ends, end) },
	})
	<-begun
	return letGo, ends
}

func TestAJobIsStoppedByCancel(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	_, ends := h.working(nil)
	h.sees("Long work", "Cancel")
	cancel := h.button("Cancel")
	test.Tap(cancel)
	h.sees("Stopping …")
	if !cancel.Disabled() {
		t.Error("Cancel can be pressed twice")
	}
	h.settle()
	h.sees("Long work: stopped. What was finished is kept.")
	if !slices.Equal(*ends, []job.End{job.Stopped}) {
		t.Errorf("the screen was told %v", *ends)
	}
	if h.button("Cancel") != nil {
		t.Error("the bar of the job is still there")
	}
}

func TestAJobShowsHowFarItIs(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	letGo, _ := h.working(nil)
	state := &newest{}
	bar := h.shell.jobs
	bar.show(state)
	if bar.progress.Visible() || !bar.unknown.Visible() {
		t.Error("a job whose end is not known shows a measure")
	}
	state.report(3, 6, "normalise")
	bar.show(state)
	h.sees("Normalising")
	if got := bar.progress.Value; got != 0.5 {
		t.Errorf("shown %v, want 0.5", got)
	}
	if got := bar.progress.TextFormatter(); got != "3 of 6" {
		t.Errorf("said %q", got)
	}
	h.shell.SetLanguage(study.German)
	bar.show(state)
	h.sees("Vereinheitlichen", "Abbrechen")
	letGo <- nil
	h.settle()
	h.sees("Long work: erledigt.")
}

func TestOneJobAtATime(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	letGo, ends := h.working(nil)
	h.shell.OpenSample()
	h.sees("Something is running already.")
	letGo <- nil
	h.settle()
	if len(*ends) != 1 {
		t.Errorf("ended %v", *ends)
	}
}

func TestAFaultOfTheProgramInAJobBecomesAMessage(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.shell.Start(host.Job{Title: "Broken work", Work: func(context.Context, job.Report) error {
		var none []int
		at := len(none)
		none[at] = 1 // a fault of the program, as it may happen
		return nil
	}})
	h.settle()
	h.sees("Something went wrong that the program did not foresee", "Copy details")
	h.tap("Copy details")
	if got := h.app.Clipboard().Content(); !strings.Contains(got, "Broken work") || !strings.Contains(got, "shell_test.go") {
		t.Errorf("the details do not say where: %s", got)
	}
	h.tap("Open the sample study") // the window lives on
	h.page("blinding")
}

func TestClosingWhileWorkGoesOnAsks(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	_, ends := h.working(nil)
	h.closes()
	h.sees("Close the program?", "Work is still going on.")
	h.press(fyne.KeyEscape)
	if h.shell.modal != nil {
		t.Error("Escape left the question open")
	}
	if h.shell.ctx.Err() != nil {
		t.Error("the work was stopped without a word")
	}
	h.closes()
	for _, o := range inSight(h.roots()[0]) {
		if b, ok := o.(*widgets.Button); ok && b.Text == "Close" {
			test.Tap(b)
			break
		}
	}
	h.shell.Wait()
	h.settle()
	if !slices.Equal(*ends, []job.End{job.Stopped}) {
		t.Errorf("the work ended %v", *ends)
	}
}

// closes closes the window as its button, Ctrl+Q and the menu do, and runs what was set going before.
func (h *house) closes() {
	h.shell.close()
	h.turn()
}

// turn runs what is posted to the window by now.
func (h *house) turn() {
	for !h.queue.empty() {
		h.queue.next()
	}
}

// TestWhatWasSetGoingBeforeClosingIsAskedAbout holds closing to whatever begins work, however short a time before: by a
// button, by files that are dropped, by work that follows on other work.
func TestWhatWasSetGoingBeforeClosingIsAskedAbout(t *testing.T) {
	begin := func(h *house, release chan struct{}) {
		h.shell.Start(host.Job{Title: "Long work", Work: func(ctx context.Context, _ job.Report) error {
			select {
			case <-release:
			case <-ctx.Done():
			}
			return ctx.Err()
		}})
	}
	for name, set := range map[string]func(h *house, release chan struct{}){
		"a button": begin,
		"a drop":   func(h *house, release chan struct{}) { h.shell.post(func() { begin(h, release) }) },
		"work that follows": func(h *house, release chan struct{}) {
			h.shell.jobs.beat = time.Hour // nothing is posted but the end
			h.shell.Start(host.Job{Title: "First", Work: func(context.Context, job.Report) error { return nil },
				After: func(job.End) { begin(h, release) }})
			h.shell.jobs.workers.Wait() // its end is posted
			for h.queue.empty() {
				runtime.Gosched()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			release := make(chan struct{})
			set(h, release)
			h.closes()
			h.sees("Close the program?")
			if h.shell.ctx.Err() != nil {
				t.Error("the work was stopped without a word")
			}
			h.press(fyne.KeyEscape)
			close(release)
			h.settle()
		})
	}
}

func TestEnterPressesCancelWhereNothingCanBeUndone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	done := 0
	ask := func(careful bool) {
		h.shell.Ask(host.Question{Title: "Sure?", Text: "Really?", Yes: "Do it", Careful: careful, Then: func() { done++ }})
	}
	ask(true)
	h.press(fyne.KeyReturn)
	if done != 0 || h.shell.modal != nil {
		t.Errorf("done %d times, question open: %v", done, h.shell.modal != nil)
	}
	ask(false)
	h.press(fyne.KeyReturn)
	if done != 1 || h.shell.modal != nil {
		t.Errorf("done %d times, question open: %v", done, h.shell.modal != nil)
	}
	ask(false)
	h.shell.win.Canvas().Unfocus()
	h.press(fyne.KeyEscape)
	if h.shell.modal != nil || done != 1 {
		t.Error("Escape did not cancel")
	}
}

func TestALongQuestionScrollsAndFitsTheWindow(t *testing.T) {
	h := newHouse(t, study.German, fyne.NewSize(760, 440))
	h.shell.Ask(host.Question{Title: "Herkunftsprüfung", Text: strings.Repeat("Eine Fundstelle. ", 2000), Yes: "Trotzdem aushändigen", Then: func() {}})
	if find[*widgets.TextView](h).Lines() < 100 {
		t.Error("the text is not shown in full")
	}
	if size := h.shell.modal.popUp.Content.Size(); size.Height > 440 || size.Width > 760 {
		t.Errorf("the question is %v in a window of 760 by 440", size)
	}
}

func TestCommandsRestWhileAQuestionIsAsked(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.tapKey("home.sample")
	h.shell.Ask(host.Question{Title: "Sure?", Yes: "Do it", Then: func() {}})
	h.command("wizard.answers")
	h.page("blinding")
	h.press(fyne.KeyEscape)
	h.command("wizard.answers")
	h.page("answers")
	h.command("app.menu.studies")
	h.command("wizard.gold")
	h.sees("Open a study first")
	h.command("app.menu.documents")
	if len(h.opened) != 1 {
		t.Errorf("opened %v", h.opened)
	}
	h.command("app.menu.about")
	h.sees("Everything is kept on this computer")
}

func TestManyFaultsAreShortAndWholeInTheDetails(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	var all []error
	for i := range 9 {
		all = append(all, &study.Problem{ID: "file.empty", File: fmt.Sprintf("file-%d.txt", i)})
	}
	h.shell.Fault(errors.Join(all...))
	h.sees("file-0.txt", "and 5 more")
	if strings.Contains(h.shell.message.shown(), "file-8.txt") {
		t.Error("all faults are shown at once")
	}
	h.tap("Copy details")
	if !strings.Contains(h.app.Clipboard().Content(), "file-8.txt") {
		t.Error("the details are not whole")
	}
	h.shell.win.Canvas().Unfocus()
	h.press(fyne.KeyEscape)
	if h.shell.message.shown() != "" {
		t.Error("Escape left the message")
	}
}

func TestTheWindowKeepsItsSizeWhateverIsSaid(t *testing.T) {
	h := newHouse(t, study.German, small)
	h.tapKey("home.sample")
	for _, page := range []string{"ready", "case", "gold", "answers", "blinding", "stard", "start"} {
		h.shell.wizard.Show(page)
		h.shell.Say(strings.Repeat("Ein langer Satz über die Studie. ", 20))
		if got := h.shell.win.Content().MinSize(); got.Width > small.Width || got.Height > small.Height {
			t.Errorf("%s asks for %v", page, got)
		}
	}
}

func TestLanguageLookAndSizeAreRemembered(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("app.settings")
	find[*widgets.Choice[study.Language]](h).SetSelected("polski")
	h.sees("Ustawienia")
	if got := PreferredLanguage(h.app, study.English); got != study.Polish {
		t.Errorf("the language is %s at the next start", got)
	}
	h.app.Preferences().SetString("look", "dark")
	if th := settings.ThemeFor(h.app); th.Force == nil {
		t.Error("the look is forgotten")
	}
	h.shell.win.Resize(fyne.NewSize(1300, 800))
	h.shell.end()
	if got := rememberedSize(h.app); got != fyne.NewSize(1300, 800) {
		t.Errorf("the next window is %v", got)
	}
	rememberSize(h.app, fyne.NewSize(10, 10))
	if got := rememberedSize(h.app); got.Width < leastWidth || got.Height < leastHeight {
		t.Errorf("the next window is %v", got)
	}
}

func TestWhyTheProgramCanNotStartIsSaidInAWindow(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	w := ShowFault(h.app, study.German, &study.Problem{ID: "store.in-use", File: "studies.db"})
	screen := strings.Join(textsOf(w.Content()), "\n")
	for _, want := range []string{"Das Programm kann nicht starten", "in einem anderen Fenster", "Einzelheiten kopieren", "Schließen"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is not in sight:\n%s", want, screen)
		}
	}
}

func TestFilesAreRefusedWhereTheyBelongNowhere(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.drop("gold/gutachten-1.txt")
	h.sees("Files belong to a study, and none is open.", "answers onto step 4")
	h.tapKey("home.sample")
	h.shell.Ask(host.Question{Title: "Sure?", Yes: "Do it", Then: func() {}})
	h.shell.wizard.Show("gold")
	h.drop("gold/gutachten-1.txt")
	if got := h.shell.message.shown(); !strings.Contains(got, "A question is open") {
		t.Errorf("said %q", got)
	}
}

// folder makes files below a folder.
func folderWith(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFoldersAreWalked(t *testing.T) {
	dir := folderWith(t, "b.txt", "a/c.txt", ".hidden", "~$lock.docx", "Thumbs.db", ".git/config", "a/desktop.ini")
	single := filepath.Join(folderWith(t, ".named"), ".named")
	got, err := expand([]string{dir, single})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "a", "c.txt"), filepath.Join(dir, "b.txt"), single}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestAFolderByMistakeIsRefused(t *testing.T) {
	var names []string
	for i := range mostFiles + 1 {
		names = append(names, fmt.Sprintf("%04d.txt", i))
	}
	if _, err := expand([]string{folderWith(t, names...)}); !study.HasProblem(err, "app.too-many-files") {
		t.Errorf("got %v", err)
	}
	if _, err := expand([]string{folderWith(t, ".hidden")}); !study.HasProblem(err, "app.no-files") {
		t.Errorf("got %v", err)
	}
	missing := filepath.Join(t.TempDir(), "gone.txt")
	if got, err := expand([]string{missing}); err != nil || !slices.Equal(got, []string{missing}) {
		t.Errorf("a file that is not there is left to whoever reads it: %v, %v", got, err)
	}
}

func TestAMissingFileIsSaid(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.drop(filepath.Join(t.TempDir(), "gone.txt"))
	h.sees("gone.txt", "Copy details")
}

func TestWhatNeedsAReasonIsNotDoneWithoutOne(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	reasons := []string{}
	ask := func() {
		h.shell.Ask(host.Question{Title: "Leak audit", Text: "Something was found.", Yes: "Hand out all the same", Reason: "Why",
			Because: func(reason string) { reasons = append(reasons, reason) }})
	}
	ask()
	h.press(fyne.KeyReturn)
	if yes := h.button("Hand out all the same"); yes == nil || !yes.Disabled() || len(reasons) > 0 {
		t.Fatalf("without a reason it can be done; done for %q", reasons)
	}
	h.press(fyne.KeyEscape)
	if h.shell.modal != nil {
		t.Fatal("Escape in the line of the reason does not cancel")
	}
	ask()
	focused := h.shell.win.Canvas().Focused()
	for _, r := range " Cited by the court itself " {
		focused.TypedRune(r)
	}
	h.press(fyne.KeyReturn)
	if len(reasons) != 1 || reasons[0] != "Cited by the court itself" {
		t.Errorf("it was done for %q", reasons)
	}
}

// TestAQuestionIsSeenAsAWhole holds every question of a few sentences to be read without scrolling, at every size of
// texts, with a line for a reason and without.
func TestAQuestionIsSeenAsAWhole(t *testing.T) {
	for _, size := range []fyne.Size{small, {Width: 1280, Height: 800}} {
		h := newHouse(t, study.German, size)
		for _, scale := range []float64{1, 1.5, 2} {
			h.app.Preferences().SetFloat("text-size", scale)
			h.app.Settings().SetTheme(settings.ThemeFor(h.app))
			for _, reason := range []string{"", "Warum trotzdem ausgehändigt wird"} {
				h.shell.Ask(host.Question{Title: "Ordner", Text: strings.Repeat("Ein Satz, der gelesen werden muss. ", 10) + "\n\nUnd noch einer.",
					Yes: "Alles verschieben", Then: func() {}, Reason: reason, Because: func(string) {}})
				scroll := find[*widgets.Scroll](h)
				if room, text := scroll.Size().Height, scroll.Content.MinSize().Height; room < text {
					t.Errorf("at %v and %v, reason %q: its text needs %v and has %v", size, scale, reason, text, room)
				}
				h.fits("question")
				h.shell.modal.close()
			}
		}
	}
}

// TestNoNameIsTooLong walks a study with a very long name through the screens that show it.
func TestNoNameIsTooLong(t *testing.T) {
	name := strings.TrimSpace(strings.Repeat("Haftung der Vermieterin für die Kündigung wegen eines Rückstands mit dem Mietzins ", 2))
	for _, scale := range []float64{1, 2} {
		h := newHouse(t, study.German, small)
		if scale == 2 {
			h.shell.win.Resize(fyne.NewSize(1280, 800))
		}
		h.app.Preferences().SetFloat("text-size", scale)
		h.app.Settings().SetTheme(settings.ThemeFor(h.app))
		h.newStudyNamed(name)
		h.fits("steps")
		steps := h.shell.wizard.Steps()
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(steps).Y
		if most := h.shell.win.Canvas().Size().Height / 2; top > most {
			t.Errorf("at %v the steps begin at %v, below %v", scale, top, most)
		}
		h.command("app.settings")
		h.sees(name)
		h.fits("settings")
		h.command("app.menu.studies")
		h.fits("home")
		h.tapKey("home.delete")
		h.fits("question")
	}
}
