package app

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// place is a folder to which one goes often.
type place struct{ key, path string } // its name stands under "files.place.<key>"; a drive is called by its path

// places are the folders that there are on this computer: the studies, the person's own, and on Windows the drives.
func places(studies string) []place {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	var list []place
	for _, p := range []place{{"studies", studies}, {"documents", xdg.UserDirs.Documents}, {"downloads", xdg.UserDirs.Download},
		{"desktop", xdg.UserDirs.Desktop}, {"home", home}} {
		taken := slices.ContainsFunc(list, func(o place) bool { return o.path == p.path })
		if p.path != "" && !taken && isFolder(p.path) {
			list = append(list, p)
		}
	}
	if runtime.GOOS != "windows" {
		return append(list, place{"computer", "/"})
	}
	for letter := 'A'; letter <= 'Z'; letter++ {
		if drive := string(letter) + `:\`; isFolder(drive) {
			list = append(list, place{"", drive})
		}
	}
	return list
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// listed is a folder or file in a folder.
type listed struct {
	name   string
	folder bool
	size   int64
	date   string // of the last change, "2026-03-02"
}

// list lists a folder: folders first, then files, each by name whatever the case of letters. What programs hide is left out.
// Problems: app.folder-unreadable, app.no-such-folder.
func list(ctx context.Context, dir string) ([]listed, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err):
		return nil, &study.Problem{ID: "app.no-such-folder", File: dir, Err: err}
	case err != nil:
		return nil, &study.Problem{ID: "app.folder-unreadable", File: dir, Err: err}
	}
	var all []listed
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if leftBehind(e.Name()) {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, e.Name())) // follows links to folders
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // it is gone, or no file
		}
		all = append(all, listed{e.Name(), info.IsDir(), info.Size(), info.ModTime().Format("2006-01-02")})
	}
	slices.SortFunc(all, func(a, b listed) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return all, nil
}

// fits tells whether a file has one of the endings; without any every file fits.
func fits(name string, endings []string) bool {
	return len(endings) == 0 || slices.Contains(endings, strings.ToLower(filepath.Ext(name)))
}

// about is size and day of a file; a folder has none.
func (l listed) about(words *lang.Catalogue) string {
	const kilo, mega = 1 << 10, 1 << 20
	switch {
	case l.folder:
		return ""
	case l.size < mega:
		return words.Number(float64(l.size)/kilo, 1) + " kB · " + l.date
	}
	return words.Number(float64(l.size)/mega, 1) + " MB · " + l.date
}
