package supa

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

type clientAddressKey struct{}

// WithClientAddress returns a context for sign-ins and refreshes of a client with that
// address.
func WithClientAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, clientAddressKey{}, address)
}

// forwardAddress sends the client's address to the auth service, so that its limits by
// address do not count all users as one client. The service uses the header only with a
// secret key, in a project with 'IP address forwarding' enabled; a legacy key has no
// effect. Source: https://supabase.com/docs/guides/auth/rate-limits
func (b *Backend) forwardAddress(req *http.Request) {
	address, _ := req.Context().Value(clientAddressKey{}).(string)
	parsed, err := netip.ParseAddr(address)
	if err != nil || !strings.HasPrefix(b.config.SecretKey, secretKeyPrefix) {
		return
	}
	req.Header.Set("Sb-Forwarded-For", parsed.Unmap().WithZone("").String())
	req.Header.Set("Apikey", b.config.SecretKey)
	req.Header.Set("Authorization", "Bearer "+b.config.SecretKey) // a key is accepted there only if it is the same
}
