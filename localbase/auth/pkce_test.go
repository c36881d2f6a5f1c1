package auth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"sync"
	"testing"
	"time"
)

var verifier = strings.Repeat("verifier-", 6)

func challenge() object {
	sum := sha256.Sum256([]byte(verifier))
	return object{"code_challenge": base64.RawURLEncoding.EncodeToString(sum[:]), "code_challenge_method": "s256"}
}

func mergeObjects(into, updates object) object {
	for key, value := range updates {
		into[key] = value
	}
	return into
}

func (s *service) exchange(code, verifier string) testResponse {
	s.t.Helper()
	return s.call("POST", "/token?grant_type=pkce", "", object{"auth_code": code, "code_verifier": verifier})
}

func TestPKCEOfEachMail(t *testing.T) {
	for _, test := range []struct {
		name  string
		start func(*service)
		to    string
	}{
		{"email/signup", func(s *service) {
			s.call("POST", "/signup", "", mergeObjects(challenge(), object{"email": "new@example.com", "password": password})).wantStatus(200)
		}, "new@example.com"},
		{"magiclink", func(s *service) {
			s.call("POST", "/otp", "", mergeObjects(challenge(), object{"email": "ada@example.com"})).wantStatus(200)
		}, "ada@example.com"},
		{"recovery", func(s *service) {
			s.call("POST", "/recover", "", mergeObjects(challenge(), object{"email": "ada@example.com"})).wantStatus(200)
		}, "ada@example.com"},
		{"email_change", func(s *service) {
			in := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
			s.call("PUT", "/user", in.AccessToken, mergeObjects(challenge(), object{"email": "lovelace@example.com"})).wantStatus(200)
			_, query, fragment := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect()
			if query.Get("message") == "" || fragment.Get("message") == "" {
				t.Errorf("after the first confirmation: got %v %v", query, fragment)
			}
		}, "lovelace@example.com"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, confirmByMail)
			s.signUpConfirmed("ada@example.com")
			test.start(s)
			_, query, fragment := s.followLink(s.lastMail(test.to).Link).wantStatus(303).parseRedirect()
			if query.Get("code") == "" || fragment.Has("access_token") {
				t.Fatalf("got %v %v", query, fragment)
			}
			in := decode[session](s.exchange(query.Get("code"), verifier).wantStatus(200))
			amr := parseClaims(t, in.AccessToken)["amr"].([]any)
			if in.User.Email != test.to || amr[0].(object)["method"] != test.name {
				t.Errorf("got %s, amr %v", in.User.Email, amr)
			}
		})
	}
}

// Only the code of a magic link is valid from the time at which the link was opened.
func TestLifetimeOfAMailsFlow(t *testing.T) {
	for _, test := range []struct {
		route, email string
		isValid      bool
	}{{"otp", "ada@example.com", true}, {"otp", "new@example.com", false}, {"recover", "ada@example.com", false}} {
		t.Run(test.route+" "+test.email, func(t *testing.T) {
			s := start(t, confirmByMail)
			s.signUpConfirmed("ada@example.com")
			s.call("POST", "/"+test.route, "", mergeObjects(challenge(), object{"email": test.email})).wantStatus(200)
			s.clock.advance(6 * time.Minute)
			_, query, _ := s.followLink(s.lastMail(test.email).Link).wantStatus(303).parseRedirect()
			if got := s.exchange(query.Get("code"), verifier); test.isValid {
				got.wantStatus(200)
			} else {
				got.wantError(422, "flow_state_expired")
			}
		})
	}
}

func TestPKCERejections(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	issueCode := func() string {
		s.clock.advance(time.Minute)
		s.call("POST", "/otp", "", mergeObjects(challenge(), object{"email": "ada@example.com"})).wantStatus(200)
		_, query, _ := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect()
		return query.Get("code")
	}
	code := issueCode()
	s.exchange(code, "").wantError(400, "validation_failed")
	s.exchange("", verifier).wantError(400, "validation_failed")
	s.exchange("unknown", verifier).wantError(404, "flow_state_not_found")
	s.exchange(code, strings.Repeat("x", 50)).wantError(400, "bad_code_verifier")
	s.exchange(code, verifier).wantStatus(200) // a wrong verifier doesn't invalidate the code
	s.exchange(code, verifier).wantError(404, "flow_state_not_found")
	code = issueCode()
	s.clock.advance(6 * time.Minute)
	s.exchange(code, verifier).wantError(422, "flow_state_expired")

	for name, body := range map[string]object{
		"only a method":    {"code_challenge_method": "s256"},
		"too short":        {"code_challenge_method": "s256", "code_challenge": "abc"},
		"other characters": {"code_challenge_method": "s256", "code_challenge": strings.Repeat("ä", 30)},
		"unknown method":   {"code_challenge_method": "s512", "code_challenge": strings.Repeat("a", 43)},
	} {
		t.Run(name, func(t *testing.T) {
			s.call("POST", "/recover", "", mergeObjects(body, object{"email": "ada@example.com"})).wantError(400, "validation_failed")
		})
	}
}

// The code of a flow is invalid before the link in the mail was opened.
func TestUnissuedCodeIsRejected(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.call("POST", "/otp", "", mergeObjects(challenge(), object{"email": "ada@example.com"})).wantStatus(200)
	var code string
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select auth_code from auth.flow_state`).Scan(&code); err != nil {
		t.Fatal(err)
	}
	s.exchange(code, verifier).wantError(404, "flow_state_not_found")
}

func TestAuthCodeIsExchangedOnce(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.call("POST", "/otp", "", mergeObjects(challenge(), object{"email": "ada@example.com"})).wantStatus(200)
	link := s.lastMail("ada@example.com").Link
	_, query, _ := s.followLink(link).wantStatus(303).parseRedirect()
	statuses := make([]int, 8)
	var wait sync.WaitGroup
	for i := range statuses {
		wait.Go(func() { statuses[i] = s.exchange(query.Get("code"), verifier).Status })
	}
	wait.Wait()
	succeeded := 0
	for _, status := range statuses {
		if status == 200 {
			succeeded++
		}
	}
	if succeeded != 1 {
		t.Errorf("got statuses %v", statuses)
	}
	if _, query, fragment := s.followLink(link).wantStatus(303).parseRedirect(); query.Get("error_code") != "otp_expired" || fragment.Get("error_code") != "otp_expired" {
		t.Errorf("got %v %v", query, fragment)
	}
}

func TestOneTimeCodeIsRedeemedOnce(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.call("POST", "/otp", "", object{"email": "ada@example.com"}).wantStatus(200)
	link := strings.TrimPrefix(s.lastMail("ada@example.com").Link, externalURL)
	sessions := make([]bool, 8)
	var wait sync.WaitGroup
	for i := range sessions {
		wait.Go(func() {
			_, _, fragment := s.call("GET", link, "", nil).parseRedirect()
			sessions[i] = fragment.Has("access_token")
		})
	}
	wait.Wait()
	count := 0
	for _, got := range sessions {
		if got {
			count++
		}
	}
	if count != 1 {
		t.Errorf("got %d sessions, want 1", count)
	}
}

func TestPKCELinkWithoutFlow(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.call("POST", "/otp", "", mergeObjects(challenge(), object{"email": "ada@example.com"})).wantStatus(200)
	s.db.Exec(t, `delete from auth.flow_state`)
	if _, query, _ := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect(); query.Get("error_code") != "flow_state_not_found" {
		t.Errorf("got %v", query)
	}
}
