package realtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestEncodedFrames(t *testing.T) {
	var b strings.Builder
	frames := map[string]frame{
		"event": newEvent("realtime:a", eventSystem, rawJSON(`{"a":1}`)),
		"reply": newReply(frame{joinRef: `"1"`, ref: `"2"`, topic: "realtime:<a>"}, statusOK, emptyObject),
	}
	broadcasts := map[string]*userBroadcast{
		"json":      {event: "e", isJSON: true, payload: []byte(`{"n":1}`)},
		"with meta": {event: "e", isJSON: true, payload: []byte(`{"n":1}`), meta: rawJSON(`{"id":"i"}`)},
		"bytes":     {event: "é", payload: []byte{0, 255}},
		"long name": {event: strings.Repeat("e", 256), isJSON: true, payload: []byte(`1`)},
	}
	for _, v := range []version{version1, version2} {
		for _, name := range []string{"event", "reply"} {
			fmt.Fprintf(&b, "%d.0.0 %s: %s\n", v+1, name, v.encode(frames[name]).data)
		}
		for _, name := range []string{"json", "with meta", "bytes", "long name"} {
			w, ok := v.encodeBroadcast("realtime:a", broadcasts[name])
			fmt.Fprintf(&b, "%d.0.0 broadcast, %s: %t binary %t %q\n", v+1, name, ok, w.isBinary, w.data)
		}
	}
	compareGolden(t, "frames.txt", b.String())
}

func TestDecodedFrames(t *testing.T) {
	for _, test := range []struct {
		v    version
		text string
		want frame
	}{
		{version2, `["1","2","realtime:a","phx_join",{"x":1}]`, frame{joinRef: `"1"`, ref: `"2"`, topic: "realtime:a", event: "phx_join", payload: rawJSON(`{"x":1}`)}},
		{version2, `[null,null,"phoenix","heartbeat",{}]`, frame{joinRef: noRef, ref: noRef, topic: "phoenix", event: "heartbeat", payload: rawJSON(`{}`)}},
		{version2, `["1",2,"t","e",null,"more"]`, frame{joinRef: `"1"`, ref: `2`, topic: "t", event: "e", payload: rawJSON(`null`)}},
		{version1, `{"topic":"t","event":"e","payload":{},"ref":"1","join_ref":"2"}`, frame{joinRef: `"2"`, ref: `"1"`, topic: "t", event: "e", payload: rawJSON(`{}`)}},
		{version1, `{"topic":"t","event":"e"}`, frame{joinRef: noRef, ref: noRef, topic: "t", event: "e", payload: rawJSON(`null`)}},
	} {
		got, err := test.v.decode([]byte(test.text))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %v (%v), want %v", test.text, got, err, test.want)
		}
	}
	for _, test := range []struct {
		v    version
		text string
	}{
		{version2, ``}, {version2, `{}`}, {version2, `[]`}, {version2, `[{},"2","t","e",{}]`}, {version2, `["1","2",3,"e",{}]`},
		{version2, "[\"1\",\"2\",\"\xff\",\"e\",{}]"}, {version1, `[]`}, {version1, `{"event":"e"}`}, {version1, `{"topic":"t"}`},
	} {
		if got, err := test.v.decode([]byte(test.text)); err == nil {
			t.Errorf("%s: %v, want an error", test.text, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`["1","2","realtime:a","phx_join",{"x":1}]`), true)
	f.Add([]byte(`{"topic":"t","event":"e","payload":{},"ref":"1"}`), false)
	f.Fuzz(func(t *testing.T, data []byte, isVersion2 bool) {
		v := version1
		if isVersion2 {
			v = version2
		}
		got, err := v.decode(data)
		if err != nil {
			return
		}
		// The reply to a decoded frame is valid JSON for all references.
		if reply := version2.encode(newReply(got, statusOK, emptyObject)); !json.Valid(reply.data) {
			t.Errorf("the reply to %q is %q", data, reply.data)
		}
		// A decoded frame can be forwarded.
		if again, err := version2.decode(version2.encode(got).data); err != nil || again.topic != got.topic || again.event != got.event {
			t.Errorf("%q was forwarded as %v (%v)", data, again, err)
		}
	})
}

func FuzzDecodeBinary(f *testing.F) {
	f.Add(encodePushFrame("1", "2", "realtime:a", "x", true, `{"n":1}`))
	f.Add(encodePushFrame("", "", "", "", false, ""))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := decodeBinary(data)
		if err != nil {
			return
		}
		w, ok := version2.encodeBroadcast(got.topic, got.push)
		if !ok || !bytes.HasSuffix(w.data, got.push.payload) {
			t.Errorf("%q was encoded as %q", data, w.data)
		}
		if w, ok := version1.encodeBroadcast(got.topic, got.push); ok != got.push.isJSON || ok && !json.Valid(w.data) {
			t.Errorf("%q was encoded in version 1 as %q", data, w.data)
		}
	})
}

// FuzzParseMessage checks that a damaged stream causes an error, and no allocation larger than the
// input.
func FuzzParseMessage(f *testing.F) {
	f.Add([]byte("B\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x03"))
	f.Add([]byte("R\x00\x00\x00\x01public\x00t\x00d\x00\x01\x01id\x00\x00\x00\x00\x17\xff\xff\xff\xff"))
	f.Add([]byte("U\x00\x00\x00\x01K\x00\x01t\x00\x00\x00\x011N\x00\x01t\x00\x00\x00\x012"))
	f.Add([]byte("D\x00\x00\x00\x01O\x00\x02nu"))
	f.Fuzz(func(t *testing.T, data []byte) {
		message, err := parseMessage(data)
		row, ok := message.(rowMessage)
		if err != nil || !ok {
			return
		}
		if row.action == "INSERT" && row.old != nil || row.action == "DELETE" && row.new != nil {
			t.Errorf("%q was parsed as %v", data, row)
		}
		newChange(relationMessage{columns: []relationColumn{{name: "id", isKey: true}}}, row, beginMessage{})
	})
}

func FuzzParseFilters(f *testing.F) {
	f.Add(`id=eq.1,name=not.in.("a,b",c)`)
	f.Add(`a=eq."x\"y"`)
	f.Fuzz(func(t *testing.T, text string) {
		filters, err := parseFilters(text)
		if err != nil {
			return
		}
		for _, filter := range filters {
			sql := filter.buildCondition("c.v", "f.v", "pg_catalog.text")
			if operators[filter.op] == "" || !strings.HasPrefix(sql, "coalesce(") {
				t.Errorf("%q was parsed as %v", text, filter)
			}
		}
	})
}
