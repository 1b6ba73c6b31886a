package folder

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// File is one file to be written.
type File struct {
	Name string // slash-separated, relative, every part a [SafeName]
	Data []byte
}

// WriteFile writes a whole file: to a temporary name in the same folder, synced, then renamed. Until the last moment
// the old content stands; afterwards the new one does. Missing folders are made. It refuses to replace what is no
// regular file, a link included.
//
// Problems: folder.not-regular, folder.disk-full, folder.no-permission, folder.open-elsewhere, folder.name-taken.
func WriteFile(path string, data []byte, perm fs.FileMode) error {
	return disk{create: createTemp}.writeFile(path, data, perm)
}

// WriteInto writes several files into a folder and leaves all others there alone. Every file is complete beside its
// place before the first is renamed, so that a full disk changes nothing.
func WriteInto(dir string, files []File, perm fs.FileMode) error {
	return disk{create: createTemp}.writeInto(dir, files, perm)
}

// WriteTree replaces a whole folder: afterwards it holds these files and nothing else. It is for folders that belong
// to the program alone. Until all files are complete beside it the old folder stands; when the program ends between
// the two last renames, the next call brings the old folder back first.
func WriteTree(dir string, files []File, perm fs.FileMode) error {
	return disk{create: createTemp}.writeTree(dir, files, perm)
}

// MakeDir makes a folder and those above it.
func MakeDir(dir string) error { return makeDir(dir, 0o644) }

// handle is what is needed of an open file.
type handle interface {
	io.Writer
	Name() string
	Chmod(fs.FileMode) error
	Sync() error
	Close() error
}

// disk creates files; a test gives one that is full.
type disk struct {
	create func(dir, pattern string) (handle, error)
}

func createTemp(dir, pattern string) (handle, error) { return os.CreateTemp(dir, pattern) }

func (d disk) writeFile(path string, data []byte, perm fs.FileMode) error {
	return d.writeInto(filepath.Dir(path), []File{{Name: filepath.Base(path), Data: data}}, perm)
}

func (d disk) writeInto(dir string, files []File, perm fs.FileMode) (err error) {
	var renames [][2]string
	defer func() {
		for _, r := range renames { // what is left when something failed
			err = errors.Join(err, ignoreMissing(os.Remove(r[0])))
		}
	}()
	for _, f := range files {
		path, err := place(dir, f.Name)
		if err != nil {
			return err
		}
		if err := replaceable(path); err != nil {
			return err
		}
		temp, err := d.writeBeside(path, f.Data, perm)
		if err != nil {
			return explain("writing", path, err)
		}
		renames = append(renames, [2]string{temp, path})
	}
	changed := make(map[string]bool) // folders, each synced once: with hundreds of files it is what takes the time
	defer func() {
		for dir := range changed {
			syncDir(dir)
		}
	}()
	for len(renames) > 0 {
		if err := os.Rename(renames[0][0], renames[0][1]); err != nil {
			return explain("writing", renames[0][1], err)
		}
		changed[filepath.Dir(renames[0][1])] = true
		renames = renames[1:]
	}
	return nil
}

// writeBeside writes and syncs a temporary file in the folder of path and gives its name.
func (d disk) writeBeside(path string, data []byte, perm fs.FileMode) (temp string, err error) {
	if err := makeDir(filepath.Dir(path), perm); err != nil {
		return "", err
	}
	f, err := d.create(filepath.Dir(path), ".iucom-*.tmp")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(f.Name())))
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(perm)
	}
	if err == nil {
		err = f.Sync()
	}
	return f.Name(), errors.Join(err, f.Close())
}

func (d disk) writeTree(dir string, files []File, perm fs.FileMode) error {
	fresh, old := beside(dir, "neu"), beside(dir, "alt")
	if err := settle(dir, fresh, old); err != nil {
		return explain("preparing", dir, err)
	}
	if err := makeDir(fresh, perm); err != nil {
		return err
	}
	if err := d.writeInto(fresh, files, perm); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	if err := ignoreMissing(os.Rename(dir, old)); err != nil {
		return errors.Join(explainReplacing(dir, err), os.RemoveAll(fresh))
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(explainReplacing(dir, err), settle(dir, fresh, old))
	}
	syncDir(filepath.Dir(dir))
	return explain("removing the former content of", dir, os.RemoveAll(old))
}

// settle ends what an earlier call began: a half-made folder goes, and the former one comes back if it stands aside
// and nothing has taken its place.
func settle(dir, fresh, old string) error {
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ignoreMissing(os.Rename(old, dir))
	case err != nil:
		return err
	case !info.IsDir():
		return problem("folder.name-taken", dir, nil)
	}
	return os.RemoveAll(old)
}

// beside is a hidden folder next to dir.
func beside(dir, word string) string {
	return filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+"."+word)
}

// place joins a file's name to its folder and lets no part of it lead out.
func place(dir, name string) (string, error) {
	path := dir
	for part := range strings.SplitSeq(name, "/") {
		safe, err := SafeName(part)
		if err != nil {
			return "", err
		}
		path = filepath.Join(path, safe)
	}
	return path, nil
}

// replaceable refuses to put a file in the place of anything but a file.
func replaceable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return explain("writing", path, err)
	case !info.Mode().IsRegular():
		return problem("folder.not-regular", path, nil)
	}
	return nil
}

// makeDir makes a folder that is as closed as the files in it.
func makeDir(dir string, perm fs.FileMode) error {
	mode := fs.FileMode(0o755)
	if perm&0o077 == 0 {
		mode = 0o700
	}
	return explain("making", dir, os.MkdirAll(dir, mode))
}

// syncDir makes a rename last. Windows has no such call, and there the rename itself is enough.
func syncDir(dir string) {
	if runtime.GOOS == "windows" {
		return
	}
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync() // some network folders refuse; the file itself is synced
		_ = d.Close()
	}
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
