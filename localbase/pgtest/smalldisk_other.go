//go:build !linux

package pgtest

import "testing"

// SmallDisk skips the test: it mounts a file system on Linux only.
func SmallDisk(t testing.TB, _ int) string {
	t.Helper()
	t.Skip("mounting a small file system needs Linux")
	return ""
}
