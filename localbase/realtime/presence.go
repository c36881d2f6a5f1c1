package realtime

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"slices"
)

type rawJSON = json.RawMessage

// presenceMeta is what one channel says of itself under a presence key.
type presenceMeta struct {
	owner *channel
	ref   string
	body  rawJSON // with phx_ref and, after a change, phx_ref_prev
}

// presences are the metas of a room by key, each key's in the order of coming.
type presences map[string][]presenceMeta

// presenceEntry is a key's value on the wire.
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

// encodeState is the payload of presence_state.
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

// track sets the meta of owner. A change is both a leave of the old meta and a
// join of the new one, which names the old one's reference.
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

// remove takes away what owner said, under its one key.
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

func newPresenceRef() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails, it says
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// presenceCall is the payload of a client's `presence`.
type presenceCall struct {
	Event   string  `json:"event"`
	Payload rawJSON `json:"payload"`
}

// handlePresence handles a client's `presence`: track or untrack. ch.socket.mu is held.
func (ch *channel) handlePresence(f frame) {
	var call presenceCall
	if err := json.Unmarshal(f.payload, &call); err != nil || call.Event == "" {
		ch.reply(f, statusOK, emptyObject) // upstream: nothing is asked, so nothing is wrong
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
	case isEqualFold(call.Event, "track"):
		ch.track(f, call.Payload)
	case isEqualFold(call.Event, "untrack"):
		ch.presencePayload = nil
		ch.socket.h.hub.untrack(ch)
		ch.reply(f, statusOK, emptyObject)
	default:
		ch.reply(f, statusError, emptyObject)
	}
}

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
			// Who never asked for presence is sent the state with its first own word.
			ch.isPresenceOn = true
			ch.socket.h.hub.setSubscription(ch, ch.messageSubscription(), ch.readPermission.presence)
		}
		ch.socket.h.hub.track(ch, ch.presenceKey, body)
	}
	ch.reply(f, statusOK, emptyObject)
}
