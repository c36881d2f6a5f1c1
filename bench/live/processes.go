package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
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

	"github.com/coder/websocket"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/localbase/demo"
)

// upstreamVariable makes the program run the bare relay to this URL.
const upstreamVariable = "TABLESIDE_BENCH_UPSTREAM"

// process is a running relay.
type process struct {
	url  string
	pid  int
	stop func()
}

// runBareRelay relays websockets to the upstream, message by message, without any check,
// until standard input ends. It prints its URL.
func runBareRelay(ctx context.Context, upstream string) error {
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
	relay := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, _, err := websocket.Dial(ctx, upstream+r.RequestURI, nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		in, err := websocket.Accept(w, r, nil)
		if err != nil {
			_ = out.CloseNow()
			return
		}
		go copyMessages(ctx, in, out)
		copyMessages(ctx, out, in)
	})}
	context.AfterFunc(ctx, func() { _ = relay.Close() })
	if err := relay.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

func copyMessages(ctx context.Context, from, to *websocket.Conn) {
	defer func() { _ = from.CloseNow(); _ = to.CloseNow() }()
	for {
		kind, data, err := from.Read(ctx)
		if err != nil || to.Write(ctx, kind, data) != nil {
			return
		}
	}
}

// startBareRelay starts this program as the bare relay.
func startBareRelay(ctx context.Context, upstream string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program)
	command.Env = append(os.Environ(), upstreamVariable+"="+upstream)
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	url, err := bufio.NewReader(stdout).ReadString('\n')
	p := &process{url: strings.TrimSpace(url), pid: command.Process.Pid, stop: func() {
		_ = stdin.Close() // the relay then ends
		_ = command.Wait()
	}}
	if err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// startProduct starts Tableside in front of localbase, and waits until it responds.
func startProduct(ctx context.Context, o options, base *backend.Backend) (*process, error) {
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, err
	}
	connections := fmt.Sprint(o.connections + 100)
	command := exec.CommandContext(ctx, o.binary)
	command.Env = append(os.Environ(), "SUPABASE_URL="+base.URL, "SUPABASE_PUBLISHABLE_KEY="+base.Key, "TABLESIDE_ADDR=127.0.0.1:"+port,
		"TABLESIDE_REALTIME_CONNECTIONS="+connections, "TABLESIDE_REALTIME_CONNECTIONS_PER_USER="+connections,
		"TABLESIDE_REALTIME_MESSAGES_PER_SECOND=100000", "TABLESIDE_COOKIE_SECRET=0123456789abcdef0123456789abcdef")
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &process{url: "http://127.0.0.1:" + port, pid: command.Process.Pid, stop: func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}}
	for range 200 {
		if resp, err := http.Get(p.url + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return p, nil
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.stop()
	return nil, errors.New("tableside is not ready")
}

// signIn returns an access token of the demo's owner.
func signIn(ctx context.Context, base *backend.Backend) (string, error) {
	resp, err := postCredentials(ctx, base.URL+"/auth/v1/token?grant_type=password", base.Key)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	var session struct {
		AccessToken string `json:"access_token"`
	}
	return session.AccessToken, json.NewDecoder(resp.Body).Decode(&session)
}

// signInToProduct returns the cookies of the demo's owner, as the header of a request.
func signInToProduct(ctx context.Context, url string) (http.Header, error) {
	resp, err := postCredentials(ctx, url+"/api/auth/sign-in", "")
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	var pairs []string
	for _, cookie := range resp.Cookies() {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return http.Header{"Cookie": {strings.Join(pairs, "; ")}}, nil
}

func postCredentials(ctx context.Context, url, key string) (*http.Response, error) {
	body := fmt.Appendf(nil, `{"email":%q,"password":%q}`, demo.Accounts[0].Email, demo.Accounts[0].Password)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("apikey", key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err == nil && resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close()
		err = fmt.Errorf("sign in: %s", resp.Status)
	}
	return resp, err
}
