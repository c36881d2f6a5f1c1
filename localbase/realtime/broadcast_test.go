package realtime

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// encodePushFrame encodes a broadcast as the JavaScript client does in version 2.
func encodePushFrame(joinRef, ref, topic, name string, isJSON bool, payload string) []byte {
	encoding := byte(0)
	if isJSON {
		encoding = 1
	}
	b := []byte{kindBroadcastPush, byte(len(joinRef)), byte(len(ref)), byte(len(topic)), byte(len(name)), 0, encoding}
	return append(b, joinRef+ref+topic+name+payload...)
}

func TestBroadcastUsesProtocolVersionOfReceiver(t *testing.T) {
	s := newService(t, Limits{})
	token := s.token("anon", "")
	sender, receiver2, receiver1 := s.connect(token), s.connect(token), s.connectAs(token, "1.0.0")
	sender.mustJoin("realtime:a", noPresenceConfig, "")
	receiver2.mustJoin("realtime:a", noPresenceConfig, "")
	receiver1.write(websocket.MessageText, []byte(`{"topic":"realtime:a","event":"phx_join","ref":"1","payload":{"config":`+noPresenceConfig+`}}`))
	receiver1.nextEvent("phx_reply")

	sender.push("realtime:a", "broadcast", `{"type":"broadcast","event":"x","payload":{"n":12345678901234567890}}`)
	if got := encodeTestJSON(t, receiver2.next()[:4]); got != `[null,null,"realtime:a","broadcast"]` {
		t.Errorf("got %s", got)
	}
	if got := receiver1.next(); encodeTestJSON(t, got[4].(map[string]any)["event"]) != `"x"` {
		t.Errorf("got %v", got)
	}

	sender.write(websocket.MessageBinary, encodePushFrame("j", "1", "realtime:a", "y", true, `{"n":12345678901234567890}`))
	if got := string(<-receiver2.binary); got != "\x04\x0a\x01\x00\x01realtime:ay"+`{"n":12345678901234567890}` {
		t.Errorf("got %q", got)
	}
	if got := receiver1.next()[4].(map[string]any); got["event"] != "y" || got["type"] != "broadcast" {
		t.Errorf("got %v", got)
	}

	sender.write(websocket.MessageBinary, encodePushFrame("j", "2", "realtime:a", "z", false, "\xff\x00"))
	if got := string(<-receiver2.binary); got != "\x04\x0a\x01\x00\x00realtime:az\xff\x00" {
		t.Errorf("got %q", got)
	}
	sender.expectSilence() // without ack and self
}

func TestBroadcastAckAndSelf(t *testing.T) {
	s := newService(t, Limits{PayloadBytes: 100})
	c := s.connect(s.token("anon", ""))
	c.mustJoin("realtime:a", `{"broadcast":{"ack":true,"self":true},"presence":{"enabled":false}}`, "")
	ref := c.push("realtime:a", "broadcast", `{"type":"broadcast","event":"x","payload":{}}`)
	c.nextEvent("broadcast")
	if f := c.next(); f[1] != ref || encodeTestJSON(t, f[4]) != `{"response":{},"status":"ok"}` {
		t.Errorf("got %v", f)
	}
	c.push("realtime:a", "broadcast", `{"type":"broadcast","event":"x","payload":"`+strings.Repeat("x", 100)+`"}`)
	if got := encodeTestJSON(t, c.nextEvent("phx_reply")); got != `{"response":{"reason":"payload_size_exceeded"},"status":"error"}` {
		t.Errorf("too large: %s", got)
	}
}

func (s *service) post(path, token, contentType, body string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	response, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(response)
}

func TestBroadcastOverHTTP(t *testing.T) {
	s := newService(t, Limits{})
	anon := s.token("anon", "")
	c := s.connect(anon)
	c.mustJoin("realtime:a/b", noPresenceConfig, "")

	status, body := s.post("/api/broadcast", anon, "application/json",
		`{"messages":[{"topic":"a/b","event":"x","payload":{"n":1}},{"topic":"other","event":"x","payload":{}},{"topic":"a/b","event":"y","payload":{"n":2},"private":true}]}`)
	if status != http.StatusAccepted || body != "" {
		t.Errorf("got %d %s", status, body)
	}
	if got := encodeTestJSON(t, c.nextEvent("broadcast")); got != `{"event":"x","payload":{"n":1},"type":"broadcast"}` {
		t.Errorf("got %s", got)
	}
	if status, body := s.post("/api/broadcast/a%2Fb/events/z", anon, "application/json", `{"n":3}`); status != http.StatusAccepted {
		t.Errorf("got %d %s", status, body)
	}
	if got := string(<-c.binary); got != "\x04\x0c\x01\x00\x01realtime:a/bz{\"n\":3}" {
		t.Errorf("got %q", got)
	}
	c.expectSilence()

	for name, test := range map[string]struct {
		path, token, contentType, body string
		want                           int
	}{
		"no token":                   {"/api/broadcast", "", "application/json", `{"messages":[]}`, http.StatusUnauthorized},
		"no messages":                {"/api/broadcast", anon, "application/json", `{"messages":[]}`, http.StatusUnprocessableEntity},
		"a message without topic":    {"/api/broadcast", anon, "application/json", `{"messages":[{"event":"x","payload":{}}]}`, http.StatusUnprocessableEntity},
		"invalid JSON":               {"/api/broadcast", anon, "application/json", `x`, http.StatusBadRequest},
		"single, invalid JSON":       {"/api/broadcast/a/events/x", anon, "application/json", `x`, http.StatusUnprocessableEntity},
		"single, unsupported type":   {"/api/broadcast/a/events/x", anon, "text/plain", `x`, http.StatusUnsupportedMediaType},
		"single, private, no policy": {"/api/broadcast/a/events/x?private=true", anon, "application/json", `{}`, http.StatusForbidden},
	} {
		if status, body := s.post(test.path, test.token, test.contentType, test.body); status != test.want {
			t.Errorf("%s: %d %s, want %d", name, status, body, test.want)
		}
	}
}

func TestSlowClientIsDropped(t *testing.T) {
	s := newService(t, Limits{QueueBytes: 1 << 20, EventsPerSecond: -1})
	token := s.token("anon", "")
	slow, _, err := websocket.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"/websocket?vsn=2.0.0&apikey="+token, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.CloseNow()
	if err := slow.Write(t.Context(), websocket.MessageText, []byte(`["1","1","realtime:a","phx_join",{"config":`+noPresenceConfig+`}]`)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := slow.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	sender := s.connect(token)
	sender.mustJoin("realtime:a", noPresenceConfig, "")
	frame := encodePushFrame("j", "1", "realtime:a", "x", false, strings.Repeat("x", 100_000))
	for range 200 { // 20 MB: more than the queue and the kernel's buffers
		sender.write(websocket.MessageBinary, frame)
	}
	sender.expectSilence() // the sender is not blocked
	waitFor(t, "the slow client to be disconnected", func() bool {
		s.h.mu.Lock()
		defer s.h.mu.Unlock()
		return len(s.h.sockets) == 1
	})
}
