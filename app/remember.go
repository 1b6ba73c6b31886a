package app

import (
	"os"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// What the toolkit's preferences keep of the window. The study itself never stands among them.
const (
	languagePreference = "language"
	widthPreference    = "window-width"
	heightPreference   = "window-height"
	welcomedPreference = "welcomed"
	folderPreference   = "last-folder"
	placePreference    = "last-place"
)

// firstWidth and firstHeight are the size of the first window.
const firstWidth, firstHeight = 1180, 760

// PreferredLanguage is the language chosen earlier, or that of the system.
func PreferredLanguage(app fyne.App, system study.Language) study.Language {
	if l := study.Language(app.Preferences().String(languagePreference)); l.Valid() {
		return l
	}
	return system
}

// rememberedSize is the size that the window had when it was closed last.
func rememberedSize(app fyne.App) fyne.Size {
	p := app.Preferences()
	width, height := p.FloatWithFallback(widthPreference, firstWidth), p.FloatWithFallback(heightPreference, firstHeight)
	return fyne.NewSize(max(float32(width), leastWidth), max(float32(height), leastHeight))
}

// rememberSize keeps the size of the window for the next start.
func rememberSize(app fyne.App, size fyne.Size) {
	app.Preferences().SetFloat(widthPreference, float64(size.Width))
	app.Preferences().SetFloat(heightPreference, float64(size.Height))
}

// rememberedFolder is the folder from which files were opened, or to which they were saved, last; "" when none was, or it
// is not there any more.
func rememberedFolder(app fyne.App) string {
	path := app.Preferences().String(folderPreference)
	if info, err := os.Stat(path); path == "" || err != nil || !info.IsDir() {
		return ""
	}
	return path
}

// rememberFolder keeps a folder for the next dialog, at the next start too.
func (s *Shell) rememberFolder(dir string) {
	s.lastFolder = dir
	s.app.Preferences().SetString(folderPreference, dir)
}

// The places of the window that are remembered; a study is "study", its ID, its test and the page of the steps, a result
// "result", study, test and part.
const (
	homePlace, archivePlace, settingsPlace, helpPlace = "home", "archive", "settings", "help"
	studyPlace, resultPlace                           = "study", "result"
)

// rememberPlace keeps where the window is.
func (s *Shell) rememberPlace() {
	parts := []string{homePlace}
	switch {
	case s.wizard != nil:
		ref := s.wizard.Ref()
		parts = []string{studyPlace, ref.Study, ref.Test, s.wizard.Shown()}
	case s.result.Study != "":
		parts = []string{resultPlace, s.result.Study, s.result.Test}
	case s.screenName != "":
		parts = []string{s.screenName}
		if s.screenName == settingsPlace {
			parts = append(parts, s.settings.Part())
		}
	}
	s.app.Preferences().SetString(placePreference, strings.Join(parts, "\n"))
}

// ShowLastPlace shows where the window was when it was closed last; the start page where that is not there any more.
func (s *Shell) ShowLastPlace() {
	parts := strings.Split(s.app.Preferences().String(placePreference), "\n")
	s.ShowHome()
	switch name := parts[0]; {
	case name == archivePlace:
		s.ShowArchive()
	case name == settingsPlace && len(parts) == 2:
		s.showSettings(parts[1])
	case name == studyPlace && len(parts) == 4 && s.there(parts[1], parts[2]):
		s.openTest(conduct.Ref{Study: parts[1], Test: parts[2]}, parts[3])
	case name == resultPlace && len(parts) == 3 && s.there(parts[1], parts[2]):
		s.ShowResult(conduct.Ref{Study: parts[1], Test: parts[2]})
	}
}

// there tells whether a study, and its test where one is named, is still there.
func (s *Shell) there(studyID, testID string) bool {
	_, err := s.conduct.Study(s.ctx, studyID)
	if err == nil && testID != "" {
		_, err = s.conduct.Test(s.ctx, conduct.Ref{Study: studyID, Test: testID})
	}
	return err == nil
}
