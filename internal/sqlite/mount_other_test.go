//go:build !linux

package sqlite_test

import "testing"

// mountSmall mounts nothing here.
func mountSmall(*testing.T, int) (dir string, ok bool) { return "", false }
