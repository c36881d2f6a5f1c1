package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// startOAuth handles GET /api/auth/oauth/:provider?next=&link=&add=: it redirects to the
// provider, which returns to handleCallback. With link=1 the signed-in user gets the
// identity in addition; with add=1 that user stays signed in. A failure leads to the page
// /sign-in-error. Only a page of this server, or a user who types the address, can start
// it: another site could link its own identity to the user's account.
func (s *Server) startOAuth(c *echo.Context) error {
	location, err := s.startProviderFlow(c)
	if err != nil {
		return s.redirectToError(c, err)
	}
	return c.Redirect(http.StatusSeeOther, location)
}

// startProviderFlow starts the sign-in with a provider, or the link of its identity to the signed-in user (link=1). It
// sets the cookie of the flow and returns the address of the provider. Codes: cross_origin, provider_disabled,
// too_many_accounts, not_signed_in, too_many_attempts.
func (s *Server) startProviderFlow(c *echo.Context) (string, error) {
	r, name, query := c.Request(), c.Param("provider"), c.Request().URL.Query()
	isLink, add := query.Get("link") == "1", query.Get("add") == "1"
	if r.Method == http.MethodHead || !s.isOwnNavigation(r, isLink || add) {
		return "", &Error{Code: CodeCrossOrigin, Message: "This sign-in came from another site and was blocked."}
	}
	if !providerNamePattern.MatchString(name) {
		return "", newProviderDisabledError(nil)
	}
	if err := s.checkAccountLimit(requestParams{c}); err != nil {
		return "", err
	}
	kind, caller := flowOAuth, supa.Caller{}
	if isLink {
		var err error
		if caller, err = s.requireUser(r.Context()); err != nil {
			return "", err
		}
		kind = flowLink
	}
	started, pkce := s.newFlow(r, kind, query.Get("next"), add)
	var location string
	err := s.limitAttempt(r.Context(), requestParams{c}, "oauth", isRejected, func() (err error) {
		if isLink {
			location, err = s.backend.StartLink(r.Context(), caller, name, pkce)
		} else {
			location, err = s.backend.StartOAuth(r.Context(), name, pkce)
		}
		return err
	})
	var rejection *supa.Error
	if errors.As(err, &rejection) && rejection.Code == "validation_failed" {
		return "", newProviderDisabledError(err)
	}
	if err != nil {
		return "", err
	}
	return location, s.saveFlow(c, started)
}

func newProviderDisabledError(cause error) *Error {
	return &Error{Code: "provider_disabled", Status: http.StatusBadRequest, Message: "This sign-in provider isn’t enabled.", Cause: cause}
}

// isOwnNavigation reports whether a GET request with an effect comes from a page of this
// server or, unless strict, from the user. An old browser does not send Sec-Fetch-Site;
// the pages of this server then send their address in Referer.
func (s *Server) isOwnNavigation(r *http.Request, strict bool) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin":
		return true
	case "none":
		return !strict
	case "":
		referrer := r.Header.Get("Referer")
		return s.isOwnOrigin(referrer, r) || referrer == "" && !strict
	}
	return false
}

// handleCallback handles GET /auth/callback, the return address of providers and of links
// in mails, and GET / with the same parameters, where the auth service returns if the
// address is not in the project's list. It exchanges a code for a session and redirects
// to the flow's path, or to the page /sign-in-error?code=. Addresses with other
// parameters are pages of the app, whose first script handles token_hash and fragments.
func (s *Server) handleCallback(c *echo.Context) error {
	query := c.Request().URL.Query()
	isRoot := c.Request().URL.Path == "/"
	code, failure := query.Get("code"), firstText(query.Get("error_code"), query.Get("error"))
	switch {
	case c.Request().Method == http.MethodHead: // by scanners of mails
		return s.serveApp(c)
	case failure != "" && (!isRoot || query.Has("error_description")):
		return s.redirectToError(c, newProviderError(failure))
	case code == "" && !isRoot && query.Has("message"):
		return s.redirectToError(c, &Error{Code: CodeEmailChangePending, Message: "Open the link that was sent to the other address too."})
	case code == "":
		return s.serveApp(c)
	}
	ended, err := s.finishFlow(c, code, query.Get("state"))
	if err != nil {
		return s.redirectToError(c, err)
	}
	return c.Redirect(http.StatusSeeOther, ended.Next)
}

// finishFlow exchanges a code for a session of this browser. Without a state, the code
// can be for each of the browser's flows; only the right verifier is accepted. Codes:
// link_used, link_expired, state_mismatch, other_browser, already_signed_in, sign_up_confirmed and those of
// the auth service.
func (s *Server) finishFlow(c *echo.Context, code, state string) (*flow, error) {
	ctx := c.Request().Context()
	if !authCodePattern.MatchString(code) {
		return nil, newLinkExpiredError(nil)
	}
	flows, err := s.findFlows(c.Request(), code, state)
	if err != nil {
		return nil, err
	}
	if len(flows) == 0 {
		return nil, newForeignFlowError(state, nil)
	}
	var session *supa.Session
	var ended *flow
	err = s.limitAttempt(ctx, requestParams{c}, "callback", isRejected, func() (err error) {
		for _, ended = range flows {
			if session, err = s.backend.ExchangeCode(ctx, code, ended.Verifier); !isWrongVerifier(err) {
				break
			}
		}
		return err
	})
	switch {
	case isWrongVerifier(err):
		return nil, newForeignFlowError(state, err)
	case isFlowExpired(err) && state != "" && ended.Kind == flowEmailChange:
		return ended, s.finishEmailChange(c, ended, code)
	case isFlowExpired(err) && state != "" && ended.Kind == flowMail:
		return nil, newSignUpConfirmedError(err)
	case err != nil:
		return nil, err
	}
	if err := s.endFlow(c, ended, code); err != nil {
		return nil, err
	}
	return ended, s.adoptFlowSession(ctx, c, ended, session)
}

// newSignUpConfirmedError returns the error for an expired flow of a sign-in mail. For a new account, the code expires 5
// minutes after the request (see newTokenRedirect), although the link has confirmed the address when it was opened. For a known
// account, it expires 5 minutes after the link was opened. In both cases the next mail signs in.
func newSignUpConfirmedError(cause error) *Error {
	return &Error{Code: CodeSignUpConfirmed, Message: "This link can’t sign you in anymore. If your account is new, your email is confirmed now.",
		Hint: "Request a new message to sign in.", Cause: cause}
}

// finishEmailChange ends the flow of an email change whose code is no longer valid: more than 5 minutes after the request
// (see newTokenRedirect). The auth service has changed the address before it issued the code.
func (s *Server) finishEmailChange(c *echo.Context, ended *flow, code string) error {
	if err := s.endFlow(c, ended, code); err != nil {
		return err
	}
	ctx := c.Request().Context()
	if current := getRequestSession(ctx).user(); current == nil || current.ID != ended.UserID {
		return nil
	}
	return s.updateSessionUser(ctx)
}

// authCodePattern matches the code of a PKCE flow.
var authCodePattern = regexp.MustCompile(`^[A-Za-z0-9_.~-]{1,256}$`)

func isWrongVerifier(err error) bool { return hasErrorCode(err, "bad_code_verifier") }

func isFlowExpired(err error) bool { return hasErrorCode(err, "flow_state_expired") }

// hasErrorCode reports whether err is a rejection by the backend with this code.
func hasErrorCode(err error, code string) bool {
	var rejection *supa.Error
	return errors.As(err, &rejection) && rejection.Code == code
}

func newForeignFlowError(state string, cause error) *Error {
	if isMailState(state) {
		return &Error{Code: CodeOtherBrowser, Message: "This link was requested in another browser, or has expired.",
			Hint: "Open it in the browser in which you requested it, or enter the code of the mail.", Cause: cause}
	}
	return &Error{Code: CodeStateMismatch, Message: "This browser did not start this sign-in, or it took too long.", Hint: "Sign in again.", Cause: cause}
}

// adoptFlowSession makes the session of a flow the browser's session. It never replaces
// the session of a user who has signed in since the flow started.
func (s *Server) adoptFlowSession(ctx context.Context, c *echo.Context, ended *flow, session *supa.Session) error {
	current := getRequestSession(ctx).user()
	keepsUser := ended.Kind == flowLink || ended.Kind == flowEmailChange
	switch {
	case current == nil:
		_, err := s.startSession(ctx, c, session, false)
		return err
	case current.ID == session.User.ID && keepsUser:
		s.discardSession(ctx, session)
		return s.updateSessionUser(ctx)
	case current.ID != session.User.ID && (keepsUser || current.ID != ended.UserID):
		s.discardSession(ctx, session)
		return newAlreadySignedInError(current)
	}
	_, err := s.startSession(ctx, c, session, ended.Add)
	return err
}

// discardSession ends a session of the backend that the browser does not get.
func (s *Server) discardSession(ctx context.Context, from *supa.Session) {
	s.endBackendSession(ctx, &session{AccessToken: from.AccessToken, RefreshToken: from.RefreshToken})
}

func newAlreadySignedInError(current *User) *Error {
	return &Error{
		Code: CodeAlreadySignedIn, Message: "You’re already signed in as " + firstText(current.Email, "a guest") + " in this browser.",
		Hint: "Sign out first, or continue as the other user.",
	}
}

// errorCodePattern matches the codes that a redirect can contain. Anyone can create the
// address of a callback, so no other text of it is shown.
var errorCodePattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// newProviderError returns the error that a provider or the auth service has returned in
// an address.
func newProviderError(code string) *Error {
	if !errorCodePattern.MatchString(code) {
		code = CodeProviderFailed
	}
	return &Error{Code: code, Status: http.StatusBadRequest, Message: "The sign-in failed."}
}

// redirectToError redirects to the app's page for a failed sign-in. The log contains the
// code and, for a failure of the server or the backend, the cause.
func (s *Server) redirectToError(c *echo.Context, err error) error {
	failure := convertError(err)
	s.Logger.InfoContext(c.Request().Context(), "a sign-in failed", "id", requestID(c), "code", failure.Code, "cause", formatCause(failure))
	return c.Redirect(http.StatusSeeOther, "/sign-in-error?"+url.Values{"code": {strings.ToLower(failure.Code)}}.Encode())
}
