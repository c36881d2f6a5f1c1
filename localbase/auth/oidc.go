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

// Provider is an OpenID provider. Its endpoints and keys are loaded from
// Issuer/.well-known/openid-configuration before the first use.
type Provider struct {
	Issuer         string
	ClientID       string
	ClientSecret   string
	Scopes         []string // nil means openid, email and profile
	SkipNonceCheck bool     // don't check the nonce of an id_token, for clients that can't send it
}

// oidcProvider is a Provider with its discovery document.
type oidcProvider struct {
	Provider
	name string
	now  func() time.Time

	mu        sync.Mutex
	discovery *oidc.Provider
}

// providerUser is a user as a provider describes it.
type providerUser struct {
	subject       string
	email         string
	emailVerified bool
	data          map[string]any // identity_data

	accessToken  string
	refreshToken string
}

// discover returns the provider's endpoints, and loads them on the first call. It retries after a
// failure.
func (p *oidcProvider) discover(client *http.Client) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovery != nil {
		return p.discovery, nil
	}
	// The context must outlive the request, since the provider loads keys with it later. The client
	// has a timeout.
	discovery, err := oidc.NewProvider(oidc.ClientContext(context.Background(), client), p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discover provider %s: %w", p.name, err)
	}
	p.discovery = discovery
	return discovery, nil
}

// newOAuthConfig returns the configuration of an OAuth client with additional scopes, separated by
// spaces.
func (p *oidcProvider) newOAuthConfig(discovery *oidc.Provider, callback, scopes string) *oauth2.Config {
	allScopes := p.Scopes
	if allScopes == nil {
		allScopes = []string{oidc.ScopeOpenID, "email", "profile"}
	}
	allScopes = append(allScopes[:len(allScopes):len(allScopes)], strings.Fields(scopes)...)
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: discovery.Endpoint(),
		RedirectURL: callback, Scopes: allScopes}
}

// exchange exchanges the provider's authorization code for the user.
func (p *oidcProvider) exchange(ctx context.Context, client *http.Client, callback, code string) (providerUser, error) {
	discovery, err := p.discover(client)
	if err != nil {
		return providerUser{}, err
	}
	ctx = oidc.ClientContext(ctx, client)
	config := p.newOAuthConfig(discovery, callback, "")
	token, err := config.Exchange(ctx, code)
	if err != nil {
		return providerUser{}, fmt.Errorf("exchange code with %s: %w", p.name, err)
	}
	idToken, _ := token.Extra("id_token").(string)
	if idToken == "" {
		return providerUser{}, fmt.Errorf("exchange code with %s: the response has no id_token", p.name)
	}
	claims, err := p.verifyClaims(ctx, discovery, idToken)
	if err != nil {
		return providerUser{}, err
	}
	if claims["email"] == nil { // some providers return it only there
		info, err := discovery.UserInfo(ctx, config.TokenSource(ctx, token))
		if err != nil {
			return providerUser{}, fmt.Errorf("request user info of %s: %w", p.name, err)
		}
		if info.Subject != claims["sub"] { // OpenID Connect Core, 5.3.2
			return providerUser{}, fmt.Errorf("request user info of %s: the response is for another subject", p.name)
		}
		if err := info.Claims(&claims); err != nil {
			return providerUser{}, fmt.Errorf("read user info of %s: %w", p.name, err)
		}
	}
	profile, err := parseProviderUser(claims)
	profile.accessToken, profile.refreshToken = token.AccessToken, token.RefreshToken
	return profile, err
}

// verifyClaims verifies the signature, issuer, audience and expiry of an id_token and returns its claims.
// It does not verify the nonce.
func (p *oidcProvider) verifyClaims(ctx context.Context, discovery *oidc.Provider, idToken string) (map[string]any, error) {
	token, err := discovery.Verifier(&oidc.Config{ClientID: p.ClientID, Now: p.now}).Verify(ctx, idToken)
	if err != nil {
		return nil, fmt.Errorf("verify id_token of %s: %w", p.name, err)
	}
	claims := map[string]any{}
	if err := token.Claims(&claims); err != nil {
		return nil, fmt.Errorf("read id_token of %s: %w", p.name, err)
	}
	return claims, nil
}

// parseProviderUser returns the user of an id_token's standard claims, with the names that Supabase stores.
// It returns an error if there is no claim sub.
func parseProviderUser(claims map[string]any) (providerUser, error) {
	subject, _ := claims["sub"].(string)
	if subject == "" {
		return providerUser{}, errors.New("the provider returned no subject")
	}
	email, _ := claims["email"].(string)
	verified := claims["email_verified"] == true || claims["email_verified"] == "true" // some providers send text
	profile := providerUser{subject: subject, email: normalizeEmail(email), emailVerified: verified && email != ""}
	profile.data = map[string]any{
		"iss": claims["iss"], "sub": subject, "provider_id": subject,
		"email_verified": profile.emailVerified, "phone_verified": false,
	}
	if email != "" {
		profile.data["email"] = profile.email
	}
	for _, claim := range []string{"name", "preferred_username", "nickname", "given_name", "family_name", "picture", "locale"} {
		if value, isString := claims[claim].(string); isString && value != "" {
			profile.data[claim] = value
		}
	}
	if name, hasName := profile.data["name"]; hasName {
		profile.data["full_name"] = name
	}
	if picture, hasPicture := profile.data["picture"]; hasPicture {
		profile.data["avatar_url"] = picture
	}
	return profile, nil
}

// defaultIssuers contains the issuers of the providers that a hosted project knows by name.
var defaultIssuers = map[string]string{
	"apple": "https://appleid.apple.com", "facebook": "https://www.facebook.com",
	"google": "https://accounts.google.com", "kakao": "https://kauth.kakao.com",
}

// newProviderDisabled returns the 400 for a sign-in provider that is not configured. For a known
// provider, the message contains the issuer instead of the name, as in Supabase Auth.
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

// idTokenGrant handles POST /token?grant_type=id_token: it signs in the user of an id_token that the client received from
// a provider. With link_identity, it requires a valid access token and links the provider's identity to its user instead.
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
	profile, err := h.verifyIDToken(r.Context(), provider, in)
	if err != nil {
		return response{}, err
	}
	if in.LinkIdentity {
		return h.requireAuthentication(h.requireManualLinking(func(r *request) (response, error) {
			return h.finishIDToken(r, provider.name, profile, &r.user.ID)
		}))(r)
	}
	return h.finishIDToken(r, provider.name, profile, nil)
}

// verifyIDToken verifies the request's id_token (signature, issuer, audience, expiry) and its nonce, and
// returns the provider's user from the claims. The nonce of the token must be the SHA-256 of the
// request's nonce in hexadecimal, or both must be absent; the provider's option SkipNonceCheck skips this.
// It returns 400 validation_failed if the token or the nonce is invalid.
func (h *Handler) verifyIDToken(ctx context.Context, provider *oidcProvider, in idTokenGrantRequest) (providerUser, error) {
	discovery, err := provider.discover(h.opts.HTTPClient)
	if err != nil {
		return providerUser{}, err
	}
	claims, err := provider.verifyClaims(ctx, discovery, in.IDToken)
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

// finishIDToken signs in a provider's user and returns the tokens. If linkTo is not nil, it links the
// provider's identity to the user with this id instead of finding or creating the user.
func (h *Handler) finishIDToken(r *request, provider string, profile providerUser, linkTo *uuid.UUID) (response, error) {
	var tokens tokenResponse
	rejection, err := h.completeProviderSignIn(r, provider, profile, linkTo, func(tx database, user *User) error {
		var err error
		tokens, err = h.signInTransaction(r, tx, user, methodOAuth)
		return err
	})
	if err != nil {
		return response{}, err
	}
	if rejection != nil {
		return response{}, rejection
	}
	return respondOK(tokens), nil
}
