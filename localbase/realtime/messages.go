package realtime

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	messageRetention = 72 * time.Hour // as in upstream
	pruneInterval    = time.Hour
	maxReplay        = 25
)

// replayRequest requests, at the join of a private channel, earlier messages of the database.
type replayRequest struct {
	Since float64 `json:"since"` // Unix milliseconds
	Limit *int    `json:"limit"` // default and maximum: 25
}

// storedMessage is a row of realtime.messages.
type storedMessage struct {
	id        string
	topic     string
	event     string
	isPrivate bool
	payload   rawJSON // nil: binary
	binary    []byte
}

// newBroadcast converts the message to a broadcast.
func (m storedMessage) newBroadcast(isReplayed bool) broadcast {
	meta := struct {
		ID       string `json:"id"`
		Replayed bool   `json:"replayed,omitempty"`
	}{m.id, isReplayed}
	if m.payload == nil {
		return broadcast{id: m.id, push: &userBroadcast{event: m.event, payload: m.binary, meta: encodeJSON(meta)}}
	}
	return broadcast{id: m.id, payload: broadcastPayload(m.event, m.payload, encodeJSON(meta))}
}

// readReplay returns the requested messages, and records their ids so that the stream does not send
// them again.
func (ch *channel) readReplay(request *replayRequest) ([]broadcast, error) {
	switch {
	case request == nil:
		return nil, nil
	case !ch.room.isPrivate:
		return nil, newRejection("UnableToReplayMessages", "Replay is not allowed for public channels")
	case !ch.readPermission.broadcast:
		return nil, newRejection("Unauthorized", "You do not have permissions to read from this Channel topic: %s", ch.room.name)
	}
	limit := maxReplay
	if request.Limit != nil {
		limit = max(1, min(*request.Limit, maxReplay))
	}
	ctx, cancel := context.WithTimeout(ch.socket.ctx, databaseTimeout)
	defer cancel()
	rows, _ := ch.socket.h.opts.Pool.Query(ctx, `
		select id::text, coalesce(event, ''), payload::text, binary_payload from (
			select * from realtime.messages
			where extension = 'broadcast' and private and topic = $1 and inserted_at >= $2
			order by inserted_at desc limit $3
		) latest order by inserted_at`,
		ch.room.name, time.UnixMilli(int64(request.Since)).UTC(), limit)
	messages, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (storedMessage, error) {
		m := storedMessage{topic: ch.room.name, isPrivate: true}
		var payload *string
		err := row.Scan(&m.id, &m.event, &payload, &m.binary)
		if payload != nil {
			m.payload = rawJSON(*payload)
		}
		return m, err
	})
	if err != nil {
		return nil, fmt.Errorf("read messages to replay: %w", err)
	}
	ch.replayedIDs = make(map[string]bool, len(messages))
	broadcasts := make([]broadcast, 0, len(messages))
	for _, m := range messages {
		ch.replayedIDs[m.id] = true
		broadcasts = append(broadcasts, m.newBroadcast(true))
	}
	return broadcasts, nil
}

// sendReplay sends the replayed messages.
func (ch *channel) sendReplay(messages []broadcast) {
	for _, m := range messages {
		if m.push != nil {
			ch.socket.enqueue(ch.socket.version.encodeBroadcast(ch.topic, m.push))
		} else {
			ch.send(eventBroadcast, m.payload)
		}
	}
}

// readMessage converts an inserted row of realtime.messages. ok is false if the row is not a
// broadcast.
func readMessage(relation relationMessage, row rowMessage) (m storedMessage, ok bool) {
	isBroadcast := false
	for i, d := range row.new {
		if i >= len(relation.columns) || d.kind != datumText {
			continue
		}
		switch text := string(d.text); relation.columns[i].name {
		case "id":
			m.id = text
		case "topic":
			m.topic = text
		case "event":
			m.event = text
		case "extension":
			isBroadcast = text == "broadcast"
		case "private":
			m.isPrivate = text == "t"
		case "payload":
			m.payload = rawJSON(text)
		case "binary_payload":
			m.binary, _ = hex.DecodeString(strings.TrimPrefix(text, `\x`)) // the replication connection sets bytea_output to hex
		}
	}
	return m, isBroadcast && (m.payload != nil || m.binary != nil)
}

// prune deletes old messages immediately and then every hour, until ctx ends.
func (h *Handler) prune(ctx context.Context) {
	tick := time.NewTicker(pruneInterval)
	defer tick.Stop()
	for {
		if err := h.pruneOnce(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("realtime: old messages not deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// pruneOnce deletes the messages that are older than messageRetention.
func (h *Handler) pruneOnce(ctx context.Context) error {
	_, err := h.opts.Pool.Exec(ctx, `delete from realtime.messages where inserted_at < $1`, h.opts.Now().UTC().Add(-messageRetention))
	if err != nil {
		return fmt.Errorf("delete old messages: %w", err)
	}
	return nil
}
