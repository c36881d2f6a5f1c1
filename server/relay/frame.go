// Package relay implements the protocol of the realtime relay between a browser and the
// backend: it parses frames of Phoenix channels (vsn 1.0.0 and 2.0.0, text and binary),
// and decides which frames of a client pass, and with which changes. It has no I/O.
//
// Wire format: https://supabase.com/docs/guides/realtime/protocol.
package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Version is the version of the frame format (the vsn of the URL).
type Version int

// The versions.
const (
	Version1 Version = 1 // JSON objects
	Version2 Version = 2 // JSON arrays, and binary frames for broadcasts
)

// ParseVersion parses vsn. As in Phoenix, the default is version 1.
func ParseVersion(vsn string) (Version, error) {
	switch vsn {
	case "", "1.0.0":
		return Version1, nil
	case "2.0.0":
		return Version2, nil
	}
	return 0, fmt.Errorf("unsupported vsn %q", vsn)
}

// String returns the vsn.
func (v Version) String() string { return fmt.Sprintf("%d.0.0", int(v)) }

// Message is a message of a websocket.
type Message struct {
	IsBinary bool
	Data     []byte
}

// ErrMalformed means that a message is not a frame of the protocol.
var ErrMalformed = errors.New("malformed frame")

const (
	// maxFieldBytes is the maximum size of a field of a binary frame, which stores its
	// length in one byte. Topics and references of text frames have the same limit,
	// because the relay stores them.
	maxFieldBytes = 255
	// kindBroadcastPush is the kind of a client's binary frame.
	kindBroadcastPush = 3
	// pushHeaderBytes is the size of kind, five lengths and encoding.
	pushHeaderBytes = 7
)

// null is the JSON text of a missing reference.
const null = "null"

// frame is a message in either direction.
type frame struct {
	joinRef, ref string // JSON text of a string, a number or null
	topic, event string
	payload      json.RawMessage // of a text frame
	push         *push           // of a client's binary frame, whose event is broadcast
}

// push is the content of a client's binary broadcast.
type push struct {
	joinRef, ref, event, meta []byte
	isJSON                    bool
	payload                   []byte
}

// parse parses a message of either direction. The error is ErrMalformed.
func (v Version) parse(m Message) (frame, error) {
	switch {
	case m.IsBinary:
		return parsePush(m.Data)
	case !utf8.Valid(m.Data):
		return frame{}, fmt.Errorf("%w: not UTF-8", ErrMalformed)
	case v == Version1:
		return parseObject(m.Data)
	}
	return parseArray(m.Data)
}

// parseObject parses a text frame of version 1. Names are case-sensitive, and the last of
// equal names counts, as for the backend.
func parseObject(data []byte) (frame, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return frame{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return newFrame(fields["join_ref"], fields["ref"], fields["topic"], fields["event"], fields["payload"])
}

// parseArray parses a text frame of version 2.
func parseArray(data []byte) (frame, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return frame{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if len(parts) != 5 {
		return frame{}, fmt.Errorf("%w: %d parts instead of 5", ErrMalformed, len(parts))
	}
	return newFrame(parts[0], parts[1], parts[2], parts[3], parts[4])
}

// newFrame returns a frame of its five JSON fields. The error is ErrMalformed if a field is
// invalid, missing or too long.
func newFrame(joinRef, ref, topic, event, payload json.RawMessage) (f frame, err error) {
	if f.joinRef, err = parseRef(joinRef); err != nil {
		return frame{}, err
	}
	if f.ref, err = parseRef(ref); err != nil {
		return frame{}, err
	}
	for _, field := range []struct {
		text   json.RawMessage
		target *string
	}{{topic, &f.topic}, {event, &f.event}} {
		if json.Unmarshal(field.text, field.target) != nil || *field.target == "" || len(*field.target) > maxFieldBytes {
			return frame{}, fmt.Errorf("%w: topic or event is missing or too long", ErrMalformed)
		}
	}
	f.payload = payload
	if payload == nil {
		f.payload = json.RawMessage(null)
	}
	return f, nil
}

// parseRef checks a reference, which must be a string, a number or null.
func parseRef(text json.RawMessage) (string, error) {
	switch {
	case len(text) == 0:
		return null, nil
	case len(text) > maxFieldBytes, bytes.IndexByte([]byte("{[tf"), text[0]) >= 0:
		return "", fmt.Errorf("%w: a reference must be a short string", ErrMalformed)
	}
	return string(text), nil
}

// parsePush parses a client's binary broadcast: kind, five lengths, encoding, then the
// parts. A part that is not UTF-8 is not an error: realtime-js writes one byte for each
// character.
func parsePush(data []byte) (frame, error) {
	if len(data) < pushHeaderBytes || data[0] != kindBroadcastPush {
		return frame{}, fmt.Errorf("%w: not a broadcast", ErrMalformed)
	}
	rest := data[pushHeaderBytes:]
	var parts [5][]byte // join ref, ref, topic, event, meta
	for i := range parts {
		length := int(data[1+i])
		if len(rest) < length {
			return frame{}, fmt.Errorf("%w: truncated", ErrMalformed)
		}
		parts[i], rest = rest[:length], rest[length:]
	}
	return frame{
		joinRef: encodeRef(parts[0]), ref: encodeRef(parts[1]), topic: string(parts[2]), event: eventBroadcast,
		push: &push{joinRef: parts[0], ref: parts[1], event: parts[3], meta: parts[4], isJSON: data[6] != 0, payload: rest},
	}, nil
}

// encodeRef returns the JSON text of a reference of a binary frame, where empty means
// none.
func encodeRef(text []byte) string {
	if len(text) == 0 {
		return null
	}
	return string(encodeJSON(string(text)))
}

// encode encodes a frame. The header is written again, so that the backend cannot read it
// in a different way than the relay; the payload is the same bytes.
func (v Version) encode(f frame) Message {
	if f.push != nil {
		return f.push.encode(f.topic)
	}
	b := make([]byte, 0, len(f.payload)+len(f.topic)+len(f.event)+len(f.joinRef)+len(f.ref)+80)
	parts := [...]struct {
		name string // in version 1
		text string
	}{
		{`{"join_ref":`, f.joinRef}, {`,"ref":`, f.ref}, {`,"topic":`, string(encodeJSON(f.topic))},
		{`,"event":`, string(encodeJSON(f.event))}, {`,"payload":`, ""},
	}
	for i, part := range parts {
		switch {
		case v == Version1:
			b = append(b, part.name...)
		case i == 0:
			b = append(b, '[')
		default:
			b = append(b, ',')
		}
		b = append(b, part.text...)
	}
	b = append(b, f.payload...)
	if v == Version1 {
		return Message{Data: append(b, '}')}
	}
	return Message{Data: append(b, ']')}
}

// encode returns the binary frame of a broadcast for a topic.
func (p *push) encode(topic string) Message {
	encoding := byte(0)
	if p.isJSON {
		encoding = 1
	}
	b := make([]byte, 0, pushHeaderBytes+len(p.joinRef)+len(p.ref)+len(topic)+len(p.event)+len(p.meta)+len(p.payload))
	b = append(b, kindBroadcastPush, byte(len(p.joinRef)), byte(len(p.ref)), byte(len(topic)), byte(len(p.event)), byte(len(p.meta)), encoding)
	b = append(b, p.joinRef...)
	b = append(b, p.ref...)
	b = append(b, topic...)
	b = append(b, p.event...)
	b = append(b, p.meta...)
	return Message{IsBinary: true, Data: append(b, p.payload...)}
}

// encodeJSON encodes a value without HTML escapes, as JavaScript does.
func encodeJSON(value any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("relay: encode %T: %v", value, err)) // invalid JSON in a raw message: a programming error
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
