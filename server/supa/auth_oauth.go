package supa

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// ExchangeCode exchanges the code of a PKCE flow for a session. A code is valid once, and
// only with the verifier of its challenge.
func (b *Backend) ExchangeCode(ctx context.Context, code, verifier string) (*Session, error) {
	body := struct {
		Code     string `json:"auth_code"`
		Verifier string `json:"code_verifier"`
	}{code, verifier}
	return requireSession(b.requestToken(ctx, "/token?grant_type=pkce", Caller{}, body))
}

// StartOAuth returns the address at which a provider signs the user in. Its errors are
// those of the auth service, for example for a provider that is not enabled.
//
// The browser does not visit the auth service: its address can be internal, and a failure
// would be a page of JSON. A provider for which the auth service stores a session in a cookie
// (OAuth 1, in early versions) needs this visit; for it the address is that of the auth service.
func (b *Backend) StartOAuth(ctx context.Context, provider string, flow PKCE) (string, error) {
	path := "/authorize?" + oauthQuery(provider, flow).Encode()
	req, err := b.newRequest(ctx, http.MethodGet, Auth, path, Caller{})
	if err != nil {
		return "", err
	}
	b.forwardAddress(req, Caller{})
	resp, err := b.send(ctx, req, Auth)
	var redirect *redirectError
	switch {
	case err == nil:
		_ = resp.Body.Close()
		return "", fmt.Errorf("%w: auth: no redirect to a provider", ErrInvalidResponse)
	case !errors.As(err, &redirect):
		return "", err
	case hasSessionCookie(redirect.header):
		return b.areaURL(Auth) + path, nil
	}
	return checkProviderURL(redirect.header.Get("Location"))
}

// hasSessionCookie reports whether a response sets a cookie with a session of the auth service. Others are
// of a network or load balancer in front of it ("__cf_bm" of a hosted project, "AWSALB"), which the provider's
// redirect does not need. Source: netlify/gotrue, api/external.go (StoreInSession); supabase/auth sets none.
func hasSessionCookie(header http.Header) bool {
	cookies := (&http.Response{Header: header}).Cookies()
	return slices.ContainsFunc(cookies, func(c *http.Cookie) bool { return strings.HasSuffix(c.Name, "_session") })
}

// StartLink is StartOAuth for an identity that the caller's account gets in addition.
// Codes: manual_linking_disabled and others of the auth service.
func (b *Backend) StartLink(ctx context.Context, caller Caller, provider string, flow PKCE) (string, error) {
	query := oauthQuery(provider, flow)
	query.Set("skip_http_redirect", "true")
	var response struct {
		URL string `json:"url"`
	}
	if err := b.callAuth(ctx, http.MethodGet, "/user/identities/authorize?"+query.Encode(), caller, nil, &response); err != nil {
		return "", err
	}
	return checkProviderURL(response.URL)
}

// oauthQuery returns the query string that starts a sign-in with a provider.
func oauthQuery(provider string, flow PKCE) url.Values {
	return url.Values{
		"provider": {provider}, "redirect_to": {flow.RedirectTo},
		"code_challenge": {flow.Challenge}, "code_challenge_method": {"s256"},
	}
}

// checkProviderURL returns an error if an address is not one of http or https.
func checkProviderURL(address string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" {
		return "", fmt.Errorf("%w: auth: no address of a provider", ErrInvalidResponse)
	}
	return address, nil
}

// UnlinkIdentity removes an identity from the caller's account. Codes:
// single_identity_not_deletable and others of the auth service.
func (b *Backend) UnlinkIdentity(ctx context.Context, caller Caller, identity string) error {
	id, err := escapeSegment(identity)
	if err != nil {
		return err
	}
	return b.callAuth(ctx, http.MethodDelete, "/user/identities/"+id, caller, nil, nil)
}
