package auth_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
)

func buildAuthorizePath(params url.Values) string {
	query := url.Values{"provider": {"keycloak"}}
	for key, values := range params {
		query[key] = values
	}
	return "/authorize?" + query.Encode()
}

func TestSignInWithAProvider(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	callback := p.completeSignIn(s, s.call("GET", buildAuthorizePath(url.Values{"redirect_to": {siteURL + "/home"}, "scopes": {"groups"}, "prompt": {"login"}}), "", nil))
	if p.lastRequest.Get("client_id") != "client" || p.lastRequest.Get("redirect_uri") != externalURL+"/callback" || p.lastRequest.Get("response_type") != "code" ||
		p.lastRequest.Get("scope") != "openid email profile groups" || p.lastRequest.Get("prompt") != "login" || p.lastRequest.Has("redirect_to") {
		t.Errorf("got provider request %v", p.lastRequest)
	}
	address, query, fragment := callback.wantStatus(302).parseRedirect()
	if address != siteURL+"/home" || query.Has("code") || fragment.Get("provider_token") != "idp-access" || fragment.Get("provider_refresh_token") != "idp-refresh" {
		t.Errorf("got %s %v %v", address, query, fragment)
	}
	u := s.user(fragment.Get("access_token"))
	if u.Email != "ada@example.com" || u.EmailConfirmedAt == nil || u.AppMetadata["provider"] != "keycloak" || u.UserMetadata["full_name"] != "Ada Lovelace" ||
		u.UserMetadata["avatar_url"] != "https://img.test/ada.png" {
		t.Errorf("got %+v", u)
	}
	if len(u.Identities) != 1 || u.Identities[0].ID != "subject-1" || u.Identities[0].Data["provider_id"] != "subject-1" {
		t.Errorf("got %+v", u.Identities)
	}
	if amr := parseClaims(t, fragment.Get("access_token"))["amr"].([]any); amr[0].(object)["method"] != "oauth" {
		t.Errorf("got amr %v", amr)
	}

	p.Profile["name"] = "Countess Lovelace"
	_, _, fragment = p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).parseRedirect()
	if again := s.user(fragment.Get("access_token")); again.ID != u.ID || again.UserMetadata["name"] != "Countess Lovelace" {
		t.Errorf("second sign-in: got %+v", again)
	}
}

func TestProviderWithPKCE(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	c := challenge()
	callback := p.completeSignIn(s, s.call("GET", buildAuthorizePath(url.Values{
		"code_challenge": {c["code_challenge"].(string)}, "code_challenge_method": {"s256"}}), "", nil))
	_, query, fragment := callback.wantStatus(302).parseRedirect()
	if query.Get("code") == "" || len(fragment) != 0 {
		t.Fatalf("got %v %v", query, fragment)
	}
	got := decode[object](s.exchange(query.Get("code"), verifier).wantStatus(200))
	if got["provider_token"] != "idp-access" || got["provider_refresh_token"] != "idp-refresh" || got["access_token"] == "" {
		t.Errorf("got %v", got)
	}
	s.exchange(query.Get("code"), verifier).wantError(404, "flow_state_not_found")
}

func TestAuthorizeRejections(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	s.call("GET", "/authorize?provider=google", "", nil).wantError(400, "validation_failed")
	s.call("GET", buildAuthorizePath(url.Values{"code_challenge": {"abc"}, "code_challenge_method": {"s256"}}), "", nil).wantError(400, "validation_failed")
}

func TestCallbackRejections(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	state := func() string {
		_, query, _ := s.call("GET", buildAuthorizePath(url.Values{"redirect_to": {siteURL + "/home"}}), "", nil).wantStatus(302).parseRedirect()
		return query.Get("state")
	}
	used := state()
	s.call("GET", "/callback?code=idp-code&state="+used, "", nil).wantStatus(302)
	expired := state()
	s.clock.advance(6 * time.Minute)
	for _, test := range []struct {
		name, query, target, code string
	}{
		{"no state", "code=idp-code", siteURL, "bad_oauth_callback"},
		{"an invalid state", "code=idp-code&state=invalid", siteURL, "bad_oauth_state"},
		{"an unknown state", "code=idp-code&state=11111111-1111-1111-1111-111111111111", siteURL, "bad_oauth_state"},
		{"a used state", "code=idp-code&state=" + used, siteURL, "bad_oauth_state"},
		{"an expired state", "code=idp-code&state=" + expired, siteURL, "bad_oauth_state"},
	} {
		t.Run(test.name, func(t *testing.T) {
			address, query, fragment := s.call("GET", "/callback?"+test.query, "", nil).wantStatus(302).parseRedirect()
			if address != test.target || query.Get("error_code") != test.code || fragment.Get("error_code") != test.code || fragment.Has("access_token") {
				t.Errorf("got %s %v %v", address, query, fragment)
			}
		})
	}
	address, query, _ := s.call("GET", "/callback?error=access_denied&error_description=The+user+refused&state="+state(), "", nil).wantStatus(302).parseRedirect()
	if address != siteURL+"/home" || query.Get("error") != "access_denied" || query.Get("error_description") != "The user refused" {
		t.Errorf("got %s %v", address, query)
	}
}

func TestProviderFailureDoesNotRevealCause(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	_, query, _ := s.call("GET", buildAuthorizePath(nil), "", nil).wantStatus(302).parseRedirect()
	got := s.call("GET", "/callback?code=wrong&state="+query.Get("state"), "", nil).wantStatus(302)
	_, query, _ = got.parseRedirect()
	if query.Get("error") != "server_error" || query.Get("error_code") != "unexpected_failure" || strings.Contains(got.Header.Get("Location"), "invalid_grant") {
		t.Errorf("got %v", query)
	}
	if !strings.Contains(s.log.String(), "invalid_grant") {
		t.Errorf("the log doesn't contain the cause: %s", s.log)
	}
	s.log.Reset()
}

func TestProviderIdentitiesAreLinkedByVerifiedAddress(t *testing.T) {
	for _, test := range []struct {
		name     string
		verified bool
		isLinked bool
	}{{"a verified address", true, true}, {"an unverified address", false, false}} {
		t.Run(test.name, func(t *testing.T) {
			p := startIDP(t)
			s := start(t, p.configure)
			ada := s.signUp("ada@example.com")
			s.clock.advance(time.Second)
			p.Profile["email_verified"] = test.verified
			_, query, fragment := p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).wantStatus(302).parseRedirect()
			if !test.isLinked {
				if query.Get("error_code") != "provider_email_needs_verification" || fragment.Has("access_token") {
					t.Errorf("got %v %v", query, fragment)
				}
				return
			}
			u := s.user(fragment.Get("access_token"))
			if u.ID != ada.User.ID || len(u.Identities) != 2 || u.AppMetadata["provider"] != "email" || len(u.AppMetadata["providers"].([]any)) != 2 {
				t.Errorf("got %+v", u)
			}
			s.signIn("ada@example.com", password).wantStatus(200) // the password remains valid
		})
	}
}

// A person who has signed up with another person's address must lose access.
func TestProviderTakesOverUnconfirmedAccount(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure, confirmByMail)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": "attacker's", "data": object{"role": "x"}}).wantStatus(200)
	_, _, fragment := p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).wantStatus(302).parseRedirect()
	u := s.user(fragment.Get("access_token"))
	if len(u.Identities) != 1 || u.Identities[0].Provider != "keycloak" || u.UserMetadata["role"] != nil {
		t.Errorf("got %+v", u)
	}
	s.signIn("ada@example.com", "attacker's").wantError(400, "invalid_credentials")
}

func TestUnverifiedAddressIsConfirmedByMail(t *testing.T) {
	p := startIDP(t)
	p.Profile["email_verified"] = false
	s := start(t, p.configure, confirmByMail)
	_, query, _ := p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).wantStatus(302).parseRedirect()
	if query.Get("error") != "access_denied" || query.Get("error_code") != "provider_email_needs_verification" {
		t.Errorf("got %v", query)
	}
	_, _, fragment := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect()
	if u := s.user(fragment.Get("access_token")); u.Identities[0].Provider != "keycloak" || u.EmailConfirmedAt == nil {
		t.Errorf("got %+v", u)
	}
}

func TestAddressFromUserInfo(t *testing.T) {
	for subject, isAccepted := range map[string]bool{"subject-1": true, "another-subject": false} {
		t.Run(subject, func(t *testing.T) {
			p := startIDP(t)
			delete(p.Profile, "email")
			p.UserInfo = object{"sub": subject, "email": "info@example.com", "email_verified": true}
			s := start(t, p.configure)
			_, _, fragment := p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).wantStatus(302).parseRedirect()
			if fragment.Has("access_token") != isAccepted {
				t.Fatalf("got %v", fragment)
			}
			if isAccepted && s.user(fragment.Get("access_token")).Email != "info@example.com" {
				t.Error("the address is different")
			}
			s.log.Reset()
		})
	}
}

func TestProvidersRespectDisabledSignUpAndBans(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure, func(o *auth.Options) { o.DisableSignup = true })
	_, query, _ := p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).wantStatus(302).parseRedirect()
	if query.Get("error_code") != "signup_disabled" || query.Get("error") != "access_denied" {
		t.Errorf("got %v", query)
	}
	s.call("POST", "/admin/users", s.serviceRole(), object{"email": "ada@example.com", "email_confirm": true, "ban_duration": "24h"}).wantStatus(200)
	_, query, fragment := p.completeSignIn(s, s.call("GET", buildAuthorizePath(nil), "", nil)).wantStatus(302).parseRedirect()
	if query.Get("error_code") != "user_banned" || fragment.Has("access_token") {
		t.Errorf("got %v", query)
	}
}

func TestIDTokenGrant(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	sum := sha256.Sum256([]byte("raw-nonce"))
	hashed := hex.EncodeToString(sum[:])
	grant := func(body object) testResponse { return s.call("POST", "/token?grant_type=id_token", "", body) }
	in := decode[session](grant(object{"provider": "keycloak", "id_token": p.idToken(t, nil)}).wantStatus(200))
	if in.User.Email != "ada@example.com" {
		t.Errorf("got %+v", in.User)
	}
	again := decode[session](grant(object{"provider": "keycloak", "id_token": p.idToken(t, object{"nonce": hashed}), "nonce": "raw-nonce"}).wantStatus(200))
	if again.User.ID != in.User.ID {
		t.Error("the account is different")
	}
	otherIDP := startIDP(t)
	for _, test := range []struct {
		name string
		body object
		code string
	}{
		{"no token", object{"provider": "keycloak"}, "validation_failed"},
		{"unknown provider", object{"provider": "google", "id_token": p.idToken(t, nil)}, "provider_disabled"},
		{"invalid token", object{"provider": "keycloak", "id_token": "invalid"}, "validation_failed"},
		{"another audience", object{"provider": "keycloak", "id_token": p.idToken(t, object{"aud": "other"})}, "validation_failed"},
		{"expired", object{"provider": "keycloak", "id_token": p.idToken(t, object{"exp": time.Now().Add(-time.Hour).Unix()})}, "validation_failed"},
		{"signature of another provider", object{"provider": "keycloak", "id_token": otherIDP.idToken(t, object{"iss": p.URL})}, "validation_failed"},
		{"only the token has a nonce", object{"provider": "keycloak", "id_token": p.idToken(t, object{"nonce": hashed})}, "validation_failed"},
		{"different nonces", object{"provider": "keycloak", "id_token": p.idToken(t, object{"nonce": hashed}), "nonce": "other"}, "validation_failed"},
	} {
		t.Run(test.name, func(t *testing.T) { grant(test.body).wantError(400, test.code) })
	}
}

func enableLinking(o *auth.Options) { o.ManualLinking, o.AnonymousUsers = true, true }

func TestLinkAndUnlinkIdentity(t *testing.T) {
	p := startIDP(t)
	p.Profile["email"] = "ada@work.example"
	s := start(t, p.configure, enableLinking)
	in := s.signUp("ada@example.com")
	s.clock.advance(time.Second) // the provider's identity must be newer
	linkPath := "/user/identities" + buildAuthorizePath(url.Values{"skip_http_redirect": {"true"}})
	link := func(token string) testResponse {
		t.Helper()
		target, err := url.Parse(decode[struct{ URL string }](s.call("GET", linkPath, token, nil).wantStatus(200)).URL)
		if err != nil {
			t.Fatal(err)
		}
		return s.call("GET", "/callback?code=idp-code&state="+target.Query().Get("state"), "", nil).wantStatus(302)
	}
	_, _, fragment := link(in.AccessToken).parseRedirect()
	u := s.user(fragment.Get("access_token"))
	if u.ID != in.User.ID || u.Email != "ada@example.com" || len(u.Identities) != 2 {
		t.Fatalf("got %+v", u)
	}
	if _, query, _ := link(in.AccessToken).parseRedirect(); query.Get("error_code") != "identity_already_exists" {
		t.Errorf("linked twice: got %v", query)
	}
	eve := s.signUp("eve@example.com")
	if _, query, _ := link(eve.AccessToken).parseRedirect(); query.Get("error_code") != "identity_already_exists" {
		t.Errorf("linked by another user: got %v", query)
	}

	providerIdentity := u.Identities[1]
	s.call("DELETE", "/user/identities/"+providerIdentity.IdentityID, eve.AccessToken, nil).wantError(422, "single_identity_not_deletable")
	s.call("DELETE", "/user/identities/11111111-1111-1111-1111-111111111111", in.AccessToken, nil).wantError(422, "identity_not_found")
	s.call("DELETE", "/user/identities/x", in.AccessToken, nil).wantError(404, "validation_failed")
	s.call("DELETE", "/user/identities/"+u.Identities[0].IdentityID, in.AccessToken, nil).wantStatus(200)
	after := s.user(in.AccessToken)
	if after.Email != "ada@work.example" || len(after.Identities) != 1 || after.AppMetadata["provider"] != "keycloak" {
		t.Errorf("got %+v", after)
	}
	s.call("DELETE", "/user/identities/"+providerIdentity.IdentityID, in.AccessToken, nil).wantError(422, "single_identity_not_deletable")
}

func TestLinkingConvertsAnonymousUser(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure, enableLinking)
	in := decode[session](s.call("POST", "/signup", "", object{}).wantStatus(200))
	_, _, fragment := p.completeSignIn(s, s.call("GET", "/user/identities"+buildAuthorizePath(nil), in.AccessToken, nil)).wantStatus(302).parseRedirect()
	u := s.user(fragment.Get("access_token"))
	if u.ID != in.User.ID || u.IsAnonymous || u.Email != "ada@example.com" || u.EmailConfirmedAt == nil {
		t.Errorf("got %+v", u)
	}
}

func TestLinkingByIDToken(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure, enableLinking)
	in := s.signUp("ada@example.com")
	body := object{"provider": "keycloak", "id_token": p.idToken(t, nil), "link_identity": true}
	s.call("POST", "/token?grant_type=id_token", "", body).wantError(401, "no_authorization")
	got := decode[session](s.call("POST", "/token?grant_type=id_token", in.AccessToken, body).wantStatus(200))
	if got.User.ID != in.User.ID || len(got.User.Identities) != 2 {
		t.Errorf("got %+v", got.User)
	}
}

func TestLinkingIsDisabledByDefault(t *testing.T) {
	p := startIDP(t)
	s := start(t, p.configure)
	in := s.signUp("ada@example.com")
	s.call("GET", "/user/identities"+buildAuthorizePath(nil), in.AccessToken, nil).wantError(404, "manual_linking_disabled")
	s.call("DELETE", "/user/identities/"+in.User.Identities[0].IdentityID, in.AccessToken, nil).wantError(404, "manual_linking_disabled")
}
