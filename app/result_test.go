package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// resultOfSample is the result of the sample study, on its first part.
func resultOfSample(t *testing.T, l study.Language, size fyne.Size) *house {
	t.Helper()
	h := newHouse(t, l, size)
	ratedSample(h)
	h.tapKey("wizard.start.unblind")
	h.tapKey("wizard.start.unblind")
	h.shell.message.clear()
	return h
}

// ratedSample takes the sample study to where all ratings are in.
func ratedSample(h *house) {
	h.tapKey("home.sample")
	h.tapKey("wizard.blinding.blind")
	h.handOut()
	h.shell.wizard.Show("start")
	h.tapKey("wizard.start.sample-ratings")
	h.shell.message.clear()
}

// refOfSample is the test of the sample study.
func refOfSample(h *house) conduct.Ref {
	h.t.Helper()
	list, err := h.shell.conduct.Studies(context.Background())
	if err != nil || len(list) == 0 {
		h.t.Fatalf("no study: %v", err)
	}
	tests, err := h.shell.conduct.Tests(context.Background(), list[0].ID)
	if err != nil || len(tests) == 0 {
		h.t.Fatalf("no test: %v", err)
	}
	return conduct.Ref{Study: list[0].ID, Test: tests[0].ID}
}

func TestTheResultBeginsInWordsAndExplainsItsTerms(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	screen := h.screen()
	first := strings.Index(screen, "Most people found")
	if bars := strings.Index(screen, "Verdicts of people by origin"); first < 0 || bars < first {
		t.Errorf("the screen does not begin with what people found:\n%s", screen)
	}
	h.sees("The Reporter is your own procedure", "The control is the same language model", "Mean agreement with the gold standard: ")
}

func TestEveryVerdictOnAnAnswerIsShown(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.answers")
	list := find[*widget.List](h)
	for i := range list.Length() {
		list.Select(i)
		h.sees("R01", "R02", "category: ", "Origin guess: ", "AI grader", "SHA-256")
		if find[*widgets.TextView](h).Text() == "" {
			t.Errorf("answer %d has no text", i)
		}
	}
	h.sees("Passage of the answer", "Decisive passage", "Proposed instead")
}

func TestAgreementAndBlindingAreReadInWords(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.part.agreement")
	h.sees("α = ", "95 % interval [", "conclusions", "Right guesses: ", "Bang’s index", "That is ")
	find[*widgets.Scale](h)
}

func TestChartsAreCopiedAndSaved(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.part.charts")
	list := find[*widget.List](h)
	if list.Length() < 5 {
		t.Fatalf("%d charts", list.Length())
	}
	for i := range list.Length() {
		list.Select(i)
		find[*widgets.ChartView](h)
	}
	h.tapKey("result.chart.copy-svg")
	if got := h.app.Clipboard().Content(); !strings.HasPrefix(got, "<svg ") || !strings.Contains(got, "<title") {
		t.Errorf("the clipboard holds %.60q", got)
	}
	h.sees("as SVG text")
	h.tapKey("result.chart.save-png")
	if h.shell.win.Canvas().Overlays().Top() == nil {
		t.Error("nobody asks where the picture goes")
	}
}

func TestAPictureGoesToTheClipboardByTheSystemsOwnMeans(t *testing.T) {
	for _, c := range []struct {
		system string
		have   string // the program that works
		want   bool
		calls  []string
	}{
		{"linux", "wl-copy", true, []string{"wl-copy"}},
		{"linux", "xclip", true, []string{"wl-copy", "xclip"}},
		{"linux", "", false, []string{"wl-copy", "xclip"}},
		{"darwin", "osascript", true, []string{"osascript"}},
		{"windows", "powershell", true, []string{"powershell"}},
		{"windows", "", false, []string{"powershell"}},
		{"plan9", "", false, nil},
	} {
		var calls []string
		var file string
		got := copyPicture(context.Background(), c.system, []byte("png"), func(_ context.Context, in []byte, args ...string) error {
			calls = append(calls, args[0])
			if in == nil { // the picture is in a file, named in the command
				file = args[len(args)-1]
			} else if string(in) != "png" {
				t.Errorf("%s gets %q", args[0], in)
			}
			if args[0] != c.have {
				return errors.New("not there")
			}
			return nil
		})
		if got != c.want || !slices.Equal(calls, c.calls) {
			t.Errorf("%s with %q: %v by %v", c.system, c.have, got, calls)
		}
		if file != "" && !strings.Contains(file, ".png") {
			t.Errorf("%s: the command names no picture: %s", c.system, file)
		}
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "iucom-*.png"))
	if err != nil || len(left) > 0 {
		t.Errorf("pictures are left behind: %v %v", left, err)
	}
}

func TestNextStepsAreReachedFromTheResult(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.part.next")
	h.sees("STARD 2015 is an international list")
	for _, c := range []struct{ key, opens string }{
		{"result.next.html", "report.html"}, {"result.next.word", "report.docx"}, {"result.next.folder", ""},
		{"result.next.stard-report", filepath.Join("STARD", "report.html")}, {"result.next.stard-folder", "STARD"},
		{"result.next.consent", "consent.docx"},
	} {
		before := len(h.opened)
		h.tapKey(c.key)
		if len(h.opened) != before+1 || !strings.HasSuffix(h.opened[before], c.opens) {
			t.Errorf("%s opened %v", c.key, h.opened[before:])
			continue
		}
		if _, err := os.Stat(h.opened[before]); err != nil {
			t.Errorf("%s: %v", c.key, err)
		}
	}
	h.sees("To be filled in by hand")
	h.shell.message.clear()

	h.tapKey("result.next.protocol") // the key is open: the person is asked
	h.sees("written after the unblinding")
	h.tapKey("result.protocol.write-late")
	if last := h.opened[len(h.opened)-1]; !strings.Contains(last, "protocol-1") {
		t.Errorf("opened %s", last)
	}

	h.tapKey("result.next.methods")
	text := find[*widgets.TextView](h).Text()
	h.tapKey("result.copy-text")
	if got := h.app.Clipboard().Content(); got != text || text == "" {
		t.Errorf("copied %q", got)
	}
	h.tapKey("result.return")
	h.sees("STARD 2015 is an international list") // the part that was left

	h.tapKey("result.verify")
	h.sees("Study log")
	h.tapKey("result.next.ratings")
	h.sees("would not be blind")
	h.tap("New test")
	h.page("case")
}

func TestStardItemsAreKeptAsTyped(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.part.next")
	h.tapKey("result.next.stard-items")
	h.sees("What the program documents", "Your task")
	list := find[*widget.List](h)
	if list.Length() < 30 {
		t.Fatalf("%d items", list.Length())
	}
	paper := find[*widgets.Paper](h)
	h.shell.win.Canvas().Focus(paper)
	paper.SetText("A title\nwith two lines")
	h.shell.win.Canvas().Unfocus()
	list.Select(5)
	list.Select(0)
	if got := find[*widgets.Paper](h).Text; got != "A title\nwith two lines" {
		t.Errorf("the item holds %q", got)
	}
	h.tapKey("result.return")
	h.tapKey("result.next.stard-items")
	find[*widget.List](h).Select(0)
	if got := find[*widgets.Paper](h).Text; got != "A title\nwith two lines" {
		t.Errorf("read anew, the item holds %q", got)
	}
}

func TestAStardItemThatIsBeingTypedIsThereAfterTheWindowWasClosedInTheMiddle(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.part.next")
	h.tapKey("result.next.stard-items")
	find[*widget.List](h).Select(3)
	paper := find[*widgets.Paper](h)
	h.shell.win.Canvas().Focus(paper)
	paper.SetText("Half a sen")

	h = h.reopened()
	h.shell.ShowResult(refOfSample(h))
	h.settle()
	h.tapKey("result.part.next")
	h.tapKey("result.next.stard-items")
	if got := find[*widgets.Paper](h).Text; got != "Half a sen" {
		t.Errorf("the field holds %q", got)
	}
	h.tapKey("result.return")
	tasks, err := h.shell.conduct.StardTasks(context.Background(), refOfSample(h).Study, study.English)
	if err != nil || tasks[3].Text != "Half a sen" {
		t.Errorf("the study holds %q, %v", tasks[3].Text, err)
	}
}

func TestReviewersWhoDifferAgreeBeforeTheUnblinding(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	ratedSample(h)
	h.tapKey("result.next.adjudication")
	h.sees("categories differ")
	h.tapKey("result.adjudicate.keep") // neither category nor reason
	h.sees(h.shell.words.T("problem.adjudicate.no-category.remedy"))
	h.shell.message.clear()
	h.choice("correct")
	find[*widgets.Paper](h).SetText("The provision carries it.")
	h.tapKey("result.adjudicate.keep")
	h.sees("Agreed on afterwards: correct", "The provision carries it.")
	h.tapKey("result.adjudicate.take-back")
	if strings.Contains(h.screen(), "Agreed on afterwards") {
		t.Error("the consensus is there after it was taken back")
	}
	h.tapKey("result.return")
	h.page("start")
}

func TestNothingIsAgreedOnAfterTheUnblinding(t *testing.T) {
	h := resultOfSample(t, study.English, roomy)
	h.tapKey("result.part.next")
	h.tapKey("result.next.adjudication")
	h.sees("nothing can be agreed on blindly any more")
	if h.button("Keep the agreed category") != nil {
		t.Error("a consensus is offered after the unblinding")
	}
}

func TestAResultScrollsByKeyboardAlone(t *testing.T) {
	h := resultOfSample(t, study.English, small)
	scroll := find[*widgets.Scroll](h)
	c := h.shell.win.Canvas()
	c.Unfocus()
	for range 40 {
		if c.FocusNext(); c.Focused() == fyne.Focusable(scroll) {
			break
		}
	}
	if c.Focused() != fyne.Focusable(scroll) {
		t.Fatal("Tab never comes to the result")
	}
	h.press(fyne.KeyEnd)
	if scroll.Offset.Y == 0 {
		t.Error("End does not scroll")
	}
	h.press(fyne.KeyHome)
	if scroll.Offset.Y != 0 {
		t.Error("Home does not scroll back")
	}
}

func TestAResultFitsAtLargeTexts(t *testing.T) {
	for _, l := range study.Languages() {
		t.Run(string(l), func(t *testing.T) {
			h := resultOfSample(t, l, small)
			h.app.Preferences().SetFloat("text-size", 1.5)
			h.app.Settings().SetTheme(settings.ThemeFor(h.app))
			h.shell.ShowResult(refOfSample(h))
			h.settle()
			h.shell.message.clear()
			walkResult(h, func(name string) {
				h.fits(name)
				if *shots != "" {
					keep(t, h.shell.win, name+"-"+string(l)+"-150")
				}
			})
		})
	}
}
