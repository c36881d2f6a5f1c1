package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/uuid"
	"golang.org/x/oauth2"
)

// Provider is an OpenID provider that people may sign in with. Its endpoints
// and keys are read from Issuer/.well-known/openid-configuration when first needed.
type Provider struct {
	Issuer         string
	ClientID       string
	ClientSecret   string
	Scopes         []string // nil: openid, email and profile
	SkipNonceCheck bool     // take an id_token's nonce unseen, for clients that can't pass it on
}

// oidcProvider is a Provider and what its discovery told.
type oidcProvider struct {
	Provider
	name string
	now  func() time.Time

	mu        sync.Mutex
	discovery *oidc.Provider
}

// providerUser is whom a provider speaks of.
type providerUser struct {
	subject       string
	email         string
	emailVerified bool
	data          map[string]any // identity_data

	accessToken  string
	refreshToken string
}

// discover answers the provider's endpoints; a failure is tried again next time.
func (p *oidcProvider) discover(client *http.Client) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovery != nil {
		return p.discovery, nil
	}
	// The context outlives the request: keys are fetched with it later. The client has a time-out.
	found, err := oidc.NewProvider(oidc.ClientContext(context.Background(), client), p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discover provider %s: %w", p.name, err)
	}
	p.discovery = found
	return found, nil
}

// newOAuthConfig is the OAuth client towards the provider, with further scopes asked for.
func (p *oidcProvider) newOAuthConfig(found *oidc.Provider, callback, scopes string) *oauth2.Config {
	wanted := p.Scopes
	if wanted == nil {
		wanted = []string{oidc.ScopeOpenID, "email", "profile"}
	}
	wanted = append(wanted[:len(wanted):len(wanted)], strings.Fields(scopes)...)
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(),
		RedirectURL: callback, Scopes: wanted}
}

// exchange trades the provider's authorization code for the person.
func (p *oidcProvider) exchange(ctx context.Context, client *http.Client, callback, code string) (providerUser, error) {
	found, err := p.discover(client)
	if err != nil {
		return providerUser{}, err
	}
	ctx = oidc.ClientContext(ctx, client)
	config := p.newOAuthConfig(found, callback, "")
	token, err := config.Exchange(ctx, code)
	if err != nil {
		return providerUser{}, fmt.Errorf("exchange code with %s: %w", p.name, err)
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return providerUser{}, fmt.Errorf("exchange code with %s: no id_token came", p.name)
	}
	claims, err := p.verifyClaims(ctx, found, raw)
	if err != nil {
		return providerUser{}, err
	}
	if claims["email"] == nil { // some tell it only there
		info, err := found.UserInfo(ctx, config.TokenSource(ctx, token))
		if err != nil {
			return providerUser{}, fmt.Errorf("ask %s for user info: %w", p.name, err)
		}
		if info.Subject != claims["sub"] { // OpenID Connect Core, 5.3.2
			return providerUser{}, fmt.Errorf("ask %s for user info: it speaks of another subject", p.name)
		}
		if err := info.Claims(&claims); err != nil {
			return providerUser{}, fmt.Errorf("read user info of %s: %w", p.name, err)
		}
	}
	who, err := parseProviderUser(claims)
	who.accessToken, who.refreshToken = token.AccessToken, token.RefreshToken
	return who, err
}

// verifyClaims answers what a verified id_token says.
func (p *oidcProvider) verifyClaims(ctx context.Context, found *oidc.Provider, raw string) (map[string]any, error) {
	token, err := found.Verifier(&oidc.Config{ClientID: p.ClientID, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return nil, fmt.Errorf("verify id_token of %s: %w", p.name, err)
	}
	claims := map[string]any{}
	if err := token.Claims(&claims); err != nil {
		return nil, fmt.Errorf("read id_token of %s: %w", p.name, err)
	}
	return claims, nil
}

// parseProviderUser keeps the standard claims, under the names that Supabase stores.
func parseProviderUser(claims map[string]any) (providerUser, error) {
	subject, _ := claims["sub"].(string)
	if subject == "" {
		return providerUser{}, errors.New("the provider names no subject")
	}
	email, _ := claims["email"].(string)
	verified := claims["email_verified"] == true || claims["email_verified"] == "true" // some send text
	who := providerUser{subject: subject, email: normalizeEmail(email), emailVerified: verified && email != ""}
	who.data = map[string]any{
		"iss": claims["iss"], "sub": subject, "provider_id": subject,
		"email_verified": who.emailVerified, "phone_verified": false,
	}
	if email != "" {
		who.data["email"] = who.email
	}
	for _, claim := range []string{"name", "preferred_username", "nickname", "given_name", "family_name", "picture", "locale"} {
		if value, isText := claims[claim].(string); isText && value != "" {
			who.data[claim] = value
		}
	}
	if name, named := who.data["name"]; named {
		who.data["full_name"] = name
	}
	if picture, pictured := who.data["picture"]; pictured {
		who.data["avatar_url"] = picture
	}
	return who, nil
}

// defaultIssuers are those of providers that a hosted project knows by name.
var defaultIssuers = map[string]string{
	"apple": "https://appleid.apple.com", "facebook": "https://www.facebook.com",
	"google": "https://accounts.google.com", "kakao": "https://kauth.kakao.com",
}

func newProviderDisabled(name string) *Error {
	if issuer, known := defaultIssuers[name]; known {
		name = fmt.Sprintf("(issuer %q)", issuer)
	}
	return newBadRequest(codeProviderDisabled, fmt.Sprintf("Provider %s is not enabled", name))
}

type idTokenGrantRequest struct {
	Provider     string `json:"provider"`
	IDToken      string `json:"id_token"`
	AccessToken  string `json:"access_token"`
	Nonce        string `json:"nonce"`
	LinkIdentity bool   `json:"link_identity"`
}

// idTokenGrant signs in with a provider's id_token, which the client fetched itself.
func (h *Handler) idTokenGrant(r *request) (response, error) {
	in, err := decode[idTokenGrantRequest](r)
	if err != nil {
		return response{}, err
	}
	if err := h.checkRateLimit(r, h.limits.signIns); err != nil {
		return response{}, err
	}
	if in.IDToken == "" {
		return response{}, newBadRequest(codeValidation, "id_token required")
	}
	provider := h.providers[strings.ToLower(in.Provider)]
	if provider == nil {
		return response{}, newProviderDisabled(in.Provider)
	}
	who, err := h.verifyIDToken(r.Context(), provider, in)
	if err != nil {
		return response{}, err
	}
	if in.LinkIdentity {
		return h.requireAuthentication(h.requireManualLinking(func(r *request) (response, error) {
			return h.finishIDToken(r, provider.name, who, &r.user.ID)
		}))(r)
	}
	return h.finishIDToken(r, provider.name, who, nil)
}

func (h *Handler) verifyIDToken(ctx context.Context, provider *oidcProvider, in idTokenGrantRequest) (providerUser, error) {
	found, err := provider.discover(h.opts.HTTPClient)
	if err != nil {
		return providerUser{}, err
	}
	claims, err := provider.verifyClaims(ctx, found, in.IDToken)
	if err != nil {
		return providerUser{}, newBadRequest(codeValidation, "Bad ID token")
	}
	nonce, _ := claims["nonce"].(string)
	if !provider.SkipNonceCheck {
		if (nonce == "") != (in.Nonce == "") {
			return providerUser{}, newBadRequest(codeValidation, "Passed nonce and nonce in id_token should either both exist or not.")
		}
		if nonce != "" {
			sum := sha256.Sum256([]byte(in.Nonce))
			if subtle.ConstantTimeCompare([]byte(hex.EncodeToString(sum[:])), []byte(nonce)) != 1 {
				return providerUser{}, newBadRequest(codeValidation, "Nonces mismatch")
			}
		}
	}
	return parseProviderUser(claims)
}

func (h *Handler) finishIDToken(r *request, provider string, who providerUser, linkTo *uuid.UUID) (response, error) {
	var answer tokenResponse
	outcome, err := h.completeProviderSignIn(r, provider, who, linkTo, func(tx database, user *User) error {
		var err error
		answer, err = h.signInTransaction(r, tx, user, methodOAuth)
		return err
	})
	if err != nil {
		return response{}, err
	}
	if outcome != nil {
		return response{}, outcome
	}
	return respondOK(answer), nil
}
