package realtime

import (
	"testing"
	"time"
)

func waitFor(t *testing.T, event string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(testTimeout); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", event)
		}
	}
}

// readMetas returns the metas of a key without references, and the references.
func readMetas(t *testing.T, state any, key string) (bodies string, refs, previous []any) {
	t.Helper()
	entry, _ := state.(map[string]any)[key].(map[string]any)
	list, _ := entry["metas"].([]any)
	for _, m := range list {
		meta := m.(map[string]any)
		refs = append(refs, meta["phx_ref"])
		previous = append(previous, meta["phx_ref_prev"])
		delete(meta, "phx_ref")
		delete(meta, "phx_ref_prev")
	}
	return encodeTestJSON(t, list), refs, previous
}

func TestPresence(t *testing.T) {
	s := newService(t, Limits{PresenceCalls: -1})
	token := s.token("anon", "")
	first, second := s.connect(token), s.connect(token)
	first.mustJoin("realtime:a", `{"presence":{"key":"me","enabled":true}}`, "")
	if state := first.nextEvent("presence_state"); len(state) != 0 {
		t.Errorf("an empty room: %v", state)
	}
	track := func(c *client, payload string) map[string]any {
		c.push("realtime:a", "presence", `{"type":"presence","event":"track","payload":`+payload+`}`)
		diff := c.nextEvent("presence_diff")
		c.nextEvent("phx_reply")
		return diff
	}
	diff := track(first, `{"at":1}`)
	bodies, refs, _ := readMetas(t, diff["joins"], "me")
	if bodies != `[{"at":1}]` || encodeTestJSON(t, diff["leaves"]) != `{}` {
		t.Errorf("track: %v", diff)
	}

	second.mustJoin("realtime:a", `{"presence":{"key":"me","enabled":true}}`, "")
	if bodies, known, _ := readMetas(t, second.nextEvent("presence_state"), "me"); bodies != `[{"at":1}]` || known[0] != refs[0] {
		t.Errorf("state: %s %v", bodies, known)
	}

	diff = track(first, `{"at":2}`)
	bodies, _, previous := readMetas(t, diff["joins"], "me")
	if bodies != `[{"at":2}]` || previous[0] != refs[0] {
		t.Errorf("an update joins %s after %v", bodies, previous)
	}
	if bodies, left, _ := readMetas(t, diff["leaves"], "me"); bodies != `[{"at":1}]` || left[0] != refs[0] {
		t.Errorf("an update leaves %s %v", bodies, left)
	}
	second.nextEvent("presence_diff")

	first.push("realtime:a", "presence", `{"event":"track","payload":{"at":2}}`)
	first.nextEvent("phx_reply")
	second.expectSilence() // nothing changed

	second.push("realtime:a", "presence", `{"event":"track","payload":{"at":3}}`)
	second.nextEvent("presence_diff")
	first.nextEvent("presence_diff")
	if err := second.conn.CloseNow(); err != nil {
		t.Fatal(err)
	}
	diff = first.nextEvent("presence_diff")
	if bodies, _, _ := readMetas(t, diff["leaves"], "me"); bodies != `[{"at":3}]` || encodeTestJSON(t, diff["joins"]) != `{}` {
		t.Errorf("a closed socket: %v", diff)
	}
	first.push("realtime:a", "presence", `{"event":"untrack"}`)
	if bodies, _, _ := readMetas(t, first.nextEvent("presence_diff")["leaves"], "me"); bodies != `[{"at":2}]` {
		t.Errorf("untrack: %s", bodies)
	}
	first.nextEvent("phx_reply")
	first.push("realtime:a", "presence", `{"event":"track","payload":[]}`)
	if got := encodeTestJSON(t, first.nextEvent("phx_reply")); got != `{"response":{"reason":"Presence track payload must be a map"},"status":"error"}` {
		t.Errorf("an array: %s", got)
	}
}

func TestTrackEnablesPresence(t *testing.T) {
	s := newService(t, Limits{})
	token := s.token("anon", "")
	here, late := s.connect(token), s.connect(token)
	here.mustJoin("realtime:a", `{"presence":{"key":"h"}}`, "")
	here.nextEvent("presence_state")
	here.push("realtime:a", "presence", `{"event":"track","payload":{}}`)
	here.nextEvent("presence_diff")
	late.mustJoin("realtime:a", noPresenceConfig, "")
	late.expectSilence()
	late.push("realtime:a", "presence", `{"event":"track","payload":{"late":true}}`)
	if state := late.nextEvent("presence_state"); state["h"] == nil {
		t.Errorf("the state: %v", state)
	}
	late.nextEvent("presence_diff")
}
