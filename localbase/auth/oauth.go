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

// authorize handles GET /authorize?provider=...&redirect_to=.... It redirects to a provider.
func (h *Handler) authorize(r *request) (response, error) {
	location, err := h.startProviderFlow(r, nil)
	return response{status: http.StatusFound, location: location}, err
}

// startProviderFlow stores a flow and returns the provider's URL. If linkTo is not nil, the flow links
// the identity to that account.
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
	discovery, err := provider.discover(h.opts.HTTPClient)
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
			"client_id", "redirect_uri", "response_type", "state", "scope": // handled here, or not allowed in requests
		default:
			options = append(options, oauth2.SetAuthURLParam(key, query.Get(key)))
		}
	}
	return provider.newOAuthConfig(discovery, h.callbackURL(), query.Get("scopes")).AuthCodeURL(state.String(), options...), nil
}

func (h *Handler) callbackURL() string { return h.opts.ExternalURL + "/callback" }

// handleCallback handles GET and POST /callback, to which a provider redirects. It redirects to the
// application with a session, a code or an error.
func (h *Handler) handleCallback(r *request) (response, error) {
	if err := r.ParseForm(); err != nil {
		return response{}, newBadRequest(codeBadOAuthCallback, "OAuth callback can't be read")
	}
	flow, err := h.findCallbackFlow(r)
	if err != nil {
		return h.redirectCallbackError(r, h.opts.SiteURL, err), nil
	}
	if providerError := r.Form.Get("error"); providerError != "" {
		values := url.Values{"error": {providerError}, "error_description": {r.Form.Get("error_description")}}
		return response{status: http.StatusFound, location: addQuery(flow.referrer, values, values)}, nil
	}
	location, err := h.finishCallback(r, flow)
	if err != nil {
		return h.redirectCallbackError(r, flow.referrer, err), nil
	}
	return response{status: http.StatusFound, location: location}, nil
}

// findCallbackFlow returns the flow of the callback's state parameter.
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

// finishCallback exchanges the provider's code for the user's profile, and finds or creates the account, or links the
// profile to the account that started the flow (linkUserID). It returns the application's URL to redirect to: with an
// authorization code if the flow has a PKCE challenge, otherwise with the tokens of a new session in the fragment. The
// caller redirects with the error.
func (h *Handler) finishCallback(r *request, flow *flowState) (string, error) {
	provider := h.providers[flow.provider]
	if provider == nil { // disabled since the flow started
		return "", newBadRequest(codeValidation, "Unsupported provider: provider is not enabled")
	}
	profile, err := provider.exchange(r.Context(), h.opts.HTTPClient, h.callbackURL(), r.Form.Get("code"))
	if err != nil {
		return "", err
	}
	var location string
	rejection, err := h.completeProviderSignIn(r, flow.provider, profile, flow.linkUserID, func(tx database, user *User) error {
		now := h.now()
		if flow.challenge != "" {
			location = addQuery(flow.referrer, url.Values{"code": {flow.authCode}}, nil)
			_, err := tx.Exec(r.Context(), `update auth.flow_state set user_id = $2, provider_access_token = $3,
				provider_refresh_token = $4, auth_code_issued_at = $5, updated_at = $5 where id = $1`,
				flow.id, user.ID, profile.accessToken, profile.refreshToken, now)
			return err
		}
		if _, err := tx.deleteFlow(r.Context(), flow.id); err != nil {
			return err
		}
		session, err := h.signInTransaction(r, tx, user, methodOAuth)
		values := url.Values{"provider_token": {profile.accessToken}}
		if profile.refreshToken != "" {
			values.Set("provider_refresh_token", profile.refreshToken)
		}
		location = session.redirectLocation(flow.referrer, values)
		return err
	})
	if err == nil && rejection != nil {
		err = rejection
	}
	return location, err
}

// redirectCallbackError redirects to the application with the error in query and fragment.
func (h *Handler) redirectCallbackError(r *request, target string, err error) response {
	apiError := h.classifyError(r.Request, err)
	result := newErrorRedirect(target, apiError, true)
	result.status = http.StatusFound
	return result
}

// completeProviderSignIn finds or creates the account of a provider's user, links the identity and calls
// onSuccess in the same transaction. It returns a rejection if the transaction was committed,
// but the user must confirm the address before the sign-in.
func (h *Handler) completeProviderSignIn(r *request, provider string, profile providerUser, linkTo *uuid.UUID, onSuccess func(database, *User) error) (rejection, err error) {
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		var user *User
		var err error
		if linkTo != nil {
			user, err = h.linkToAccount(r, tx, *linkTo, provider, profile)
		} else {
			user, err = h.findOrCreateAccount(r, tx, provider, profile)
		}
		var confirmation *confirmationRequiredError
		if errors.As(err, &confirmation) {
			rejection = confirmation.cause
			return nil
		}
		if err != nil {
			return err
		}
		return onSuccess(tx, user)
	})
	return rejection, err
}

// confirmationRequiredError rejects a sign-in with cause because the address is not confirmed. The
// transaction must be committed: it stores the token of the confirmation mail.
type confirmationRequiredError struct{ cause *Error }

func (e *confirmationRequiredError) Error() string { return e.cause.Error() }

// findOrCreateAccount returns the account of a provider's user. It links a new identity to an existing
// account with its address only if the provider has verified the address.
func (h *Handler) findOrCreateAccount(r *request, tx database, provider string, profile providerUser) (*User, error) {
	ctx, now := r.Context(), h.now()
	if profile.email == "" {
		return nil, newError(http.StatusInternalServerError, codeUnexpected, "Error getting user email from external provider")
	}
	identity, err := tx.findIdentity(ctx, provider, profile.subject)
	if err != nil {
		return nil, err
	}
	var user *User
	if identity != nil {
		if user, err = h.findActiveUser(ctx, tx, identity.UserID); err == nil {
			err = tx.recordIdentitySignIn(ctx, identity.IdentityID, profile.data, now)
		}
	} else if user, err = tx.findEmailOwner(ctx, profile.email, uuid.Nil); err == nil {
		user, identity, err = h.linkNewIdentity(r, tx, user, provider, profile)
	}
	if err != nil {
		return nil, err
	}
	if user.isBanned(now) {
		return nil, newForbidden(codeUserBanned, "User is banned")
	}
	if !user.isConfirmed() {
		if err := h.claimUnconfirmed(r, tx, user, identity.IdentityID, provider, profile); err != nil {
			return nil, err
		}
	} else {
		err := tx.updateUser(ctx, user.ID, now, map[string]any{"raw_user_meta_data": merge(user.UserMetadata, profile.data)})
		if err != nil {
			return nil, err
		}
	}
	if err := tx.syncProviders(ctx, user.ID, now); err != nil {
		return nil, err
	}
	return tx.findUserByID(ctx, user.ID)
}

// linkNewIdentity adds an identity to an existing account, or to a new account if existing is nil.
func (h *Handler) linkNewIdentity(r *request, tx database, existing *User, provider string, profile providerUser) (*User, *Identity, error) {
	ctx, now, user := r.Context(), h.now(), existing
	switch {
	case existing == nil && h.opts.DisableSignup:
		return nil, nil, newUnprocessable(codeSignupDisabled, "Signups not allowed for this instance")
	case existing != nil && !profile.emailVerified:
		return nil, nil, newUnprocessable(codeProviderEmailUnverified,
			fmt.Sprintf("Unverified email with %s. Verify the email with %s in order to sign in", provider, provider))
	case existing == nil:
		user = &User{
			ID: uuid.New(), Aud: audience, Role: audience, Email: profile.email, CreatedAt: now, UserMetadata: profile.data,
			AppMetadata: map[string]any{"provider": provider, "providers": []string{provider}},
		}
		if err := tx.insertUser(ctx, user); err != nil {
			return nil, nil, err
		}
	}
	identity := Identity{IdentityID: uuid.New(), ID: profile.subject, UserID: user.ID, Data: profile.data,
		Provider: provider, LastSignInAt: &now, CreatedAt: now}
	if err := tx.insertIdentity(ctx, identity); err != nil {
		return nil, nil, err
	}
	user, err := tx.findUserByID(ctx, user.ID)
	return user, &identity, err
}

// claimUnconfirmed gives an unconfirmed account to the provider's user. It removes the password, other
// identities and sessions, since another person can have created the account.
func (h *Handler) claimUnconfirmed(r *request, tx database, user *User, identity uuid.UUID, provider string, profile providerUser) error {
	ctx := r.Context()
	_, err := tx.Exec(ctx, `delete from auth.identities where user_id = $1 and id <> $2`, user.ID, identity)
	if err != nil {
		return fmt.Errorf("remove unconfirmed identities: %w", err)
	}
	if err := tx.deleteSessions(ctx, `user_id = $1`, user.ID); err != nil {
		return err
	}
	user.UserMetadata = profile.data
	err = tx.updateUser(ctx, user.ID, h.now(), map[string]any{"encrypted_password": nil, "raw_user_meta_data": profile.data})
	if err != nil {
		return err
	}
	if profile.emailVerified || h.opts.Autoconfirm {
		return h.confirmAddress(ctx, tx, user)
	}
	if err := h.sendConfirmation(r, tx, user, pkce{}); err != nil {
		return err
	}
	return &confirmationRequiredError{newUnprocessable(codeProviderEmailUnverified,
		fmt.Sprintf("Unverified email with %s. A confirmation email has been sent to your %s email", provider, provider))}
}
