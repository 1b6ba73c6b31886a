package folder

import (
	"context"
	"io/fs"
	"os"
)

// Full is a disk that takes so many bytes in all and then says why it takes no more.
type Full struct {
	Room int
	Why  error
}

type fullFile struct {
	*os.File
	disk *Full
}

func (f fullFile) Write(p []byte) (int, error) {
	if len(p) > f.disk.Room {
		n, _ := f.File.Write(p[:f.disk.Room])
		f.disk.Room = 0
		return n, &fs.PathError{Op: "write", Path: f.Name(), Err: f.disk.Why}
	}
	f.disk.Room -= len(p)
	return f.File.Write(p)
}

func (f *Full) create(dir, pattern string) (handle, error) {
	file, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return fullFile{file, f}, nil
}

// WriteFile, WriteInto and WriteTree are those of the package on this disk.
func (f *Full) WriteFile(path string, data []byte, perm fs.FileMode) error {
	return disk{create: f.create}.writeFile(path, data, perm)
}

func (f *Full) WriteInto(dir string, files []File, perm fs.FileMode) error {
	return disk{create: f.create}.writeInto(dir, files, perm)
}

func (f *Full) WriteTree(dir string, files []File, perm fs.FileMode) error {
	return disk{create: f.create}.writeTree(dir, files, perm)
}

// Beside are the names under which WriteTree keeps the new and the former folder meanwhile.
func Beside(dir string) (fresh, old string) { return beside(dir, "neu"), beside(dir, "alt") }

// CopyDocuments is MoveDocuments to another drive.
func (h Home) CopyDocuments(ctx context.Context, to string, tell func(done, total int)) error {
	return h.copyDocuments(ctx, to, tell)
}
