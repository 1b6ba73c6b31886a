package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// result brings the sample study to its result.
func (h *house) result() {
	h.t.Helper()
	h.tapKey("home.sample")
	h.tapKey("wizard.blinding.blind")
	h.tapKey("wizard.blinding.part.leaks")
	h.handOut()
	h.shell.wizard.Show("start")
	h.tapKey("wizard.start.sample-ratings")
	h.tapKey("wizard.start.unblind")
	h.tapKey("wizard.start.unblind")
	h.sees(h.shell.words.T("result.title", "test", "Test-01"))
}

func TestStartPageSaysWhatWaitsForWhom(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	home := func(want string) {
		t.Helper()
		h.command("app.menu.studies")
		h.sees(want)
	}
	h.tapKey("home.sample")
	home("Test-01: Study lead: blind the answers")
	h.tapKey("home.open")
	h.tapKey("wizard.blinding.blind")
	home("Test-01: Study lead: check the blinding and hand out")
	h.tapKey("home.open")
	h.tapKey("wizard.blinding.part.leaks")
	h.handOut()
	home("Test-01: Reviewers: no rating sheet is back")
	ctx, ref := context.Background(), conduct.Ref{Study: "DEMO-MIETE-01", Test: "Test-01"}
	for range 3 {
		if _, err := h.shell.conduct.AddReviewer(ctx, ref.Study, conduct.Contact{}); err != nil {
			t.Fatal(err)
		}
	}
	home("Test-01: R01, R02, R03: rating sheets missing")
	h.tapKey("home.open")
	h.tapKey("wizard.start.sample-ratings")
	home("Test-01: Study lead: unblind")
	h.tapKey("home.open")
	h.tapKey("wizard.start.unblind")
	h.tapKey("wizard.start.unblind")
	home("Test-01: unblinded, report written")
}

func TestAStudyWithoutATestSaysSo(t *testing.T) {
	h := newHouse(t, study.German, roomy)
	h.command("home.new")
	h.entry(0).SetText("Vergleich")
	h.tapKey("home.create")
	h.command("app.menu.studies")
	h.sees("Vergleich", "noch kein Test")
}

func TestHundredsOfStudiesAreShownAFewAtATime(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	for i := range 45 {
		if _, err := h.shell.conduct.CreateStudy(context.Background(), study.Study{Name: fmt.Sprintf("Study %03d", i), Language: study.English}); err != nil {
			t.Fatal(err)
		}
	}
	h.command("app.menu.studies")
	h.sees("Study 044", "Study 025", "Show more (25 studies)")
	if strings.Contains(h.screen(), "Study 024") {
		t.Error("more are shown than a page holds")
	}
	h.tap("Show more (25 studies)")
	h.sees("Study 005", "Show more (5 studies)")
	h.entryWith(h.shell.words.T("home.search")).SetText("study 003")
	h.settle()
	h.sees("Study 003")
	if strings.Contains(h.screen(), "Study 044") {
		t.Error("studies that do not fit are shown")
	}
	h.entryWith(h.shell.words.T("home.search")).SetText("nothing of the kind")
	h.settle()
	h.sees("No study fits these words.")
}

func TestWhatIsLookedUpForAnotherScreenIsNotShown(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	shown := 0
	h.shell.beside(func(context.Context) (func(), error) { return func() { shown++ }, nil })
	h.shell.beside(func(context.Context) (func(), error) { return nil, errors.New("too late") })
	h.command("app.settings")
	h.settle()
	if shown != 0 || h.shell.message.shown() != "" {
		t.Errorf("shown %d times, said %q", shown, h.shell.message.shown())
	}
	h.shell.beside(func(context.Context) (func(), error) { panic("a fault of the program") })
	h.settle()
	h.sees("Copy details")
}

func TestTheArchiveFindsCasesAndBeginsTests(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("archive.title")
	h.sees("The archive is empty.")
	h.tapKey("app.home")
	h.tapKey("home.sample")
	h.command("archive.title")
	h.sees("1 case", "The Reporter has not been asked about this case.")
	field := h.entryWith(h.shell.words.T("archive.search.example"))
	field.SetText("Saturnmonde Quantenphysik")
	h.tapKey("archive.search")
	h.sees("Nothing in the archive fits “Saturnmonde Quantenphysik”.")
	field.SetText("Mietzins")
	field.OnSubmitted("Mietzins")
	h.settle()
	h.sees("1 case")
	if find[*widgets.TextView](h).Text() == "" {
		t.Error("the case is not shown in full")
	}
	h.command("app.settings")
	h.command("archive.title")
	if got := h.entryWith(h.shell.words.T("archive.search.example")).Text; got != "Mietzins" {
		t.Errorf("the words that were looked for are gone: %q", got)
	}
	h.tapKey("archive.new-test")
	if got := h.shell.wizard.Ref(); got.Test != "Test-02" {
		t.Errorf("the test is %v", got)
	}
}

func TestStepsAreReachedFromTheResultByTheirKeys(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.result()
	h.command("wizard.answers")
	h.page("answers")
	h.command("app.menu.result")
	h.sees("Result of the test Test-01")
	h.command("app.menu.studies")
	h.command("app.menu.result")
	h.sees("Result of the test Test-01")
	h.drop("ratings/Bewertung_DEMO-MIETE-01_R01.csv")
	if h.shell.wizard == nil {
		t.Fatal("a drop on the result does not go to its study")
	}
	if got := h.shell.message.shown(); strings.Contains(got, "none is open") {
		t.Errorf("said %q", got)
	}
}

func TestThereIsNoResultBeforeTheFirstUnblinding(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("app.menu.result")
	h.sees("No test has been unblinded yet")
}

func TestTheResultScrollsByKeyboard(t *testing.T) {
	h := newHouse(t, study.English, small)
	h.result()
	scroll := find[*widgets.Scroll](h)
	for _, c := range []struct {
		key  fyne.KeyName
		down bool
	}{{fyne.KeyPageDown, true}, {fyne.KeyHome, false}, {fyne.KeyDown, true}, {fyne.KeyUp, false}, {fyne.KeyEnd, true}, {fyne.KeyPageUp, false}} {
		before := scroll.Offset.Y
		h.press(c.key) // the keyboard is on a button that has no use for it
		if moved := scroll.Offset.Y - before; moved == 0 || moved > 0 != c.down {
			t.Errorf("%s moved the page by %v", c.key, moved)
		}
	}
}

// TestTheMenuCallsKeysAsTheKeyboardDoes holds the menu and the list of keys to what is printed on the keys, and to what the
// toolkit compares when one is pressed.
func TestTheMenuCallsKeysAsTheKeyboardDoes(t *testing.T) {
	for l, modifier := range map[study.Language]string{study.English: "Ctrl", study.German: "Strg", study.Polish: "Ctrl"} {
		h := newHouse(t, l, roomy)
		n := 0
		for _, m := range h.shell.win.MainMenu().Items {
			for _, item := range m.Items {
				key, ok := item.Shortcut.(*shortcut)
				if !ok {
					continue
				}
				n++
				if want := modifier + "+" + string(key.KeyName); string(key.Key()) != want || key.Mod() != 0 {
					t.Errorf("%s: the menu writes %q, want %q", l, key.Key(), want)
				}
				if pressed := (&desktop.CustomShortcut{KeyName: key.KeyName, Modifier: key.Modifier}); item.Shortcut.ShortcutName() != pressed.ShortcutName() {
					t.Errorf("%s: %s is not what is pressed", l, item.Shortcut.ShortcutName())
				}
			}
		}
		if n < 10 {
			t.Errorf("%s: %d keys", l, n)
		}
	}
}

func TestTheListOfKeysIsTheMenus(t *testing.T) {
	h := newHouse(t, study.German, roomy)
	h.tapKey("home.sample")
	h.shell.wizard.Show("answers")
	h.shell.message.clear()
	h.shell.Focus(h.shell.wizard.Steps())
	h.press(fyne.KeyF1)
	for _, m := range h.shell.win.MainMenu().Items {
		for _, item := range m.Items {
			if key, ok := item.Shortcut.(fyne.KeyboardShortcut); ok {
				h.sees(item.Label, string(key.Key()))
			}
		}
	}
	h.press(fyne.KeyF1) // again changes nothing
	h.press(fyne.KeyEscape)
	h.page("answers")
	h.press(fyne.KeyF1)
	h.shell.SetLanguage(study.Polish)
	h.sees("Wszystkie klawisze")
	h.press(fyne.KeyEscape)
	h.page("answers")
	h.sees("Odpowiedzi")
}

// quitItem is the command of the menu that quits.
func (h *house) quitItem() *fyne.MenuItem {
	h.t.Helper()
	for _, m := range h.shell.win.MainMenu().Items {
		for _, item := range m.Items {
			if item.IsQuit {
				return item
			}
		}
	}
	h.t.Fatal("the menu has no command that quits, so the toolkit would add its own")
	return nil
}

func TestQuittingAsksWhileWorkGoesOn(t *testing.T) {
	for name, quit := range map[string]func(h *house){
		"menu and its key":    func(h *house) { h.quitItem().Action() },
		"button of the frame": func(h *house) { h.shell.close() },
		"over a question": func(h *house) {
			h.shell.Ask(host.Question{Title: "Sure?", Yes: "Do it", Then: func() { h.t.Error("done without a word") }})
			h.quitItem().Action()
		},
		"while work is stopping": func(h *house) {
			h.shell.jobs.stopping = true
			h.quitItem().Action()
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			letGo, ends := h.working(nil)
			quit(h)
			h.turn()
			h.sees("Close the program?")
			if h.shell.ctx.Err() != nil {
				t.Fatal("the program ended without a question")
			}
			h.press(fyne.KeyReturn) // the keyboard is on Cancel
			if h.shell.modal != nil || h.shell.ctx.Err() != nil || len(*ends) != 0 {
				t.Error("Enter stopped the work")
			}
			letGo <- nil
			h.settle()
		})
	}
}

func TestAScreenThatComesUpBehindAQuestionLeavesItTheKeyboard(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.shell.Ask(host.Question{Title: "Sure?", Yes: "Do it", Careful: true, Then: func() { t.Error("done without a word") }})
	h.shell.ShowNewStudy()
	if h.shell.win.Canvas().Focused() != fyne.Focusable(h.shell.modal.no) {
		t.Errorf("the keyboard is on %T", h.shell.win.Canvas().Focused())
	}
	h.press(fyne.KeyReturn)
	if h.shell.win.Canvas().Focused() != fyne.Focusable(h.entry(0)) {
		t.Errorf("afterwards the keyboard is on %T", h.shell.win.Canvas().Focused())
	}
}

func TestTheQuestionWhetherWorkIsStoppedGoesWithTheWork(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	letGo, _ := h.working(nil)
	h.closes()
	letGo <- nil
	h.settle()
	if h.shell.modal != nil {
		t.Error("the question is still open")
	}
	h.sees("Long work: done.")
}

func TestTheFirstStartAsksOnce(t *testing.T) {
	h := newHouse(t, study.German, roomy)
	h.shell.ShowWelcome()
	h.sees("Willkommen", "Wohin Dokumente kommen", h.dir)
	h.choice("English")
	h.sees("Welcome", "Begin")
	if h.shell.welcomed() {
		t.Error("nobody answered yet")
	}
	h.press(fyne.KeyReturn)
	h.sees("There is no study yet")
	if !h.shell.welcomed() {
		t.Error("the questions come again at the next start")
	}
}

// TestTheFirstStartIsAnsweredByOneKey holds the questions of the first start to be few, each with an answer that Enter and
// Escape both take, and to come once.
func TestTheFirstStartIsAnsweredByOneKey(t *testing.T) {
	for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEscape} {
		h := newHouse(t, study.German, roomy)
		h.shell.ShowWelcome()
		questions := 0
		for _, o := range inSight(h.roots()[0]) {
			if c, ok := o.(interface{ Words() []string }); ok {
				questions++
				if o.(interface{ SelectedIndex() int }).SelectedIndex() < 0 {
					t.Errorf("a question has no answer to begin with: %q", c.Words())
				}
			}
		}
		if questions > 3 {
			t.Errorf("%d questions are asked", questions)
		}
		h.press(key)
		h.settle()
		h.sees("Noch gibt es keine Studie")
		if !h.shell.welcomed() {
			t.Errorf("after %s the questions come again at the next start", key)
		}
	}
}

func TestMessagesGoWithTheirScreenButNotUnread(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	h.shell.now = func() time.Time { return now }
	said := func(want bool) {
		t.Helper()
		if got := h.shell.message.shown() != ""; got != want {
			t.Errorf("a message is shown: %v", got)
		}
	}
	h.shell.Say("done")
	h.command("app.settings") // the work itself led here
	said(true)
	now = now.Add(3 * time.Second)
	h.command("app.menu.studies")
	said(false)
	h.shell.Fault(&study.Problem{ID: "file.empty", File: "a.txt"})
	now = now.Add(7 * time.Second)
	h.command("app.settings")
	said(true)
	now = now.Add(2 * time.Second)
	h.command("app.menu.studies")
	said(false)
	h.tapKey("home.sample")
	now = now.Add(time.Minute)
	h.shell.wizard.Show("answers")
	said(false)
	h.shell.Say("on this page")
	now = now.Add(time.Minute)
	h.shell.wizard.Show("answers")
	said(true)
}

func TestAMessageAboutAPartGoesWithThePart(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.settingsPart("backups")
	h.tapKey("settings.backups.make")
	h.sees("Copied: ")
	h.tapKey("settings.part.look") // at once: the person turned away from it
	if got := h.shell.message.shown(); got != "" {
		t.Errorf("on another part it still says %q", got)
	}
	letGo, _ := h.working(nil)
	test.Tap(h.button(h.shell.words.T("settings.part.data")))
	letGo <- nil
	h.settle()
	h.tapKey("settings.part.look")
	h.sees("Long work: done.") // it was begun elsewhere, and is read only now
}

func TestAMessageIsSaidAnewInAnotherLanguage(t *testing.T) {
	for name, say := range map[string]func(s *Shell){
		"said":    func(s *Shell) { s.Say(s.words.T("app.one-job")) },
		"counted": func(s *Shell) { s.Say(s.words.N("app.more-faults", 3)) },
		"fault":   func(s *Shell) { s.Fault(&study.Problem{ID: "app.no-files"}) },
		"free":    func(s *Shell) { s.Say("typed by a person") },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, study.English, roomy)
			now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
			h.shell.now = func() time.Time { return now }
			want := newHouse(t, study.German, roomy)
			say(want.shell)
			say(h.shell)
			now = now.Add(time.Hour) // however long it has stood there
			h.shell.SetLanguage(study.German)
			if got := h.shell.message.shown(); got != want.shell.message.shown() {
				t.Errorf("it says %q, want %q", got, want.shell.message.shown())
			}
			if name == "fault" {
				h.tapKey("app.copy-details")
			}
		})
	}
}

func TestWhatWasDoneCanBeTakenBackInAnotherLanguage(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	back := 0
	h.shell.Done(h.shell.words.T("app.one-job"), func() { back++ })
	h.shell.SetLanguage(study.Polish)
	h.tapKey("app.undo")
	if back != 1 {
		t.Errorf("it was taken back %d times", back)
	}
}

func TestAnotherLanguageKeepsThePartOfTheResult(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	d, err := h.shell.conduct.Demo(t.Context(), job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	h.shell.ShowResult(d.Ref)
	h.settle()
	h.tapKey("result.part.log")
	about := h.shell.words.T("result.log.about")
	h.sees(about)
	h.shell.SetLanguage(study.German)
	h.settle()
	h.sees(h.shell.words.T("result.log.about"))
}

// again closes the window and opens it as the next start does.
func (h *house) again() {
	h.t.Helper()
	h.shell.end()
	h.settle()
	s, err := New(h.app, h.shell.conduct, Options{Language: h.shell.words.Language(), Post: h.queue.post, Beat: time.Hour, Reopen: h.open})
	if err != nil {
		h.t.Fatal(err)
	}
	h.shell = s
	h.settle()
}

func TestTheWindowOpensWhereItWasClosed(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	d, err := h.shell.conduct.Demo(t.Context(), job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	h.settingsPart("backups")
	h.again()
	h.sees(h.shell.words.T("settings.backups.kept"))
	h.command("archive.title")
	h.again()
	h.sees(h.shell.words.T("archive.about"))
	h.shell.openTest(d.Ref, "answers")
	h.settle()
	h.again()
	h.page("answers")
	h.shell.ShowResult(d.Ref)
	h.settle()
	h.again()
	h.sees(h.shell.words.T("result.title", "test", d.Ref.Test))
	if err := h.shell.conduct.DeleteStudy(t.Context(), d.Ref.Study); err != nil {
		t.Fatal(err)
	}
	h.again() // the place is not there any more
	h.sees(h.shell.words.T("home.title"))
	if got := h.shell.message.shown(); got != "" {
		t.Errorf("it complains: %s", got)
	}
}

func TestF1OpensTheListOfKeysInEveryField(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	for name, show := range map[string]func(){
		"new study": h.shell.ShowNewStudy, "archive": h.shell.ShowArchive, "prices": func() { h.settingsPart("prices") },
		"provider": func() { h.settingsPart("ai"); h.tapKey("settings.ai.add") },
	} {
		show()
		h.settle()
		h.shell.win.Canvas().Focus(h.entry(0))
		h.press(fyne.KeyF1)
		if screen := h.screen(); !strings.Contains(screen, h.shell.words.T("help.about")) {
			t.Errorf("%s: F1 in a field opens nothing", name)
		}
		h.press(fyne.KeyEscape)
		if h.shell.win.Canvas().Focused() == nil {
			t.Errorf("%s: after the list of keys the keyboard is nowhere", name)
		}
	}
}

func TestLanguagesAreCalledAsTheyCallThemselves(t *testing.T) {
	for _, l := range study.Languages() {
		h := newHouse(t, l, roomy)
		for _, command := range []string{"home.new", "app.settings"} {
			h.command(command)
			if got := strings.Join(find[*widgets.Choice[study.Language]](h).Words(), " "); got != "English Deutsch polski" {
				t.Errorf("%s: %s offers %s", l, command, got)
			}
		}
	}
}

func TestATakenCaseIsGivenBackWithWhatWasTyped(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	h.sees("Test-01 was made of this case.", "Undo")
	h.tapKey("app.undo")
	h.page("case")
	h.sees("Notice for arrears")
	if tests, err := h.shell.conduct.Tests(h.shell.ctx, h.shell.wizard.Ref().Study); err != nil || len(tests) != 0 {
		t.Errorf("%d tests are left, %v", len(tests), err)
	}
	find[*widget.RadioGroup](h).SetSelected(h.shell.words.T("wizard.case.own"))
	if got := h.entry(0).Text; got != "Notice for arrears" {
		t.Errorf("the title typed before is %q", got)
	}
	find[*widget.RadioGroup](h).SetSelected(h.shell.words.T("wizard.case.archive"))
	h.tapKey("wizard.case.take")
	h.page("gold")
	h.drop("gold/gutachten-1.txt")
	if h.button("Undo") != nil {
		t.Error("a test that something came into can be taken back")
	}
}

func TestATextThatWasReplacedComesBackByItsKey(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.command("home.new")
	h.entry(0).SetText("Study")
	h.tapKey("home.create")
	h.shell.wizard.Show("case")
	facts := find[*widgets.Paper](h)
	facts.SetText("typed by hand")
	h.drop("facts.en.txt")
	h.sees("The text was replaced by that of the file.")
	h.shell.win.Canvas().Unfocus()
	h.shell.win.Canvas().(interface{ TypedShortcut(fyne.Shortcut) }).TypedShortcut(&fyne.ShortcutUndo{})
	if got := find[*widgets.Paper](h).Text; got != "typed by hand" {
		t.Errorf("the text is %q", got)
	}
}
