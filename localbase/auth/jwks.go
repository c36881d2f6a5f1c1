package auth

// jwks is GET /.well-known/jwks.json: the public keys that verify access tokens.
// It is empty where they are signed with the shared secret.
func (h *Handler) jwks(r *request) (reply, error) {
	r.header.Set("Cache-Control", "public, max-age=600")
	return ok(h.opts.Keys.JWKS()), nil
}
