package server

import (
	"context"
	"encoding/base64"
	"slices"
	"time"

	"github.com/tableside/tableside/server/supa"
)

// Factor is a second factor of a user.
type Factor struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"` // "totp"; also "phone" or "webauthn" if another app has added it
	Name      string    `json:"name"`
	Status    string    `json:"status"` // "verified" or "unverified"
	CreatedAt time.Time `json:"createdAt"`
}

func convertFactors(from []supa.Factor) []Factor {
	factors := []Factor{}
	for _, factor := range from {
		factors = append(factors, Factor(factor))
	}
	return factors
}

// listFactors handles GET /api/auth/factors. Codes: not_signed_in.
func (s *Server) listFactors(ctx context.Context) ([]Factor, error) {
	var factors []Factor
	err := s.callAsUser(ctx, func(caller supa.Caller) error {
		user, err := s.backend.FetchUser(ctx, caller)
		factors = convertFactors(user.Factors)
		return err
	})
	return factors, err
}

// NewFactorRequest is the body of POST /api/auth/factors.
type NewFactorRequest struct {
	Type string `json:"type"` // "totp"
	Name string `json:"name"`
}

// validate returns bad_request unless the type is totp and the name has at most maxProfileText bytes.
func (r NewFactorRequest) validate() error {
	switch {
	case r.Type != "totp":
		return newBadRequestError("The type must be totp.")
	case len(r.Name) > maxProfileText:
		return &Error{Code: CodeBadRequest, Message: "The name is too long.", Column: "name"}
	}
	return nil
}

// NewFactor is a factor that the user must verify with a code.
type NewFactor struct {
	ID     string `json:"id"`
	Secret string `json:"secret"` // base32, to type into an authenticator app
	URI    string `json:"uri"`    // otpauth://...
	QRCode string `json:"qrCode"` // the URI as an image: a data URL
}

// enrollFactor handles POST /api/auth/factors. The factor has no effect until verifyFactor
// has checked a code. Codes: not_signed_in, insufficient_aal if the user has a factor and
// the session is without one, mfa_factor_name_conflict and others of the auth service.
func (s *Server) enrollFactor(ctx context.Context, _ requestParams, in NewFactorRequest) (NewFactor, error) {
	var factor NewFactor
	err := s.callAsUser(ctx, func(caller supa.Caller) error {
		enrolled, err := s.backend.EnrollTOTP(ctx, caller, in.Name, s.Name)
		factor = NewFactor{
			ID: enrolled.ID, Secret: enrolled.TOTP.Secret, URI: enrolled.TOTP.URI,
			QRCode: "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(enrolled.TOTP.QRCode)),
		}
		return err
	})
	return factor, err
}

// FactorCodeRequest is the body of POST /api/auth/factors/:id/verify, and of DELETE
// /api/auth/factors/:id.
type FactorCodeRequest struct {
	Code     string `json:"code"`
	FactorID string `json:"factorId,omitempty"` // DELETE: the verified factor that has created the code; "": the deleted one
}

func (r FactorCodeRequest) validate() error {
	if code := normalizeCode(r.Code); code != "" && !codePattern.MatchString(code) {
		return &Error{Code: CodeBadRequest, Message: "Enter the code of your authenticator app: 6 digits.", Column: "code"}
	}
	return nil
}

// verifyFactor handles POST /api/auth/factors/:id/verify: a correct code gives the session
// the assurance level aal2, and activates a new factor. The auth service ends the user's
// sessions without a second factor. Codes: not_signed_in, too_many_attempts,
// mfa_verification_failed and others of the auth service.
func (s *Server) verifyFactor(ctx context.Context, p requestParams, in FactorCodeRequest) (SignInResponse, error) {
	err := s.callAsUser(ctx, func(caller supa.Caller) error { return s.elevateSession(ctx, p, caller, p.get("id"), in.Code) })
	return SignInResponse{User: getRequestSession(ctx).user()}, err
}

// elevateSession replaces the session with one of aal2 if a code is correct.
func (s *Server) elevateSession(ctx context.Context, p requestParams, caller supa.Caller, factorID, code string) error {
	v := getRequestSession(ctx)
	current := v.currentSession()
	if code = normalizeCode(code); code == "" {
		return &Error{Code: CodeBadRequest, Message: "Enter the code of your authenticator app.", Column: "code"}
	}
	var elevated *supa.Session
	err := s.limitCodeAttempt(ctx, p, current.User.ID, func() (err error) {
		elevated, err = s.backend.VerifyFactor(ctx, caller, factorID, code)
		return err
	})
	if err != nil {
		return err
	}
	next, err := s.sessions.addGeneration(current, elevated)
	return v.applyRefresh(current, next, err)
}

// removeFactor handles DELETE /api/auth/factors/:id: 204. A verified factor requires a
// fresh code, also in a session of aal2: otherwise a person at an unattended browser could
// remove it. Codes: as verifyFactor, and mfa_factor_not_found.
func (s *Server) removeFactor(ctx context.Context, p requestParams, in FactorCodeRequest) (noContent, error) {
	id := p.get("id")
	err := s.callAsUser(ctx, func(caller supa.Caller) error {
		user, err := s.backend.FetchUser(ctx, caller)
		if err != nil {
			return err
		}
		isVerified := slices.ContainsFunc(user.Factors, func(f supa.Factor) bool { return f.ID == id && f.Status == supa.FactorVerified })
		if isVerified {
			if err := s.elevateSession(ctx, p, caller, firstText(in.FactorID, id), in.Code); err != nil {
				return err
			}
			if caller, err = s.requireUser(ctx); err != nil {
				return err
			}
		}
		return s.backend.RemoveFactor(ctx, caller, id)
	})
	if err != nil {
		return noContent{}, err
	}
	return noContent{}, s.updateSessionUser(ctx) // the assurance level can change
}
