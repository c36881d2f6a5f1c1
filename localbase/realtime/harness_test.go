package realtime

import (
	"context"
	"encoding/json"
	"flag"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tableside/tableside/localbase/pgtest"
)

var update = flag.Bool("update", false, "write golden files")

func TestMain(m *testing.M) { pgtest.Main(m) }

// testTimeout is the maximum wait of a test for an event.
const testTimeout = 30 * time.Second

// service is a server with a handler and a new database.
type service struct {
	t   *testing.T
	db  *pgtest.DB
	h   *Handler
	url string // http://...
}

func newService(t *testing.T, limits Limits, configure ...func(*Options)) *service {
	t.Helper()
	db := pgtest.New(t)
	opts := Options{
		Pool: db.Pool("supabase_realtime_admin"), Keys: db.Keys, Limits: limits,
		ReplicationDSN: db.DSN("supabase_realtime_admin"),
		Logger:         slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	for _, f := range configure {
		f(&opts)
	}
	h := New(opts)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.Run(ctx)
	}()
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
		server.Close()
		cancel()
		<-done
		// A database with a slot cannot be dropped, and Postgres notices a closed connection with a
		// delay.
		waitFor(t, "the slot to be dropped", func() bool {
			var slots int
			err := db.Pool("postgres").QueryRow(context.Background(), `select count(*) from pg_replication_slots where database = current_database()`).Scan(&slots)
			return err == nil && slots == 0
		})
	})
	return &service{t: t, db: db, h: h, url: server.URL}
}

// token returns a token for a role, with sub as the user unless it is "".
func (s *service) token(role, sub string) string {
	s.t.Helper()
	return s.tokenUntil(role, sub, time.Now().Add(time.Hour))
}

func (s *service) tokenUntil(role, sub string, expires time.Time) string {
	s.t.Helper()
	claims := map[string]any{"role": role, "exp": expires.Unix()}
	if sub != "" {
		claims["sub"] = sub
	}
	token, err := s.db.Keys.Sign(claims)
	if err != nil {
		s.t.Fatal(err)
	}
	return token
}

// client is a websocket that sends text frames of version 2.
type client struct {
	t      *testing.T
	conn   *websocket.Conn
	frames chan []any // join_ref, ref, topic, event, payload, and the text of the frame
	binary chan []byte
	closed chan error
	ref    int
	text   string // of the frame that next returned
}

func (s *service) connect(token string) *client {
	s.t.Helper()
	return s.connectAs(token, "2.0.0")
}

func (s *service) connectAs(token, vsn string) *client {
	s.t.Helper()
	conn, _, err := websocket.Dial(s.t.Context(), strings.Replace(s.url, "http", "ws", 1)+"/websocket?vsn="+vsn+"&apikey="+token, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	c := &client{t: s.t, conn: conn, frames: make(chan []any, 1000), binary: make(chan []byte, 1000), closed: make(chan error, 1)}
	go c.read()
	s.t.Cleanup(func() { conn.CloseNow() })
	return c
}

func (c *client) read() {
	for {
		kind, data, err := c.conn.Read(context.Background())
		if err != nil {
			c.closed <- err
			return
		}
		if kind == websocket.MessageBinary {
			c.binary <- data
			continue
		}
		var parts []any
		if json.Unmarshal(data, &parts) != nil {
			var object map[string]any
			if err := json.Unmarshal(data, &object); err != nil {
				c.closed <- err
				return
			}
			parts = []any{nil, object["ref"], object["topic"], object["event"], object["payload"]}
		}
		c.frames <- append(parts, string(data))
	}
}

func (c *client) write(kind websocket.MessageType, data []byte) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), kind, data); err != nil {
		c.t.Fatal(err)
	}
}

// push sends an event and returns its ref.
func (c *client) push(topic, event, payload string) string {
	c.t.Helper()
	c.ref++
	ref := string(encodeString(strings.Repeat("r", c.ref)))
	c.write(websocket.MessageText, []byte(`["j",`+ref+`,`+string(encodeString(topic))+`,"`+event+`",`+payload+`]`))
	return strings.Repeat("r", c.ref)
}

// next returns the next text frame.
func (c *client) next() []any {
	c.t.Helper()
	select {
	case f := <-c.frames:
		c.text = f[5].(string)
		return f[:5]
	case err := <-c.closed:
		c.t.Fatalf("closed: %v", err)
	case <-time.After(testTimeout):
		c.t.Fatal("received no frame")
	}
	return nil
}

// nextEvent reads the next frame, which must have the event.
func (c *client) nextEvent(event string) map[string]any {
	c.t.Helper()
	f := c.next()
	if f[3] != event {
		c.t.Fatalf("got %v, want %s", f, event)
	}
	payload, _ := f[4].(map[string]any)
	return payload
}

// expectSilence checks that no frame arrives before the reply to a heartbeat.
func (c *client) expectSilence() {
	c.t.Helper()
	c.push("phoenix", "heartbeat", "{}")
	if f := c.next(); f[2] != "phoenix" {
		c.t.Errorf("got %v, want nothing", f)
	}
}

func (c *client) expectClose() websocket.StatusCode {
	c.t.Helper()
	select {
	case err := <-c.closed:
		return websocket.CloseStatus(err)
	case <-time.After(testTimeout):
		c.t.Fatal("not closed")
	}
	return 0
}

// join joins with a config and a token ("": the connection's), and returns the reply.
func (c *client) join(topic, config, token string) map[string]any {
	c.t.Helper()
	payload := `{"config":` + config
	if token != "" {
		payload += `,"access_token":"` + token + `"`
	}
	c.push(topic, "phx_join", payload+"}")
	return c.nextEvent("phx_reply")
}

func (c *client) mustJoin(topic, config, token string) {
	c.t.Helper()
	if reply := c.join(topic, config, token); reply["status"] != "ok" {
		c.t.Fatalf("join of %s: %v", topic, reply)
	}
}

// noPresenceConfig disables presence.
const noPresenceConfig = `{"presence":{"enabled":false}}`

func encodeTestJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// compareGolden compares got with a file in testdata.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s\nwant:\n%s", name, got, want)
	}
}

// readRecord returns the record of a change's frame in canonical form.
func readRecord(t *testing.T, frame string) string {
	t.Helper()
	var parts []rawJSON
	var payload struct{ Data struct{ Record rawJSON } }
	if err := json.Unmarshal([]byte(frame), &parts); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(parts[4], &payload); err != nil {
		t.Fatal(err)
	}
	return canonicalJSON(t, string(payload.Data.Record))
}

// canonicalJSON sorts the keys of an object and removes spaces. It preserves the digits of numbers.
func canonicalJSON(t *testing.T, text string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return encodeTestJSON(t, v)
}
