package realtime

import (
	"encoding/json"
)

// broadcastMessage handles a client's `broadcast`. Without the channel's ack
// there is no reply; one that policies refuse is passed over in silence, as
// upstream. ch.socket.mu is held.
func (ch *channel) broadcastMessage(f frame) {
	h := ch.socket.h
	allowed, err := ch.mayWrite()
	if err != nil {
		h.log.Error("realtime broadcast not authorized", "error", err)
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
	case over(f.size(), h.limits.PayloadBytes):
		ch.acknowledge(f, statusError, reason("payload_size_exceeded"))
		return
	case f.push == nil && !isObject(f.payload):
		ch.acknowledge(f, statusError, reason("the payload has to be an object"))
		return
	}
	var except *channel
	if !ch.self {
		except = ch
	}
	h.hub.broadcast(ch.room, except, broadcast{payload: f.payload, push: f.push})
	ch.acknowledge(f, statusOK, emptyObject)
}

func (ch *channel) acknowledge(f frame, status string, response rawJSON) {
	if ch.ack {
		ch.reply(f, status, response)
	}
}

func isObject(data rawJSON) bool {
	var object map[string]rawJSON
	return json.Unmarshal(data, &object) == nil && object != nil
}
