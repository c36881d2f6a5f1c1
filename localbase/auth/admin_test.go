package auth_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
)

func TestAdminAPIRequiresServiceRole(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	for _, route := range []string{
		"GET /admin/users", "POST /admin/users", "GET /admin/users/" + in.User.ID, "PUT /admin/users/" + in.User.ID,
		"DELETE /admin/users/" + in.User.ID, "GET /admin/users/" + in.User.ID + "/factors", "POST /admin/generate_link", "POST /invite",
	} {
		method, path, _ := strings.Cut(route, " ")
		t.Run(route, func(t *testing.T) {
			s.call(method, path, "", object{}).wantError(401, "no_authorization")
			s.call(method, path, "invalid", object{}).wantError(403, "bad_jwt")
			s.call(method, path, in.AccessToken, object{}).wantError(403, "not_admin")
			s.call(method, path, s.sign(object{"role": "anon"}), object{}).wantError(403, "not_admin")
		})
	}
	if u := s.user(in.AccessToken); u.ID != in.User.ID {
		t.Error("a rejected request changed the user")
	}
}

func TestCreateUser(t *testing.T) {
	s := start(t, confirmByMail)
	admin := s.serviceRole()
	got := decode[user](s.call("POST", "/admin/users", admin, object{
		"email": "Staff@example.com", "password": password, "email_confirm": true, "role": "staff", "id": "22222222-2222-2222-2222-222222222222",
		"user_metadata": object{"name": "Stan"}, "app_metadata": object{"team": 7},
	}).wantStatus(200))
	if got.ID != "22222222-2222-2222-2222-222222222222" || got.Email != "staff@example.com" || got.Role != "staff" || got.EmailConfirmedAt == nil ||
		got.AppMetadata["team"] != 7.0 || got.AppMetadata["provider"] != "email" || got.UserMetadata["name"] != "Stan" || len(got.Identities) != 1 {
		t.Errorf("got %+v", got)
	}
	in := decode[session](s.signIn("staff@example.com", password).wantStatus(200))
	if parseClaims(t, in.AccessToken)["role"] != "staff" {
		t.Error("the token has a different role")
	}
	if len(s.listMails("")) != 0 {
		t.Error("a mail was sent")
	}
	hashed := object{"email": "hash@example.com", "password_hash": "$2a$10$34o1h8C1H2Jinj65t89oyuTh.v8Nj./JDujz.NasnABzzH.Y.a63G"}
	s.call("POST", "/admin/users", admin, hashed).wantStatus(200)
	phone := decode[object](s.call("POST", "/admin/users", admin, object{"phone": "+44 1234567", "phone_confirm": true}).wantStatus(200))
	if phone["phone"] != "441234567" || phone["phone_confirmed_at"] == nil || phone["email"] != "" {
		t.Errorf("got %v", phone)
	}
	for _, test := range []struct {
		name   string
		body   object
		status int
		code   string
	}{
		{"no address", object{}, 400, "validation_failed"},
		{"existing address", object{"email": "STAFF@example.com"}, 422, "email_exists"},
		{"existing phone", object{"phone": "441234567"}, 422, "phone_exists"},
		{"invalid address", object{"email": "staff"}, 400, "validation_failed"},
		{"invalid phone", object{"phone": "12ab"}, 400, "validation_failed"},
		{"two passwords", object{"email": "x@example.com", "password": password, "password_hash": hashed["password_hash"]}, 400, "validation_failed"},
		{"not a hash", object{"email": "x@example.com", "password_hash": "md5"}, 400, "validation_failed"},
		{"invalid id", object{"email": "x@example.com", "id": "1"}, 400, "validation_failed"},
		{"nil id", object{"email": "x@example.com", "id": "00000000-0000-0000-0000-000000000000"}, 400, "validation_failed"},
		{"invalid ban", object{"email": "x@example.com", "ban_duration": "a week"}, 400, "validation_failed"},
	} {
		t.Run(test.name, func(t *testing.T) { s.call("POST", "/admin/users", admin, test.body).wantError(test.status, test.code) })
	}
}

func TestListUsers(t *testing.T) {
	s := start(t)
	admin := s.serviceRole()
	for i := range 5 {
		s.clock.advance(time.Second)
		s.call("POST", "/admin/users", admin, object{"email": fmt.Sprintf("u%d@example.com", i), "user_metadata": object{"full_name": fmt.Sprintf("Person %d", i)}}).wantStatus(200)
	}
	for _, test := range []struct {
		query, emails, link string
	}{
		{"", "u4 u3 u2 u1 u0", `</admin/users?page=1>; rel="last"`},
		{"?page=1&per_page=2", "u4 u3", `</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"`},
		{"?page=3&per_page=2", "u0", `</admin/users?page=3&per_page=2>; rel="last"`},
		{"?page=9&per_page=2", "", `</admin/users?page=3&per_page=2>; rel="last"`},
		{"?filter=person+3", "u3", ""},
		{"?filter=u2@", "u2", ""},
		{"?filter=U2@", "", ""},
	} {
		t.Run(test.query, func(t *testing.T) {
			got := s.call("GET", "/admin/users"+test.query, admin, nil).wantStatus(200)
			list := decode[struct {
				Users []user
				Aud   string
			}](got)
			var emails []string
			for _, u := range list.Users {
				emails = append(emails, strings.TrimSuffix(u.Email, "@example.com"))
			}
			if strings.Join(emails, " ") != test.emails || list.Aud != "authenticated" || list.Users == nil {
				t.Errorf("got %v", emails)
			}
			if test.link != "" && (got.Header.Get("Link") != test.link || got.Header.Get("X-Total-Count") != "5") {
				t.Errorf("got Link %s, total %s", got.Header.Get("Link"), got.Header.Get("X-Total-Count"))
			}
		})
	}
	s.call("GET", "/admin/users?page=-1", admin, nil).wantError(400, "validation_failed")
	s.call("GET", "/admin/users?page=x", admin, nil).wantError(400, "validation_failed")
	s.call("GET", "/admin/users?per_page=99999999999", admin, nil).wantError(400, "validation_failed")
}

func TestUpdateUser(t *testing.T) {
	s := start(t)
	admin := s.serviceRole()
	in := s.signUp("ada@example.com")
	s.signUp("eve@example.com")
	path := "/admin/users/" + in.User.ID
	s.call("PUT", path, admin, object{"email": "eve@example.com"}).wantError(422, "email_exists")
	s.call("PUT", path, admin, object{"password": "abc"}).wantError(422, "weak_password")
	s.call("PUT", "/admin/users/11111111-1111-1111-1111-111111111111", admin, object{}).wantError(404, "user_not_found")
	s.call("PUT", "/admin/users/x", admin, object{}).wantError(404, "validation_failed")

	got := decode[user](s.call("PUT", path, admin, object{
		"email": "lovelace@example.com", "email_confirm": true, "role": "staff", "password": "battery staple",
		"user_metadata": object{"a": 1}, "app_metadata": object{"b": 2},
	}).wantStatus(200))
	if got.Email != "lovelace@example.com" || got.Role != "staff" || got.UserMetadata["a"] != 1.0 || got.AppMetadata["b"] != 2.0 || got.Identities[0].Email != got.Email {
		t.Errorf("got %+v", got)
	}
	s.call("GET", "/user", in.AccessToken, nil).wantError(403, "session_not_found") // a new password ends all sessions
	next := decode[session](s.signIn("lovelace@example.com", "battery staple").wantStatus(200))

	s.call("PUT", path, admin, object{"ban_duration": "1h"}).wantStatus(200)
	s.signIn("lovelace@example.com", "battery staple").wantError(400, "user_banned")
	s.refresh(next.RefreshToken).wantError(400, "user_banned")
	s.call("PUT", path, admin, object{"ban_duration": "none"}).wantStatus(200)
	s.refresh(next.RefreshToken).wantStatus(200)
}

func TestDeleteUser(t *testing.T) {
	s := start(t)
	admin := s.serviceRole()
	in := s.signUp("ada@example.com")
	s.call("DELETE", "/admin/users/"+in.User.ID, admin, nil).wantStatus(200)
	s.call("GET", "/admin/users/"+in.User.ID, admin, nil).wantError(404, "user_not_found")
	s.call("GET", "/user", in.AccessToken, nil).wantError(403, "user_not_found")
	s.refresh(in.RefreshToken).wantError(400, "refresh_token_not_found")

	soft := s.signUp("ada@example.com")
	got := s.call("DELETE", "/admin/users/"+soft.User.ID, admin, object{"should_soft_delete": true}).wantStatus(200)
	if strings.TrimSpace(got.Body) != "{}" {
		t.Errorf("got %s", got.Body)
	}
	deleted := s.call("GET", "/admin/users/"+soft.User.ID, admin, nil).wantStatus(200)
	if strings.Contains(deleted.Body, "ada@example.com") || !strings.Contains(deleted.Body, "deleted_at") {
		t.Errorf("got %s", deleted.Body)
	}
	s.call("DELETE", "/admin/users/"+soft.User.ID, admin, object{"should_soft_delete": true}).wantStatus(200)
	s.signIn("ada@example.com", password).wantError(400, "invalid_credentials")
	s.signUp("ada@example.com") // the address is available again
}

func TestAdminFactors(t *testing.T) {
	s := start(t)
	admin := s.serviceRole()
	in := s.signUp("ada@example.com")
	path := "/admin/users/" + in.User.ID + "/factors"
	if got := s.call("GET", path, admin, nil).wantStatus(200); strings.TrimSpace(got.Body) != "[]" {
		t.Errorf("got %s", got.Body)
	}
	f := s.enroll(in.AccessToken, "phone")
	elevated := s.verifyFactor(in.AccessToken, f)
	got := s.call("GET", path, admin, nil).wantStatus(200)
	if list := decode[[]factor](got); len(list) != 1 || list[0].Status != "verified" || strings.Contains(got.Body, f.TOTP.Secret) {
		t.Errorf("got %s", got.Body)
	}
	if renamed := decode[factor](s.call("PUT", path+"/"+f.ID, admin, object{"friendly_name": "new"}).wantStatus(200)); renamed.FriendlyName != "new" {
		t.Errorf("got %+v", renamed)
	}
	s.call("DELETE", path+"/"+f.ID, admin, nil).wantStatus(200)
	if u := s.user(elevated.AccessToken); len(u.Factors) != 0 {
		t.Errorf("got %+v", u.Factors)
	}
	s.call("DELETE", path+"/"+f.ID, admin, nil).wantError(404, "mfa_factor_not_found")
}

func TestInvite(t *testing.T) {
	s := start(t)
	admin := s.serviceRole()
	got := decode[object](s.call("POST", "/invite?redirect_to="+url.QueryEscape(siteURL+"/welcome"), admin, object{"email": "new@example.com", "data": object{"team": "red"}}).wantStatus(200))
	if got["invited_at"] == nil || got["confirmation_sent_at"] == nil || got["email_confirmed_at"] != nil {
		t.Errorf("got %v", got)
	}
	// A sign-up with an invited address must not return the account.
	s.call("POST", "/signup", "", object{"email": "new@example.com", "password": password}).wantError(422, "user_already_exists")

	address, _, fragment := s.followLink(s.lastMail("new@example.com").Link).wantStatus(303).parseRedirect()
	if address != siteURL+"/welcome" || fragment.Get("type") != "invite" {
		t.Errorf("got %s %v", address, fragment)
	}
	if u := s.user(fragment.Get("access_token")); u.UserMetadata["team"] != "red" || u.EmailConfirmedAt == nil {
		t.Errorf("got %+v", u)
	}
	s.call("PUT", "/user", fragment.Get("access_token"), object{"password": password}).wantStatus(200)
	s.signIn("new@example.com", password).wantStatus(200)
	s.call("POST", "/invite", admin, object{"email": "new@example.com"}).wantError(422, "email_exists")
}

func TestSignUpDoesNotRevealInvitedUserMetadata(t *testing.T) {
	s := start(t, confirmByMail)
	s.call("POST", "/invite", s.serviceRole(), object{"email": "new@example.com", "data": object{"salary": "secret"}}).wantStatus(200)
	s.clock.advance(time.Minute)
	got := s.call("POST", "/signup", "", object{"email": "new@example.com", "password": password}).wantStatus(200)
	if strings.Contains(got.Body, "secret") {
		t.Errorf("got %s", got.Body)
	}
}

func TestGenerateLink(t *testing.T) {
	for _, test := range []struct {
		kind, email, verification, wantEmail string
	}{
		{"signup", "new@example.com", "signup", "new@example.com"},
		{"invite", "new@example.com", "invite", "new@example.com"},
		{"magiclink", "ada@example.com", "magiclink", "ada@example.com"},
		{"recovery", "ada@example.com", "recovery", "ada@example.com"},
		{"email_change_new", "ada@example.com", "email_change_new", "lovelace@example.com"},
		{"email_change_current", "ada@example.com", "email_change_current", "lovelace@example.com"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			s := start(t)
			s.signUp("ada@example.com")
			got := decode[struct {
				user
				ActionLink       string `json:"action_link"`
				EmailOTP         string `json:"email_otp"`
				HashedToken      string `json:"hashed_token"`
				VerificationType string `json:"verification_type"`
				RedirectTo       string `json:"redirect_to"`
			}](s.call("POST", "/admin/generate_link", s.serviceRole(), object{
				"type": test.kind, "email": test.email, "password": password, "new_email": "lovelace@example.com", "redirect_to": siteURL + "/x",
				"data": object{"status": "alpha"},
			}).wantStatus(200))
			if test.email == "new@example.com" && (len(got.UserMetadata) != 1 || got.UserMetadata["status"] != "alpha") {
				t.Errorf("got user_metadata %v, want only the data of the request", got.UserMetadata)
			}
			if !strings.HasSuffix(got.ActionLink, "&redirect_to="+siteURL+"/x") {
				t.Errorf("got %s", got.ActionLink)
			}
			if got.Email != test.email || len(got.EmailOTP) != 6 || got.VerificationType != test.verification || got.RedirectTo != siteURL+"/x" ||
				!strings.Contains(got.ActionLink, got.HashedToken) || len(s.listMails("")) != 0 {
				t.Errorf("got %+v", got)
			}
			address, _, fragment := s.followLink(got.ActionLink).wantStatus(303).parseRedirect()
			if address != siteURL+"/x" {
				t.Errorf("redirected to %s", address)
			}
			if u := s.user(fragment.Get("access_token")); u.Email != test.wantEmail {
				t.Errorf("got %+v", u)
			}
		})
	}
	s := start(t)
	admin := s.serviceRole()
	s.signUp("ada@example.com")
	for name, test := range map[string]struct {
		body   object
		status int
		code   string
	}{
		"unknown type":                       {object{"type": "x", "email": "ada@example.com"}, 400, "validation_failed"},
		"no password":                        {object{"type": "signup", "email": "new@example.com"}, 400, "validation_failed"},
		"sign-up of an existing address":     {object{"type": "signup", "email": "ada@example.com", "password": password}, 422, "email_exists"},
		"recovery of an unknown address":     {object{"type": "recovery", "email": "no@example.com"}, 404, "user_not_found"},
		"email change to an invalid address": {object{"type": "email_change_new", "email": "ada@example.com", "new_email": "x"}, 400, "validation_failed"},
	} {
		t.Run(name, func(t *testing.T) {
			s.call("POST", "/admin/generate_link", admin, test.body).wantError(test.status, test.code)
		})
	}
	got := decode[object](s.call("POST", "/admin/generate_link", admin, object{"type": "magiclink", "email": "no@example.com"}).wantStatus(200))
	if got["verification_type"] != "signup" || got["email"] != "no@example.com" {
		t.Errorf("magic link for an unknown address: got %v", got)
	}
}

func TestRateLimits(t *testing.T) {
	s := start(t, func(o *auth.Options) {
		o.AnonymousUsers = true
		o.RateLimits = auth.RateLimits{EmailSent: 2, AnonymousUsers: 1, SignInSignUps: 3, TokenRefresh: 2, TokenVerifications: 1}
	})
	in := s.signUp("ada@example.com") // 1 of 3
	s.signIn("ada@example.com", "wrong").wantStatus(400)
	s.signIn("ada@example.com", "wrong").wantStatus(400)
	s.signIn("ada@example.com", password).wantError(429, "over_request_rate_limit")
	s.call("POST", "/signup", "", object{"email": "b@example.com", "password": password}).wantError(429, "over_request_rate_limit")

	s.call("POST", "/signup", "", object{}).wantStatus(200)
	s.call("POST", "/signup", "", object{}).wantError(429, "over_request_rate_limit")
	for range 2 {
		s.refresh(in.RefreshToken).wantStatus(200)
	}
	s.refresh(in.RefreshToken).wantError(429, "over_request_rate_limit")
	for range 2 {
		s.clock.advance(2 * time.Second)
		s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
	}
	s.clock.advance(2 * time.Second)
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantError(429, "over_email_send_rate_limit")
	s.call("POST", "/verify", "", object{"type": "email", "email": "ada@example.com", "token": "000000"})
	s.call("POST", "/verify", "", object{"type": "email", "email": "ada@example.com", "token": "000000"}).wantError(429, "over_request_rate_limit")

	forwarded := httptest.NewRequest("POST", "/token?grant_type=password", strings.NewReader(`{"email":"ada@example.com","password":"`+password+`"}`))
	forwarded.Header.Set(auth.ForwardedAddressHeader, "198.51.100.1")
	s.do(forwarded).wantStatus(200) // each client of a server has its own limit

	s.clock.advance(5 * time.Minute)
	s.signIn("ada@example.com", password).wantStatus(200)
}

func TestMinimumIntervalBetweenMails(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.MailInterval = time.Minute })
	s.signUp("ada@example.com")
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
	s.clock.advance(18 * time.Second)
	got := s.call("POST", "/recover", "", object{"email": "ada@example.com"})
	got.wantError(429, "over_email_send_rate_limit")
	if !strings.Contains(got.Body, "only request this after 42 seconds") {
		t.Errorf("got %s", got.Body)
	}
	s.clock.advance(43 * time.Second)
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
}
