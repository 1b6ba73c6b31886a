package sources

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Folder is a folder that is a collection.
type Folder struct {
	Collection string
	Path       string
	Skip       string // name of a folder directly below that does not belong to it; "" for none
}

// State is a collection after [Library.Sync].
type State struct {
	Documents  []sqlite.SourceDocument // all files, by name; those that can't be searched have a Problem
	Read, Gone int                     // files read anew, and forgotten since they are gone
}

// Unreadable lists the files that can't be searched.
func (s State) Unreadable() []sqlite.SourceDocument {
	return slices.DeleteFunc(slices.Clone(s.Documents), func(d sqlite.SourceDocument) bool { return d.Problem == nil })
}

// Sync brings the index of a folder up to date: files that are new or changed are read, files that are gone are
// forgotten. A file counts as unchanged when size and time are the same, and otherwise when its SHA-256 is. Each file is
// kept when it is read; stopped, the work goes on from there the next time. A folder that is not there is empty. Hidden
// files and what programs leave behind are passed over, links are not followed.
func (l *Library) Sync(ctx context.Context, f Folder, report job.Report) (State, error) {
	files, err := listFiles(f)
	if err != nil {
		return State{}, fmt.Errorf("listing the documents of %s: %w", f.Collection, err)
	}
	before, err := l.store.SourceDocuments(ctx, f.Collection)
	if err != nil {
		return State{}, err
	}
	known := make(map[string]sqlite.SourceDocument)
	for _, d := range before {
		known[d.Name] = d
	}
	var s State
	for i, file := range files {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		report(i, len(files), "documents")
		old, there := known[file.name]
		delete(known, file.name)
		read, err := l.file(ctx, f, file, old, there)
		if err != nil {
			return s, err
		}
		if read {
			s.Read++
		}
	}
	for name := range known {
		if err := l.store.DropSource(ctx, f.Collection, name); err != nil {
			return s, err
		}
		s.Gone++
	}
	s.Documents, err = l.store.SourceDocuments(ctx, f.Collection)
	return s, err
}

// found is a file of a folder.
type found struct {
	name    string // path below the folder, with slashes
	path    string
	size    int64
	changed time.Time
}

// listFiles lists the files of a folder and those below it.
func listFiles(f Folder) ([]found, error) {
	var files []found
	err := filepath.WalkDir(f.Path, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case path == f.Path:
			return nil
		}
		name, err := filepath.Rel(f.Path, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			if leftBehind(e.Name()) || f.Skip != "" && strings.EqualFold(name, f.Skip) {
				return filepath.SkipDir
			}
			return nil
		}
		if !e.Type().IsRegular() || leftBehind(e.Name()) {
			return nil
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			files = append(files, found{filepath.ToSlash(name), path, info.Size(), info.ModTime()})
		}
		return err
	})
	return files, err
}

// leftBehind tells names that no person gave.
func leftBehind(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") || lower == "thumbs.db" || lower == "desktop.ini"
}

// file brings one file up to date and tells whether it was read.
func (l *Library) file(ctx context.Context, f Folder, file found, old sqlite.SourceDocument, there bool) (bool, error) {
	same := there && old.Rules == l.words.Version()
	if same && old.Size == file.size && old.Changed.Equal(file.changed) {
		return false, nil
	}
	d := sqlite.SourceDocument{
		Collection: f.Collection, Name: file.name, Size: file.size, Changed: file.changed, Rules: l.words.Version(),
		SHA256: strings.Repeat("0", sha256.Size*2),
	}
	data, err := folder.ReadFile(ctx, file.path, extract.MaxFile)
	if err == nil {
		sum := sha256.Sum256(data)
		d.SHA256, d.Size = hex.EncodeToString(sum[:]), int64(len(data))
		if same && d.SHA256 == old.SHA256 {
			return false, l.store.TouchSource(ctx, d)
		}
	}
	text := ""
	if err == nil {
		text, err = textOf(ctx, file.path, data)
	}
	if err != nil {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		var why *study.Problem
		if !errors.As(err, &why) {
			return false, fmt.Errorf("reading %s: %w", file.name, err)
		}
		d.Problem = &study.Problem{ID: why.ID, File: file.name, Row: why.Row, Column: why.Column, Args: why.Args}
		return true, l.store.SaveSource(ctx, d, nil)
	}
	d.Language = l.words.Language(text)
	return true, l.store.SaveSource(ctx, d, l.passages(text, d.Language))
}

// textOf is the readable text of a file. A scan is no text: that is said, not passed over.
func textOf(ctx context.Context, path string, data []byte) (string, error) {
	doc, err := extract.Read(ctx, filepath.Base(path), data)
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(doc.Text) == "" {
		return "", &study.Problem{ID: "file.no-text"}
	}
	return doc.Text, nil
}

// Exists tells whether a folder is there.
func (f Folder) Exists() bool {
	info, err := os.Stat(f.Path)
	return err == nil && info.IsDir()
}
