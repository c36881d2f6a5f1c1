package auth

// handleJWKS is GET /.well-known/jwks.json: the public keys that verify access tokens.
// It is empty where they are signed with the shared secret.
func (h *Handler) handleJWKS(r *request) (response, error) {
	r.responseHeader.Set("Cache-Control", "public, max-age=600")
	return respondOK(h.opts.Keys.JWKS()), nil
}
