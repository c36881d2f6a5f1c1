package realtime

import "sync"

// roomKey identifies a room. A public and a private room can have the same name; they share no
// messages.
type roomKey struct {
	name      string // without topicPrefix
	isPrivate bool
}

// messageSubscription states which messages of the room a channel receives.
type messageSubscription struct {
	broadcasts bool
	presence   bool
}

// room contains the channels of a topic.
type room struct {
	members   map[*channel]messageSubscription
	presences presences
}

// hub delivers messages between channels. Code that holds its lock never blocks, because messages
// go to the queues of the sockets.
type hub struct {
	mu    sync.RWMutex
	rooms map[roomKey]*room
}

func newHub() *hub { return &hub{rooms: make(map[roomKey]*room)} }

// join adds ch to its room. It sends reply, and the presence state if sendState is true, before any
// other message of the room.
func (h *hub) join(ch *channel, sub messageSubscription, reply frame, sendState bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[ch.room]
	if r == nil {
		r = &room{members: make(map[*channel]messageSubscription), presences: make(presences)}
		h.rooms[ch.room] = r
	}
	r.members[ch] = sub
	ch.socket.send(reply)
	if sendState {
		ch.send(eventPresenceState, r.presences.encodeState())
	}
}

// setSubscription sets which messages of its room ch receives, and sends the presence state if
// sendState is true.
func (h *hub) setSubscription(ch *channel, sub messageSubscription, sendState bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[ch.room]
	if r == nil {
		return
	}
	r.members[ch] = sub
	if sendState {
		ch.send(eventPresenceState, r.presences.encodeState())
	}
}

// leave removes ch from the room. If it had a presence, leave sends presence_diff to the channels
// of the room that use presence.
func (h *hub) leave(ch *channel) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[ch.room]
	if r == nil {
		return
	}
	delete(r.members, ch)
	if diff, changed := r.presences.remove(ch); changed {
		r.sendPresence(diff)
	}
	if len(r.members) == 0 {
		delete(h.rooms, ch.room)
	}
}

// track sets the presence of ch, and sends presence_diff to the channels of the room that use
// presence.
func (h *hub) track(ch *channel, key string, payload map[string]rawJSON) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.rooms[ch.room]; r != nil {
		r.sendPresence(r.presences.track(ch, key, payload))
	}
}

// untrack removes the presence of ch. If it had one, untrack sends presence_diff to the channels of
// the room that use presence.
func (h *hub) untrack(ch *channel) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.rooms[ch.room]; r != nil {
		if diff, changed := r.presences.remove(ch); changed {
			r.sendPresence(diff)
		}
	}
}

// sendPresence sends presence_diff to the channels of the room that use presence.
func (r *room) sendPresence(diff presenceDiff) {
	payload := encodeJSON(diff)
	var frames encodedMessage
	for ch, sub := range r.members {
		if sub.presence {
			ch.socket.enqueue(frames.encodeOnce(ch.socket.version, func(v version) (encodedFrame, bool) {
				return v.encode(newEvent(ch.topic, eventPresenceDiff, payload)), true
			}))
		}
	}
}

// broadcast is a message to a room, with a payload for text frames or a push.
type broadcast struct {
	id      string // of a message of the database, otherwise ""
	payload rawJSON
	push    *userBroadcast
}

// broadcast sends m to all channels of a room except the channel except.
func (h *hub) broadcast(key roomKey, except *channel, m broadcast) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	r := h.rooms[key]
	if r == nil {
		return
	}
	topic := topicPrefix + key.name
	var frames encodedMessage
	for ch, sub := range r.members {
		if ch == except || !sub.broadcasts || ch.replayedIDs[m.id] {
			continue
		}
		ch.socket.enqueue(frames.encodeOnce(ch.socket.version, func(v version) (encodedFrame, bool) {
			if m.push != nil {
				return v.encodeBroadcast(topic, m.push)
			}
			return v.encode(newEvent(topic, eventBroadcast, m.payload)), true
		}))
	}
}

// encodedMessage is a message in each version of the protocol. It encodes each version at the first
// use.
type encodedMessage [versionCount]struct {
	isEncoded, ok bool
	frame         encodedFrame
}

// encodeOnce returns the message in version v. It calls encode at the first use of the version. The
// result is false if the message cannot be encoded in this version.
func (m *encodedMessage) encodeOnce(v version, encode func(version) (encodedFrame, bool)) (encodedFrame, bool) {
	cached := &m[v]
	if !cached.isEncoded {
		cached.isEncoded = true
		cached.frame, cached.ok = encode(v)
	}
	return cached.frame, cached.ok
}
