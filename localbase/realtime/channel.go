package realtime

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tableside/tableside/localbase/caller"
)

// topicPrefix is the prefix of all channel topics.
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

// encodeReason returns the payload of a reply with an error: {"reason": reason}.
func encodeReason(reason string) rawJSON { return encodeJSON(map[string]string{"reason": reason}) }

// channel is the membership of a socket in a room, from join to leave. Its fields are constant
// after the join or guarded by socket.mu.
type channel struct {
	socket  *socket
	topic   string // with topicPrefix
	room    roomKey
	joinRef ref

	ack, self   bool // reply to its broadcasts; send them also to itself
	presenceKey string
	replayedIDs map[string]bool // messages of the database that the join replayed

	ctx    context.Context // canceled when the channel closes
	cancel context.CancelFunc

	identity        identity
	expiry          *time.Timer
	readPermission  permission
	writePermission *permission // of a private channel; nil: not checked yet
	isPresenceOn    bool
	presenceCalls   callWindow
	presencePayload rawJSON // last tracked payload

	subscriptions   []*subscription
	cancelSubscribe context.CancelFunc // of the last subscribe; nil: none
}

// handle processes a frame. s.mu must be held.
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
		s.reply(f, statusError, encodeReason("unmatched topic"))
	case f.joinRef != noRef && f.joinRef != ch.joinRef:
		// The frame belongs to a join that a later join replaced.
	default:
		ch.handle(f)
	}
}

func (s *socket) reply(f frame, status string, response rawJSON) {
	s.send(newReply(f, status, response))
}

// newReply returns phx_reply to f, with a status (statusOK or statusError) and a response.
func newReply(f frame, status string, response rawJSON) frame {
	payload := encodeJSON(struct {
		Status   string  `json:"status"`
		Response rawJSON `json:"response"`
	}{status, response})
	return frame{joinRef: f.joinRef, ref: f.ref, topic: f.topic, event: eventReply, payload: payload}
}

// handle processes a frame of a joined channel. It ignores unknown events.
func (ch *channel) handle(f frame) {
	switch f.event {
	case eventLeave:
		ch.reply(f, statusOK, emptyObject)
		ch.close()
	case eventBroadcast:
		ch.handleBroadcast(f)
	case eventPresence:
		ch.handlePresence(f)
	case eventAccessToken:
		ch.handleAccessToken(f)
	default:
		ch.socket.h.log.Debug("realtime event unknown", "event", f.event)
	}
}

// reply sends phx_reply to f, with the join reference of the channel.
func (ch *channel) reply(f frame, status string, response rawJSON) {
	f.joinRef = ch.joinRef
	ch.socket.reply(f, status, response)
}

// send queues an event that is not a reply.
func (ch *channel) send(name string, payload rawJSON) {
	ch.socket.send(newEvent(ch.topic, name, payload))
}

// sendSystem sends the status of the channel, or of one of its extensions, to the client.
func (ch *channel) sendSystem(extension, status, message string) {
	ch.send(eventSystem, encodeJSON(struct {
		Channel   string `json:"channel"`
		Extension string `json:"extension"`
		Message   string `json:"message"`
		Status    string `json:"status"`
	}{ch.room.name, extension, message, status}))
}

// shutdown closes the channel after a system message with the reason.
func (ch *channel) shutdown(message string) {
	ch.sendSystem("system", statusError, message)
	ch.close()
}

// close ends the channel and notifies the client.
func (ch *channel) close() {
	ch.release()
	ch.socket.send(frame{joinRef: ch.joinRef, ref: ch.joinRef, topic: ch.topic, event: eventClose, payload: emptyObject})
}

// release removes the channel from the hub, the subscriptions and the socket, without a message.
func (ch *channel) release() {
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

// setIdentity sets the identity of the channel, which closes when the token expires.
func (ch *channel) setIdentity(id identity) {
	ch.identity = id
	ch.writePermission = nil
	if id.Subject() != "" {
		ch.socket.hasUser = true
	}
	if ch.expiry != nil {
		ch.expiry.Stop()
	}
	ch.expiry = time.AfterFunc(id.expires.Sub(ch.socket.h.opts.Now()), func() { ch.expire(id.token) })
}

// expire closes the channel unless its token was renewed.
func (ch *channel) expire(token string) {
	ch.socket.mu.Lock()
	defer ch.socket.mu.Unlock()
	if ch.ctx.Err() == nil && ch.identity.token == token {
		ch.shutdown("Token has expired 0 seconds ago")
	}
}

// messageSubscription returns the messages that the channel receives.
func (ch *channel) messageSubscription() messageSubscription {
	return messageSubscription{broadcasts: ch.readPermission.broadcast, presence: ch.isPresenceOn && ch.readPermission.presence}
}

// handleAccessToken renews the token. It does not reply. An invalid token, or a token with fewer
// permissions to read, closes the channel.
func (ch *channel) handleAccessToken(f frame) {
	var payload struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(f.payload, &payload); err != nil ||
		payload.Token == "" || payload.Token == ch.identity.token || caller.IsAPIKey(payload.Token) {
		return
	}
	id, err := ch.socket.h.identify(payload.Token)
	if err != nil {
		ch.shutdown(formatClientMessage(err))
		return
	}
	before := ch.readPermission
	if ch.readPermission, err = ch.checkRead(id); err != nil {
		ch.shutdown(formatClientMessage(err))
		return
	}
	if before.broadcast && !ch.readPermission.broadcast || before.presence && !ch.readPermission.presence {
		ch.shutdown("You no longer have permission to read from this Channel topic: " + ch.room.name)
		return
	}
	ch.setIdentity(id)
	ch.socket.h.hub.setSubscription(ch, ch.messageSubscription(), false)
	ch.subscribe(ch.subscriptions)
}
