package realtime

import "sync"

// roomKey names what is shared by all channels of one topic. A public and a
// private channel of one name don't hear each other.
type roomKey struct {
	name    string // without topicPrefix
	private bool
}

// messageSubscription is what a channel is sent.
type messageSubscription struct {
	broadcasts bool
	presence   bool
}

// room is the channels of one topic.
type room struct {
	members   map[*channel]messageSubscription
	presences presences
}

// hub passes messages between channels. Nothing under its lock waits: what is
// sent goes to the sockets' queues.
type hub struct {
	mu    sync.RWMutex
	rooms map[roomKey]*room
}

func newHub() *hub { return &hub{rooms: make(map[roomKey]*room)} }

// join adds ch to its room, and sends it reply and, if asked, who is present:
// before everything else of the room, and with nothing lost between.
func (b *hub) join(ch *channel, hears messageSubscription, reply frame, presence bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.rooms[ch.room]
	if r == nil {
		r = &room{members: make(map[*channel]messageSubscription), presences: make(presences)}
		b.rooms[ch.room] = r
	}
	r.members[ch] = hears
	ch.socket.send(reply)
	if presence {
		ch.send(eventPresenceState, r.presences.encodeState())
	}
}

// setSubscription changes what ch hears. With presence it is sent who is present.
func (b *hub) setSubscription(ch *channel, hears messageSubscription, presence bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.rooms[ch.room]
	if r == nil {
		return
	}
	r.members[ch] = hears
	if presence {
		ch.send(eventPresenceState, r.presences.encodeState())
	}
}

// leave takes ch out of its room, and away from who is present there.
func (b *hub) leave(ch *channel) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.rooms[ch.room]
	if r == nil {
		return
	}
	delete(r.members, ch)
	if diff, changed := r.presences.remove(ch); changed {
		r.sendPresence(diff)
	}
	if len(r.members) == 0 {
		delete(b.rooms, ch.room)
	}
}

// track notes what ch says of itself, and tells the room.
func (b *hub) track(ch *channel, key string, payload map[string]rawJSON) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r := b.rooms[ch.room]; r != nil {
		r.sendPresence(r.presences.track(ch, key, payload))
	}
}

// untrack forgets what ch said of itself, and tells the room.
func (b *hub) untrack(ch *channel) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r := b.rooms[ch.room]; r != nil {
		if diff, changed := r.presences.remove(ch); changed {
			r.sendPresence(diff)
		}
	}
}

func (r *room) sendPresence(diff presenceDiff) {
	payload := encodeJSON(diff)
	var frames encodedMessage
	for ch, hears := range r.members {
		if hears.presence {
			ch.socket.enqueue(frames.encodeOnce(ch.socket.version, func(v version) (encodedFrame, bool) {
				return v.encode(newEvent(ch.topic, eventPresenceDiff, payload)), true
			}))
		}
	}
}

// broadcast is one message to a room: text's payload, or push.
type broadcast struct {
	id      string // of a message of the database, else ""
	payload rawJSON
	push    *userBroadcast
}

// broadcast sends m to all of a room but except.
func (b *hub) broadcast(key roomKey, except *channel, m broadcast) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	r := b.rooms[key]
	if r == nil {
		return
	}
	topic := topicPrefix + key.name
	var frames encodedMessage
	for ch, hears := range r.members {
		if ch == except || !hears.broadcasts || ch.replayedIDs[m.id] {
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

// encodedMessage is one message in the form of each version, encoded when first needed.
type encodedMessage [versionCount]struct {
	done, ok bool
	wire     encodedFrame
}

func (s *encodedMessage) encodeOnce(v version, encode func(version) (encodedFrame, bool)) (encodedFrame, bool) {
	form := &s[v]
	if !form.done {
		form.done = true
		form.wire, form.ok = encode(v)
	}
	return form.wire, form.ok
}
