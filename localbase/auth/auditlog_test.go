package auth_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
)

type auditEntry struct {
	ID      string
	Payload struct {
		Action        string
		LogType       string `json:"log_type"`
		ActorID       string `json:"actor_id"`
		ActorUsername string `json:"actor_username"`
		Traits        map[string]any
	}
	CreatedAt string `json:"created_at"`
	IPAddress string `json:"ip_address"`
}

func TestAuditLog(t *testing.T) {
	s := start(t)
	admin := s.serviceRole()
	in := s.signUp("ada@example.com")
	s.clock.advance(time.Second)
	s.signIn("ada@example.com", password).wantStatus(200)
	s.clock.advance(time.Second)
	s.signIn("ada@example.com", "wrong").wantError(400, "invalid_credentials")
	s.clock.advance(time.Second)
	s.call("POST", "/token?grant_type=refresh_token", "", object{"refresh_token": in.RefreshToken}).wantStatus(200)
	s.clock.advance(time.Second)
	s.call("PUT", "/user", in.AccessToken, object{"data": object{"full_name": "Ada L."}}).wantStatus(200)
	s.clock.advance(time.Second)
	created := decode[user](s.call("POST", "/admin/users", admin, object{"email": "grace@example.com"}).wantStatus(200))
	s.clock.advance(time.Second)
	s.call("DELETE", "/admin/users/"+created.ID, admin, nil).wantStatus(200)
	s.clock.advance(time.Second)
	s.call("POST", "/logout", in.AccessToken, nil).wantStatus(204)

	list := func(query string) []auditEntry {
		return decode[[]auditEntry](s.call("GET", "/admin/audit"+query, admin, nil).wantStatus(200))
	}
	var actions []string
	for _, entry := range list("") {
		actions = append(actions, entry.Payload.Action)
	}
	const want = "logout user_deleted user_signedup user_modified token_revoked token_refreshed login login user_signedup"
	if got := strings.Join(actions, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	byAda := list("?query=author:ADA&per_page=2&page=2")
	if len(byAda) != 2 || byAda[0].Payload.Action != "token_revoked" || byAda[0].Payload.ActorID != in.User.ID || byAda[0].Payload.LogType != "token" {
		t.Errorf("got %+v", byAda)
	}
	deleted := list("?query=action:user_deleted")
	if len(deleted) != 1 || deleted[0].Payload.ActorUsername != "service_role" || deleted[0].Payload.Traits["user_email"] != "grace@example.com" {
		t.Errorf("got %+v", deleted)
	}
	if got := list("?query=type:team"); len(got) != 3 {
		t.Errorf("got %+v", got)
	}
	if got := list("?query=author:nobody"); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
	s.call("GET", "/admin/audit?query=color:red", admin, nil).wantError(400, "validation_failed")
	s.call("GET", "/admin/audit", in.AccessToken, nil).wantError(403, "not_admin")
}

// Other tables refer to users; the error of a deletion names the one that prevents it.
func TestDeletionOfReferencedUserStatesTheReason(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	s.db.Exec(t, fmt.Sprintf(`create table public.notes (id int primary key, owner uuid references auth.users);
		insert into public.notes values (1, '%s')`, in.User.ID))
	r := s.call("DELETE", "/admin/users/"+in.User.ID, s.serviceRole(), nil)
	r.wantError(409, "conflict")
	if body := r.Body; !strings.Contains(body, "public.notes") || !strings.Contains(body, "notes_owner_fkey") {
		t.Errorf("got %s", body)
	}
	s.db.Exec(t, `delete from public.notes`)
	s.call("DELETE", "/admin/users/"+in.User.ID, s.serviceRole(), nil).wantStatus(200)
}

func TestDisabledFeatures(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.DisableEmail, o.DisableTOTPEnroll, o.AnonymousUsers = true, true, true })
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantError(400, "email_provider_disabled")
	s.signIn("ada@example.com", password).wantError(422, "email_provider_disabled")
	for _, path := range []string{"/otp", "/magiclink", "/recover"} {
		s.call("POST", path, "", object{"email": "ada@example.com"}).wantError(400, "email_provider_disabled")
	}
	settings := decode[object](s.call("GET", "/settings", "", nil).wantStatus(200))
	if settings["external"].(object)["email"] != false {
		t.Errorf("got %v", settings)
	}
}

func TestSessionsExpire(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.SessionTimebox, o.SessionInactivity = 5*time.Hour, 2*time.Hour })
	refresh := func(token string) testResponse {
		return s.call("POST", "/token?grant_type=refresh_token", "", object{"refresh_token": token})
	}
	unused := s.signUp("ada@example.com")
	s.clock.advance(3 * time.Hour)
	refresh(unused.RefreshToken).wantError(400, "session_expired")
	used := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
	for range 3 {
		s.clock.advance(90 * time.Minute)
		used = decode[session](refresh(used.RefreshToken).wantStatus(200))
	}
	s.clock.advance(time.Hour) // 5.5 hours after the sign-in
	refresh(used.RefreshToken).wantError(400, "session_expired")
}

func TestUnknownRoutesReturnJSON(t *testing.T) {
	s := start(t)
	for _, test := range []struct {
		route, code string
		status      int
	}{
		{"GET /nothing", "not_found", 404},
		{"GET /", "not_found", 404},
		{"POST /admin/oauth/clients", "feature_disabled", 404},
		{"GET /oauth/authorize", "feature_disabled", 404},
		{"GET /.well-known/oauth-authorization-server", "feature_disabled", 404},
		{"GET /user/oauth/grants", "feature_disabled", 404},
		{"GET /admin/sso/providers", "feature_disabled", 404},
		{"POST /factors/recovery-codes", "feature_disabled", 404},
		{"PUT /signup", "validation_failed", 405},
	} {
		method, path, _ := strings.Cut(test.route, " ")
		r := s.call(method, path, s.serviceRole(), nil)
		r.wantError(test.status, test.code)
		if got := r.Header.Get("Content-Type"); got != "application/json" {
			t.Errorf("%s: got %s", test.route, got)
		}
	}
	if got := s.call("GET", "/admin/generate_link", "", nil).Header.Get("Allow"); got != "POST" {
		t.Errorf("got Allow %q", got)
	}
}

func TestResponsesStateThatPhoneIsNotSupported(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	phone := object{"phone": "441234567", "password": password, "type": "sms"}
	for _, test := range []struct {
		route  string
		body   object
		status int
		code   string
	}{
		{"POST /signup", phone, 400, "phone_provider_disabled"},
		{"POST /token?grant_type=password", phone, 422, "phone_provider_disabled"},
		{"POST /otp", object{"phone": "441234567"}, 400, "phone_provider_disabled"},
		{"POST /resend", phone, 400, "phone_provider_disabled"},
		{"PUT /user", object{"phone": "441234567"}, 400, "phone_provider_disabled"},
		{"POST /factors", object{"factor_type": "phone", "phone": "441234567"}, 422, "mfa_phone_enroll_not_enabled"},
	} {
		method, path, _ := strings.Cut(test.route, " ")
		r := s.call(method, path, in.AccessToken, test.body)
		r.wantError(test.status, test.code)
		if !strings.Contains(r.Body, "localbase does not support phone and SMS") {
			t.Errorf("%s: got %s", test.route, r.Body)
		}
	}
}
