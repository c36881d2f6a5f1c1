// Package idptest runs a minimal OpenID provider for tests. It signs in a single user
// without a form.
package idptest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/caller"
)

// The client that the provider accepts, and the code that it issues.
const (
	ClientID     = "client"
	ClientSecret = "s3cret"
	Code         = "idp-code"
)

// Claims are claims of a token.
type Claims = map[string]any

// Provider is a running provider. Tests can change its fields between sign-ins.
type Provider struct {
	*httptest.Server
	Keys     *caller.Keys // sign the id_token
	Profile  Claims       // of the id_token
	UserInfo Claims       // of the userinfo endpoint
	Denial   string       // error of each authorization; "": the user consents

	mu      sync.Mutex
	request url.Values // of the latest authorization
}

// Start starts a provider, which ends with the test.
func Start(t testing.TB) *Provider {
	t.Helper()
	p := New()
	t.Cleanup(p.Close)
	return p
}

// New starts a provider. Its caller must close it. It panics if the machine has no
// randomness.
func New() *Provider {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	signing, err := caller.NewES256Key(key, "")
	if err != nil {
		panic(err)
	}
	keys := caller.NewKeys([]byte("a secret that signs nothing, 32 bytes"), nil).WithSigningKeys(signing)
	p := &Provider{Keys: keys, Profile: Claims{
		"sub": "subject-1", "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace", "picture": "https://img.test/ada.png",
	}}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", p.serveDiscovery)
	mux.HandleFunc("/jwks", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, p.Keys.JWKS()) })
	mux.HandleFunc("/authorize", p.authorize)
	mux.HandleFunc("/token", p.serveToken)
	mux.HandleFunc("/userinfo", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, p.UserInfo) })
	p.Server = httptest.NewServer(mux)
	return p
}

// serveDiscovery returns the OpenID configuration.
func (p *Provider) serveDiscovery(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, Claims{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri": p.URL + "/jwks", "userinfo_endpoint": p.URL + "/userinfo", "id_token_signing_alg_values_supported": []string{"ES256"},
	})
}

// authorize redirects to the client with the code, or with the error Denial.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	p.mu.Lock()
	p.request = query
	p.mu.Unlock()
	result := url.Values{"state": {query.Get("state")}, "code": {Code}}
	if p.Denial != "" {
		result = url.Values{"state": {query.Get("state")}, "error": {p.Denial}, "error_description": {"The user denied it"}}
	}
	http.Redirect(w, r, query.Get("redirect_uri")+"?"+result.Encode(), http.StatusFound)
}

// Request returns the parameters of the latest authorization.
func (p *Provider) Request() url.Values {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.request
}

// serveToken exchanges Code for tokens, with the credentials of the client.
func (p *Provider) serveToken(w http.ResponseWriter, r *http.Request) {
	if id, secret, _ := r.BasicAuth(); r.FormValue("code") != Code || id != ClientID || secret != ClientSecret {
		w.WriteHeader(http.StatusBadRequest)
		writeJSON(w, Claims{"error": "invalid_grant"})
		return
	}
	token, err := p.IDToken(nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	writeJSON(w, Claims{"access_token": "idp-access", "refresh_token": "idp-refresh", "token_type": "Bearer", "expires_in": 60, "id_token": token})
}

// IDToken returns an id_token of the user, with changed claims.
func (p *Provider) IDToken(change Claims) (string, error) {
	claims := Claims{"iss": p.URL, "aud": ClientID, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix()}
	maps.Copy(claims, p.Profile)
	maps.Copy(claims, change)
	return p.Keys.Sign(claims)
}

// writeJSON writes body as JSON.
func writeJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // a test that does not receive it fails
}
