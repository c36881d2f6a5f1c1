package supa

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Session is the result of a sign-in or a refresh.
type Session struct {
	AccessToken  string
	RefreshToken string
	Lifetime     time.Duration // of the access token, from now
	User         User
}

// User is a user as the auth service describes them.
type User struct {
	ID       string `json:"id"`
	Email    string `json:"email"`
	Metadata struct {
		FullName string `json:"full_name"`
		Name     string `json:"name"`
	} `json:"user_metadata"`
}

// AuthSettings are the sign-in methods that the backend allows.
type AuthSettings struct {
	External      map[string]bool `json:"external"` // by provider; "email" means sign-in with a password
	DisableSignUp bool            `json:"disable_signup"`
}

type tokenResponse struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int64  `json:"expires_in"`
	User         User   `json:"user"`
}

type credentials struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// SignIn exchanges an email address and a password for a session.
func (b *Backend) SignIn(ctx context.Context, email, password string) (*Session, error) {
	session, err := b.requestToken(ctx, "/token?grant_type=password", credentials{email, password})
	if err == nil && session == nil {
		err = fmt.Errorf("%w: auth: a sign-in without a token", ErrInvalidResponse)
	}
	return session, err
}

// SignUp creates an account. The session is nil if the user must first confirm the email
// address.
func (b *Backend) SignUp(ctx context.Context, email, password string) (*Session, error) {
	return b.requestToken(ctx, "/signup", credentials{email, password})
}

// Refresh exchanges a refresh token for a new session. The backend accepts a refresh
// token only once.
func (b *Backend) Refresh(ctx context.Context, refreshToken string) (*Session, error) {
	body := struct {
		RefreshToken string `json:"refresh_token"`
	}{refreshToken}
	session, err := b.requestToken(ctx, "/token?grant_type=refresh_token", body)
	if err == nil && session == nil {
		err = fmt.Errorf("%w: auth: a refresh without a token", ErrInvalidResponse)
	}
	return session, err
}

// requestToken sends a request to a path that returns tokens. The session is nil if the
// response contains none.
func (b *Backend) requestToken(ctx context.Context, path string, body any) (*Session, error) {
	var response tokenResponse
	if err := b.callAuth(ctx, http.MethodPost, path, Caller{}, body, &response); err != nil {
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

// SignOut ends the caller's session at the backend, and no other session of the user.
func (b *Backend) SignOut(ctx context.Context, caller Caller) error {
	return b.callAuth(ctx, http.MethodPost, "/logout?scope=local", caller, nil, nil)
}

// FetchAuthSettings returns the sign-in methods that the backend allows.
func (b *Backend) FetchAuthSettings(ctx context.Context) (AuthSettings, error) {
	var settings AuthSettings
	err := b.callAuth(ctx, http.MethodGet, "/settings", Caller{}, nil, &settings)
	return settings, err
}

// maxAuthBody limits a response of the auth service, in bytes.
const maxAuthBody = 1 << 20

func (b *Backend) callAuth(ctx context.Context, method, path string, caller Caller, body, into any) error {
	req, err := b.newRequest(ctx, method, Auth, path, caller)
	if err != nil {
		return err
	}
	req.Header.Set("X-Supabase-Api-Version", "2024-01-01") // error codes as strings
	if caller.Token == "" {
		b.forwardAddress(req)
	}
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("encode a request to auth: %w", err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Body = io.NopCloser(bytes.NewReader(encoded))
		req.ContentLength = int64(len(encoded))
	}
	resp, err := b.send(ctx, req, Auth)
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
