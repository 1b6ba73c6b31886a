package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"iucomstudien/app/settings"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// offered are the titles in the list of the dialog in sight.
func (h *house) offered() []string {
	h.t.Helper()
	list := find[*widgets.PickList](h)
	var names []string
	for i := range list.Length() {
		item := list.CreateItem()
		list.UpdateItem(i, item)
		names = append(names, textsOf(item)[0])
	}
	return names
}

// pick taps the line of the dialog with this title.
func (h *house) pick(title string) {
	h.t.Helper()
	list := find[*widgets.PickList](h)
	i := slices.Index(h.offered(), title)
	if i < 0 {
		h.t.Fatalf("%q is not offered; there are %q", title, h.offered())
	}
	list.OnTap(i)
	h.settle()
}

// at begins dialogs in a folder.
func (h *house) at(dir string) { h.shell.rememberFolder(dir) }

// named collects the names of files that were read.
func named(to *[]string) func(files []conduct.File) {
	return func(files []conduct.File) {
		for _, f := range files {
			*to = append(*to, f.Name)
		}
	}
}

func TestADialogOffersWhatItsPlaceTakes(t *testing.T) {
	dir := folderWith(t, "answer.docx", "scan.PDF", "students.xlsx", "chat.json", "picture.jpg", "program.exe", "notes.txt", ".hidden.txt", "~$answer.docx", "folder/x.txt")
	for kind, want := range map[conduct.FileKind][]string{
		conduct.KindDocument: {"folder", "answer.docx", "notes.txt", "scan.PDF"},
		conduct.KindTable:    {"folder", "answer.docx", "chat.json", "notes.txt", "scan.PDF", "students.xlsx"},
		conduct.KindRatings:  {"folder", "chat.json", "students.xlsx"},
	} {
		h := newHouse(t, study.English, roomy)
		h.at(dir)
		h.shell.ChooseFiles(kind, func([]conduct.File) {})
		h.settle()
		if got := h.offered(); !slices.Equal(got, want) {
			t.Errorf("%s: offered %q, want %q", kind, got, want)
		}
		h.choice("All files")
		if got := h.offered(); !slices.Contains(got, "picture.jpg") || slices.Contains(got, ".hidden.txt") || slices.Contains(got, "~$answer.docx") {
			t.Errorf("%s: all files are %q", kind, got)
		}
		h.press(fyne.KeyEscape)
	}
}

func TestSeveralFilesAreChosenAtOnceAndOneWhereOneIsMeant(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.at(folderWith(t, "a.txt", "b.txt", "c.txt"))
	var got []string
	h.shell.ChooseFiles(conduct.KindDocument, named(&got))
	h.settle()
	if !h.button("Choose").Disabled() {
		t.Error("nothing is chosen, and it can be confirmed")
	}
	h.pick("c.txt")
	h.pick("b.txt")
	h.pick("a.txt")
	h.shell.now = func() time.Time { return time.Now().Add(time.Hour) }
	h.pick("b.txt") // not meant after all
	h.tap("Choose (2)")
	if !slices.Equal(got, []string{"a.txt", "c.txt"}) {
		t.Errorf("read %q", got)
	}
	got = nil
	h.shell.ChooseFile(conduct.KindDocument, named(&got))
	h.settle()
	h.pick("a.txt")
	h.pick("b.txt")
	h.tap("Choose")
	if !slices.Equal(got, []string{"b.txt"}) {
		t.Errorf("read %q where one is meant", got)
	}
}

func TestTwoQuickTapsTakeAFile(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.at(folderWith(t, "a.txt", "b.txt"))
	moment := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	h.shell.now = func() time.Time { return moment }
	var got []string
	h.shell.ChooseFiles(conduct.KindDocument, named(&got))
	h.settle()
	h.pick("a.txt")
	moment = moment.Add(time.Minute)
	h.pick("a.txt")
	if len(got) != 0 || h.shell.modal == nil {
		t.Fatal("two slow taps took it")
	}
	h.pick("a.txt")
	if !slices.Equal(got, []string{"a.txt"}) {
		t.Errorf("read %q", got)
	}
}

func TestADialogIsWorkedByTheKeyboardAlone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	dir := folderWith(t, "alpha/deep.txt", "beta/x.txt", "one.txt", "two.txt")
	h.at(dir)
	var got []string
	choose := func() {
		got = nil
		h.shell.ChooseFiles(conduct.KindDocument, named(&got))
		h.settle()
	}
	press := func(keys ...fyne.KeyName) {
		for _, k := range keys {
			h.press(k)
			h.settle()
		}
	}
	choose()
	press(fyne.KeyReturn, fyne.KeyReturn) // into alpha, and its one file
	if !slices.Equal(got, []string{"deep.txt"}) {
		t.Errorf("read %q", got)
	}
	choose()
	press(fyne.KeyBackspace)
	if list := find[*widgets.PickList](h); h.offered()[list.Cursor()] != "alpha" {
		t.Errorf("back from alpha the keyboard is on %q", h.offered()[list.Cursor()])
	}
	h.shell.win.Canvas().Focused().TypedRune('t')
	press(fyne.KeySpace)
	h.shell.win.Canvas().Focused().TypedRune('o')
	press(fyne.KeyReturn)
	if !slices.Equal(got, []string{"one.txt", "two.txt"}) {
		t.Errorf("read %q", got)
	}
}

func TestEscapeClosesTheDialogAndKeepsItsFolder(t *testing.T) {
	dir := folderWith(t, "inside/a.txt")
	for _, from := range []string{"list", "path", "button", "nowhere"} {
		h := newHouse(t, study.English, roomy)
		h.newStudy()
		h.at(dir)
		h.tap("Add a document …")
		h.pick("inside")
		c := h.shell.win.Canvas()
		switch from {
		case "path":
			c.Focus(find[*lineField](h))
		case "button":
			c.Focus(h.button("Cancel"))
		case "nowhere":
			c.Unfocus()
		}
		h.press(fyne.KeyEscape)
		if c.Overlays().Top() != nil || h.shell.modal != nil {
			t.Fatalf("%s: Escape left the dialog open", from)
		}
		if h.shell.startFolder() != filepath.Join(dir, "inside") {
			t.Errorf("%s: the next dialog begins at %s", from, h.shell.startFolder())
		}
		h.again()
		if got := rememberedFolder(h.app); got != filepath.Join(dir, "inside") {
			t.Errorf("%s: after the next start dialogs begin at %q", from, got)
		}
		h.shell.Say("said")
		h.shell.win.Canvas().Unfocus()
		h.press(fyne.KeyEscape)
		if h.shell.message.shown() != "" {
			t.Errorf("%s: after the dialog Escape no longer closes a message", from)
		}
	}
}

func TestADialogBeginsElsewhereWhenItsFolderIsGone(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.at(filepath.Join(t.TempDir(), "gone"))
	if documents, _ := h.shell.Home(); h.shell.startFolder() != filepath.Dir(documents) || rememberedFolder(h.app) != "" {
		t.Errorf("it begins at %s", h.shell.startFolder())
	}
}

func TestAPathThatIsTypedIsGoneTo(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	dir := folderWith(t, "inside/a.txt")
	var got []string
	h.shell.ChooseFiles(conduct.KindDocument, named(&got))
	h.settle()
	path := find[*lineField](h)
	path.OnSubmitted(filepath.Join(dir, "nowhere"))
	h.settle()
	h.sees("There is no such folder.", "whether the drive is connected")
	if !h.button("Choose").Disabled() {
		t.Error("nothing is there, and it can be confirmed")
	}
	path.OnSubmitted(dir)
	h.settle()
	if !slices.Equal(h.offered(), []string{"inside"}) {
		t.Errorf("offered %q", h.offered())
	}
	path.OnSubmitted("inside/a.txt")
	h.settle()
	if !slices.Equal(got, []string{"a.txt"}) {
		t.Errorf("read %q", got)
	}
}

func TestAFolderIsChosenAndMadeWhereItIsNotThere(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	dir := folderWith(t, "one.txt", "two/three.txt")
	h.at(dir)
	var names []string
	h.shell.ChooseFolder(named(&names))
	h.settle()
	h.tap("Use this folder")
	if !slices.Equal(names, []string{"one.txt", "three.txt"}) {
		t.Errorf("read %q", names)
	}
	picked := ""
	h.shell.PickFolder(func(path string) { picked = path })
	h.settle()
	find[*lineField](h).OnSubmitted(filepath.Join(dir, "new"))
	h.settle()
	h.tap("Make this folder")
	h.tap("Use this folder")
	if picked != filepath.Join(dir, "new") || !isFolder(picked) {
		t.Errorf("chosen %q", picked)
	}
}

func TestAFileIsSavedAndReplacedOnlyOnAWord(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	dir := folderWith(t, "chart.svg", "other.txt")
	h.at(dir)
	save := func(data string) {
		h.shell.SaveFile("chart.svg", []byte(data))
		h.settle()
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	save("new")
	if !slices.Equal(h.offered(), []string{"chart.svg"}) {
		t.Errorf("offered %q", h.offered())
	}
	h.press(fyne.KeyReturn) // the keyboard is on the name
	h.settle()
	h.sees("“chart.svg” is there already.")
	if got := read("chart.svg"); got != "chart.svg" {
		t.Errorf("it was replaced without a word: %q", got)
	}
	h.tap("Replace")
	if got := read("chart.svg"); got != "new" {
		t.Errorf("saved %q", got)
	}
	h.sees("Saved: " + filepath.Join(dir, "chart.svg"))
	save("second")
	h.shell.win.Canvas().Focused().(*lineField).SetText("Größe")
	h.tap("Save")
	if got := read("Größe.svg"); got != "second" {
		t.Errorf("saved %q", got)
	}
	save("third")
	name := h.shell.win.Canvas().Focused().(*lineField)
	for _, bad := range []string{"", "a/b", "  "} {
		name.SetText(bad)
		h.tap("Save")
		h.sees("Enter a name for the file")
	}
	h.press(fyne.KeyEscape)
	h.shell.write(filepath.Join(dir, "other.txt", "below", "chart.svg"), nil)
	h.settle()
	h.sees("could not be saved", "Choose another folder", "Copy details")
}

// TestADialogFitsAndSpeaks holds the dialog to every language, size of window and of texts, and looks for words of the
// toolkit's own.
func TestADialogFitsAndSpeaks(t *testing.T) {
	dir := folderWith(t, "Gutachten zur Kündigung wegen eines Rückstands mit dem Mietzins – endgültige Fassung vom 2. Februar 2026.docx", "b.txt", "folder/x.txt")
	for _, l := range study.Languages() {
		for _, at := range []struct {
			size  fyne.Size
			scale float64
		}{{small, 1}, {fyne.NewSize(1280, 800), 2}} {
			h := newHouse(t, l, at.size)
			h.app.Preferences().SetFloat("text-size", at.scale)
			h.app.Settings().SetTheme(settings.ThemeFor(h.app))
			h.at(dir)
			for name, open := range map[string]func(){
				"files":  func() { h.shell.ChooseFiles(conduct.KindTable, func([]conduct.File) {}) },
				"folder": func() { h.shell.PickFolder(func(string) {}) },
				"save":   func() { h.shell.SaveFile("iucom-Test-01-shares.png", nil) },
			} {
				open()
				h.settle()
				at := fmt.Sprintf("%s in %s at %v", name, l, at.scale)
				h.fits(at)
				h.speaks(at)
				h.reachesAll(at)
				if lines := find[*widgets.PickList](h).Size().Height; lines < 120 {
					t.Errorf("%s: the list is %v high", at, lines)
				}
				if l != study.English {
					for _, text := range h.ownTexts() {
						if slices.Contains([]string{"Home", "Desktop", "Documents", "Favourites", "Open", "Cancel"}, text) {
							t.Errorf("%s says %q", at, text)
						}
					}
				}
				h.press(fyne.KeyEscape)
			}
		}
	}
}

func TestTheDialogsOfTheWizardOpen(t *testing.T) {
	h := newHouse(t, study.English, roomy)
	h.newStudy()
	for page, button := range map[string]string{"gold": "wizard.gold.add", "answers": "wizard.answers.add"} {
		h.shell.wizard.Show(page)
		h.tapKey(button)
		if h.shell.modal == nil {
			t.Fatalf("%s opens no dialog", button)
		}
		test.Tap(h.button("Cancel"))
		if h.shell.modal != nil || strings.Contains(h.screen(), "Cancel") {
			t.Errorf("%s: Cancel left the dialog", button)
		}
	}
}
