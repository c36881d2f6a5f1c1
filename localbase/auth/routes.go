package auth

import "net/http"

// routes is the whole API.
func (h *Handler) routes() {
	for pattern, e := range map[string]endpoint{
		"GET /health":                h.health,
		"GET /settings":              h.settings,
		"GET /.well-known/jwks.json": h.jwks,

		"POST /signup":    h.signUp,
		"POST /token":     h.token,
		"POST /otp":       h.otp,
		"POST /magiclink": h.magicLink,
		"POST /recover":   h.recover,
		"POST /resend":    h.resend,
		"POST /sso":       h.sso,
		"GET /verify":     h.limited(h.limits.verifications, h.verifyGet),
		"POST /verify":    h.limited(h.limits.verifications, h.verifyPost),

		"GET /authorize": h.authorize,
		"GET /callback":  h.callback,
		"POST /callback": h.callback,

		"POST /logout":        h.authenticated(h.logout),
		"GET /reauthenticate": h.authenticated(h.reauthenticate),
		"GET /user":           h.authenticated(h.getUser),
		"PUT /user":           h.authenticated(h.putUser),

		"GET /user/identities/authorize":        h.authenticated(h.manualLinking(h.linkIdentity)),
		"DELETE /user/identities/{identity_id}": h.authenticated(h.manualLinking(h.unlinkIdentity)),

		"POST /factors":                       h.authenticated(h.named(h.enrollFactor)),
		"POST /factors/{factor_id}/challenge": h.authenticated(h.named(h.ownFactor(h.challengeFactor))),
		"POST /factors/{factor_id}/verify":    h.limited(h.limits.verifications, h.authenticated(h.named(h.ownFactor(h.verifyFactor)))),
		"DELETE /factors/{factor_id}":         h.authenticated(h.named(h.ownFactor(h.unenrollFactor))),

		"POST /invite":                                      h.admin(h.invite),
		"POST /admin/generate_link":                         h.admin(h.generateLink),
		"GET /admin/users":                                  h.admin(h.listUsers),
		"POST /admin/users":                                 h.admin(h.createUser),
		"GET /admin/users/{user_id}":                        h.admin(h.ofUser(h.getUser)),
		"PUT /admin/users/{user_id}":                        h.admin(h.ofUser(h.updateUser)),
		"DELETE /admin/users/{user_id}":                     h.admin(h.ofUser(h.deleteUser)),
		"GET /admin/users/{user_id}/factors":                h.admin(h.ofUser(h.listFactors)),
		"PUT /admin/users/{user_id}/factors/{factor_id}":    h.admin(h.ofUser(h.ownFactor(h.renameFactor))),
		"DELETE /admin/users/{user_id}/factors/{factor_id}": h.admin(h.ofUser(h.ownFactor(h.adminRemoveFactor))),
	} {
		h.mux.HandleFunc(pattern, h.serve(e))
	}
	// A GET route answers HEAD too. Programs that look at the links in a mail
	// ask so, and mustn't use them up.
	for _, pattern := range []string{"HEAD /verify", "HEAD /callback"} {
		h.mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", "GET, POST")
			w.WriteHeader(http.StatusMethodNotAllowed)
		})
	}
}
