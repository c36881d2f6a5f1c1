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

	"github.com/tableside/tableside/localbase/auth/audit"
	"github.com/tableside/tableside/localbase/caller"
)

const maxBody = 1 << 20

// request is an HTTP request and, after requireAuthentication, its user and session.
type request struct {
	*http.Request
	responseHeader http.Header

	claims  claims
	user    *User
	session *session // nil if the token has no session

	events      []audit.Event // stored in the audit log if the endpoint succeeds
	queuedMails []Mail        // added to the mailbox if the endpoint succeeds
}

// claims contains the claims of an access token that this service uses.
type claims struct {
	Subject   string `json:"sub"`
	Role      string `json:"role"`
	SessionID string `json:"session_id"`
	Anonymous bool   `json:"is_anonymous"`
}

// response is the result of an endpoint: a JSON body, a redirect, or only a status.
type response struct {
	status   int
	body     any
	location string
}

// respondOK returns a response with status 200.
func respondOK(body any) response { return response{status: http.StatusOK, body: body} }

// endpoint handles a request. serve writes its response or its error.
type endpoint func(r *request) (response, error)

// serve converts an endpoint to an HTTP handler.
func (h *Handler) serve(handle endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, hr *http.Request) {
		hr.Body = http.MaxBytesReader(w, hr.Body, maxBody)
		r := &request{Request: hr, responseHeader: w.Header()}
		result, err := handle(r)
		if err != nil {
			h.writeError(w, hr, err)
			return
		}
		h.mailbox.add(r.queuedMails...)
		h.storeEvents(r)
		switch {
		case result.location != "":
			http.Redirect(w, hr, result.location, result.status)
		case result.body == nil:
			w.WriteHeader(result.status)
		default:
			writeJSON(w, result.status, result.body)
		}
	}
}

// decode parses the JSON body. It ignores unknown fields, like Supabase Auth, since newer clients can
// send them.
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

var bearerPattern = regexp.MustCompile(`^[Bb]earer (\S+)$`)

// verifyToken returns the claims of the request's token. The error is 401 no_authorization without a
// token, and 403 bad_jwt for an invalid token.
func (h *Handler) verifyToken(r *request) (claims, error) {
	match := bearerPattern.FindStringSubmatch(r.Header.Get("Authorization"))
	if match == nil {
		return claims{}, newError(http.StatusUnauthorized, codeNoAuthorization, "This endpoint requires a Bearer token")
	}
	verified, err := h.opts.Keys.Verify(match[1])
	if err != nil {
		return claims{}, newForbidden(codeBadJWT, "invalid JWT: unable to parse or verify signature, "+err.Error())
	}
	var c claims
	if err := json.Unmarshal(verified.Claims, &c); err != nil {
		return claims{}, newForbidden(codeBadJWT, "invalid JWT: "+err.Error())
	}
	return c, nil
}

// requireAuthentication sets r.claims, r.user and r.session. It rejects requests without a valid token,
// and with a user or session that doesn't exist.
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

// requireAdmin responds with 403 not_admin unless the token has the service role.
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

// ForwardedAddressHeader contains the address of the client for whom a server sends a request. The
// gateway deletes it from requests without the secret key. A hosted project also needs the
// setting 'IP address forwarding'.
const ForwardedAddressHeader = "Sb-Forwarded-For"

// address returns the client's address, or the zero Addr if it is unknown.
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
