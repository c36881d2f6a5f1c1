package relay

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// newTestFilter returns a filter of the user "ada", who can see only public.orders.
func newTestFilter(version Version) *Filter {
	return NewFilter(Options{
		Version: version, Token: "token-1", User: User{ID: "id-ada", Name: "Ada"}, Sealer: testSealer,
		Limits: Limits{Channels: 3, BroadcastBytes: 60, PresenceBytes: 60},
		CheckTable: func(schema, table string) error {
			if schema+"."+table != "public.orders" {
				return errors.New("Unauthorized: no such table")
			}
			return nil
		},
		FilterLocation: func(_, _ string, l Location) Location {
			if len(l.Record) > 0 && l.Record[0].Value == "hidden" {
				l.Record = nil
			}
			return l
		},
	})
}

// describe returns what happens with a message.
func describe(d Decision, err error) string {
	switch {
	case err != nil:
		return "error: " + err.Error()
	case d.Forward != nil:
		return fmt.Sprintf("forward: %q", d.Forward.Data)
	case d.Reply != nil:
		return fmt.Sprintf("reply: %q", d.Reply.Data)
	}
	return "dropped"
}

func text(data string) Message { return Message{Data: []byte(data)} }

// newPush encodes a client's binary broadcast.
func newPush(topic, event, payload string, isJSON bool) Message {
	p := push{joinRef: []byte("1"), ref: []byte("2"), event: []byte(event), isJSON: isJSON, payload: []byte(payload)}
	return p.encode(topic)
}

const joinOrders = `["1","1","realtime:tableside:presence:public:orders","phx_join",{}]`

func TestJoins(t *testing.T) {
	for _, test := range []struct{ name, topic, payload, want string }{
		{"gets token and key", "realtime:a", `{}`, `{"access_token":"token-1","config":{"presence":{"key":"id-ada"}}}`},
		{"loses the client's tokens and key", "realtime:a",
			`{"access_token":"stolen","user_token":"stolen","Access_Token":"x","config":{"presence":{"key":"id-bob","enabled":true},"private":true}}`,
			`{"Access_Token":"x","access_token":"token-1","config":{"presence":{"enabled":true,"key":"id-ada"},"private":true}}`},
		{"with a second key of the same name", "realtime:a", `{"access_token":"x","access_token":"y"}`,
			`{"access_token":"token-1","config":{"presence":{"key":"id-ada"}}}`},
		{"with changes of a table", "realtime:a", `{"config":{"postgres_changes":[{"event":"*","schema":"public","table":"orders","filter":"id=eq.9007199254740993"}]}}`,
			`{"access_token":"token-1","config":{"postgres_changes":[{"event":"*","filter":"id=eq.9007199254740993","schema":"public","table":"orders"}],"presence":{"key":"id-ada"}}}`},
		{"of an app's topic", "realtime:tableside:comments:public:orders:42", `{}`, `{"access_token":"token-1","config":{"presence":{"key":"id-ada"}}}`},

		{"changes of a hidden table", "realtime:a", `{"config":{"postgres_changes":[{"schema":"public","table":"secrets"}]}}`, `reply: postgres_changes: Unauthorized: no such table`},
		{"changes of all tables", "realtime:a", `{"config":{"postgres_changes":[{"schema":"public"}]}}`, `reply: an entry of postgres_changes must name a schema and a table`},
		{"changes of any table", "realtime:a", `{"config":{"postgres_changes":[{"schema":"public","table":"*"}]}}`, `reply: postgres_changes: Unauthorized: no such table`},
		{"changes with two tables", "realtime:a", `{"config":{"postgres_changes":[{"schema":"public","table":"orders","table":"secrets"}]}}`, `reply: postgres_changes: Unauthorized: no such table`},
		{"config is a list", "realtime:a", `{"config":[]}`, `reply: config must be an object`},
		{"payload is null", "realtime:a", `null`, `reply: the payload of a join must be an object`},
		{"topic of a hidden table", "realtime:tableside:presence:public:secrets", `{}`, `reply: Unauthorized: no such table`},
		{"unknown app topic", "realtime:tableside:admin:public:orders", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"app topic without a table", "realtime:tableside:presence:public", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"changes of a record", "realtime:tableside:table:public:orders:1", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"without prefix", "a", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"app topic with two prefixes is a user channel", "realtime:realtime:tableside:table:public:orders", `{}`,
			`{"access_token":"token-1","config":{"presence":{"key":"id-ada"}}}`},
		{"spaces before the app prefix", "realtime: tableside:table:public:orders", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"only the app prefix", "realtime:tableside:", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"encoded kind of an app topic", "realtime:tableside:%74able:public:orders", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"no name", "realtime:", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"control character", "realtime:a\x00b", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"not ASCII", "realtime:ø", `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
		{"long name", "realtime:" + strings.Repeat("a", 101), `{}`, `reply: Unauthorized: Tableside does not relay this topic`},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newTestFilter(Version2)
			topic := string(encodeJSON(test.topic))
			want := `forward: ` + fmt.Sprintf("%q", `["1","2",`+topic+`,"phx_join",`+test.want+`]`)
			joined := 1
			if reason, isRejected := strings.CutPrefix(test.want, "reply: "); isRejected {
				want = `reply: ` + fmt.Sprintf("%q", `["1","2",`+topic+`,"phx_reply",{"response":{"reason":"`+reason+`"},"status":"error"}]`)
				joined = 0
			}
			if got := describe(f.FromClient(text(`["1","2",` + topic + `,"phx_join",` + test.payload + `]`))); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
			if f.Channels() != joined {
				t.Errorf("%d channels, want %d", f.Channels(), joined)
			}
		})
	}
}

func TestFramesOfAClient(t *testing.T) {
	presence, channel := "realtime:tableside:presence:public:orders", "realtime:a"
	for _, test := range []struct {
		name string
		m    Message
		want string
	}{
		{"heartbeat", text(`[null,"5","phoenix","heartbeat",{}]`), `forward: "[null,\"5\",\"phoenix\",\"heartbeat\",{}]"`},
		{"token", text(`["1",null,"realtime:a","access_token",{"access_token":"stolen"}]`), "dropped"},
		{"token of a channel that is not joined", text(`["1",null,"realtime:z","access_token",{"access_token":"stolen"}]`), "dropped"},
		{"unknown event", text(`["1","2","realtime:a","postgres_changes",{}]`), "dropped"},
		{"topic that is not joined", text(`["1","2","realtime:z","broadcast",{}]`), `reply: "[\"1\",\"2\",\"realtime:z\",\"phx_reply\",{\"response\":{\"reason\":\"unmatched topic\"},\"status\":\"error\"}]"`},
		{"broadcast to a channel is unchanged", text(`["1","2","realtime:a","broadcast",{"event":"e", "payload":{"user":1,"n":1.0}}]`),
			`forward: "[\"1\",\"2\",\"realtime:a\",\"broadcast\",{\"event\":\"e\", \"payload\":{\"user\":1,\"n\":1.0}}]"`},
		{"large broadcast", text(`["1","2","realtime:a","broadcast",{"event":"e","payload":"` + strings.Repeat("x", 60) + `"}]`),
			`reply: "[\"1\",\"2\",\"realtime:a\",\"phx_reply\",{\"response\":{\"reason\":\"payload_size_exceeded\"},\"status\":\"error\"}]"`},
		{"presence has the user", text(`["1","2","realtime:a","presence",{"type":"presence","event":"TRACK","payload":{"user":{"id":"bob"},"phx_ref":"x","row":1}}]`),
			`forward: "[\"1\",\"2\",\"realtime:a\",\"presence\",{\"event\":\"track\",\"payload\":{\"row\":1,\"user\":{\"id\":\"id-ada\",\"name\":\"Ada\"}},\"type\":\"presence\"}]"`},
		{"presence ends", text(`["1","2","realtime:a","presence",{"event":"untrack","payload":{"name":"bob"}}]`),
			`forward: "[\"1\",\"2\",\"realtime:a\",\"presence\",{\"event\":\"untrack\",\"type\":\"presence\"}]"`},
		{"large presence", text(`["1","2","realtime:a","presence",{"event":"track","payload":{"row":"` + strings.Repeat("x", 60) + `"}}]`),
			`reply: "[\"1\",\"2\",\"realtime:a\",\"phx_reply\",{\"response\":{\"reason\":\"payload_size_exceeded\"},\"status\":\"error\"}]"`},
		{"binary broadcast is unchanged", newPush(channel, "e", "\x00\xff", false), fmt.Sprintf("forward: %q", newPush(channel, "e", "\x00\xff", false).Data)},
		{"bytes to an app's topic", newPush(presence, "e", `x`, false), `reply: "[\"1\",\"2\",\"` + presence + `\",\"phx_reply\",{\"response\":{\"reason\":\"the payload of a broadcast must be an object\"},\"status\":\"error\"}]"`},
		{"binary broadcast with invalid JSON", newPush(channel, "e", `{`, true), `reply: "[\"1\",\"2\",\"realtime:a\",\"phx_reply\",{\"response\":{\"reason\":\"the payload of the broadcast is not JSON\"},\"status\":\"error\"}]"`},
		{"event of realtime-js that is not ASCII", newPush(channel, "\xf8", `{}`, true), `reply: "[\"1\",\"2\",\"realtime:a\",\"phx_reply\",{\"response\":{\"reason\":\"the event of a broadcast must be ASCII\"},\"status\":\"error\"}]"`},
		{"large binary broadcast", newPush(channel, "e", strings.Repeat("1", 61), true), `reply: "[\"1\",\"2\",\"realtime:a\",\"phx_reply\",{\"response\":{\"reason\":\"payload_size_exceeded\"},\"status\":\"error\"}]"`},
		{"binary frame of another kind", Message{IsBinary: true, Data: []byte{4, 0, 0, 0, 0, 0, 0}}, "error: malformed frame: not a broadcast"},
		{"truncated binary frame", Message{IsBinary: true, Data: []byte{3, 9, 0, 0, 0, 0, 0}}, "error: malformed frame: truncated"},
		{"broadcast to a topic of the database", text(`["1","2","realtime:tableside:table:public:orders","broadcast",{"event":"e","payload":{}}]`),
			`reply: "[\"1\",\"2\",\"realtime:tableside:table:public:orders\",\"phx_reply\",{\"response\":{\"reason\":\"Unauthorized: clients can't send to this topic\"},\"status\":\"error\"}]"`},
		{"not JSON", text(`{`), "error: malformed frame: unexpected end of JSON input"},
		{"four parts", text(`["1","2","realtime:a","broadcast"]`), "error: malformed frame: 4 parts instead of 5"},
		{"long reference", text(`["1","` + strings.Repeat("x", 300) + `","realtime:a","phx_join",{}]`), "error: malformed frame: a reference must be a short string"},
		{"topic is a number", text(`["1","2",3,"broadcast",{}]`), "error: malformed frame: topic or event is missing or too long"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newTestFilter(Version2)
			for _, topic := range []string{channel, presence, "realtime:tableside:table:public:orders"} {
				mustForward(t, f, text(`["1","1","`+topic+`","phx_join",{}]`))
			}
			if got := describe(f.FromClient(test.m)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func mustForward(t *testing.T, f *Filter, m Message) {
	t.Helper()
	if d, err := f.FromClient(m); err != nil || d.Forward == nil {
		t.Fatalf("%q: %s", m.Data, describe(d, err))
	}
}

// Version 1 frames are encoded again, so that two members of the same name cannot mean
// different things to the relay and the backend.
func TestFramesOfVersion1(t *testing.T) {
	f := newTestFilter(Version1)
	for _, test := range []struct{ m, want string }{
		{`{"topic":"realtime:a","event":"phx_join","payload":{"access_token":"x"},"ref":"1","join_ref":"1"}`,
			`{"join_ref":"1","ref":"1","topic":"realtime:a","event":"phx_join","payload":{"access_token":"token-1","config":{"presence":{"key":"id-ada"}}}}`},
		{`{"topic":"realtime:a","event":"broadcast","Event":"phx_join","event":"phx_leave","payload":{},"ref":"2","extra":1}`,
			`{"join_ref":null,"ref":"2","topic":"realtime:a","event":"phx_leave","payload":{}}`},
		{`{"topic":"phoenix","event":"heartbeat","payload":{},"ref":7}`, `{"join_ref":null,"ref":7,"topic":"phoenix","event":"heartbeat","payload":{}}`},
	} {
		if got := describe(f.FromClient(text(test.m))); got != fmt.Sprintf("forward: %q", test.want) {
			t.Errorf("got  %s\nwant %q", got, test.want)
		}
	}
	if f.Channels() != 0 {
		t.Errorf("%d channels after the leave", f.Channels())
	}
}

func TestRenewal(t *testing.T) {
	f := newTestFilter(Version2)
	mustForward(t, f, text(joinOrders))
	messages := f.Renew(User{ID: "id-ada", Name: "Ada L."}, "token-2")
	if len(messages) != 1 || string(messages[0].Data) != `["1",null,"realtime:tableside:presence:public:orders","access_token",{"access_token":"token-2"}]` {
		t.Errorf("got %+v", messages)
	}
	if got := describe(f.FromClient(text(`["2","2","realtime:b","phx_join",{}]`))); !strings.Contains(got, "token-2") {
		t.Errorf("a later join: %s", got)
	}
}

func TestClosedChannelsDoNotCount(t *testing.T) {
	for _, test := range []struct {
		name, message string
		closes        bool
	}{
		{"close", `["1","1","realtime:a","phx_close",{}]`, true},
		{"error", `["1",null,"realtime:a","phx_error",{}]`, true},
		{"rejected join", `["1","1","realtime:a","phx_reply",{"status":"error","response":{}}]`, true},
		{"accepted join", `["1","1","realtime:a","phx_reply",{"status":"ok","response":{}}]`, false},
		{"rejected broadcast", `["1","2","realtime:a","phx_reply",{"status":"error","response":{}}]`, false},
		{"close of an earlier join", `["0","0","realtime:a","phx_close",{}]`, false},
		{"other topic", `["1","1","realtime:b","phx_close",{}]`, false},
		{"not a frame", `"phx_close"`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newTestFilter(Version2)
			mustForward(t, f, text(`["1","1","realtime:a","phx_join",{}]`))
			if out, ok := f.FromBackend(text(test.message)); !ok || string(out.Data) != test.message {
				t.Errorf("the client receives %q", out.Data)
			}
			if got := f.Channels() == 0; got != test.closes {
				t.Errorf("closed: %t", got)
			}
		})
	}
}

func TestChannelsAreLimited(t *testing.T) {
	f := newTestFilter(Version2)
	for _, topic := range []string{"a", "b", "c", "c"} { // the second join of c replaces the first
		mustForward(t, f, text(`["1","1","realtime:`+topic+`","phx_join",{}]`))
	}
	if got := describe(f.FromClient(text(`["1","9","realtime:d","phx_join",{}]`))); !strings.Contains(got, "Too many channels") {
		t.Errorf("got %s", got)
	}
	mustForward(t, f, text(`["1","1","realtime:a","phx_leave",{}]`))
	mustForward(t, f, text(`["1","9","realtime:d","phx_join",{}]`))
}

func FuzzFromClient(f *testing.F) {
	f.Add([]byte(joinOrders), false)
	f.Add(newPush("realtime:a", "e", "{}", true).Data, true)
	f.Fuzz(func(t *testing.T, data []byte, isBinary bool) {
		for _, version := range []Version{Version1, Version2} {
			d, err := newTestFilter(version).FromClient(Message{IsBinary: isBinary, Data: data})
			if err == nil && d.Forward != nil && !d.Forward.IsBinary {
				if again, err := version.parse(*d.Forward); err != nil {
					t.Errorf("%q became %q, which is malformed: %v (%v)", data, d.Forward.Data, err, again)
				}
			}
		}
	})
}
