// Package backend starts localbase for a benchmark.
package backend

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Backend is a running `tableside local`.
type Backend struct {
	URL, Key, DBURL string
	PID             int
	Stop            func() // also deletes the data folder
}

// Start starts the program on free ports with a new data folder, and with more flags.
func Start(ctx context.Context, binary string, flags ...string) (*Backend, error) {
	work, err := os.MkdirTemp("", "tableside-bench-")
	if err != nil {
		return nil, fmt.Errorf("create a data folder: %w", err)
	}
	if err := os.Chmod(work, 0o711); err != nil { // as root, the database runs as another user
		return nil, fmt.Errorf("allow access to the data folder: %w", err)
	}
	port, err := FindFreePort()
	if err != nil {
		return nil, err
	}
	dbPort, err := FindFreePort()
	if err != nil {
		return nil, err
	}
	data := filepath.Join(work, "data")
	args := []string{"local", "start", "--data", data, "--port", port, "--db-port", dbPort, "--mail-port", "0", "--log-level", "error"}
	command := exec.CommandContext(ctx, binary, append(args, flags...)...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	b := &Backend{PID: command.Process.Pid, Stop: func() {
		_ = command.Process.Signal(syscall.SIGTERM) // fails if the process has ended
		_ = command.Wait()
		_ = os.RemoveAll(work) // a temporary folder; the system deletes it otherwise
	}}
	lines := bufio.NewScanner(stdout)
	for b.Key == "" && lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), ": ")
		switch name {
		case "API URL":
			b.URL = value
		case "DB URL":
			b.DBURL = value
		case "Publishable key":
			b.Key = value
		}
	}
	if b.Key == "" {
		b.Stop()
		return nil, fmt.Errorf("start %s: it ended before it was ready", binary)
	}
	return b, nil
}

// FindFreePort returns a port on 127.0.0.1 that no program uses.
func FindFreePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port), nil
}
