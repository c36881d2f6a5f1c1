// Package process starts the servers that the benchmarks measure.
package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/tableside/tableside/bench/backend"
)

// maxStartTime is the time in which a server must be ready.
const maxStartTime = 3 * time.Minute

// Process is a running server.
type Process struct {
	URL string
	PID int
	end func()
}

// Stop ends the server and waits for its end.
func (p *Process) Stop() { p.end() }

// Start starts a command that serves url, and waits until path returns the status 200. The output of the command goes where
// the caller has set it.
func Start(command *exec.Cmd, url, path string) (*Process, error) {
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", command.Path, err)
	}
	p := &Process{URL: url, PID: command.Process.Pid, end: func() {
		_ = command.Process.Signal(syscall.SIGTERM) // fails if the process has ended
		_ = command.Wait()
	}}
	for start := time.Now(); time.Since(start) < maxStartTime; time.Sleep(50 * time.Millisecond) {
		if resp, err := http.Get(url + path); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return p, nil
			}
		}
	}
	p.Stop()
	return nil, fmt.Errorf("start %s: it is not ready", command.Path)
}

// StartTableside starts Tableside in front of a backend, with more variables ("NAME=value"). It logs only errors.
func StartTableside(ctx context.Context, binary, backendURL, key string, env ...string) (*Process, error) {
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, err
	}
	address := "127.0.0.1:" + port
	command := exec.CommandContext(ctx, binary)
	command.Env = append(os.Environ(), "SUPABASE_URL="+backendURL, "SUPABASE_PUBLISHABLE_KEY="+key, "TABLESIDE_ADDR="+address,
		"TABLESIDE_LOG_LEVEL=error", "TABLESIDE_COOKIE_SECRET=0123456789abcdef0123456789abcdef")
	command.Env = append(command.Env, env...)
	command.Stderr = os.Stderr
	return Start(command, "http://"+address, "/healthz")
}

// StartChild starts this program again, with more variables ("NAME=value") that make it a server. It must print its URL as
// its first line, and end when its standard input ends. Its log is discarded.
func StartChild(ctx context.Context, env ...string) (*Process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	command := exec.CommandContext(ctx, program)
	command.Env = append(os.Environ(), env...)
	stdin, inputErr := command.StdinPipe()
	stdout, outputErr := command.StdoutPipe()
	if err := errors.Join(inputErr, outputErr); err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	url, err := bufio.NewReader(stdout).ReadString('\n')
	p := &Process{URL: strings.TrimSpace(url), PID: command.Process.Pid, end: func() {
		_ = stdin.Close()
		_ = command.Wait()
	}}
	if err != nil {
		p.Stop()
		return nil, fmt.Errorf("start %s: it printed no URL: %w", program, err)
	}
	return p, nil
}

// ServeAsChild serves in a program that StartChild has started: it prints the URL, and ends the context of serve when the
// benchmark stops the program.
func ServeAsChild(ctx context.Context, serve func(context.Context, net.Listener) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	return serve(ctx, listener)
}

// ServeHandler returns a function for ServeAsChild that serves with a handler.
func ServeHandler(handler http.Handler) func(context.Context, net.Listener) error {
	return func(ctx context.Context, listener net.Listener) error {
		server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
		context.AfterFunc(ctx, func() { _ = server.Close() })
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	}
}

// NewPassThrough returns the reference of a proxy: a handler that sends each request to the upstream, with the header as it
// is, and copies the response.
func NewPassThrough(upstream string) http.Handler {
	transport := &http.Transport{MaxIdleConnsPerHost: 128, DisableCompression: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), r.Method, upstream+r.RequestURI, r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		req.Header, req.ContentLength = r.Header, r.ContentLength
		resp, err := transport.RoundTrip(req)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer func() { _ = resp.Body.Close() }()
		for name, values := range resp.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	})
}
