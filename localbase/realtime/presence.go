package realtime

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
)

type rawJSON = json.RawMessage

// presenceMeta is the presence of a channel under a presence key.
type presenceMeta struct {
	owner *channel
	ref   string
	body  rawJSON // with phx_ref and, after an update, phx_ref_prev
}

// presences contains the metas of a room by key, in the order of their first track.
type presences map[string][]presenceMeta

// presenceEntry is the wire format of a key's value.
type presenceEntry struct {
	Metas []rawJSON `json:"metas"`
}

// presenceDiff is the payload of presence_diff.
type presenceDiff struct {
	Joins  map[string]presenceEntry `json:"joins"`
	Leaves map[string]presenceEntry `json:"leaves"`
}

func newPresenceDiff() presenceDiff {
	return presenceDiff{Joins: map[string]presenceEntry{}, Leaves: map[string]presenceEntry{}}
}

// encodeState returns the payload of presence_state.
func (p presences) encodeState() rawJSON {
	state := make(map[string]presenceEntry, len(p))
	for key, metas := range p {
		var entry presenceEntry
		for _, m := range metas {
			entry.Metas = append(entry.Metas, m.body)
		}
		state[key] = entry
	}
	return encodeJSON(state)
}

// track sets the meta of owner. An update is a leave of the old meta and a join of the new meta,
// which contains the reference of the old meta.
func (p presences) track(owner *channel, key string, payload map[string]rawJSON) presenceDiff {
	diff := newPresenceDiff()
	added := presenceMeta{owner: owner, ref: newPresenceRef()}
	body := make(map[string]rawJSON, len(payload)+2)
	for name, value := range payload {
		body[name] = value
	}
	body["phx_ref"] = encodeString(added.ref)
	at := slices.IndexFunc(p[key], func(m presenceMeta) bool { return m.owner == owner })
	if at >= 0 {
		old := p[key][at]
		diff.Leaves[key] = presenceEntry{Metas: []rawJSON{old.body}}
		body["phx_ref_prev"] = encodeString(old.ref)
	}
	added.body = encodeJSON(body)
	if at >= 0 {
		p[key][at] = added
	} else {
		p[key] = append(p[key], added)
	}
	diff.Joins[key] = presenceEntry{Metas: []rawJSON{added.body}}
	return diff
}

// remove removes the meta of owner.
func (p presences) remove(owner *channel) (diff presenceDiff, changed bool) {
	at := slices.IndexFunc(p[owner.presenceKey], func(m presenceMeta) bool { return m.owner == owner })
	if at < 0 {
		return diff, false
	}
	key := owner.presenceKey
	diff = newPresenceDiff()
	diff.Leaves[key] = presenceEntry{Metas: []rawJSON{p[key][at].body}}
	if p[key] = slices.Delete(p[key], at, at+1); len(p[key]) == 0 {
		delete(p, key)
	}
	return diff, true
}

// newPresenceRef returns a random phx_ref, which identifies an entry of a presence.
func newPresenceRef() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// presenceCall is the payload of a client's presence event.
type presenceCall struct {
	Event   string  `json:"event"`
	Payload rawJSON `json:"payload"`
}

// handlePresence handles a client's presence event: track or untrack. ch.socket.mu must be held.
func (ch *channel) handlePresence(f frame) {
	var call presenceCall
	if err := json.Unmarshal(f.payload, &call); err != nil || call.Event == "" {
		ch.reply(f, statusOK, emptyObject) // as in upstream: an event without a name is ignored
		return
	}
	limits := ch.socket.h.limits
	switch {
	case !ch.presenceCalls.allow(ch.socket.h.opts.Now(), limits.PresenceCalls, limits.PresenceWindow):
		ch.shutdown("Client presence rate limit exceeded")
		return
	case isOverLimit(len(call.Payload), limits.PayloadBytes):
		ch.shutdown("Track message size exceeded")
		return
	case !ch.socket.h.presence.Allow():
		ch.shutdown("Too many presence messages per second")
		return
	}
	switch {
	case strings.EqualFold(call.Event, "track"):
		ch.track(f, call.Payload)
	case strings.EqualFold(call.Event, "untrack"):
		ch.presencePayload = nil
		ch.socket.h.hub.untrack(ch)
		ch.reply(f, statusOK, emptyObject)
	default:
		ch.reply(f, statusError, emptyObject)
	}
}

// track handles a presence frame with the event "track": it sets the presence of the channel, if
// the caller can write presence, and replies. A payload that did not change is not sent again.
func (ch *channel) track(f frame, payload rawJSON) {
	if payload == nil {
		payload = emptyObject
	}
	var body map[string]rawJSON
	if err := json.Unmarshal(payload, &body); err != nil || body == nil {
		ch.reply(f, statusError, encodeReason("Presence track payload must be a map"))
		return
	}
	if ok, err := ch.checkTrack(); !ok || err != nil {
		ch.reply(f, statusError, emptyObject)
		return
	}
	if !bytes.Equal(ch.presencePayload, payload) {
		ch.presencePayload = payload
		if !ch.isPresenceOn {
			// A channel that was joined without presence receives the state after its first track.
			ch.isPresenceOn = true
			ch.socket.h.hub.setSubscription(ch, ch.messageSubscription(), ch.readPermission.presence)
		}
		ch.socket.h.hub.track(ch, ch.presenceKey, body)
	}
	ch.reply(f, statusOK, emptyObject)
}
