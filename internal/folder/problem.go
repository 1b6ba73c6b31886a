package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"iucomstudien/internal/study"
)

// Numbers of Windows' own errors, which package syscall does not name on other systems.
const (
	windowsSharingViolation = syscall.Errno(32)
	windowsHandleDiskFull   = syscall.Errno(39)
	windowsDiskFull         = syscall.Errno(112)
)

// explain turns a fault of the disk that a person can mend into a Problem and wraps every other one.
//
// Problems: folder.not-found, folder.no-permission, folder.disk-full, folder.open-elsewhere, folder.name-taken.
func explain(doing, path string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || len(study.Problems(err)) > 0 {
		return err
	}
	id := ""
	switch {
	case isAny(err, syscall.ENOSPC, syscall.EDQUOT) || isWindows(err, windowsDiskFull, windowsHandleDiskFull):
		id = "folder.disk-full"
	case isWindows(err, windowsSharingViolation):
		id = "folder.open-elsewhere"
	case errors.Is(err, fs.ErrPermission) || isAny(err, syscall.EROFS):
		id = "folder.no-permission"
	case errors.Is(err, fs.ErrNotExist):
		id = "folder.not-found"
	case isAny(err, syscall.ENOTDIR, syscall.EISDIR):
		id = "folder.name-taken"
	default:
		return fmt.Errorf("%s %s: %w", doing, path, err)
	}
	return problem(id, path, err)
}

// explainReplacing is explain for a folder that is moved aside. Windows calls it a matter of permission when somebody
// has a file in it open, which is what happens far more often.
func explainReplacing(dir string, err error) error {
	if runtime.GOOS == "windows" && errors.Is(err, fs.ErrPermission) {
		return problem("folder.open-elsewhere", dir, err)
	}
	return explain("replacing", dir, err)
}

// problem is a Problem about a file. The folder is told apart from the name, since a person looks for both; it is told in
// full, since «.» says nothing.
func problem(id, path string, err error) *study.Problem {
	dir := filepath.Dir(path)
	if full, failed := filepath.Abs(dir); failed == nil {
		dir = full
	}
	return &study.Problem{ID: id, File: filepath.Base(path), Args: map[string]any{"folder": dir}, Err: err}
}

func isAny(err error, numbers ...syscall.Errno) bool {
	return slices.ContainsFunc(numbers, func(n syscall.Errno) bool { return errors.Is(err, n) })
}

func isWindows(err error, numbers ...syscall.Errno) bool {
	return runtime.GOOS == "windows" && isAny(err, numbers...)
}
