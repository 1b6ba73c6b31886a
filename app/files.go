package app

import (
	"context"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

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

// ChooseFiles lets the person choose files of a kind.
func (s *Shell) ChooseFiles(kind conduct.FileKind, then func(files []conduct.File)) {
	s.chooseFiles(kind, false, then)
}

// ChooseFile lets the person choose one file of a kind.
func (s *Shell) ChooseFile(kind conduct.FileKind, then func(files []conduct.File)) {
	s.chooseFiles(kind, true, then)
}

func (s *Shell) chooseFiles(kind conduct.FileKind, one bool, then func(files []conduct.File)) {
	title := "app.choose-files"
	if one {
		title = "app.choose-file"
	}
	s.choose(choosing{title: s.words.T(title), yes: s.words.T("app.choose"), one: one, fits: s.words.T("files.kind." + string(kind)),
		endings: conduct.Endings(kind), then: func(paths []string) { s.load(paths, then) }})
}

// ChooseFolder lets the person choose a folder, all of whose files are taken.
func (s *Shell) ChooseFolder(then func(files []conduct.File)) {
	s.choose(choosing{title: s.words.T("app.choose-folder"), yes: s.words.T("files.this-folder"), folder: true,
		then: func(paths []string) { s.load(paths, then) }})
}

// PickFolder lets the person choose a folder and reads nothing in it.
func (s *Shell) PickFolder(then func(path string)) {
	s.choose(choosing{title: s.words.T("app.pick-folder"), yes: s.words.T("files.this-folder"), folder: true,
		then: func(paths []string) { then(paths[0]) }})
}

// startFolder is where a dialog begins: at the folder that was used last, or beside the folder of the studies.
func (s *Shell) startFolder() string {
	if s.lastFolder == "" {
		s.lastFolder = rememberedFolder(s.app)
	}
	if s.lastFolder == "" || !isFolder(s.lastFolder) {
		documents, _ := s.Home()
		return filepath.Dir(documents)
	}
	return s.lastFolder
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
