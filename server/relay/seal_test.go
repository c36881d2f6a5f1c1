package relay

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

var testTime = time.Unix(1_700_000_000, 0)

var testSealer = NewSealer([][]byte{[]byte("a key")}, func() time.Time { return testTime })

const (
	presenceOfOrders = "realtime:tableside:presence:public:orders"
	adaWithRow       = `{"row":1,"user":{"id":"id-ada","name":"Ada"}}`
)

// sendAndReturn sends a presence or broadcast of a client, and returns its payload as the
// backend receives it.
func sendAndReturn(t *testing.T, f *Filter, event, payload string) string {
	t.Helper()
	mustForward(t, f, text(joinOrders))
	d, err := f.FromClient(text(`["1","2","` + presenceOfOrders + `","` + event + `",` + payload + `]`))
	if err != nil || d.Forward == nil {
		t.Fatal(describe(d, err))
	}
	sent, err := f.version.parse(*d.Forward)
	if err != nil {
		t.Fatal(err)
	}
	var call struct{ Payload json.RawMessage }
	if err := json.Unmarshal(sent.payload, &call); err != nil {
		t.Fatal(err)
	}
	return string(call.Payload)
}

// withRef adds a reference to a presence, as the backend does.
func withRef(payload string) string { return strings.TrimSuffix(payload, "}") + `,"phx_ref":"r"}` }

func TestOnlySealedPresencesReachTheClient(t *testing.T) {
	f := newTestFilter(Version2)
	ada := withRef(sendAndReturn(t, f, "presence", `{"event":"track","payload":{"row":1,"user":{"id":"id-bob"}}}`))
	opened := `{"phx_ref":"r","row":1,"user":{"id":"id-ada","name":"Ada"}}`
	forged := `{"phx_ref":"x","row":1,"user":{"id":"id-ada","name":"Ada"}}`
	changed := strings.Replace(ada, `\"row\":1`, `\"row\":2`, 1)
	other := withRef(string(testSealer.seal(eventPresence, "realtime:tableside:presence:public:items", json.RawMessage(adaWithRow))))
	foreign := withRef(string(NewSealer([][]byte{[]byte("another key")}, testSealer.now).seal(eventPresence, presenceOfOrders, json.RawMessage(adaWithRow))))
	asBroadcast := withRef(string(testSealer.seal(broadcastUse("e"), presenceOfOrders, json.RawMessage(adaWithRow))))
	yesterday := NewSealer(testSealer.keys, func() time.Time { return testTime.Add(-25 * time.Hour) })
	old := withRef(string(yesterday.seal(eventPresence, presenceOfOrders, json.RawMessage(adaWithRow))))
	state := func(entries string) string {
		return `[null,null,"` + presenceOfOrders + `","presence_state",{` + entries + `}]`
	}
	diff := func(joins, leaves string) string {
		return `[null,null,"` + presenceOfOrders + `","presence_diff",{"joins":{` + joins + `},"leaves":{` + leaves + `}}]`
	}
	entry := func(key string, metas ...string) string {
		return `"` + key + `":{"metas":[` + strings.Join(metas, ",") + `]}`
	}
	for _, test := range []struct{ name, in, want string }{
		{"sealed", state(entry("id-ada", ada)), state(entry("id-ada", opened))},
		{"with a forged one", state(entry("id-ada", forged, ada)), state(entry("id-ada", opened))},
		{"forged", state(entry("id-ada", forged)), state("")},
		{"changed", state(entry("id-ada", changed)), state("")},
		{"under the key of another user", state(entry("id-bob", ada)), state("")},
		{"of another topic", state(entry("id-ada", other)), state("")},
		{"with a foreign key", state(entry("id-ada", foreign)), state("")},
		{"that is a broadcast", state(entry("id-ada", asBroadcast)), state("")},
		{"too old", state(entry("id-ada", old)), state("")},
		{"in a diff", diff(entry("id-ada", ada), entry("id-ada", forged)), diff(entry("id-ada", opened), "")},
		{"an old presence ends", diff("", entry("id-ada", old)), diff("", entry("id-ada", opened))},
		{"on a user channel", `[null,null,"realtime:a","presence_state",{` + entry("id-ada", forged) + `}]`, `[null,null,"realtime:a","presence_state",{` + entry("id-ada", forged) + `}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if out, ok := f.FromBackend(text(test.in)); !ok || string(out.Data) != test.want {
				t.Errorf("got  %s (%t)\nwant %s", out.Data, ok, test.want)
			}
		})
	}
}

func TestOnlySealedBroadcastsHaveAUser(t *testing.T) {
	f := newTestFilter(Version2)
	ada := sendAndReturn(t, f, "broadcast", `{"event":"say","payload":{"user":"bob","row":1}}`)
	for _, test := range []struct{ name, event, payload, want string }{ // want "": dropped
		{"sealed", "say", ada, adaWithRow},
		{"sealed for another event", "shout", ada, ""},
		{"forged", "say", adaWithRow, `{"row":1}`},
		{"of the database", "say", `{"id":7}`, `{"id":7}`},
		{"not an object", "say", `7`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			message := func(payload string) string {
				return `[null,null,"` + presenceOfOrders + `","broadcast",{"event":"` + test.event + `","payload":` + payload + `,"type":"broadcast"}]`
			}
			binary := func(payload string) string {
				return "\x04" + string([]byte{byte(len(presenceOfOrders)), byte(len(test.event)), 2, 1}) + presenceOfOrders + test.event + "{}" + payload
			}
			out, ok := f.FromBackend(text(message(test.payload)))
			if got := string(out.Data); ok != (test.want != "") || ok && got != message(test.want) {
				t.Errorf("text: got %s (%t), want %s", got, ok, message(test.want))
			}
			out, ok = f.FromBackend(Message{IsBinary: true, Data: []byte(binary(test.payload))})
			if got := string(out.Data); ok != (test.want != "") || ok && got != binary(test.want) {
				t.Errorf("binary: got %q (%t), want %q", got, ok, binary(test.want))
			}
		})
	}
	bytes := Message{IsBinary: true, Data: []byte("\x04" + string([]byte{byte(len(presenceOfOrders)), 1, 0, 0}) + presenceOfOrders + "e\xff")}
	if out, ok := f.FromBackend(bytes); ok {
		t.Errorf("bytes on an app topic: %q", out.Data)
	}
}

// A client sends a binary broadcast, and another one receives it.
func TestBinaryBroadcastsAreSealed(t *testing.T) {
	f := newTestFilter(Version2)
	mustForward(t, f, text(joinOrders))
	d, err := f.FromClient(newPush(presenceOfOrders, "say", `{"row":1,"user":{"id":"id-bob"}}`, true))
	if err != nil || d.Forward == nil {
		t.Fatal(describe(d, err))
	}
	sent, err := parsePush(d.Forward.Data)
	if err != nil {
		t.Fatal(err)
	}
	header := "\x04" + string([]byte{byte(len(presenceOfOrders)), 3, 0, 1}) + presenceOfOrders + "say"
	out, ok := f.FromBackend(Message{IsBinary: true, Data: append([]byte(header), sent.push.payload...)})
	if got := string(out.Data); !ok || got != header+adaWithRow {
		t.Errorf("got %q", got)
	}
}

// After a rotation of the secret, payloads of the former key are valid.
func TestSealsOfFormerKeys(t *testing.T) {
	now := func() time.Time { return testTime }
	former, current := NewSealer([][]byte{[]byte("former")}, now), NewSealer([][]byte{[]byte("current"), []byte("former")}, now)
	for i, from := range []*Sealer{former, current} {
		var message sealed
		if err := json.Unmarshal(from.seal("e", "t", json.RawMessage(`{}`)), &message); err != nil {
			t.Fatal(err)
		}
		if _, ok := current.open("e", "t", message); !ok {
			t.Errorf("sealer %d: rejected", i)
		}
		if _, ok := former.open("e", "t", message); ok != (i == 0) {
			t.Errorf("sealer %d: the former key accepts it: %t", i, ok)
		}
	}
	// The parts of a signature cannot be moved: "a"+"bc" is not "ab"+"c".
	m := sealed{Text: "x"}
	if fmt.Sprint(m.sign([]byte("k"), "a", "bc")) == fmt.Sprint(m.sign([]byte("k"), "ab", "c")) {
		t.Error("ambiguous")
	}
}
