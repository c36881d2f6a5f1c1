package main

import (
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"syscall"
	"time"
)

// startServer starts a program and waits until its URL responds. Its output is discarded.
func startServer(command *exec.Cmd, readyURL string) (stop func(), err error) {
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", command.Path, err)
	}
	stop = func() {
		_ = command.Process.Signal(syscall.SIGTERM) // fails if the process has ended
		_ = command.Wait()
	}
	for range 1800 {
		if resp, err := http.Get(readyURL); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return stop, nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	stop()
	return nil, errors.New("the server is not ready")
}
