package functions

import "syscall"

// dieWithParent has the kernel end the function when we are killed.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
