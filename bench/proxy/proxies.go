package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"github.com/tableside/tableside/internal/heaptarget"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/supa"
)

// The values of roleVariable, and the variables that a proxy reads.
const (
	rolePassThrough  = "pass-through"
	roleServer       = "server"
	upstreamVariable = "TABLESIDE_BENCH_UPSTREAM"
	profileVariable  = "TABLESIDE_BENCH_PROFILE"
)

// runProxy serves as one of the proxies until ctx ends. It prints its URL.
func runProxy(ctx context.Context, role string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() { // the benchmark has ended
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	upstream := os.Getenv(upstreamVariable)
	if role == roleServer {
		return runServer(ctx, listener, upstream)
	}
	proxy := &http.Server{Handler: newPassThrough(upstream), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = proxy.Close() })
	if err := proxy.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// newPassThrough returns a handler that sends each request to the upstream, with
// the header as it is, and returns the response.
func newPassThrough(upstream string) http.Handler {
	transport := &http.Transport{MaxIdleConnsPerHost: 128, DisableCompression: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), r.Method, upstream+r.RequestURI, r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		req.Header = r.Header
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

// runServer runs Tableside as its main package does, with the default log.
func runServer(ctx context.Context, listener net.Listener, upstream string) error {
	heaptarget.Raise()
	supa.RegisterStorage(http.DefaultTransport.(*http.Transport))
	product, err := server.New(server.Options{
		SupabaseURL: upstream, PublishableKey: publishableKey, CookieSecrets: [][]byte{[]byte("0123456789abcdef0123456789abcdef")},
		Logger: slog.New(slog.NewJSONHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	if file := os.Getenv(profileVariable); file != "" {
		profile, err := os.Create(file)
		if err != nil {
			return fmt.Errorf("create a profile: %w", err)
		}
		defer func() { _ = profile.Close() }()
		if err := pprof.StartCPUProfile(profile); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	return product.Serve(ctx, listener)
}

// process is a running proxy.
type process struct {
	url  string
	pid  int
	stop func()
}

// startProxy starts this program as one of the proxies.
func startProxy(ctx context.Context, role, upstream, profile string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program)
	command.Env = append(os.Environ(), roleVariable+"="+role, upstreamVariable+"="+upstream, profileVariable+"="+profile)
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe() // the log goes to /dev/null
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	url, err := bufio.NewReader(stdout).ReadString('\n')
	p := &process{url: strings.TrimSpace(url), pid: command.Process.Pid, stop: func() {
		_ = stdin.Close() // the proxy then ends
		_ = command.Wait()
	}}
	if err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// nginxConfig is a pass-through with connections that stay open.
const nginxConfig = `
daemon off; master_process off; pid %[1]s/nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path %[1]s; proxy_temp_path %[1]s;
  fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
  upstream backend { server %[2]s; keepalive 128; }
  server { listen 127.0.0.1:%[3]d; keepalive_requests 1000000; location / {
    proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}`

// startNginx starts nginx with one process. It returns nil if nginx is not installed.
func startNginx(ctx context.Context, upstream string) (*process, error) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		return nil, nil //nolint:nilerr // nginx is optional
	}
	folder, err := os.MkdirTemp("", "tableside-bench-")
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	_ = listener.Close()
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxConfig, folder, strings.TrimPrefix(upstream, "http://"), port), 0o600); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program, "-c", file, "-p", folder)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &process{url: fmt.Sprintf("http://127.0.0.1:%d", port), pid: command.Process.Pid, stop: func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
		_ = os.RemoveAll(folder)
	}}
	for range 100 { // until it listens
		if conn, dialErr := net.Dial("tcp", strings.TrimPrefix(p.url, "http://")); dialErr == nil {
			_ = conn.Close()
			return p, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.stop()
	return nil, errors.New("it does not listen")
}
