package realtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// version is the form that frames have on one socket, the `vsn` of its URL.
type version int

const (
	version1     version = iota // JSON objects
	version2                    // JSON arrays, and binary frames for broadcasts
	versionCount                // how many there are
)

// parseVersion reads `vsn`. Without one, Phoenix takes the first.
func parseVersion(vsn string) (version, error) {
	switch vsn {
	case "", "1.0.0":
		return version1, nil
	case "2.0.0":
		return version2, nil
	}
	return 0, fmt.Errorf("unsupported vsn %q", vsn)
}

// The kinds of binary frames that realtime has on top of Phoenix's.
const (
	kindBroadcastPush = 3 // from a client
	kindBroadcast     = 4 // to a client
)

// maxFieldBytes is the most bytes of a field whose length is one byte of a binary frame.
const maxFieldBytes = 255

// ref is a client's reference to its own message, or to its join: the JSON text of a string or number.
type ref string

const noRef ref = "null"

// UnmarshalJSON keeps the text. What is no string, number or null is refused.
func (r *ref) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '{', '[', 't', 'f':
		return errors.New("a reference has to be a string")
	}
	*r = ref(data)
	return nil
}

// parseBinaryRef is the reference in a binary frame, where none is empty.
func parseBinaryRef(s []byte) ref {
	if len(s) == 0 {
		return noRef
	}
	return ref(encodeString(string(s)))
}

// frame is one message in either direction.
type frame struct {
	joinRef ref
	ref     ref
	topic   string
	event   string
	payload json.RawMessage // of a text frame
	push    *userBroadcast  // of a binary frame; event is then broadcast
}

// userBroadcast is a broadcast whose payload the service passes on unread.
type userBroadcast struct {
	event   string
	isJSON  bool
	payload []byte
	meta    json.RawMessage // nil: none
}

// encodedFrame is an encoded frame, or the end of the socket: a close code, and why.
type encodedFrame struct {
	binary bool
	close  websocket.StatusCode
	data   []byte
}

var errMalformedFrame = errors.New("malformed frame")

// decode reads a text frame of version v.
func (v version) decode(data []byte) (frame, error) {
	if !utf8.Valid(data) {
		return frame{}, fmt.Errorf("%w: not UTF-8", errMalformedFrame)
	}
	f := frame{joinRef: noRef, ref: noRef}
	if v == version1 {
		var message struct {
			JoinRef *ref            `json:"join_ref"`
			Ref     *ref            `json:"ref"`
			Topic   *string         `json:"topic"`
			Event   *string         `json:"event"`
			Payload json.RawMessage `json:"payload"`
		}
		if err := json.Unmarshal(data, &message); err != nil {
			return frame{}, fmt.Errorf("%w: %w", errMalformedFrame, err)
		}
		if message.Topic == nil || message.Event == nil {
			return frame{}, fmt.Errorf("%w: topic or event is missing", errMalformedFrame)
		}
		f.topic, f.event, f.payload = *message.Topic, *message.Event, message.Payload
		if message.JoinRef != nil {
			f.joinRef = *message.JoinRef
		}
		if message.Ref != nil {
			f.ref = *message.Ref
		}
	} else {
		var parts []json.RawMessage
		if err := json.Unmarshal(data, &parts); err != nil {
			return frame{}, fmt.Errorf("%w: %w", errMalformedFrame, err)
		}
		if len(parts) < 5 {
			return frame{}, fmt.Errorf("%w: %d parts instead of 5", errMalformedFrame, len(parts))
		}
		for i, target := range []any{&f.joinRef, &f.ref, &f.topic, &f.event} {
			if bytes.Equal(parts[i], []byte("null")) {
				continue // topic and event are then empty, and nobody's
			}
			if err := json.Unmarshal(parts[i], target); err != nil {
				return frame{}, fmt.Errorf("%w: %w", errMalformedFrame, err)
			}
		}
		f.payload = parts[4]
	}
	if f.payload == nil {
		f.payload = json.RawMessage("null")
	}
	return f, nil
}

// decodeBinary reads a broadcast that a client sends: kind, five lengths, encoding, then the parts.
func decodeBinary(data []byte) (frame, error) {
	const header = 7
	if len(data) < header || data[0] != kindBroadcastPush {
		return frame{}, fmt.Errorf("%w: no broadcast", errMalformedFrame)
	}
	rest := data[header:]
	var parts [5][]byte // join ref, ref, topic, event, meta
	for i := range parts {
		length := int(data[1+i])
		if len(rest) < length {
			return frame{}, fmt.Errorf("%w: cut short", errMalformedFrame)
		}
		parts[i], rest = rest[:length], rest[length:]
		if !utf8.Valid(parts[i]) {
			return frame{}, fmt.Errorf("%w: not UTF-8", errMalformedFrame)
		}
	}
	push := &userBroadcast{event: string(parts[3]), isJSON: data[6] != 0, payload: rest}
	if push.isJSON && (!utf8.Valid(rest) || !json.Valid(rest)) {
		return frame{}, fmt.Errorf("%w: the payload is no JSON", errMalformedFrame)
	}
	return frame{
		joinRef: parseBinaryRef(parts[0]), ref: parseBinaryRef(parts[1]),
		topic: string(parts[2]), event: eventBroadcast, push: push,
	}, nil
}

// encode writes a text frame. Version 1 has no join_ref.
func (v version) encode(f frame) encodedFrame {
	var b []byte
	if v == version1 {
		b = append(b, `{"ref":`...)
		b = append(b, f.ref...)
		b = append(b, `,"topic":`...)
		b = append(b, encodeString(f.topic)...)
		b = append(b, `,"event":`...)
		b = append(b, encodeString(f.event)...)
		b = append(b, `,"payload":`...)
		b = append(b, f.payload...)
		b = append(b, '}')
		return encodedFrame{data: b}
	}
	b = append(b, '[')
	b = append(b, f.joinRef...)
	b = append(b, ',')
	b = append(b, f.ref...)
	b = append(b, ',')
	b = append(b, encodeString(f.topic)...)
	b = append(b, ',')
	b = append(b, encodeString(f.event)...)
	b = append(b, ',')
	b = append(b, f.payload...)
	b = append(b, ']')
	return encodedFrame{data: b}
}

// encodeBroadcast writes a userBroadcast for topic: as a binary frame where
// version and lengths allow, else as text. Bytes that are no JSON have no text
// form: then ok is false.
func (v version) encodeBroadcast(topic string, u *userBroadcast) (w encodedFrame, ok bool) {
	if v == version2 && len(topic) <= maxFieldBytes && len(u.event) <= maxFieldBytes && len(u.meta) <= maxFieldBytes {
		b := make([]byte, 0, 5+len(topic)+len(u.event)+len(u.meta)+len(u.payload))
		encoding := byte(0)
		if u.isJSON {
			encoding = 1
		}
		b = append(b, kindBroadcast, byte(len(topic)), byte(len(u.event)), byte(len(u.meta)), encoding)
		b = append(b, topic...)
		b = append(b, u.event...)
		b = append(b, u.meta...)
		b = append(b, u.payload...)
		return encodedFrame{binary: true, data: b}, true
	}
	if !u.isJSON {
		return encodedFrame{}, false
	}
	return v.encode(newEvent(topic, eventBroadcast, broadcastPayload(u.event, u.payload, u.meta))), true
}

// broadcastPayload is the payload of a broadcast in a text frame.
func broadcastPayload(name string, payload, meta json.RawMessage) json.RawMessage {
	return encodeJSON(struct {
		Event   string          `json:"event"`
		Meta    json.RawMessage `json:"meta,omitempty"`
		Payload json.RawMessage `json:"payload"`
		Type    string          `json:"type"`
	}{name, meta, payload, eventBroadcast})
}

// newEvent is a frame that answers nothing.
func newEvent(topic, name string, payload json.RawMessage) frame {
	return frame{joinRef: noRef, ref: noRef, topic: topic, event: name, payload: payload}
}

func encodeString(s string) []byte { return encodeJSON(s) }

// encodeJSON writes v, which is of this package's own types, as JavaScript would: without HTML escapes.
func encodeJSON(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("realtime: encode %T: %v", v, err)) // a raw message that is no JSON: a bug
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// size is the bytes of the payload.
func (f frame) size() int {
	if f.push != nil {
		return len(f.push.payload)
	}
	return len(f.payload)
}
