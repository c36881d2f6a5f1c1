package functions

import (
	"bufio"
	"context"
	_ "embed" // runtime.js
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

var errBootFailed = errors.New("the function ended before it accepted requests")

// worker is the Deno process of a function. It listens on a unix socket: Deno.serve uses the
// address in DENO_SERVE_ADDRESS and ignores the port in the function's code.
type worker struct {
	name            string
	dir             string
	started         time.Time
	socket          string
	transport       *http.Transport
	command         *exec.Cmd
	done            chan struct{} // closed after the process has ended
	isHeapExhausted atomic.Bool   // the process has reported that its heap is exhausted

	idleTimeout time.Duration
	mu          sync.Mutex
	requests    int
	isRetired   bool        // the worker must stop after its last request
	idleTimer   *time.Timer // runs while there are no requests
}

var socketCounter atomic.Int64 // makes socket names unique, since an old and a new worker of a function can overlap

// startWorker starts the process of the function in dir, with a socket in socketDir. The worker
// has one request already, that of the caller. onEnd runs when the worker is idle or has ended.
func startWorker(name, dir, socketDir string, options Options, onEnd func(*worker)) (*worker, error) {
	w := &worker{
		name: name, dir: dir, started: time.Now(), requests: 1, idleTimeout: options.IdleTimeout, done: make(chan struct{}),
		socket: filepath.Join(socketDir, fmt.Sprintf("%d.sock", socketCounter.Add(1))),
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
		_ = os.Remove(w.socket) // fails if Deno has removed it
		close(w.done)
		onEnd(w)
	}()
	w.idleTimer = time.AfterFunc(options.IdleTimeout, func() { w.expire(onEnd) })
	w.idleTimer.Stop() // the worker has a request
	return w, nil
}

// runtimeModule is loaded before each function: see the file.
//
//go:embed runtime.js
var runtimeModule []byte

// systemCalls are the functions about the machine that a function can call, as on hosted projects.
const systemCalls = "hostname,osRelease,osUptime,loadavg,systemMemoryInfo,cpus"

// buildArguments returns the arguments of Deno. They permit access to the network, to the
// folder of temporary files and to the function's own folder, which is read-only. Reading an unset
// variable must not be an error, so all of the environment is permitted: see buildEnvironment.
func buildArguments(w *worker, options Options) []string {
	temp := os.TempDir() + ",/tmp" // functions name /tmp, also where it is not the system's folder
	args := []string{
		"run", "--no-prompt", "--quiet", "--allow-net", "--allow-env", "--allow-sys=" + systemCalls,
		"--allow-read=" + strings.Join([]string{w.dir, w.socket, temp}, ","), "--allow-write=" + w.socket + "," + temp, "--deny-write=" + w.dir,
		fmt.Sprintf("--v8-flags=--max-old-space-size=%d", options.MemoryMB),
		"--preload=" + filepath.Join(filepath.Dir(w.socket), runtimeModuleFile),
	}
	// The owner's secrets are in .env in the folder of the functions, as with the Supabase CLI.
	secrets := filepath.Join(filepath.Dir(w.dir), ".env")
	if _, err := os.Stat(secrets); err == nil {
		args = append(args, "--env-file="+secrets)
	}
	return append(args, filepath.Join(w.dir, "index.ts"))
}

// buildEnvironment returns the environment of the process. It contains only options.Env and the
// variables that Deno requires, because the function can read all of it.
func buildEnvironment(w *worker, options Options) []string {
	env := []string{"DENO_SERVE_ADDRESS=unix:" + w.socket, "DENO_NO_UPDATE_CHECK=1", "NO_COLOR=1", "TMPDIR=" + os.TempDir()}
	if options.CacheDir != "" {
		env = append(env, "DENO_DIR="+options.CacheDir)
	}
	for name, value := range options.Env {
		env = append(env, name+"="+value)
	}
	return env
}

// logOutput logs each line that the function prints.
func (w *worker) logOutput(logger *slog.Logger, output io.Reader) {
	lines := bufio.NewReaderSize(output, 64<<10)
	for {
		line, isTruncated, err := lines.ReadLine()
		if err != nil {
			return
		}
		text := string(line)
		if strings.Contains(text, "JavaScript out of memory") || strings.Contains(text, "JavaScript heap out of memory") {
			w.isHeapExhausted.Store(true)
		}
		if text != "" {
			logger.Info("edge function output", "line", text, "truncated", isTruncated)
		}
	}
}

// waitUntilReady waits until the function accepts connections. It returns errBootFailed if the
// process ends before.
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

// isCurrent reports whether the worker is running and dir has not changed since it started.
func (w *worker) isCurrent(dir string) bool {
	select {
	case <-w.done:
		return false
	default:
	}
	return w.dir == dir && !isChangedSince(dir, w.started)
}

// isChangedSince reports whether a file or folder in dir was modified after t.
func isChangedSince(dir string, t time.Time) bool {
	changed := false
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // deleted while the files are listed, which changes the folder's time
		}
		if info, err := entry.Info(); err == nil && info.ModTime().After(t) {
			changed = true
			return fs.SkipAll
		}
		return nil
	})
	return changed
}

// isOutOfMemory reports whether the process ended because its heap was exhausted. It waits up to
// 200 ms for the output of a process that is ending.
func (w *worker) isOutOfMemory() bool {
	select {
	case <-w.done:
		return w.isHeapExhausted.Load()
	case <-time.After(200 * time.Millisecond): // the connection breaks before the process has ended
		return w.isHeapExhausted.Load()
	}
}

// addRequest counts a request, so that the worker does not stop as idle.
func (w *worker) addRequest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests++
	w.idleTimer.Stop()
}

// removeRequest ends a request. After the last request, it stops a retired worker, and starts the idle
// timer of others.
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

// retire stops the worker after its last request.
func (w *worker) retire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isRetired = true
	if w.requests == 0 {
		w.stop()
	}
}

// expire stops an idle worker. If a request arrived while the timer fired, the worker stops after
// that request.
func (w *worker) expire(onEnd func(*worker)) {
	onEnd(w)
	w.retire()
}

// stop interrupts the process and kills it after five seconds.
func (w *worker) stop() {
	w.idleTimer.Stop()
	_ = w.command.Process.Signal(os.Interrupt) // fails if the process has ended
	time.AfterFunc(5*time.Second, w.kill)
}

func (w *worker) kill() { _ = w.command.Process.Kill() }
