package auth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
)

func TestSignUpReturnsSession(t *testing.T) {
	s := start(t)
	got := s.call("POST", "/signup", "", object{"email": "Ada@Example.com", "password": password, "data": object{"full_name": "Ada"}}).wantStatus(200)
	in := decode[session](got)
	if in.TokenType != "bearer" || in.ExpiresIn != 3600 || in.ExpiresAt != s.clock.read().Add(time.Hour).Unix() {
		t.Errorf("got %s", got.Body)
	}
	if !regexp.MustCompile(`^[a-z2-7]{12}$`).MatchString(in.RefreshToken) {
		t.Errorf("got refresh token %q", in.RefreshToken)
	}
	u := in.User
	if u.Email != "ada@example.com" || u.Role != "authenticated" || u.EmailConfirmedAt == nil || u.AppMetadata["provider"] != "email" {
		t.Errorf("got user %+v", u)
	}
	if u.UserMetadata["full_name"] != "Ada" || u.UserMetadata["email_verified"] != true {
		t.Errorf("got user_metadata %v", u.UserMetadata)
	}
	if len(u.Identities) != 1 || u.Identities[0].Provider != "email" || u.Identities[0].ID != u.ID || u.Identities[0].Email != u.Email {
		t.Errorf("got identities %+v", u.Identities)
	}
	for _, secret := range []string{"$2a$", "encrypted_password", "confirmation_token", "instance_id"} {
		if strings.Contains(got.Body, secret) {
			t.Errorf("the response contains %s", secret)
		}
	}
}

func TestAccessTokenClaims(t *testing.T) {
	s := start(t)
	in := s.signUp("ada@example.com")
	claims := parseClaims(t, in.AccessToken)
	wantClaims := object{
		"sub": in.User.ID, "aud": "authenticated", "role": "authenticated", "email": "ada@example.com", "phone": "",
		"aal": "aal1", "is_anonymous": false, "iss": externalURL,
	}
	for key, want := range wantClaims {
		if claims[key] != want {
			t.Errorf("%s: got %v, want %v", key, claims[key], want)
		}
	}
	amr, _ := claims["amr"].([]any)
	if len(amr) != 1 || amr[0].(object)["method"] != "password" || amr[0].(object)["timestamp"] != float64(s.clock.read().Unix()) {
		t.Errorf("got amr %v", claims["amr"])
	}
	if claims["session_id"] == "" || claims["app_metadata"] == nil || claims["user_metadata"] == nil || claims["iat"] == nil {
		t.Errorf("got claims %v", claims)
	}
}

func TestSignUpRejections(t *testing.T) {
	s := start(t, func(o *auth.Options) {
		o.PasswordRequiredCharacters = []string{"abcdefghijklmnopqrstuvwxyz", "0123456789"}
	})
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": "abc123"}).wantStatus(200)
	for _, test := range []struct {
		name   string
		body   any
		status int
		code   string
	}{
		{"not JSON", `{"email":`, 400, "bad_json"},
		{"no body", nil, 400, "bad_json"},
		{"no password", object{"email": "b@example.com"}, 400, "validation_failed"},
		{"an invalid address", object{"email": "b@@example", "password": "abc123"}, 400, "validation_failed"},
		{"short password", object{"email": "b@example.com", "password": "a1"}, 422, "weak_password"},
		{"password over 72 bytes", object{"email": "b@example.com", "password": strings.Repeat("a1", 37)}, 400, "validation_failed"},
		{"existing address with other case", object{"email": "ADA@example.com", "password": "abc123"}, 422, "user_already_exists"},
		{"phone", object{"phone": "4412345678", "password": "abc123"}, 400, "phone_provider_disabled"},
		{"anonymous", object{}, 422, "anonymous_provider_disabled"},
		{"challenge without method", object{"email": "b@example.com", "password": "abc123", "code_challenge": strings.Repeat("a", 43)}, 400, "validation_failed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.call("POST", "/signup", "", test.body).wantError(test.status, test.code)
		})
	}
	weak := decode[struct {
		Weak struct{ Reasons []string } `json:"weak_password"`
	}](s.call("POST", "/signup", "", object{"email": "b@example.com", "password": "!"}))
	if !slices.Equal(weak.Weak.Reasons, []string{"length", "characters"}) {
		t.Errorf("got reasons %v", weak.Weak.Reasons)
	}
}

func TestSignUpCanBeDisabled(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.DisableSignup, o.AnonymousUsers = true, true })
	s.call("POST", "/signup", "", object{"email": "a@example.com", "password": password}).wantError(422, "signup_disabled")
	s.call("POST", "/signup", "", object{}).wantError(422, "signup_disabled")
	s.call("POST", "/otp", "", object{"email": "a@example.com"}).wantError(422, "signup_disabled")
}

func TestErrorBodiesInBothVersions(t *testing.T) {
	s := start(t)
	r := httptest.NewRequest("POST", "/token?grant_type=password", strings.NewReader(`{"email":"a@example.com","password":"x"}`))
	first := s.do(r)
	if want := `{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}`; strings.TrimSpace(first.Body) != want {
		t.Errorf("first version: got %s", first.Body)
	}
	if first.Header.Get("X-Supabase-Api-Version") != "" {
		t.Error("the response has a version header without a request for it")
	}
	second := s.signIn("a@example.com", "x")
	if want := `{"code":"invalid_credentials","message":"Invalid login credentials"}`; strings.TrimSpace(second.Body) != want {
		t.Errorf("second version: got %s", second.Body)
	}
	if second.Header.Get("X-Supabase-Api-Version") != "2024-01-01" {
		t.Error("the response has no version header")
	}
	for _, got := range []testResponse{first, second} {
		if got.Header.Get("X-Sb-Error-Code") != "invalid_credentials" || got.Status != 400 {
			t.Errorf("got status %d, header %q", got.Status, got.Header.Get("X-Sb-Error-Code"))
		}
	}
}

func TestPasswordGrant(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.db.Exec(t, `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, banned_until, email_confirmed_at) values
		('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'banned@example.com',
			(select encrypted_password from auth.users where email = 'ada@example.com'), now() + interval '1 day', now()),
		('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'new@example.com',
			(select encrypted_password from auth.users where email = 'ada@example.com'), null, null),
		('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'nopassword@example.com', null, null, now())`)
	for _, test := range []struct {
		name   string
		body   any
		status int
		code   string
	}{
		{"wrong password", object{"email": "ada@example.com", "password": "wrong"}, 400, "invalid_credentials"},
		{"no password", object{"email": "ada@example.com"}, 400, "invalid_credentials"},
		{"unknown address", object{"email": "b@example.com", "password": password}, 400, "invalid_credentials"},
		{"an account without a password", object{"email": "nopassword@example.com", "password": ""}, 400, "invalid_credentials"},
		{"banned, wrong password", object{"email": "banned@example.com", "password": "wrong"}, 400, "invalid_credentials"},
		{"banned", object{"email": "banned@example.com", "password": password}, 400, "user_banned"},
		{"unconfirmed", object{"email": "new@example.com", "password": password}, 400, "email_not_confirmed"},
		{"no address", object{"password": password}, 400, "validation_failed"},
		{"phone", object{"phone": "441234567", "password": password}, 422, "phone_provider_disabled"},
		{"bad JSON", "{", 400, "bad_json"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.call("POST", "/token?grant_type=password", "", test.body).wantError(test.status, test.code)
		})
	}
	s.call("POST", "/token?grant_type=web3", "", object{}).wantError(422, "web3_provider_disabled")
	s.call("POST", "/sso", "", object{"domain": "example.com"}).wantError(404, "saml_provider_disabled")
	s.call("POST", "/token?grant_type=magic", "", object{}).wantError(400, "invalid_credentials")

	got := s.signIn("ADA@example.com", password).wantStatus(200)
	if !strings.Contains(got.Body, `"weak_password":null`) {
		t.Errorf("missing weak_password: %s", got.Body)
	}
	if s.user(decode[session](got).AccessToken).Email != "ada@example.com" {
		t.Error("the token is for a different user")
	}
}

func TestExistingWeakPasswordIsReportedAtSignIn(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.PasswordMinLength = 20 })
	s.call("POST", "/admin/users", s.serviceRole(), object{"email": "ada@example.com", "password": password, "email_confirm": true}).wantStatus(200)
	got := s.signIn("ada@example.com", password).wantStatus(200)
	if !strings.Contains(got.Body, `"weak_password":{"reasons":["length"]}`) {
		t.Errorf("got %s", got.Body)
	}
}

// Seed scripts insert users with crypt() and nulls in most columns.
func TestAccountsInsertedWithSQLCanSignIn(t *testing.T) {
	s := start(t)
	s.db.Exec(t, `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at)
		values ('00000000-0000-0000-0000-000000000000', '11111111-1111-1111-1111-111111111111', 'authenticated', 'staff', 'Seed@example.com',
			extensions.crypt('seeded', extensions.gen_salt('bf')), now(), now(), now())`)
	in := decode[session](s.signIn("seed@example.com", "seeded").wantStatus(200))
	if role := parseClaims(t, in.AccessToken)["role"]; role != "staff" {
		t.Errorf("got role %v, want staff", role)
	}
	if in.User.Identities == nil || in.User.AppMetadata == nil || in.User.UserMetadata == nil {
		t.Errorf("the response contains nulls: %+v", in.User)
	}
	s.refresh(in.RefreshToken).wantStatus(200)
}

func TestResponseTimeDoesNotRevealAccounts(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.PasswordCost = 0 })
	s.signUp("ada@example.com")
	var hash string
	err := s.db.Pool("postgres").QueryRow(t.Context(), `select encrypted_password from auth.users`).Scan(&hash)
	if err != nil || !strings.HasPrefix(hash, "$2a$10$") {
		t.Errorf("got %s, %v", hash, err)
	}
	// Other processes can slow single calls down, so the test compares the fastest calls. It measures
	// them in turns.
	measure := func(email string) time.Duration {
		started := time.Now()
		s.signIn(email, "wrong").wantStatus(400)
		return time.Since(started)
	}
	known, unknown := time.Hour, time.Hour
	for range 12 {
		known = min(known, measure("ada@example.com"))
		unknown = min(unknown, measure("nobody@example.com"))
		if unknown >= known/2 && known >= unknown/2 {
			return
		}
	}
	t.Errorf("an existing address takes %v, an unknown address %v", known, unknown)
}

func TestAnonymousUsers(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.AnonymousUsers = true })
	in := decode[session](s.call("POST", "/signup", "", object{"data": object{"theme": "dark"}}).wantStatus(200))
	if !in.User.IsAnonymous || in.User.Email != "" || in.User.UserMetadata["theme"] != "dark" || in.User.Identities == nil {
		t.Errorf("got %+v", in.User)
	}
	if claims := parseClaims(t, in.AccessToken); claims["is_anonymous"] != true || claims["role"] != "authenticated" {
		t.Errorf("got %v", claims)
	}
	s.call("PUT", "/user", in.AccessToken, object{"password": "long enough"}).wantError(422, "validation_failed")
	s.call("POST", "/factors", in.AccessToken, object{"factor_type": "totp"}).wantError(403, "no_authorization")

	// With an address the user is no longer anonymous.
	s.call("PUT", "/user", in.AccessToken, object{"email": "ada@example.com", "password": password}).wantStatus(200)
	u := s.user(in.AccessToken)
	if u.IsAnonymous || u.Email != "ada@example.com" || u.EmailConfirmedAt == nil || len(u.Identities) != 1 || u.AppMetadata["provider"] != "email" {
		t.Errorf("got %+v", u)
	}
	next := decode[session](s.signIn("ada@example.com", password).wantStatus(200))
	if next.User.ID != in.User.ID || parseClaims(t, next.AccessToken)["is_anonymous"] != false {
		t.Errorf("got %+v", next.User)
	}
}

func TestConcurrentSignUpsCreateOneAccount(t *testing.T) {
	s := start(t)
	responses := make([]testResponse, 6)
	var wait sync.WaitGroup
	for i := range responses {
		wait.Go(func() {
			responses[i] = s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password})
		})
	}
	wait.Wait()
	created := 0
	for _, r := range responses {
		if r.Status == 200 {
			created++
			continue
		}
		r.wantError(422, "user_already_exists")
	}
	if created != 1 {
		t.Errorf("%d sign-ups succeeded, want 1", created)
	}
}

func TestTokensSignedWithES256(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signing, err := caller.NewES256Key(key, "")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, func(o *auth.Options) { o.Keys = o.Keys.WithSigningKeys(signing) })
	in := s.signUp("ada@example.com")
	parsed, _, err := jwt.NewParser().ParseUnverified(in.AccessToken, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	set := decode[caller.JWKS](s.call("GET", "/.well-known/jwks.json", "", nil).wantStatus(200))
	if parsed.Method.Alg() != "ES256" || len(set.Keys) != 1 || parsed.Header["kid"] != set.Keys[0].KeyID {
		t.Errorf("got %v, %+v", parsed.Header, set)
	}
	s.call("GET", "/user", in.AccessToken, nil).wantStatus(200)
	s.call("GET", "/admin/users", s.serviceRole(), nil).wantStatus(200) // signed with the shared secret
}

func TestZeroByteIsBadRequest(t *testing.T) {
	s := start(t)
	s.call("POST", "/token?grant_type=password", "", object{"email": "a\x00@example.com", "password": password}).wantError(400, "validation_failed")
	s.call("GET", "/verify?token=%00&type=signup", "", nil).wantError(400, "validation_failed")
}

func TestWithoutPostgresTheResponseIs503(t *testing.T) {
	pool, err := pgxpool.New(t.Context(), "postgres://supabase_auth_admin@127.0.0.1:1/postgres?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := start(t, func(o *auth.Options) { o.Pool = pool })
	for path, body := range map[string]object{
		"/token?grant_type=password":      {"email": "ada@example.com", "password": password},
		"/token?grant_type=refresh_token": {"refresh_token": "abcdefghijkl"},
		"/signup":                         {"email": "ada@example.com", "password": password},
		"/recover":                        {"email": "ada@example.com"},
	} {
		got := s.call("POST", path, "", body)
		got.wantError(503, "unexpected_failure")
		if got.Header.Get("Retry-After") == "" || strings.Contains(got.Body, "127.0.0.1") {
			t.Errorf("%s: %v %s", path, got.Header, got.Body)
		}
	}
	if !strings.Contains(s.log.String(), "connection refused") {
		t.Errorf("the log doesn't contain the cause: %s", s.log)
	}
	s.log.Reset() // the harness fails a test that logged an error
}
