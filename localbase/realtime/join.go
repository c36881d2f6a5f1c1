package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// joinParams are the payload of phx_join. What has a wrong type counts as
// missing, as upstream.
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
	UserToken   string `json:"user_token"` // the older name
}

// lenientBool is a boolean that may come as a string.
type lenientBool bool

// UnmarshalJSON takes everything but true for false.
func (f *lenientBool) UnmarshalJSON(data []byte) error {
	*f = lenientBool(isEqualFold(strings.Trim(string(data), `"`), "true"))
	return nil
}

func parseJoin(payload rawJSON) joinParams {
	var p joinParams
	_ = json.Unmarshal(payload, &p) // goes on behind a wrong type, and reports it
	return p
}

// join answers phx_join. s.mu is held.
func (s *socket) join(f frame) {
	name, ok := strings.CutPrefix(f.topic, topicPrefix)
	if !ok {
		s.reply(f, statusError, encodeReason("unmatched topic"))
		return
	}
	if old := s.channels[f.topic]; old != nil {
		old.close() // Phoenix: a second join replaces the first
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
	reply := newReply(f, statusOK, encodeJSON(map[string][]rawJSON{eventChanges: collectEchoes(ch.subscriptions)}))
	s.h.hub.join(ch, ch.messageSubscription(), reply, ch.isPresenceOn && ch.readPermission.presence)
	if params.Config.Broadcast.ReplicationReady {
		go ch.notifyReplicationReady()
	}
	ch.sendReplay(replayed)
	ch.subscribe(ch.subscriptions)
}

var errTooManyJoins = newRejection("ClientJoinRateLimitReached", "Too many joins per second")

// openChannel checks a join and makes its channel, and reads what is to be replayed. Errors that are no *refusal are
// the database's.
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
		room:         roomKey{name: name, private: bool(params.Config.Private)},
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

// chooseToken is the one that the join brings, or else the connection's.
func (p joinParams) chooseToken(connection string) string {
	switch {
	case isAPIKey(p.AccessToken) || isAPIKey(p.UserToken):
		return connection
	case p.UserToken != "":
		return p.UserToken
	case p.AccessToken != "":
		return p.AccessToken
	}
	return connection
}

// formatJoinReason is an error as the client reads it in the reply.
func formatJoinReason(err error) string {
	var refused *rejection
	if errors.As(err, &refused) {
		return refused.Error()
	}
	return "UnableToConnectToProject: " + databaseUnavailableMessage
}

// formatClientMessage is an error as the client reads it when its channel is closed.
func formatClientMessage(err error) string {
	var refused *rejection
	if errors.As(err, &refused) {
		return refused.message
	}
	return databaseUnavailableMessage
}

const databaseUnavailableMessage = "Realtime was unable to connect to the project database"

// replicationReadyTimeout is how long a channel that asked for it waits for the database.
const replicationReadyTimeout = 10 * time.Second

// notifyReplicationReady says when broadcasts of the database arrive, or ends the channel.
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
