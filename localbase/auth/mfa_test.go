package auth_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

type enrollment struct {
	ID           string `json:"id"`
	Type         string `json:"type"`
	FriendlyName string `json:"friendly_name"`
	TOTP         struct {
		QRCode string `json:"qr_code"`
		Secret string `json:"secret"`
		URI    string `json:"uri"`
	} `json:"totp"`
}

func (s *service) enroll(token, name string) enrollment {
	s.t.Helper()
	return decode[enrollment](s.call("POST", "/factors", token, object{"factor_type": "totp", "friendly_name": name}).wantStatus(200))
}

func (s *service) challenge(token, factor string) string {
	s.t.Helper()
	return decode[struct{ ID string }](s.call("POST", "/factors/"+factor+"/challenge", token, nil).wantStatus(200)).ID
}

func (s *service) code(secret string) string {
	s.t.Helper()
	code, err := totp.GenerateCode(secret, s.clock.read())
	if err != nil {
		s.t.Fatal(err)
	}
	return code
}

func (s *service) verifyFactor(token string, f enrollment) session {
	s.t.Helper()
	id := s.challenge(token, f.ID)
	return decode[session](s.call("POST", "/factors/"+f.ID+"/verify", token, object{"challenge_id": id, "code": s.code(f.TOTP.Secret)}).wantStatus(200))
}

func TestEnrollReturnsAuthenticatorData(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	f := s.enroll(in.AccessToken, "phone")
	if f.Type != "totp" || f.FriendlyName != "phone" {
		t.Errorf("got %+v", f)
	}
	uri, err := url.Parse(f.TOTP.URI)
	if err != nil || uri.Scheme != "otpauth" || uri.Path != "/site.test:ada@example.com" || uri.Query().Get("secret") != f.TOTP.Secret || uri.Query().Get("issuer") != "site.test" {
		t.Errorf("got %v, %v", uri, err)
	}
	if !strings.HasPrefix(f.TOTP.QRCode, "<svg ") {
		t.Errorf("%.40s", f.TOTP.QRCode)
	}
	for parser := xml.NewDecoder(strings.NewReader(f.TOTP.QRCode)); ; {
		if _, err := parser.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the QR code is not XML: %v", err)
		}
	}
	if u := s.user(in.AccessToken); len(u.Factors) != 1 || u.Factors[0].Status != "unverified" || u.Factors[0].FriendlyName != "phone" {
		t.Errorf("got %+v", u.Factors)
	}
	if got := s.call("GET", "/user", in.AccessToken, nil).Body; strings.Contains(got, f.TOTP.Secret) {
		t.Error("the user contains the secret")
	}
}

func TestValidCodeElevatesSession(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	other := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
	f := s.enroll(in.AccessToken, "phone")
	spare := s.enroll(in.AccessToken, "tablet")
	s.clock.advance(time.Second)
	elevated := s.verifyFactor(in.AccessToken, f)

	claims := parseClaims(t, elevated.AccessToken)
	amr := claims["amr"].([]any)
	if claims["aal"] != "aal2" || len(amr) != 2 || amr[0].(object)["method"] != "totp" || amr[1].(object)["method"] != "password" {
		t.Errorf("got aal %v, amr %v", claims["aal"], amr)
	}
	if claims["session_id"] != parseClaims(t, in.AccessToken)["session_id"] {
		t.Error("the session changed")
	}
	u := s.user(elevated.AccessToken)
	if len(u.Factors) != 1 || u.Factors[0].ID != f.ID || u.Factors[0].Status != "verified" {
		t.Errorf("got %+v; %s must be deleted", u.Factors, spare.ID)
	}
	s.call("GET", "/user", other.AccessToken, nil).wantError(403, "session_not_found")
	next := decode[session](s.refresh(elevated.RefreshToken).wantStatus(200))
	if parseClaims(t, next.AccessToken)["aal"] != "aal2" {
		t.Error("a refresh lowered the level")
	}
	if again := decode[session](s.refresh(in.RefreshToken).wantStatus(200)); parseClaims(t, again.AccessToken)["aal"] != "aal2" {
		t.Error("the previous token has a different level")
	}
}

func TestChangesWithAFactorRequireAAL2(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	f := s.enroll(in.AccessToken, "phone")
	elevated := s.verifyFactor(in.AccessToken, f)
	aal1 := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
	if parseClaims(t, aal1.AccessToken)["aal"] != "aal1" {
		t.Error("a sign-in with only a password has aal2")
	}
	s.call("PUT", "/user", aal1.AccessToken, object{"password": "battery staple"}).wantError(401, "insufficient_aal")
	s.call("PUT", "/user", aal1.AccessToken, object{"email": "eve@example.com"}).wantError(401, "insufficient_aal")
	s.call("PUT", "/user", aal1.AccessToken, object{"data": object{"a": 1}}).wantStatus(200)
	s.call("POST", "/factors", aal1.AccessToken, object{"factor_type": "totp"}).wantError(403, "insufficient_aal")
	s.call("DELETE", "/factors/"+f.ID, aal1.AccessToken, nil).wantError(422, "insufficient_aal")

	s.call("DELETE", "/factors/"+f.ID, elevated.AccessToken, nil).wantStatus(200)
	next := decode[session](s.refresh(elevated.RefreshToken).wantStatus(200))
	if claims := parseClaims(t, next.AccessToken); claims["aal"] != "aal1" || len(claims["amr"].([]any)) != 1 {
		t.Errorf("without the factor: got %v %v", claims["aal"], claims["amr"])
	}
	s.call("PUT", "/user", next.AccessToken, object{"password": "battery staple"}).wantStatus(200)
}

func TestFactorRejections(t *testing.T) {
	s := start(t)
	in, eve := s.signUp("ada@example.com"), s.signUp("eve@example.com")
	f := s.enroll(in.AccessToken, "phone")
	path := "/factors/" + f.ID
	for _, test := range []struct {
		name, method, path, token string
		body                      any
		status                    int
		code                      string
	}{
		{"no token", "POST", "/factors", "", object{"factor_type": "totp"}, 401, "no_authorization"},
		{"unknown type", "POST", "/factors", in.AccessToken, object{"factor_type": "smoke"}, 400, "validation_failed"},
		{"phone", "POST", "/factors", in.AccessToken, object{"factor_type": "phone"}, 422, "mfa_phone_enroll_not_enabled"},
		{"a duplicate name", "POST", "/factors", in.AccessToken, object{"factor_type": "totp", "friendly_name": "phone"}, 422, "mfa_factor_name_conflict"},
		{"another user's factor", "POST", path + "/challenge", eve.AccessToken, nil, 404, "mfa_factor_not_found"},
		{"not a UUID", "POST", "/factors/x/challenge", in.AccessToken, nil, 404, "validation_failed"},
		{"no code", "POST", path + "/verify", in.AccessToken, object{}, 400, "validation_failed"},
		{"no challenge", "POST", path + "/verify", in.AccessToken, object{"code": "123456", "challenge_id": f.ID}, 404, "mfa_factor_not_found"},
		{"delete another user's factor", "DELETE", path, eve.AccessToken, nil, 404, "mfa_factor_not_found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.call(test.method, test.path, test.token, test.body).wantError(test.status, test.code)
		})
	}
}

func TestChallenges(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	f := s.enroll(in.AccessToken, "")
	verify := func(challenge, code string) testResponse {
		return s.call("POST", "/factors/"+f.ID+"/verify", in.AccessToken, object{"challenge_id": challenge, "code": code})
	}
	id := s.challenge(in.AccessToken, f.ID)
	wrong := "000000"
	if s.code(f.TOTP.Secret) == wrong {
		wrong = "111111"
	}
	verify(id, wrong).wantError(422, "mfa_verification_failed")
	verify(id, "12").wantError(422, "mfa_verification_failed")
	otherClient := httptest.NewRequest("POST", "/factors/"+f.ID+"/verify", strings.NewReader(`{"challenge_id":"`+id+`","code":"`+s.code(f.TOTP.Secret)+`"}`))
	otherClient.RemoteAddr = "203.0.113.9:1"
	otherClient.Header.Set("Authorization", "Bearer "+in.AccessToken)
	otherClient.Header.Set("X-Supabase-Api-Version", "2024-01-01")
	s.do(otherClient).wantError(422, "mfa_ip_address_mismatch")

	s.clock.advance(6 * time.Minute)
	verify(id, s.code(f.TOTP.Secret)).wantError(422, "mfa_challenge_expired")
	id = s.challenge(in.AccessToken, f.ID)
	verify(id, s.code(f.TOTP.Secret)).wantStatus(200)
	verify(id, s.code(f.TOTP.Secret)).wantError(422, "mfa_ip_address_mismatch") // a challenge is valid once
}

func TestNumberOfFactorsIsLimited(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	for range 10 {
		s.enroll(in.AccessToken, "")
	}
	s.call("POST", "/factors", in.AccessToken, object{"factor_type": "totp"}).wantError(422, "too_many_enrolled_mfa_factors")
}
