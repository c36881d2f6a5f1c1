package relay

import (
	"encoding/json"
	"fmt"
)

const errTooManyChannels = Rejection("ChannelRateLimitReached: Too many channels") // the backend's own text

// rewriteJoin returns a join with the user's token and presence key, without the client's
// tokens. It rejects topics that clients cannot join, and changes of tables that the user
// cannot see.
func (f *Filter) rewriteJoin(in frame) (frame, error) {
	channel, err := parseTopic(in.topic)
	if err != nil {
		return in, err
	}
	if channel.kind != userChannel {
		if err := f.checkTable(channel.schema, channel.table); err != nil {
			return in, err
		}
	}
	fields, err := parseFields(in.payload, "the payload of a join")
	if err != nil {
		return in, err
	}
	if fields["config"], err = f.rewriteJoinConfig(fields["config"]); err != nil {
		return in, err
	}
	delete(fields, "user_token") // former name of access_token
	fields["access_token"] = encodeJSON(f.token)
	in.payload = encodeJSON(fields)

	f.mu.Lock()
	defer f.mu.Unlock()
	if _, isJoined := f.joined[in.topic]; !isJoined && len(f.joined) >= f.limits.Channels {
		return in, errTooManyChannels
	}
	f.joined[in.topic] = join{topic: channel, joinRef: in.joinRef, ref: in.ref}
	return in, nil
}

// rewriteJoinConfig checks the subscriptions to changes, and sets the presence key to the
// user's id: presences of one user have one key, and nobody can use another user's key.
func (f *Filter) rewriteJoinConfig(config json.RawMessage) (json.RawMessage, error) {
	if isMissing(config) {
		config = json.RawMessage("{}")
	}
	fields, err := parseFields(config, "config")
	if err != nil {
		return nil, err
	}
	presence := map[string]json.RawMessage{}
	if !isMissing(fields["presence"]) {
		if presence, err = parseFields(fields["presence"], "config.presence"); err != nil {
			return nil, err
		}
	}
	presence["key"] = encodeJSON(f.user.ID)
	fields["presence"] = encodeJSON(presence)
	if !isMissing(fields["postgres_changes"]) {
		if fields["postgres_changes"], err = f.rewriteSubscriptions(fields["postgres_changes"]); err != nil {
			return nil, err
		}
	}
	return encodeJSON(fields), nil
}

// rewriteSubscriptions checks that each subscription names a table that the user can see.
func (f *Filter) rewriteSubscriptions(text json.RawMessage) (json.RawMessage, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, Rejection("postgres_changes must be a list")
	}
	for i, entry := range entries {
		fields, err := parseFields(entry, "an entry of postgres_changes")
		if err != nil {
			return nil, err
		}
		var schema, table string
		if json.Unmarshal(fields["schema"], &schema) != nil || json.Unmarshal(fields["table"], &table) != nil {
			return nil, Rejection("an entry of postgres_changes must name a schema and a table")
		}
		if err := f.checkTable(schema, table); err != nil {
			return nil, fmt.Errorf("postgres_changes: %w", err)
		}
		entries[i] = encodeJSON(fields) // equal names only once
	}
	return encodeJSON(entries), nil
}

func isMissing(text json.RawMessage) bool { return len(text) == 0 || string(text) == null }
