package postgres

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// setParentDeathSignal requests a fast shutdown from the kernel when this process ends for any
// reason.
func setParentDeathSignal(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }

// readCommandLine returns the arguments of a process.
func readCommandLine(pid int) ([]string, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimRight(string(data), "\x00"), "\x00"), nil
}
