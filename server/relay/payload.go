package relay

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// userField is the member of presence and broadcast payloads that the relay sets to the
// user of the connection. Clients cannot set it.
const userField = "user"

const (
	errPayloadTooLarge = Rejection("payload_size_exceeded") // the backend's own text
	errReceiveOnly     = Rejection("Unauthorized: clients can't send to this topic")
)

// rewritePresence returns the frame to send to the backend for a presence call (track or untrack). A tracked payload
// contains the user of the session instead of the user that the client states, and is sealed on app topics. The
// references that the backend sets (phx_ref) are removed. The client receives the text of an error.
func (f *Filter) rewritePresence(to topic, in frame) (frame, error) {
	if to.kind == tableTopic {
		return in, errReceiveOnly
	}
	call, err := parseFields(in.payload, "the payload of presence")
	if err != nil {
		return in, err
	}
	var event string
	_ = json.Unmarshal(call["event"], &event) // "" is rejected below
	out := map[string]any{"type": eventPresence}
	switch event = strings.ToLower(event); event {
	case "untrack":
		out["event"] = event
	case "track":
		out["event"] = event
		payload, err := f.preparePayload(to, in.topic, call["payload"], f.limits.PresenceBytes)
		if err != nil {
			return in, err
		}
		if to.isSealed() {
			payload = f.sealer.seal(eventPresence, in.topic, payload)
		}
		out["payload"] = payload
	default:
		return in, Rejection("the event of presence must be track or untrack")
	}
	in.payload = encodeJSON(out)
	return in, nil
}

// rewriteBroadcast returns the frame to send to the backend for a broadcast: unchanged for a user channel; for a topic of
// the app with the user of the session in its payload, which must be an object, and sealed. The client receives the text
// of an error, for example for a payload that is too large.
func (f *Filter) rewriteBroadcast(to topic, in frame) (frame, error) {
	if to.kind == tableTopic {
		return in, errReceiveOnly
	}
	if in.push != nil {
		return f.rewritePush(to, in)
	}
	if len(in.payload) > f.limits.BroadcastBytes {
		return in, errPayloadTooLarge
	}
	if to.kind == userChannel {
		return in, nil
	}
	fields, err := parseFields(in.payload, "the payload of a broadcast")
	if err != nil {
		return in, err
	}
	var event string
	if err := json.Unmarshal(fields["event"], &event); err != nil {
		return in, Rejection("a broadcast must have an event")
	}
	payload, err := f.preparePayload(to, in.topic, fields["payload"], f.limits.BroadcastBytes)
	if err != nil {
		return in, err
	}
	fields["payload"] = f.sealer.seal(broadcastUse(event), in.topic, payload)
	in.payload = encodeJSON(fields)
	return in, nil
}

// rewritePush applies rewriteBroadcast to a binary frame. It rejects text that is not UTF-8 and a JSON payload that is
// invalid, because the backend would close the connection.
func (f *Filter) rewritePush(to topic, in frame) (frame, error) {
	p := in.push
	switch {
	case len(p.payload) > f.limits.BroadcastBytes:
		return in, errPayloadTooLarge
	case !utf8.Valid(p.event) || !utf8.Valid(p.meta) || !utf8.Valid(p.joinRef) || !utf8.Valid(p.ref):
		return in, Rejection("the event of a broadcast must be ASCII")
	case p.isJSON && (!utf8.Valid(p.payload) || !json.Valid(p.payload)):
		return in, Rejection("the payload of the broadcast is not JSON")
	case to.kind == userChannel:
		return in, nil
	case !p.isJSON:
		return in, Rejection("the payload of a broadcast must be an object")
	}
	filled, err := f.preparePayload(to, in.topic, p.payload, f.limits.BroadcastBytes)
	if err != nil {
		return in, err
	}
	copied := *p
	copied.payload = f.sealer.seal(broadcastUse(string(p.event)), in.topic, filled)
	in.push = &copied
	return in, nil
}

// fillUser returns a client's payload, which must be an object or missing, with the user of the session in userField and
// without the fields that only the backend sets. The client receives the text of an error, for example for a payload of
// more than maxBytes.
func (f *Filter) fillUser(payload json.RawMessage, maxBytes int) (json.RawMessage, error) {
	if len(payload) > maxBytes {
		return nil, errPayloadTooLarge
	}
	if isMissing(payload) {
		payload = json.RawMessage("{}")
	}
	fields, err := parseFields(payload, "payload")
	if err != nil {
		return nil, err
	}
	delete(fields, "phx_ref")
	delete(fields, "phx_ref_prev")
	fields[userField] = encodeJSON(f.user)
	return encodeJSON(fields), nil
}
