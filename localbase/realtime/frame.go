package realtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// version is the version of the frame format on a socket (the vsn of its URL).
type version int

const (
	version1     version = iota // JSON objects
	version2                    // JSON arrays, and binary frames for broadcasts
	versionCount                // number of versions
)

// parseVersion parses vsn. As in Phoenix, the default is version 1.
func parseVersion(vsn string) (version, error) {
	switch vsn {
	case "", "1.0.0":
		return version1, nil
	case "2.0.0":
		return version2, nil
	}
	return 0, fmt.Errorf("unsupported vsn %q", vsn)
}

// Kinds of binary frames that realtime adds to Phoenix's.
const (
	kindBroadcastPush = 3 // from a client
	kindBroadcast     = 4 // to a client
)

// maxFieldBytes is the maximum size of a field in a binary frame, which stores the length in one
// byte.
const maxFieldBytes = 255

// ref is a client's reference to its own message or join, as JSON text of a string or number.
type ref string

const noRef ref = "null"

// UnmarshalJSON stores the JSON text. It rejects a value that is not a string, number or null.
func (r *ref) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '{', '[', 't', 'f':
		return errors.New("a reference must be a string")
	}
	*r = ref(data)
	return nil
}

// parseBinaryRef returns the reference in a binary frame, where empty means none.
func parseBinaryRef(s []byte) ref {
	if len(s) == 0 {
		return noRef
	}
	return ref(encodeString(string(s)))
}

// frame is a message in either direction.
type frame struct {
	joinRef ref
	ref     ref
	topic   string
	event   string
	payload json.RawMessage // payload of a text frame
	push    *userBroadcast  // payload of a binary frame, whose event is broadcast
}

// userBroadcast is a broadcast whose payload the service forwards without parsing it.
type userBroadcast struct {
	event   string
	isJSON  bool
	payload []byte
	meta    json.RawMessage // nil: none
}

// encodedFrame is an encoded frame, or the close code and reason that end the socket.
type encodedFrame struct {
	isBinary  bool
	closeCode websocket.StatusCode
	data      []byte
}

var errMalformedFrame = errors.New("malformed frame")

// decode decodes a text frame of version v.
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
				continue // topic or event is empty, which matches no channel
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

// decodeBinary decodes a client's binary broadcast: kind, five lengths, encoding, then the parts.
func decodeBinary(data []byte) (frame, error) {
	const header = 7
	if len(data) < header || data[0] != kindBroadcastPush {
		return frame{}, fmt.Errorf("%w: not a broadcast", errMalformedFrame)
	}
	rest := data[header:]
	var parts [5][]byte // join ref, ref, topic, event, meta
	for i := range parts {
		length := int(data[1+i])
		if len(rest) < length {
			return frame{}, fmt.Errorf("%w: truncated", errMalformedFrame)
		}
		parts[i], rest = rest[:length], rest[length:]
		if !utf8.Valid(parts[i]) {
			return frame{}, fmt.Errorf("%w: not UTF-8", errMalformedFrame)
		}
	}
	push := &userBroadcast{event: string(parts[3]), isJSON: data[6] != 0, payload: rest}
	if push.isJSON && (!utf8.Valid(rest) || !json.Valid(rest)) {
		return frame{}, fmt.Errorf("%w: the payload is not valid JSON", errMalformedFrame)
	}
	return frame{
		joinRef: parseBinaryRef(parts[0]), ref: parseBinaryRef(parts[1]),
		topic: string(parts[2]), event: eventBroadcast, push: push,
	}, nil
}

// encode encodes a text frame. Version 1 has no join_ref.
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

// encodeBroadcast encodes a broadcast for a topic: as a binary frame if version and lengths allow,
// otherwise as a text frame. ok is false if the payload is not JSON and needs a text frame.
func (v version) encodeBroadcast(topic string, u *userBroadcast) (encoded encodedFrame, ok bool) {
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
		return encodedFrame{isBinary: true, data: b}, true
	}
	if !u.isJSON {
		return encodedFrame{}, false
	}
	return v.encode(newEvent(topic, eventBroadcast, broadcastPayload(u.event, u.payload, u.meta))), true
}

// broadcastPayload returns the payload of a broadcast in a text frame.
func broadcastPayload(name string, payload, meta json.RawMessage) json.RawMessage {
	return encodeJSON(struct {
		Event   string          `json:"event"`
		Meta    json.RawMessage `json:"meta,omitempty"`
		Payload json.RawMessage `json:"payload"`
		Type    string          `json:"type"`
	}{name, meta, payload, eventBroadcast})
}

// newEvent returns a frame that is not a reply.
func newEvent(topic, name string, payload json.RawMessage) frame {
	return frame{joinRef: noRef, ref: noRef, topic: topic, event: name, payload: payload}
}

func encodeString(s string) []byte { return encodeJSON(s) }

// encodeJSON encodes a value of this package's types without HTML escapes, as JavaScript does.
func encodeJSON(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("realtime: encode %T: %v", v, err)) // invalid JSON in a raw message: a programming error
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// payloadSize returns the size of the payload of a text frame or of a push, in bytes.
func (f frame) payloadSize() int {
	if f.push != nil {
		return len(f.push.payload)
	}
	return len(f.payload)
}
