package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/coder/websocket"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/process"
	"github.com/tableside/tableside/localbase/demo"
)

// upstreamVariable makes the program run the bare relay to this URL.
const upstreamVariable = "TABLESIDE_BENCH_UPSTREAM"

// runBareRelay relays websockets to the upstream, message by message, without any check, until the benchmark ends it.
func runBareRelay(ctx context.Context, upstream string) error {
	return process.ServeAsChild(ctx, process.ServeHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	})))
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

// startProduct starts Tableside in front of localbase, with limits that the benchmark does not reach.
func startProduct(ctx context.Context, o options, base *backend.Backend) (*process.Process, error) {
	connections := fmt.Sprint(o.connections + 100)
	return process.StartTableside(ctx, o.binary, base.URL, base.Key,
		"TABLESIDE_REALTIME_CONNECTIONS="+connections, "TABLESIDE_REALTIME_CONNECTIONS_PER_USER="+connections,
		"TABLESIDE_REALTIME_MESSAGES_PER_SECOND=100000")
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
