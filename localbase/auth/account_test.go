package auth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
)

func TestGetUserAuthorization(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	for _, test := range []struct {
		name   string
		token  string
		status int
		code   string
	}{
		{"no token", "", 401, "no_authorization"},
		{"not a token", "invalid", 403, "bad_jwt"},
		{"another signature", in.AccessToken[:len(in.AccessToken)-4] + "AAAA", 403, "bad_jwt"},
		{"expired", s.sign(object{"sub": in.User.ID, "exp": s.clock.read().Add(-time.Minute).Unix()}), 403, "bad_jwt"},
		{"no subject", s.sign(object{"role": "anon"}), 403, "bad_jwt"},
		{"a subject that isn't a UUID", s.sign(object{"sub": "ada"}), 400, "bad_jwt"},
		{"an unknown subject", s.sign(object{"sub": "11111111-1111-1111-1111-111111111111"}), 403, "user_not_found"},
		{"a session that isn't a UUID", s.sign(object{"sub": in.User.ID, "session_id": "x"}), 403, "bad_jwt"},
		{"an unknown session", s.sign(object{"sub": in.User.ID, "session_id": "11111111-1111-1111-1111-111111111111"}), 403, "session_not_found"},
	} {
		t.Run(test.name, func(t *testing.T) { s.call("GET", "/user", test.token, nil).wantError(test.status, test.code) })
	}
	if u := s.user(in.AccessToken); u.ID != in.User.ID {
		t.Errorf("got %+v", u)
	}
}

func TestUserMetadataIsMerged(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	s.call("PUT", "/user", in.AccessToken, object{"data": object{"theme": "dark", "size": 3}}).wantStatus(200)
	u := decode[user](s.call("PUT", "/user", in.AccessToken, object{"data": object{"size": nil, "nested": object{"a": 1}}}).wantStatus(200))
	if u.UserMetadata["theme"] != "dark" || u.UserMetadata["nested"].(object)["a"] != 1.0 || u.UserMetadata["email_verified"] != true {
		t.Errorf("got %v", u.UserMetadata)
	}
	if _, exists := u.UserMetadata["size"]; exists {
		t.Errorf("null did not delete the key: %v", u.UserMetadata)
	}
	next := decode[session](s.refresh(in.RefreshToken).wantStatus(200))
	if parseClaims(t, next.AccessToken)["user_metadata"].(object)["theme"] != "dark" {
		t.Error("the next token doesn't contain the metadata")
	}
}

func TestUserUpdateRejections(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	s.signUp("eve@example.com")
	for _, test := range []struct {
		name   string
		body   any
		status int
		code   string
	}{
		{"app_metadata", object{"app_metadata": object{"role": "admin"}}, 403, "not_admin"},
		{"same password", object{"password": password}, 422, "same_password"},
		{"weak password", object{"password": "abc"}, 422, "weak_password"},
		{"another user's address", object{"email": "eve@example.com"}, 422, "email_exists"},
		{"an invalid address", object{"email": "eve"}, 400, "validation_failed"},
		{"phone", object{"phone": "441234567"}, 400, "phone_provider_disabled"},
		{"bad JSON", "[", 400, "bad_json"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.call("PUT", "/user", in.AccessToken, test.body).wantError(test.status, test.code)
		})
	}
	u := s.user(in.AccessToken)
	if u.Email != "ada@example.com" || u.AppMetadata["role"] != nil {
		t.Errorf("a rejected update changed the user: %+v", u)
	}
}

func TestNewPasswordEndsOtherSessionsAndInvalidatesCodes(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	other := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
	s.call("PUT", "/user", in.AccessToken, object{"password": "battery staple"}).wantStatus(200)

	s.call("GET", "/user", in.AccessToken, nil).wantStatus(200)
	s.call("GET", "/user", other.AccessToken, nil).wantError(403, "session_not_found")
	s.refresh(other.RefreshToken).wantError(400, "refresh_token_not_found")
	s.signIn("ada@example.com", password).wantError(400, "invalid_credentials")
	s.signIn("ada@example.com", "battery staple").wantStatus(200)
	s.call("POST", "/verify", "", object{"type": "recovery", "email": "ada@example.com", "token": s.lastMail("ada@example.com").Code}).
		wantError(403, "otp_expired")
}

func TestReauthenticationForANewPassword(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.SecurePasswordChange = true })
	in := s.signUp("ada@example.com")
	s.call("PUT", "/user", in.AccessToken, object{"password": "battery staple"}).wantStatus(200) // the session is new
	s.clock.advance(25 * time.Hour)
	in = decode[session](s.refresh(in.RefreshToken).wantStatus(200)) // a refresh doesn't renew the session's age
	s.call("PUT", "/user", in.AccessToken, object{"password": "third password"}).wantError(400, "reauthentication_needed")

	s.call("GET", "/reauthenticate", in.AccessToken, nil).wantStatus(200)
	mail := s.lastMail("ada@example.com")
	if mail.Type != "reauthentication" || mail.Link != "" {
		t.Errorf("got %+v", mail)
	}
	wrong := "000000"
	if mail.Code == wrong {
		wrong = "000001"
	}
	s.call("PUT", "/user", in.AccessToken, object{"password": "third password", "nonce": wrong}).wantError(422, "reauthentication_not_valid")
	s.call("PUT", "/user", in.AccessToken, object{"password": "third password", "nonce": mail.Code}).wantStatus(200)
	s.call("PUT", "/user", in.AccessToken, object{"password": "fourth password", "nonce": mail.Code}).wantError(422, "reauthentication_not_valid")
	s.signIn("ada@example.com", "third password").wantStatus(200)
}

func TestCurrentPasswordForANewPassword(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.RequireCurrentPassword = true })
	in := s.signUp("ada@example.com")
	s.call("PUT", "/user", in.AccessToken, object{"password": "battery staple"}).wantError(400, "current_password_required")
	s.call("PUT", "/user", in.AccessToken, object{"password": "battery staple", "current_password": "wrong"}).wantError(400, "current_password_invalid")
	s.call("PUT", "/user", in.AccessToken, object{"password": password, "current_password": password}).wantError(422, "same_password")
	s.call("PUT", "/user", in.AccessToken, object{"password": "battery staple", "current_password": password}).wantStatus(200)
	s.call("PUT", "/user", in.AccessToken, object{"data": object{"full_name": "Ada"}}).wantStatus(200)

	// A user who signs in by mail can have forgotten the password.
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
	code := s.lastMail("ada@example.com").Code
	in = decode[session](s.call("POST", "/verify", "", object{"type": "recovery", "email": "ada@example.com", "token": code}).wantStatus(200))
	s.call("PUT", "/user", in.AccessToken, object{"password": "third password"}).wantStatus(200)
	s.signIn("ada@example.com", "third password").wantStatus(200)
}

func TestLogoutScopes(t *testing.T) {
	for _, test := range []struct {
		scope       string
		this, other bool // remains signed in
	}{{"", false, false}, {"global", false, false}, {"local", false, true}, {"others", true, false}} {
		t.Run("scope "+test.scope, func(t *testing.T) {
			s := start(t)
			this := s.signUp("ada@example.com")
			other := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
			eve := s.signUp("eve@example.com")
			got := s.call("POST", "/logout?scope="+test.scope, this.AccessToken, nil).wantStatus(204)
			if got.Body != "" {
				t.Errorf("body %q", got.Body)
			}
			for token, isSignedIn := range map[string]bool{this.AccessToken: test.this, other.AccessToken: test.other, eve.AccessToken: true} {
				if status := s.call("GET", "/user", token, nil).Status; (status == 200) != isSignedIn {
					t.Errorf("got status %d, want signed in: %v", status, isSignedIn)
				}
			}
			if status := s.refresh(this.RefreshToken).Status; (status == 200) != test.this {
				t.Errorf("refresh: got status %d", status)
			}
		})
	}
	s := start(t)
	s.call("POST", "/logout?scope=all", s.signUp("ada@example.com").AccessToken, nil).wantError(400, "validation_failed")
	s.call("POST", "/logout", "", nil).wantError(401, "no_authorization")
}

func TestSettingsAndHealth(t *testing.T) {
	s := start(t, func(o *auth.Options) {
		o.Providers = map[string]auth.Provider{"keycloak": {Issuer: "http://127.0.0.1:1"}}
	})
	settings := decode[object](s.call("GET", "/settings", "", nil).wantStatus(200))
	external := settings["external"].(object)
	if external["email"] != true || external["phone"] != false || external["keycloak"] != true || external["google"] != false || external["anonymous_users"] != false {
		t.Errorf("got %v", external)
	}
	for key, want := range map[string]any{"disable_signup": false, "mailer_autoconfirm": true, "phone_autoconfirm": false, "sms_provider": "", "saml_enabled": false, "passkeys_enabled": false} {
		if got, exists := settings[key]; !exists || got != want {
			t.Errorf("%s: got %v", key, got)
		}
	}
	health := decode[object](s.call("GET", "/health", "", nil).wantStatus(200))
	if health["name"] != "GoTrue" || !strings.HasPrefix(health["version"].(string), "v2.") || health["description"] == "" {
		t.Errorf("got %v", health)
	}
	if got := s.call("GET", "/.well-known/jwks.json", "", nil).wantStatus(200); strings.TrimSpace(got.Body) != `{"keys":[]}` {
		t.Errorf("got %s", got.Body)
	}
	s.call("GET", "/nowhere", "", nil).wantStatus(404)
	s.call("DELETE", "/signup", "", nil).wantStatus(405)
}

func TestTooLargeBodyIsRejected(t *testing.T) {
	s := start(t)
	s.call("POST", "/signup", "", `{"email":"`+strings.Repeat("a", 2<<20)+`"}`).wantError(400, "bad_json")
}
