package realtime

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// topicPrefix begins the topic of every channel.
const topicPrefix = "realtime:"

// Events of the protocol.
const (
	eventJoin          = "phx_join"
	eventLeave         = "phx_leave"
	eventReply         = "phx_reply"
	eventClose         = "phx_close"
	eventHeartbeat     = "heartbeat"
	eventAccessToken   = "access_token"
	eventBroadcast     = "broadcast"
	eventPresence      = "presence"
	eventPresenceState = "presence_state"
	eventPresenceDiff  = "presence_diff"
	eventSystem        = "system"
	eventChanges       = "postgres_changes"
)

const (
	statusOK    = "ok"
	statusError = "error"
)

var emptyObject = rawJSON(`{}`)

func reason(why string) rawJSON { return encodeJSON(map[string]string{"reason": why}) }

func equalFold(a, b string) bool { return strings.EqualFold(a, b) }

// channel is a socket's membership in a room, from join to leave. Its fields
// are fixed at the join or guarded by socket.mu.
type channel struct {
	socket  *socket
	topic   string // with topicPrefix
	room    roomKey
	joinRef ref

	ack, self   bool // of its broadcasts
	presenceKey string
	replayed    map[string]bool // messages of the database that were sent at the join

	ctx    context.Context // ends with the channel
	cancel context.CancelFunc

	who           identity
	expiry        *time.Timer
	read          permission
	write         *permission // of a private channel; nil: not asked yet
	presenceOn    bool
	presenceCalls window
	tracked       rawJSON // what it last said of itself

	subscriptions   []*subscription
	stopSubscribing context.CancelFunc // of a subscribe that runs or has run; nil: none
}

// handle serves one frame. s.mu is held.
func (s *socket) handle(f frame) {
	if f.topic == "phoenix" && f.event == eventHeartbeat {
		s.reply(f, statusOK, emptyObject)
		return
	}
	if f.event == eventJoin {
		s.join(f)
		return
	}
	ch := s.channels[f.topic]
	switch {
	case ch == nil && f.event == eventLeave:
		s.reply(f, statusOK, emptyObject)
	case ch == nil:
		s.reply(f, statusError, reason("unmatched topic"))
	case f.joinRef != noRef && f.joinRef != ch.joinRef:
		// Said of a join that a later one has replaced.
	default:
		ch.handle(f)
	}
}

func (s *socket) reply(f frame, status string, response rawJSON) {
	s.send(replyTo(f, status, response))
}

func replyTo(f frame, status string, response rawJSON) frame {
	payload := encodeJSON(struct {
		Status   string  `json:"status"`
		Response rawJSON `json:"response"`
	}{status, response})
	return frame{joinRef: f.joinRef, ref: f.ref, topic: f.topic, event: eventReply, payload: payload}
}

func (ch *channel) handle(f frame) {
	switch f.event {
	case eventLeave:
		ch.reply(f, statusOK, emptyObject)
		ch.close()
	case eventBroadcast:
		ch.broadcastMessage(f)
	case eventPresence:
		ch.presenceMessage(f)
	case eventAccessToken:
		ch.accessToken(f)
	default:
		ch.socket.h.log.Debug("realtime event unknown", "event", f.event)
	}
}

func (ch *channel) reply(f frame, status string, response rawJSON) {
	f.joinRef = ch.joinRef
	ch.socket.reply(f, status, response)
}

// send queues an event that answers nothing.
func (ch *channel) send(name string, payload rawJSON) {
	ch.socket.send(event(ch.topic, name, payload))
}

// system tells the client how the channel or a part of it fares.
func (ch *channel) system(extension, status, message string) {
	ch.send(eventSystem, encodeJSON(struct {
		Channel   string `json:"channel"`
		Extension string `json:"extension"`
		Message   string `json:"message"`
		Status    string `json:"status"`
	}{ch.room.name, extension, message, status}))
}

// shutdown closes the channel and says why.
func (ch *channel) shutdown(message string) {
	ch.system("system", statusError, message)
	ch.close()
}

// close ends the channel and tells the client.
func (ch *channel) close() {
	ch.end()
	ch.socket.send(frame{joinRef: ch.joinRef, ref: ch.joinRef, topic: ch.topic, event: eventClose, payload: emptyObject})
}

// end takes the channel out of everything.
func (ch *channel) end() {
	ch.cancel()
	if ch.expiry != nil {
		ch.expiry.Stop()
	}
	ch.socket.h.changes.remove(ch.subscriptions)
	ch.socket.h.hub.leave(ch)
	if ch.socket.channels[ch.topic] == ch {
		delete(ch.socket.channels, ch.topic)
	}
}

// actAs makes the channel act for id until its token ends.
func (ch *channel) actAs(id identity) {
	ch.who = id
	ch.write = nil
	if id.Subject() != "" {
		ch.socket.known = true
	}
	if ch.expiry != nil {
		ch.expiry.Stop()
	}
	ch.expiry = time.AfterFunc(id.expires.Sub(ch.socket.h.opts.Now()), func() { ch.expire(id.token) })
}

// expire ends the channel unless it got another token meanwhile.
func (ch *channel) expire(token string) {
	ch.socket.mu.Lock()
	defer ch.socket.mu.Unlock()
	if ch.ctx.Err() == nil && ch.who.token == token {
		ch.shutdown("Token has expired 0 seconds ago")
	}
}

// hears is what the hub sends to the channel.
func (ch *channel) hears() hearing {
	return hearing{broadcasts: ch.read.broadcast, presence: ch.presenceOn && ch.read.presence}
}

// accessToken renews the token. It has no reply; a bad token ends the channel,
// as does one that may read less than before.
func (ch *channel) accessToken(f frame) {
	var payload struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(f.payload, &payload); err != nil ||
		payload.Token == "" || payload.Token == ch.who.token || isAPIKey(payload.Token) {
		return
	}
	id, err := ch.socket.h.identify(payload.Token)
	if err != nil {
		ch.shutdown(clientMessage(err))
		return
	}
	before := ch.read
	if ch.read, err = ch.mayRead(id); err != nil {
		ch.shutdown(clientMessage(err))
		return
	}
	if before.broadcast && !ch.read.broadcast || before.presence && !ch.read.presence {
		ch.shutdown("You no longer have permission to read from this Channel topic: " + ch.room.name)
		return
	}
	ch.actAs(id)
	ch.socket.h.hub.setHearing(ch, ch.hears(), false)
	ch.subscribe(ch.subscriptions)
}

func isAPIKey(token string) bool { return strings.HasPrefix(token, "sb_") }
