package auth_test

import (
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/auth"
)

func TestPasskeyManagement(t *testing.T) {
	s := start(t, withPasskeys)
	in, eve := s.signUp("ada@example.com"), s.signUp("eve@example.com")
	d, created := s.register(in.AccessToken)
	path := "/passkeys/" + created.ID

	long := strings.Repeat("ä", 120)
	renamed := decode[passkeyItem](s.call("PATCH", path, in.AccessToken, object{"friendly_name": long}).wantStatus(200))
	if list := s.listPasskeys(in.AccessToken); renamed.Name != long || list[0].Name != long {
		t.Errorf("got %+v, %+v", renamed, list)
	}
	for _, test := range []struct {
		name, method, path, token string
		body                      any
		status                    int
		code                      string
	}{
		{"no name", "PATCH", path, in.AccessToken, object{}, 400, "validation_failed"},
		{"a long name", "PATCH", path, in.AccessToken, object{"friendly_name": long + "x"}, 400, "validation_failed"},
		{"rename another user's passkey", "PATCH", path, eve.AccessToken, object{"friendly_name": "mine"}, 404, "validation_failed"},
		{"delete another user's passkey", "DELETE", path, eve.AccessToken, nil, 404, "validation_failed"},
		{"not a UUID", "DELETE", "/passkeys/x", in.AccessToken, nil, 404, "validation_failed"},
		{"no token", "GET", "/passkeys", "", nil, 401, "no_authorization"},
		{"not an administrator", "GET", "/admin/users/" + eve.User.ID + "/passkeys", in.AccessToken, nil, 403, "not_admin"},
		{"another user's passkey by an administrator", "DELETE", "/admin/users/" + eve.User.ID + path, s.serviceRole(), nil, 404, "validation_failed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.call(test.method, test.path, test.token, test.body).wantError(test.status, test.code)
		})
	}
	if list := s.listPasskeys(eve.AccessToken); len(list) != 0 {
		t.Errorf("another user sees %+v", list)
	}

	s.call("DELETE", path, in.AccessToken, nil).wantStatus(204)
	if list := s.listPasskeys(in.AccessToken); len(list) != 0 {
		t.Errorf("after the deletion: %+v", list)
	}
	c := s.startAuthentication()
	s.wantRejection(s.finishAuthentication(c.verification(d.assert(t, c))), "Unable to find the credential")

	_, created = s.register(in.AccessToken)
	adminPath := "/admin/users/" + in.User.ID + "/passkeys"
	if list := decode[[]passkeyItem](s.call("GET", adminPath, s.serviceRole(), nil).wantStatus(200)); len(list) != 1 || list[0].ID != created.ID {
		t.Errorf("got %+v", list)
	}
	s.call("DELETE", adminPath+"/"+created.ID, s.serviceRole(), nil).wantStatus(204)
	if list := s.listPasskeys(in.AccessToken); len(list) != 0 {
		t.Errorf("after the deletion by an administrator: %+v", list)
	}
}

func TestPasskeysWithAFactorRequireAAL2(t *testing.T) {
	s := start(t, withPasskeys)
	in := s.signUp("ada@example.com")
	f := s.enroll(in.AccessToken, "phone")
	aal2 := s.verifyFactor(in.AccessToken, f).AccessToken
	d, created := s.register(aal2)

	c := s.startAuthentication()
	aal1 := decode[session](s.finishAuthentication(c.verification(d.assert(t, c))).wantStatus(200)).AccessToken
	s.call("POST", "/passkeys/registration/options", aal1, object{}).wantError(403, "insufficient_aal")
	c = s.startRegistration(aal2)
	s.finishRegistration(aal1, c.verification(newDevice().attest(t, c))).wantError(403, "insufficient_aal")
	s.call("DELETE", "/passkeys/"+created.ID, aal1, nil).wantError(403, "insufficient_aal")
	s.call("PATCH", "/passkeys/"+created.ID, aal1, object{"friendly_name": "laptop"}).wantStatus(200)
	s.call("DELETE", "/passkeys/"+created.ID, aal2, nil).wantStatus(204)
}

func TestAnonymousUsersCannotRegisterPasskeys(t *testing.T) {
	s := start(t, withPasskeys, func(o *auth.Options) { o.AnonymousUsers = true })
	in := decode[session](s.call("POST", "/signup", "", object{}).wantStatus(200))
	s.call("POST", "/passkeys/registration/options", in.AccessToken, object{}).wantError(403, "no_authorization")
}

func TestMaximumNumberOfPasskeys(t *testing.T) {
	s := start(t, withPasskeys)
	in := s.signUp("ada@example.com")
	last := s.startRegistration(in.AccessToken)
	for range 10 {
		s.register(in.AccessToken)
	}
	s.call("POST", "/passkeys/registration/options", in.AccessToken, object{}).wantError(422, "too_many_passkeys")
	s.finishRegistration(in.AccessToken, last.verification(newDevice().attest(t, last))).wantError(422, "too_many_passkeys")
}

func TestRelyingPartyRules(t *testing.T) {
	for _, test := range []struct {
		id, name string
		origins  []string
		want     string
	}{
		{"localhost", "Tableside", []string{"http://localhost:8080"}, ""},
		{"example.com", "Tableside", []string{"https://example.com", "https://tables.example.com:8443/"}, ""},
		{"127.0.0.1", "Tableside", []string{"http://127.0.0.1:8080"}, "IP"},
		{"example.com", "", []string{"https://example.com"}, "display name"},
		{"example.com", "Tableside", nil, "no origins"},
		{"example.com", "Tableside", []string{"http://example.com"}, "https"},
		{"example.com", "Tableside", []string{"https://notexample.com"}, "not in the domain"},
		{"example.com", "Tableside", []string{"example.com"}, "not an origin"},
		{"example.com", "Tableside", []string{"https://example.com/app"}, "not an origin"},
		{"", "Tableside", []string{"https://example.com"}, "domain"},
	} {
		_, err := auth.NewRelyingParty(test.id, test.name, test.origins)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q %q %q: got %v, want %q", test.id, test.name, test.origins, err, test.want)
		}
	}
}
