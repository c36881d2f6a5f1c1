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
	messageRetention = 72 * time.Hour // as upstream
	pruneInterval    = time.Hour
	maxReplay        = 25
)

// replayRequest asks, at the join of a private channel, for messages that the
// database sent before.
type replayRequest struct {
	Since float64 `json:"since"` // Unix milliseconds
	Limit *int    `json:"limit"` // 25 at most, and by default
}

// storedMessage is a row of realtime.messages.
type storedMessage struct {
	id      string
	topic   string
	event   string
	private bool
	payload rawJSON // nil: binary
	binary  []byte
}

// newBroadcast is the message as it is sent.
func (m storedMessage) newBroadcast(replayed bool) broadcast {
	meta := struct {
		ID       string `json:"id"`
		Replayed bool   `json:"replayed,omitempty"`
	}{m.id, replayed}
	if m.payload == nil {
		return broadcast{id: m.id, push: &userBroadcast{event: m.event, payload: m.binary, meta: encodeJSON(meta)}}
	}
	return broadcast{id: m.id, payload: broadcastPayload(m.event, m.payload, encodeJSON(meta))}
}

// readReplay reads what the join asks for, and notes it so that it isn't sent again.
func (ch *channel) readReplay(asked *replayRequest) ([]broadcast, error) {
	switch {
	case asked == nil:
		return nil, nil
	case !ch.room.private:
		return nil, newRejection("UnableToReplayMessages", "Replay is not allowed for public channels")
	case !ch.readPermission.broadcast:
		return nil, newRejection("Unauthorized", "You do not have permissions to read from this Channel topic: %s", ch.room.name)
	}
	limit := maxReplay
	if asked.Limit != nil {
		limit = max(1, min(*asked.Limit, maxReplay))
	}
	ctx, cancel := context.WithTimeout(ch.socket.ctx, databaseTimeout)
	defer cancel()
	rows, _ := ch.socket.h.opts.Pool.Query(ctx, `
		select id::text, coalesce(event, ''), payload::text, binary_payload from (
			select * from realtime.messages
			where extension = 'broadcast' and private and topic = $1 and inserted_at >= $2
			order by inserted_at desc limit $3
		) latest order by inserted_at`,
		ch.room.name, time.UnixMilli(int64(asked.Since)).UTC(), limit)
	messages, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (storedMessage, error) {
		m := storedMessage{topic: ch.room.name, private: true}
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
	sent := make([]broadcast, 0, len(messages))
	for _, m := range messages {
		ch.replayedIDs[m.id] = true
		sent = append(sent, m.newBroadcast(true))
	}
	return sent, nil
}

// sendReplay sends what replay has read.
func (ch *channel) sendReplay(messages []broadcast) {
	for _, m := range messages {
		if m.push != nil {
			ch.socket.enqueue(ch.socket.version.encodeBroadcast(ch.topic, m.push))
		} else {
			ch.send(eventBroadcast, m.payload)
		}
	}
}

// readMessage reads a row of realtime.messages that was put in. Rows that are
// no broadcast are passed over.
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
			m.private = text == "t"
		case "payload":
			m.payload = rawJSON(text)
		case "binary_payload":
			m.binary, _ = hex.DecodeString(strings.TrimPrefix(text, `\x`)) // bytea is always hexadecimal here
		}
	}
	return m, isBroadcast && (m.payload != nil || m.binary != nil)
}

// prune deletes old messages, now and every hour, until ctx ends.
func (h *Handler) prune(ctx context.Context) {
	tick := time.NewTicker(pruneInterval)
	defer tick.Stop()
	for {
		if err := h.pruneOnce(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("old realtime messages are not deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (h *Handler) pruneOnce(ctx context.Context) error {
	_, err := h.opts.Pool.Exec(ctx, `delete from realtime.messages where inserted_at < $1`, h.opts.Now().UTC().Add(-messageRetention))
	if err != nil {
		return fmt.Errorf("delete old messages: %w", err)
	}
	return nil
}
