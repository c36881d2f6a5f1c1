package postgres

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// dieWithParent has the kernel ask for a fast shutdown when we are gone,
// however that came about.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }

// readCommandLine is the arguments that a process was started with.
func readCommandLine(pid int) ([]string, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimRight(string(data), "\x00"), "\x00"), nil
}
