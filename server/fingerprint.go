package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"

	"github.com/tableside/tableside/server/supa"
)

// backendFingerprint identifies the backend to the browsers of signed-in users,
// which store queued edits under it: an edit that was made on one backend must
// not be sent to another. It is stable across restarts, replicas and a change of
// the workspace's name or of the API keys.
//
// It hashes Options.BackendID if set, otherwise the issuer of the user's access
// token and the project's URL. Two stacks can have the same internal URL
// (http://kong:8000), and a copy of a database can contain the issuer's users, so
// both are necessary. A backup that was restored under the same URL keeps its
// fingerprint: there, the guards of each edit detect rows that differ.
//
// by is the user who views the workspace as this user; nil: it is the user's own session.
// A viewed session has another fingerprint, so that the browser does not mix its data with
// the unsent edits of the user.
//
// Returns "" for a guest.
func (s *settings) backendFingerprint(caller supa.Caller, by *viewer) string {
	if caller.Token == "" {
		return ""
	}
	identity := []string{s.BackendID}
	if s.BackendID == "" {
		identity = []string{supa.TokenIssuer(caller.Token), canonicalURL(s.SupabaseURL)}
	}
	if by != nil {
		identity = append(identity, "viewed by "+by.ID)
	}
	// A URL contains no line feed, so the parts can't be confused.
	sum := sha256.Sum256([]byte("tableside backend\n" + strings.Join(identity, "\n")))
	return hex.EncodeToString(sum[:16])
}

// canonicalURL returns a URL without the differences that don't change its
// meaning: the host's case, a default port, a trailing slash.
func canonicalURL(raw string) string {
	parsed, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	parsed.Host = strings.ToLower(parsed.Host)
	if port := map[string]string{"http": ":80", "https": ":443"}[parsed.Scheme]; port != "" {
		parsed.Host = strings.TrimSuffix(parsed.Host, port)
	}
	return strings.TrimRight(parsed.String(), "/")
}
