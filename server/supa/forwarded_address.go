package supa

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

type clientAddressKey struct{}

// WithClientAddress returns a context for calls of the auth service for a client with that
// address.
func WithClientAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, clientAddressKey{}, address)
}

// forwardAddress sets Sb-Forwarded-For to the client's address, and replaces the publishable key by
// the secret key, so that the auth service's limits by address do not count all users as one
// client. The caller's token stays. It does nothing without a secret key (a legacy key has no
// effect), and the service ignores the header unless 'IP address forwarding' is enabled in the
// project. Source: https://supabase.com/docs/guides/auth/rate-limits
func (b *Backend) forwardAddress(req *http.Request, caller Caller) {
	address, _ := req.Context().Value(clientAddressKey{}).(string)
	parsed, err := netip.ParseAddr(address)
	if err != nil || !strings.HasPrefix(b.config.SecretKey, secretKeyPrefix) {
		return
	}
	req.Header.Set("Sb-Forwarded-For", parsed.Unmap().WithZone("").String())
	req.Header.Set("Apikey", b.config.SecretKey)
	if caller.Token == "" {
		req.Header.Set("Authorization", "Bearer "+b.config.SecretKey) // a key is accepted there only if it is the same
	}
}
