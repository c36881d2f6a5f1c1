package functions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// errBootFailed says that the process ended before it listened.
var errBootFailed = errors.New("the function ended before it listened")

// worker is the Deno process of one function. It listens on a socket of its
// own: Deno.serve takes the address from DENO_SERVE_ADDRESS, whatever port the
// function names.
type worker struct {
	name            string
	dir             string
	started         time.Time
	socket          string
	transport       *http.Transport
	command         *exec.Cmd
	done            chan struct{} // closed when the process has ended
	isHeapExhausted atomic.Bool   // it said that its heap ran out

	idleTimeout time.Duration
	mu          sync.Mutex
	requests    int
	isRetired   bool        // its source has changed: it ends with its last request
	idleTimer   *time.Timer // runs while there is no request
}

var socketCounter atomic.Int64 // numbers the sockets, so that an old worker keeps its own until it ends

func startWorker(name, dir, run string, options Options, drop func(*worker)) (*worker, error) {
	w := &worker{
		name: name, dir: dir, started: time.Now(), requests: 1, idleTimeout: options.IdleTimeout, done: make(chan struct{}),
		socket: filepath.Join(run, fmt.Sprintf("%d.sock", socketCounter.Add(1))),
	}
	w.transport = &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", w.socket)
		},
		DisableCompression: true,
	}
	w.command = exec.Command(options.Deno, buildArguments(w, options)...)
	w.command.Dir = dir
	w.command.Env = buildEnvironment(w, options)
	w.command.SysProcAttr = dieWithParent()
	output, pipe := io.Pipe()
	w.command.Stdout, w.command.Stderr = pipe, pipe
	if err := w.command.Start(); err != nil {
		return nil, fmt.Errorf("start Deno: %w", err)
	}
	logger := options.Logger.With("function", name)
	go w.logOutput(logger, output)
	go func() {
		err := w.command.Wait()
		logger.Debug("edge function ended", "error", err)
		_ = pipe.Close()
		w.transport.CloseIdleConnections()
		_ = os.Remove(w.socket) // gone already when Deno ended in order
		close(w.done)
		drop(w)
	}()
	w.idleTimer = time.AfterFunc(options.IdleTimeout, func() { w.expire(drop) })
	w.idleTimer.Stop() // until the request that it was started for is released
	return w, nil
}

// buildArguments let the function reach the network and its own folder, and nothing else.
func buildArguments(w *worker, options Options) []string {
	env := []string{"DENO_SERVE_ADDRESS"}
	for name := range options.Env {
		env = append(env, name)
	}
	args := []string{
		"run", "--no-prompt", "--quiet", "--allow-net",
		"--allow-read=" + w.dir + "," + w.socket, "--allow-write=" + w.socket,
		fmt.Sprintf("--v8-flags=--max-old-space-size=%d", options.MemoryMB),
	}
	// The owner's own secrets lie in .env beside the functions, as with the Supabase CLI.
	secrets := filepath.Join(filepath.Dir(w.dir), ".env")
	if _, err := os.Stat(secrets); err == nil {
		args = append(args, "--env-file="+secrets, "--allow-env")
	} else {
		args = append(args, "--allow-env="+strings.Join(env, ","))
	}
	return append(args, filepath.Join(w.dir, "index.ts"))
}

// buildEnvironment holds nothing of ours but what Deno needs to run.
func buildEnvironment(w *worker, options Options) []string {
	env := []string{
		"DENO_SERVE_ADDRESS=unix:" + w.socket, "DENO_NO_UPDATE_CHECK=1", "NO_COLOR=1",
		"HOME=" + os.Getenv("HOME"), "PATH=" + os.Getenv("PATH"),
	}
	if options.CacheDir != "" {
		env = append(env, "DENO_DIR="+options.CacheDir)
	}
	for name, value := range options.Env {
		env = append(env, name+"="+value)
	}
	return env
}

// logOutput passes what the function prints to our log, a line each.
func (w *worker) logOutput(logger *slog.Logger, output io.Reader) {
	lines := bufio.NewReaderSize(output, 64<<10)
	for {
		line, tooLong, err := lines.ReadLine()
		if err != nil {
			return
		}
		text := string(line)
		if strings.Contains(text, "JavaScript out of memory") || strings.Contains(text, "JavaScript heap out of memory") {
			w.isHeapExhausted.Store(true)
		}
		if text != "" {
			logger.Info("edge function says", "line", text, "cut", tooLong)
		}
	}
}

// waitUntilReady waits until the function listens.
func (w *worker) waitUntilReady(ctx context.Context) error {
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", w.socket)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.done:
			return errBootFailed
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// isCurrent says whether the worker runs dir as it is now.
func (w *worker) isCurrent(dir string) bool {
	select {
	case <-w.done:
		return false
	default:
	}
	return w.dir == dir && !isChangedSince(dir, w.started)
}

func isChangedSince(dir string, t time.Time) bool {
	changed := false
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // gone while we looked: the folder's own time says so
		}
		if info, err := entry.Info(); err == nil && info.ModTime().After(t) {
			changed = true
			return fs.SkipAll
		}
		return nil
	})
	return changed
}

func (w *worker) isOutOfMemory() bool {
	select {
	case <-w.done:
		return w.isHeapExhausted.Load()
	case <-time.After(200 * time.Millisecond): // the connection breaks before the process is gone
		return w.isHeapExhausted.Load()
	}
}

func (w *worker) addRequest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests++
	w.idleTimer.Stop()
}

func (w *worker) removeRequest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests--
	switch {
	case w.requests > 0:
	case w.isRetired:
		w.stop()
	default:
		w.idleTimer.Reset(w.idleTimeout)
	}
}

// retire stops the worker once the requests that it has are answered.
func (w *worker) retire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isRetired = true
	if w.requests == 0 {
		w.stop()
	}
}

// expire stops a worker that was idle for long. A request may have come just
// as the timer ran out: then it goes on.
func (w *worker) expire(drop func(*worker)) {
	drop(w)
	w.retire()
}

// stop asks the process to end, and makes it after five seconds.
func (w *worker) stop() {
	w.idleTimer.Stop()
	_ = w.command.Process.Signal(os.Interrupt) // it may have ended
	time.AfterFunc(5*time.Second, w.kill)
}

func (w *worker) kill() { _ = w.command.Process.Kill() }
