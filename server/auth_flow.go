package server

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// flowKind is the kind of a sign-in that leaves the app: by a link in a mail, or by a
// provider. The state in its return address starts with its first character.
type flowKind string

const (
	flowOAuth       flowKind = "oauth"
	flowLink        flowKind = "link" // adds an identity to the signed-in user
	flowMail        flowKind = "mail" // a sign-in
	flowEmailChange flowKind = "email"
)

// flow is a sign-in that this browser has started (RFC 7636). It is in a cookie of its
// own, so that several can run side by side, and nobody else can finish them.
type flow struct {
	Kind      flowKind `json:"k"`
	Verifier  string   `json:"v"`
	Next      string   `json:"n"` // path that the user opens at the end
	UserID    string   `json:"u"` // user who was signed in at the start; "": nobody
	Add       bool     `json:"a"` // keep that user signed in
	CreatedAt int64    `json:"t"` // Unix milliseconds
	UsedCode  string   `json:"c"` // hash of the code with which it ended; "": it can be finished

	state string // random, in the name of the cookie and in the return address
}

const (
	flowCookieName = "tableside-flow."
	maxFlows       = 5 // in a browser; a new one replaces an ended or the oldest one
	// oauthFlowMaxAge limits the time at the provider, and mailFlowMaxAge the time until
	// the user opens the link: the auth service's maximum for a link.
	oauthFlowMaxAge = 10 * time.Minute
	mailFlowMaxAge  = 24 * time.Hour
	callbackPath    = "/auth/callback"
	accountPath     = "/account"
)

func (k flowKind) maxAge() time.Duration {
	if k == flowOAuth || k == flowLink {
		return oauthFlowMaxAge
	}
	return mailFlowMaxAge
}

// isMailState reports whether a state is that of a link in a mail.
func isMailState(state string) bool {
	return !strings.HasPrefix(state, "o") && !strings.HasPrefix(state, "l")
}

// newFlow returns a flow and its parameters for the auth service. The response must set
// its cookie with saveFlow.
func (s *Server) newFlow(r *http.Request, kind flowKind, next string, add bool) (*flow, supa.PKCE) {
	started := &flow{
		Kind: kind, Verifier: rand.Text() + rand.Text(), Next: checkNextPath(next), Add: add,
		CreatedAt: s.Now().UnixMilli(), state: string(kind[:1]) + rand.Text(),
	}
	if user := getRequestSession(r.Context()).user(); user != nil {
		started.UserID = user.ID
	}
	challenge := sha256.Sum256([]byte(started.Verifier))
	return started, supa.PKCE{
		Challenge:  base64.RawURLEncoding.EncodeToString(challenge[:]),
		RedirectTo: s.baseURL(r) + callbackPath + "?state=" + started.state,
	}
}

// newTokenRedirect returns the parameters of a mail whose link leads to a page with the tokens in the fragment, without PKCE: the
// recovery of a password, and the confirmation of a sign-up. The auth service ends a PKCE flow of these mails 5 minutes
// after the request, although it accepts their links for an hour or longer; only that of a mail for a sign-in continues until
// the link is opened. Source: supabase/auth, internal/models/flow_state.go (IsExpired), internal/api/token.go (PKCE).
func (s *Server) newTokenRedirect(r *http.Request) supa.PKCE {
	return supa.PKCE{RedirectTo: s.baseURL(r) + callbackPath}
}

// baseURL returns the address that users open, without a slash at its end.
func (s *settings) baseURL(r *http.Request) string {
	switch {
	case s.publicURL != nil:
		return s.publicURL.Scheme + "://" + s.publicURL.Host
	case r.TLS != nil:
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// checkNextPath returns a path of the app to which a sign-in can lead, or "/" if next is
// not one: a browser must not leave this server, or open a route of the API.
func checkNextPath(next string) string {
	route, _, _ := strings.Cut(next, "?")
	isUnescaped := func(c rune) bool { return c <= ' ' || c >= 0x7f } // a browser ignores control characters
	switch {
	case len(next) > 2000, !strings.HasPrefix(next, "/"), strings.ContainsFunc(next, isUnescaped),
		strings.ContainsAny(next, `\#`),                                     // a browser reads a backslash as a slash
		path.Clean(route) != strings.TrimSuffix(route, "/") && route != "/", // "//host", "/..//host"
		route == "/api", strings.HasPrefix(route, "/api/"), strings.HasPrefix(route, "/auth/"):
		return "/"
	}
	return next
}

// flowCookie returns the cookie of a flow without a value and an age.
func (s *Server) flowCookie(r *http.Request, state string) *http.Cookie {
	cookie := &http.Cookie{
		Name: flowCookieName + state, Path: "/", HttpOnly: true, Secure: s.isSecure(r), SameSite: http.SameSiteLaxMode,
	}
	if cookie.Secure {
		cookie.Name = "__Host-" + cookie.Name
	}
	return cookie
}

// saveFlow sets the cookie of a flow, and deletes others above maxFlows.
func (s *Server) saveFlow(c *echo.Context, started *flow) error {
	if err := s.setFlowCookie(c, started); err != nil {
		return err
	}
	for i, other := range s.readFlows(c.Request()) {
		if i >= maxFlows-1 {
			s.deleteFlow(c, other)
		}
	}
	return nil
}

// setFlowCookie sets the encrypted cookie with the state of a flow. It expires with the flow.
func (s *Server) setFlowCookie(c *echo.Context, f *flow) error {
	value, err := s.sessions.encrypt(flowCookieName+f.state, f)
	if err != nil {
		return err
	}
	cookie := s.flowCookie(c.Request(), f.state)
	cookie.Value, cookie.MaxAge = value, int(f.Kind.maxAge().Seconds())
	c.SetCookie(cookie)
	return nil
}

// endFlow stores which code has ended a flow, so that the server recognizes the code if the user
// opens the address again. The verifier is deleted.
func (s *Server) endFlow(c *echo.Context, ended *flow, code string) error {
	return s.setFlowCookie(c, &flow{Kind: ended.Kind, CreatedAt: ended.CreatedAt, UsedCode: hashCode(code), state: ended.state})
}

// hashCode returns a hash of the code of a PKCE flow.
func hashCode(code string) string {
	sum := sha256.Sum256([]byte(code))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (s *Server) deleteFlow(c *echo.Context, ended *flow) {
	cookie := s.flowCookie(c.Request(), ended.state)
	cookie.MaxAge = -1
	c.SetCookie(cookie)
}

// readFlows returns the flows that this browser has started and that have not expired:
// those that can be finished, newest first, and then those that have ended.
func (s *Server) readFlows(r *http.Request) []*flow {
	var flows []*flow
	prefix := s.flowCookie(r, "").Name
	for _, cookie := range r.Cookies() {
		state, isFlow := strings.CutPrefix(cookie.Name, prefix)
		if !isFlow {
			continue
		}
		found := &flow{state: state}
		if s.sessions.decrypt(flowCookieName+state, cookie.Value, found) != nil ||
			s.Now().After(time.UnixMilli(found.CreatedAt).Add(found.Kind.maxAge())) {
			continue
		}
		flows = append(flows, found)
	}
	slices.SortStableFunc(flows, func(a, b *flow) int {
		if a.hasEnded() != b.hasEnded() {
			return cmp.Compare(len(a.UsedCode), len(b.UsedCode))
		}
		return cmp.Compare(b.CreatedAt, a.CreatedAt)
	})
	return flows
}

func (f *flow) hasEnded() bool { return f.UsedCode != "" }

// findFlows returns the flows of this browser's cookies that have not ended: those with this state, or all if state is "".
// The error is link_used if the code has already ended one of them.
func (s *Server) findFlows(r *http.Request, code, state string) ([]*flow, error) {
	flows := s.readFlows(r)
	if slices.ContainsFunc(flows, func(f *flow) bool { return f.UsedCode == hashCode(code) && (state == "" || f.state == state) }) {
		return nil, &Error{Code: CodeLinkUsed, Message: "This link was already used in this browser.", Hint: "If you are not signed in, request a new one."}
	}
	return slices.DeleteFunc(flows, func(f *flow) bool { return f.hasEnded() || state != "" && f.state != state }), nil
}
