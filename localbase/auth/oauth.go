package auth

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"golang.org/x/oauth2"
)

// authorize is GET /authorize?provider=...&redirect_to=...: leads to a provider.
func (h *Handler) authorize(r *request) (response, error) {
	location, err := h.startProviderFlow(r, nil)
	return response{status: http.StatusFound, location: location}, err
}

// startProviderFlow begins a flow at a provider; linkTo is the account that its
// identity will belong to, nil for whoever's it is.
func (h *Handler) startProviderFlow(r *request, linkTo *uuid.UUID) (string, error) {
	query := r.URL.Query()
	name := strings.ToLower(query.Get("provider"))
	provider := h.providers[name]
	if provider == nil {
		return "", newBadRequest(codeValidation, "Unsupported provider: provider is not enabled")
	}
	challenge := pkce{CodeChallenge: query.Get("code_challenge"), CodeChallengeMethod: query.Get("code_challenge_method")}
	if err := challenge.validate(); err != nil {
		return "", err
	}
	found, err := provider.discover(h.opts.HTTPClient)
	if err != nil {
		return "", err
	}
	flow := flowState{provider: name, authMethod: methodOAuth, referrer: h.redirectTarget(r.Request), linkUserID: linkTo}
	state, err := h.db.insertFlow(r.Context(), flow, challenge, h.now())
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{}
	for key := range query {
		switch key {
		case "provider", "scopes", "code_challenge", "code_challenge_method", "redirect_to", "skip_http_redirect",
			"client_id", "redirect_uri", "response_type", "state", "scope": // ours, or not the client's to say
		default:
			options = append(options, oauth2.SetAuthURLParam(key, query.Get(key)))
		}
	}
	return provider.newOAuthConfig(found, h.callbackURL(), query.Get("scopes")).AuthCodeURL(state.String(), options...), nil
}

func (h *Handler) callbackURL() string { return h.opts.ExternalURL + "/callback" }

// handleCallback is GET and POST /callback, where a provider leads back to. It goes on
// to the application with a session, a code, or what went wrong.
func (h *Handler) handleCallback(r *request) (response, error) {
	if err := r.ParseForm(); err != nil {
		return response{}, newBadRequest(codeBadOAuthCallback, "OAuth callback can't be read")
	}
	flow, err := h.findCallbackFlow(r)
	if err != nil {
		return h.redirectCallbackError(r, h.opts.SiteURL, err), nil
	}
	if refused := r.Form.Get("error"); refused != "" {
		values := url.Values{"error": {refused}, "error_description": {r.Form.Get("error_description")}}
		return response{status: http.StatusFound, location: addQuery(flow.referrer, values, values)}, nil
	}
	location, err := h.finishCallback(r, flow)
	if err != nil {
		return h.redirectCallbackError(r, flow.referrer, err), nil
	}
	return response{status: http.StatusFound, location: location}, nil
}

// findCallbackFlow finds the flow that a callback's state names.
func (h *Handler) findCallbackFlow(r *request) (*flowState, error) {
	state := r.Form.Get("state")
	if state == "" {
		return nil, newBadRequest(codeBadOAuthCallback, "OAuth state parameter missing")
	}
	invalid := newBadRequest(codeBadOAuthState, "OAuth callback with invalid state")
	id, err := uuid.Parse(state)
	if err != nil {
		return nil, invalid
	}
	flow, err := h.db.findFlow(r.Context(), `id = $1 and auth_code_issued_at is null and authentication_method = $2`, id, methodOAuth)
	if err != nil {
		return nil, err
	}
	if flow == nil {
		return nil, invalid
	}
	if flow.isExpired(h.now()) {
		return nil, newBadRequest(codeBadOAuthState, "OAuth state has expired")
	}
	return flow, nil
}

// finishCallback answers where to go with the person that the provider names.
func (h *Handler) finishCallback(r *request, flow *flowState) (string, error) {
	provider := h.providers[flow.provider]
	if provider == nil { // switched off meanwhile
		return "", newBadRequest(codeValidation, "Unsupported provider: provider is not enabled")
	}
	who, err := provider.exchange(r.Context(), h.opts.HTTPClient, h.callbackURL(), r.Form.Get("code"))
	if err != nil {
		return "", err
	}
	var location string
	outcome, err := h.completeProviderSignIn(r, flow.provider, who, flow.linkUserID, func(tx database, user *User) error {
		now := h.now()
		if flow.challenge != "" {
			location = addQuery(flow.referrer, url.Values{"code": {flow.authCode}}, nil)
			_, err := tx.Exec(r.Context(), `update auth.flow_state set user_id = $2, provider_access_token = $3,
				provider_refresh_token = $4, auth_code_issued_at = $5, updated_at = $5 where id = $1`,
				flow.id, user.ID, who.accessToken, who.refreshToken, now)
			return err
		}
		if _, err := tx.deleteFlow(r.Context(), flow.id); err != nil {
			return err
		}
		session, err := h.signInTransaction(r, tx, user, methodOAuth)
		values := url.Values{"provider_token": {who.accessToken}}
		if who.refreshToken != "" {
			values.Set("provider_refresh_token", who.refreshToken)
		}
		location = session.redirectLocation(flow.referrer, values)
		return err
	})
	if err == nil && outcome != nil {
		err = outcome
	}
	return location, err
}

// redirectCallbackError leads to the application with what went wrong, in query and fragment.
func (h *Handler) redirectCallbackError(r *request, target string, err error) response {
	refused := h.classifyError(r.Request, err)
	answer := newErrorRedirect(target, refused, true)
	answer.status = http.StatusFound
	return answer
}

// completeProviderSignIn finds or makes the account of a provider's person, links the identity,
// and lets then go on in the same transaction. An outcome is a refusal whose
// changes are kept: the person has to confirm their address first.
func (h *Handler) completeProviderSignIn(r *request, provider string, who providerUser, linkTo *uuid.UUID, then func(database, *User) error) (outcome, err error) {
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		var user *User
		var err error
		if linkTo != nil {
			user, err = h.linkToAccount(r, tx, *linkTo, provider, who)
		} else {
			user, err = h.findOrCreateAccount(r, tx, provider, who)
		}
		var pending *confirmationRequiredError
		if errors.As(err, &pending) {
			outcome = pending.cause
			return nil
		}
		if err != nil {
			return err
		}
		return then(tx, user)
	})
	return outcome, err
}

// confirmationRequiredError stops a sign-in whose changes are to be kept.
type confirmationRequiredError struct{ cause *Error }

func (p *confirmationRequiredError) Error() string { return p.cause.Error() }

// findOrCreateAccount signs a provider's person up or in. A new identity joins the account
// with its address only if the provider vouches for the address.
func (h *Handler) findOrCreateAccount(r *request, tx database, provider string, who providerUser) (*User, error) {
	ctx, now := r.Context(), h.now()
	if who.email == "" {
		return nil, newError(http.StatusInternalServerError, codeUnexpected, "Error getting user email from external provider")
	}
	identity, err := tx.findIdentity(ctx, provider, who.subject)
	if err != nil {
		return nil, err
	}
	var user *User
	if identity != nil {
		if user, err = h.findActiveUser(ctx, tx, identity.UserID); err == nil {
			err = tx.recordIdentitySignIn(ctx, identity.IdentityID, who.data, now)
		}
	} else if user, err = tx.findEmailOwner(ctx, who.email, uuid.Nil); err == nil {
		user, identity, err = h.linkNewIdentity(r, tx, user, provider, who)
	}
	if err != nil {
		return nil, err
	}
	if user.isBanned(now) {
		return nil, newForbidden(codeUserBanned, "User is banned")
	}
	if !user.isConfirmed() {
		if err := h.claimUnconfirmed(r, tx, user, identity.IdentityID, provider, who); err != nil {
			return nil, err
		}
	} else {
		err := tx.updateUser(ctx, user.ID, now, map[string]any{"raw_user_meta_data": merge(user.UserMetadata, who.data)})
		if err != nil {
			return nil, err
		}
	}
	if err := tx.syncProviders(ctx, user.ID, now); err != nil {
		return nil, err
	}
	return tx.findUserByID(ctx, user.ID)
}

// linkNewIdentity links a person's first sign-in with a provider to known, or to a
// new account when known is nil.
func (h *Handler) linkNewIdentity(r *request, tx database, known *User, provider string, who providerUser) (*User, *Identity, error) {
	ctx, now, user := r.Context(), h.now(), known
	switch {
	case known == nil && h.opts.DisableSignup:
		return nil, nil, newUnprocessable(codeSignupDisabled, "Signups not allowed for this instance")
	case known != nil && !who.emailVerified:
		return nil, nil, newUnprocessable(codeProviderEmailUnverified,
			fmt.Sprintf("Unverified email with %s. Verify the email with %s in order to sign in", provider, provider))
	case known == nil:
		user = &User{
			ID: uuid.New(), Aud: audience, Role: audience, Email: who.email, CreatedAt: now, UserMetadata: who.data,
			AppMetadata: map[string]any{"provider": provider, "providers": []string{provider}},
		}
		if err := tx.insertUser(ctx, user); err != nil {
			return nil, nil, err
		}
	}
	identity := Identity{IdentityID: uuid.New(), ID: who.subject, UserID: user.ID, Data: who.data,
		Provider: provider, LastSignInAt: &now, CreatedAt: now}
	if err := tx.insertIdentity(ctx, identity); err != nil {
		return nil, nil, err
	}
	user, err := tx.findUserByID(ctx, user.ID)
	return user, &identity, err
}

// claimUnconfirmed gives an account that nobody has confirmed to the provider's
// person: whoever made it before may not keep a way in.
func (h *Handler) claimUnconfirmed(r *request, tx database, user *User, identity uuid.UUID, provider string, who providerUser) error {
	ctx := r.Context()
	_, err := tx.Exec(ctx, `delete from auth.identities where user_id = $1 and id <> $2`, user.ID, identity)
	if err != nil {
		return fmt.Errorf("remove unconfirmed identities: %w", err)
	}
	if err := tx.deleteSessions(ctx, `user_id = $1`, user.ID); err != nil {
		return err
	}
	user.UserMetadata = who.data
	err = tx.updateUser(ctx, user.ID, h.now(), map[string]any{"encrypted_password": nil, "raw_user_meta_data": who.data})
	if err != nil {
		return err
	}
	if who.emailVerified || h.opts.Autoconfirm {
		return h.confirmAddress(ctx, tx, user)
	}
	if err := h.sendConfirmation(r, tx, user, pkce{}); err != nil {
		return err
	}
	return &confirmationRequiredError{newUnprocessable(codeProviderEmailUnverified,
		fmt.Sprintf("Unverified email with %s. A confirmation email has been sent to your %s email", provider, provider))}
}
