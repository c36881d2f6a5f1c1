package auth

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"regexp"

	"github.com/google/uuid"

	"github.com/tableside/tableside/localbase/caller"
)

const maxBody = 1 << 20

// request is an HTTP request and, past authenticate, whom it comes from.
type request struct {
	*http.Request
	responseHeader http.Header // of the answer

	claims  claims
	user    *User
	session *session // nil when the token names none

	queuedMails []Mail // delivered once the endpoint has succeeded
}

// claims are the parts of an access token that decide what its bearer may do here.
type claims struct {
	Subject   string `json:"sub"`
	Role      string `json:"role"`
	SessionID string `json:"session_id"`
	Anonymous bool   `json:"is_anonymous"`
}

// response is an endpoint's answer: a body written as JSON, or a redirect.
type response struct {
	status   int
	body     any
	location string
}

func respondOK(body any) response { return response{status: http.StatusOK, body: body} }

// endpoint answers one request; its error is written by fail.
type endpoint func(r *request) (response, error)

func (h *Handler) serve(e endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, hr *http.Request) {
		hr.Body = http.MaxBytesReader(w, hr.Body, maxBody)
		r := &request{Request: hr, responseHeader: w.Header()}
		answer, err := e(r)
		if err != nil {
			h.writeError(w, hr, err)
			return
		}
		h.mailbox.add(r.queuedMails...)
		switch {
		case answer.location != "":
			http.Redirect(w, hr, answer.location, answer.status)
		case answer.body == nil:
			w.WriteHeader(answer.status)
		default:
			writeJSON(w, answer.status, answer.body)
		}
	}
}

// decode reads the JSON body. Unknown fields are ignored, as Supabase Auth does:
// its clients send more than one version of the service knows.
func decode[T any](r *request) (T, error) {
	var in T
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return in, newBadRequest(codeBadJSON, "Could not read request body")
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return in, newBadRequest(codeBadJSON, fmt.Sprintf("Could not parse request body as JSON: %v", err))
	}
	return in, nil
}

var bearer = regexp.MustCompile(`^[Bb]earer (\S+)$`)

// verifyToken answers the claims of the request's token: 401 no_authorization
// without one, 403 bad_jwt when it doesn't verify.
func (h *Handler) verifyToken(r *request) (claims, error) {
	match := bearer.FindStringSubmatch(r.Header.Get("Authorization"))
	if match == nil {
		return claims{}, newError(http.StatusUnauthorized, codeNoAuthorization, "This endpoint requires a Bearer token")
	}
	from, err := h.opts.Keys.Verify(match[1])
	if err != nil {
		return claims{}, newForbidden(codeBadJWT, "invalid JWT: unable to parse or verify signature, "+err.Error())
	}
	var c claims
	if err := json.Unmarshal(from.Claims, &c); err != nil {
		return claims{}, newForbidden(codeBadJWT, "invalid JWT: "+err.Error())
	}
	return c, nil
}

// requireAuthentication lets through only requests of a user that exists, in a session
// that still does.
func (h *Handler) requireAuthentication(next endpoint) endpoint {
	return func(r *request) (response, error) {
		var err error
		if r.claims, err = h.verifyToken(r); err != nil {
			return response{}, err
		}
		if r.claims.Subject == "" {
			return response{}, newForbidden(codeBadJWT, "invalid claim: missing sub claim")
		}
		id, err := uuid.Parse(r.claims.Subject)
		if err != nil {
			return response{}, newBadRequest(codeBadJWT, "invalid claim: sub claim must be a UUID")
		}
		if r.user, err = h.db.findUserByID(r.Context(), id); err != nil {
			return response{}, err
		}
		if r.user == nil {
			return response{}, newForbidden(codeUserNotFound, "User from sub claim in JWT does not exist")
		}
		if r.claims.SessionID == "" || r.claims.SessionID == uuid.Nil.String() {
			return next(r)
		}
		sessionID, err := uuid.Parse(r.claims.SessionID)
		if err != nil {
			return response{}, newForbidden(codeBadJWT, "invalid claim: session_id claim must be a UUID")
		}
		if r.session, err = h.db.findSession(r.Context(), sessionID); err != nil {
			return response{}, err
		}
		if r.session == nil {
			return response{}, newForbidden(codeSessionNotFound, "Session from session_id claim in JWT does not exist")
		}
		return next(r)
	}
}

// requireAdmin lets through only the service role.
func (h *Handler) requireAdmin(next endpoint) endpoint {
	return func(r *request) (response, error) {
		var err error
		if r.claims, err = h.verifyToken(r); err != nil {
			return response{}, err
		}
		if r.claims.Role != caller.RoleService && r.claims.Role != "supabase_admin" {
			return response{}, newForbidden(codeNotAdmin, "User not allowed")
		}
		return next(r)
	}
}

// ForwardedAddressHeader names the client of a server that sends its users'
// requests. Only a request with the secret key may have it: the gateway deletes it
// otherwise. A hosted project needs the setting 'IP address forwarding' too.
const ForwardedAddressHeader = "Sb-Forwarded-For"

// address is the client's, for limits and for the session's row; invalid when it
// can't be told.
func (r *request) address() netip.Addr {
	if forwarded, err := netip.ParseAddr(r.Header.Get(ForwardedAddressHeader)); err == nil {
		return forwarded
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, _ := netip.ParseAddr(host) // the zero Addr is stored as null
	return addr
}
