package supa

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

type clientAddressKey struct{}

// WithClientAddress returns a context whose sign-ins and refreshes are for a client
// of that address.
func WithClientAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, clientAddressKey{}, address)
}

// forwardAddress tells the auth service for which client a request is, so that its
// limits by address do not count all users as one. The service uses the header only
// with a secret key, in a project with 'IP address forwarding' on; a legacy key has
// no effect. Source: https://supabase.com/docs/guides/auth/rate-limits
func (b *Backend) forwardAddress(req *http.Request) {
	address, _ := req.Context().Value(clientAddressKey{}).(string)
	parsed, err := netip.ParseAddr(address)
	if err != nil || !strings.HasPrefix(b.config.SecretKey, secretKeyPrefix) {
		return
	}
	req.Header.Set("Sb-Forwarded-For", parsed.Unmap().WithZone("").String())
	req.Header.Set("Apikey", b.config.SecretKey)
	req.Header.Set("Authorization", "Bearer "+b.config.SecretKey) // a key is taken there only if it is the same
}
