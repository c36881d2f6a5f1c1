//go:build unix

package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pidFile is the server's own note of who runs on a cluster; its lines are
// documented in PostgreSQL's miscadmin.h.
const pidFile = "postmaster.pid"

// readPidFile answers the process that pgdata's note names, and whether the
// server says there that it takes connections. No note: fs.ErrNotExist.
func readPidFile(pgdata string) (pid int, ready bool, err error) {
	data, err := os.ReadFile(filepath.Join(pgdata, pidFile))
	if err != nil {
		return 0, false, err
	}
	lines := strings.Split(string(data), "\n")
	pid, err = strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil {
		return 0, false, fmt.Errorf("read %s: %w", pidFile, err)
	}
	const statusLine = 7
	ready = len(lines) > statusLine && strings.TrimSpace(lines[statusLine]) == "ready"
	return pid, ready, nil
}

// stopOrphan stops a server that a killed parent left running on pgdata. The
// caller holds the data folder's lock, so that nobody's server is stopped.
func stopOrphan(pgdata string, within time.Duration) error {
	pid, _, err := readPidFile(pgdata)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil { // cut short by a crash: the server refuses it as well
		return os.Remove(filepath.Join(pgdata, pidFile))
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		if !isServerOf(pid, pgdata) {
			return replacePidFileOwner(pgdata)
		}
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop the database server %d that an earlier run left on %s: %w", pid, pgdata, err)
		}
		for deadline := time.Now().Add(within); isServerOf(pid, pgdata) && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
	}
	if isServerOf(pid, pgdata) {
		return fmt.Errorf("the database server %d that an earlier run left on %s doesn't stop", pid, pgdata)
	}
	return replacePidFileOwner(pgdata)
}

// isServerOf says whether pid is a server with the cluster pgdata. A zombie, which
// nobody may ever reap in a container, has no command line and so isn't.
func isServerOf(pid int, pgdata string) bool {
	args, err := readCommandLine(pid)
	if err != nil {
		return false
	}
	for i, arg := range args {
		if arg == "-D" && i+1 < len(args) {
			return isSameFile(args[i+1], pgdata)
		}
	}
	return false
}

func isSameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// replacePidFileOwner handles a note whose process is gone, but whose number may
// belong to another process by now, which is common where numbers begin anew, as
// in a container. The server would refuse to start. Its parent's number it takes
// for stale; the file itself has to stay, because its other lines let the server
// see whether processes of the old one still write to the cluster.
func replacePidFileOwner(pgdata string) error {
	path := filepath.Join(pgdata, pidFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) { // it ended cleanly
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", pidFile, err)
	}
	_, rest, _ := bytes.Cut(data, []byte("\n"))
	data = append([]byte(strconv.Itoa(os.Getpid())+"\n"), rest...)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return fmt.Errorf("write %s: %w", pidFile, err)
	}
	return nil
}
