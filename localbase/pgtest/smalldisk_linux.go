package pgtest

import (
	"fmt"
	"os"
	"syscall"
	"testing"
)

// SmallDisk mounts a file system with the given size in bytes and returns its folder, which every
// user can enter. It skips the test if mounting is not permitted. Tests of full disks must also
// inject the error, so that the code is tested without this permission.
func SmallDisk(t testing.TB, size int) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tableside-disk-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(dir) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", size)); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return dir
}
