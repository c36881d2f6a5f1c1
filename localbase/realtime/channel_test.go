package realtime

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestHandshake(t *testing.T) {
	s := newService(t, Limits{Connections: 1})
	for _, test := range []struct {
		name, query string
		want        int
	}{
		{"no token", "vsn=2.0.0", http.StatusUnauthorized},
		{"not a JWT", "vsn=2.0.0&apikey=sb_publishable_x", http.StatusUnauthorized},
		{"an expired token", "vsn=2.0.0&apikey=" + s.tokenUntil("anon", "", time.Now().Add(-time.Hour)), http.StatusUnauthorized},
		{"an unknown version", "vsn=3.0.0&apikey=" + s.token("anon", ""), http.StatusBadRequest},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, resp, err := websocket.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"/websocket?"+test.query, nil)
			if err == nil || resp.StatusCode != test.want {
				t.Fatalf("got %v (%v), want %d", resp, err, test.want)
			}
		})
	}
	c := s.connect(s.token("anon", ""))
	_, resp, err := websocket.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"/websocket?apikey="+s.token("anon", ""), nil)
	if err == nil || resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a second socket: %v", resp)
	}
	c.expectSilence()
}

func TestJoinLeaveAndUnknownTopics(t *testing.T) {
	s := newService(t, Limits{})
	c := s.connect(s.token("anon", ""))
	c.push("phoenix", "heartbeat", "{}")
	if got := encodeTestJSON(t, c.next()); got != `["j","r","phoenix","phx_reply",{"response":{},"status":"ok"}]` {
		t.Errorf("heartbeat: %s", got)
	}
	if got := encodeTestJSON(t, c.join("realtime:a", `{}`, "")); got != `{"response":{"postgres_changes":[]},"status":"ok"}` {
		t.Errorf("join: %s", got)
	}
	if got := encodeTestJSON(t, c.next()); got != `[null,null,"realtime:a","presence_state",{}]` {
		t.Errorf("after the join: %s", got)
	}
	c.push("realtime:b", "broadcast", "{}")
	if got := encodeTestJSON(t, c.next()[4]); got != `{"response":{"reason":"unmatched topic"},"status":"error"}` {
		t.Errorf("an event for a topic without a join: %s", got)
	}
	if got := encodeTestJSON(t, c.join("other:a", `{}`, "")); got != `{"response":{"reason":"unmatched topic"},"status":"error"}` {
		t.Errorf("a join in another namespace: %s", got)
	}
	if got := encodeTestJSON(t, c.join("realtime:", `{}`, "")); got != `{"response":{"reason":"TopicNameRequired: You must provide a topic name"},"status":"error"}` {
		t.Errorf("a join without a name: %s", got)
	}
	c.push("realtime:a", "phx_leave", "{}")
	if got := encodeTestJSON(t, c.nextEvent("phx_reply")); got != `{"response":{},"status":"ok"}` {
		t.Errorf("leave: %s", got)
	}
	if got := encodeTestJSON(t, c.next()); got != `["j","j","realtime:a","phx_close",{}]` {
		t.Errorf("after the leave: %s", got)
	}
	c.push("realtime:a", "phx_leave", "{}")
	if got := encodeTestJSON(t, c.nextEvent("phx_reply")); got != `{"response":{},"status":"ok"}` {
		t.Errorf("a second leave: %s", got)
	}
}

func TestSecondJoinReplacesTheFirst(t *testing.T) {
	s := newService(t, Limits{})
	c := s.connect(s.token("anon", ""))
	c.mustJoin("realtime:a", noPresenceConfig, "")
	c.write(websocket.MessageText, []byte(`["k","1","realtime:a","phx_join",{"config":`+noPresenceConfig+`}]`))
	if got := encodeTestJSON(t, c.next()); got != `["j","j","realtime:a","phx_close",{}]` {
		t.Errorf("got %s", got)
	}
	c.nextEvent("phx_reply")
	c.push("realtime:a", "phx_leave", "{}") // for the first join
	c.expectSilence()
	other := s.connect(s.token("anon", ""))
	other.mustJoin("realtime:a", noPresenceConfig, "")
	other.push("realtime:a", "broadcast", `{"event":"x","type":"broadcast","payload":{}}`)
	c.nextEvent("broadcast")
}

func TestMalformedFramesCloseTheSocket(t *testing.T) {
	s := newService(t, Limits{FrameBytes: 1000})
	for name, test := range map[string]struct {
		kind websocket.MessageType
		data string
		want websocket.StatusCode
	}{
		"invalid JSON":  {websocket.MessageText, `x`, websocket.StatusInvalidFramePayloadData},
		"four elements": {websocket.MessageText, `[1,2,"a","b"]`, websocket.StatusInvalidFramePayloadData},
		"unknown kind":  {websocket.MessageBinary, "\x09\x00\x00\x00\x00\x00\x00", websocket.StatusInvalidFramePayloadData},
		"too large":     {websocket.MessageText, strings.Repeat("x", 1001), websocket.StatusMessageTooBig},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.connect(s.token("anon", ""))
			c.write(test.kind, []byte(test.data))
			if got := c.expectClose(); got != test.want {
				t.Errorf("closed with %d, want %d", got, test.want)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	s := newService(t, Limits{})
	c := s.connect(s.token("anon", ""))
	for name, test := range map[string]struct{ token, want string }{
		"not a JWT":       {"invalid", "MalformedJWT: The token provided is not a valid JWT"},
		"expired":         {s.tokenUntil("authenticated", "u", time.Now().Add(-100*time.Second)), "InvalidJWTToken: Token has expired 10"},
		"wrong signature": {s.token("anon", "") + "x", "JwtSignatureError: Failed to validate JWT signature"},
	} {
		reply := c.join("realtime:"+name, noPresenceConfig, test.token)
		response, _ := reply["response"].(map[string]any)
		if got, _ := response["reason"].(string); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %v", name, reply)
		}
	}
	c.mustJoin("realtime:key", noPresenceConfig, "sb_publishable_x") // the connection's token applies

	expiry := time.Now().Add(5 * time.Second)
	c.mustJoin("realtime:renewed", noPresenceConfig, s.tokenUntil("authenticated", "u", expiry))
	c.push("realtime:renewed", "access_token", `{"access_token":"`+s.token("authenticated", "u")+`"}`)
	c.mustJoin("realtime:short", noPresenceConfig, s.tokenUntil("authenticated", "u", expiry))
	system := c.nextEvent("system")
	message, _ := system["message"].(string)
	if system["channel"] != "short" || system["status"] != "error" || !regexp.MustCompile(`^Token has expired \d seconds ago$`).MatchString(message) {
		t.Errorf("after the token expired: %v", system)
	}
	if f := c.next(); f[2] != "realtime:short" || f[3] != "phx_close" {
		t.Errorf("then: %v", f)
	}
	c.push("realtime:renewed", "access_token", `{"access_token":"sb_secret_x"}`)
	c.expectSilence()
	c.push("realtime:renewed", "access_token", `{"access_token":"invalid"}`)
	if got := c.nextEvent("system"); got["message"] != "The token provided is not a valid JWT" {
		t.Errorf("an invalid renewal: %v", got)
	}
	c.nextEvent("phx_close")
}

func TestLimits(t *testing.T) {
	t.Run("channels of a connection", func(t *testing.T) {
		s := newService(t, Limits{ChannelsPerConnection: 1})
		c := s.connect(s.token("anon", ""))
		c.mustJoin("realtime:a", noPresenceConfig, "")
		if got := encodeTestJSON(t, c.join("realtime:b", noPresenceConfig, "")); !strings.Contains(got, "ChannelRateLimitReached: Too many channels") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("joins per second", func(t *testing.T) {
		s := newService(t, Limits{JoinsPerSecond: 1})
		c := s.connect(s.token("anon", ""))
		c.mustJoin("realtime:a", noPresenceConfig, "")
		reply := ""
		for i := 0; i < 10 && !strings.Contains(reply, "error"); i++ { // a join can take a second on a busy machine
			reply = encodeTestJSON(t, c.join(fmt.Sprintf("realtime:b%d", i), noPresenceConfig, ""))
		}
		if !strings.Contains(reply, "ClientJoinRateLimitReached: Too many joins per second") {
			t.Errorf("got %s", reply)
		}
		if got := c.expectClose(); got != websocket.StatusTryAgainLater {
			t.Errorf("closed with %d", got)
		}
	})
	t.Run("events per second", func(t *testing.T) {
		s := newService(t, Limits{EventsPerSecond: 1})
		c := s.connect(s.token("anon", ""))
		c.mustJoin("realtime:a", noPresenceConfig, "")
		c.push("realtime:a", "broadcast", `{}`)
		c.push("realtime:a", "broadcast", `{}`)
		if got := c.nextEvent("system"); got["message"] != "Too many messages per second" {
			t.Errorf("got %v", got)
		}
		c.nextEvent("phx_close")
	})
	t.Run("presence calls", func(t *testing.T) {
		s := newService(t, Limits{PresenceCalls: 2})
		c := s.connect(s.token("anon", ""))
		c.mustJoin("realtime:a", noPresenceConfig, "")
		for range 3 {
			c.push("realtime:a", "presence", `{"event":"untrack"}`)
		}
		c.nextEvent("phx_reply")
		c.nextEvent("phx_reply")
		if got := c.nextEvent("system"); got["message"] != "Client presence rate limit exceeded" {
			t.Errorf("got %v", got)
		}
	})
	t.Run("idle socket", func(t *testing.T) {
		s := newService(t, Limits{IdleTimeout: 200 * time.Millisecond})
		s.connect(s.token("anon", "")).expectClose()
	})
	t.Run("socket without a user", func(t *testing.T) {
		s := newService(t, Limits{AnonymousLifetime: 300 * time.Millisecond})
		user := s.connect(s.token("authenticated", "u"))
		if got := s.connect(s.token("anon", "")).expectClose(); got != websocket.StatusPolicyViolation {
			t.Errorf("closed with %d", got)
		}
		user.expectSilence()
	})
	t.Run("private channels only", func(t *testing.T) {
		s := newService(t, Limits{}, func(o *Options) { o.PrivateOnly = true })
		c := s.connect(s.token("anon", ""))
		if got := encodeTestJSON(t, c.join("realtime:a", noPresenceConfig, "")); !strings.Contains(got, "PrivateOnly: This project only allows private channels") {
			t.Errorf("got %s", got)
		}
	})
}

func TestCloseAsksClientsToReconnect(t *testing.T) {
	s := newService(t, Limits{})
	c := s.connect(s.token("anon", ""))
	c.mustJoin("realtime:a", noPresenceConfig, "")
	if err := s.h.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := c.expectClose(); got != websocket.StatusServiceRestart {
		t.Errorf("closed with %d", got)
	}
}
