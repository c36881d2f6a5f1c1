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

// serverProcess is a main process of the server.
type serverProcess struct {
	pid       int
	cmd       *exec.Cmd
	startedAt time.Time
	output    *processOutput
	done      chan struct{} // closed when the process has ended
	err       error         // how it ended, never nil; read it only after done is closed
}

// startServerProcess starts the server in a new process group, so that Ctrl-C in a terminal reaches
// only this process, which can then finish its requests first.
func startServerProcess(c cluster, args []string, log *slog.Logger) (*serverProcess, error) {
	// Signals end the server, never a context.
	cmd := c.user.newCommand(context.Background(), c.pgdata, c.bin.postgres(), args...)
	cmd.SysProcAttr.Setpgid = true
	setParentDeathSignal(cmd.SysProcAttr)
	process := &serverProcess{cmd: cmd, startedAt: time.Now(), output: &processOutput{log: log}, done: make(chan struct{})}
	cmd.Stderr = process.output
	cmd.Stdout = process.output
	cmd.WaitDelay = time.Second // backends can hold the pipe longer than their parent process

	started := make(chan error, 1)
	go func() {
		// For the kernel, the parent is the thread that started the child, so the thread must not
		// end.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		if process.err = cmd.Wait(); process.err == nil {
			process.err = errors.New("exit status 0")
		}
		close(process.done)
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("run %s: %w", c.bin.postgres(), err)
	}
	process.pid = cmd.Process.Pid
	return process, nil
}

func (p *serverProcess) signal(sig syscall.Signal) {
	_ = p.cmd.Process.Signal(sig) // fails only if the process has ended, which done reports
}

func (p *serverProcess) uptime() time.Duration { return time.Since(p.startedAt) }

// processOutput writes the server's output to the log and stores the last lines for error messages.
type processOutput struct {
	log *slog.Logger

	mu          sync.Mutex
	partialLine []byte
	lines       []string
}

const maxOutputLines = 20

// Write implements io.Writer. It never fails.
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

// lastLines returns the last n lines of the output.
func (o *processOutput) lastLines(n int) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return lastLines(strings.Join(o.lines, "\n"), n)
}

// lastLines returns the last n lines of a text.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
