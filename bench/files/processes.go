package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tableside/tableside/bench/backend"
)

const (
	publishableKey = "sb_publishable_bench"
	// upstreamVariable makes the program run the pass-through instead of the benchmark.
	upstreamVariable = "TABLESIDE_BENCH_UPSTREAM"
)

// startUpstream starts a storage service of which each small object has 1 kB, and the object
// "large" the given size. It discards uploads.
func startUpstream(bytes int64) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		switch {
		case r.Method == http.MethodPost, r.Method == http.MethodPut:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"Key":"b/large","Id":"1"}`)
		default:
			size := bytes
			if !strings.HasSuffix(r.URL.Path, "/large") {
				size = 1000
			}
			w.Header().Set("ETag", `"e"`)
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
			_, _ = io.CopyN(w, zeros{}, size)
		}
	}))
}

// runPassThrough forwards each request with io.Copy until ctx ends. It prints its URL.
func runPassThrough(ctx context.Context, upstream string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	transport := &http.Transport{DisableCompression: true}
	proxy := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	})}
	context.AfterFunc(ctx, func() { _ = proxy.Close() })
	if err := proxy.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// process is a proxy under measurement.
type process struct {
	name      string
	url       string
	objectURL string
	command   *exec.Cmd
}

func (p *process) stop() {
	_ = p.command.Process.Signal(syscall.SIGINT) // fails if it has ended
	_ = p.command.Wait()
}

// startPassThrough starts this program as a bare proxy.
func startPassThrough(ctx context.Context, upstream string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	command := exec.CommandContext(ctx, program)
	command.Env = append(os.Environ(), upstreamVariable+"="+upstream)
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the pass-through: %w", err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start the pass-through: %w", err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("start the pass-through: %w", err)
	}
	url := strings.TrimSpace(line)
	return &process{name: "bare io.Copy proxy", url: url, objectURL: url + "/storage/v1/object/b/large", command: command}, nil
}

// startServer starts Tableside in front of a backend.
func startServer(ctx context.Context, binary, upstream, key string) (*process, error) {
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, binary)
	command.Env = append(os.Environ(), "SUPABASE_URL="+upstream, "SUPABASE_PUBLISHABLE_KEY="+key, "TABLESIDE_ADDR=127.0.0.1:"+port,
		"TABLESIDE_LOG_LEVEL=error", "TABLESIDE_COOKIE_SECRET=the benchmark needs no real secret here")
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	url := "http://127.0.0.1:" + port
	p := &process{name: "Tableside", url: url, objectURL: url + "/api/files/b/large", command: command}
	for range 100 { // until it listens
		if conn, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			_ = conn.Close()
			return p, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.stop()
	return nil, fmt.Errorf("%s does not listen", binary)
}

// peakMemory returns the largest resident memory of the process so far, in bytes.
func (p *process) peakMemory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("read the peak memory: %w", err)
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0, errors.New("read the peak memory: no VmHWM")
	}
	kilobytes, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read the peak memory: %w", err)
	}
	return kilobytes << 10, nil
}
