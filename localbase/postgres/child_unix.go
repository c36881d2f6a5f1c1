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

// child is one life of the server's main process.
type child struct {
	pid     int
	cmd     *exec.Cmd
	started time.Time
	output  *output
	done    chan struct{} // closed when the process is gone
	err     error         // how it ended, never nil; read after done
}

// startChild starts the server. Its process group is its own, so that Ctrl-C in
// a terminal reaches us alone and requests can be drained first.
func startChild(c cluster, args []string, log *slog.Logger) (*child, error) {
	// The server's life is ended by signals of our choice, never by a context.
	cmd := c.as.command(context.Background(), c.pgdata, c.bin.postgres(), args...)
	cmd.SysProcAttr.Setpgid = true
	dieWithParent(cmd.SysProcAttr)
	started := &child{cmd: cmd, started: time.Now(), output: &output{log: log}, done: make(chan struct{})}
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

func (c *child) signal(sig syscall.Signal) {
	_ = c.cmd.Process.Signal(sig) // fails only when the process is gone, which done tells
}

func (c *child) age() time.Duration { return time.Since(c.started) }

// output passes the server's lines to the log and keeps the last ones for
// error messages.
type output struct {
	log *slog.Logger

	mu    sync.Mutex
	rest  []byte
	lines []string
}

const keptLines = 20

// Write never fails.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rest = append(o.rest, p...)
	for {
		line, rest, found := bytes.Cut(o.rest, []byte("\n"))
		if !found {
			return len(p), nil
		}
		o.rest = rest
		o.lines = append(o.lines, string(line))
		if len(o.lines) > keptLines {
			o.lines = o.lines[1:]
		}
		o.log.Debug("postgres", "line", string(line))
	}
}

func (o *output) last(n int) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return lastLines(strings.Join(o.lines, "\n"), n)
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
