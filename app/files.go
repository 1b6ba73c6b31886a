package app

import (
	"context"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"iucomstudien/app/host"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// mostFiles is how many files are taken at once: a folder with more was dropped by mistake.
const mostFiles = 500

// Dropped takes files and folders that were dropped onto the window to where they belong on the page that is shown.
func (s *Shell) Dropped(paths []string) {
	if s.win.Canvas().Overlays().Top() == nil {
		s.backToStudy()
		s.backFromResult()
	}
	switch {
	case s.win.Canvas().Overlays().Top() != nil:
		s.Fault(&study.Problem{ID: "app.drop-during-question"})
	case s.wizard == nil:
		s.Fault(&study.Problem{ID: "app.drop-nowhere"})
	case !s.wizard.Takes():
		s.Fault(&study.Problem{ID: "app.drop-wrong-page", Args: map[string]any{"page": s.words.T("wizard." + s.wizard.Shown())}})
	default:
		s.load(paths, s.wizard.Take)
	}
}

// load reads files, and those of folders, beside the window and hands them on.
func (s *Shell) load(paths []string, then func(files []conduct.File)) {
	var files []conduct.File
	s.Start(host.Job{
		Title: s.words.T("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			all, err := expand(paths)
			if err != nil {
				return err
			}
			files, err = conduct.LoadFiles(ctx, all)
			return err
		},
		After: func(end job.End) {
			if end == job.Done {
				then(files)
			}
		},
	})
}

// expand replaces folders by the files in them and below, in the order of their names. What programs leave behind
// (hidden files, locks of office programs, thumbnails) is passed over there; a file that was named itself is taken.
func expand(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // whoever reads it says what is wrong with it
			continue
		}
		err = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return &study.Problem{ID: "app.folder-unreadable", File: filepath.Base(at), Err: err}
			case at != path && leftBehind(d.Name()) && d.IsDir():
				return fs.SkipDir
			case d.Type().IsRegular() && !leftBehind(d.Name()):
				files = append(files, at)
			}
			if len(files) > mostFiles {
				return &study.Problem{ID: "app.too-many-files", File: filepath.Base(path), Args: map[string]any{"limit": mostFiles}}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, &study.Problem{ID: "app.no-files"}
	}
	return files, nil
}

// leftBehind tells whether a name is one that programs leave behind.
func leftBehind(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") || strings.EqualFold(name, "thumbs.db") ||
		strings.EqualFold(name, "desktop.ini")
}

// dialogWidth and dialogHeight are the size of the file dialog.
const dialogWidth, dialogHeight = 860, 560

// ChooseFile lets the person choose one file; several are dropped onto the window, or chosen as a folder.
func (s *Shell) ChooseFile(then func(files []conduct.File)) {
	s.showDialog("app.choose-file", dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			s.chosen("", err, then)
			return
		}
		s.chosen(r.URI().Path(), r.Close(), then)
	}, s.win))
}

// ChooseFolder lets the person choose a folder, all of whose files are taken.
func (s *Shell) ChooseFolder(then func(files []conduct.File)) {
	s.showDialog("app.choose-folder", dialog.NewFolderOpen(func(u fyne.ListableURI, err error) {
		if err != nil || u == nil {
			s.chosen("", err, then)
			return
		}
		s.chosen(u.Path(), nil, then)
	}, s.win))
}

// PickFolder lets the person choose a folder and reads nothing in it.
func (s *Shell) PickFolder(then func(path string)) {
	s.showDialog("app.pick-folder", dialog.NewFolderOpen(func(u fyne.ListableURI, err error) {
		switch {
		case err != nil:
			s.Fault(err)
		case u != nil:
			then(filepath.FromSlash(u.Path()))
		}
	}, s.win))
}

// chosen reads what was chosen; "" is nothing.
func (s *Shell) chosen(path string, err error, then func(files []conduct.File)) {
	switch {
	case err != nil:
		s.Fault(err)
	case path != "":
		s.useFolder(path)
		s.load([]string{path}, then)
	}
}

// showDialog shows a dialog for files in a size that fits the window, at the folder that was used last. Escape closes it.
func (s *Shell) showDialog(title string, d *dialog.FileDialog) {
	canvas := s.win.Canvas()
	d.SetTitleText(s.words.T(title))
	d.SetConfirmText(s.words.T("app.choose"))
	d.SetDismissText(s.words.T("app.cancel"))
	if s.lastFolder == "" {
		s.lastFolder = rememberedFolder(s.app)
	}
	if s.lastFolder == "" {
		documents, _ := s.Home()
		s.lastFolder = filepath.Dir(documents)
	}
	if place, err := storage.ListerForURI(storage.NewFileURI(s.lastFolder)); err == nil {
		d.SetLocation(place)
	}
	typed := canvas.OnTypedKey()
	d.SetOnClosed(func() { canvas.SetOnTypedKey(typed) })
	room := canvas.Size()
	d.Resize(fyne.NewSize(min(dialogWidth, room.Width-40), min(dialogHeight, room.Height-40)))
	d.Show()
	canvas.SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			d.Hide()
		}
	})
}

// OpenFolder shows a folder, or a file with the program the system has for it. The path is said in any case: whether
// the system has such a program is not known in time.
func (s *Shell) OpenFolder(path string) {
	s.Say(s.words.T("app.folder-at", "path", path))
	if err := s.open(path); err != nil {
		s.Fault(&study.Problem{ID: "app.nothing-opened", Args: map[string]any{"path": path}, Err: err})
	}
}

// openURL shows a path through the toolkit.
func (s *Shell) openURL(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… on Windows
	}
	return s.app.OpenURL(&url.URL{Scheme: "file", Path: slashed})
}
