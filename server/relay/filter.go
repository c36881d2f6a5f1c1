package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"
)

// Events of the protocol.
const (
	eventJoin        = "phx_join"
	eventLeave       = "phx_leave"
	eventReply       = "phx_reply"
	eventClose       = "phx_close"
	eventError       = "phx_error"
	eventHeartbeat   = "heartbeat"
	eventAccessToken = "access_token"
	eventBroadcast   = "broadcast"
	eventPresence    = "presence"

	phoenixTopic = "phoenix" // of heartbeats
)

// User contains what other users see of the user of a connection.
type User struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	AvatarURL string `json:"avatarUrl,omitempty"`
}

// Limits of a connection.
type Limits struct {
	Channels       int // that are joined at the same time
	BroadcastBytes int // size of a broadcast's payload
	PresenceBytes  int // size of a presence payload
}

// Options configures a Filter.
type Options struct {
	Version Version
	Limits  Limits
	User    User
	Token   string // of the user
	Sealer  *Sealer
	// CheckTable returns a Rejection if the user cannot see a table. It can block.
	CheckTable func(schema, table string) error
	// FilterLocation returns the parts that the user can see of the location of another user in a
	// table. It can block. FromBackend calls it.
	FilterLocation func(schema, table string, location Location) Location
}

// Filter decides about the frames of one connection. FromClient and Renew must not be
// called concurrently; FromBackend can be called concurrently with both.
type Filter struct {
	version    Version
	limits     Limits
	sealer     *Sealer
	checkTable func(schema, table string) error
	user       User
	token      string

	filterLocation func(schema, table string, location Location) Location

	mu     sync.Mutex
	joined map[string]join // by topic
}

// join is a channel that the client has joined, or is about to join.
type join struct {
	topic
	joinRef, ref string
}

// NewFilter returns a filter without channels.
func NewFilter(options Options) *Filter {
	return &Filter{
		version: options.Version, limits: options.Limits, sealer: options.Sealer, checkTable: options.CheckTable,
		filterLocation: options.FilterLocation,
		user:           options.User, token: options.Token, joined: map[string]join{},
	}
}

// Decision is what happens with a message of a client: it is forwarded to the backend,
// the relay replies itself, or, if both are nil, it is dropped.
type Decision struct {
	Forward *Message
	Reply   *Message
}

// FromClient returns what happens with a message of the client. It returns ErrMalformed for a message that is not a
// frame of the protocol; the caller then closes the connection.
func (f *Filter) FromClient(m Message) (Decision, error) {
	in, err := f.version.parse(m)
	if err != nil {
		return Decision{}, err
	}
	out, err := f.rewrite(in)
	switch {
	case errors.Is(err, errDropped):
		return Decision{}, nil
	case err != nil:
		return Decision{Reply: f.newErrorReply(in, err)}, nil
	}
	forward := f.version.encode(out)
	return Decision{Forward: &forward}, nil
}

// Rejection is the reason for which the relay or the caller of NewFilter rejects a frame.
// The client receives the text, in the style of the backend's reasons ("Unauthorized: ...").
type Rejection string

// Error returns the text.
func (r Rejection) Error() string { return string(r) }

// errDropped drops a frame without a reply.
var errDropped = errors.New("dropped")

// rewrite returns the frame to send to the backend for a client's frame:
//   - a heartbeat or leave unchanged,
//   - a join with the user's token and only allowed settings (rewriteJoin),
//   - a presence or broadcast, sealed on topics of which isSealed is true.
//
// errDropped drops the frame without a reply. Any other error rejects it; the client receives its text.
func (f *Filter) rewrite(in frame) (frame, error) {
	switch {
	case in.topic == phoenixTopic && in.event == eventHeartbeat:
		return in, nil
	case in.event == eventAccessToken:
		return in, errDropped // only the relay renews tokens
	case in.event == eventJoin:
		return f.rewriteJoin(in)
	}
	f.mu.Lock()
	channel, isJoined := f.joined[in.topic]
	if isJoined && in.event == eventLeave {
		delete(f.joined, in.topic)
	}
	f.mu.Unlock()
	switch {
	case !isJoined:
		return in, Rejection("unmatched topic") // Phoenix' own text
	case in.event == eventLeave:
		return in, nil
	case in.event == eventPresence:
		return f.rewritePresence(channel.topic, in)
	case in.event == eventBroadcast:
		return f.rewriteBroadcast(channel.topic, in)
	}
	return in, errDropped // the backend knows no other event of clients
}

// newErrorReply returns the phx_reply with the status "error" to a client's frame that the relay rejects for the reason.
func (f *Filter) newErrorReply(to frame, reason error) *Message {
	topic := to.topic
	if !utf8.ValidString(topic) {
		topic = string(bytes.ToValidUTF8([]byte(topic), []byte("?")))
	}
	reply := f.version.encode(frame{
		joinRef: to.joinRef, ref: to.ref, topic: topic, event: eventReply,
		payload: encodeJSON(map[string]any{"status": "error", "response": map[string]string{"reason": reason.Error()}}),
	})
	return &reply
}

// Renew sets the user and the token of the connection after the token was refreshed. It returns the access_token
// messages to send to the backend, one for each joined channel.
func (f *Filter) Renew(user User, token string) []Message {
	f.user, f.token = user, token
	payload := encodeJSON(map[string]string{"access_token": token})
	f.mu.Lock()
	defer f.mu.Unlock()
	messages := make([]Message, 0, len(f.joined))
	for name, channel := range f.joined {
		messages = append(messages, f.version.encode(frame{
			joinRef: channel.joinRef, ref: null, topic: name, event: eventAccessToken, payload: payload,
		}))
	}
	return messages
}

// Channels returns the number of joined channels.
func (f *Filter) Channels() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.joined)
}

// parseFields parses a JSON object into its members. The error says that `name` must be an object.
func parseFields(text json.RawMessage, name string) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil || fields == nil {
		return nil, fmt.Errorf("%s must be an object", name)
	}
	return fields, nil
}
