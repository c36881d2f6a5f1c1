//go:build unix && !linux

package postgres

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent does nothing: only Linux can. The next start finds the orphan.
func dieWithParent(*syscall.SysProcAttr) {}

// readCommandLine is the arguments that a process was started with. ps joins them
// by spaces, so the data folder, which we give last, is taken whole.
func readCommandLine(pid int) ([]string, error) {
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return nil, err
	}
	line := strings.TrimSpace(string(out))
	before, dataDir, found := strings.Cut(line, " -D ")
	if !found {
		return []string{line}, nil
	}
	return []string{before, "-D", dataDir}, nil
}
