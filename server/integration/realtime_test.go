//go:build unix

package integration

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

func TestRealtimeHandshake(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	guest := owner.newGuest()
	id := owner.fetchUser().ID
	for _, test := range []struct {
		name          string
		client        *testClient
		query, header string
		status        int
	}{
		{"a guest", guest, "vsn=2.0.0", "Origin: " + owner.url, 401},
		{"a foreign origin", owner, "vsn=2.0.0", "Origin: https://evil.test", 403},
		{"an opaque origin", owner, "vsn=2.0.0", "Origin: null", 403},
		{"another site, without an origin", owner, "vsn=2.0.0", "Sec-Fetch-Site: cross-site", 403},
		{"a foreign origin and a guest", guest, "vsn=2.0.0", "Origin: https://evil.test", 403},
		{"the page of another user", owner, "vsn=2.0.0&user=" + strings.Replace(id, "a", "b", 1), "Origin: " + owner.url, 401},
		{"an unknown version", owner, "vsn=3.0.0", "Origin: " + owner.url, 400},
		{"the same origin", owner, "vsn=2.0.0&user=" + id, "Origin: " + owner.url, 101},
		{"version 1", owner, "apikey=anything", "Origin: " + owner.url, 101},
		{"a program", owner, "vsn=2.0.0", "X: y", 101},
	} {
		t.Run(test.name, func(t *testing.T) {
			conn, resp, err := test.client.dial(test.query, test.header)
			if err == nil {
				_ = conn.CloseNow()
			}
			if resp == nil || resp.StatusCode != test.status {
				t.Errorf("got %v (%v), want %d", resp, err, test.status)
			}
		})
	}
	if resp := owner.send("GET", "/api/realtime/websocket", ""); resp.StatusCode != http.StatusUpgradeRequired || resp.errorCode() != "upgrade_required" {
		t.Errorf("without a websocket: %d %s", resp.StatusCode, resp.body)
	}
}

// A viewer receives the changes of visible rows only.
func TestRealtimeChangesFollowRowSecurity(t *testing.T) {
	owner, viewer := startServer(t).signInAs("owner"), startServer(t).signInAs("viewer")
	hidden := decodeRows(t, owner.send("GET", rowsPath("products", "select", "id,sku", "active", "is.false", "limit", "1"), "").requireStatus(200).body)[0]
	visible := decodeRows(t, owner.send("GET", rowsPath("products", "select", "id,sku", "active", "is.true", "limit", "1"), "").requireStatus(200).body)[0]
	ours, theirs := owner.connect(), viewer.connect()
	ours.joinChanges("a", "products")
	theirs.joinChanges("a", "products")
	change := func(of row, note string) {
		t.Helper()
		path := rowsPath("products", "id", "eq."+filterText(t, of["id"]))
		owner.send("PATCH", path, fmt.Sprintf(`{"description":%q}`, note)).requireStatus(200)
		t.Cleanup(func() { owner.send("PATCH", path, `{"description":null}`) })
	}
	change(hidden, "a hidden text")
	change(visible, "a visible text")
	ours.expect("a hidden text")
	ours.expect("a visible text")
	theirs.expect("a visible text")
	if all := strings.Join(theirs.seen, "\n"); strings.Contains(all, "a hidden text") || strings.Contains(all, filterText(t, hidden["sku"])) {
		t.Errorf("the viewer received a hidden row:\n%s", all)
	}
}

func TestRealtimeJoinsThatAreRejected(t *testing.T) {
	viewer := startServer(t).signInAs("viewer").connect()
	for _, test := range []struct{ name, topic, config, reason string }{
		{"changes of another schema", "a", `{"postgres_changes":[{"event":"*","schema":"auth","table":"users"}]}`, "Unauthorized"},
		{"changes of a table without a grant", "a", `{"postgres_changes":[{"event":"*","schema":"public","table":"roast_readings"}]}`, "Unauthorized"},
		{"changes of all tables", "a", `{"postgres_changes":[{"event":"*","schema":"public","table":"*"}]}`, "Unauthorized"},
		{"changes of all schemas", "a", `{"postgres_changes":[{"event":"*","schema":"*"}]}`, "must name"},
		{"a conversation in a table without a grant", "tableside:comments:public:roast_readings:1", `{}`, "Unauthorized"},
		{"an unknown topic", "tableside:admin", `{}`, "Unauthorized"},
		{"a private channel without a policy", "a", `{"private":true}`, "Unauthorized"}, // by the backend
	} {
		t.Run(test.name, func(t *testing.T) {
			viewer.t = t
			viewer.send(`["1","` + test.name + `","realtime:` + test.topic + `","phx_join",{"config":` + test.config + `}]`)
			viewer.expect(`"`+test.name+`"`, `"phx_reply"`, `"error"`, test.reason)
		})
	}
	viewer.t = t
	viewer.join("tableside:comments:public:orders:1", `{}`)
	viewer.send(`["1","9","realtime:b","broadcast",{"event":"e","payload":{}}]`)
	viewer.expect(`"9"`, "unmatched topic")
}

// newPush encodes a broadcast as realtime-js sends it.
func newPush(topic, event, payload string) []byte {
	b := []byte{3, 1, 1, byte(len(topic)), byte(len(event)), 0, 1}
	return append(b, "12"+topic+event+payload...)
}

func TestRealtimeBroadcasts(t *testing.T) {
	p := startServer(t)
	owner, staff := p.newGuest().signInAs("owner").connect(), p.newGuest().signInAs("staff").connect()
	old := p.newGuest().signInAs("viewer").connectVersion("1.0.0")
	const comments = "tableside:comments:public:orders:1"
	for _, topic := range []string{"vans", comments} {
		owner.join(topic, `{"broadcast":{"ack":true}}`)
		staff.join(topic, `{}`)
		old.send(`{"topic":"realtime:` + topic + `","event":"phx_join","payload":{"access_token":"x"},"ref":"1","join_ref":"1"}`)
		old.expect(`"ok"`, topic)
	}

	owner.write(websocket.MessageBinary, newPush("realtime:vans", "left", `{"user": "Bob","van":1}`))
	if got := staff.expect("left"); !strings.HasPrefix(got, "\x04") || !strings.HasSuffix(got, `{"user": "Bob","van":1}`) {
		t.Errorf("a binary broadcast to a user channel: %q", got)
	}
	old.expect("left", `"Bob"`)
	staff.send(`["1","7","realtime:vans","broadcast",{"type":"broadcast","event":"back","payload":{"n": 1.0}}]`)
	owner.expect(`{"type":"broadcast","event":"back","payload":{"n": 1.0}}`)

	owner.write(websocket.MessageBinary, newPush("realtime:"+comments, "typing", `{"user":{"name":"Bob"}}`))
	if got := staff.expect("typing"); !strings.Contains(got, `"name":"Ada Lindqvist"`) || strings.Contains(got, "Bob") {
		t.Errorf("a broadcast to a conversation: %q", got)
	}
	old.send(`{"topic":"realtime:` + comments + `","event":"broadcast","payload":{"type":"broadcast","event":"say","payload":{"user":"Bob"}},"ref":"2"}`)
	if got := staff.expect("say"); !strings.Contains(got, `"name":"Jonas Keller"`) || strings.Contains(got, "Bob") {
		t.Errorf("a broadcast of version 1 to a conversation: %q", got)
	}
	owner.send(`["1","8","realtime:vans","broadcast",{"type":"broadcast","event":"e","payload":"` + strings.Repeat("x", 256<<10) + `"}]`)
	owner.expect(`"8"`, "payload_size_exceeded")
	owner.requireOpen()
}

// The presence of a user contains the name of the session, whatever the client sends.
func TestRealtimePresenceCannotImpersonate(t *testing.T) {
	p := startServer(t)
	viewer := p.newGuest().signInAs("viewer")
	owner, other := p.newGuest().signInAs("owner").connect(), viewer.connect()
	const topic = "tableside:presence:public:orders"
	owner.join(topic, `{"presence":{"enabled":true}}`)
	other.join(topic, `{"presence":{"key":"another user","enabled":true}}`)
	other.send(`["1","2","realtime:` + topic + `","presence",{"type":"presence","event":"track","payload":{"user":{"id":"x","name":"Ada Lindqvist"},"row":7}}]`)
	var joined struct {
		Joins map[string]struct {
			Metas []struct {
				Row  int
				User struct{ ID, Name string }
			}
		}
	}
	decodeFramePayload(t, owner.expect("presence_diff", `"row":7`), &joined)
	id := viewer.fetchUser().ID
	entry, ok := joined.Joins[id]
	if !ok || len(entry.Metas) != 1 || entry.Metas[0].User.ID != id || entry.Metas[0].User.Name != "Jonas Keller" || entry.Metas[0].Row != 7 {
		t.Errorf("got %+v", joined)
	}
	other.send(`["1","3","realtime:` + topic + `","presence",{"type":"presence","event":"track","payload":{"note":"` + strings.Repeat("x", 9<<10) + `"}}]`)
	other.expect(`"3"`, "payload_size_exceeded")
	_ = other.conn.CloseNow()
	owner.expect("presence_diff", `"leaves":{"`+id)
}

// A user who connects to the backend without Tableside can claim any name there. No relay
// passes it on.
func TestRealtimeRejectsForgedUsers(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	ours := owner.connect()
	const topic = "tableside:comments:public:orders:1"
	ours.join(topic, `{"presence":{"enabled":true}}`)
	direct := newDirectSocket(t)
	id := owner.fetchUser().ID
	direct.join(topic, `{"presence":{"enabled":true,"key":"`+id+`"}}`)
	direct.send(`["1","2","realtime:` + topic + `","presence",{"type":"presence","event":"track","payload":{"user":{"id":"` + id + `","name":"Ada Lindqvist"},"row":7}}]`)
	direct.expect("presence_diff", `"row":7`)
	direct.send(`["1","3","realtime:` + topic + `","broadcast",{"type":"broadcast","event":"say","payload":{"text":"first","user":{"name":"Ada Lindqvist"}}}]`)
	if got := ours.expect(`"text":"first"`); strings.Contains(got, "Ada") {
		t.Errorf("a forged user: %s", got)
	}
	if all := strings.Join(ours.seen, "\n"); strings.Contains(all, `"row":7`) {
		t.Errorf("a forged presence:\n%s", all)
	}
	// A direct client receives a sealed presence, which it can read.
	ours.send(`["1","2","realtime:` + topic + `","presence",{"type":"presence","event":"track","payload":{"row":8}}]`)
	direct.expect("presence_diff", `"seal"`, `\"row\":8`)
	ours.expect("presence_diff", `"name":"Ada Lindqvist"`, `"row":8`)
}

// newDirectSocket connects to the backend with the publishable key, as anyone can.
func newDirectSocket(t *testing.T) *socket {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), base.Info().URL+"/realtime/v1/websocket?vsn=2.0.0&apikey="+base.Info().PublishableKey, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &socket{t: t, conn: conn}
}

func decodeFramePayload(t *testing.T, message string, into any) {
	t.Helper()
	var parts []json.RawMessage
	decodeJSON(t, message, &parts)
	decodeJSON(t, string(parts[4]), into)
}

// A location reaches only those who can read the record: neither a user whose policies hide it,
// nor a direct client of the backend, which is in the same channel.
func TestRealtimeLocationsFollowRowSecurity(t *testing.T) {
	p := startServer(t)
	owner, viewer := p.newGuest().signInAs("owner"), p.newGuest().signInAs("viewer")
	find := func(active string) string {
		path := rowsPath("products", "select", "id", "active", "is."+active, "limit", "1")
		return filterText(t, decodeRows(t, owner.send("GET", path, "").requireStatus(200).body)[0]["id"])
	}
	visible, hidden := find("true"), find("false")
	const topic = "tableside:presence:public:products"
	const config = `{"presence":{"enabled":true}}`
	ours, theirs, colleague := owner.connect(), viewer.connect(), owner.connect()
	direct := newDirectSocket(t)
	for _, s := range []*socket{ours, theirs, colleague, direct} {
		s.join(topic, config)
	}
	location := func(tab, id, column string) string {
		return `{"locations":[{"tab":"` + tab + `","record":[{"column":"id","value":"` + id + `"}],"column":"` + column + `"},` +
			`{"tab":"unknown","next":{"schema":"public","name":"roast_readings"}}]}`
	}
	for i, id := range []string{visible, hidden} {
		tab := fmt.Sprintf("tab-%d", i)
		ours.send(`["1","2","realtime:` + topic + `","presence",{"type":"presence","event":"track","payload":` + location(tab, id, "name") + `}]`)
		colleague.expect("presence_diff", tab, `"record":[{"column":"id","value":"`+id+`"}]`, `"column":"name"`, "roast_readings")
		ours.send(`["1","3","realtime:` + topic + `","broadcast",{"type":"broadcast","event":"location","payload":` + location(tab+"b", id, "name") + `}]`)
		colleague.expect(`"broadcast"`, tab+"b", `"value":"`+id+`"`)
	}
	theirs.expect(`"broadcast"`, "tab-1b")
	direct.expect(`"broadcast"`)
	if all := strings.Join(theirs.seen, "\n"); strings.Contains(all, `"value":"`+hidden+`"`) || !strings.Contains(all, `"value":"`+visible+`"`) || strings.Contains(all, "roast_readings") || strings.Contains(all, `"unknown"`) {
		t.Errorf("the viewer received a hidden record or table, or not the visible record:\n%s", all)
	}
	if all := strings.Join(direct.seen, "\n"); strings.Contains(all, "tab-") || strings.Contains(all, `"value`) {
		t.Errorf("a direct client can read a location:\n%s", all)
	}
}
