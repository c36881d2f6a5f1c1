//go:build unix

package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// serverProcess is one life of the server's main process.
type serverProcess struct {
	pid     int
	cmd     *exec.Cmd
	started time.Time
	output  *processOutput
	done    chan struct{} // closed when the process is gone
	err     error         // how it ended, never nil; read after done
}

// startServerProcess starts the server. Its process group is its own, so that Ctrl-C in
// a terminal reaches us alone and requests can be drained first.
func startServerProcess(c cluster, args []string, log *slog.Logger) (*serverProcess, error) {
	// The server's life is ended by signals of our choice, never by a context.
	cmd := c.user.newCommand(context.Background(), c.pgdata, c.bin.postgres(), args...)
	cmd.SysProcAttr.Setpgid = true
	dieWithParent(cmd.SysProcAttr)
	started := &serverProcess{cmd: cmd, started: time.Now(), output: &processOutput{log: log}, done: make(chan struct{})}
	cmd.Stderr = started.output
	cmd.Stdout = started.output
	cmd.WaitDelay = time.Second // backends may hold the pipe a little longer than their parent lives

	launched := make(chan error, 1)
	go func() {
		// The kernel's 'parent' is the thread that started the child: it has to stay.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		launched <- err
		if err != nil {
			return
		}
		if started.err = cmd.Wait(); started.err == nil {
			started.err = errors.New("exit status 0")
		}
		close(started.done)
	}()
	if err := <-launched; err != nil {
		return nil, fmt.Errorf("run %s: %w", c.bin.postgres(), err)
	}
	started.pid = cmd.Process.Pid
	return started, nil
}

func (c *serverProcess) signal(sig syscall.Signal) {
	_ = c.cmd.Process.Signal(sig) // fails only when the process is gone, which done tells
}

func (c *serverProcess) age() time.Duration { return time.Since(c.started) }

// processOutput passes the server's lines to the log and keeps the last ones for
// error messages.
type processOutput struct {
	log *slog.Logger

	mu          sync.Mutex
	partialLine []byte
	lines       []string
}

const maxOutputLines = 20

// Write never fails.
func (o *processOutput) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.partialLine = append(o.partialLine, p...)
	for {
		line, rest, found := bytes.Cut(o.partialLine, []byte("\n"))
		if !found {
			return len(p), nil
		}
		o.partialLine = rest
		o.lines = append(o.lines, string(line))
		if len(o.lines) > maxOutputLines {
			o.lines = o.lines[1:]
		}
		o.log.Debug("postgres", "line", string(line))
	}
}

func (o *processOutput) lastLines(n int) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return lastLines(strings.Join(o.lines, "\n"), n)
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
