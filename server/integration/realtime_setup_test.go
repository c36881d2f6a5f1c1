//go:build unix

package integration

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

const socketTimeout = 20 * time.Second

// socket is a websocket of a browser to the relay.
type socket struct {
	t    *testing.T
	conn *websocket.Conn
	seen []string // all messages that were read
}

// dial opens a websocket with the client's cookies. query starts with "vsn=" or is empty.
func (p *testClient) dial(query string, headers ...string) (*websocket.Conn, *http.Response, error) {
	header := http.Header{}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		header.Set(name, value)
	}
	ctx, cancel := context.WithTimeout(context.Background(), socketTimeout)
	defer cancel()
	return websocket.Dial(ctx, p.url+"/api/realtime/websocket?"+query, &websocket.DialOptions{HTTPClient: p.Client, HTTPHeader: header})
}

// connect opens a websocket of version 2.
func (p *testClient) connect() *socket { return p.connectVersion("2.0.0") }

func (p *testClient) connectVersion(vsn string) *socket {
	p.t.Helper()
	conn, _, err := p.dial("vsn=" + vsn)
	if err != nil {
		p.t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	return &socket{t: p.t, conn: conn}
}

func (s *socket) send(text string) {
	s.t.Helper()
	s.write(websocket.MessageText, []byte(text))
}

func (s *socket) write(kind websocket.MessageType, data []byte) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), socketTimeout)
	defer cancel()
	if err := s.conn.Write(ctx, kind, data); err != nil {
		s.t.Fatal(err)
	}
}

// expect reads until a message contains all texts, and returns it.
func (s *socket) expect(texts ...string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), socketTimeout)
	defer cancel()
	for {
		_, data, err := s.conn.Read(ctx)
		if err != nil {
			s.t.Fatalf("no message with %q: %v; got\n%s", texts, err, strings.Join(s.seen, "\n"))
		}
		message := string(data)
		s.seen = append(s.seen, message)
		missing := false
		for _, text := range texts {
			missing = missing || !strings.Contains(message, text)
		}
		if !missing {
			return message
		}
	}
}

// join joins a topic and waits for the reply. config is the JSON of the join's config.
func (s *socket) join(topic, config string) {
	s.t.Helper()
	s.send(`["1","1","realtime:` + topic + `","phx_join",{"config":` + config + `}]`)
	s.expect(`"phx_reply"`, `"realtime:`+topic+`"`, `"status":"ok"`)
}

// joinChanges joins a topic with the changes of a table, and waits for the subscription.
func (s *socket) joinChanges(topic, table string) {
	s.t.Helper()
	s.join(topic, `{"postgres_changes":[{"event":"*","schema":"public","table":"`+table+`"}]}`)
	s.expect("Subscribed to PostgreSQL")
}

// expectClose reads until the server closes the websocket, and returns code and reason.
func (s *socket) expectClose() (websocket.StatusCode, string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), socketTimeout)
	defer cancel()
	for {
		_, data, err := s.conn.Read(ctx)
		var closed websocket.CloseError
		switch {
		case errors.As(err, &closed):
			return closed.Code, closed.Reason
		case err != nil:
			s.t.Fatalf("the websocket broke without a code: %v", err)
		}
		s.seen = append(s.seen, string(data))
	}
}

func (s *socket) requireClose(code websocket.StatusCode) {
	s.t.Helper()
	if got, reason := s.expectClose(); got != code {
		s.t.Errorf("closed with %d %q, want %d", got, reason, code)
	}
}

// requireOpen checks that the backend responds to a heartbeat.
func (s *socket) requireOpen() {
	s.t.Helper()
	s.send(`[null,"hb","phoenix","heartbeat",{}]`)
	s.expect(`"hb"`, `"ok"`)
}

// recordingProxy is a backend that passes everything to localbase, and records the
// messages of the relay.
type recordingProxy struct {
	*httptest.Server
	mu          sync.Mutex
	received    []string
	connections []*websocket.Conn
}

func newRecordingProxy(t *testing.T) *recordingProxy {
	target, err := url.Parse(base.Info().URL)
	if err != nil {
		t.Fatal(err)
	}
	p := &recordingProxy{}
	rest := httputil.NewSingleHostReverseProxy(target)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/realtime/") {
			rest.ServeHTTP(w, r)
			return
		}
		out, _, err := websocket.Dial(context.Background(), target.String()+r.URL.RequestURI(), nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		in, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
		if err != nil {
			return
		}
		p.mu.Lock()
		p.connections = append(p.connections, in)
		p.mu.Unlock()
		go p.copy(out, in, false)
		p.copy(in, out, true)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *recordingProxy) copy(from, to *websocket.Conn, isRecorded bool) {
	defer func() { _ = from.CloseNow(); _ = to.CloseNow() }()
	for {
		kind, data, err := from.Read(context.Background())
		if err != nil {
			return
		}
		if isRecorded {
			p.mu.Lock()
			p.received = append(p.received, string(data))
			p.mu.Unlock()
		}
		if to.Write(context.Background(), kind, data) != nil {
			return
		}
	}
}

// find returns the received messages that contain a text.
func (p *recordingProxy) find(text string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var found []string
	for _, message := range p.received {
		if strings.Contains(message, text) {
			found = append(found, message)
		}
	}
	return found
}

// waitFor returns when a condition holds.
func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(socketTimeout); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// fetchMetrics returns the metrics of a client's server.
func fetchMetrics(t *testing.T, p *testClient) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	p.server.Metrics().ServeHTTP(recorder, httptest.NewRequest("GET", "/", nil))
	return recorder.Body.String()
}
