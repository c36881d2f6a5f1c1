package relay

import (
	"encoding/json"
	"strings"
	"testing"
)

// locationPayload is a presence of a tab on a record.
func locationPayload(value string) string {
	return `{"locations":[{"tab":"t","record":[{"column":"id","value":"` + value + `"}],"secret":1}]}`
}

// newLocationFilter returns a test filter with room for locations.
func newLocationFilter() *Filter {
	f := newTestFilter(Version2)
	f.limits = Limits{Channels: 3, BroadcastBytes: 4096, PresenceBytes: 4096}
	return f
}

// A direct client of the backend sees no record, also in a public channel. A relay passes the
// record on to the users who can read it.
func TestLocationsAreEncryptedAndFiltered(t *testing.T) {
	for _, test := range []struct{ value, want string }{
		{"61", `{"locations":[{"tab":"t","record":[{"column":"id","value":"61"}]}],"user":{"id":"id-ada","name":"Ada"}}`},
		{"hidden", `{"locations":[{"tab":"t"}],"user":{"id":"id-ada","name":"Ada"}}`},
	} {
		f := newLocationFilter()
		sent := sendAndReturn(t, f, "presence", `{"event":"track","payload":`+locationPayload(test.value)+`}`)
		again := sendAndReturn(t, f, "presence", `{"event":"track","payload":`+locationPayload(test.value)+`}`)
		if strings.Contains(sent, "column") || strings.Contains(sent, test.value) || sent == again {
			t.Errorf("the backend can read or compare %s", sent)
		}
		diff := `[null,null,"` + presenceOfOrders + `","presence_diff",{"joins":{"id-ada":{"metas":[` + sent + `]}},"leaves":{}}]`
		want := `[null,null,"` + presenceOfOrders + `","presence_diff",{"joins":{"id-ada":{"metas":[` + test.want + `]}},"leaves":{}}]`
		if out, ok := f.FromBackend(text(diff)); !ok || string(out.Data) != want {
			t.Errorf("presence: got %s\nwant %s", out.Data, want)
		}
		sent = sendAndReturn(t, f, "broadcast", `{"event":"location","payload":`+locationPayload(test.value)+`}`)
		message := func(payload string) string {
			return `[null,null,"` + presenceOfOrders + `","broadcast",{"event":"location","payload":` + payload + `}]`
		}
		if out, ok := f.FromBackend(text(message(sent))); !ok || string(out.Data) != message(test.want) {
			t.Errorf("broadcast: got %s\nwant %s", out.Data, message(test.want))
		}
	}
}

// Locations that no relay encrypted for this topic do not pass, whoever signed or sent them.
func TestForeignLocationsAreRemoved(t *testing.T) {
	f := newLocationFilter()
	plain := locationPayload("61")
	elsewhere := string(encodeJSON(testSealer.encrypt("realtime:tableside:presence:public:items", []byte(`[{"tab":"t"}]`))))
	for name, locations := range map[string]string{
		"plain": plain, "of another topic": `{"locations":` + elsewhere + `}`, "no text": `{"locations":7}`, "short": `{"locations":"AA"}`,
	} {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(locations), &fields); err != nil {
			t.Fatal(err)
		}
		fields[userField] = encodeJSON(User{ID: "id-ada", Name: "Ada"})
		sealed := string(testSealer.seal(eventPresence, presenceOfOrders, encodeJSON(fields)))
		out, ok := f.FromBackend(text(`[null,null,"` + presenceOfOrders + `","presence_state",{"id-ada":{"metas":[` + sealed + `]}}]`))
		if !ok || !strings.Contains(string(out.Data), `"locations":[]`) {
			t.Errorf("%s: got %s", name, out.Data)
		}
	}
	out, ok := f.FromBackend(text(`[null,null,"` + presenceOfOrders + `","broadcast",{"event":"location","payload":` + plain + `}]`))
	if !ok || strings.Contains(string(out.Data), "61") {
		t.Errorf("an unsigned broadcast has locations: %s", out.Data)
	}
	for _, locations := range []string{`7`, `[7]`, `[` + strings.Repeat(`{},`, 20) + `{}]`} {
		mustForward(t, f, text(joinOrders))
		d, err := f.FromClient(text(`["1","2","` + presenceOfOrders + `","presence",{"event":"track","payload":{"locations":` + locations + `}}]`))
		if got := describe(d, err); !strings.Contains(got, string(errInvalidLocations)) {
			t.Errorf("%s: %s", locations, got)
		}
	}
}

// After a rotation of the secret, locations of the former key can be read.
func TestLocationsOfFormerKeys(t *testing.T) {
	former := NewSealer([][]byte{[]byte("former")}, testSealer.now)
	current := NewSealer([][]byte{[]byte("current"), []byte("former")}, testSealer.now)
	if plain, ok := current.decrypt("t", former.encrypt("t", []byte("x"))); !ok || string(plain) != "x" {
		t.Errorf("got %q (%t)", plain, ok)
	}
	if _, ok := former.decrypt("t", current.encrypt("t", []byte("x"))); ok {
		t.Error("the former key reads texts of the current one")
	}
}
