package folder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"iucomstudien/internal/study"
)

// Load is how much stands in a folder.
type Load struct {
	Files int
	Bytes int64
}

// LoadOf counts the files in a folder and below. A folder that is not there has none.
func LoadOf(ctx context.Context, dir string) (l Load, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case d.Type().IsRegular():
			info, err := d.Info()
			if err != nil {
				return ignoreMissing(err)
			}
			l.Files, l.Bytes = l.Files+1, l.Bytes+info.Size()
		}
		return nil
	})
	return l, explain("counting the files in", dir, err)
}

// CheckDocuments tells whether the documents may go to a folder, and makes it to see whether it can be written.
// occupied says that something stands there already.
//
// Problems: folder.same-place, folder.inside-itself, folder.beside-the-database (Args: folder), folder.no-permission,
// folder.disk-full, folder.name-taken.
func (h Home) CheckDocuments(dir string) (occupied bool, err error) {
	switch {
	case dir == h.Documents:
		return false, problem("folder.same-place", dir, nil)
	case within(dir, h.Documents) || within(h.Documents, dir):
		return false, problem("folder.inside-itself", dir, nil)
	case within(dir, h.Data) || within(dir, h.Cache):
		return false, problem("folder.beside-the-database", dir, nil)
	}
	_, err = os.Lstat(dir)
	absent := errors.Is(err, fs.ErrNotExist)
	if err := MakeDir(dir); err != nil {
		return false, err
	}
	if err := WriteFile(filepath.Join(dir, probeName), nil, 0o600); err != nil {
		return false, err
	}
	if err := os.Remove(filepath.Join(dir, probeName)); err != nil {
		return false, explain("trying", dir, err)
	}
	if absent { // nothing is left of the trial
		return false, explain("trying", dir, os.Remove(dir))
	}
	entries, err := os.ReadDir(dir)
	return len(entries) > 0, explain("listing", dir, err)
}

// probeName is a file that is made and removed to see whether a folder can be written.
const probeName = "iucom-probe.tmp"

// within tells whether a path is a folder or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// MoveDocuments moves all documents to a folder that is empty or not there, and lets them go there from the next opening
// on. On one drive the folder is renamed; to another drive every file is copied and compared, and the old ones are
// removed only when all are there and the choice is written. Until then the old folder stands as it was.
//
// Problems: folder.not-empty, folder.old-left (the documents are in their new place, but the old ones could not be
// removed; Args: folder), and those of reading and writing.
func (h Home) MoveDocuments(ctx context.Context, to string, tell func(done, total int)) error {
	if entries, err := list(to); err != nil || len(entries) > 0 {
		return errors.Join(err, unless(err, problem("folder.not-empty", to, nil)))
	}
	if err := MakeDir(filepath.Dir(to)); err != nil {
		return err
	}
	if _, err := os.Stat(h.Documents); errors.Is(err, fs.ErrNotExist) {
		return errors.Join(MakeDir(to), h.ChooseDocuments(to))
	}
	if err := ignoreMissing(os.Remove(to)); err != nil { // the empty folder: its place is needed
		return explain("preparing", to, err)
	}
	if err := os.Rename(h.Documents, to); err == nil {
		if err := h.ChooseDocuments(to); err != nil {
			return errors.Join(err, os.Rename(to, h.Documents))
		}
		return nil
	}
	return h.copyDocuments(ctx, to, tell)
}

// copyDocuments moves the documents to a folder on another drive.
func (h Home) copyDocuments(ctx context.Context, to string, tell func(done, total int)) error {
	fresh := beside(to, "neu")
	if err := copyTree(ctx, h.Documents, fresh, tell); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	if err := os.Rename(fresh, to); err != nil {
		return errors.Join(explain("moving", to, err), os.RemoveAll(fresh))
	}
	if err := h.ChooseDocuments(to); err != nil {
		return errors.Join(err, os.RemoveAll(to))
	}
	if err := os.RemoveAll(h.Documents); err != nil {
		return &study.Problem{ID: "folder.old-left", Args: map[string]any{"folder": h.Documents}, Err: err}
	}
	return nil
}

// unless is an error where there is no other.
func unless(other error, p *study.Problem) error {
	if other != nil {
		return nil
	}
	return p
}

// copyTree copies everything below a folder, with its times and modes, and reads each file again to compare.
func copyTree(ctx context.Context, from, to string, tell func(done, total int)) error {
	load, err := LoadOf(ctx, from)
	if err != nil {
		return err
	}
	done := 0
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return explain("reading", path, err)
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return fmt.Errorf("copying %s: %w", path, err)
		}
		target := filepath.Join(to, rel)
		info, err := d.Info()
		switch {
		case err != nil:
			return explain("reading", path, err)
		case d.IsDir():
			return explain("making", target, os.MkdirAll(target, info.Mode().Perm()|0o700))
		case !d.Type().IsRegular():
			return problem("folder.not-regular", path, nil) // nothing is left behind without a word
		}
		if err := copyFile(ctx, path, target, info); err != nil {
			return err
		}
		done++
		if tell != nil {
			tell(done, load.Files)
		}
		return nil
	})
}

// copyFile copies one file and compares what arrived.
func copyFile(ctx context.Context, from, to string, info fs.FileInfo) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return explain("reading", from, err)
	}
	defer func() { _ = in.Close() }() // nothing was written
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_RDWR, info.Mode().Perm()|0o600)
	if err != nil {
		return explain("writing", to, err)
	}
	sent, arrived := sha256.New(), sha256.New()
	_, err = io.Copy(io.MultiWriter(out, sent), &interruptible{ctx, in})
	if err == nil {
		err = out.Sync()
	}
	if err == nil {
		_, err = out.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(arrived, &interruptible{ctx, out})
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return explain("writing", to, err)
	}
	if !bytes.Equal(sent.Sum(nil), arrived.Sum(nil)) {
		return problem("folder.copy-differs", to, nil)
	}
	return explain("setting the time of", to, os.Chtimes(to, info.ModTime(), info.ModTime()))
}
