package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/process"
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

// runProxy serves as one of the proxies until the benchmark ends it.
func runProxy(ctx context.Context, role string) error {
	upstream := os.Getenv(upstreamVariable)
	if role != roleServer {
		return process.ServeAsChild(ctx, process.ServeHandler(process.NewPassThrough(upstream)))
	}
	return process.ServeAsChild(ctx, func(ctx context.Context, listener net.Listener) error {
		return runServer(ctx, listener, upstream)
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

// startProxy starts this program as one of the proxies.
func startProxy(ctx context.Context, role, upstream, profile string) (*process.Process, error) {
	return process.StartChild(ctx, roleVariable+"="+role, upstreamVariable+"="+upstream, profileVariable+"="+profile)
}

// nginxConfig is a pass-through with connections that stay open.
const nginxConfig = `
daemon off; master_process off; pid %[1]s/nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path %[1]s; proxy_temp_path %[1]s;
  fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
  upstream backend { server %[2]s; keepalive 128; }
  server { listen 127.0.0.1:%[3]s; keepalive_requests 1000000; location / {
    proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}`

// startNginx starts nginx with one process and its files in a folder. It returns nil if nginx is not installed.
func startNginx(ctx context.Context, upstream, folder string) (*process.Process, error) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		return nil, nil //nolint:nilerr // nginx is optional
	}
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxConfig, folder, strings.TrimPrefix(upstream, "http://"), port), 0o600); err != nil {
		return nil, fmt.Errorf("write its configuration: %w", err)
	}
	command := exec.CommandContext(ctx, program, "-c", file, "-p", folder)
	command.Stderr = os.Stderr
	return process.Start(command, "http://127.0.0.1:"+port, restPath)
}
