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

// pidFile is the file in which the server stores its process id and status. PostgreSQL's
// miscadmin.h documents its lines.
const pidFile = "postmaster.pid"

// readPidFile returns the process id in pgdata's pidFile, and whether the server accepts
// connections. It returns fs.ErrNotExist if the file does not exist.
func readPidFile(pgdata string) (pid int, isReady bool, err error) {
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
	isReady = len(lines) > statusLine && strings.TrimSpace(lines[statusLine]) == "ready"
	return pid, isReady, nil
}

// stopOrphan stops a server that a killed process left running on pgdata. The caller must hold the
// lock of the data folder, so that no other process uses the server.
func stopOrphan(pgdata string, timeout time.Duration) error {
	pid, _, err := readPidFile(pgdata)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil { // truncated by a crash; the server would reject it, too
		return os.Remove(filepath.Join(pgdata, pidFile))
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		if !isServerForCluster(pid, pgdata) {
			return replacePidFileOwner(pgdata)
		}
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop the orphaned database server %d of %s: %w", pid, pgdata, err)
		}
		for deadline := time.Now().Add(timeout); isServerForCluster(pid, pgdata) && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
	}
	if isServerForCluster(pid, pgdata) {
		return fmt.Errorf("the orphaned database server %d of %s does not stop", pid, pgdata)
	}
	return replacePidFileOwner(pgdata)
}

// isServerForCluster reports whether the process is a server of the cluster. A zombie, which can
// remain in a container, has no command line and is not a server.
func isServerForCluster(pid int, pgdata string) bool {
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

// isSameFile reports whether both paths exist and lead to the same file.
func isSameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// replacePidFileOwner replaces the process id in a pidFile whose process has ended. Another process
// can have this id now, especially in a container, where ids restart; then the server would not
// start. It treats its parent's id as stale. The file must remain, because the server uses its
// other lines to check whether processes of the former server still write to the cluster.
func replacePidFileOwner(pgdata string) error {
	path := filepath.Join(pgdata, pidFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) { // the server ended cleanly
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
