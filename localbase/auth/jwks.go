package auth

// handleJWKS handles GET /.well-known/jwks.json. It returns the public keys that verify access tokens,
// or none if the shared secret signs them.
func (h *Handler) handleJWKS(r *request) (response, error) {
	r.responseHeader.Set("Cache-Control", "public, max-age=600")
	return respondOK(h.opts.Keys.JWKS()), nil
}
