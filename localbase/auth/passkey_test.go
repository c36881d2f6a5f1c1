package auth_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestPasskeySignIn(t *testing.T) {
	s := start(t, withPasskeys)
	in := s.signUp("ada@example.com")
	d, created := s.register(in.AccessToken)
	if created.Name != "Passkey" || !created.CreatedAt.Equal(s.clock.read().UTC().Truncate(time.Microsecond)) {
		t.Errorf("got %+v", created)
	}
	s.clock.advance(time.Minute)
	for range 2 {
		c := s.startAuthentication()
		session := decode[session](s.finishAuthentication(c.verification(d.assert(t, c))).wantStatus(200))
		claims := parseClaims(t, session.AccessToken)
		amr := claims["amr"].([]any)
		if session.User.ID != in.User.ID || claims["aal"] != "aal1" || len(amr) != 1 || amr[0].(object)["method"] != "passkey" {
			t.Errorf("got user %s, claims %v", session.User.ID, claims)
		}
		if claims["session_id"] == parseClaims(t, in.AccessToken)["session_id"] {
			t.Error("the sign-in has no session of its own")
		}
		s.refresh(session.RefreshToken).wantStatus(200)
	}
	list := s.listPasskeys(in.AccessToken)
	if len(list) != 1 || list[0].ID != created.ID || list[0].LastUsedAt == nil || !list[0].LastUsedAt.Equal(s.clock.read().UTC().Truncate(time.Microsecond)) {
		t.Errorf("got %+v", list)
	}
}

func TestPasskeyOptions(t *testing.T) {
	s := start(t, withPasskeys)
	in := s.signUp("ada@example.com")
	d, _ := s.register(in.AccessToken)
	type options struct {
		RP                 struct{ ID, Name string }
		User               struct{ ID, Name, DisplayName string }
		RPID               string `json:"rpId"`
		Challenge          string
		ExcludeCredentials []struct{ ID, Type string }
		AllowCredentials   []any
		Attestation        string
		Selection          struct{ ResidentKey, UserVerification string } `json:"authenticatorSelection"`
	}
	read := func(c ceremony) (o options) {
		t.Helper()
		if err := json.Unmarshal(c.Options, &o); err != nil {
			t.Fatal(err)
		}
		if challenge, err := base64.RawURLEncoding.DecodeString(o.Challenge); err != nil || len(challenge) < 16 {
			t.Errorf("got challenge %q, %v", o.Challenge, err)
		}
		if want := s.clock.read().Add(5 * time.Minute).Unix(); c.ExpiresAt != want {
			t.Errorf("expires at %d, want %d", c.ExpiresAt, want)
		}
		return o
	}
	o := read(s.startRegistration(in.AccessToken))
	handle, err := base64.RawURLEncoding.DecodeString(o.User.ID)
	if err != nil || string(handle) != in.User.ID || o.User.Name != "ada@example.com" || o.RP.ID != "site.test" || o.RP.Name != "Site" {
		t.Errorf("got %+v", o)
	}
	if o.Selection.ResidentKey != "required" || o.Selection.UserVerification != "preferred" || o.Attestation != "none" {
		t.Errorf("got %+v", o)
	}
	if len(o.ExcludeCredentials) != 1 || o.ExcludeCredentials[0].ID != base64.RawURLEncoding.EncodeToString(d.credential.ID) {
		t.Errorf("got exclusions %+v", o.ExcludeCredentials)
	}
	if o := read(s.startAuthentication()); o.RPID != "site.test" || len(o.AllowCredentials) != 0 {
		t.Errorf("got %+v", o)
	}
}

func TestPasskeySignInOfLockedAccounts(t *testing.T) {
	s := start(t, withPasskeys)
	in := s.signUp("ada@example.com")
	d, _ := s.register(in.AccessToken)
	signIn := func() testResponse {
		c := s.startAuthentication()
		return s.finishAuthentication(c.verification(d.assert(t, c)))
	}
	admin := "/admin/users/" + in.User.ID
	s.call("PUT", admin, s.serviceRole(), object{"ban_duration": "1h"}).wantStatus(200)
	signIn().wantError(403, "user_banned")
	s.call("PUT", admin, s.serviceRole(), object{"ban_duration": "none"}).wantStatus(200)
	signIn().wantStatus(200)

	s.db.Exec(t, `update auth.users set email_confirmed_at = null`)
	signIn().wantError(403, "email_not_confirmed")
	s.db.Exec(t, `update auth.users set email_confirmed_at = now()`)
	signIn().wantStatus(200)

	s.call("DELETE", admin, s.serviceRole(), object{"should_soft_delete": true}).wantStatus(200)
	s.wantRejection(signIn(), "the user handle is of no user")
	var passkeys int
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select count(*) from auth.webauthn_credentials`).Scan(&passkeys); err != nil || passkeys != 0 {
		t.Errorf("a deleted user has %d passkeys, %v", passkeys, err)
	}
}

func TestSettingsAnnouncePasskeys(t *testing.T) {
	s := start(t, withPasskeys)
	if settings := decode[object](s.call("GET", "/settings", "", nil).wantStatus(200)); settings["passkeys_enabled"] != true {
		t.Errorf("got %v", settings)
	}
}

func TestDisabledPasskeys(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	for _, route := range []string{
		"POST /passkeys/authentication/options", "POST /passkeys/authentication/verify", "POST /passkeys/registration/options",
		"POST /passkeys/registration/verify", "GET /passkeys", "PATCH /passkeys/1", "DELETE /passkeys/1",
	} {
		method, path, _ := strings.Cut(route, " ")
		s.call(method, path, in.AccessToken, object{}).wantError(404, "passkey_disabled")
	}
}
