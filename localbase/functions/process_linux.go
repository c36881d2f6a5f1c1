package functions

import "syscall"

// dieWithParent makes the kernel kill the function when this process ends.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
