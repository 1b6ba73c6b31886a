package app

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// shots names a folder into which pictures of every screen are written; without it drawing is only tried.
var shots = flag.String("shots", "", "folder for pictures of every screen")

// shotsSize and shotsText are how large the window and its texts are in the pictures.
var (
	shotsSize = flag.String("shots-size", "1024x700", "size of the window in the pictures")
	shotsText = flag.Float64("shots-text", 1, "size of texts in the pictures, 1 is the usual")
)

// looks are the looks in which pictures are made.
var looks = []string{"light", "dark"}

// TestEveryScreenIsDrawn walks the sample study through all screens, in every language and both looks.
func TestEveryScreenIsDrawn(t *testing.T) {
	for _, l := range study.Languages() {
		t.Run(string(l), func(t *testing.T) {
			h := newHouse(t, l, shotSize(t))
			h.app.Preferences().SetFloat("text-size", *shotsText)
			h.app.Settings().SetTheme(settings.ThemeFor(h.app))
			walkSample(h, func(name string) {
				h.fits(name)
				h.speaks(name)
				h.reachesAll(name)
				if !strings.HasPrefix(name, "step") {
					h.aligned(name)
				}
				if *shots == "" && l != study.English {
					return // drawing is the same in every language, and slow
				}
				for _, look := range looks[:drawn()] {
					h.app.Preferences().SetString("look", look)
					h.app.Settings().SetTheme(settings.ThemeFor(h.app))
					keep(t, h.shell.win, name+"-"+string(l)+"-"+look)
				}
			})
		})
	}
}

// TestEveryScreenFitsWithTextsTwiceAsLarge walks through all screens on a usual screen with the largest texts.
func TestEveryScreenFitsWithTextsTwiceAsLarge(t *testing.T) {
	for _, l := range study.Languages() {
		t.Run(string(l), func(t *testing.T) {
			h := newHouse(t, l, fyne.NewSize(1280, 800))
			h.app.Preferences().SetFloat("text-size", 2)
			h.app.Settings().SetTheme(settings.ThemeFor(h.app))
			walkSample(h, h.fits)
		})
	}
}

// shotSize is the size of the window in the pictures.
func shotSize(t *testing.T) fyne.Size {
	t.Helper()
	var size fyne.Size
	if _, err := fmt.Sscanf(*shotsSize, "%fx%f", &size.Width, &size.Height); err != nil {
		t.Fatalf("%q is no size: %v", *shotsSize, err)
	}
	return size
}

// drawn is in how many looks screens are drawn: in all of them where pictures are asked for.
func drawn() int {
	if *shots == "" {
		return 1
	}
	return len(looks)
}

// walkSample shows every screen of the program with the sample study, and calls at for each.
func walkSample(h *house, at func(name string)) {
	at("home-empty")
	h.command("home.new")
	at("new-study")
	h.command("app.settings")
	at("settings")
	for _, part := range []string{"ai", "prices", "data", "protection", "backups"} {
		h.tapKey("settings.part." + part)
		if part == "ai" {
			h.tapKey("settings.ai.add")
		}
		at("settings-" + part)
	}
	h.shell.ShowWelcome()
	at("welcome")
	h.at(filepath.Join("..", "assets", "sample", "study-tenancy", "answers"))
	h.shell.ChooseFiles(conduct.KindTable, func([]conduct.File) {})
	h.settle()
	at("files")
	h.press(fyne.KeyEscape)
	h.shell.SaveFile("iucom-Test-01-shares.png", nil)
	h.settle()
	at("files-save")
	h.press(fyne.KeyEscape)
	h.command("archive.title")
	at("archive-empty")
	h.command("help.title")
	at("help")
	h.command("app.menu.studies")
	h.tapKey("home.sample")
	h.shell.message.clear()
	for i, name := range []string{"ready", "case", "gold", "answers", "blinding", "stard", "start"} {
		h.shell.wizard.Show(name)
		at("step" + string(rune('1'+i)) + "-collecting")
	}
	h.shell.wizard.Show("answers")
	find[*widget.List](h).Select(4)
	at("step4-chosen")
	h.tapKey("wizard.answers.edit")
	at("step4-origin")
	h.tapKey("app.cancel")
	h.withModel()
	h.tapKey("wizard.asking.open")
	at("step4-asking")
	h.tapKey("app.cancel")
	h.shell.Dropped([]string{sampleFile(h.t, "answers/formats/own_fields_array.json"), sampleFile(h.t, "answers/05_students.csv")})
	h.settle()
	at("step4-preview")
	h.tapKey("wizard.answers.leave")
	h.shell.wizard.Show("blinding")
	h.tapKey("wizard.blinding.blind")
	h.shell.message.clear()
	at("step5-blinded")
	h.tapKey("wizard.blinding.part.review")
	h.line("[PERSON-1]")
	at("step5-review")
	h.tapKey("wizard.blinding.part.leaks")
	at("step5-leaks")
	h.tapKey("wizard.blinding.part.align")
	at("step5-align")
	h.tapKey("wizard.blinding.part.handing")
	at("step5-handing")
	h.handOut()
	at("step5-handed-out")
	h.shell.message.clear()
	h.shell.wizard.Show("start")
	at("step7-waiting")
	h.tapKey("wizard.grading.open")
	at("step7-grading")
	h.tapKey("app.cancel")
	h.shell.Dropped([]string{sampleFile(h.t, "ratings/Bewertung_DEMO-MIETE-01_R01.csv"), sampleFile(h.t, "ratings/broken_for_import_tests.csv")})
	h.settle()
	at("step7-refused")
	h.shell.message.clear()
	h.shell.Dropped([]string{sampleFile(h.t, "ratings/Bewertung_DEMO-MIETE-01_R01.csv"), sampleFile(h.t, "ratings/Bewertung_DEMO-MIETE-01_R02.csv")})
	h.settle()
	at("step7-preview")
	h.tapKey("wizard.answers.leave")
	h.tapKey("wizard.start.sample-ratings")
	h.shell.message.clear()
	at("step7-rated")
	h.tapKey("result.next.adjudication")
	at("adjudication")
	h.tapKey("result.return")
	h.shell.wizard.Show("start")
	h.tapKey("wizard.start.unblind")
	at("question")
	h.tapKey("wizard.start.unblind")
	h.shell.message.clear()
	walkResult(h, at)
	h.command("app.menu.studies")
	at("home-studies")
	h.command("archive.title")
	at("archive")
	keeping(h, at)
	h.command("app.menu.studies")
	newCase(h, at)
}

// keeping shows the settings with copies, and with a study over its term.
func keeping(h *house, at func(name string)) {
	h.settingsPart("backups")
	h.tapKey("settings.backups.make")
	h.shell.message.clear()
	at("settings-backups-copies")
	h.tapKey("settings.backups.restore")
	at("settings-backups-question")
	h.press(fyne.KeyEscape)
	h.tapKey("settings.part.protection")
	h.choice(h.shell.words.N("settings.data.retention.months", 6))
	h.moment = h.moment.AddDate(1, 0, 0)
	h.settingsPart("protection")
	at("settings-protection-over")
	h.tapKey("home.delete")
	at("settings-protection-question")
	h.press(fyne.KeyEscape)
	h.tapKey("settings.part.data")
	h.shell.settings.PlanDocuments(h.t.TempDir())
	h.settle()
	at("settings-data-question")
	h.press(fyne.KeyEscape)
	h.command("app.menu.studies")
	h.tapKey("home.delete")
	at("home-delete")
	h.press(fyne.KeyEscape)
}

// walkResult shows the result of the sample study in all its parts.
func walkResult(h *house, at func(name string)) {
	at("result")
	find[*widgets.Scroll](h).ScrollToBottom()
	at("result-end")
	h.tapKey("result.answers")
	find[*widget.List](h).Select(1)
	at("result-answers")
	h.tapKey("result.part.agreement")
	at("result-agreement")
	find[*widgets.Scroll](h).ScrollToBottom()
	at("result-agreement-end")
	h.tapKey("result.part.charts")
	for i := range find[*widget.List](h).Length() {
		find[*widget.List](h).Select(i)
		at("result-chart" + string(rune('1'+i)))
	}
	h.tapKey("result.part.log")
	at("result-log")
	h.tapKey("result.part.next")
	at("result-next")
	h.tapKey("result.verify")
	h.shell.message.clear()
	at("result-verified")
	h.tapKey("result.next.stard-items")
	at("result-stard")
	h.tapKey("result.return")
	h.tapKey("result.next.methods")
	at("result-methods")
	h.tapKey("result.return")
	h.tapKey("result.next.adjudication")
	at("result-adjudication")
	h.tapKey("result.return")
}

// newCase shows what a study without a test looks like.
func newCase(h *house, at func(name string)) {
	h.tapKey("home.new")
	h.entry(0).SetText("Haftung für eine versäumte Rechtsmittelfrist")
	h.tapKey("home.create")
	at("step1-nothing")
	h.shell.wizard.Show("gold")
	at("step3-needs-case")
	h.shell.wizard.Show("case")
	at("step2-form")
	find[*widget.RadioGroup](h).SetSelected(h.shell.words.T("wizard.case.archive"))
	at("step2-archive")
}

// keep draws a window and, where pictures are asked for, writes what it shows.
func keep(t *testing.T, w fyne.Window, name string) {
	t.Helper()
	picture := capture(w)
	if one(picture) {
		t.Errorf("%s shows nothing", name)
	}
	if *shots == "" {
		return
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(*shots, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// one tells whether a picture has a single colour.
func one(p image.Image) bool {
	first := p.At(p.Bounds().Min.X, p.Bounds().Min.Y)
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y += 3 {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			if p.At(x, y) != first {
				return false
			}
		}
	}
	return true
}
