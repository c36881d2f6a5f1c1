package auth_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const (
	siteURL     = "http://site.test"
	externalURL = "http://auth.test/auth/v1"
	password    = "correct horse"
)

// clock is a clock that tests advance.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// service is an auth service with a new database.
type service struct {
	*auth.Handler
	t     *testing.T
	db    *pgtest.DB
	keys  *caller.Keys
	clock *clock
	log   *strings.Builder
}

// start returns a service with Autoconfirm and the changed options. The test fails if the service
// logs an error.
func start(t *testing.T, change ...func(*auth.Options)) *service {
	t.Helper()
	s := &service{t: t, db: pgtest.New(t), clock: &clock{now: time.Now()}, log: &strings.Builder{}}
	s.keys = caller.NewKeys([]byte(pgtest.Secret), s.clock.read)
	opts := auth.Options{
		Pool: s.db.Pool("supabase_auth_admin"), Keys: s.keys, Now: s.clock.read, SiteURL: siteURL, ExternalURL: externalURL,
		PasswordCost: bcrypt.MinCost, Autoconfirm: true, Logger: slog.New(slog.NewTextHandler(s.log, nil)),
	}
	for _, c := range change {
		c(&opts)
	}
	s.Handler = auth.New(opts)
	t.Cleanup(func() {
		if s.log.Len() > 0 {
			t.Errorf("unexpected log messages:\n%s", s.log)
		}
	})
	return s
}

func confirmByMail(o *auth.Options) { o.Autoconfirm = false }

// testResponse is a response of the service.
type testResponse struct {
	t      *testing.T
	Status int
	Header http.Header
	Body   string
}

// call sends a request. It sends no token for "" and no body for nil. A string is sent as it is,
// other bodies as JSON.
func (s *service) call(method, target, token string, body any) testResponse {
	s.t.Helper()
	var payload io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		payload = strings.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		payload = strings.NewReader(string(encoded))
	}
	r := httptest.NewRequest(method, target, payload)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	r.Header.Set("X-Supabase-Api-Version", "2024-01-01")
	return s.do(r)
}

func (s *service) do(r *http.Request) testResponse {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return testResponse{t: s.t, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
}

// decode parses the body as T.
func decode[T any](r testResponse) T {
	r.t.Helper()
	var out T
	if err := json.Unmarshal([]byte(r.Body), &out); err != nil {
		r.t.Fatalf("body %q: %v", r.Body, err)
	}
	return out
}

// wantStatus fails the test unless the response has the status.
func (r testResponse) wantStatus(status int) testResponse {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("status %d, want %d: %s", r.Status, status, r.Body)
	}
	return r
}

// wantError checks the status, the code in body and header, and that the body has no other fields.
func (r testResponse) wantError(status int, code string) {
	r.t.Helper()
	var body map[string]any
	if err := json.Unmarshal([]byte(r.Body), &body); err != nil || r.Status != status {
		r.t.Errorf("status %d, want %d %s: %s", r.Status, status, code, r.Body)
		return
	}
	if body["code"] != code || r.Header.Get("X-Sb-Error-Code") != code {
		r.t.Errorf("code %v, header %q, want %s: %s", body["code"], r.Header.Get("X-Sb-Error-Code"), code, r.Body)
	}
	for key := range body {
		if key != "code" && key != "message" && key != "weak_password" {
			r.t.Errorf("the error contains %s: %s", key, r.Body)
		}
	}
}

// session is the response to a sign-in.
type session struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	ExpiresAt    int64  `json:"expires_at"`
	RefreshToken string `json:"refresh_token"`
	User         user   `json:"user"`
}

type user struct {
	ID                 string         `json:"id"`
	Role               string         `json:"role"`
	Email              string         `json:"email"`
	NewEmail           string         `json:"new_email"`
	EmailConfirmedAt   *time.Time     `json:"email_confirmed_at"`
	ConfirmationSentAt *time.Time     `json:"confirmation_sent_at"`
	AppMetadata        map[string]any `json:"app_metadata"`
	UserMetadata       map[string]any `json:"user_metadata"`
	Identities         []identity     `json:"identities"`
	Factors            []factor       `json:"factors"`
	IsAnonymous        bool           `json:"is_anonymous"`
}

type identity struct {
	IdentityID string         `json:"identity_id"`
	ID         string         `json:"id"`
	Provider   string         `json:"provider"`
	Email      string         `json:"email"`
	Data       map[string]any `json:"identity_data"`
}

type factor struct {
	ID           string `json:"id"`
	Status       string `json:"status"`
	FriendlyName string `json:"friendly_name"`
}

type object = map[string]any

func (s *service) signUp(email string) session {
	s.t.Helper()
	return decode[session](s.call("POST", "/signup", "", object{"email": email, "password": password}).wantStatus(200))
}

func (s *service) signIn(email, password string) testResponse {
	s.t.Helper()
	return s.call("POST", "/token?grant_type=password", "", object{"email": email, "password": password})
}

func (s *service) refresh(token string) testResponse {
	s.t.Helper()
	return s.call("POST", "/token?grant_type=refresh_token", "", object{"refresh_token": token})
}

func (s *service) user(token string) user {
	s.t.Helper()
	return decode[user](s.call("GET", "/user", token, nil).wantStatus(200))
}

func (s *service) serviceRole() string {
	s.t.Helper()
	return s.sign(object{"role": "service_role", "iss": "supabase"})
}

func (s *service) sign(claims object) string {
	s.t.Helper()
	claims = maps.Clone(claims)
	if claims["exp"] == nil {
		claims["exp"] = s.clock.read().Add(time.Hour).Unix()
	}
	token, err := s.keys.Sign(claims)
	if err != nil {
		s.t.Fatal(err)
	}
	return token
}

// parseClaims returns the claims of a token without verification.
func parseClaims(t *testing.T, token string) jwt.MapClaims {
	t.Helper()
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(token, claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

// lastMail returns the latest mail to an address.
func (s *service) lastMail(to string) auth.Mail {
	s.t.Helper()
	mails := s.listMails(to)
	if len(mails) == 0 {
		s.t.Fatalf("no mail to %s", to)
	}
	return mails[0]
}

// listMails returns the mails to an address, latest first.
func (s *service) listMails(to string) []auth.Mail {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.Mailbox().ServeHTTP(w, httptest.NewRequest("GET", "/api/mails?to="+url.QueryEscape(to), nil))
	return decode[[]auth.Mail](testResponse{t: s.t, Status: w.Code, Body: w.Body.String()})
}

// followLink requests the link of a mail.
func (s *service) followLink(link string) testResponse {
	s.t.Helper()
	return s.call("GET", strings.TrimPrefix(link, externalURL), "", nil)
}

// parseRedirect returns the URL of a redirect, without query and fragment, and both.
func (r testResponse) parseRedirect() (address string, query, fragment url.Values) {
	r.t.Helper()
	location, err := url.Parse(r.Header.Get("Location"))
	if err != nil || r.Header.Get("Location") == "" {
		r.t.Fatalf("no redirect: %d %s, %v", r.Status, r.Body, err)
	}
	fragment, err = url.ParseQuery(location.EscapedFragment())
	if err != nil {
		r.t.Fatal(err)
	}
	query = location.Query()
	location.RawQuery, location.Fragment, location.RawFragment = "", "", ""
	return location.String(), query, fragment
}
