package auth

import (
	"net/http"
	"strings"

	"github.com/tableside/tableside/localbase/auth/audit"
)

// registerRoutes registers all routes of the API. It is long because it is their list.
func (h *Handler) registerRoutes() {
	for pattern, e := range map[string]endpoint{
		"GET /health":                h.handleHealth,
		"GET /settings":              h.handleSettings,
		"GET /.well-known/jwks.json": h.handleJWKS,

		"POST /signup":    h.signUp,
		"POST /token":     h.handleToken,
		"POST /otp":       h.requireEmail(h.handleOTP),
		"POST /magiclink": h.requireEmail(h.handleMagicLink),
		"POST /recover":   h.requireEmail(h.handleRecover),
		"POST /resend":    h.resend,
		"POST /sso":       h.handleSSO,
		"GET /verify":     h.limitRate(h.limits.verifications, h.verifyGet),
		"POST /verify":    h.limitRate(h.limits.verifications, h.verifyPost),

		"GET /authorize": h.authorize,
		"GET /callback":  h.handleCallback,
		"POST /callback": h.handleCallback,

		"POST /logout":        h.requireAuthentication(h.recordByUser(audit.Logout, h.logout)),
		"GET /reauthenticate": h.requireAuthentication(h.recordByUser(audit.Reauthenticate, h.reauthenticate)),
		"GET /user":           h.requireAuthentication(h.getUser),
		"PUT /user":           h.requireAuthentication(h.putUser),

		"GET /user/identities/authorize":        h.requireAuthentication(h.requireManualLinking(h.linkIdentity)),
		"DELETE /user/identities/{identity_id}": h.requireAuthentication(h.requireManualLinking(h.recordByUser(audit.IdentityUnlinked, h.unlinkIdentity))),

		"POST /factors":                       h.requireAuthentication(h.requireNonAnonymous(h.recordByUser(audit.FactorInProgress, h.enrollFactor))),
		"POST /factors/{factor_id}/challenge": h.requireAuthentication(h.requireNonAnonymous(h.recordByUser(audit.ChallengeCreated, h.requireFactor(h.challengeFactor)))),
		"POST /factors/{factor_id}/verify":    h.limitRate(h.limits.verifications, h.requireAuthentication(h.requireNonAnonymous(h.recordByUser(audit.VerificationAttempted, h.requireFactor(h.verifyFactor))))),
		"DELETE /factors/{factor_id}":         h.requireAuthentication(h.requireNonAnonymous(h.recordByUser(audit.FactorUnenrolled, h.requireFactor(h.unenrollFactor)))),

		"POST /passkeys/authentication/options": h.requirePasskeys(h.limitRate(h.limits.signIns, h.startPasskeyAuthentication)),
		"POST /passkeys/authentication/verify":  h.requirePasskeys(h.finishPasskeyAuthentication),
		"POST /passkeys/registration/options":   h.requirePasskeys(h.requireAuthentication(h.requireNonAnonymous(h.startPasskeyRegistration))),
		"POST /passkeys/registration/verify":    h.requirePasskeys(h.requireAuthentication(h.requireNonAnonymous(h.recordByUser(audit.PasskeyCreated, h.finishPasskeyRegistration)))),
		"GET /passkeys":                         h.requirePasskeys(h.requireAuthentication(h.listPasskeys)),
		"PATCH /passkeys/{passkey_id}":          h.requirePasskeys(h.requireAuthentication(h.recordByUser(audit.PasskeyUpdated, h.requirePasskey(h.renamePasskey)))),
		"DELETE /passkeys/{passkey_id}":         h.requirePasskeys(h.requireAuthentication(h.recordByUser(audit.PasskeyDeleted, h.requirePasskey(h.deletePasskey)))),

		"POST /invite":                                        h.requireAdmin(h.invite),
		"POST /admin/generate_link":                           h.requireAdmin(h.generateLink),
		"GET /admin/audit":                                    h.requireAdmin(h.listAuditLog),
		"GET /admin/users":                                    h.requireAdmin(h.listUsers),
		"POST /admin/users":                                   h.requireAdmin(h.createUser),
		"GET /admin/users/{user_id}":                          h.requireAdmin(h.requireUser(h.getUser)),
		"PUT /admin/users/{user_id}":                          h.requireAdmin(h.requireUser(h.recordByAdmin(audit.UserModified, h.updateUser))),
		"DELETE /admin/users/{user_id}":                       h.requireAdmin(h.requireUser(h.recordByAdmin(audit.UserDeleted, h.deleteUser))),
		"GET /admin/users/{user_id}/factors":                  h.requireAdmin(h.requireUser(h.listFactors)),
		"PUT /admin/users/{user_id}/factors/{factor_id}":      h.requireAdmin(h.requireUser(h.recordByAdmin(audit.FactorUpdated, h.requireFactor(h.renameFactor)))),
		"DELETE /admin/users/{user_id}/factors/{factor_id}":   h.requireAdmin(h.requireUser(h.recordByAdmin(audit.FactorDeleted, h.requireFactor(h.removeFactorByAdmin)))),
		"GET /admin/users/{user_id}/passkeys":                 h.requireAdmin(h.requireUser(h.listPasskeys)),
		"DELETE /admin/users/{user_id}/passkeys/{passkey_id}": h.requireAdmin(h.requireUser(h.recordByAdmin(audit.PasskeyDeleted, h.requirePasskey(h.deletePasskeyByAdmin)))),
		"/": h.rejectUnknownRoute,
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

// unsupportedFeatures maps the paths of features of Supabase Auth that this service does not have to
// their names.
var unsupportedFeatures = map[string]string{
	"/oauth/": "The OAuth 2.1 server", "/admin/oauth/": "The OAuth 2.1 server",
	"/.well-known/oauth-authorization-server": "The OAuth 2.1 server", "/.well-known/openid-configuration": "The OAuth 2.1 server",
	"/user/oauth/": "The OAuth 2.1 server",
	"/sso/":        "SAML", "/admin/sso/": "SAML", "/admin/custom-providers": "The administration of providers by the API",
	"/web3": "Web3", "/factors/recovery-codes": "The API of recovery codes",
}

// rejectUnknownRoute handles all other requests: 404 not_found, 404 feature_disabled for features that
// localbase does not have, and 405 for a known path with another method.
func (h *Handler) rejectUnknownRoute(r *request) (response, error) {
	for prefix, name := range unsupportedFeatures {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return response{}, newNotFound(codeFeatureDisabled, name+" is not available in localbase")
		}
	}
	var allowed []string
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := h.mux.Handler(other); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 {
		r.responseHeader.Set("Allow", strings.Join(allowed, ", "))
		return response{}, newError(http.StatusMethodNotAllowed, codeValidation, "The method "+r.Method+" is not allowed for "+r.URL.Path)
	}
	return response{}, newNotFound(codeNotFound, "There is no route "+r.Method+" "+r.URL.Path)
}
