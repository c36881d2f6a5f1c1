package supa

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Session is the result of a sign-in or a refresh.
type Session struct {
	AccessToken  string
	RefreshToken string
	Lifetime     time.Duration // of the access token, from now
	User         User
}

// AuthSettings are the sign-in methods that the backend allows.
type AuthSettings struct {
	External      map[string]bool `json:"external"` // by provider; "email" means sign-in with a password or a code
	DisableSignUp bool            `json:"disable_signup"`
	Passkeys      bool            `json:"passkeys_enabled"`
}

type tokenResponse struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int64  `json:"expires_in"`
	User         User   `json:"user"`
}

// PKCE is the challenge of a flow that ends with ExchangeCode (RFC 7636), and the
// address to which its link or its provider returns. The zero value is a flow without.
type PKCE struct {
	Challenge  string // base64url of the SHA-256 of the verifier
	RedirectTo string // must be in the project's list of redirect URLs, otherwise the auth service uses its SITE_URL
}

// challengeFields are the fields of a PKCE flow in a request.
type challengeFields struct {
	Challenge string `json:"code_challenge,omitempty"`
	Method    string `json:"code_challenge_method,omitempty"`
}

// fields returns the challenge as fields of a request body; no fields without a challenge.
func (p PKCE) fields() challengeFields {
	if p.Challenge == "" {
		return challengeFields{}
	}
	return challengeFields{Challenge: p.Challenge, Method: "s256"}
}

// path adds the address to which the flow returns to a path.
func (p PKCE) path(path string) string {
	if p.RedirectTo == "" {
		return path
	}
	return path + "?" + url.Values{"redirect_to": {p.RedirectTo}}.Encode()
}

// captchaFields is the token of a CAPTCHA in a request.
type captchaFields struct {
	Security *captchaSecurity `json:"gotrue_meta_security,omitempty"`
}

// captchaRequest is a request with captchaFields.
type captchaRequest interface{ hasCaptchaFields() }

func (captchaFields) hasCaptchaFields() {}

type captchaSecurity struct {
	Token string `json:"captcha_token"`
}

// newCaptchaFields returns the token of a CAPTCHA as fields of a request body; no fields without a
// token.
func newCaptchaFields(token string) captchaFields {
	if token == "" {
		return captchaFields{}
	}
	return captchaFields{&captchaSecurity{token}}
}

// Credentials are an email address, a password and, if the project requires it, the
// token of a CAPTCHA.
type Credentials struct {
	Email        string
	Password     string
	CaptchaToken string
}

type credentialsRequest struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	challengeFields
	captchaFields
}

// SignIn exchanges an email address and a password for a session.
func (b *Backend) SignIn(ctx context.Context, in Credentials) (*Session, error) {
	body := credentialsRequest{Email: in.Email, Password: in.Password, captchaFields: newCaptchaFields(in.CaptchaToken)}
	return requireSession(b.requestToken(ctx, "/token?grant_type=password", Caller{}, body))
}

// SignUp creates an account. The session is nil if the user must first confirm the email
// address.
func (b *Backend) SignUp(ctx context.Context, in Credentials, flow PKCE) (*Session, error) {
	body := credentialsRequest{Email: in.Email, Password: in.Password, challengeFields: flow.fields(), captchaFields: newCaptchaFields(in.CaptchaToken)}
	return b.requestToken(ctx, flow.path("/signup"), Caller{}, body)
}

// SignInAnonymously creates an account without an email address.
func (b *Backend) SignInAnonymously(ctx context.Context, captchaToken string) (*Session, error) {
	body := struct {
		Data struct{} `json:"data"`
		captchaFields
	}{captchaFields: newCaptchaFields(captchaToken)}
	return requireSession(b.requestToken(ctx, "/signup", Caller{}, body))
}

// requireSession returns an error for a success without a session.
func requireSession(session *Session, err error) (*Session, error) {
	if err == nil && session == nil {
		err = fmt.Errorf("%w: auth: a success without a token", ErrInvalidResponse)
	}
	return session, err
}

// Refresh exchanges a refresh token for a new session. The backend accepts a refresh
// token only once.
func (b *Backend) Refresh(ctx context.Context, refreshToken string) (*Session, error) {
	body := struct {
		RefreshToken string `json:"refresh_token"`
	}{refreshToken}
	return requireSession(b.requestToken(ctx, "/token?grant_type=refresh_token", Caller{}, body))
}

// requestToken sends a request to a path that returns tokens. The session is nil if the
// response contains none.
func (b *Backend) requestToken(ctx context.Context, path string, caller Caller, body any) (*Session, error) {
	var response tokenResponse
	if err := b.callAuth(ctx, http.MethodPost, path, caller, body, &response); err != nil {
		return nil, err
	}
	if response.AccessToken == "" || response.RefreshToken == "" {
		return nil, nil
	}
	return &Session{
		AccessToken: response.AccessToken, RefreshToken: response.RefreshToken,
		Lifetime: time.Duration(response.ExpiresIn) * time.Second, User: response.User,
	}, nil
}

// CheckSession returns an error with the status 401 or 403 if the caller's
// session has ended or its token is not accepted.
func (b *Backend) CheckSession(ctx context.Context, caller Caller) error {
	return b.callAuth(ctx, http.MethodGet, "/user", caller, nil, nil)
}

// SignOut ends sessions of the caller's user: this one ("local"), all others ("others")
// or all ("global").
func (b *Backend) SignOut(ctx context.Context, caller Caller, scope string) error {
	return b.callAuth(ctx, http.MethodPost, "/logout?scope="+url.QueryEscape(scope), caller, nil, nil)
}

// FetchAuthSettings returns the sign-in methods that the backend allows.
func (b *Backend) FetchAuthSettings(ctx context.Context) (AuthSettings, error) {
	var settings AuthSettings
	err := b.callAuth(ctx, http.MethodGet, "/settings", Caller{}, nil, &settings)
	return settings, err
}

// maxAuthBody limits a response of the auth service, in bytes.
const maxAuthBody = 1 << 20

// callAuth sends a request to the auth service, with body as JSON (nil for none), and decodes the
// response into into (nil for none). It forwards the address of the browser, for the rate limits,
// unless the service must check a CAPTCHA, which it does not for a request with the secret key.
func (b *Backend) callAuth(ctx context.Context, method, path string, caller Caller, body, into any) error {
	req, err := b.newRequest(ctx, method, Auth, path, caller)
	if err != nil {
		return err
	}
	req.Header.Set("X-Supabase-Api-Version", "2024-01-01") // error codes as strings
	_, checksCaptcha := body.(captchaRequest)
	if !(checksCaptcha && b.config.RequiresCaptcha) {
		b.forwardAddress(req, caller)
	}
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("encode a request to auth: %w", err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.ContentLength = int64(len(encoded))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(encoded)), nil }
		req.Body, _ = req.GetBody() // never an error
	}
	resp, err := b.sendForCaller(ctx, req, Auth, caller)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if into == nil {
		return nil
	}
	return b.decodeBody(resp.Body, maxAuthBody, "auth", func(text []byte) error {
		if err := json.Unmarshal(text, into); err != nil {
			return fmt.Errorf("%w: auth: %w", ErrInvalidResponse, err)
		}
		return nil
	})
}
