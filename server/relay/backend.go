package relay

import (
	"bytes"
	"encoding/json"
)

// Events of the backend.
const (
	eventPresenceState = "presence_state"
	eventPresenceDiff  = "presence_diff"
)

const (
	// kindBroadcast is the kind of the backend's binary frame.
	kindBroadcast = 4
	// broadcastHeaderBytes is the size of kind, three lengths and encoding.
	broadcastHeaderBytes = 5
)

// FromBackend returns the message to send to the client for a message of the backend; ok is false if the message
// must be dropped. Messages of user channels are returned unchanged. On the app's own topics (appPrefix), it removes:
//   - the values of changed rows: the client reads the rows again with its own rights,
//   - presences without a valid seal, so that only presences that a relay has sent appear,
//   - the user of a broadcast without a seal, for example one that the database sends. It drops broadcasts whose seal
//     is invalid or too old.
//
// It also removes a channel from the joined ones when the backend closes it or rejects its join.
func (f *Filter) FromBackend(m Message) (out Message, ok bool) {
	isOfApp := bytes.Contains(m.Data, []byte(topicPrefix+appPrefix))
	if m.IsBinary {
		if isOfApp {
			return f.openBinaryBroadcast(m)
		}
		return m, true
	}
	contains := func(event string) bool { return bytes.Contains(m.Data, []byte(`"`+event)) }
	isRewritten := contains(eventBroadcast) || contains("presence_") || contains(eventChanges)
	if !contains("phx_") && !(isOfApp && isRewritten) {
		return m, true
	}
	in, err := f.version.parse(m)
	if err != nil {
		return m, !isOfApp
	}
	switch in.event {
	case eventClose, eventError, eventReply:
		f.recordClose(in)
		return m, true
	case eventPresenceState, eventPresenceDiff, eventBroadcast:
	case eventChanges:
		return f.reduceChange(m, in)
	default:
		return m, true
	}
	channel, err := parseTopic(in.topic)
	if err != nil || !channel.isSealed() {
		return m, true
	}
	if in.payload, ok = f.openPayload(in); !ok {
		return Message{}, false
	}
	return f.version.encode(in), true
}

// reduceChange returns the postgres_changes message m, parsed as in, without the values of the changed row. It returns
// m unchanged for a user channel. ok is false if the message must be dropped, because its payload is invalid.
func (f *Filter) reduceChange(m Message, in frame) (out Message, ok bool) {
	channel, err := parseTopic(in.topic)
	if err == nil && channel.kind == userChannel {
		return m, true
	}
	payload, ok := removeRowValues(in.payload)
	if !ok {
		return Message{}, false
	}
	in.payload = payload
	return f.version.encode(in), true
}

// recordClose removes the channel of a frame from the joined ones, if the frame ends the join: phx_close, phx_error, or
// a phx_reply to the join with another status than "ok". It ignores frames of an earlier join of the same topic.
func (f *Filter) recordClose(in frame) {
	f.mu.Lock()
	defer f.mu.Unlock()
	channel, isJoined := f.joined[in.topic]
	isOfJoin := in.joinRef == channel.joinRef || in.joinRef == null // version 1 has no join_ref
	if !isJoined || !isOfJoin {
		return
	}
	if in.event == eventReply {
		var reply struct {
			Status string `json:"status"`
		}
		if in.ref != channel.ref || json.Unmarshal(in.payload, &reply) != nil || reply.Status == "ok" {
			return
		}
	}
	delete(f.joined, in.topic)
}

// openPayload returns the payload of a presence_state, presence_diff or broadcast frame for the client: its sealed
// parts verified and without their seals. ok is false if the frame must be dropped.
func (f *Filter) openPayload(in frame) (opened json.RawMessage, ok bool) {
	fields, err := parseFields(in.payload, "payload")
	if err != nil {
		return nil, false
	}
	switch in.event {
	case eventPresenceState:
		return encodeJSON(f.openPresences(in.topic, fields, true)), true
	case eventPresenceDiff:
		for _, part := range []string{"joins", "leaves"} {
			presences, err := parseFields(fields[part], part)
			if err != nil {
				return nil, false
			}
			// A client must receive the end of a presence, even of an old presence.
			fields[part] = encodeJSON(f.openPresences(in.topic, presences, part == "joins"))
		}
		return encodeJSON(fields), true
	}
	var event string
	if json.Unmarshal(fields["event"], &event) != nil {
		return nil, false
	}
	payload, ok := f.openBroadcast(in.topic, event, fields["payload"])
	fields["payload"] = payload
	return encodeJSON(fields), ok
}

// presenceEntry is the value of a presence key.
type presenceEntry struct {
	Metas []json.RawMessage `json:"metas"`
}

// openPresences returns the presences (by presence key, the user's id) with a valid seal of a relay, without their
// seals, and omits all others. onlyCurrent: as for openPresence.
func (f *Filter) openPresences(topic string, presences map[string]json.RawMessage, onlyCurrent bool) map[string]presenceEntry {
	opened := map[string]presenceEntry{}
	for key, text := range presences {
		var entry, valid presenceEntry
		if json.Unmarshal(text, &entry) != nil {
			continue
		}
		for _, meta := range entry.Metas {
			if open, ok := f.openPresence(topic, key, meta, onlyCurrent); ok {
				valid.Metas = append(valid.Metas, open)
			}
		}
		if valid.Metas != nil {
			opened[key] = valid
		}
	}
	return opened
}

// openPresence returns the fields of a presence whose seal is valid for the topic and whose user
// has the id key; false for all others. With onlyCurrent it also returns false for an old seal
// (isCurrent).
func (f *Filter) openPresence(topic, key string, meta json.RawMessage, onlyCurrent bool) (json.RawMessage, bool) {
	var message struct {
		sealed
		Ref     json.RawMessage `json:"phx_ref"`
		PrevRef json.RawMessage `json:"phx_ref_prev"`
	}
	if json.Unmarshal(meta, &message) != nil || onlyCurrent && !f.sealer.isCurrent(message.sealed) {
		return nil, false
	}
	payload, ok := f.sealer.open(eventPresence, topic, message.sealed)
	if !ok {
		return nil, false
	}
	fields, err := parseFields(f.openLocations(topic, payload), "payload")
	var user User
	if err != nil || json.Unmarshal(fields[userField], &user) != nil || user.ID != key {
		return nil, false
	}
	for name, ref := range map[string]json.RawMessage{"phx_ref": message.Ref, "phx_ref_prev": message.PrevRef} {
		if ref != nil {
			fields[name] = ref
		}
	}
	return encodeJSON(fields), true
}

// openBroadcast returns a sealed payload without its seal, and any other object, such as
// that of the database, without a user. ok is false if the seal is not valid.
func (f *Filter) openBroadcast(topic, event string, payload json.RawMessage) (open json.RawMessage, ok bool) {
	var message sealed
	if json.Unmarshal(payload, &message) == nil && message.Seal != "" {
		if open, ok = f.sealer.open(broadcastUse(event), topic, message); !ok || !f.sealer.isCurrent(message) {
			return nil, false
		}
		return f.openLocations(topic, open), true
	}
	fields, err := parseFields(payload, "payload")
	if err != nil {
		return nil, false
	}
	delete(fields, userField)
	delete(fields, locationsField)
	return encodeJSON(fields), true
}

// broadcastUse is the use of a sealed broadcast, so that it is not valid for another event.
func broadcastUse(event string) string { return eventBroadcast + ":" + event }

// openBinaryBroadcast applies openBroadcast to a binary frame: kind, three lengths, encoding, topic, event, meta,
// payload. It returns a frame of another topic unchanged. ok is false if the message must be dropped.
func (f *Filter) openBinaryBroadcast(m Message) (out Message, ok bool) {
	data := m.Data
	if len(data) < broadcastHeaderBytes || data[0] != kindBroadcast {
		return Message{}, false
	}
	topicEnd := broadcastHeaderBytes + int(data[1])
	eventEnd := topicEnd + int(data[2])
	payloadStart := eventEnd + int(data[3])
	if len(data) < payloadStart {
		return Message{}, false
	}
	topic, event := string(data[broadcastHeaderBytes:topicEnd]), string(data[topicEnd:eventEnd])
	if channel, err := parseTopic(topic); err != nil || !channel.isSealed() {
		return m, true // the payload contains the prefix
	}
	if isJSON := data[4] != 0; !isJSON {
		return Message{}, false // no relay sends it
	}
	payload, ok := f.openBroadcast(topic, event, data[payloadStart:])
	return Message{IsBinary: true, Data: append(bytes.Clone(data[:payloadStart]), payload...)}, ok
}
