package main

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

// backend is a running `tableside local`.
type backend struct {
	url, key, dbURL string
	stop            func()
}

// startBackend starts the program on free ports with a new data folder, which stop deletes.
func startBackend(ctx context.Context, binary string) (*backend, error) {
	work, err := os.MkdirTemp("", "tableside-bench-")
	if err != nil {
		return nil, fmt.Errorf("create a data folder: %w", err)
	}
	if err := os.Chmod(work, 0o711); err != nil { // as root, the database runs as another user
		return nil, fmt.Errorf("allow access to the data folder: %w", err)
	}
	port, err := findFreePort()
	if err != nil {
		return nil, err
	}
	dbPort, err := findFreePort()
	if err != nil {
		return nil, err
	}
	data := filepath.Join(work, "data")
	command := exec.CommandContext(ctx, binary, "local", "start", "--data", data, "--port", port, "--db-port", dbPort, "--mail-port", "0", "--log-level", "error")
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	b := &backend{stop: func() {
		_ = command.Process.Signal(syscall.SIGTERM) // fails if the process has ended
		_ = command.Wait()
		_ = os.RemoveAll(work) // a temporary folder; the system deletes it otherwise
	}}
	lines := bufio.NewScanner(stdout)
	for b.key == "" && lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), ": ")
		switch name {
		case "API URL":
			b.url = value
		case "DB URL":
			b.dbURL = value
		case "Publishable key":
			b.key = value
		}
	}
	if b.key == "" {
		b.stop()
		return nil, fmt.Errorf("start %s: it ended before it was ready", binary)
	}
	return b, nil
}

func findFreePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port), nil
}
