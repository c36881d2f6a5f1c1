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

// rewritePresence returns a presence call that contains the user of the session, sealed
// on app topics. The client's own user, and the references that the backend sets, are
// removed.
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

// rewriteBroadcast checks a broadcast. It passes unchanged to user channels. To topics of
// the app, its payload must be an object, which gets the user of the session and is
// sealed.
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

// rewritePush is rewriteBroadcast for a binary frame. It rejects text that is not UTF-8 or
// not JSON, with which the backend would close the connection.
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

// fillUser returns an object with the user of the session in userField.
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
