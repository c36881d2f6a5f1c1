package realtime

import (
	"encoding/json"
)

// handleBroadcast handles a client's broadcast. It replies only if the channel was joined with ack.
// As in upstream, it ignores a broadcast that the policies reject. ch.socket.mu must be held.
func (ch *channel) handleBroadcast(f frame) {
	h := ch.socket.h
	allowed, err := ch.checkWrite()
	if err != nil {
		h.log.Error("realtime: broadcast not authorized", "error", err)
		return
	}
	if !allowed.broadcast {
		return
	}
	if !h.events.Allow() {
		ch.shutdown("Too many messages per second")
		return
	}
	switch {
	case isOverLimit(f.payloadSize(), h.limits.PayloadBytes):
		ch.sendAcknowledgment(f, statusError, encodeReason("payload_size_exceeded"))
		return
	case f.push == nil && !isObject(f.payload):
		ch.sendAcknowledgment(f, statusError, encodeReason("payload must be an object"))
		return
	}
	var except *channel
	if !ch.self {
		except = ch
	}
	h.hub.broadcast(ch.room, except, broadcast{payload: f.payload, push: f.push})
	ch.sendAcknowledgment(f, statusOK, emptyObject)
}

// sendAcknowledgment replies to a broadcast if the channel was joined with ack.
func (ch *channel) sendAcknowledgment(f frame, status string, response rawJSON) {
	if ch.ack {
		ch.reply(f, status, response)
	}
}

// isObject reports whether data is a JSON object.
func isObject(data rawJSON) bool {
	var object map[string]rawJSON
	return json.Unmarshal(data, &object) == nil && object != nil
}
