package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

const (
	factorTOTP        = "totp"
	challengeLifetime = 5 * time.Minute
)

// requireNonAnonymous responds with 403 to anonymous users.
func (h *Handler) requireNonAnonymous(next endpoint) endpoint {
	return func(r *request) (response, error) {
		if r.claims.Anonymous {
			return response{}, newForbidden(codeNoAuthorization, "Anonymous user not allowed to perform these actions")
		}
		return next(r)
	}
}

// requireFactor passes the user's factor in the path to next, or responds with 404
// mfa_factor_not_found.
func (h *Handler) requireFactor(next func(*request, Factor) (response, error)) endpoint {
	return func(r *request) (response, error) {
		id, err := uuid.Parse(r.PathValue("factor_id"))
		if err != nil {
			return response{}, newNotFound(codeValidation, "factor_id must be an UUID")
		}
		for _, f := range r.user.Factors {
			if f.ID == id {
				return next(r, f)
			}
		}
		return response{}, newNotFound(codeFactorNotFound, "Factor not found")
	}
}

type enrollRequest struct {
	FriendlyName string `json:"friendly_name"`
	FactorType   string `json:"factor_type"`
	Issuer       string `json:"issuer"`
}

type enrollResponse struct {
	ID           uuid.UUID  `json:"id"`
	Type         string     `json:"type"`
	FriendlyName string     `json:"friendly_name"`
	TOTP         totpSecret `json:"totp"`
}

type totpSecret struct {
	QRCode string `json:"qr_code"` // SVG
	Secret string `json:"secret"`  // base32
	URI    string `json:"uri"`     // otpauth://...
}

// enrollFactor handles POST /factors. It adds an unverified second factor, which verifyFactor
// activates.
func (h *Handler) enrollFactor(r *request) (response, error) {
	in, err := decode[enrollRequest](r)
	if err != nil {
		return response{}, err
	}
	if err := h.checkEnrollment(r, in); err != nil {
		return response{}, err
	}
	if in.Issuer == "" {
		site, err := url.Parse(h.opts.SiteURL)
		if err != nil {
			return response{}, fmt.Errorf("read site URL: %w", err)
		}
		in.Issuer = site.Host
	}
	account := r.user.Email
	if account == "" {
		account = r.user.ID.String() // the URI requires a name
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: in.Issuer, AccountName: account})
	if err != nil {
		return response{}, fmt.Errorf("generate secret: %w", err)
	}
	code, err := qrSVG(key.String())
	if err != nil {
		return response{}, err
	}
	id := uuid.New()
	_, err = h.db.Exec(r.Context(), `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
		values ($1, $2, $3, 'totp', 'unverified', $4, $4, $5)`, id, r.user.ID, in.FriendlyName, h.now(), key.Secret())
	if isUniqueViolation(err) {
		return response{}, newFactorNameConflict(in.FriendlyName)
	}
	if err != nil {
		return response{}, fmt.Errorf("insert factor: %w", err)
	}
	return respondOK(enrollResponse{ID: id, Type: factorTOTP, FriendlyName: in.FriendlyName,
		TOTP: totpSecret{QRCode: code, Secret: key.Secret(), URI: key.URL()}}), nil
}

// newFactorNameConflict returns 422 mfa_factor_name_conflict.
func newFactorNameConflict(name string) *Error {
	return newUnprocessable(codeFactorNameConflict, fmt.Sprintf("A factor with the friendly name %q for this user already exists", name))
}

// checkEnrollment reports why the user can't enroll the requested factor.
func (h *Handler) checkEnrollment(r *request, in enrollRequest) error {
	switch {
	case r.session == nil:
		return newForbidden(codeSessionNotFound, "A valid session and a registered user are required to enroll a factor")
	case in.FactorType == "phone":
		return newUnprocessable("mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"+noPhoneSupport)
	case in.FactorType == "webauthn":
		return newUnprocessable("mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn")
	case in.FactorType != factorTOTP:
		return newBadRequest(codeValidation, "factor_type needs to be totp, phone, or webauthn")
	case h.opts.DisableTOTPEnroll:
		return newUnprocessable("mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP")
	case len(r.user.Factors) >= h.opts.MaxFactors:
		return newUnprocessable(codeTooManyFactors, "Maximum number of verified factors reached, unenroll to continue")
	case r.user.hasVerifiedFactor() && r.session.aal != aal2:
		return newForbidden(codeInsufficientAAL, "AAL2 required to enroll a new factor")
	}
	return nil
}

type challengeResponse struct {
	ID        uuid.UUID `json:"id"`
	Type      string    `json:"type"`
	ExpiresAt int64     `json:"expires_at"` // Unix time
}

// challengeFactor handles POST /factors/{factor_id}/challenge. It creates a challenge.
func (h *Handler) challengeFactor(r *request, f Factor) (response, error) {
	id, now := uuid.New(), h.now()
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		_, err := tx.Exec(r.Context(), `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)`,
			id, f.ID, now, r.addressOrUnspecified())
		if err == nil {
			_, err = tx.Exec(r.Context(), `update auth.mfa_factors set last_challenged_at = $2 where id = $1`, f.ID, now)
		}
		if err != nil {
			return fmt.Errorf("insert challenge: %w", err)
		}
		return nil
	})
	return respondOK(challengeResponse{ID: id, Type: f.Type, ExpiresAt: now.Add(challengeLifetime).Unix()}), err
}

// addressOrUnspecified returns the client's address, or 0.0.0.0 if it is unknown, for columns that
// are not null.
func (r *request) addressOrUnspecified() netip.Addr {
	if addr := r.address(); addr.IsValid() {
		return addr.Unmap().WithZone("")
	}
	return netip.IPv4Unspecified()
}

// challenge is a request for a code of a factor.
type challenge struct {
	createdAt  time.Time
	verifiedAt *time.Time
	address    netip.Prefix
}

// lockChallenge returns and locks a challenge of the factor, or nil if there is none.
func (db database) lockChallenge(ctx context.Context, id, factor uuid.UUID) (*challenge, error) {
	var c challenge
	err := db.QueryRow(ctx, `select created_at, verified_at, ip_address from auth.mfa_challenges where id = $1 and factor_id = $2 for update`, id, factor).
		Scan(&c.createdAt, &c.verifiedAt, &c.address)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find challenge: %w", err)
	}
	return &c, nil
}

type verifyFactorRequest struct {
	ChallengeID uuid.UUID `json:"challenge_id"`
	Code        string    `json:"code"`
}

// verifyFactor handles POST /factors/{factor_id}/verify. A correct code sets the session to aal2,
// activates the factor and ends the user's sessions with aal1.
func (h *Handler) verifyFactor(r *request, f Factor) (response, error) {
	in, err := decode[verifyFactorRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.Code == "" {
		return response{}, newBadRequest(codeValidation, "Code needs to be non-empty")
	}
	if h.opts.DisableTOTPVerify {
		return response{}, newUnprocessable("mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP")
	}
	if r.session == nil {
		return response{}, newForbidden(codeSessionNotFound, "A valid session is required to verify a factor")
	}
	var tokens tokenResponse
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		pending, err := tx.lockChallenge(r.Context(), in.ChallengeID, f.ID)
		if err != nil {
			return err
		}
		if err := h.checkCode(r, f, in, pending); err != nil {
			return err
		}
		tokens, err = h.elevateSession(r, tx, f, in.ChallengeID)
		return err
	})
	if err != nil {
		return response{}, err
	}
	return response{status: http.StatusOK, body: tokens}, nil
}

// checkCode checks the challenge and the code.
func (h *Handler) checkCode(r *request, f Factor, in verifyFactorRequest, pending *challenge) error {
	now := h.now()
	switch {
	case pending == nil:
		return newNotFound(codeFactorNotFound, "MFA factor with the provided challenge ID not found")
	case pending.verifiedAt != nil || pending.address.Addr() != r.addressOrUnspecified():
		return newUnprocessable(codeChallengeAddress, "Challenge and verify IP addresses mismatch")
	case now.After(pending.createdAt.Add(challengeLifetime)):
		return newUnprocessable(codeChallengeExpired,
			fmt.Sprintf("MFA challenge %v has expired, verify against another challenge or create a new challenge.", in.ChallengeID))
	}
	valid, err := totp.ValidateCustom(in.Code, f.secret, now, totp.ValidateOpts{
		Period: 30, Skew: 1, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1,
	})
	if err != nil || !valid { // the error means that the code doesn't have six digits
		return newUnprocessable(codeVerificationFailed, "Invalid TOTP code entered")
	}
	return nil
}

// elevateSession sets the caller's session to aal2 and returns new tokens.
func (h *Handler) elevateSession(r *request, tx database, f Factor, challenge uuid.UUID) (tokenResponse, error) {
	ctx, now := r.Context(), h.now()
	session := r.session.id
	if exists, err := tx.lockSession(ctx, session); err != nil {
		return tokenResponse{}, err
	} else if !exists {
		return tokenResponse{}, newForbidden(codeSessionNotFound, "Session from session_id claim in JWT does not exist")
	}
	for _, statement := range []struct {
		sql  string
		args []any
	}{
		{`update auth.mfa_challenges set verified_at = $2 where id = $1`, []any{challenge, now}},
		{`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'`, []any{f.ID, now}},
		{`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, []any{session, f.ID, now}},
		{`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, []any{f.userID}},
		{`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`, []any{f.userID}},
	} {
		if _, err := tx.Exec(ctx, statement.sql, statement.args...); err != nil {
			return tokenResponse{}, fmt.Errorf("elevate session: %w", err)
		}
	}
	if err := tx.addMethod(ctx, session, methodTOTP, now); err != nil {
		return tokenResponse{}, err
	}
	active, err := tx.findActiveRefreshToken(ctx, session)
	if err != nil {
		return tokenResponse{}, err
	}
	if active == nil { // revoked after the reuse of a token
		return tokenResponse{}, newForbidden(codeSessionExpired, "Session has been revoked")
	}
	next, err := tx.swapRefreshToken(ctx, *active, now)
	if err != nil {
		return tokenResponse{}, err
	}
	return h.issueTokens(ctx, tx, f.userID, session, next)
}
