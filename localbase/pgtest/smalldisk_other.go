//go:build !linux

package pgtest

import "testing"

// SmallDisk skips the test, because it can mount a file system only on Linux.
func SmallDisk(t testing.TB, _ int) string {
	t.Helper()
	t.Skip("mounting a small file system requires Linux")
	return ""
}
