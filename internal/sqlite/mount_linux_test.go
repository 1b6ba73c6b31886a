package sqlite_test

import (
	"fmt"
	"syscall"
	"testing"
)

// mountSmall mounts a disk in memory of so many bytes where the system allows it, and tells whether it did.
func mountSmall(t *testing.T, size int) (dir string, ok bool) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		return "", false
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmounting: %v", err)
		}
	})
	return dir, true
}
