package realtime

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/tableside/tableside/localbase/httpjson"
)

// fieldErrors contains the errors of a message in a batch, by field.
type fieldErrors map[string][]string

const blankMessage = "can't be blank"

// batchMessage is a message in a batch.
type batchMessage struct {
	Topic   *string `json:"topic"`
	Event   *string `json:"event"`
	Payload rawJSON `json:"payload"`
	Private bool    `json:"private"`
}

// serveBroadcasts handles POST /api/broadcast {"messages":[{"topic","event","payload","private"}]}.
// 202: accepted; it ignores messages that the policies reject. 401: no valid token. 422: an invalid
// or too large message. 429: rate limit.
func (h *Handler) serveBroadcasts(w http.ResponseWriter, r *http.Request) {
	id, err := h.identifyRequest(r)
	if err != nil {
		writeError(w, http.StatusUnauthorized, err.Error())
		return
	}
	body, err := h.readBody(w, r)
	if err != nil {
		writeError(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	}
	var batch struct {
		Messages []batchMessage `json:"messages"`
	}
	if err := json.Unmarshal(body, &batch); err != nil {
		writeError(w, http.StatusBadRequest, "invalid batch of messages: "+err.Error())
		return
	}
	if errs := h.checkBatch(batch.Messages); errs != nil {
		httpjson.Write(w, http.StatusUnprocessableEntity, map[string]any{"errors": errs})
		return
	}
	if !h.events.AllowN(h.opts.Now(), len(batch.Messages)) {
		writeError(w, http.StatusTooManyRequests, "Too many messages to broadcast, please reduce the batch size")
		return
	}
	headers := encodePolicyHeaders(r)
	permissions := make(map[string]permission)
	for _, m := range batch.Messages {
		if m.Private {
			allowed, known := permissions[*m.Topic]
			if !known {
				if allowed, err = h.writePermission(r.Context(), policyRequest{id.Caller, *m.Topic, headers}); err != nil {
					h.writeUnavailable(w, err)
					return
				}
				permissions[*m.Topic] = allowed
			}
			if !allowed.broadcast {
				continue
			}
		}
		h.hub.broadcast(roomKey{*m.Topic, m.Private}, nil, broadcast{payload: broadcastPayload(*m.Event, m.Payload, nil)})
	}
	w.WriteHeader(http.StatusAccepted)
}

// checkBatch returns the errors of the messages in upstream's form, or nil.
func (h *Handler) checkBatch(messages []batchMessage) any {
	if len(messages) == 0 {
		return fieldErrors{"messages": {blankMessage}}
	}
	hasErrors := false
	errs := make([]fieldErrors, len(messages))
	for i, m := range messages {
		errs[i] = fieldErrors{}
		if m.Topic == nil || *m.Topic == "" {
			errs[i]["topic"] = []string{blankMessage}
		}
		if m.Event == nil || *m.Event == "" {
			errs[i]["event"] = []string{blankMessage}
		}
		switch {
		case m.Payload == nil || string(m.Payload) == "null":
			errs[i]["payload"] = []string{blankMessage}
		case !isObject(m.Payload):
			errs[i]["payload"] = []string{"is invalid"}
		case isOverLimit(len(m.Payload), h.limits.PayloadBytes):
			errs[i]["payload"] = []string{"Payload size exceeds tenant limit"}
		}
		hasErrors = hasErrors || len(errs[i]) > 0
	}
	if !hasErrors {
		return nil
	}
	return map[string]any{"messages": errs}
}

// serveBroadcast handles POST /api/broadcast/:topic/events/:event?private=. The body is the
// payload: JSON, or bytes as application/octet-stream. 202: sent. 401: no valid token. 403:
// rejected by the policies. 413, 415, 422: invalid body. 429: rate limit.
func (h *Handler) serveBroadcast(w http.ResponseWriter, r *http.Request) {
	id, err := h.identifyRequest(r)
	if err != nil {
		writeError(w, http.StatusUnauthorized, err.Error())
		return
	}
	push := &userBroadcast{event: r.PathValue("event")}
	switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind {
	case "application/json":
		push.isJSON = true
	case "application/octet-stream":
	default:
		writeError(w, http.StatusUnsupportedMediaType, "Content-Type must be application/json or application/octet-stream")
		return
	}
	if push.payload, err = h.readBody(w, r); err != nil {
		writeError(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	}
	switch {
	case isOverLimit(len(push.payload), h.limits.PayloadBytes):
		httpjson.Write(w, http.StatusUnprocessableEntity, map[string]any{"errors": fieldErrors{"payload": {"Payload size exceeds tenant limit"}}})
		return
	case push.isJSON && !json.Valid(push.payload):
		writeError(w, http.StatusUnprocessableEntity, "the body is not valid JSON")
		return
	case !h.events.Allow():
		writeError(w, http.StatusTooManyRequests, "You have exceeded your rate limit")
		return
	}
	room := roomKey{r.PathValue("topic"), r.URL.Query().Get("private") == "true"}
	if room.isPrivate {
		allowed, err := h.writePermission(r.Context(), policyRequest{id.Caller, room.name, encodePolicyHeaders(r)})
		if err != nil {
			h.writeUnavailable(w, err)
			return
		}
		if !allowed.broadcast {
			writeError(w, http.StatusForbidden, "Unauthorized")
			return
		}
	}
	h.hub.broadcast(room, nil, broadcast{push: push})
	w.WriteHeader(http.StatusAccepted)
}

// identifyRequest returns the caller of an HTTP request, by its token. The error is a rejection if
// there is no valid token.
func (h *Handler) identifyRequest(r *http.Request) (identity, error) {
	token := readRequestToken(r)
	if token == "" {
		return identity{}, newRejection("Unauthorized", "no token")
	}
	return h.identify(token)
}

// readBody reads a body of at most FrameBytes.
func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body := r.Body
	if h.limits.FrameBytes >= 0 {
		body = http.MaxBytesReader(w, body, int64(h.limits.FrameBytes))
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return nil, fmt.Errorf("read body: %w", err)
	}
	return data, nil
}

// writeUnavailable responds that the database is not available.
func (h *Handler) writeUnavailable(w http.ResponseWriter, err error) {
	h.log.Error("realtime: broadcast not authorized", "error", err)
	w.Header().Set("Retry-After", "1")
	writeError(w, http.StatusServiceUnavailable, databaseUnavailableMessage)
}
