package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/tableside/tableside/localbase/caller"
)

var bearerPattern = regexp.MustCompile(`(?i)^Bearer\s+`)

// authenticate sets the caller of a request. Without a valid token, the caller is anonymous, or the
// request is rejected if the route requires a token.
func (h *Handler) authenticate(req *storageRequest, access accessPolicy) error {
	req.caller = caller.Anonymous
	if access == accessPublic {
		return nil
	}
	token := bearerPattern.ReplaceAllString(req.Header.Get("Authorization"), "")
	if token == "" && access != accessTokenRequired {
		return nil
	}
	// A missing token is an invalid token, since the gateways in front of supabase/storage send an
	// empty header.
	verified, err := h.Keys.Verify(token)
	switch {
	case err == nil:
		req.caller, req.isSignedIn = verified, true
	case access == accessTokenRequired:
		return newAccessDenied(formatTokenError(err), err)
	}
	return nil
}

// formatTokenError returns the error message of supabase/storage's library jose.
func formatTokenError(err error) string {
	switch {
	case errors.Is(err, caller.ErrExpired):
		return `"exp" claim timestamp check failed`
	case errors.Is(err, caller.ErrNotYetValid):
		return `"nbf" claim timestamp check failed`
	case errors.Is(err, caller.ErrSignature):
		return "signature verification failed"
	}
	return "Invalid Compact JWS"
}

// signedToken contains the claims of a signed URL's token.
type signedToken struct {
	URL             string  `json:"url"` // bucket/key
	Exp             float64 `json:"exp"`
	Transformations string  `json:"transformations"` // of a rendered image; "" for the object
	Owner           string  `json:"owner"`
	Upsert          *bool   `json:"upsert"` // only in tokens for uploads
}

// signURLToken returns a token for path (bucket/key) with additional claims. It removes the claim role,
// with which the token could be used as an access token.
func (h *Handler) signURLToken(path string, lifetime time.Duration, claims map[string]any) (string, error) {
	now := h.Now()
	allClaims := maps.Clone(claims)
	if allClaims == nil {
		allClaims = map[string]any{}
	}
	delete(allClaims, "role")
	allClaims["url"], allClaims["iat"], allClaims["exp"] = path, now.Unix(), now.Add(lifetime).Unix()
	return h.Keys.Sign(allClaims)
}

// verifyURLToken checks the signature, path and expiry of a token. Unlike access tokens, it has no leeway
// after its expiry, since clients request its lifetime in seconds.
func (h *Handler) verifyURLToken(req *storageRequest, token string) (signedToken, error) {
	var t signedToken
	signed, err := h.Keys.Verify(token)
	if err != nil {
		return t, &apiError{status: http.StatusBadRequest, code: codeInvalidJWT, message: formatTokenError(err), cause: err}
	}
	if err := json.Unmarshal(signed.Claims, &t); err != nil {
		return t, fmt.Errorf("parse the token of a signed URL: %w", err)
	}
	if t.URL == "" || t.URL != req.bucket+"/"+req.key {
		return t, &apiError{status: http.StatusBadRequest, code: codeInvalidSignature, message: "Invalid signature"}
	}
	if float64(h.Now().Unix()) >= t.Exp {
		return t, &apiError{status: http.StatusBadRequest, code: codeInvalidJWT, message: formatTokenError(caller.ErrExpired)}
	}
	return t, nil
}

// verifyDownloadToken checks the token of a signed URL for downloads. It rejects tokens for uploads and,
// unless isRendered is set, tokens for rendered images.
func (h *Handler) verifyDownloadToken(req *storageRequest, isRendered bool) (signedToken, error) {
	// storage-js escapes the signed path again. %3F is the only escape sequence of formatSignedPath.
	req.key = strings.ReplaceAll(req.key, "%3F", "?")
	t, err := h.verifyURLToken(req, req.URL.Query().Get("token"))
	if err == nil && (t.Upsert != nil || !isRendered && t.Transformations != "") {
		err = &apiError{status: http.StatusBadRequest, code: codeInvalidSignature, message: "Invalid signature"}
	}
	return t, err
}

// verifyUploadToken checks the token of a signed URL for uploads.
func (h *Handler) verifyUploadToken(req *storageRequest, token string) (signedToken, error) {
	t, err := h.verifyURLToken(req, token)
	if err == nil && t.Upsert == nil {
		err = &apiError{status: http.StatusBadRequest, code: codeInvalidSignature, message: "Invalid signature"}
	}
	return t, err
}

// formatSignedPath returns a path for URLs. It escapes only ?, since keys can't contain other characters
// that end a path.
func formatSignedPath(bucket, key string) string {
	return strings.ReplaceAll(bucket+"/"+key, "?", "%3F")
}
