//go:build !linux

package functions

import "syscall"

// dieWithParent has no effect on this system: a function continues to run after this process
// was killed.
func dieWithParent() *syscall.SysProcAttr { return nil }
