package localbase

import (
	"context"
	"crypto/subtle"
	"html/template"
	"net/http"
	"strings"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/httpjson"
)

// keyPolicy states how a route treats an invalid key in the `apikey` header or query parameter.
// No route requires a key.
type keyPolicy int

const (
	keyOptional keyPolicy = iota // an invalid key is rejected
	keyIgnored                   // an invalid key is ignored
)

// keyError is an error body of the hosted gateway. Its status is always 401.
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

// gateway routes requests to the services, as the hosted gateway does. It handles API keys and
// CORS and is independent of the protocols. A service receives its path without the prefix
// and, in Authorization, the caller's own token or the JWT of an API key, never an API key.
type gateway struct {
	info        Info
	keys        *caller.Keys
	services    []service
	checkHealth func(context.Context) error
}

// ServeHTTP forwards a request to the service of its path, without the prefix. It serves / and
// /health itself.
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
		httpjson.Write(w, http.StatusNotFound, map[string]string{"message": "no Route matched with those values"})
	}
}

// forward authorizes a request and passes it to its service.
func (g *gateway) forward(w http.ResponseWriter, r *http.Request, s service) {
	// All origins are allowed: requests are authorized by keys and tokens, not by cookies.
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Expose-Headers", "*")
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		respondToPreflight(w, r)
		return
	}
	if rejection := g.authorize(r, s); rejection != nil {
		httpjson.Write(w, http.StatusUnauthorized, rejection)
		return
	}
	s.handler.ServeHTTP(w, r)
}

// respondToPreflight responds to an OPTIONS request of CORS: any method and header is allowed.
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

// stripPrefix returns a copy of r without the prefix of its path, and false if the path has
// another prefix. It does not clean the path: object names can contain `//` and `..`.
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

// authorize checks the API key of r and removes it. It sets Authorization to the JWT of a
// publishable or secret key, unless r has its own token. A legacy key is itself a JWT and,
// as on hosted projects, does not set Authorization: with only a legacy key in apikey, a
// request has the role anon.
func (g *gateway) authorize(r *http.Request, s service) *keyError {
	key := extractKey(r)
	bearer := bearerToken(r)
	if !isSameSecret(key, g.info.SecretKey) {
		r.Header.Del(auth.ForwardedAddressHeader) // only a trusted server can forward a client's address
	}
	if s.keyPolicy(r.URL.Path) == keyIgnored && !g.isKnownKey(key) {
		key = ""
	}
	if key == "" {
		if caller.IsAPIKey(bearer) {
			return errInvalidKey
		}
		return nil
	}
	token, ok := g.resolveKey(key)
	if !ok || caller.IsAPIKey(bearer) && !isSameSecret(bearer, key) {
		return errInvalidKey
	}
	if isSameSecret(key, g.info.SecretKey) && strings.HasPrefix(r.UserAgent(), "Mozilla/") {
		return errSecretInBrowser
	}
	if caller.IsAPIKey(bearer) || r.Header.Get("Authorization") == "" && (caller.IsAPIKey(key) || s.isKeyToken) {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return nil
}

// isKnownKey reports whether key is one of the backend's API keys.
func (g *gateway) isKnownKey(key string) bool {
	_, ok := g.resolveKey(key)
	return ok
}

// resolveKey returns the JWT of an API key, and false for an invalid key. A legacy key is a
// JWT for anon or service_role that our secret signed; resolveKey returns it unchanged.
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

// bearerToken returns the token in Authorization, or "".
func bearerToken(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// extractKey returns the key in the header or query and removes it, since the REST service would
// read the parameter as a filter. It does not change the encoding of the other parameters.
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
	var remaining []string
	for parameter := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if !strings.HasPrefix(parameter, "apikey=") {
			remaining = append(remaining, parameter)
		}
	}
	r.URL.RawQuery = strings.Join(remaining, "&")
	return key
}

// serveHealth responds with 200, or with 503 if the database is not reachable.
func (g *gateway) serveHealth(w http.ResponseWriter, r *http.Request) {
	if err := g.checkHealth(r.Context()); err != nil {
		w.Header().Set("Retry-After", "1")
		httpjson.Write(w, http.StatusServiceUnavailable, map[string]string{"status": "database unreachable"})
		return
	}
	httpjson.Write(w, http.StatusOK, map[string]string{"status": "ok"})
}

var indexPage = template.Must(template.New("index").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>localbase</title>
<h1>localbase</h1>
<p>A Supabase-compatible backend for development, at <code>{{.URL}}</code>:</p>
<ul>{{range .Paths}}<li><code>{{.}}</code></li>{{end}}</ul>
<p>Mails are not sent. Read them in the <a href="{{.MailboxURL}}">mailbox</a>.</p>
</html>
`))

// serveIndex writes a page with the URLs of the services.
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
	_ = indexPage.Execute(w, page) // fails only if the client disconnected
}
