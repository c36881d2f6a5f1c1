package auth

// routes is the whole API.
func (h *Handler) routes() {
	for pattern, e := range map[string]endpoint{
		"GET /health":   h.health,
		"GET /settings": h.settings,

		"POST /signup": h.signUp,
		"POST /token":  h.token,
		"POST /logout": h.authenticated(h.logout),
		"GET /user":    h.authenticated(h.getUser),
		"PUT /user":    h.authenticated(h.putUser),
	} {
		h.mux.HandleFunc(pattern, h.serve(e))
	}
}
