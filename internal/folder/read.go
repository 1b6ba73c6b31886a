package folder

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads a whole file of at most limit bytes. A link is followed; what is no regular file (a folder, a pipe, a
// device) is not opened at all.
//
// Problems: folder.not-found, folder.is-directory, folder.not-regular, folder.no-permission, folder.open-elsewhere,
// folder.too-large (Args: limit and size in bytes).
func ReadFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, explain("reading", path, err)
	case info.IsDir():
		return nil, problem("folder.is-directory", path, nil)
	case !info.Mode().IsRegular():
		return nil, problem("folder.not-regular", path, nil)
	case info.Size() > limit:
		return nil, tooLarge(path, info.Size(), limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, explain("reading", path, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	// The file may have grown since: the limit holds for what is read, not for what was announced.
	n, err := io.Copy(&b, &interruptible{ctx, io.LimitReader(f, limit+1)})
	if err != nil {
		return nil, explain("reading", path, err)
	}
	if n > limit {
		return nil, tooLarge(path, n, limit)
	}
	return b.Bytes(), nil
}

func tooLarge(path string, size, limit int64) error {
	p := problem("folder.too-large", path, nil)
	const mega = 1 << 20
	p.Args["limit"], p.Args["size"] = (limit+mega-1)/mega, (size+mega-1)/mega
	return p
}

// interruptible is a reader that ends with its context.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.r.Read(p)
}

// Categories is the folder in which the areas of law have theirs.
func (h Home) Categories() string { return filepath.Join(h.Documents, categoriesName) }

// Areas lists the areas of law that have a folder, sorted by name. None is no error.
func (h Home) Areas() ([]string, error) {
	entries, err := list(h.Categories())
	var areas []string
	for _, e := range entries {
		if e.IsDir() && !hidden(e.Name()) {
			areas = append(areas, e.Name())
		}
	}
	return areas, err
}

// Files lists the paths of the regular files of a folder, sorted by name, without those that programs leave behind:
// hidden ones, locks of office programs, thumbnails. A folder that is not there has none.
func (h Home) Files(dir string) ([]string, error) {
	entries, err := list(dir)
	var files []string
	for _, e := range entries {
		if e.Type().IsRegular() && !hidden(e.Name()) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, err
}

func list(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, explain("listing", dir, err)
}

// hidden tells files that no person put there.
func hidden(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") ||
		lower == "thumbs.db" || lower == "desktop.ini"
}
