package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"

	"github.com/tableside/tableside/bench/process"
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

// proxy is a proxy under measurement.
type proxy struct {
	*process.Process
	name      string
	objectURL string
}

// startPassThrough starts this program as the bare proxy.
func startPassThrough(ctx context.Context, upstream string) (*proxy, error) {
	started, err := process.StartChild(ctx, upstreamVariable+"="+upstream)
	if err != nil {
		return nil, err
	}
	return &proxy{Process: started, name: "bare io.Copy proxy", objectURL: started.URL + "/storage/v1/object/b/large"}, nil
}

// startServer starts Tableside in front of a backend.
func startServer(ctx context.Context, binary, upstream, key string) (*proxy, error) {
	started, err := process.StartTableside(ctx, binary, upstream, key)
	if err != nil {
		return nil, err
	}
	return &proxy{Process: started, name: "Tableside", objectURL: started.URL + "/api/files/b/large"}, nil
}

// peakMemory returns the largest resident memory of the process so far, in bytes.
func (p *proxy) peakMemory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.PID))
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
