package localbase

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"html/template"
	"net/http"
	"strings"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
)

// keyPolicy is what a route wants of the `apikey` header or query parameter.
type keyPolicy int

const (
	keyOptional keyPolicy = iota // a wrong one is refused
	keyIgnored                   // a wrong one is passed over
)

// keyError is a body of the hosted gateway, always with status 401.
type keyError struct {
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

var (
	errInvalidKey = &keyError{
		Message: "Invalid API key",
		Hint:    "Double check your Supabase `anon` or `service_role` API key.",
	}
	errSecretInBrowser = &keyError{
		Message: "Forbidden use of secret API key in browser",
		Hint:    "Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately.",
	}
)

// gateway stands before the services, as the hosted one: it knows API keys and
// CORS, and nothing of the protocols. A service sees its path without the
// prefix and, in Authorization, a JWT or nothing that came from a key.
type gateway struct {
	info        Info
	keys        *caller.Keys
	services    []service
	checkHealth func(context.Context) error
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, s := range g.services {
		if inner, ok := stripPrefix(r, s.prefix); ok {
			g.forward(w, inner, s)
			return
		}
	}
	switch r.URL.Path {
	case "/":
		g.serveIndex(w)
	case "/health":
		g.serveHealth(w, r)
	default:
		writeJSON(w, http.StatusNotFound, map[string]string{"message": "no Route matched with those values"})
	}
}

// forward hands a request to its service.
func (g *gateway) forward(w http.ResponseWriter, r *http.Request, s service) {
	// Any site may ask, because a key or a token says who asks: there are no cookies.
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Expose-Headers", "*")
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		respondToPreflight(w, r)
		return
	}
	if refused := g.authorize(r, s); refused != nil {
		writeJSON(w, http.StatusUnauthorized, refused)
		return
	}
	s.handler.ServeHTTP(w, r)
}

func respondToPreflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT")
	if headers := r.Header.Get("Access-Control-Request-Headers"); headers != "" {
		h.Set("Access-Control-Allow-Headers", headers)
		h.Add("Vary", "Access-Control-Request-Headers")
	}
	h.Set("Access-Control-Max-Age", "3600")
	w.WriteHeader(http.StatusOK)
}

// stripPrefix copies r with the prefix taken off its path, which is otherwise
// left as it was sent: `//` and `..` may be parts of an object's name.
func stripPrefix(r *http.Request, prefix string) (*http.Request, bool) {
	path, ok := strings.CutPrefix(r.URL.Path, prefix)
	raw, okRaw := strings.CutPrefix(r.URL.RawPath, prefix)
	if !ok || (r.URL.RawPath != "" && !okRaw) || (path != "" && path[0] != '/') {
		return nil, false
	}
	if path == "" {
		path = "/"
	}
	inner := r.WithContext(r.Context())
	url := *r.URL
	url.Path, url.RawPath = path, raw
	inner.URL = &url
	inner.Header = r.Header.Clone()
	return inner, true
}

// authorize checks the API key of r, removes it, and writes the token of a
// publishable or secret key into Authorization, unless r has a token of its own.
// A legacy key is a JWT and gets no such token, as on hosted projects: alone in
// apikey it opens the gateway, and the request is anon's.
func (g *gateway) authorize(r *http.Request, s service) *keyError {
	key := extractKey(r)
	bearer := bearerToken(r)
	if !isSameSecret(key, g.info.SecretKey) {
		r.Header.Del(auth.ForwardedAddressHeader) // anybody could claim to be another client
	}
	if s.keyPolicy(r.URL.Path) == keyIgnored && !g.isKnownKey(key) {
		key = ""
	}
	if key == "" {
		if isAPIKey(bearer) {
			return errInvalidKey
		}
		return nil
	}
	token, ok := g.resolveKey(key)
	if !ok || isAPIKey(bearer) && !isSameSecret(bearer, key) {
		return errInvalidKey
	}
	if isSameSecret(key, g.info.SecretKey) && strings.HasPrefix(r.UserAgent(), "Mozilla/") {
		return errSecretInBrowser
	}
	if isAPIKey(bearer) || r.Header.Get("Authorization") == "" && (isAPIKey(key) || s.isKeyToken) {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return nil
}

func (g *gateway) isKnownKey(key string) bool {
	_, ok := g.resolveKey(key)
	return ok
}

// resolveKey answers the JWT that an API key stands for. The older keys are JWTs
// themselves: any that our secret signed for one of the two roles.
func (g *gateway) resolveKey(key string) (string, bool) {
	switch {
	case key == "":
		return "", false
	case isSameSecret(key, g.info.PublishableKey):
		return g.info.AnonKey, true
	case isSameSecret(key, g.info.SecretKey):
		return g.info.ServiceRoleKey, true
	}
	who, err := g.keys.Verify(key)
	if err != nil || who.Subject() != "" || (who.Role != caller.RoleAnon && who.Role != caller.RoleService) {
		return "", false
	}
	return key, true
}

func isSameSecret(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func isAPIKey(token string) bool { return strings.HasPrefix(token, "sb_") }

func bearerToken(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// extractKey reads the key and removes it: in a query of the REST service it would
// be a filter on a column of that name. The other parameters keep their bytes.
func extractKey(r *http.Request) string {
	key := r.Header.Get("Apikey")
	r.Header.Del("Apikey")
	if !strings.Contains(r.URL.RawQuery, "apikey=") {
		return key
	}
	inQuery := r.URL.Query().Get("apikey")
	if key == "" {
		key = inQuery
	}
	var others []string
	for parameter := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if !strings.HasPrefix(parameter, "apikey=") {
			others = append(others, parameter)
		}
	}
	r.URL.RawQuery = strings.Join(others, "&")
	return key
}

func (g *gateway) serveHealth(w http.ResponseWriter, r *http.Request) {
	if err := g.checkHealth(r.Context()); err != nil {
		w.Header().Set("Retry-After", "1")
		writeJSON(w, http.StatusServiceUnavailable, map[string]string{"status": "database unreachable"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

var indexPage = template.Must(template.New("index").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>localbase</title>
<h1>localbase</h1>
<p>A Supabase-compatible backend for development, at <code>{{.URL}}</code>:</p>
<ul>{{range .Paths}}<li><code>{{.}}</code></li>{{end}}</ul>
<p>Mail isn't sent. It is in the <a href="{{.MailboxURL}}">mailbox</a>.</p>
</html>
`))

func (g *gateway) serveIndex(w http.ResponseWriter) {
	page := struct {
		URL, MailboxURL string
		Paths           []string
	}{URL: g.info.URL, MailboxURL: g.info.MailboxURL}
	for _, s := range g.services {
		page.Paths = append(page.Paths, s.prefix)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	_ = indexPage.Execute(w, page) // fails only when the reader is gone
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails only when the reader is gone
}
