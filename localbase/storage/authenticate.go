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

// authenticate says whom c acts as. Without a valid token that is the anonymous
// role, or a refusal where the route wants one.
func (h *Handler) authenticate(c *storageRequest, allowed accessPolicy) error {
	c.caller = caller.Anonymous
	if allowed == accessPublic {
		return nil
	}
	token := bearerPattern.ReplaceAllString(c.Header.Get("Authorization"), "")
	if token == "" && allowed != accessTokenRequired {
		return nil
	}
	// The gateways before supabase/storage send an empty header where there is
	// none, so that no token is a bad token.
	known, err := h.Keys.Verify(token)
	switch {
	case err == nil:
		c.caller, c.isSignedIn = known, true
	case allowed == accessTokenRequired:
		return newAccessDenied(formatTokenError(err), err)
	}
	return nil
}

// formatTokenError says what is wrong with a token in the words of supabase/storage's library, jose.
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

// signedToken is what a signed URL's token says.
type signedToken struct {
	URL             string  `json:"url"` // bucket/key
	Exp             float64 `json:"exp"`
	Transformations string  `json:"transformations"` // of a rendered image; "" for the object itself
	Owner           string  `json:"owner"`
	Upsert          *bool   `json:"upsert"` // only an upload's ticket has it
}

// signURLToken makes the token of a signed URL for path (bucket/key), with the
// given claims beside. A role is never among them: the token would then speak for it.
func (h *Handler) signURLToken(path string, lifetime time.Duration, claims map[string]any) (string, error) {
	now := h.Now()
	all := maps.Clone(claims)
	if all == nil {
		all = map[string]any{}
	}
	delete(all, "role")
	all["url"], all["iat"], all["exp"] = path, now.Unix(), now.Add(lifetime).Unix()
	return h.Keys.Sign(all)
}

// verifyURLToken checks that token was signed here, for c's bucket and key, and is still good.
// Unlike a person's token it gets no leeway: its lifetime was asked for in seconds.
func (h *Handler) verifyURLToken(c *storageRequest, token string) (signedToken, error) {
	var t signedToken
	signed, err := h.Keys.Verify(token)
	if err != nil {
		return t, &apiError{status: http.StatusBadRequest, code: codeInvalidJWT, message: formatTokenError(err), cause: err}
	}
	if err := json.Unmarshal(signed.Claims, &t); err != nil {
		return t, fmt.Errorf("read signed URL's token: %w", err)
	}
	if t.URL == "" || t.URL != c.bucket+"/"+c.key {
		return t, &apiError{status: http.StatusBadRequest, code: codeInvalidSignature, message: "Invalid signature"}
	}
	if float64(h.Now().Unix()) >= t.Exp {
		return t, &apiError{status: http.StatusBadRequest, code: codeInvalidJWT, message: formatTokenError(caller.ErrExpired)}
	}
	return t, nil
}

// verifyDownloadToken is readTicket for reading: a token for uploads, or one for an
// image rendered differently, doesn't open the object.
func (h *Handler) verifyDownloadToken(c *storageRequest, rendered bool) (signedToken, error) {
	// storage-js escapes the path that it was given once more: %3F, the only escape that signing makes.
	c.key = strings.ReplaceAll(c.key, "%3F", "?")
	t, err := h.verifyURLToken(c, c.URL.Query().Get("token"))
	if err == nil && (t.Upsert != nil || !rendered && t.Transformations != "") {
		err = &apiError{status: http.StatusBadRequest, code: codeInvalidSignature, message: "Invalid signature"}
	}
	return t, err
}

// verifyUploadToken is readTicket for writing.
func (h *Handler) verifyUploadToken(c *storageRequest, token string) (signedToken, error) {
	t, err := h.verifyURLToken(c, token)
	if err == nil && t.Upsert == nil {
		err = &apiError{status: http.StatusBadRequest, code: codeInvalidSignature, message: "Invalid signature"}
	}
	return t, err
}

// formatSignedPath is a key's path as a URL's part: of all characters that a key may
// hold, only ? would end it.
func formatSignedPath(bucket, key string) string {
	return strings.ReplaceAll(bucket+"/"+key, "?", "%3F")
}
