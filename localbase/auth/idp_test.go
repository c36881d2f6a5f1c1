package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/pgtest"
)

// idp is a minimal OpenID provider that signs in a single user without a form.
type idp struct {
	*httptest.Server
	keys        *caller.Keys
	profile     object // claims of the id_token
	userInfo    object // claims of the userinfo endpoint
	lastRequest url.Values
}

func startIDP(t *testing.T) *idp {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := caller.NewKeys([]byte(pgtest.Secret), nil).WithES256(key)
	if err != nil {
		t.Fatal(err)
	}
	p := &idp{keys: keys, profile: object{
		"sub": "subject-1", "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace", "picture": "https://img.test/ada.png",
	}}
	mux := http.NewServeMux()
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	write := func(w http.ResponseWriter, body any) {
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(body); err != nil {
			t.Error(err)
		}
	}
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		write(w, object{
			"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
			"jwks_uri": p.URL + "/jwks", "userinfo_endpoint": p.URL + "/userinfo", "id_token_signing_alg_values_supported": []string{"ES256"},
		})
	})
	mux.HandleFunc("/jwks", func(w http.ResponseWriter, _ *http.Request) { write(w, p.keys.JWKS()) })
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		if id, secret, _ := r.BasicAuth(); r.FormValue("code") != "idp-code" || id != "client" || secret != "s3cret" {
			w.WriteHeader(http.StatusBadRequest)
			write(w, object{"error": "invalid_grant"})
			return
		}
		write(w, object{"access_token": "idp-access", "refresh_token": "idp-refresh", "token_type": "Bearer", "expires_in": 60, "id_token": p.idToken(t, nil)})
	})
	mux.HandleFunc("/userinfo", func(w http.ResponseWriter, _ *http.Request) { write(w, p.userInfo) })
	return p
}

// idToken returns an id_token of the user, with changed claims.
func (p *idp) idToken(t *testing.T, change object) string {
	t.Helper()
	claims := object{"iss": p.URL, "aud": "client", "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix()}
	maps.Copy(claims, p.profile)
	maps.Copy(claims, change)
	token, err := p.keys.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (p *idp) configure(o *auth.Options) {
	o.Providers = map[string]auth.Provider{"keycloak": {Issuer: p.URL, ClientID: "client", ClientSecret: "s3cret"}}
}

// completeSignIn follows a redirect to the provider and calls /callback, like a browser.
func (p *idp) completeSignIn(s *service, redirect testResponse) testResponse {
	s.t.Helper()
	address, query, _ := redirect.wantStatus(302).parseRedirect()
	if address != p.URL+"/authorize" {
		s.t.Fatalf("redirected to %s", address)
	}
	p.lastRequest = query
	return s.call("GET", "/callback?"+url.Values{"code": {"idp-code"}, "state": {query.Get("state")}}.Encode(), "", nil)
}
