//go:build !linux

package functions

import "syscall"

// dieWithParent has no counterpart here: a function outlives a killed parent
// until its next request fails.
func dieWithParent() *syscall.SysProcAttr { return nil }
