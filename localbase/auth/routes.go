package auth

import "net/http"

// registerRoutes registers all routes of the API.
func (h *Handler) registerRoutes() {
	for pattern, e := range map[string]endpoint{
		"GET /health":                h.handleHealth,
		"GET /settings":              h.handleSettings,
		"GET /.well-known/jwks.json": h.handleJWKS,

		"POST /signup":    h.signUp,
		"POST /token":     h.handleToken,
		"POST /otp":       h.handleOTP,
		"POST /magiclink": h.handleMagicLink,
		"POST /recover":   h.handleRecover,
		"POST /resend":    h.resend,
		"POST /sso":       h.handleSSO,
		"GET /verify":     h.limitRate(h.limits.verifications, h.verifyGet),
		"POST /verify":    h.limitRate(h.limits.verifications, h.verifyPost),

		"GET /authorize": h.authorize,
		"GET /callback":  h.handleCallback,
		"POST /callback": h.handleCallback,

		"POST /logout":        h.requireAuthentication(h.logout),
		"GET /reauthenticate": h.requireAuthentication(h.reauthenticate),
		"GET /user":           h.requireAuthentication(h.getUser),
		"PUT /user":           h.requireAuthentication(h.putUser),

		"GET /user/identities/authorize":        h.requireAuthentication(h.requireManualLinking(h.linkIdentity)),
		"DELETE /user/identities/{identity_id}": h.requireAuthentication(h.requireManualLinking(h.unlinkIdentity)),

		"POST /factors":                       h.requireAuthentication(h.requireNonAnonymous(h.enrollFactor)),
		"POST /factors/{factor_id}/challenge": h.requireAuthentication(h.requireNonAnonymous(h.requireFactor(h.challengeFactor))),
		"POST /factors/{factor_id}/verify":    h.limitRate(h.limits.verifications, h.requireAuthentication(h.requireNonAnonymous(h.requireFactor(h.verifyFactor)))),
		"DELETE /factors/{factor_id}":         h.requireAuthentication(h.requireNonAnonymous(h.requireFactor(h.unenrollFactor))),

		"POST /passkeys/authentication/options": h.requirePasskeys(h.limitRate(h.limits.signIns, h.startPasskeyAuthentication)),
		"POST /passkeys/authentication/verify":  h.requirePasskeys(h.finishPasskeyAuthentication),
		"POST /passkeys/registration/options":   h.requirePasskeys(h.requireAuthentication(h.requireNonAnonymous(h.startPasskeyRegistration))),
		"POST /passkeys/registration/verify":    h.requirePasskeys(h.requireAuthentication(h.requireNonAnonymous(h.finishPasskeyRegistration))),
		"GET /passkeys":                         h.requirePasskeys(h.requireAuthentication(h.listPasskeys)),
		"PATCH /passkeys/{passkey_id}":          h.requirePasskeys(h.requireAuthentication(h.requirePasskey(h.renamePasskey))),
		"DELETE /passkeys/{passkey_id}":         h.requirePasskeys(h.requireAuthentication(h.requirePasskey(h.deletePasskey))),

		"POST /invite":                                        h.requireAdmin(h.invite),
		"POST /admin/generate_link":                           h.requireAdmin(h.generateLink),
		"GET /admin/users":                                    h.requireAdmin(h.listUsers),
		"POST /admin/users":                                   h.requireAdmin(h.createUser),
		"GET /admin/users/{user_id}":                          h.requireAdmin(h.requireUser(h.getUser)),
		"PUT /admin/users/{user_id}":                          h.requireAdmin(h.requireUser(h.updateUser)),
		"DELETE /admin/users/{user_id}":                       h.requireAdmin(h.requireUser(h.deleteUser)),
		"GET /admin/users/{user_id}/factors":                  h.requireAdmin(h.requireUser(h.listFactors)),
		"PUT /admin/users/{user_id}/factors/{factor_id}":      h.requireAdmin(h.requireUser(h.requireFactor(h.renameFactor))),
		"DELETE /admin/users/{user_id}/factors/{factor_id}":   h.requireAdmin(h.requireUser(h.requireFactor(h.removeFactorByAdmin))),
		"GET /admin/users/{user_id}/passkeys":                 h.requireAdmin(h.requireUser(h.listPasskeys)),
		"DELETE /admin/users/{user_id}/passkeys/{passkey_id}": h.requireAdmin(h.requireUser(h.requirePasskey(h.deletePasskeyByAdmin))),
	} {
		h.mux.HandleFunc(pattern, h.serve(e))
	}
	// GET routes also match HEAD. Mail scanners send HEAD requests to links, which must not use the
	// one-time tokens.
	for _, pattern := range []string{"HEAD /verify", "HEAD /callback"} {
		h.mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", "GET, POST")
			w.WriteHeader(http.StatusMethodNotAllowed)
		})
	}
}
