package auth_test

import (
	"net/url"
	"testing"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/idptest"
)

// idp is an OpenID provider whose redirects the test follows itself.
type idp struct {
	*idptest.Provider
	lastRequest url.Values
}

func startIDP(t *testing.T) *idp {
	t.Helper()
	return &idp{Provider: idptest.Start(t)}
}

// idToken returns an id_token of the user, with changed claims.
func (p *idp) idToken(t *testing.T, change object) string {
	t.Helper()
	token, err := p.IDToken(change)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (p *idp) configure(o *auth.Options) {
	o.Providers = map[string]auth.Provider{"keycloak": {Issuer: p.URL, ClientID: idptest.ClientID, ClientSecret: idptest.ClientSecret}}
}

// completeSignIn follows a redirect to the provider and calls /callback, like a browser.
func (p *idp) completeSignIn(s *service, redirect testResponse) testResponse {
	s.t.Helper()
	address, query, _ := redirect.wantStatus(302).parseRedirect()
	if address != p.URL+"/authorize" {
		s.t.Fatalf("redirected to %s", address)
	}
	p.lastRequest = query
	return s.call("GET", "/callback?"+url.Values{"code": {idptest.Code}, "state": {query.Get("state")}}.Encode(), "", nil)
}
