package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"github.com/tableside/tableside/localbase/caller"
)

// joinParams is the payload of phx_join. As in upstream, a value of a wrong type counts as missing.
type joinParams struct {
	Config struct {
		Broadcast struct {
			Ack              lenientBool    `json:"ack"`
			Self             lenientBool    `json:"self"`
			ReplicationReady lenientBool    `json:"replication_ready"`
			Replay           *replayRequest `json:"replay"`
		} `json:"broadcast"`
		Presence struct {
			Key     string       `json:"key"`
			Enabled *lenientBool `json:"enabled"` // nil: true
		} `json:"presence"`
		PostgresChanges []rawJSON   `json:"postgres_changes"`
		Private         lenientBool `json:"private"`
	} `json:"config"`
	AccessToken string `json:"access_token"`
	UserToken   string `json:"user_token"` // former name of access_token
}

// lenientBool is a boolean that clients can send as a string.
type lenientBool bool

// UnmarshalJSON treats every value except true as false.
func (f *lenientBool) UnmarshalJSON(data []byte) error {
	*f = lenientBool(strings.EqualFold(strings.Trim(string(data), `"`), "true"))
	return nil
}

// parseJoin parses the payload of phx_join. A field of a wrong type has its zero value, as in
// upstream.
func parseJoin(payload rawJSON) joinParams {
	var p joinParams
	_ = json.Unmarshal(payload, &p) // continues after a value of a wrong type
	return p
}

// join handles phx_join. s.mu must be held.
func (s *socket) join(f frame) {
	name, ok := strings.CutPrefix(f.topic, topicPrefix)
	if !ok {
		s.reply(f, statusError, encodeReason("unmatched topic"))
		return
	}
	if old := s.channels[f.topic]; old != nil {
		old.close() // as in Phoenix, a second join replaces the first
	}
	params := parseJoin(f.payload)
	ch, replayed, err := s.openChannel(f, name, params)
	if err != nil {
		s.reply(f, statusError, encodeReason(formatJoinReason(err)))
		if errors.Is(err, errTooManyJoins) {
			s.closeAfterQueue(websocket.StatusTryAgainLater, "too many joins")
		}
		return
	}
	s.channels[ch.topic] = ch
	reply := newReply(f, statusOK, encodeJSON(map[string][]rawJSON{eventChanges: listReplyEntries(ch.subscriptions)}))
	s.h.hub.join(ch, ch.messageSubscription(), reply, ch.isPresenceOn && ch.readPermission.presence)
	if params.Config.Broadcast.ReplicationReady {
		go ch.notifyReplicationReady()
	}
	ch.sendReplay(replayed)
	ch.subscribe(ch.subscriptions)
}

// errTooManyJoins also closes the socket.
var errTooManyJoins = newRejection("ClientJoinRateLimitReached", "Too many joins per second")

// openChannel validates a join and returns its channel and the messages to replay. An error that is
// not a *rejection is the database's.
func (s *socket) openChannel(f frame, name string, params joinParams) (*channel, []broadcast, error) {
	switch {
	case name == "":
		return nil, nil, newRejection("TopicNameRequired", "You must provide a topic name")
	case s.h.opts.PrivateOnly && !bool(params.Config.Private):
		return nil, nil, newRejection("PrivateOnly", "This project only allows private channels")
	case !s.h.joins.Allow():
		return nil, nil, errTooManyJoins
	case isOverLimit(len(s.channels)+1, s.h.limits.ChannelsPerConnection):
		return nil, nil, newRejection("ChannelRateLimitReached", "Too many channels")
	}
	id, err := s.h.identify(params.chooseToken(s.token))
	if err != nil {
		return nil, nil, err
	}
	ch := &channel{
		socket: s, topic: f.topic, joinRef: f.joinRef,
		room:         roomKey{name: name, isPrivate: bool(params.Config.Private)},
		ack:          bool(params.Config.Broadcast.Ack),
		self:         bool(params.Config.Broadcast.Self),
		presenceKey:  params.Config.Presence.Key,
		isPresenceOn: params.Config.Presence.Enabled == nil || bool(*params.Config.Presence.Enabled),
	}
	if ch.presenceKey == "" {
		ch.presenceKey = uuid.NewString()
	}
	if ch.readPermission, err = ch.checkRead(id); err != nil {
		return nil, nil, err
	}
	replayed, err := ch.readReplay(params.Config.Broadcast.Replay)
	if err != nil {
		return nil, nil, err
	}
	ch.ctx, ch.cancel = context.WithCancel(s.ctx)
	ch.setIdentity(id)
	ch.subscriptions = newSubscriptions(ch, params.Config.PostgresChanges)
	return ch, replayed, nil
}

// chooseToken returns the token of the join, or that of the connection.
func (p joinParams) chooseToken(connectionToken string) string {
	switch {
	case caller.IsAPIKey(p.AccessToken) || caller.IsAPIKey(p.UserToken):
		return connectionToken
	case p.UserToken != "":
		return p.UserToken
	case p.AccessToken != "":
		return p.AccessToken
	}
	return connectionToken
}

// formatJoinReason returns the text of an error for the reply to a join.
func formatJoinReason(err error) string {
	var rejected *rejection
	if errors.As(err, &rejected) {
		return rejected.Error()
	}
	return "UnableToConnectToProject: " + databaseUnavailableMessage
}

// formatClientMessage returns the text of an error for a system message.
func formatClientMessage(err error) string {
	var rejected *rejection
	if errors.As(err, &rejected) {
		return rejected.message
	}
	return databaseUnavailableMessage
}

const databaseUnavailableMessage = "Realtime was unable to connect to the project database"

// replicationReadyTimeout is the maximum wait for the replication connection.
const replicationReadyTimeout = 10 * time.Second

// notifyReplicationReady notifies the client when the replication connection is established, or
// closes the channel after the timeout.
func (ch *channel) notifyReplicationReady() {
	ctx, cancel := context.WithTimeout(ch.ctx, replicationReadyTimeout)
	defer cancel()
	err := ch.socket.h.stream.waitUntilUp(ctx)
	ch.socket.mu.Lock()
	defer ch.socket.mu.Unlock()
	switch {
	case ch.ctx.Err() != nil:
	case err != nil:
		ch.shutdown("Replication connection was not established in time")
	default:
		ch.sendSystem("system", statusOK, "Replication connection established")
	}
}
