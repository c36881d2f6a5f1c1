//go:build unix

package integration

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tableside/tableside/server"
)

// withFastChecks makes the relay check its connections often.
func withFastChecks(o *server.Options) { o.RealtimeCheckInterval = 20 * time.Millisecond }

// withClock returns an option whose clock a test moves by seconds.
func withClock() (option func(*server.Options), advance func(time.Duration)) {
	var ahead atomic.Int64
	return func(o *server.Options) {
			o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		}, func(d time.Duration) {
			ahead.Add(int64(d))
		}
}

func TestSignOutClosesRealtime(t *testing.T) {
	p := startServer(t, func(o *server.Options) { o.RealtimeCheckInterval = time.Hour })
	owner, staff := p.newGuest().signInAs("owner"), p.newGuest().signInAs("staff")
	first, second, other := owner.connect(), owner.connect(), staff.connect()
	for _, s := range []*socket{first, second, other} {
		s.join("a", `{}`)
	}
	owner.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	first.requireClose(server.CloseSignedOut)
	second.requireClose(server.CloseSignedOut)
	other.requireOpen()
	// A sign-in in another tab, as the same or another user, replaces the session.
	id := staff.fetchUser().ID
	staff.signInAs("staff")
	other.requireClose(server.CloseRestart)
	staff.connect().requireOpen()
	again := staff.connect()
	staff.signInAs("viewer")
	again.requireClose(server.CloseRestart)
	if _, resp, _ := staff.dial("vsn=2.0.0&user=" + id); resp == nil || resp.StatusCode != 401 {
		t.Errorf("the former user's page: %v", resp)
	}
	if _, resp, _ := owner.dial("vsn=2.0.0"); resp == nil || resp.StatusCode != 401 {
		t.Errorf("a connection after the sign-out: %v", resp)
	}
}

// A session that ends at another replica ends within the interval of session checks.
func TestRevocationElsewhereClosesRealtime(t *testing.T) {
	clock, advance := withClock()
	owner := startServer(t, clock, withFastChecks).signInAs("owner")
	s := owner.connect()
	s.join("a", `{}`)
	replica := startServer(t)
	replica.send("POST", "/api/auth/sign-out", "", "Cookie: "+owner.cookieHeader()).requireStatus(204)
	s.requireOpen()
	advance(6 * time.Minute)
	s.requireClose(server.CloseSignedOut)
}

// The channels get the token of a refresh by another request. The relay itself refreshes
// a session once, and then only after the browser has the new cookie.
func TestRealtimeTokensAreRenewed(t *testing.T) {
	proxy := newRecordingProxy(t)
	clock, advance := withClock()
	owner := startServer(t, clock, withFastChecks, func(o *server.Options) { o.SupabaseURL = proxy.URL }).signInAs("owner")
	s := owner.connect()
	s.joinChanges("a", "orders")
	s.send(`["1","1","realtime:b","phx_join",{"config":{},"access_token":"a client's","user_token":"a client's"}]`)
	s.expect(`"realtime:b"`, `"ok"`)
	s.send(`["1","3","realtime:a","access_token",{"access_token":"a client's"}]`)
	s.requireOpen()
	if joins := proxy.find("phx_join"); len(joins) != 2 || !strings.Contains(joins[0], `"access_token":"ey`) {
		t.Errorf("joins: %q", joins)
	}
	if leaked := proxy.find("a client's"); leaked != nil {
		t.Errorf("the backend received a client's token: %q", leaked)
	}
	countRenewals := func() int { return len(proxy.find(`"access_token",{"access_token":"ey`)) }

	advance(59*time.Minute + 30*time.Second) // the relay refreshes the token
	waitFor(t, "a renewal of both channels", func() bool { return countRenewals() == 2 })
	s.requireOpen()
	owner.send("GET", "/api/schema", "").requireStatus(200) // sets the cookie
	owner.send("GET", "/api/schema", "").requireStatus(200) // the browser sends it
	advance(time.Hour)
	waitFor(t, "a second renewal", func() bool { return countRenewals() == 4 })
	s.requireOpen()
	advance(time.Hour) // the cookie is one generation behind
	code, reason := s.expectClose()
	if code != server.CloseRestart || !strings.HasPrefix(reason, "retry-after-ms=") {
		t.Errorf("closed with %d %q", code, reason)
	}
	before := owner.cookieHeader()
	s = owner.connect()
	s.join("a", `{}`)
	if owner.cookieHeader() == before {
		t.Error("the handshake did not set the renewed cookie")
	}
}

func TestSlowReadersAreDisconnected(t *testing.T) {
	p := startServer(t, func(o *server.Options) { o.RealtimeQueueBytes = 64 << 10; o.RealtimeMessagesPerSecond = 10_000 })
	fast, slow := p.newGuest().signInAs("owner").connect(), p.newGuest().signInAs("staff").connect()
	fast.join("a", `{"broadcast":{"ack":true}}`)
	slow.join("a", `{}`)
	payload := `"` + strings.Repeat("x", 200<<10) + `"`
	open := func() bool { return strings.Contains(fetchMetrics(t, p), "tableside_realtime_connections 2") }
	for range 200 { // the buffers of the kernel hold some of them
		fast.write(websocket.MessageBinary, newPush("realtime:a", "e", payload))
		fast.expect("phx_reply")
		if !open() {
			break
		}
	}
	slow.requireClose(server.CloseSlowReader)
	fast.requireOpen()
	if metrics := fetchMetrics(t, p); !strings.Contains(metrics, `tableside_realtime_disconnects_total{reason="slow_reader"} 1`) {
		t.Error("not counted")
	}
}

func TestRealtimeLimits(t *testing.T) {
	p := startServer(t, func(o *server.Options) {
		o.RealtimeConnections, o.RealtimeConnectionsPerUser, o.RealtimeChannels, o.RealtimeMessagesPerSecond = 3, 2, 2, 10
	})
	owner := p.newGuest().signInAs("owner")
	first, second := owner.connect(), owner.connect()
	if _, resp, _ := owner.dial("vsn=2.0.0"); resp == nil || resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") == "" {
		t.Errorf("a third connection of a user: %v", resp)
	}
	p.newGuest().signInAs("staff").connect()
	viewer := p.newGuest().signInAs("viewer")
	if _, resp, _ := viewer.dial("vsn=2.0.0"); resp == nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a fourth connection: %v", resp)
	}

	first.join("a", `{}`)
	first.join("b", `{}`)
	first.send(`["1","9","realtime:c","phx_join",{}]`)
	first.expect(`"9"`, "Too many channels")
	for range 60 {
		if first.conn.Write(context.Background(), websocket.MessageText, []byte(`[null,"1","phoenix","heartbeat",{}]`)) != nil {
			break
		}
	}
	first.requireClose(server.CloseTooManyMessages)
	second.send(`["1","1","realtime:a"`)
	second.requireClose(websocket.StatusInvalidFramePayloadData)
	third := &socket{t: t}
	waitFor(t, "a free slot", func() bool {
		conn, _, err := viewer.dial("vsn=2.0.0")
		third.conn = conn
		return err == nil
	})
	t.Cleanup(func() { _ = third.conn.CloseNow() })
	if third.conn.Write(context.Background(), websocket.MessageText, []byte(strings.Repeat("x", 1<<20))) == nil {
		third.requireClose(websocket.StatusMessageTooBig)
	}
}

func TestIdleClientsAreDisconnected(t *testing.T) {
	owner := startServer(t, withFastChecks, func(o *server.Options) { o.RealtimeIdleTimeout = time.Second }).signInAs("owner")
	owner.connect().requireClose(server.CloseIdle)
}

func TestBackendCloseReachesTheBrowser(t *testing.T) {
	proxy := newRecordingProxy(t)
	p := startServer(t, func(o *server.Options) { o.SupabaseURL = proxy.URL }).signInAs("owner")
	for i, test := range []struct {
		name  string
		close func(*websocket.Conn)
		want  websocket.StatusCode
	}{
		{"a restart", func(c *websocket.Conn) { _ = c.Close(websocket.StatusServiceRestart, "restart") }, websocket.StatusServiceRestart},
		{"a broken connection", func(c *websocket.Conn) { _ = c.CloseNow() }, server.CloseBackendLost},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := p.connect()
			s.join("a", `{}`)
			proxy.mu.Lock()
			conn := proxy.connections[i]
			proxy.mu.Unlock()
			test.close(conn)
			s.requireClose(test.want)
		})
	}
	proxy.Close()
	if _, resp, _ := p.dial("vsn=2.0.0"); resp == nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("without a backend: %v", resp)
	}
}

// A backend whose packets are lost, without the end of the TCP connection, is noticed by
// pings.
func TestHalfOpenBackendIsNoticed(t *testing.T) {
	link := newLink(t)
	p := startServer(t, withFastChecks, func(o *server.Options) {
		o.SupabaseURL, o.RealtimeIdleTimeout = "http://"+link.address, 6*time.Second
	}).signInAs("owner")
	s := p.connect()
	s.join("a", `{}`)
	link.isCut.Store(true)
	go func() { // the browser is not idle
		for s.conn.Write(context.Background(), websocket.MessageText, []byte(`[null,"1","phoenix","heartbeat",{}]`)) == nil {
			time.Sleep(200 * time.Millisecond)
		}
	}()
	s.requireClose(server.CloseBackendLost)
}

// link is a TCP proxy to localbase that can lose everything.
type link struct {
	address string
	isCut   atomic.Bool
}

func newLink(t *testing.T) *link {
	t.Helper()
	target, err := url.Parse(base.Info().URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	l := &link{address: listener.Addr().String()}
	pass := func(from, to net.Conn) {
		defer func() { _ = from.Close(); _ = to.Close() }()
		buffer := make([]byte, 4096)
		for {
			n, err := from.Read(buffer)
			if err != nil {
				return
			}
			if l.isCut.Load() {
				continue
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", target.Host)
			if err != nil {
				_ = in.Close()
				continue
			}
			go pass(in, out)
			go pass(out, in)
		}
	}()
	return l
}

// Serve closes the websockets when its context ends, as after SIGTERM, with the time after
// which each client connects again.
func TestShutdownDrainsRealtime(t *testing.T) {
	p, stop := startServing(t)
	owner := p.signInAs("owner")
	delays := map[int]bool{}
	var sockets []*socket
	for range 5 {
		s := owner.connect()
		s.join("a", `{}`)
		sockets = append(sockets, s)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for _, s := range sockets {
		code, reason := s.expectClose()
		match := regexp.MustCompile(`^retry-after-ms=(\d+)$`).FindStringSubmatch(reason)
		if code != server.CloseRestart || match == nil {
			t.Fatalf("closed with %d %q", code, reason)
		}
		delay, _ := strconv.Atoi(match[1])
		delays[delay] = true
		if delay >= 1000 {
			t.Errorf("a delay of %d ms for five connections", delay)
		}
	}
	if len(delays) < 2 {
		t.Errorf("all delays are the same: %v", delays)
	}
	select {
	case err := <-stopped:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(socketTimeout):
		t.Error("Serve did not return")
	}
}

// startServing starts a server with Serve. stop ends its context and returns its error.
func startServing(t *testing.T) (client *testClient, stop func() error) {
	t.Helper()
	product, err := server.New(server.Options{
		SupabaseURL: base.Info().URL, PublishableKey: base.Info().PublishableKey,
		CookieSecrets: [][]byte{[]byte("0123456789abcdef0123456789abcdef")},
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- product.Serve(ctx, listener) }()
	t.Cleanup(cancel)
	return (&testClient{t: t, url: "http://" + listener.Addr().String()}).newGuest(), func() error {
		cancel()
		return <-done
	}
}
