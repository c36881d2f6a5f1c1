//go:build unix && !linux

package postgres

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// setParentDeathSignal does nothing: only Linux supports it. The next start stops the orphaned
// server.
func setParentDeathSignal(*syscall.SysProcAttr) {}

// readCommandLine returns the arguments of a process. ps joins them with spaces, so the data folder
// must be the last argument.
func readCommandLine(pid int) ([]string, error) {
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return nil, err
	}
	line := strings.TrimSpace(string(out))
	command, dataDir, found := strings.Cut(line, " -D ")
	if !found {
		return []string{line}, nil
	}
	return []string{command, "-D", dataDir}, nil
}
